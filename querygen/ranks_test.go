package querygen

import (
	"math"
	"testing"
)

func TestRanks(t *testing.T) {
	var r ranks
	// Of 640 records the upper half is in hand, and a tenth of the lower one.
	record := uint32(0)
	for i := range 640 {
		if i < 320 || i%10 == 0 {
			r.add(record, (float64(i)+0.5)/640, 640)
			r.add(record, (float64(i)+0.5)/640, 50)
			record++
		}
	}
	if r.known != float64(record) {
		t.Errorf("%v records are known, want %d", r.known, record)
	}
	if x := r.unseen(0.5, 1, 640); math.Abs(x-288) > 10 {
		t.Errorf("%.0f of the lower half are unseen, want 288", x)
	}
	top, low := r.unseen(0, 0.25, 640), r.unseen(0.75, 1, 640)
	if top > 0.5*low || top == 0 {
		t.Errorf("%.0f of the upper quarter are unseen, %.0f of the lowest", top, low)
	}
}

func TestWorth(t *testing.T) {
	var w worth
	if x := w.value(); x != 1 {
		t.Errorf("worth %v before the first opening", x)
	}
	for range 100 {
		w.add(1, 2)
	}
	if x := w.value(); x < 0.5 || x > 0.75 {
		t.Errorf("worth %v where openings bring half of what was promised", x)
	}
	for range 100 {
		w.add(1e9, 2)
	}
	if x := w.value(); x != 1 {
		t.Errorf("worth %v where they bring far more", x)
	}
}
