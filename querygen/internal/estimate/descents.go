package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Descents tell how many records there are where a form has menus and bounds
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
type Descents struct {
	Facts *facts.Facts
	Parts *divide.Drilldown
	drawn int      // parts so far
	next  int      // requests from which on the next one is due
	now   *descent // nil between two
	ended []found
	same  bool // totals were found to say nothing of their answers
}

// descent is one way down.
type descent struct {
	region   space.Region
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
	descentsFirst  = 4    // before they are believed
	descentsEarly  = 8    // requests for each one that goes into them, until then
	descentsSoon   = 24   // from then on,
	descentsLater  = 40   // and once the interval is narrow:
	descentsNarrow = 0.1  // half of it, as a share of the records
	descentSpread  = 1.0  // relative error of one, before some tell
	descentCounts  = 10   // as how many that counts
	descentFloor   = 0.02 // of all records: what is off though all parts were read
	readOn         = 3    // pages that a part may be supposed to have to be read instead of divided
	uniformly      = 0.1  // of the odds of parts do not follow the records held
	doubleCounted  = 1.02 // records in parts for each record held, above which the parts overlap
)

// Due reports whether a descent should go on, or begin.
func (s *Descents) Due() bool {
	if s == nil || s.Parts.Manifold() || s.now == nil && (s.Parts.Root.Split == nil || s.Facts.Requests < s.next || s.Facts.Records.Held() == 0) {
		return false
	}
	_, known := s.Facts.ShownTotal()
	return !known
}

// Propose returns the next page of a descent. It returns false where all parts
// were read.
func (s *Descents) Propose() (querygen.Ask, bool) {
	if s.now == nil {
		s.begin()
	}
	if s.now == nil {
		return querygen.Ask{}, false
	}
	q := s.Parts.Query(s.now.region)
	if have := s.Facts.ByKey[q.Key()]; have != nil {
		return have.NextPage(), true
	}
	q.Strategy = facts.SampleStrategy
	q.Expected = math.Round(10*min(s.now.size, float64(s.Facts.RowsAPage()))) / 10
	q.Why = "a part drawn at random tells how much is left: " + s.Parts.Spoken(s.now.region)
	return querygen.Ask{Query: q, Page: 1}, true
}

// begin draws where the next descent starts, and goes as far as is known.
func (s *Descents) begin() {
	const tries = 20 // some end without a request, in what was asked before
	for range tries {
		known, open := s.Parts.Tree.Unread()
		if len(open) == 0 {
			return
		}
		sizes := make([]float64, len(open))
		for i, part := range open {
			sizes[i] = part.Size
		}
		i, odds := s.draw(sizes)
		left := s.Parts.Reach.Guess()
		if len(s.ended) >= descentsFirst {
			all, _ := s.mean()
			left = max(all-known, 1)
		}
		s.now = &descent{region: open[i].Region, odds: odds, size: left * odds, shown: open[i].Shown, known: known, requests: s.Facts.Requests}
		s.advance()
		if s.now != nil {
			return
		}
	}
}

// draw draws one of some parts.
func (s *Descents) draw(sizes []float64) (part int, odds float64) {
	s.drawn++
	return pick(sizes, rand.New(rand.NewPCG(s.Facts.Seed, uint64(s.drawn))))
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

// Observe is told of the question that an outcome was folded into.
func (s *Descents) Observe(q *facts.Question) {
	if s == nil || s.now == nil || q.Query.Key() != s.Parts.Query(s.now.region).Key() {
		return
	}
	if q.LastRows > 0 {
		s.Facts.Traits.Learn(q.Latest, s.now.region)
	}
	s.advance()
}

// advance goes down as far as the answers so far lead.
func (s *Descents) advance() {
	w, p := s.now, float64(s.Facts.RowsAPage())
	for {
		q := s.Facts.ByKey[s.Parts.Query(w.region).Key()]
		if q == nil {
			return
		}
		m := float64(s.Facts.Matches(q))
		if q.Total < 0 && q.Pages > 1 && len(q.Rows) == s.Facts.Reach || s.Parts.Doubted(q) {
			m = -1 // it may have been cut
		}
		switch {
		case q.Stuck:
			s.now = nil
			return
		case m >= 0:
			s.end(m)
			return
		case q.Open() && w.size <= readOn*p && q.Pages < 2*readOn:
			return // to be read on
		case s.divide(q):
		case q.Open():
			return
		default:
			s.end(float64(len(q.Rows)))
			return
		}
	}
}

// divide goes from q's answer to a part of it. It returns false where there is none.
func (s *Descents) divide(q *facts.Question) bool {
	w := s.now
	w.shown = merged(w.shown, q.Rows)
	n := &divide.Node{Region: w.region, Parent: s.Parts.Root, Question: q, Size: max(w.size, float64(len(q.Rows)))}
	by := s.halving(n)
	if by == nil {
		by, _ = s.Parts.Ways.Cheapest(n)
	}
	if by == nil {
		return false
	}
	var parts []space.Bounds
	var sizes []float64
	if s.Parts.Dims[by.Dim].Menu != nil {
		never, shares := s.Facts.Traits.Impossible(w.region, by.Dim), s.Facts.Traits.Shares(w.shown, by.Dim)
		for _, v := range by.Values {
			if !never[v] {
				b := space.Open(by.Dim)
				b.Value = v
				parts, sizes = append(parts, b), append(sizes, shares[v])
			}
		}
	} else {
		end, start, ok := s.Parts.Ways.CutAt(by, 2, n.Size)
		if !ok {
			return false
		}
		low, high := by.Rest, by.Rest
		low.Top, high.Low = end, start
		below := 1.0
		for _, x := range by.Sample {
			if x <= end {
				below++
			}
		}
		parts, sizes = []space.Bounds{low, high}, []float64{below, float64(len(by.Sample)) + 2 - below}
	}
	if len(parts) == 0 {
		return false
	}
	i, odds := s.draw(sizes)
	w.region, w.odds, w.size = w.region.With(parts[i]), w.odds*odds, n.Size*odds
	w.shown = s.Facts.Traits.Within(slices.Values(w.shown), w.region)
	return true
}

// halving returns the division of n by the pair of bounds of which the rows on
// the way show most; nil where none can be cut. Of two halves the odds are known
// better than of a menu's values, some of which hardly any row has.
func (s *Descents) halving(n *divide.Node) (best *divide.Division) {
	distinct := 0
	for _, i := range s.Parts.Choices(n) {
		if s.Parts.Dims[i].Span == nil {
			continue
		}
		by := &divide.Division{Dim: i, Rest: n.Region.On(i)}
		by.Sample = s.Facts.Traits.Quantities(s.now.shown, by.Rest)
		many := len(slices.Compact(slices.Clone(by.Sample)))
		if _, _, ok := s.Parts.Ways.CutAt(by, 2, n.Size); ok && (best == nil || many > distinct) {
			best, distinct = by, many
		}
	}
	return best
}

// end notes what a descent came to, and when the next one is due.
func (s *Descents) end(matches float64) {
	w := s.now
	s.now = nil
	s.ended = append(s.ended, found{known: w.known, unread: matches / w.odds})
	every := descentsEarly
	if e, ok := s.estimate(); ok {
		every = descentsSoon
		if e.High-e.Low <= 2*descentsNarrow*e.Size {
			every = descentsLater
		}
	}
	s.next = s.Facts.Requests + every*max(1, s.Facts.Requests-w.requests)
}

// weight is the inverse of the variance of what a descent suggests: its error
// grows with what was unread.
func (x found) weight(size float64) float64 {
	unread := max(0, 1-x.known/max(size, 1))
	return 1 / (unread*unread + descentFloor*descentFloor)
}

// mean returns the number of records that the descents suggest, and the sum of
// their weights.
func (s *Descents) mean() (size, weights float64) {
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
func (s *Descents) estimate() (e querygen.Estimate, ok bool) {
	if s == nil {
		return e, false
	}
	if s.Facts.OneTotal() && !s.same {
		s.same, s.ended = true, nil
	}
	held := float64(s.Facts.Records.Held())
	if len(s.ended) < descentsFirst || s.Parts.Manifold() || s.Facts.GivenUp() || s.ended[len(s.ended)-1].known > doubleCounted*held {
		return e, false
	}
	size, weights := s.mean()
	spread, freedom := descentCounts*descentSpread*descentSpread*size*size, float64(len(s.ended)-1+descentCounts)
	for _, x := range s.ended {
		d := x.known + x.unread - size
		spread += x.weight(size) * d * d
	}
	e.Low, e.Size, e.High = statistics.Above(held, size, student(freedom)*math.Sqrt(spread/freedom/weights))
	e.Method = fmt.Sprintf("%d random drill-downs, weighed by their odds (Horvitz-Thompson)", len(s.ended))
	return e, true
}
