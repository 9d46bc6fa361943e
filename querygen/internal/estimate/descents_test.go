package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What is drawn is weighed by its odds, so that on average the sum comes out.
func TestPickTellsItsOdds(t *testing.T) {
	supposed, truth := []float64{8, 1, 0, 3}, []float64{2, 5, 7, 1}
	rnd := rand.New(rand.NewPCG(1, 2))
	const draws = 200000
	sum := 0.0
	for range draws {
		i, odds := pick(supposed, rnd)
		sum += truth[i] / odds / draws
	}
	if math.Abs(sum-15) > 0.2 {
		t.Errorf("%.2f on average, want 15", sum)
	}
	if _, odds := pick([]float64{0, 0}, rnd); odds != 0.5 {
		t.Errorf("odds %v of one of two of which nothing is known", odds)
	}
}
