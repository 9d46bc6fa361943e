package querygen

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A form without a query box can be asked for what no record has, too: a made-up word
// in a column, a quantity beyond all that records have, bounds that leave nothing between
// them. What comes shows what an empty answer looks like, before any answer must be told
// from one. Such a question is asked once the first one that divides the records is due:
// a form that lists everything as served never needs it. Where a form has menus only, each
// of whose values may be there, two choices are impossible together where one of them was
// read to its end and none of its records has the other.

// Of impossible questions. Beyond what records have, values are still such that a person
// might enter them: sites refuse what is absurd, and refusals teach nothing.
const (
	impossibleTries = 3   // until one is taken for what it is
	impossibleRows  = 20  // of a part that is looked at for choices that none of them has
	impossibleParts = 4   // parts that are looked at before each question, the latest
	unlikely        = 0.3 // records that two choices may have together, as far as is known, where pages without records came that tell nothing
	beyondYears     = 2999
	leastColumn     = 8 // letters that a column's box must take for a made-up word
)

// Numbers beyond and below all that records have.
const (
	beyondAll = 987_654_321
	belowAll  = -1
)

// impossible returns questions that nothing can match, the most telling first; none
// where a form has menus only, each of whose values may be there.
func impossible(si *searchInterface, seed uint64) []Query {
	var out []Query
	ask := func(why string, pairs ...page.Pair) {
		if len(out) < impossibleTries {
			out = append(out, Query{Form: si.form.ID, Bind: si.bind(pairs...), Strategy: probeStrategy, Nonsense: true,
				Why: why + ": shows what an empty answer looks like"})
		}
	}
	inSpan := map[string]bool{}
	for _, s := range si.spans {
		inSpan[s.min.Name], inSpan[s.max.Name] = true, true
	}
	for _, l := range si.lone {
		inSpan[l.span.min.Name] = true
	}
	usable := func(f forms.Field) bool {
		return f.Name != "" && isText(f) && !f.Disabled && !f.ReadOnly && !si.isFixed(f.Name) && !inSpan[f.Name] && f.Pattern == "" &&
			(f.Role == forms.QueryRole || filters(f.Role))
	}
	for _, f := range si.form.Fields {
		switch kind := typeOf(f); {
		case !usable(f) || wantsDate(f) || kind == numberType || kind == yearType || kind == zipType:
		case f.MaxLength == 0 || f.MaxLength >= leastColumn:
			w := nonsense(seed, 0)
			if f.MaxLength > 0 && len(w) > f.MaxLength {
				w = w[len(w)-f.MaxLength:] // its end is what no word has
			}
			ask("a made-up word in "+nameOf(f.Label, f.Name), page.Pair{Name: f.Name, Value: w})
		}
	}
	for _, s := range si.spans {
		if pairs, why := s.impossible(); pairs != nil {
			ask(why, pairs...)
		}
	}
	for _, l := range si.lone {
		if pair, ok := l.impossible(); ok {
			ask("a bound that no record keeps to", pair)
		}
	}
	for _, f := range si.form.Fields {
		if !usable(f) || f.Max != "" {
			continue
		}
		switch kind := typeOf(f); {
		case wantsDate(f):
			if n := notationOf(f); n != "" {
				ask("a day on which no record is", page.Pair{Name: f.Name, Value: n.write(lastDay, false)})
			}
		case kind == yearType && (f.MaxLength == 0 || f.MaxLength >= 4):
			ask("a year that no record has", page.Pair{Name: f.Name, Value: strconv.Itoa(beyondYears)})
		case kind == numberType && f.MaxLength == 0:
			ask("a number that no record has", page.Pair{Name: f.Name, Value: strconv.Itoa(beyondAll)})
		}
	}
	return out
}

// impossible returns what to bind of a pair of bounds so that nothing lies between them:
// a lower one beyond all that there is, or, where the controls do not take it, one
// above the upper one. It returns nil where neither can be said.
func (s *span) impossible() (pairs []page.Pair, why string) {
	if !s.known() {
		return nil, ""
	}
	bind := func(low, top float64) []page.Pair {
		var out []page.Pair
		out = append(out, page.Pair{Name: s.min.Name, Value: s.write(low, false)})
		if !math.IsInf(top, 1) {
			out = append(out, page.Pair{Name: s.max.Name, Value: s.write(top, true)})
		}
		return out
	}
	if s.lows != nil {
		low, top := s.lows[len(s.lows)-1].at, s.tops[0].at
		if low <= top {
			return nil, ""
		}
		return bind(low, top), "a lower bound above the upper one"
	}
	if beyond := s.beyond(); beyond <= s.greatest {
		return bind(beyond, math.Inf(1)), "bounds beyond all that records have"
	}
	if least := s.least; !math.IsInf(least, -1) && least < s.greatest {
		return bind(s.greatest, least), "a lower bound above the upper one"
	}
	return nil, ""
}

// beyond is a quantity that no record has, in the steps of the controls.
func (s *span) beyond() float64 {
	if s.dates {
		return lastDay
	}
	if !math.IsInf(s.least, -1) {
		return s.least + s.step*math.Floor((beyondAll-s.least)/s.step)
	}
	return s.step * math.Floor(beyondAll/s.step)
}

// impossible returns a bound that no record keeps to.
func (l *loneBound) impossible() (page.Pair, bool) {
	s := l.span
	pair := func(x float64) (page.Pair, bool) {
		return page.Pair{Name: s.min.Name, Value: s.write(x, l.upper)}, true
	}
	switch {
	case s.lows != nil || !s.known():
		return page.Pair{}, false
	case !l.upper && s.beyond() <= s.greatest:
		return pair(s.beyond())
	case l.upper && s.dates && s.least <= firstDay:
		return pair(dayOf(time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC)))
	case l.upper && !s.dates && s.least <= belowAll:
		return pair(belowAll)
	}
	return page.Pair{}, false
}

// wonders returns the impossible question that is due before next is asked: the first
// one that was not asked, until one was taken for what it is.
func (p *Planner) wonders(next Ask) (Ask, bool) {
	if p.facts.si.box != nil || next.Page > 1 || len(p.facts.si.free(next.Query)) == 0 {
		return Ask{}, false
	}
	for _, q := range p.impossible {
		switch have := p.facts.byKey[q.Key()]; {
		case have == nil:
			return Ask{Query: q, Page: 1}, true
		case have.status == Empty:
			return Ask{}, false
		case have.stuck && have.failures < maxFailures:
			return have.nextPage(), true
		}
	}
	if d := p.drilled(); d != nil && len(p.impossible) < impossibleTries {
		if q, ok := d.together(); ok {
			p.impossible = append(p.impossible, q)
			return Ask{Query: q, Page: 1}, true
		}
	}
	return Ask{}, false
}

// together returns the question for two choices that no record has together, as the parts
// tell that were read last. Where a part was empty, it is known already what that looks like.
func (d *drilldown) together() (Query, bool) {
	if len(d.empties) > 0 && d.empties[0].q.status == Empty {
		return Query{}, false
	}
	most := 0.0
	if d.refused > 0 || len(d.f.failed) > 0 {
		most = unlikely
	}
	for i := len(d.ended) - 1; i >= max(0, len(d.ended)-impossibleParts); i-- {
		n := d.ended[i]
		if n == d.root || n.q.status != Answered || len(n.q.rows) > impossibleRows || len(n.q.rows) >= d.f.reach || !d.whole(n) {
			continue
		}
		for dim, x := range d.dims {
			if x.menu == nil || x.useless || x.menu.preset || x.depends != nil || n.region.on(dim).value >= 0 {
				continue
			}
			if v, likely := d.absent(n.q.rows, dim); v >= 0 && likely <= most {
				b := open(dim)
				b.value = v
				q := d.query(n.region.with(b))
				if d.f.byKey[q.Key()] != nil {
					continue
				}
				q.Nonsense, q.Strategy, q.Expected = true, probeStrategy, 0
				q.Why = "choices that no record has together: shows what an empty answer looks like"
				return q, true
			}
		}
	}
	return Query{}, false
}

// absent returns the first value of a menu that none of some records is known to have, and
// how many may have it; -1 where each value is known to be there.
func (d *drilldown) absent(rows []uint32, dim int) (value int, may float64) {
	n := len(d.dims[dim].menu.values)
	there := make([]bool, n)
	for _, r := range rows {
		if v, known := d.f.traits.value(r, dim); known {
			there[int(v)] = true
		} else {
			may += 1 / float64(n)
		}
	}
	return slices.Index(there, false), may
}

// Has reports whether all of rows are of records that a question with a part of q's choices
// has shown: then the page answers that one, and ignores the other choices.
func (p *Planner) Has(q Query, rows []Row) bool {
	f := &p.facts
	pairs := f.si.free(q)
	for _, other := range f.asked {
		if other.status != Answered || len(other.pairs) == 0 || len(other.pairs) >= len(pairs) || slices.ContainsFunc(other.pairs, func(b page.Pair) bool { return !slices.Contains(pairs, b) }) {
			continue
		}
		if !slices.ContainsFunc(rows, func(r Row) bool {
			record, held := f.records.numbers[digestOf(r.Key)]
			return !held || !containsRow(other.rows, record)
		}) {
			return true
		}
	}
	return false
}

// AsServed reports whether rows are those of the first page that the form as served
// brought: a question answered so was not understood. It is false while that is not known.
func (p *Planner) AsServed(rows []Row) bool {
	q := p.facts.listing
	return q != nil && q.status == Answered && len(rows) == q.opening && signature(rows) == q.first
}
