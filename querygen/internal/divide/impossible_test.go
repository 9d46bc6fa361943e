package divide

import (
	"math"
	"testing"
)

// Where nothing tells how small quantities are, bounds do not wander off below zero, and
// where records tell, none is farther from these than they are from each other.
func TestBoundsDoNotWanderOff(t *testing.T) {
	for x, ok := 0.0, true; ok; {
		if x, ok = probingCut(math.Inf(-1), x, false); ok && x < -10_000 {
			t.Fatalf("a bound of %g", x)
		}
	}
	for x, want := range map[float64]bool{60: true, 840: true, 860: false, -350: true, -360: false} {
		if got := stepBeyond(x, 50, 450); got != want {
			t.Errorf("a bound of %g beside records from 50 to 450: %t, want %t", x, got, want)
		}
	}
}
