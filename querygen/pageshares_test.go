package querygen

import (
	"math"
	"testing"
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
		q := &question{lastAnew: 1, numbering: numbering{pages: 1}, more: true, rows: make([]uint32, 10), lastAdded: 10, lastRows: 10, lastFresh: 3}
		s.observe(q, 20, 13)
		q.pages, q.more, q.rows, q.lastAdded, q.lastFresh = 2, false, make([]uint32, 17), 7, 4
		s.observe(q, 20, 17)
	}
	first, others := s.split(10, 20, 10)
	if math.Abs(first-3) > 0.1 || math.Abs(others-4) > 0.1 {
		t.Errorf("of ten new records %g and %g are expected, want 3 and 4", first, others)
	}
}

func TestUnstableOrderIsNoLimit(t *testing.T) {
	f := &facts{reach: 73, cut: 0}
	q := &question{status: Answered, total: 100, shown: 100, numbering: numbering{pages: 10}, rows: make([]uint32, 73)}
	if q.short() {
		t.Error("an answer that showed as many rows as it has matches, some twice, is taken for a cut one")
	}
	q.shown = 80
	if !q.short() || f.limit() != 0 {
		t.Error("an answer that showed 80 of 100 matches is not taken for a cut one")
	}
}
