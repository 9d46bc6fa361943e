package keyword

import (
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

func TestPageSharesLearnWhereNewRecordsCome(t *testing.T) {
	var s pageShares
	if first, others := s.split(20, 40, 10); first != 5 || others != 15 {
		t.Errorf("before anything is known a page in four brings %g of 20, the others %g", first, others)
	}
	if first, others := s.split(6, 8, 10); first != 6 || others != 0 {
		t.Errorf("the only page brings %g, the others %g", first, others)
	}
	// Of 20 matches ten are new; the first page shows three of them where five
	// are expected, the second, on which three of the first come again, four of seven.
	for range 200 {
		q := &facts.Question{LastAnew: 1, Reads: 1, Before: 10, More: true, Rows: make([]uint32, 10), LastAdded: 10, LastRows: 10, LastFresh: 3}
		s.observe(q, 20)
		q.Reads, q.Before, q.More, q.Rows, q.LastAdded, q.LastFresh = 2, 13, false, make([]uint32, 17), 7, 4
		s.observe(q, 20)
	}
	first, others := s.split(10, 20, 10)
	if math.Abs(first-3) > 0.1 || math.Abs(others-4) > 0.1 {
		t.Errorf("of ten new records %g and %g are expected, want 3 and 4", first, others)
	}
}
