package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// fitCaught weighs the records in hand by how often they were returned: what was
// met once was nearly missed, and is like what still is (I. J. Good, The population
// frequencies of species, Biometrika 40, 1953). The weights add up to unseen.
func (w *Weights) fitCaught(f *facts.Facts, unseen float64) {
	w.total = max(unseen, 1)
	sum := 0.0
	for d := range w.Of {
		w.Of[d] = math.Pow(facts.CaughtFactor, max(float64(f.Records.Caught[d])-1, 0))
		sum += w.Of[d]
	}
	for d := range w.Of {
		w.Of[d] *= w.total / sum
	}
	w.mean = w.total / float64(max(len(w.Of), 1))
	w.alike = nil
}
