package keyword

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Where pages can be asked for by their numbers, an answer need not be read from
// its first page on. What tops a ranking is in hand from other answers; where answers
// are cut, what is far down comes with few of them. So cut and uncut ones are read
// from their ends. And where no totals are shown, the page with the row after all
// those that are in hand tells how many there are: if the answer ends there or before.

// reading tells which page of an open answer is to be read next.
type reading struct {
	f       *facts.Facts
	outlook *outlook
}

// next returns the page of an open answer to read next.
func (s *reading) next(q *facts.Question) querygen.Ask {
	if !s.f.Regime().FromEnds() || q.Ordered || q.Misread && q.Top() == 0 {
		return s.f.NextPage(q)
	}
	if ask, ok := s.choose(q); ok {
		return ask
	}
	at, found := s.towardsEnd(q)
	if !found {
		at = s.deepest(q)
	}
	if at == 0 {
		return q.NextPage()
	}
	return querygen.Ask{Query: q.Query, Page: at}
}

// towardsEnd returns a page that tells more about where q ends; it is not found
// where that is known. A page in front of the end brings records, one behind it
// nothing: it rather comes too early.
func (s *reading) towardsEnd(q *facts.Question) (at int, found bool) {
	low, high := q.Top(), s.f.Regime().Limit/s.f.RowsAPage()
	if q.Beyond > 0 {
		high = min(high, q.Beyond-1)
	}
	if q.Last > 0 || q.Total >= 0 || low >= high {
		return 0, false
	}
	at = int(math.Ceil(s.outlook.supposed(q) / float64(s.f.RowsAPage())))
	switch {
	case q.Beyond > 0:
		at = (low + high + 1) / 2
	case at < high:
		at = int(math.Sqrt(float64(at) * float64(max(low, 1))))
	}
	return statistics.Clamp(at, low+1, high), true
}

// deepest returns the last unread page of q that can be had and is full, or the one
// behind it if that brings more new records; 0 where all are read. Where rows change
// places, it is of the last few the one that brings most.
func (s *reading) deepest(q *facts.Question) (at int) {
	site := s.f.Regime()
	size := float64(s.f.RowsAPage())
	end := min(s.outlook.supposed(q), float64(site.Limit))
	most, tries := 0.0, 0
	for p := int(math.Ceil(end / size)); p > q.Pages; p-- {
		if _, read := slices.BinarySearch(q.Apart, p); read || q.Beyond > 0 && p >= q.Beyond {
			continue // a page that was empty is not asked for again, whatever the total says
		}
		x := s.rowsOn(q, p) * s.f.Anew(q, p)
		if x > most || at == 0 {
			at, most = p, x
		}
		if tries++; float64(p)*size <= end && (!site.Moves || tries > facts.DriftKept) {
			break
		}
	}
	return at
}

// rowsOn returns how many rows a page of q is supposed to have.
func (s *reading) rowsOn(q *facts.Question, at int) float64 {
	m, size := s.outlook.supposed(q), float64(s.f.RowsAPage())
	if k := s.f.Regime().Limit; k > 0 {
		m = min(m, float64(k))
	}
	return statistics.Clamp(m-float64(at-1)*size, 0, size)
}
