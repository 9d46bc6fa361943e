package statistics

import (
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		k, n      int
		low, high float64 // from the literature: 95 % score intervals
	}{
		{5, 10, 0.2366, 0.7634},
		{0, 10, 0, 0.2775},
		{200, 200, 0.9812, 1},
	} {
		if low, high := Wilson(tt.k, tt.n); math.Abs(low-tt.low) > 5e-4 || math.Abs(high-tt.high) > 5e-4 {
			t.Errorf("wilson(%d, %d) = %.4f, %.4f, want %.4f, %.4f", tt.k, tt.n, low, high, tt.low, tt.high)
		}
	}
}
