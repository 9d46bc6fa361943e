package finding

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Bounds of asking what a box suggests.
const (
	mostBeginnings = 600 // asked of one box
	muchLonger     = 2   // letters by which one is made longer
	fewSuggested   = 5   // as many as ever, and no fewer than these: the list may be cut there
)

// suggested asks a box of f that suggests, and takes no free words, for all that it
// offers, letter by letter, and returns the form with these as its options: then it is a
// menu like any other. Where no box says that it suggests, what appears as one types into
// a script's box shows it. The form is nil where no box offers anything. What the page's
// script asks for the suggestions is asked without the page, once that is known. Where the site
// has told that a word finds nothing, it hardly suggests for longer ones alone. A beginning that
// brings records is returned as a word to ask.
func (r *Finder) suggested(ctx context.Context, f forms.Form, idle *page.Document, told bool) (g *forms.Form, word string, stop *ledger.Stop, err error) {
	offers := func(c forms.Field) bool { return c.Suggests && len(c.Options) == 0 && !c.Disabled && c.At != "" }
	at := slices.IndexFunc(f.Fields, offers)
	if at < 0 && f.ByScript() != "" {
		at = slices.IndexFunc(f.Fields, func(c forms.Field) bool {
			c.Suggests = c.Role == forms.QueryRole && c.Control.IsText()
			return offers(c)
		})
	}
	if at < 0 || !r.Renders() {
		return nil, "", nil, nil
	}
	s := suggesting{box: f.Fields[at], page: page.Get(f.Page), opened: f.Opened, idle: idle, seen: map[string]bool{}}
	s.words = lexicon.StartWords(r.State.Profile.Lang)
	s.letters = alphabet(idle, s.words)
	s.shortest = s.least()
	queue := s.beginnings(r.wayWords(f, &s.box))
	var early []*page.Page // asked before it was known what suggestions look like
	for asked, tried, vain := 0, 0, 0; len(queue) > 0 && asked < mostBeginnings; asked++ {
		if stop := r.Budget.Over(); stop != nil {
			return nil, "", stop, nil
		}
		begin := queue[0]
		if queue = queue[1:]; s.dead(begin) {
			if asked--; len(queue) == 0 {
				queue, vain = s.further(), 0
			}
			continue
		}
		req := s.request(begin)
		p, stop, err := r.Fetch(ctx, req)
		if stop != nil {
			return nil, "", stop, nil
		}
		if r.Missing(err) {
			return nil, "", nil, nil
		}
		what := fmt.Sprintf("what %q begins in %q", begin, s.box.Name)
		if err := r.tried(ctx, f.Page, what, err, p); err != nil {
			return nil, "", nil, err
		}
		if err != nil {
			if s.behind != nil {
				s.behind = nil // it is not what was taken for it
				queue = append([]string{begin}, queue...)
				continue
			}
			return nil, "", nil, nil
		}
		known, held := s.shape != "", len(s.offers)
		s.offered = append(s.offered, offered{begin, s.read(p, begin)})
		if vain++; len(s.offers) > held {
			vain = 0
		}
		if doc, err := p.Document(); err == nil && len(s.offers) == 0 && idle != nil && p.Request.Render {
			if score, n := worthOf(doc, idle, begin); score >= 1 && n > 1 {
				return nil, begin, nil, nil
			}
		}
		if tried++; tried == s.patience() && len(s.offers) == 0 { // it suggests nothing so far
			if s.shortest++; s.shortest > longestLeast || told && !s.box.Suggests {
				break
			}
			queue, tried = s.beginnings(r.wayWords(f, &s.box)), 0
		}
		if early = append(early, p); !known && s.shape != "" {
			for i := range s.offered { // a single one was not told from the page before
				s.offered[i].labels = s.read(early[i], s.offered[i].begin)
			}
		}
		if s.unlikely && vain >= rareInVain {
			queue = nil
		}
		if len(queue) == 0 { // all that are as long were asked
			queue, vain = s.further(), 0
		}
	}
	if len(s.offers) < 2 {
		return nil, "", nil, nil
	}
	f.Fields = slices.Clone(f.Fields)
	c := &f.Fields[at]
	c.Options, c.Role, c.Score, c.Suggests, c.Guessed = s.options(), forms.CategoryRole, 0.8, true, s.shortest > 1 || len(queue) > 0
	profile := r.State.Profile
	profile.Form = &f
	r.Tell("note", fmt.Sprintf("%q suggests %d values, of which one is picked", c.Name, len(c.Options)))
	return &f, "", nil, r.Commit(ctx, ledger.Commit{Profile: &profile})
}

// offer is a suggestion: what it says, and what else the script was told of it.
type offer struct {
	label  string
	fields []page.Pair
}

// suggesting is what is known of the suggestions of a box.
type suggesting struct {
	box     forms.Field
	page    page.Request
	opened  []page.Step
	behind  *endpoint.Endpoint // that the page's script asks; nil while it is not known
	offers  []offer
	seen    map[string]bool // labels
	most    int             // offered at once
	offered []offered       // by the beginnings of one length
	idle    *page.Document  // the page with nothing typed; nil where it is not known
	shape   string          // of what appears as one types, where nothing says that it is offered

	words    []string        // frequent ones of the page's language
	letters  []string        // that beginnings are made of
	shortest int             // letters from which on it suggests something, as far as is known
	begun    map[string]bool // beginnings that were queued
	paired   bool            // of pairs, those that are less likely were queued
	unlikely bool            // these are being asked
}

// Of how many letters beginnings have: a box may suggest from two or three on only.
const (
	inVain       = 8 // beginnings of a length are asked before longer ones are
	manyInVain   = 60
	rareInVain   = 60 // pairs of letters that hardly any word begins with, the likeliest first
	longestLeast = 3
)

// least returns the length that a box says beginnings need, 1 where it says nothing.
func (s *suggesting) least() int {
	for n := longestLeast; n > 1; n-- {
		if m := saysLetters.FindStringSubmatch(s.box.Placeholder + ", " + s.box.Label); s.box.MinLength == n || m != nil && m[1] == fmt.Sprint(n) {
			return n
		}
	}
	return 1
}

// saysLetters finds how many of something are spoken of.
var saysLetters = regexp.MustCompile(`(?:^|\D)([23]) ?\pL`)

// vowels are letters that most second letters of words are, with the consonants that follow others.
const vowels, liquids = "aeiouаеиоуαειου", "lrnhtyлрнтλρντ"

// alphabet returns the letters that beginnings are made of: those from a to z with what a page
// and words of its language have beside them, or where it is written in others, its most frequent ones.
func alphabet(idle *page.Document, words []string) (letters []string) {
	const most = 40
	counts, marked, latin, others := map[string]int{}, map[string]bool{}, 0, 0
	text := strings.Join(words, " ")
	if idle != nil {
		text += page.Text(idle.Root)
	}
	for _, l := range strings.ToLower(text) {
		switch {
		case l < utf8.RuneSelf && unicode.IsLetter(l):
			latin++
		case unicode.Is(unicode.Latin, l):
			latin++
			marked[string(l)] = true
		case unicode.IsLetter(l):
			others++
			counts[string(l)]++
		}
	}
	if others > latin {
		letters = slices.Sorted(maps.Keys(counts))
		slices.SortStableFunc(letters, func(a, b string) int { return counts[b] - counts[a] })
		letters = letters[:min(len(letters), most)]
		of := []rune(letters[0])[0]
		for _, ends := range []string{"ая", "αω", "את", "اي", "აჰ", "աֆ"} { // those that the page happens to lack
			from, to := []rune(ends)[0], []rune(ends)[1]
			for l := from; from <= of && of <= to && l <= to; l++ {
				if !slices.Contains(letters, string(l)) {
					letters = append(letters, string(l))
				}
			}
		}
		return letters
	}
	for l := 'a'; l <= 'z'; l++ {
		letters = append(letters, string(l))
	}
	return append(letters, slices.Sorted(maps.Keys(marked))...)
}

// beginnings returns what to ask first: all letters, the likely pairs of them, or how words begin.
func (s *suggesting) beginnings(words []string) (out []string) {
	s.begun, s.offered, s.paired = map[string]bool{}, nil, false
	switch s.shortest {
	case 1:
		return slices.Clone(s.letters)
	case 2:
		for _, first := range s.letters {
			for _, second := range s.likely(first) {
				out = append(out, first+second)
			}
		}
		slices.SortStableFunc(out, func(a, b string) int { return rarity(a) - rarity(b) })
		return out
	}
	first := strings.Fields("mar san bar kar pal han ber wal")
	return s.begins(slices.Concat(first, words, s.words)) // names have words in them
}

// patience is after how many beginnings of a length that bring nothing longer ones are asked. A
// box that says that it suggests does so for some that are as long as it takes.
func (s *suggesting) patience() int {
	if s.box.Suggests && s.shortest == longestLeast {
		return manyInVain
	}
	return inVain
}

// likely returns the letters that often follow a first one: consonants a vowel, vowels and a few
// consonants another one.
func (s *suggesting) likely(first string) (out []string) {
	vowel := func(l string) bool { return strings.Contains(vowels, lexicon.Fold(l)) }
	for _, l := range s.letters {
		if vowel(first) != vowel(l) || strings.Contains(liquids, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		out = s.letters[:min(len(s.letters), inVain)]
	}
	return out
}

// rarity ranks pairs: those that a frequent consonant and a come in first.
func rarity(pair string) int {
	l := []rune(pair)
	switch {
	case strings.ContainsRune("smbkplнсмкбπμκσ", l[0]) && strings.ContainsRune("aаα", l[1]):
		return 0
	case strings.ContainsRune(vowels, l[1]) != strings.ContainsRune(vowels, l[0]):
		return 1
	}
	return 2
}

// fresh adds the letters that suggestions have and that no beginning was made of.
func (s *suggesting) fresh() (out []string) {
	for _, o := range s.offers {
		for _, l := range strings.ToLower(o.label) {
			if unicode.IsLetter(l) && !slices.Contains(s.letters, string(l)) {
				s.letters, out = append(s.letters, string(l)), append(out, string(l))
			}
		}
	}
	return out
}

// alive returns the first letters of what brought something.
func (s *suggesting) alive() map[string]bool {
	alive := map[string]bool{}
	for _, o := range s.offered {
		if first := string([]rune(o.begin)[:1]); len(o.labels) > 0 {
			alive[first] = true
		}
	}
	return alive
}

// dead reports whether a pair of consonants need not be asked: of many names that are known
// none begins with the first of them, which was asked with each vowel, and the second is none
// that goes with all.
func (s *suggesting) dead(pair string) bool {
	l := []rune(pair)
	return s.shortest == 2 && !s.paired && len(l) == 2 && rarity(pair) == 2 && !strings.ContainsRune(vowels, l[0]) && !strings.ContainsRune("lrлрλρ", l[1]) && len(s.offers) >= manyOffers && !s.alive()[string(l[0])]
}

// manyOffers is how many names show with which letters they begin.
const manyOffers = 50

// clusters ranks pairs of consonants: those that words known begin with come first, then such
// as many languages have.
func clusters(pair string, begun map[string]bool) int {
	l := []rune(pair)
	switch {
	case begun[pair]:
		return 0
	case strings.ContainsRune("skzptcgdсзпткд", l[0]) && strings.ContainsRune("cpkmwszvjtdпкмсвтд", l[1]):
		return 1
	}
	return 2
}

// begins returns how words begin, each once, with their accents: a box that needs none takes them.
func (s *suggesting) begins(words []string) (out []string) {
	for _, w := range words {
		w = strings.TrimFunc(strings.ToLower(w), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if l := []rune(w); len(l) >= s.shortest {
			if begin := string(l[:s.shortest]); !s.begun[begin] {
				s.begun[begin] = true
				out = append(out, begin)
			}
		}
	}
	return out
}

// further returns what to ask beyond what was asked: the other pairs of first letters that
// brought something, how the words of suggestions begin, or what lists are cut of.
func (s *suggesting) further() (out []string) {
	s.unlikely = false
	switch fresh := s.fresh(); {
	case len(fresh) > 0 && s.shortest == 1:
		return fresh
	case len(fresh) > 0 && s.shortest == 2:
		for _, first := range fresh {
			for _, second := range s.likely(first) {
				out = append(out, first+second)
			}
		}
		return out
	case s.shortest == 2 && !s.paired:
		s.paired, s.unlikely = true, true
		alive := s.alive()
		for _, first := range s.letters {
			likely := s.likely(first)
			for _, second := range s.letters {
				if alive[first] && !slices.Contains(likely, second) {
					out = append(out, first+second)
				}
			}
		}
		begun, known := map[string]bool{}, slices.Clone(s.words)
		for _, o := range s.offers {
			known = append(known, strings.Fields(o.label)...)
		}
		for _, w := range known {
			l := []rune(strings.ToLower(w))
			begun[string(l[:min(2, len(l))])] = true
		}
		slices.SortStableFunc(out, func(a, b string) int { return clusters(a, begun) - clusters(b, begun) })
	case s.shortest == longestLeast:
		for _, o := range s.offers {
			out = append(out, s.begins(strings.Fields(o.label))...)
		}
	}
	if len(out) > 0 {
		return out
	}
	return s.cut(s.letters)
}

// offered is what a beginning brought.
type offered struct {
	begin  string
	labels []string
}

// sorted reports whether the suggestions stand in the order of the alphabet, and go on as was typed.
func (o offered) sorted() bool {
	return slices.IsSortedFunc(o.labels, func(a, b string) int { return strings.Compare(lexicon.Fold(a), lexicon.Fold(b)) }) &&
		!slices.ContainsFunc(o.labels, func(l string) bool { return !strings.HasPrefix(lexicon.Fold(l), lexicon.Fold(o.begin)) })
}

// common returns how all suggestions of a list begin.
func (o offered) common() string {
	common := strings.ToLower(o.labels[0])
	for _, l := range o.labels {
		for l = strings.ToLower(l); !strings.HasPrefix(l, common); {
			_, n := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-n]
		}
	}
	if !strings.HasPrefix(lexicon.Fold(common), lexicon.Fold(o.begin)) {
		return o.begin
	}
	return common
}

// cut returns what to ask beyond the beginnings that brought as many suggestions as ever,
// since those lists may be cut there. Where all lists are sorted, what one lacks comes after
// the last that it shows.
func (s *suggesting) cut(letters []string) (longer []string) {
	sorted := true
	for _, o := range s.offered {
		s.most = max(s.most, len(o.labels))
		sorted = sorted && o.sorted()
	}
	for _, o := range s.offered {
		n := len(o.labels)
		if n < max(s.most, fewSuggested) || len([]rune(o.begin)) >= max(s.shortest, 1)+muchLonger {
			continue
		}
		begin := o.common()
		last := []rune(lexicon.Fold(o.labels[n-1]))
		for _, l := range s.written(letters) {
			if at := len([]rune(begin)); !sorted || len(last) <= at || l >= string(last[at]) {
				longer = append(longer, begin+l)
			}
		}
	}
	s.offered = nil
	return longer
}

// request returns the request for the suggestions that begin so.
func (s *suggesting) request(begin string) page.Request {
	if s.behind != nil {
		if req, err := s.behind.Fill(forms.Values{s.box.Name: {begin}}, endpoint.Progress{}, time.Now().UnixMilli()); err == nil {
			return req
		}
		s.behind = nil
	}
	return s.page.Rendered(append(slices.Clone(s.opened), page.Step{Do: page.TypeText, At: s.box.At, Text: begin})...)
}

// read adds the suggestions of an answer and returns what they say.
func (s *suggesting) read(p *page.Page, begin string) []string {
	if !p.Request.Render && s.behind != nil {
		return s.add(s.records(p))
	}
	doc, err := p.Document()
	if err != nil {
		return nil
	}
	var shown []endpoint.Shown
	var plain []offer
	for n := range doc.Root.Descendants() {
		if n.Type == html.ElementNode && strings.EqualFold(page.Attr(n, "role"), "option") && !hiddenIn(n) {
			if label := strings.Join(strings.Fields(page.Text(n)), " "); label != "" {
				shown = append(shown, endpoint.Shown{Title: label, Text: label})
				plain = append(plain, offer{label: label})
			}
		}
	}
	if len(shown) == 0 && !s.box.Suggests {
		for _, label := range s.appeared(doc, begin) {
			shown = append(shown, endpoint.Shown{Title: label, Text: label})
			plain = append(plain, offer{label: label})
		}
	}
	if len(shown) == 0 {
		return nil
	}
	o := endpoint.Observation{Asked: []page.Pair{{Name: s.box.Name, Value: begin}}, Page: p.Request, Body: p.Body, Head: p.Header.Values("Set-Cookie"), Exchanges: p.Exchanges, Shown: shown}
	if e, ok := endpoint.Learn([]endpoint.Observation{o}); ok && e.Answer.JSON && e.Answer.Title != "" {
		for _, x := range p.Exchanges {
			if x.Request.URL == e.Request.URL {
				s.behind = &e
				if found := s.records(&page.Page{Request: x.Request, Final: x.Request.URL, Body: x.Body, Header: x.Header, Status: x.Status}); len(found) == len(plain) {
					return s.add(found)
				}
				s.behind = nil // it says something else
			}
		}
	}
	return s.add(plain)
}

// onlyOffers reports whether all that a page shows as records is what a box suggests.
func onlyOffers(doc *page.Document, records []extract.Record) bool {
	labels := map[string]bool{}
	for n := range doc.Root.Descendants() {
		if n.Type == html.ElementNode && strings.EqualFold(page.Attr(n, "role"), "option") {
			labels[strings.Join(strings.Fields(page.Text(n)), " ")] = true
		}
	}
	return len(labels) > 0 && !slices.ContainsFunc(records, func(rec extract.Record) bool { return !labels[rec.Title] && !labels[rec.Text] })
}

// longOffer is how long a suggestion is at most, in letters: what is longer is a record.
const longOffer = 80

// appeared returns what the longest list says that is not on the idle page, has what was
// typed in each line, and leads nowhere. Once one was seen, lists of its shape are.
func (s *suggesting) appeared(doc *page.Document, begin string) (best []string) {
	shape := ""
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode || s.shape != "" && shapeOf(n) != s.shape || hiddenIn(n) {
			continue
		}
		var lines []string
		for c := range n.ChildNodes() {
			if c.Type != html.ElementNode {
				continue
			}
			line := strings.Join(strings.Fields(page.Text(c)), " ")
			if line == "" || len([]rune(line)) > longOffer || s.shape == "" && !strings.Contains(lexicon.Fold(line), lexicon.Fold(begin)) || leads(c) || shapeOf(c) != shapeOf(firstElement(n)) {
				lines = nil
				break
			}
			lines = append(lines, line)
		}
		if len(lines) > len(best) && (len(lines) > 1 || s.shape != "") && !s.idles(n) {
			best, shape = lines, shapeOf(n)
		}
	}
	s.shape = cmp.Or(s.shape, shape)
	return best
}

// idles reports whether an element is on the idle page as it is.
func (s *suggesting) idles(n *html.Node) bool {
	if s.idle == nil {
		return false
	}
	text := page.Text(n)
	for m := range s.idle.Root.Descendants() {
		if m.Type == html.ElementNode && shapeOf(m) == shapeOf(n) && page.Text(m) == text {
			return true
		}
	}
	return false
}

// leads reports whether something is a link that leads on, or holds one or a control.
func leads(n *html.Node) bool {
	is := func(n *html.Node) bool {
		return n.Type == html.ElementNode && (n.Data == "a" && !strings.HasPrefix(cmp.Or(page.Attr(n, "href"), "#"), "#") || n.Data == "input" || n.Data == "select")
	}
	if is(n) {
		return true
	}
	for c := range n.Descendants() {
		if is(c) {
			return true
		}
	}
	return false
}

func firstElement(n *html.Node) *html.Node {
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode {
			return c
		}
	}
	return nil
}

// shapeOf is what an element and its like have in common.
func shapeOf(n *html.Node) string { return n.Data + "." + page.Attr(n, "class") }

// records reads the suggestions of the request behind the page.
func (s *suggesting) records(p *page.Page) []offer {
	doc, err := behind.Document(s.behind, p)
	if err != nil {
		return nil
	}
	var out []offer
	for _, rec := range extract.Read(doc, behind.Reading(*s.behind, extract.Options{})).Records {
		out = append(out, offer{rec.Title, behind.Pairs(rec.Fields)})
	}
	return out
}

func (s *suggesting) add(found []offer) (labels []string) {
	for _, o := range found {
		labels = append(labels, o.label)
		if o.label != "" && !s.seen[o.label] {
			s.seen[o.label] = true
			s.offers = append(s.offers, o)
		}
	}
	return labels
}

// written returns the letters that a longer beginning may go on with: beside the usual ones
// those that suggestions are written in.
func (s *suggesting) written(usual []string) []string {
	out := slices.Clone(usual)
	for _, o := range s.offers {
		for _, l := range strings.ToLower(o.label) {
			if unicode.IsLetter(l) && !slices.Contains(out, string(l)) {
				out = append(out, string(l))
			}
		}
	}
	return out
}

// options returns the suggestions as a menu's: what is sent for one is what tells them
// apart, by a name that says so, and what they say where nothing does.
func (s *suggesting) options() []forms.Option {
	member := ""
	for _, name := range []string{"id", "code", "key", "value", "slug", "uid"} {
		values := map[string]bool{}
		for _, o := range s.offers {
			for _, f := range o.fields {
				if lexicon.Fold(f.Name) == name && f.Value != "" {
					values[f.Value] = true
				}
			}
		}
		if member == "" && len(values) == len(s.offers) {
			member = name
		}
	}
	var out []forms.Option
	for _, o := range s.offers {
		value := o.label
		for _, f := range o.fields {
			if member != "" && lexicon.Fold(f.Name) == member {
				value = f.Value
			}
		}
		out = append(out, forms.Option{Value: value, Label: o.label})
	}
	slices.SortFunc(out, func(a, b forms.Option) int { return strings.Compare(a.Label, b.Label) })
	return out
}

// hiddenIn reports whether a shown page marks an element, or what it is in, as unseen.
func hiddenIn(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && page.HasAttr(n, "hidden") {
			return true
		}
	}
	return false
}
