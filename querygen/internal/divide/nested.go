package divide

import (
	"cmp"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Nested asks questions that match more than can be read once more with a lone
// bound. The answers to closer and closer bounds are parts of each other, so
// none but the closest can be told apart from the rest, as a pair of bounds tells
// its parts. But each shows other rows on top: where all answers share a ranking,
// about half of those below a median are new, then again half. Under a limit of k,
// n matches show about k (1 + log2(n/k)/2) rows so, and not many more by any
// other bounds: a record shows if fewer than k others rank above it within its
// own value, which is so for k (1 + ln(n/k)) of them.
type Nested struct {
	f      *facts.Facts
	d      *Drilldown
	chains []*chain
	of     map[string]*chain // by key of their questions
	noted  map[*facts.Question]bool
	walk   *facts.Question // the latest, while it is worth to be read on
	gain   facts.Ratio     // new records for the rows of answers
}

// chain is a question with closer and closer bounds of one control.
type chain struct {
	base  *facts.Question // that ended before all its matches were shown
	bound *space.LoneBound
	last  *facts.Question // the answer to the closest bound so far, base at first
	at    float64         // that bound, infinite for base's
	asked float64         // the bound that is being asked
	ended bool
}

// chainsKept bounds how many chains are compared before each question.
const chainsKept = 500

// gainCounts is how many rows the half that is expected of a bound's answer counts for.
const gainCounts = 20

// NewNested returns nil where the form has no lone bound.
func NewNested(f *facts.Facts, d *Drilldown) *Nested {
	if len(f.Space.Lone) == 0 {
		return nil
	}
	return &Nested{f: f, d: d, of: map[string]*chain{}, noted: map[*facts.Question]bool{}}
}

// Propose returns the closer bound that promises most, or the next page of the
// latest one.
func (s *Nested) Propose() (facts.Proposal, bool) {
	if s == nil {
		return facts.Proposal{}, false
	}
	p := float64(s.f.RowsAPage())
	if q := s.walk; q != nil && q.Promising() {
		if rate := q.Late * p; rate > 0 {
			return facts.Proposal{Ask: q.NextPage(), Rate: rate}, true
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
		return facts.Proposal{}, false
	}
	x, ok := best.closer(s.f.Traits)
	if !ok {
		best.ended = true
		return s.Propose()
	}
	span := best.bound.Span
	q := s.f.Probe("matches more than can be read; of these, "+span.Name()+" "+span.Say(x), append(slices.Clone(best.base.Pairs), page.Pair{Name: span.Min.Name, Value: span.Write(x, best.bound.Upper)})...)
	best.asked = x
	if s.f.ByKey[q.Key()] != nil {
		best.ended = true
		return s.Propose()
	}
	s.of[q.Key()] = best
	q.Expected = math.Round(10*most) / 10
	return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: most}, true
}

// worth returns the new records that a page of a chain's next answer is expected to bring.
func (s *Nested) worth(c *chain) float64 {
	k := float64(s.f.Regime().Limit)
	if k == 0 {
		k = float64(s.f.Reach)
	}
	if c.ended || s.divided(c.base) {
		return 0
	}
	unread := c.base.Unread(k)
	if unread <= 0 {
		return 0
	}
	left := unread
	if c.base.Kind == facts.Keyword {
		left = unread + float64(len(c.base.Rows)) - s.f.InHand(c.base)
	}
	gain := (s.gain.Actual + gainCounts/2) / (s.gain.Predicted + gainCounts)
	return statistics.Clamp(left/unread, 0, 1) * gain * min(k, unread, float64(s.f.RowsAPage()))
}

// divided reports whether what q shows a part of was divided otherwise.
func (s *Nested) divided(q *facts.Question) bool {
	n := s.d.Tree.nodes[q.Query.Key()]
	if q == s.f.Listing {
		n = s.d.Root
	}
	return n != nil && (n.Split != nil || len(n.used) > 0)
}

// closer returns the bound that about half of the rows of the latest answer
// keep to, as far as their texts tell; it is not ok where none divides them.
func (c *chain) closer(t *facts.Traits) (x float64, ok bool) {
	var values []float64
	t.Candidates(c.bound.Dim)
	for _, r := range c.last.Rows {
		if v, known := t.Value(r, c.bound.Dim); known && (c.bound.Upper && v <= c.at || !c.bound.Upper && v >= c.at) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	s := c.bound.Span
	inside := func(x float64) bool {
		if c.bound.Upper {
			return x < c.at && (len(values) == 0 || x < values[len(values)-1])
		}
		return x > c.at && (len(values) == 0 || x > values[0])
	}
	if s.Lows == nil {
		if len(values) < fewShown || !s.Known() {
			return 0, false
		}
		x = math.Floor(values[len(values)/2]/s.Step) * s.Step
		if c.bound.Upper && !inside(x) {
			x -= s.Step // the values are few
		}
		return x, inside(x) && x >= values[0]
	}
	var options []float64
	for _, o := range s.Lows {
		if inside(o.At) {
			options = append(options, o.At)
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

// Observe notes questions that end before all their matches were shown, and
// what closer bounds bring.
func (s *Nested) Observe(q *facts.Question) {
	if s == nil || q.Stuck {
		return
	}
	if c := s.of[q.Query.Key()]; c != nil {
		s.walk = q
		s.gain.Fade(float64(q.LastFresh), float64(q.LastRows), facts.ExperienceKept)
		b := space.Open(c.bound.Dim)
		if c.bound.Upper {
			b.Top = c.asked
		} else {
			b.Low = c.asked
		}
		if q.LastRows > 0 {
			s.f.Traits.Learn(q.Latest, space.Region{b})
		}
		c.last, c.at = q, c.asked
		c.ended = !q.More && !s.f.Curtailed(q)
		return
	}
	if s.noted[q] || q.More || q.Kind == facts.Garbage || q.Kind == facts.Expression || !s.f.Curtailed(q) {
		return
	}
	s.noted[q] = true
	for i := range s.f.Space.Lone {
		b := &s.f.Space.Lone[i]
		if slices.ContainsFunc(q.Pairs, func(p page.Pair) bool { return p.Name == b.Span.Min.Name }) {
			continue
		}
		at := math.Inf(1)
		if !b.Upper {
			at = math.Inf(-1)
		}
		if len(s.chains) == chainsKept {
			return
		}
		s.chains = append(s.chains, &chain{base: q, bound: b, last: q, at: at})
	}
}
