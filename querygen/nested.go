package querygen

import (
	"cmp"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// loneBound is a control that bounds a quantity from one side only ("price up to").
type loneBound struct {
	span  *span // of the control with itself
	upper bool
	dim   int // of facts.traits
}

// loneBoundsOf returns the bounds of a form that have no partner among spans.
func loneBoundsOf(form forms.Form, fixed forms.Values, spans []*span) []loneBound {
	var out []loneBound
	for _, f := range form.Fields {
		paired := slices.ContainsFunc(spans, func(s *span) bool { return s.min.Name == f.Name || s.max.Name == f.Name })
		if paired || f.Role != forms.RangeMin && f.Role != forms.RangeMax || f.Name == "" || f.Disabled || f.ReadOnly || f.Control == "hidden" || len(fixed[f.Name]) > 0 {
			continue
		}
		if s := newSpan(f, f); s != nil {
			out = append(out, loneBound{span: s, upper: f.Role == forms.RangeMax})
		}
	}
	return out
}

// nested asks questions that match more than can be read once more with a lone
// bound. The answers to closer and closer bounds are parts of each other, so
// none but the closest can be told apart from the rest, as a pair of bounds tells
// its parts. But each shows other rows on top: where all answers share a ranking,
// about half of those below a median are new, then again half. Under a limit of k,
// n matches show about k (1 + log2(n/k)/2) rows so, and not many more by any
// other bounds: a record shows if fewer than k others rank above it within its
// own value, which is so for k (1 + ln(n/k)) of them.
type nested struct {
	f      *facts
	d      *drilldown
	chains []*chain
	of     map[string]*chain // by key of their questions
	noted  map[*question]bool
	walk   *question // the latest, while it is worth to be read on
	gain   ratio     // new records for the rows of answers
}

// chain is a question with closer and closer bounds of one control.
type chain struct {
	base  *question // that ended before all its matches were shown
	bound *loneBound
	last  *question // the answer to the closest bound so far, base at first
	at    float64   // that bound, infinite for base's
	asked float64   // the bound that is being asked
	ended bool
}

// chainsKept bounds how many chains are compared before each question.
const chainsKept = 500

// gainCounts is how many rows the half that is expected of a bound's answer counts for.
const gainCounts = 20

// newNested returns nil where the form has no lone bound.
func newNested(f *facts, parts strategy) *nested {
	d, ok := parts.(*drilldown)
	if !ok || len(f.si.lone) == 0 {
		return nil
	}
	return &nested{f: f, d: d, of: map[string]*chain{}, noted: map[*question]bool{}}
}

// propose returns the closer bound that promises most, or the next page of the
// latest one.
func (s *nested) propose() (proposal, bool) {
	if s == nil {
		return proposal{}, false
	}
	p := float64(s.f.rowsAPage())
	if q := s.walk; q != nil && q.promising() {
		if rate := q.late * p; rate > 0 {
			return proposal{q.nextPage(), rate}, true
		}
	}
	s.chains = slices.DeleteFunc(s.chains, func(c *chain) bool { return c.ended })
	var best *chain
	most := 0.0
	for _, c := range s.chains {
		if v := s.worth(c); v > most {
			best, most = c, v
		}
	}
	if best == nil {
		return proposal{}, false
	}
	x, ok := best.closer(s.f.traits)
	if !ok {
		best.ended = true
		return s.propose()
	}
	span := best.bound.span
	q := s.f.probe("matches more than can be read; of these, "+span.name()+" "+span.say(x), append(slices.Clone(best.base.pairs), page.Pair{Name: span.min.Name, Value: span.write(x, best.bound.upper)})...)
	best.asked = x
	if s.f.byKey[q.Key()] != nil {
		best.ended = true
		return s.propose()
	}
	s.of[q.Key()] = best
	q.Expected = math.Round(10*most) / 10
	return proposal{Ask{q, 1}, most}, true
}

// worth returns the new records that a page of a chain's next answer is expected to bring.
func (s *nested) worth(c *chain) float64 {
	k := float64(s.f.limit())
	if k == 0 {
		k = float64(s.f.reach)
	}
	if c.ended || s.divided(c.base) {
		return 0
	}
	unread := c.base.unread(k)
	if unread <= 0 {
		return 0
	}
	left := unread
	if c.base.kind == keyword {
		left = unread + float64(len(c.base.rows)) - s.f.inHand(c.base)
	}
	gain := (s.gain.actual + gainCounts/2) / (s.gain.predicted + gainCounts)
	return clamp(left/unread, 0, 1) * gain * min(k, unread, float64(s.f.rowsAPage()))
}

// divided reports whether what q shows a part of was divided otherwise.
func (s *nested) divided(q *question) bool {
	n := s.d.nodes[q.query.Key()]
	if q == s.f.listing {
		n = s.d.root
	}
	return n != nil && (n.split != nil || len(n.used) > 0)
}

// closer returns the bound that about half of the rows of the latest answer
// keep to, as far as their texts tell; it is not ok where none divides them.
func (c *chain) closer(t *traits) (x float64, ok bool) {
	var values []float64
	t.candidates(c.bound.dim)
	for _, r := range c.last.rows {
		if v, known := t.value(r, c.bound.dim); known && (c.bound.upper && v <= c.at || !c.bound.upper && v >= c.at) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	s := c.bound.span
	inside := func(x float64) bool {
		if c.bound.upper {
			return x < c.at && (len(values) == 0 || x < values[len(values)-1])
		}
		return x > c.at && (len(values) == 0 || x > values[0])
	}
	if s.lows == nil {
		if len(values) < fewShown || !s.known() {
			return 0, false
		}
		x = math.Floor(values[len(values)/2]/s.step) * s.step
		if c.bound.upper && !inside(x) {
			x -= s.step // the values are few
		}
		return x, inside(x) && x >= values[0]
	}
	var options []float64
	for _, o := range s.lows {
		if inside(o.at) {
			options = append(options, o.at)
		}
	}
	if len(options) == 0 {
		return 0, false
	}
	if len(values) < fewShown {
		return options[len(options)/2], true
	}
	median := values[len(values)/2]
	return slices.MinFunc(options, func(a, b float64) int {
		return cmp.Compare(math.Abs(a-median), math.Abs(b-median))
	}), true
}

// observe notes questions that end before all their matches were shown, and
// what closer bounds bring.
func (s *nested) observe(q *question) {
	if s == nil || q.stuck {
		return
	}
	if c := s.of[q.query.Key()]; c != nil {
		s.walk = q
		s.gain.fade(float64(q.lastFresh), float64(q.lastRows), experienceKept)
		b := open(c.bound.dim)
		if c.bound.upper {
			b.top = c.asked
		} else {
			b.low = c.asked
		}
		if q.lastRows > 0 {
			s.f.traits.learn(q.latest, region{b})
		}
		c.last, c.at = q, c.asked
		c.ended = !q.more && !s.f.curtailed(q)
		return
	}
	if s.noted[q] || q.more || q.kind == garbage || q.kind == expression || !s.f.curtailed(q) {
		return
	}
	s.noted[q] = true
	for i := range s.f.si.lone {
		b := &s.f.si.lone[i]
		if slices.ContainsFunc(q.pairs, func(p page.Pair) bool { return p.Name == b.span.min.Name }) {
			continue
		}
		at := math.Inf(1)
		if !b.upper {
			at = math.Inf(-1)
		}
		if len(s.chains) == chainsKept {
			return
		}
		s.chains = append(s.chains, &chain{base: q, bound: b, last: q, at: at})
	}
}

// curtailed reports whether q's answer ended at the limit, or may have, as the longest
// one, where a closer bound will tell.
func (f *facts) curtailed(q *question) bool {
	k := f.limit()
	if k == 0 && q.kind != keyword && q.total < 0 && q.full && q.pages > 1 && !q.more && len(q.rows) == f.reach {
		return true
	}
	return k > 0 && q.status == Answered && !q.more && (q.short() || len(q.rows) >= k && q.total < 0)
}
