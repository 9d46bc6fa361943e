package endpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
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
	Text      string   // that the page shows
	Links     []Shown  // those of its links that say what was asked
	Final     page.URL // where it is by then
}

// Learn finds the request behind the page: of what the scripts sent in
// the last observation the one whose answer has the records that were shown.
// Observations before it, of which nonsense words are the most telling, show
// what changes from one question to the next. It is not ok where no request
// holds the records, or where what was asked does not stand in it, unless
// nothing was asked or the page's own script searches in the answer (Whole).
//
// Only what a page may be asked for without side effects is taken: GET, or POST
// where that is how the search was sent, never a GraphQL mutation and never an
// address that names a deed.
func Learn(seen []Observation) (e Endpoint, ok bool) {
	if len(seen) == 0 {
		return e, false
	}
	now, before := seen[len(seen)-1], seen[:len(seen)-1]
	if e, ok = parted(now, before); ok {
		return e, true
	}
	var best *group
	for _, g := range groups(now) {
		if g.take(now, before) && (best == nil || g.better(best)) {
			best = g
		}
	}
	if best == nil {
		return whole(now, before)
	}
	others := best.elsewhere(before)
	best.confirm(others)
	if !best.asks(now) {
		if !best.searched(now, before) {
			return whole(now, before)
		}
		now.Asked, e.Whole = nil, true
	}
	e.Request, e.Answer = best.first().request, best.answer(now)
	if len(best.parts) == 0 {
		e.Answer = e.Answer.complete(string(best.first().Body), e.Request.URL, e.Whole)
	}
	if len(best.parts) > 0 {
		e.Asked = now.Asked
	}
	e.Parts = append(e.Parts, best.parts...)
	e.Parts = append(e.Parts, best.paging(others)...)
	e.Parts = append(e.Parts, best.volatile(now, others, e.Parts)...)
	e.Rows = best.fullPage(e.Parts)
	e.Request.Header = best.header()
	e.Reasons = best.why(e)
	return e, true
}

// whole learns from what a page's script searches in, where that is an index.
func whole(now Observation, before []Observation) (e Endpoint, ok bool) {
	s, a, ok := index(now, before)
	if !ok {
		return e, false
	}
	g := &group{all: []sent{s}}
	e = Endpoint{Request: s.request, Answer: a, Whole: true, Index: true}
	e.Request.Header = g.header()
	e.Reasons = []string{"it came before anything was asked and lists pages by their titles, of which the page showed those that were asked for"}
	return e, true
}

// elsewhere finds the request of the same shape in each other observation: the
// last that has what was asked there in some of the places.
func (g *group) elsewhere(others []Observation) []counterpart {
	var out []counterpart
	for _, o := range others {
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
			out = append(out, counterpart{*found, o})
		}
	}
	return out
}

// counterpart is the same request in another observation.
type counterpart struct {
	sent
	of Observation
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
	out := learnAnswer(string(g.first().Body), o.Shown)
	out.Script = g.first().Script
	return out
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
func (g *group) why(e Endpoint) []string {
	out := []string{fmt.Sprintf("its answer has %d of the %d records that the page showed", g.held, g.of)}
	if e.Whole {
		out = append(out, "nothing was sent when a word was asked: the page's script searches in this answer")
	}
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
