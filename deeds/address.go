package deeds

import (
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Addresses judges addresses. It remembers the names that it met, which the
// addresses of a site have in common; the zero value is ready. It is not for
// several goroutines at once.
type Addresses struct {
	titles map[string]name // parts of paths, which may be titles
	names  map[string]name // what programs call things by
	params map[string]sort // what the values of parameters are
}

// maxMet is how many names are remembered.
const maxMet = 4000

// name is what a part of an address says.
type name struct {
	is   sort
	word string // that says so
}

type sort uint8

const (
	nothing sort = iota
	isStrong
	isVerb
	isThing
	isOwn
)

// Deed returns the word by which following u would do something, "" where it
// only reads as far as the address tells. It rather refuses a harmless page
// than sends for a harmful one, but a title in an address is none: a name is a
// command where nothing stands in it but a verb and what verbs of programs go
// with ("delete-item"), or where a program wrote it ("deleteEngineer.php").
func (a *Addresses) Deed(u page.URL) string { return a.deed(u, nil, false, false) }

// deed is Deed for a request in which the words asked are data. written is set
// where the request has a body, or another method than GET: the last part of
// its path says what is done with that. searching is set for a form whose button
// says that it searches: what its path ends in without a number is what is searched.
func (a *Addresses) deed(u page.URL, asked []string, written, searching bool) string {
	p, query, _ := strings.Cut(u.PathQuery(), "?")
	if strings.IndexByte(p, '%') >= 0 {
		p = unescape(p)
	}
	if word := a.path(p, query, written, searching, asked); word != "" {
		return word
	}
	return a.query(query, asked)
}

// path looks for a deed in a decoded path, with the names that stand around it.
func (a *Addresses) path(p, query string, written, searching bool, asked []string) string {
	p, matrix, hasMatrix := strings.Cut(p, ";")
	if hasMatrix {
		// Parameters of a part end where the next part begins.
		rest := ""
		if i := strings.IndexByte(matrix, '/'); i >= 0 {
			matrix, rest = matrix[:i], matrix[i:]
		}
		if word := a.query(strings.ReplaceAll(matrix, ";", "&"), asked); word != "" {
			return word
		}
		return a.path(p+rest, query, written, searching, asked)
	}
	before, last, parts := 0, 0, 0 // where the part before, and this one, begin
	var verb name                  // of the last part that is no number
	after := false                 // a number follows it
	parent, parentIs := "", nothing
	idBefore := false
	for i := 1; i <= len(p); i++ {
		if i < len(p) && p[i] != '/' {
			continue
		}
		part := p[last+1 : i]
		if len(part) > 0 {
			switch {
			case isID(part):
				after = true
			default:
				n := a.name(part, false)
				if n.is == isStrong && !isAsked(part, asked) {
					return n.word
				}
				if parent != "" && before < last && letters(part) {
					if both := a.name(p[before+1:i], false); both.is == isStrong { // cart/add
						return both.word
					}
				}
				idBefore = after && parts > 0
				verb, parentIs = n, parentOf(a, parent)
				parent, after = part, false
			}
			parts++
		}
		before, last = last, i
	}
	if verb.word == "" || isAsked(parent, asked) {
		return ""
	}
	switch verb.is {
	case isVerb:
		if written || idBefore || after || parts > 1 && !searching || parentIs == isOwn || hasID(query) {
			return verb.word
		}
	case isThing:
		if idBefore || parentIs == isOwn {
			return verb.word
		}
	}
	return ""
}

func parentOf(a *Addresses, parent string) sort {
	if parent == "" {
		return nothing
	}
	return a.name(parent, false).is
}

// isID reports whether a part of a path is the number of a thing, and no year.
func isID(part string) bool {
	digits, hex := 0, 0
	for i := range len(part) {
		switch b := part[i]; {
		case b >= '0' && b <= '9':
			digits++
		case b == '-', b >= 'a' && b <= 'f', b >= 'A' && b <= 'F':
			hex++
		default:
			return false
		}
	}
	if hex == 0 {
		return len(part) != 4 || part[0] != '1' && part[0] != '2'
	}
	return digits > 0 && digits+hex >= 8
}

// hasID reports whether a query has the number of a thing.
func hasID(query string) bool {
	for param := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(param, "=")
		if value == "" || !isID(value) {
			continue
		}
		switch name = strings.ToLower(name); {
		case strings.HasSuffix(name, "id"), name == "no", name == "nr", name == "num", name == "item", name == "product", name == "post", name == "topic", name == "article", name == "comment":
			return true
		}
	}
	return false
}

// query looks for a deed among parameters: a name that is a command and is not
// switched off, or the value of a parameter that says what to do.
func (a *Addresses) query(query string, asked []string) string {
	for query != "" {
		param := query
		if i := strings.IndexAny(query, "&;"); i >= 0 {
			param, query = query[:i], query[i+1:]
		} else {
			query = ""
		}
		key, value, _ := strings.Cut(param, "=")
		if word := a.param(key, value, asked); word != "" {
			return word
		}
	}
	return ""
}

func (a *Addresses) param(key, value string, asked []string) string {
	if strings.IndexByte(key, '%') >= 0 {
		key = unescape(key)
	}
	if !off(value) {
		switch n := a.name(key, true); n.is {
		case isStrong:
			if !isAsked(unescapeValue(value), asked) || len(value) < 3 {
				return n.word
			}
		}
	}
	of := a.takes(key)
	if of == nothing && len(value) < leastCommand || value == "" {
		return ""
	}
	value = unescapeValue(value)
	if isAsked(value, asked) {
		return ""
	}
	if verb := command(value); verb != "" || of == nothing {
		return verb
	}
	if of == isTurn {
		return a.turn(value)
	}
	return a.command(value, of)
}

// turn returns the word by which an address that a visitor is sent on to says a
// deed.
func (a *Addresses) turn(value string) string {
	if !strings.Contains(value, "/") {
		return a.command(value, isRoute)
	}
	here := page.MustParseURL("http://here.invalid/")
	u, err := here.Resolve(value)
	if err != nil {
		return ""
	}
	p, _, _ := strings.Cut(u.PathQuery(), "?")
	return a.path(unescape(p), "", false, false, nil)
}

// command returns the word by which the value of a parameter says a deed.
func (a *Addresses) command(value string, of sort) string {
	if !letters(value) {
		return ""
	}
	if i := strings.IndexByte(value, '?'); i >= 0 {
		value = value[:i]
	}
	switch n := a.name(value, true); n.is {
	case isStrong:
		return n.word
	case isVerb:
		if of == isCommand {
			return n.word
		}
	}
	if words := lexicon.Split(value); of == isCommand && (known.wreck.Matches(words) || lexicon.Login.Matches(words) || lexicon.Registration.Matches(words)) {
		return words
	}
	for rest := value; ; { // user.logout, index/delete, ctl00$btnDelete
		i := strings.IndexAny(rest, "./$:|!,")
		part := rest
		if i >= 0 {
			part = rest[:i]
		}
		if n := a.name(part, true); n.is == isStrong || n.is == isVerb && of == isCommand && i < 0 {
			return n.word
		}
		if i < 0 {
			return ""
		}
		rest = rest[i+1:]
	}
}

// Sorts of parameters that say what to do.
const (
	isCommand = iota + isOwn + 1 // its value is a command
	isRoute                      // its value is a place of the site
	isTurn                       // its value is an address that a visitor is sent on to
)

// routes are parameters whose value says which place of the site is meant, turns
// those that send visitors on to an address: where they are a place to go on to
// afterwards, they are neither.
var (
	routes = lexicon.New(`page, p, route, r, view, section, module, mod, controller, path, screen, target, tab, go, goto, show, seite, pagina, load, file, include, inc, content, area, m, a, c, s action, q action`)
	turns  = lexicon.New(`url, uri, href, link, to, goto, dest, destination, redirect, redirect url, redirect to, redir, location, target, forward, out, ziel, cible, destino`)
)

func (a *Addresses) takes(key string) sort {
	if len(key) == 0 || len(key) > 40 {
		return nothing
	}
	if is, met := a.params[key]; met {
		return is
	}
	words := lexicon.Split(key)
	is := nothing
	switch {
	case known.command.Matches(words), strings.HasSuffix(words, " action"), strings.HasSuffix(words, " cmd"), strings.HasSuffix(words, " task"), strings.HasSuffix(words, " op"):
		is = isCommand
	case turns.Matches(words):
		is = isTurn
	case routes.Matches(words):
		is = isRoute
	}
	keep(&a.params, key, is)
	return is
}

func keep[V any](in *map[string]V, key string, v V) {
	if *in == nil || len(*in) >= maxMet {
		*in = map[string]V{}
	}
	(*in)[strings.Clone(key)] = v
}

// name says what a part of an address, or the name of a parameter or a control,
// is. written is set for what programs call things by.
func (a *Addresses) name(part string, written bool) name {
	if len(part) < 2 || len(part) > 90 || !letters(part) {
		return name{}
	}
	in := &a.titles
	if written {
		in = &a.names
	}
	n, met := (*in)[part]
	if !met {
		n = judgeName(part, written)
		keep(in, part, n)
	}
	return n
}

// letters reports whether there are any in a name.
func letters(part string) bool {
	for i := range len(part) {
		if part[i] > '9' && part[i] != '_' && part[i] != '=' {
			return true
		}
	}
	return false
}

// maxCommand is how many words a command has at most.
const maxCommand = 5

func judgeName(part string, written bool) name {
	extension := path.Ext(part)
	plain := strings.TrimSuffix(part, extension)
	switch strings.ToLower(extension) {
	case ".php", ".asp", ".aspx", ".jsp", ".cgi", ".do", ".action", ".pl", ".cfm", ".ashx", ".php3", ".php5", ".phtml", ".jspx", ".json", ".py", ".rb", ".exe", ".dll", ".mvc", ".axd":
		written = written || len(plain) > 0
	case ".html", ".htm", ".xhtml", ".shtml":
	default:
		plain = part
	}
	words := strings.ReplaceAll(lexicon.Split(plain), "drop down", "dropdown")
	if !known.names.Within(words) {
		return name{}
	}
	if known.strong.Matches(words) {
		return name{isStrong, words}
	}
	count := strings.Count(words, " ") + 1
	if count <= maxCommand {
		written = written || camel(plain)
		if word := known.strong.Find(words); word != "" && (commandAround(words, word) || written && count <= 4 && (strings.HasPrefix(words, word+" ") || strings.HasSuffix(words, " "+word))) {
			return name{isStrong, word}
		}
		if word := known.button.Find(words); word != "" && strings.Contains(word, " ") && commandAround(words, word) && !lexicon.Login.Within(word) && !lexicon.Registration.Within(word) {
			return name{isStrong, word}
		}
	}
	switch {
	case known.verb.Matches(words):
		return name{isVerb, words}
	case known.thing.Matches(words):
		return name{isThing, words}
	case known.own.Matches(words):
		return name{isOwn, words}
	}
	first, _, _ := strings.Cut(words, " ")
	last := words[strings.LastIndexByte(words, ' ')+1:]
	if count > 1 && count <= 3 && known.whole.Matches(last) && (known.verb.Matches(first) || known.thing.Matches(first)) { // close_all, sync-now
		return name{isVerb, words}
	}
	if count <= 3 && written {
		if known.verb.Matches(first) {
			return name{isVerb, first}
		}
		if known.verb.Matches(last) {
			return name{isVerb, last}
		}
	}
	return name{}
}

// commandAround reports whether nothing stands around a verb but what commands
// are made of: "delete item", "confirm delete", "削除する".
func commandAround(words, word string) bool {
	before, after, _ := strings.Cut(words, word)
	if !strings.HasPrefix(after, " ") && after != "" || !strings.HasSuffix(before, " ") && before != "" {
		return utf8.RuneCountInString(words) <= 8 && !lexicon.Search.Within(words) // a script without spaces
	}
	if known.article.Matches(lastWord(before)) {
		return false // "the vote"
	}
	for w := range strings.FieldsSeq(before + " " + after) {
		if len(w) > 1 && !known.article.Matches(w) && strings.Trim(w, "0123456789") != "" && !known.plain.Matches(w) && !known.own.Matches(w) {
			return false
		}
	}
	return true
}

// camel reports whether a name is written as programs write names.
func camel(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// off reports whether a value switches off what its name says.
func off(value string) bool {
	switch strings.ToLower(value) {
	case "0", "false", "no", "off", "none", "n", "null", "never":
		return true
	}
	return false
}

// unescape decodes what is percent-encoded, be it several times, in whatever
// encoding it is in.
func unescape(s string) string {
	const deepest = 3
	for range deepest {
		if strings.IndexByte(s, '%') < 0 {
			break
		}
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
				b.WriteByte(fromHex(s[i+1])<<4 | fromHex(s[i+2]))
				i += 2
				continue
			}
			b.WriteByte(s[i])
		}
		if b.String() == s {
			break
		}
		s = b.String()
	}
	if utf8.ValidString(s) {
		return s
	}
	// Old sites have addresses in their own encoding. A verb in any is found.
	out := s
	for i, of := range []*charmap.Charmap{charmap.Windows1252, charmap.Windows1251} {
		if t, err := of.NewDecoder().String(s); err == nil {
			if i == 0 {
				out = t
			} else if cyrillic := strings.ToLower(t); known.strong.Within(lexicon.Fold(cyrillic)) {
				out = t
			}
		}
	}
	return out
}

// unescapeValue is unescape for a part of a query or of a form's data.
func unescapeValue(s string) string { return unescape(page.Unescape(s)) }

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}

func fromHex(b byte) byte {
	switch {
	case b <= '9':
		return b - '0'
	case b >= 'a':
		return b - 'a' + 10
	}
	return b - 'A' + 10
}

// isAsked reports whether a text is what was put in.
func isAsked(text string, asked []string) bool {
	for _, a := range asked {
		if a != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(text)) {
			return true
		}
	}
	return false
}

func lastWord(s string) string {
	s = strings.TrimRight(s, " ")
	return s[strings.LastIndexByte(s, ' ')+1:]
}
