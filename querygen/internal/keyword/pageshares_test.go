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
		s.observe(q, 0.25, 20)
		q.Reads, q.Before, q.More, q.Rows, q.LastAdded, q.LastFresh = 2, 13, false, make([]uint32, 17), 7, 4
		s.observe(q, 0.75, 20)
	}
	first, others := s.split(10, 20, 10)
	if math.Abs(first-3) > 0.1 || math.Abs(others-4) > 0.1 {
		t.Errorf("of ten new records %g and %g are expected, want 3 and 4", first, others)
	}
}

// Pages read from the end on are later ones, though none joins the first; the top of the
// order brings less than the rest, and both less and less.
func TestPageSharesTellDepthsApart(t *testing.T) {
	var s pageShares
	page := func(depth float64, fresh int) {
		q := &facts.Question{LastAnew: 1, Reads: 3, Before: 10, More: true, LastRows: 10, LastFresh: fresh}
		s.observe(q, depth, 20) // 5 are expected
	}
	for range 200 {
		page(0.1, 0)
		page(0.9, 4)
	}
	if s.first != (facts.Ratio{}) {
		t.Error("pages after the first one that was read count as first ones")
	}
	if top, end := s.atDepth(0.1), s.atDepth(0.9); top > 0.1 || math.Abs(end-0.8) > 0.05 {
		t.Errorf("of those expected, %.2f come at the top and %.2f at the end, want none and 0.8", top, end)
	}
	for range 50 {
		page(0.9, 0)
	}
	if top, end := s.atDepth(0.1), s.atDepth(0.2); end > 0.5 || top > end {
		t.Errorf("once few come, %.2f of those expected are at the top and %.2f where none was read", top, end)
	}
}
