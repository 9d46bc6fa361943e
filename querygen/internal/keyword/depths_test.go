package keyword

import (
	"math"
	"testing"
)

// New records are expected where they came before.
func TestDepths(t *testing.T) {
	var d depths
	if got := d.above(0.3); math.Abs(got-0.3) > 1e-9 {
		t.Errorf("before the first page %g of the new records are above 0.3", got)
	}
	for range 100 {
		d.add(0.01, 10, 0)
		d.add(0.2, 10, 2)
		d.add(0.9, 10, 8)
	}
	if got := d.above(1); math.Abs(got-1) > 1e-9 {
		t.Errorf("%g of them are above the end", got)
	}
	if top, half := d.above(1./64), d.above(0.5); top > 0.005 || half > 0.4 || half < 0.1 {
		t.Errorf("%g above 1/64, %g above 1/2", top, half)
	}
}
