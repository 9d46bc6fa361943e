package facts

import (
	"testing"
)

func TestYieldFallsOnlyAfterSeveralPoorPages(t *testing.T) {
	var y Yield
	if y.Below(1, 10) {
		t.Error("a yield is poor before the first page")
	}
	y.Add(0, 10)
	if y.Below(0.2, 10) {
		t.Error("one poor page is enough")
	}
	for range 100 {
		y.Add(1, 10)
	}
	if y.Below(0.1, 10) || !y.Below(0.2, 10) {
		t.Errorf("with one new record on each page the mean is %.2f", y.Mean)
	}
}

// A small collection is over before 33 pages are forgotten: what a yield remembers
// grows with the pages.
func TestYieldRemembersAShare(t *testing.T) {
	after := func(good int) int {
		var y Yield
		for range good {
			y.Add(10, 10)
		}
		n := 0
		for ; !y.Below(ScarceTold, 10); n++ {
			y.Add(1, 10)
		}
		return n
	}
	if few, many := after(20), after(400); few > 10 || many < 2*few {
		t.Errorf("poor after %d pages that bring little, where 20 brought much, and after %d where 400 did", few, many)
	}
}
