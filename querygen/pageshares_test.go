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
		q := &question{lastAnew: 1, reads: 1, before: 10, more: true, rows: make([]uint32, 10), lastAdded: 10, lastRows: 10, lastFresh: 3}
		s.observe(q, 0.25, 20)
		q.reads, q.before, q.more, q.rows, q.lastAdded, q.lastFresh = 2, 13, false, make([]uint32, 17), 7, 4
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
		q := &question{lastAnew: 1, reads: 3, before: 10, more: true, lastRows: 10, lastFresh: fresh}
		s.observe(q, depth, 20) // 5 are expected
	}
	for range 200 {
		page(0.1, 0)
		page(0.9, 4)
	}
	if s.first != (ratio{}) {
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

// What a page was to bring is told by what was in hand before it: a row shows of its
// record whether it is, which a snippet may have hidden.
func TestHandBeforeThePage(t *testing.T) {
	t.Parallel()
	m := zipfModel(t, 500, ModelOptions{TopK: 100, Snippet: 2})
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
	hidden := 0
	for range 300 {
		a, ok := p.Next()
		if !ok {
			break
		}
		before := 0.0
		if q := p.facts.byKey[a.Query.Key()]; q != nil && q.worded() {
			before = p.facts.inHand(q)
		}
		p.Observe(m.Ask(a))
		q := p.facts.byKey[a.Query.Key()]
		if !q.worded() || q.reads < 2 {
			continue
		}
		if q.before != before {
			t.Fatalf("page %d of %v: %g were in hand before, not %g", a.Page, a.Query.Bind, before, q.before)
		}
		if p.facts.inHand(q) > before+float64(q.lastFresh)+1 {
			hidden++
		}
	}
	if hidden == 0 {
		t.Error("no page showed that more was in hand than had seemed so")
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
