package deeds

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Judge says whether an act reads, may do more, or does something. Of several
// reasons the worst counts, and of those the first.
func Judge(a Act) Verdict { return new(Judging).Judge(a) }

// Judging is a Judge for many acts of one site: it remembers the names in
// addresses. The zero value is ready; it is not for several goroutines at once.
type Judging struct {
	Addresses
	Lang   string          // of the page, where it says so
	texts  map[string]bool // of links: whether they are commands
	orders map[string]bool // and whether they give an order where they lead to one thing
}

// Command reports whether the text of a link is nothing but a command. In what
// is longer a verb may be part of a title.
func (j *Judging) Command(text string) bool {
	text = meant(j.Lang, text)
	is, met := j.texts[text]
	if !met {
		words := lexicon.Fold(text)
		is = words != "" && shortLabel(text) && (known.strong.Matches(words) || strings.Contains(words, " ") && known.button.Matches(words) || utf8.RuneCountInString(words) <= longestKeep && keeps(words) != "")
		keep(&j.texts, text, is)
	}
	return is
}

// longestKeep is the length of the longest text of a link that keeps a search; titles are longer.
const longestKeep = 30

// Orders reports whether a link that says text and leads to u gives an order. Where it
// leads to one thing among many, its address has a number: there what a button would say
// is meant for that thing. Elsewhere it may name a part of the site.
func (j *Judging) Orders(text string, u page.URL) bool {
	text = meant(j.Lang, text)
	if j.Command(text) {
		return true
	}
	if len(text) > longestOrder || !strings.ContainsAny(u.PathQuery(), "0123456789") {
		return false
	}
	is, met := j.orders[text]
	if !met {
		word, words := Label(text), lexicon.Fold(text)
		is = known.alone.Matches(words) || word != "" && !known.purpose.Matches(word) && orders(words, word)
		keep(&j.orders, text, is)
	}
	return is
}

// longestOrder is the length in bytes of the longest text of a link that may give an
// order; titles are longer.
const longestOrder = 60

// Says judges a link by what it says to scripts and to those who point at it, and by
// nothing else: nearly all of them say something.
func (j *Judging) Says(texts []string) Verdict { return j.says(&Act{By: Follow, Says: texts}) }

// Judge is as the function of that name.
func (j *Judging) Judge(a Act) Verdict {
	if a.Lang = cmp.Or(a.Lang, j.Lang); a.Lang != "" {
		a = a.meant()
	}
	worst := Verdict{}
	for _, of := range []func(*Act) Verdict{j.method, j.fields, j.address, j.commands, j.buttons, j.labels, j.says, j.asks, j.context, j.body} {
		if v := of(&a); v.Kind > worst.Kind {
			if worst = v; worst.Kind == Deed {
				break
			}
		}
	}
	return worst
}

// method judges by how a request is sent, whatever it says: another method in
// its parameters or its header counts as its method.
func (j *Judging) method(a *Act) Verdict {
	method, by := a.method()
	switch method {
	case "GET", "HEAD", "POST":
		return Verdict{}
	case "DIALOG":
		return deed("its method is dialog, which sends nothing")
	case "OPTIONS", "TRACE", "QUERY":
		if a.By == Script {
			return Verdict{}
		}
	}
	if slices.ContainsFunc(a.Methods, func(m string) bool { return strings.EqualFold(m, method) }) {
		return Verdict{}
	}
	reason := fmt.Sprintf("its method is %s, which changes things", method)
	if by != "" {
		reason = fmt.Sprintf("%q makes its method %s, which changes things", by, method)
	}
	switch method {
	case "PUT", "PATCH", "DELETE":
		if a.By == Send {
			return deed(reason) // no search is sent so, and no setting allows it
		}
		return doubt(reason, methodsSetting+": "+method)
	}
	return deed(reason)
}

// methodsSetting is the key of a site profile that names the methods beside
// GET, HEAD and POST which the site's scripts may use.
const methodsSetting = "methods"

// overrides are the names under which another method is sent.
var overrides = lexicon.New(`method, http method, x http method, x http method override, x method override, http method override, method override, xhttpmethodoverride`)

// method returns the method that a server would act by, and the name that
// overrides the one that is sent.
func (a *Act) method() (method, by string) {
	method = strings.ToUpper(a.Method)
	if a.Submitter != nil && a.Submitter.Method != "" {
		method = strings.ToUpper(a.Submitter.Method)
	}
	if method == "" {
		method = "GET"
	}
	look := func(name, value string) {
		value = strings.ToUpper(strings.TrimSpace(value))
		switch value {
		case "PUT", "PATCH", "DELETE", "MOVE", "COPY", "MERGE", "PURGE", "LINK", "UNLINK", "MKCOL", "PROPPATCH", "LOCK", "UNLOCK":
			if overrides.Matches(lexicon.Split(name)) {
				method, by = value, name
			}
		}
	}
	for line := range strings.Lines(a.Header) {
		name, value, _ := strings.Cut(line, ":")
		look(name, value)
	}
	_, query, _ := strings.Cut(a.URL.PathQuery(), "?")
	for param := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(param, "=")
		look(unescapeValue(name), unescapeValue(value))
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; !f.Asked {
			look(f.Name, f.Value)
			for _, o := range f.Options {
				if o.Selected {
					look(f.Name, o.Value)
				}
			}
		}
	}
	if a.Submitter != nil {
		look(a.Submitter.Name, a.Submitter.Value)
	}
	for _, l := range bodyLeaves(a.ContentType, a.Body) {
		look(l.name, l.value)
	}
	return method, by
}

// writes reports whether a request is sent by a method that may change things.
func (a *Act) writes() bool {
	switch method, _ := a.method(); method {
	case "GET", "HEAD", "OPTIONS":
		return false
	}
	return true
}

// fields judges by what a form takes. A control counts though it is disabled or
// empty: it says what the form is.
func (j *Judging) fields(a *Act) Verdict {
	for i := range a.Fields {
		if why := takes(a.Fields[i]); why != "" {
			return deed(why)
		}
	}
	return Verdict{}
}

// address judges by where it leads.
func (j *Judging) address(a *Act) Verdict {
	if word := badHref(a.Href); word != "" {
		return deed(word)
	}
	urls := []page.URL{a.URL}
	if a.Submitter != nil && !a.Submitter.URL.IsZero() {
		urls = append(urls, a.Submitter.URL)
	}
	if a.Href != "" {
		if u, err := page.ParseURL(a.Href); err == nil && u != a.URL {
			urls = append(urls, u)
		}
	}
	for _, u := range urls {
		if u.IsZero() {
			continue
		}
		if word := j.deed(u, a.asked(), a.By == Script && a.writes(), a.By == Send && !a.writes() && a.Submitter != nil && searches(a.Submitter)); word != "" {
			return deed(fmt.Sprintf("its address says %q", word))
		}
	}
	return Verdict{}
}

// badHref says why what a link leads to is no page.
func badHref(href string) string {
	scheme, _, found := strings.Cut(href, ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return ""
	}
	switch strings.ToLower(strings.TrimSpace(scheme)) {
	case "http", "https", "javascript", "":
		return ""
	}
	return "it leads out of the browser"
}

// asked are the texts that are data: what was put in, and what stands in the
// controls that it was put into.
func (a *Act) asked() []string {
	out := a.Asked
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Asked && f.Value != "" {
			out = append(slices.Clip(out), f.Value)
		}
	}
	return out
}

// commands judges by what a form sends that nobody put in: hidden values, boxes
// that are ticked, commands that are chosen.
func (j *Judging) commands(a *Act) Verdict {
	for i := range a.Fields {
		f := &a.Fields[i]
		if f.Name == "" {
			continue // it is not sent
		}
		word := ""
		switch f.Kind {
		case "hidden":
			if word = j.within(f.Value); word == "" && !f.Asked && !queryNames.Matches(lexicon.Split(f.Name)) {
				word = j.setting(f.Name, f.Value)
			}
		default:
			for _, o := range f.Options {
				if !o.Selected {
					continue
				}
				switch {
				case j.takes(f.Name) == isCommand: // whoever chose it
					if word = j.command(o.Value, isRoute); word == "" && shortLabel(o.Label) {
						word = harmOnly(o.Label)
					}
				case !f.Asked && f.Kind != "checkbox" && !facets.Matches(lexicon.Split(f.Name)): // the page chose it
					if n := j.name(unescapeValue(o.Value), true); n.is == isStrong && len(f.Options) <= fewOptions {
						word = n.word
					} else if len(f.Options) <= fewOptions {
						word = chosen(o.Label) // its value may be a number
					}
				case f.Kind == "checkbox" && !f.Asked && len(f.Options) == 1:
					if n := j.name(f.Name, true); n.is == isStrong && !off(o.Value) {
						word = n.word
					} else if word = j.command(o.Value, isRoute); word == "" && shortLabel(f.Label+o.Label) {
						word = known.strong.Find(lexicon.Fold(f.Label + " " + o.Label))
					}
				}
				if word != "" {
					break
				}
			}
		}
		if word != "" {
			return deed(fmt.Sprintf("its field %q says %q", f.Name, word))
		}
	}
	return Verdict{}
}

// queryNames are parameters that hold the words of a search.
var queryNames = lexicon.New(`q, qs, qt, query, s, search, search term, search terms, search text, search query, searchword, keyword, keywords, key, kw, k, term, terms, word, words, text, title, name, tag, tags, subject, author`)

// facets are choices of what is searched, which may be called like a deed: a
// parliament's votes, a mailbox's trash.
var facets = lexicon.New(`type, types, kind, category, cat, cats, status, state, folder, in, subject, topic, section, genre, class, group, tag, label, sort, order, field, format, doctype, document type, mailbox, collection, list, source, typ, art, kategorie, kategoria, categorie, categoria, tipo, soort, slag, rubrik, rubrique, тип, категория`)

// fewOptions are those of a choice of what is done; lists of subjects are longer.
const fewOptions = 12

// setting returns the word by which a name with a value that nobody put in says
// a deed.
func (j *Judging) setting(name, value string) string {
	if word := j.param(name, value, nil); word != "" {
		return word
	}
	value = unescapeValue(value)
	if len(value) < 2 || len(value) > 60 || strings.ContainsAny(value, "/ ") && !strings.HasPrefix(value, "/") {
		return ""
	}
	if n := j.name(value, false); n.is == isStrong { // whatever the name is
		return n.word
	}
	return ""
}

// harmOnly returns the word by which a short label says what destroys or ends
// something.
func harmOnly(label string) string { return known.strong.Find(lexicon.Fold(label)) }

// shortLabel reports whether a text is a label: what is longer is content.
func shortLabel(s string) bool { return len(s) < 80 }

// buttons judges by the button that is pressed and by those beside it. A form
// that can destroy something by another of its buttons is sent by its own search
// button only, and by POST not even then, unless that button says so to the
// server, too: what else would tell the two apart?
func (j *Judging) buttons(a *Act) Verdict {
	if b := a.Submitter; b != nil {
		if word := j.pressed(b); word != "" {
			return deed(fmt.Sprintf("its button says %q", word))
		}
	}
	if a.By == Follow {
		return Verdict{}
	}
	for i := range a.Siblings {
		b := &a.Siblings[i]
		word := j.harms(b)
		if word == "" {
			continue
		}
		switch s := a.Submitter; {
		case s == nil:
			return deed(fmt.Sprintf("another of its buttons says %q, and none is pressed that only searches", word))
		case !searches(s) && (a.writes() || s.Name == "" && s.URL.IsZero()):
			return deed(fmt.Sprintf("another of its buttons says %q, and the one that is pressed does not say that it searches", word))
		case a.writes() && s.Name == "" && s.URL.IsZero():
			return deed(fmt.Sprintf("another of its buttons says %q, and the server is not told which one is pressed", word))
		}
	}
	return Verdict{}
}

// wrecks returns the verb by which a button destroys something: nothing stands
// beside it but what is destroyed.
func wrecks(words string) string {
	if word := known.wreck.Find(words); word != "" && (known.wreck.Matches(words) || orders(words, word)) {
		return word
	}
	return ""
}

// orders reports whether words are a command by their verb: nothing else stands beside it
// that is no part of commands, or they begin with it and go on with an article, whatever
// thing follows.
func orders(words, verb string) bool {
	return commandAround(words, verb) || beforeArticle(words, verb)
}

// beforeArticle reports whether words begin with a verb and go on with an article.
func beforeArticle(words, verb string) bool {
	rest, begins := strings.CutPrefix(words, verb+" ")
	next, _, _ := strings.Cut(rest, " ")
	return begins && known.article.Matches(next)
}

// afterArticle reports whether a word at the end of others stands after an article: "the register".
func afterArticle(words, word string) bool {
	before, ends := strings.CutSuffix(words, " "+word)
	return ends && known.article.Matches(before[strings.LastIndexByte(before, ' ')+1:])
}

// commanding returns the verb of a heading that is a command. What the button that is
// pressed searches for is a thing, though a verb is called like it: "Find votes".
func commanding(text, searched string) string {
	words := lexicon.Fold(text)
	if !shortLabel(text) {
		return ""
	}
	if word := cmp.Or(keeps(words), destroys(text)); word != "" {
		return word
	}
	if saysSearch(words) {
		return ""
	}
	if word := known.strong.Find(words); word != "" && (orders(words, word) || searched == "" && begins(known.strong, words) != "") && !strings.Contains(" "+searched, " "+word) {
		return word
	}
	if searched == "" && strings.Count(words, " ") <= maxCommand { // "Follow topics", "Book a table"; "Book reviews" names things
		for _, verbs := range []*lexicon.List{known.alone, known.button, known.thing} {
			if word := cmp.Or(begins(verbs, words), ends(verbs, words)); word != "" && !facet().Matches(word) && !afterArticle(words, word) && (beforeArticle(words, word) || !known.thing.Matches(word)) {
				return word
			}
		}
	}
	return wrecks(words)
}

// chosen returns the verb of a choice that is a command.
func chosen(label string) string {
	words := lexicon.Fold(label)
	if !shortLabel(label) || lexicon.Search.Within(words) {
		return ""
	}
	if word := known.strong.Find(words); word != "" && orders(words, word) {
		return word
	}
	return destroys(label)
}

// destroys returns the verb by which a text tells to destroy, cancel or merge something:
// whatever that is, such a verb begins or ends a part of the text, as the language has it.
// In what is longer it may be part of a sentence, and in what speaks of a search, of a thing.
func destroys(text string) string {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".:;,!?–—|：。、", r) }) {
		words := lexicon.Fold(part)
		if saysSearch(words) || strings.Count(words, " ") > maxCommand {
			continue
		}
		if word := cmp.Or(begins(known.destroy, words), ends(known.destroy, words)); word != "" {
			return word
		}
	}
	return ""
}

// keeps returns the word by which a text does something with a search itself, whatever it
// searches: a phrase that says so, or a verb that begins or ends what speaks of a search.
func keeps(words string) string {
	if word := known.keep.Find(words); word != "" {
		return word
	}
	if !lexicon.Search.Within(words) && !known.sought.Within(words) || strings.Count(words, " ") > maxCommand {
		return ""
	}
	if word := ends(known.saves, words); word != "" {
		return word
	}
	if word := begins(known.saves, words); strings.HasPrefix(words, word+" ") { // a longer word may begin so, where none are set apart
		return word
	}
	return ""
}

// does returns the verb by which the button that is pressed does something, where it
// neither searches nor shows, and does more than to send what was chosen.
func does(b *Button) string {
	text := cmp.Or(b.Label, b.Title)
	words := lexicon.Fold(text)
	if !shortLabel(text) || lexicon.Search.Within(words) || known.show.Within(words) || known.send.Matches(words) || known.mute.Matches(words) || known.apply.Matches(words) || onward.Matches(words) {
		return ""
	}
	if word := cmp.Or(begins(known.verb, words), ends(known.verb, words), destroys(text)); !known.redraw.Matches(word) && !known.send.Matches(word) {
		return word
	}
	return ""
}

// pressed returns the button by which the form is sent; where none is named, Enter presses
// the first one (HTML, 4.10.21.2: implicit submission).
func (a *Act) pressed() *Button {
	if a.Submitter == nil && a.By == Send && len(a.Siblings) > 0 {
		return &a.Siblings[0]
	}
	return a.Submitter
}

// begins and ends return the entry that stands at the beginning and at the end of folded words.
func begins(l *lexicon.List, words string) string {
	for i := 0; i <= len(words); i++ {
		if (i == len(words) || words[i] == ' ') && l.Matches(words[:i]) {
			return words[:i]
		}
	}
	if word := l.Find(words); !verbLast(words) {
		if rest, is := strings.CutPrefix(words, word); is && !strings.HasPrefix(rest, "的") { // "cancelled", not "cancel"
			return word
		}
	}
	return ""
}

func ends(l *lexicon.List, words string) string {
	for i := range len(words) {
		if (i == 0 || words[i-1] == ' ') && l.Matches(words[i:]) {
			return words[i:]
		}
	}
	if word := l.Find(words); strings.HasSuffix(strings.TrimSuffix(words, "する"), word) && !strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Thai, r) }) {
		return word
	}
	return ""
}

// verbLast reports whether a text is in a language without spaces between words whose
// commands end with their verb: Japanese, Korean. Those of Thai begin with it.
func verbLast(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool {
		return r >= 0x1100 && unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}

// pressed returns the word by which pressing a button does something.
func (j *Judging) pressed(b *Button) string {
	for _, text := range []string{b.Label, b.Value, b.Title} {
		if word := Label(text); word != "" {
			return word
		}
	}
	if word := j.setting(b.Name, b.Value); b.Name != "" && word != "" {
		return word
	}
	return j.handle(b.ID)
}

// harms returns the word by which a button that is not pressed could destroy
// something, or do something in the visitor's name.
func (j *Judging) harms(b *Button) string {
	for _, text := range []string{b.Label, b.Value, b.Title} {
		words := lexicon.Fold(text)
		word := known.strong.Find(words)
		if word == "" {
			word = wrecks(words)
		}
		if word != "" && shortLabel(text) && (!lexicon.Search.Within(words) || keeps(words) != "") { // "clear the search fields" does not
			return word
		}
	}
	if !b.URL.IsZero() {
		if word := j.Deed(b.URL); word != "" {
			return word
		}
	}
	if n := j.name(b.Name, true); n.is == isStrong {
		return n.word
	}
	return ""
}

func searches(b *Button) bool {
	return lexicon.Search.Within(lexicon.Fold(b.Label+" "+b.Value)) || lexicon.Search.Within(lexicon.Split(b.Name+" "+b.ID))
}

// handle judges a name or id that a control has: a command as programs call it.
func (j *Judging) handle(name string) string {
	if n := j.name(name, true); n.is == isStrong {
		return n.word
	}
	return ""
}

// Label returns the word by which a button or link with this text does
// something, "" where it says none. Ordinary verbs ("order", "comments") do not
// count where it says that it searches.
func Label(text string) string {
	if text == "" || !shortLabel(text) {
		return ""
	}
	words := lexicon.Fold(text)
	if words == "" {
		return ""
	}
	if word := known.strong.Find(words); word != "" {
		return word
	}
	if word := keeps(words); word != "" {
		return word
	}
	if known.alone.Matches(words) {
		return words
	}
	if lexicon.Search.Within(words) {
		return ""
	}
	if word := wrecks(words); word != "" {
		return word
	}
	if word := known.button.Find(words); word != "" {
		return word
	}
	return known.purpose.Find(words)
}

// labels judges by what a link or a pressed element says.
func (j *Judging) labels(a *Act) Verdict {
	switch a.Kind {
	case "file", "reset":
		return deed("it is of type " + a.Kind)
	}
	switch a.By {
	case Follow:
		if a.Text != "" && j.Command(a.Text) {
			return deed(fmt.Sprintf("it says %q", a.Text))
		}
	case Press:
		if word := Label(a.Text); word != "" {
			return deed(fmt.Sprintf("it says %q", word))
		}
		words := lexicon.Fold(a.Text)
		if shortLabel(a.Text) && !lexicon.Search.Within(words) {
			for _, of := range []*lexicon.List{lexicon.Login, lexicon.Registration, lexicon.MailingList, lexicon.Order} {
				if word := of.Find(words); word != "" {
					return deed(fmt.Sprintf("it says %q", word))
				}
			}
		}
		if a.writes() && !lexicon.Search.Within(words+" "+lexicon.Split(strings.Join(a.Says, " "))) && (a.Submitter == nil || !searches(a.Submitter)) {
			return deed("it sends a form by POST that does not say that it searches")
		}
	}
	return Verdict{}
}

// Called returns the word by which a class, or one of several, says that what it
// dresses does something: "js-delete", "fa fa-trash".
func (j *Judging) Called(classes string) string {
	for class := range strings.FieldsSeq(classes) {
		if n := j.name(class, false); n.is == isStrong {
			return n.word
		}
	}
	return ""
}

// ofThePage are calls in a handler that take away what stands on the page, not
// what the site has.
var ofThePage = regexp.MustCompile(`\.remove\(\)|\bclassList\.(remove|add|toggle)\(|\.(remove|add)(Class|Attribute|Child|EventListener)\(|\bpreventDefault\(|\bstopPropagation\(`)

// withoutPage is a handler without these calls.
func withoutPage(code string) string {
	for _, part := range []string{"remove", ".add", "classList", "preventDefault", "stopPropagation"} { // of each of them
		if strings.Contains(code, part) {
			return ofThePage.ReplaceAllString(code, "(")
		}
	}
	return code
}

// says judges by what an element says to scripts and to those who point at it:
// its title, id, name, handler.
func (j *Judging) says(a *Act) Verdict {
	for _, text := range a.Says {
		word := ""
		switch {
		case strings.ContainsAny(text, "(;="):
			word = j.handler(withoutPage(text))
		case strings.Contains(text, " ") && a.By == Press:
			word = Label(text)
		case strings.Contains(text, " "):
			if n := j.name(text, false); n.is == isStrong {
				word = n.word
			}
		default:
			word = j.handle(text)
		}
		if word != "" {
			return deed(fmt.Sprintf("it is called %q", word))
		}
	}
	return Verdict{}
}

// handler looks for a deed in the code that a press runs: among its names, and in
// its addresses.
func (j *Judging) handler(code string) string {
	for i, piece := range strings.FieldsFunc(code, func(r rune) bool { return r == '"' || r == '\'' || r == '`' }) {
		if i%2 == 1 { // between quotes
			if strings.ContainsAny(piece, "/?") {
				if u, err := page.ParseURL("http://here.invalid/" + strings.TrimLeft(piece, "/")); err == nil {
					if word := j.Deed(u); word != "" {
						return word
					}
				}
			}
			if word := j.handle(piece); word != "" {
				return word
			}
			continue
		}
		for name := range strings.FieldsFuncSeq(piece, func(r rune) bool {
			return r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		}) {
			if word := j.handle(name); word != "" {
				return word
			}
		}
	}
	return ""
}

// context judges by what stands around a form: what everyday forms are for that
// do not search. A form that says that it searches is believed over its heading.
func (j *Judging) context(a *Act) Verdict {
	if a.By != Send && a.By != Press {
		return Verdict{}
	}
	says := strings.Builder{}
	for _, b := range append(slices.Clip(a.Siblings), deref(a.Submitter)) {
		says.WriteString(" " + lexicon.Fold(b.Label))
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Kind != "hidden" && len(f.Options) == 0 {
			says.WriteString(" " + lexicon.Fold(f.Label+" "+f.Placeholder))
		}
	}
	if a.By == Press && a.Submitter == nil {
		says.WriteString(" " + lexicon.Fold(a.Text))
	}
	own := says.String()
	p, _, _ := strings.Cut(a.URL.PathQuery(), "?")
	path := lexicon.Split(p)
	named := path
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Kind == "text" || f.Kind == "search" {
			named += " " + lexicon.Split(f.Name)
		}
	}
	searched := ""
	if b := a.pressed(); b != nil {
		if word := does(b); word != "" { // whatever the address and the box are called
			return doubt(fmt.Sprintf("its button says %q", word), a.allow())
		}
		if searches(b) {
			searched = lexicon.Fold(b.Label)
		}
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; f.Kind == "text" || f.Kind == "search" {
			for _, text := range []string{f.Label, f.Placeholder} {
				if words := lexicon.Fold(text); shortLabel(text) && !saysSearch(words) {
					word := destroys(text)
					if verb := begins(known.alone, words); word == "" && strings.HasPrefix(words, verb+" ") && !known.thing.Matches(verb) { // "Add a tag"
						word = verb
					}
					if word != "" {
						return doubt(fmt.Sprintf("its box says %q", word), a.allow())
					}
				}
			}
		}
	}
	for _, text := range a.Headings {
		if word := commanding(text, searched); word != "" {
			return doubt(fmt.Sprintf("what stands around it says %q", word), a.allow())
		}
	}
	if saysSearch(own) || lexicon.Search.Within(path) {
		return Verdict{}
	}
	// What a box is called in the code says more than what stands around the form, but
	// less than a button that says something else: that must not do anything either.
	called := lexicon.Search.Within(named)
	if !called {
		if word := known.purpose.Find(own); word != "" {
			return doubt(fmt.Sprintf("it is no search but for %q", word), a.allow())
		}
		if word := known.tool.Find(own); word != "" {
			return doubt(fmt.Sprintf("it is no search but computes something (%q)", word), a.allow())
		}
		for _, text := range a.Around {
			words := lexicon.Split(text)
			word := known.purpose.Find(words)
			if word == "" && a.By == Press && shortLabel(text) { // "You want to cancel your contract."
				if word = cmp.Or(known.strong.Find(words), known.payment.Find(words)); word == "" && asking(text) && Wish(words) == "" {
					return doubt(fmt.Sprintf("it answers a question (%q)", text), a.allow())
				}
			}
			if word != "" && !saysSearch(words) {
				return doubt(fmt.Sprintf("what stands around it says %q", word), a.allow())
			}
		}
		if word := known.purpose.Find(named); strings.Contains(word, " ") {
			return doubt(fmt.Sprintf("its address says %q", word), a.allow())
		}
	}
	if why := a.silent(); why != "" {
		return doubt("nothing says that it searches, and "+why, a.allow())
	}
	if words := lexicon.Fold(a.Text); !called && a.By == Press && a.Submitter == nil {
		switch {
		case shortLabel(a.Text) && known.send.Matches(words):
			return doubt(fmt.Sprintf("it says %q, and nothing says what for", words), "")
		case slices.ContainsFunc(a.Says, requests.MatchString):
			return doubt("pressing it sends a request of its own, and nothing says what for", "")
		}
	}
	return Verdict{}
}

// silent says what speaks against a form in which no word speaks of a search, "" where it
// asks by what it is made of: it is declared a search, a button shows what there is, or one
// that says nothing sends a box, a list or choices that may stay open. What another word sends
// may be for anything, in whatever language and of however many controls (a machine has a
// program and a dose), and what always has a value is rather set.
func (a *Act) silent() string {
	boxes, open, lists, filled := 0, 0, 0, 0
	for i := range a.Fields {
		f := &a.Fields[i]
		switch f.Kind {
		case "hidden":
			continue
		case "search":
			return ""
		case "text", "textarea":
			boxes++
			for _, says := range []string{f.Label, f.Placeholder} {
				switch words := lexicon.Fold(says); {
				case Wish(words) != "":
					return ""
				case asking(says), lexicon.Contact.Matches(words):
					return fmt.Sprintf("its box says %q", says)
				}
			}
		case "range", "color":
			if f.Open {
				open++
			}
		case "checkbox": // one alone is a switch
			open += min(len(f.Options)-1, 1)
		default:
			switch {
			case states(f):
			case len(f.Options) == 0 && f.Value == "" || slices.ContainsFunc(f.Options, Option.open):
				open++
				lists++
			default:
				lists++
			}
		}
		filled++
	}
	several := (filled > 1 || a.Beside) && open > 0
	if filled == 0 && !(a.Leads && a.ofOne()) || a.Answered && filled+boxes > 1 || slices.ContainsFunc(a.Around, func(text string) bool { return saysSearch(lexicon.Split(text)) }) {
		return ""
	}
	says, applies := "", false
	for _, b := range append(slices.Clip(a.Siblings), deref(a.Submitter)) {
		words := lexicon.Fold(cmp.Or(b.Label, b.Title))
		switch {
		case searches(&b), known.show.Within(words):
			return ""
		case known.apply.Matches(words):
			applies = true
		case a.Leads && onward.Matches(words): // a choice before the search
		case words != "" && !known.mute.Matches(words) && !known.send.Matches(words):
			says = fmt.Sprintf("its button says %q", words)
		}
	}
	switch {
	case says != "":
	case a.Beside && boxes == 0 && !a.tellsApart():
		return "nothing says that what is chosen tells things apart that the page lists"
	case (a.Leads || filled == 1 && lists == 1 && !a.URL.IsZero()) && boxes == 0 && !a.browses():
		return "nothing says what its choice leads to"
	case boxes == 0 && !several && (applies || lists == 0):
		return "what it sends is always set"
	}
	return says
}

// onward are words that only lead on: "continue", "weiter".
var onward = lexicon.Section("empty-link")

// Wish returns the words by which the folded text of a box asks what visitors want to find.
func Wish(folded string) string { return known.wish.Find(folded) }

// asking reports whether a text is a question, which is answered rather than searched for.
func asking(text string) bool {
	return strings.ContainsAny(strings.TrimRight(text, " *:"), "?？؟")
}

// open reports whether an option binds nothing.
func (o Option) open() bool { return o.Any || o.Value == "" }

// states reports whether all that can be chosen is what something shall be: on or off.
func states(f *Field) bool {
	n := 0
	for _, o := range f.Options {
		switch {
		case known.state.Matches(lexicon.Fold(o.Label)):
			n++
		case !o.open():
			return false
		}
	}
	return n > 0
}

// Shows reports whether a folded text on a button may mean that it searches, though it does
// not say so: "Show results", "Go".
func Shows(folded string) bool {
	return known.mute.Matches(folded) || known.apply.Matches(folded) || Displays(folded)
}

// Displays reports whether a folded text on a button says that it shows something.
func Displays(folded string) bool { return strings.Count(folded, " ") < 3 && known.show.Within(folded) }

// requests finds, in the code that a press runs, that it asks the server for
// something itself. Where it only leads the visitor on, it is as good as a link.
var requests = regexp.MustCompile(`\b(fetch|axios(\.\w+)?|sendBeacon|\$\.(get|post|ajax|getJSON))\s*\(|\bXMLHttpRequest\b`)

// saysSearch reports whether folded words speak of a search beside what they say
// of something else: "find a table", "marcar consulta" do not.
func saysSearch(words string) bool {
	if !lexicon.Search.Within(words) {
		return false
	}
	if word := known.purpose.Find(words); strings.Contains(word, " ") && lexicon.Search.Within(word) {
		return lexicon.Search.Within(strings.ReplaceAll(words, word, " "))
	}
	return true
}

// allow is the setting by which the user takes a doubt upon himself.
func (a *Act) allow() string {
	if a.Name == "" {
		return ""
	}
	return "form: " + a.Name
}

func deref(b *Button) Button {
	if b == nil {
		return Button{}
	}
	return *b
}
