package querygen

import (
	"math"
	"strconv"
	"testing"
)

func TestYieldFallsOnlyAfterSeveralPoorPages(t *testing.T) {
	var y yield
	if y.below(1, 10) {
		t.Error("a yield is poor before the first page")
	}
	y.add(0, 10)
	if y.below(0.2, 10) {
		t.Error("one poor page is enough")
	}
	for range 100 {
		y.add(1, 10)
	}
	if y.below(0.1, 10) || !y.below(0.2, 10) {
		t.Errorf("with one new record on each page the mean is %.2f", y.mean)
	}
}

func TestFitCaughtPrefersWhatWasMetOnce(t *testing.T) {
	f := &facts{records: newCollection()}
	for _, catches := range []int{1, 2, 1} {
		r, _ := f.records.see(Row{Key: strconv.Itoa(f.records.held())})
		for range catches {
			f.records.catch(r, byOthers)
		}
	}
	w := weights{of: []float64{5, 5, 5}}
	w.fitCaught(f, 24)
	// 1, 0.4 and 1 of 2.4
	for d, want := range []float64{10, 4, 10} {
		if math.Abs(w.of[d]-want) > 1e-9 {
			t.Errorf("record %d weighs %g, want %g", d, w.of[d], want)
		}
	}
	if w.total != 24 || w.mean != 8 {
		t.Errorf("total %g, mean %g; want 24 and 8", w.total, w.mean)
	}
	w.fitCaught(f, -3)
	if w.total != 1 {
		t.Errorf("where all seems held the weights add up to %g, want 1", w.total)
	}
}

// A small collection is over before 33 pages are forgotten: what a yield remembers
// grows with the pages.
func TestYieldRemembersAShare(t *testing.T) {
	after := func(good int) int {
		var y yield
		for range good {
			y.add(10, 10)
		}
		n := 0
		for ; !y.below(scarceTold, 10); n++ {
			y.add(1, 10)
		}
		return n
	}
	if few, many := after(20), after(400); few > 10 || many < 2*few {
		t.Errorf("poor after %d pages that bring little, where 20 brought much, and after %d where 400 did", few, many)
	}
}
