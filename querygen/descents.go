package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// descents tell how many records there are where a form has menus and bounds
// but no query box, and shows no totals: random drill-downs after
// HD-UNBIASED-SIZE (A. Dasgupta et al.: Unbiased estimation of size and other
// aggregates over hidden databases, SIGMOD 2010).
//
// A descent starts in a part of the records that drilldown has not read, drawn
// with odds that grow with its supposed size, and goes down from there, from
// each answer that is too long to a part of it drawn likewise, to one that shows
// all it matches. What that one matches, divided by the odds of having come to
// it (Horvitz and Thompson), is on average what is unread; what was read then is
// known. So the more is read, the less a descent has to guess.
//
// The odds follow the first rows of the answers on the way (the weight adjustment
// of that paper): not all records held, most of which are in parts that were
// read. Where those rows mislead, the result varies more but is right on average.
//
// Only what the controls can ask for is counted: records without a value, or
// beyond what the narrowest answer shows, are not.
type descents struct {
	f     *facts
	d     *drilldown
	drawn int      // parts so far
	next  int      // requests from which on the next one is due
	now   *descent // nil between two
	ended []found
}

// descent is one way down.
type descent struct {
	region   region
	odds     float64  // of having come here
	size     float64  // supposed
	shown    []uint32 // first rows of the answers on the way that lie here
	known    float64  // records in the parts that were read when it began
	requests int      // facts.requests then
}

// found is what one descent came to.
type found struct {
	known  float64 // records read before it
	unread float64 // that it suggests beside them
}

// merged returns the records of two ascending lists, ascending.
func merged(a, b []uint32) []uint32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// Constants of descents.
const (
	descentsFirst = 4    // before they are believed
	descentsEarly = 8    // requests for each one that goes into them, until then
	descentSpread = 1.0  // relative error of one, before some tell
	descentCounts = 10   // as how many that counts
	descentFloor  = 0.02 // of all records: what is off though all parts were read
	readOn        = 3    // pages that a part may be supposed to have to be read instead of divided
	uniformly     = 0.1  // of the odds of parts do not follow the records held
	doubleCounted = 1.02 // records in parts for each record held, above which the parts overlap
)

// newDescents returns nil where nothing is drilled down into, or words can be
// drawn (see sampler).
func newDescents(f *facts, s strategy) *descents {
	a, ok := s.(*auto)
	if !ok || f.si.box != nil {
		return nil
	}
	d, ok := a.parts.(*drilldown)
	if !ok || len(d.dims) == 0 {
		return nil
	}
	return &descents{f: f, d: d}
}

// due reports whether a descent should go on, or begin.
func (s *descents) due() bool {
	if s == nil || s.now == nil && (s.d.root.split == nil || s.f.requests < s.next || s.f.records.held() == 0) {
		return false
	}
	_, known := s.f.shownTotal()
	return !known
}

// propose returns the next page of a descent. It returns false where all parts
// were read.
func (s *descents) propose() (Ask, bool) {
	if s.now == nil {
		s.begin()
	}
	if s.now == nil {
		return Ask{}, false
	}
	q := s.d.query(s.now.region)
	if have := s.f.byKey[q.Key()]; have != nil {
		return have.nextPage(), true
	}
	q.Strategy = SampleStrategy
	q.Expected = math.Round(10*min(s.now.size, float64(s.f.rowsAPage()))) / 10
	q.Why = "a part drawn at random tells how much is left: " + s.d.spoken(s.now.region)
	return Ask{q, 1}, true
}

// begin draws where the next descent starts, and goes as far as is known.
func (s *descents) begin() {
	const tries = 20 // some end without a request, in what was asked before
	for range tries {
		known, open := s.d.unread()
		if len(open) == 0 {
			return
		}
		sizes := make([]float64, len(open))
		for i, part := range open {
			sizes[i] = part.size
		}
		i, odds := s.draw(sizes)
		left := s.d.guess()
		if len(s.ended) >= descentsFirst {
			all, _ := s.mean()
			left = max(all-known, 1)
		}
		s.now = &descent{region: open[i].region, odds: odds, size: left * odds, shown: open[i].shown, known: known, requests: s.f.requests}
		s.advance()
		if s.now != nil {
			return
		}
	}
}

// draw draws one of some parts.
func (s *descents) draw(sizes []float64) (part int, odds float64) {
	s.drawn++
	return pick(sizes, rand.New(rand.NewPCG(s.f.seed, uint64(s.drawn))))
}

// pick draws one of some parts by their supposed sizes, and returns its odds.
func pick(sizes []float64, rnd *rand.Rand) (part int, odds float64) {
	sum := 0.0
	for _, x := range sizes {
		sum += x
	}
	of := func(x float64) float64 {
		even := 1 / float64(len(sizes))
		if sum <= 0 {
			return even
		}
		return (1-uniformly)*x/sum + uniformly*even
	}
	at := rnd.Float64()
	for i, x := range sizes {
		if odds = of(x); at < odds || i == len(sizes)-1 {
			return i, odds
		}
		at -= odds
	}
	return 0, 1
}

// observe is told of the question that an outcome was folded into.
func (s *descents) observe(q *question) {
	if s == nil || s.now == nil || q.query.Key() != s.d.query(s.now.region).Key() {
		return
	}
	if q.lastRows > 0 {
		s.d.f.traits.learn(q.latest, s.now.region)
	}
	s.advance()
}

// advance goes down as far as the answers so far lead.
func (s *descents) advance() {
	w, p := s.now, float64(s.f.rowsAPage())
	for {
		q := s.f.byKey[s.d.query(w.region).Key()]
		if q == nil {
			return
		}
		m := float64(s.f.matches(q))
		if q.total < 0 && q.pages > 1 && len(q.rows) == s.f.reach || s.d.doubted(q) {
			m = -1 // it may have been cut
		}
		switch {
		case q.stuck:
			s.now = nil
			return
		case m >= 0:
			s.end(m)
			return
		case q.open() && w.size <= readOn*p && q.pages < 2*readOn:
			return // to be read on
		case s.divide(q):
		case q.open():
			return
		default:
			s.end(float64(len(q.rows)))
			return
		}
	}
}

// divide goes from q's answer to a part of it. It returns false where there is none.
func (s *descents) divide(q *question) bool {
	w := s.now
	w.shown = merged(w.shown, q.rows)
	n := &node{region: w.region, parent: s.d.root, q: q, size: max(w.size, float64(len(q.rows)))}
	by := s.halving(n)
	if by == nil {
		by, _ = s.d.cheapest(n)
	}
	if by == nil {
		return false
	}
	var parts []bounds
	var sizes []float64
	if s.d.dims[by.dim].menu != nil {
		never, shares := s.d.impossible(w.region, by.dim), s.d.shares(w.shown, by.dim)
		for _, v := range by.values {
			if !never[v] {
				b := open(by.dim)
				b.value = v
				parts, sizes = append(parts, b), append(sizes, shares[v])
			}
		}
	} else {
		end, start, ok := s.d.cutAt(by, 2, n.size)
		if !ok {
			return false
		}
		low, high := by.rest, by.rest
		low.top, high.low = end, start
		below := 1.0
		for _, x := range by.sample {
			if x <= end {
				below++
			}
		}
		parts, sizes = []bounds{low, high}, []float64{below, float64(len(by.sample)) + 2 - below}
	}
	if len(parts) == 0 {
		return false
	}
	i, odds := s.draw(sizes)
	w.region, w.odds, w.size = w.region.with(parts[i]), w.odds*odds, n.size*odds
	w.shown = s.d.within(w.shown, w.region)
	return true
}

// halving returns the division of n by the pair of bounds of which the rows on
// the way show most; nil where none can be cut. Of two halves the odds are known
// better than of a menu's values, some of which hardly any row has.
func (s *descents) halving(n *node) (best *division) {
	distinct := 0
	for _, i := range s.d.choices(n) {
		if s.d.dims[i].span == nil {
			continue
		}
		by := &division{dim: i, rest: n.region.on(i)}
		by.sample = s.d.quantities(s.now.shown, by.rest)
		many := len(slices.Compact(slices.Clone(by.sample)))
		if _, _, ok := s.d.cutAt(by, 2, n.size); ok && (best == nil || many > distinct) {
			best, distinct = by, many
		}
	}
	return best
}

// end notes what a descent came to, and when the next one is due.
func (s *descents) end(matches float64) {
	w := s.now
	s.now = nil
	s.ended = append(s.ended, found{known: w.known, unread: matches / w.odds})
	every := descentsEarly
	if e, ok := s.estimate(); ok {
		every = sampleSoon
		if e.High-e.Low <= 2*sampleNarrow*e.Size {
			every = sampleLater
		}
	}
	s.next = s.f.requests + every*max(1, s.f.requests-w.requests)
}

// weight is the inverse of the variance of what a descent suggests: its error
// grows with what was unread.
func (x found) weight(size float64) float64 {
	unread := max(0, 1-x.known/max(size, 1))
	return 1 / (unread*unread + descentFloor*descentFloor)
}

// mean returns the number of records that the descents suggest, and the sum of
// their weights.
func (s *descents) mean() (size, weights float64) {
	for range 4 { // the weights depend on the result
		sum := 0.0
		weights = 0
		for _, x := range s.ended {
			w := 1.0
			if size > 0 {
				w = x.weight(size)
			}
			sum, weights = sum+w*(x.known+x.unread), weights+w
		}
		size = sum / weights
	}
	return size, weights
}

// estimate returns the number of records with its 95 % interval, by the spread
// between descents; it is not ok while there are few, where parts overlap, or where a part
// never answered: of that the others say nothing.
func (s *descents) estimate() (e Estimate, ok bool) {
	if s == nil {
		return e, false
	}
	held := float64(s.f.records.held())
	if len(s.ended) < descentsFirst || s.f.givenUp() || s.ended[len(s.ended)-1].known > doubleCounted*held {
		return e, false
	}
	size, weights := s.mean()
	spread, freedom := descentCounts*descentSpread*descentSpread*size*size, float64(len(s.ended)-1+descentCounts)
	for _, x := range s.ended {
		d := x.known + x.unread - size
		spread += x.weight(size) * d * d
	}
	e.Low, e.Size, e.High = above(held, size, student(freedom)*math.Sqrt(spread/freedom/weights))
	e.Method = fmt.Sprintf("%d random drill-downs, weighed by their odds (Horvitz-Thompson)", len(s.ended))
	return e, true
}
