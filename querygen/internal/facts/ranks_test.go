package facts

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
			r.Add(record, (float64(i)+0.5)/640, 640)
			r.Add(record, (float64(i)+0.5)/640, 50)
			record++
		}
	}
	if r.known != float64(record) {
		t.Errorf("%v records are known, want %d", r.known, record)
	}
	if x := r.Unseen(0.5, 1, 640); math.Abs(x-288) > 10 {
		t.Errorf("%.0f of the lower half are unseen, want 288", x)
	}
	top, low := r.Unseen(0, 0.25, 640), r.Unseen(0.75, 1, 640)
	if top > 0.5*low || top == 0 {
		t.Errorf("%.0f of the upper quarter are unseen, %.0f of the lowest", top, low)
	}
}
