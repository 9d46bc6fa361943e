package forms

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Observation is a question that was asked by a browser: what was asked, the
// requests that the page's scripts sent meanwhile, and the records that the
// page then showed.
type Observation struct {
	Asked     []page.Pair // values by name of control
	Page      page.Request
	Body      []byte   // of the page as it was served or, where that is not known, as scripts left it
	Head      []string // Set-Cookie lines that came with it
	Exchanges []page.Exchange
	Shown     []Shown
}

// LearnEndpoint finds the request behind the page: of what the scripts sent in
// the last observation the one whose answer has the records that were shown.
// Observations before it, of which nonsense words are the most telling, show
// what changes from one question to the next. It is not ok where no request
// holds the records, or where what was asked does not stand in it, unless
// nothing was asked.
//
// Only what a page may be asked for without side effects is taken: GET, or POST
// where that is how the search was sent, never a GraphQL mutation and never an
// address that names a deed.
func LearnEndpoint(seen []Observation) (e Endpoint, ok bool) {
	if len(seen) == 0 {
		return e, false
	}
	now := seen[len(seen)-1]
	var best *group
	for _, g := range groups(now) {
		if g.take(now) && (best == nil || g.better(best)) {
			best = g
		}
	}
	if best == nil {
		return e, false
	}
	others := best.elsewhere(seen[:len(seen)-1])
	best.confirm(others)
	if !best.asks(now) {
		return e, false
	}
	e = Endpoint{Request: best.first().request, Answer: best.answer(now)}
	if len(best.parts) > 0 {
		e.Asked = now.Asked
	}
	e.Parts = append(e.Parts, best.parts...)
	e.Parts = append(e.Parts, best.paging(others)...)
	e.Parts = append(e.Parts, best.volatile(now, others, e.Parts)...)
	e.Rows = best.fullPage(e.Parts)
	e.Request.Header = best.header()
	e.Reasons = best.why(now, e)
	return e, true
}

// sent is a request of a script, taken apart, with its answer.
type sent struct {
	page.Exchange
	request page.Request
	leaves  []leaf
}

// group is the requests of one observation that are the same but for values.
type group struct {
	shape string
	all   []sent
	parts []Part // controls
	held  int    // records shown that its answers have
	of    int
}

func (g *group) first() sent { return g.all[0] }

// groups sorts the requests of an observation by their shape, those dropped
// that must not be repeated.
func groups(o Observation) []*group {
	var out []*group
	for _, x := range o.Exchanges {
		if x.Status < 200 || x.Status > 299 || x.Truncated || len(x.Body) == 0 {
			continue
		}
		s := take(x, o.Page)
		if harmful(s) {
			continue
		}
		shape := shapeOf(s, o.Asked)
		i := slices.IndexFunc(out, func(g *group) bool { return g.shape == shape })
		if i < 0 {
			i = len(out)
			out = append(out, &group{shape: shape})
		}
		out[i].all = append(out[i].all, s)
	}
	return out
}

func take(x page.Exchange, on page.Request) sent {
	r := x.Request
	if r.Method == "" {
		r.Method = "GET"
	}
	r.Render, r.Script = false, ""
	if r.Referer.IsZero() {
		r.Referer = on.URL
	}
	return sent{Exchange: x, request: r, leaves: leaves(r)}
}

// harmful reports whether repeating a request could change something.
func harmful(s sent) bool {
	if s.request.Method != "GET" && s.request.Method != "POST" || lexicon.Deeds.Within(lexicon.Split(pathOf(s.request.URL))) {
		return true
	}
	for _, l := range s.leaves {
		if strings.HasPrefix(strings.TrimSpace(l.text), "mutation") && strings.Contains(l.text, "{") {
			return true
		}
	}
	return false
}

// deeds are members that say which of several things an address does.
var deeds = map[string]bool{"action": true, "op": true, "operation": true, "operationname": true, "method": true, "cmd": true, "do": true, "task": true, "service": true, "route": true}

// shapeOf is what a request has in common with those that ask for other words
// or pages.
func shapeOf(s sent, asked []page.Pair) string {
	var b strings.Builder
	b.WriteString(s.request.Method + " " + s.request.URL.Origin())
	for _, l := range s.leaves {
		kind, name, _ := strings.Cut(l.at, " ")
		text := l.text
		for _, a := range asked {
			text = replaceFold(text, a.Value, "{}")
		}
		switch last := name[strings.LastIndexAny(name, "/ ")+1:]; {
		case kind == "path":
			if allDigits(text) {
				text = "#"
			}
			b.WriteString("/" + text)
		case deeds[strings.ToLower(strings.ReplaceAll(last, "_", ""))], isGraphQL(l):
			b.WriteString("|" + l.at + "=" + text)
		}
	}
	return b.String()
}

// isGraphQL reports whether a value is a query of that language.
func isGraphQL(l leaf) bool {
	return strings.HasSuffix(l.at, "query") && strings.Contains(l.text, "{") && strings.Contains(l.text, "}")
}

// replaceFold replaces a text regardless of case, in a text where lower case
// has as many bytes.
func replaceFold(s, old, by string) string {
	if old == "" {
		return s
	}
	low, want := strings.ToLower(s), strings.ToLower(old)
	if len(low) != len(s) {
		low, want = s, old
	}
	i := strings.Index(low, want)
	if i < 0 {
		return s
	}
	return s[:i] + by + replaceFold(s[i+len(want):], old, by)
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// take finds where the values asked stand in the group's requests, drops the
// requests that ask for something else (the beginnings of a word that was being
// typed), and counts the records that its answers have. It reports whether
// these are most.
func (g *group) take(o Observation) bool {
	for i := len(g.all) - 1; i >= 0; i-- { // the last is that for the whole word
		if parts := controlsIn(g.all[i], o.Asked); len(parts) > len(g.parts) {
			g.parts = parts
		}
	}
	g.all = slices.DeleteFunc(g.all, func(s sent) bool { return !agrees(s, g.parts, o.Asked) })
	held := make([]bool, len(o.Shown))
	from := -1
	for i, s := range g.all {
		text := saidBy(string(s.Body))
		for k, r := range o.Shown {
			if !held[k] && r.holds(text) {
				held[k] = true
				g.held++
				if from < 0 {
					from = i
				}
			}
		}
	}
	g.of = len(o.Shown)
	if from > 0 {
		g.all = g.all[from:]
	}
	return g.held > 0 && 2*g.held >= g.of
}

// better prefers requests in which more of the question stands, then those
// that hold more of the records, then those that hold less else.
func (g *group) better(h *group) bool {
	if len(g.parts) != len(h.parts) {
		return len(g.parts) > len(h.parts)
	}
	if g.held != h.held {
		return g.held > h.held
	}
	return len(g.first().Body) < len(h.first().Body)
}

// asks reports whether every text that was asked stands in the request.
func (g *group) asks(o Observation) bool {
	for _, a := range o.Asked {
		if a.Value != "" && !slices.ContainsFunc(g.parts, func(p Part) bool { return p.Control == a.Name }) {
			return false
		}
	}
	return true
}

// controlsIn finds the places where values that were asked stand.
func controlsIn(s sent, asked []page.Pair) []Part {
	var out []Part
	taken := map[string]bool{}
	for _, a := range asked {
		value := strings.ToLower(strings.TrimSpace(a.Value))
		if value == "" {
			continue
		}
		exact := slices.ContainsFunc(s.leaves, func(l leaf) bool { return strings.ToLower(strings.TrimSpace(l.text)) == value })
		for _, l := range s.leaves {
			if taken[l.at] || entered(l, s.leaves) {
				continue
			}
			before, after, ok := around(l.text, value)
			if !ok || (before != "" || after != "") && (exact || utf8.RuneCountInString(value) < 3 && !strings.HasPrefix(l.at, "path ")) || strings.HasPrefix(l.at, "header ") {
				continue
			}
			taken[l.at] = true
			out = append(out, Part{At: l.at, Is: PartControl, Control: a.Name, Before: before, After: after, Bare: l.bare})
		}
	}
	return out
}

// entered reports whether a value is looked at by its own parts.
func entered(l leaf, all []leaf) bool {
	return slices.ContainsFunc(all, func(m leaf) bool { return strings.HasPrefix(m.at, l.at+" > ") })
}

// around cuts a text at a value (in lower case) that stands in it as a word.
func around(text, value string) (before, after string, ok bool) {
	text = strings.TrimSpace(text)
	low := strings.ToLower(text)
	if len(low) != len(text) {
		return "", "", low == value
	}
	i := strings.Index(low, value)
	if i < 0 {
		return "", "", false
	}
	before, after = text[:i], text[i+len(value):]
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	wordly := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if before != "" && wordly(last) || after != "" && wordly(next) {
		return "", "", false
	}
	return before, after, true
}

// agrees reports whether a request has what was asked where parts say.
func agrees(s sent, parts []Part, asked []page.Pair) bool {
	for _, p := range parts {
		i := slices.IndexFunc(asked, func(a page.Pair) bool { return a.Name == p.Control })
		if i < 0 {
			continue
		}
		l, ok := s.leaf(p.At)
		if !ok || !strings.EqualFold(strings.TrimSpace(l.text), p.Before+strings.TrimSpace(asked[i].Value)+p.After) {
			return false
		}
	}
	return true
}

func (s sent) leaf(at string) (leaf, bool) {
	for _, l := range s.leaves {
		if l.at == at {
			return l, true
		}
	}
	return leaf{}, false
}

// elsewhere finds the request of the same shape in each other observation: the
// last that has what was asked there in some of the places.
func (g *group) elsewhere(others []Observation) []counterpart {
	var out []counterpart
	for i, o := range others {
		if len(o.Asked) == 0 && len(g.parts) > 0 {
			continue
		}
		var found *sent
		for _, h := range groups(o) {
			if h.shape != g.shape {
				continue
			}
			for _, s := range h.all {
				if len(g.parts) == 0 || slices.ContainsFunc(g.parts, func(p Part) bool { return agrees(s, []Part{p}, o.Asked) }) {
					found = &s
				}
			}
		}
		if found != nil {
			out = append(out, counterpart{*found, o, i})
		}
	}
	return out
}

// counterpart is the same request in another observation.
type counterpart struct {
	sent
	of    Observation
	index int
}

// confirm drops the places in which a word stood by chance: where another
// question had another word, and that place had not.
func (g *group) confirm(others []counterpart) {
	g.parts = slices.DeleteFunc(g.parts, func(p Part) bool {
		for _, c := range others {
			asked := slices.ContainsFunc(c.of.Asked, func(a page.Pair) bool { return a.Name == p.Control })
			if asked && !agrees(c.sent, []Part{p}, c.of.Asked) {
				return true
			}
		}
		return false
	})
}

// answer learns how to read the answers from the first that holds records.
func (g *group) answer(o Observation) Answer {
	return learnAnswer(string(g.first().Body), o.Shown)
}

// header keeps of the first request's header what answers may depend on.
func (g *group) header() string {
	s := g.first()
	header := s.request.Header
	for _, name := range []string{"Accept", "X-Requested-With", "Origin"} {
		if v := s.Head.Get(name); v != "" && !hasHeader(header, name) {
			header = putHeader(header, name, &v)
		}
	}
	return header
}

func hasHeader(header, name string) bool {
	for line := range strings.Lines(header) {
		if n, _, _ := strings.Cut(line, ":"); strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// why says for people what was found.
func (g *group) why(o Observation, e Endpoint) []string {
	out := []string{fmt.Sprintf("its answer has %d of the %d records that the page showed", g.held, g.of)}
	for _, p := range e.Parts {
		switch p.Is {
		case PartControl:
			out = append(out, fmt.Sprintf("%s: what %q is set to", p.At, p.Control))
		case PartToken:
			out = append(out, fmt.Sprintf("%s: a token, found on %s (%s)", p.At, p.Found.On.URL, p.Found.In))
		default:
			out = append(out, fmt.Sprintf("%s: the %s", p.At, p.Is))
		}
	}
	return out
}
