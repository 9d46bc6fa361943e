package statistics

import (
	"math"
	"testing"
)

func TestAbove(t *testing.T) {
	for _, tt := range []struct {
		held, size, half  float64
		low, median, high float64
	}{
		{100, 1000, 100, 900, 1000, 1100}, // far below: as it is
		{1000, 1000, 100, 1000, 1034, 1114},
		{1000, 960, 100, 1000, 1023, 1090}, // less than is held: never mind, but not so sure that none is left
		{1000, 900, 1, 1000, 1014, 1063},   // contradicted: off by as much at least
		{1000, 1000, 0, 1000, 1000, 1000},
	} {
		low, median, high := Above(tt.held, tt.size, tt.half)
		for _, x := range [][2]float64{{low, tt.low}, {median, tt.median}, {high, tt.high}} {
			if math.Abs(x[0]-x[1]) > 1 {
				t.Errorf("above(%v, %v, %v) = %.1f, %.1f, %.1f; want %v, %v, %v", tt.held, tt.size, tt.half, low, median, high, tt.low, tt.median, tt.high)
				break
			}
		}
	}
}
