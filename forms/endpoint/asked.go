package endpoint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// take finds where the values asked stand in the group's requests, drops the
// requests that ask for something else (the beginnings of a word that was being
// typed), and counts the records that its answers have. It reports whether
// these are most. A request that was sent before, too, when nothing was asked or
// something else, has the values by chance.
func (g *group) take(o Observation, before []Observation) bool {
	most, agreeing := 0, 0
	for _, s := range slices.Backward(g.all) { // the last is that for the whole word
		if s.Step == 0 && o.steps() || sentBefore(s.request, o.Asked, before) {
			continue
		}
		parts := controlsIn(s, o.Asked)
		controls, agree := controlsOf(parts), 0
		for _, t := range g.all {
			if agrees(t, parts, o.Asked) {
				agree++
			}
		}
		// Where the page is shown on, a value stands elsewhere by chance, as 100 rows a page
		// where the second page begins at row 100.
		if controls > most || controls == most && agree > agreeing && controls > 0 {
			g.parts, most, agreeing = parts, controls, agree
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

// controlsOf counts the controls that parts are of.
func controlsOf(parts []Part) int {
	seen := map[string]bool{}
	for _, p := range parts {
		seen[p.Control] = true
	}
	return len(seen)
}

// steps reports whether the question was asked by steps on the page, so that
// what was sent on load has nothing of it.
func (o Observation) steps() bool {
	return slices.ContainsFunc(o.Exchanges, func(x page.Exchange) bool { return x.Step > 0 }) || o.Page.Script != ""
}

// sentBefore reports whether the same request was sent when other values, or
// none, were asked.
func sentBefore(r page.Request, asked []page.Pair, before []Observation) bool {
	return slices.ContainsFunc(before, func(o Observation) bool { return !slices.Equal(o.Asked, asked) && o.sent(r) })
}

// sentForOther reports whether the same request was sent for all that was asked before for which
// the page's script fetched anything, and that something of that begins otherwise: an index that
// is fetched late is the same for all, of one in parts those are that a word needs, or a beginning.
func sentForOther(r page.Request, asked []page.Pair, before []Observation) (sent bool) {
	for _, o := range before {
		if slices.Equal(o.Asked, asked) {
			continue
		}
		switch late := slices.ContainsFunc(o.Exchanges, func(x page.Exchange) bool { return x.Step > 0 && page.BringsData(x.Body) }); {
		case !o.sent(r) && late && len(o.Asked) > 0:
			return false
		case !o.sent(r):
		case !slices.ContainsFunc(o.Asked, func(p page.Pair) bool {
			return slices.ContainsFunc(asked, func(q page.Pair) bool { return p.Name == q.Name && beginning(p.Value) == beginning(q.Value) })
		}):
			sent = true
		}
	}
	return sent
}

// beginning is the first letter of a text.
func beginning(text string) rune {
	first, _ := utf8.DecodeRuneInString(lexicon.Fold(text))
	return first
}

// sent reports whether r was sent in an observation.
func (o Observation) sent(r page.Request) bool {
	return slices.ContainsFunc(o.Exchanges, func(x page.Exchange) bool { return take(x, o.Page).request.Key() == r.Key() })
}

// searched reports whether the page's script must have searched for what was
// asked in the group's answer: that was there before or was sent just so when
// something else was asked, nothing that was sent since has the records, and those shown are not just the first of the answer's,
// or fewer than were shown before, or all of them where the same answer brought fewer to see.
func (g *group) searched(o Observation, before []Observation) bool {
	if len(g.parts) > 0 || len(g.all) != 1 || len(o.Shown) == 0 || g.held*10 < g.of*9 {
		return false
	}
	if g.first().Step > 0 && !sentForOther(g.first().request, o.Asked, before) {
		return false // it may be the answer to what was asked
	}
	body := string(g.first().Body)
	says := func(text string) bool {
		return slices.ContainsFunc(o.Asked, func(a page.Pair) bool { return strings.Contains(text, lexicon.Fold(a.Value)) })
	}
	mentioned := slices.ContainsFunc(o.Shown, func(s Shown) bool { return says(lexicon.Fold(s.Text + " " + s.Title)) }) // not by each: scripts like to guess
	answer := learnAnswer(body, o.Shown)
	all := answer.rows(body)
	if !answer.JSON {
		return false
	}
	if len(o.Shown) < 2 && answer.Link == "" && ownLink(all) == "" {
		return false // one word may be anywhere: in the list of all words, too
	}
	for _, m := range matches(likely(all, o.Shown), o.Shown[:min(len(o.Shown), maxShown)]) { // or what was found of a row is not shown of it
		mentioned = mentioned || slices.ContainsFunc(m.of.values, func(v jsonSpan) bool { return v.kind == 's' && says(v.folded()) })
	}
	if !mentioned || len(all) < len(o.Shown) {
		return false
	}
	if len(all) == len(o.Shown) {
		return slices.ContainsFunc(before, func(b Observation) bool {
			return !slices.Equal(b.Asked, o.Asked) && len(b.Shown) < len(o.Shown) && b.sent(g.first().request)
		})
	}
	if slices.ContainsFunc(before, func(b Observation) bool { return len(b.Asked) == 0 && len(b.Shown) > len(o.Shown) }) {
		return true
	}
	head := matches(all[:min(len(o.Shown), maxElements)], o.Shown[:min(len(o.Shown), maxShown)])
	return 10*len(head) < 9*min(len(o.Shown), maxShown)
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
		before := len(out)
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
		if len(out) == before {
			out = append(out, dated(s, a.Name, value, taken)...)
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
	wordly := func(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.Nd) }
	timed := len(after) > 3 && after[0] == 'T' && after[3] == ':' // the time of a day
	if before != "" && wordly(last) || after != "" && wordly(next) && !timed {
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
		value := strings.TrimSpace(asked[i].Value)
		if p.Date != "" {
			value, _ = written(value, p.Date)
		}
		if !ok || !strings.EqualFold(strings.TrimSpace(l.text), p.Before+value+p.After) {
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
