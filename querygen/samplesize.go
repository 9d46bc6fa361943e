package querygen

import "math"

// Constants of the samples' estimate.
const (
	samplesFirst  = 4    // samples before they are believed
	sampleFloor   = 0.02 // added to the share not held: what no sample shows may still be
	sampleForget  = 5    // a sample counts until the records held are that many times those it knew
	typicalSpread = 0.6  // relative error of one sample while hardly anything is held
	typicalCounts = 5    // as how many samples' own spread
	wholeBias     = 0.02 // relative error of the records not held, beyond chance
	partBias      = 0.06 // the same where rows show a part of a record
)

// size returns the number of records that a sample suggests.
func (x sample) size(visible float64) float64 { return x.held * (1 + x.fresh*visible) }

// mean returns the number of records that the samples suggest, each weighted by
// the inverse of its variance, and the sum of the weights. The variance is
// taken to be proportional to the share of records that was not held, since only
// those are guessed.
func (s *sampler) mean() (size, weights float64) {
	held := float64(s.f.records.held())
	size = held
	visible := s.visible()
	for range 4 { // the weights depend on the result, weakly
		var sum float64
		weights = 0
		for _, x := range s.samples {
			if sampleForget*x.held < held {
				continue
			}
			w := 1 / (max(0, 1-x.held/max(size, 1)) + sampleFloor)
			sum, weights = sum+w*x.size(visible), weights+w
		}
		if weights == 0 {
			return held, 0
		}
		size = sum / weights
	}
	return size, weights
}

// hopes reports whether samples will tell, or do: not where there are too few
// records, or where questions asked as samples hardly ever were answered as such.
func (s *sampler) hopes() bool {
	return s != nil && s.f.records.held() >= sampleFrom && len(s.asked) < 3*samplesFirst+3*len(s.samples)
}

// estimate returns the number of records with its 95 % interval; it is not ok
// while there are few samples. The spread is that of the samples, pooled with a
// typical one that counts as a few more; the quantile is Student's.
func (s *sampler) estimate() (e Estimate, ok bool) {
	if s == nil {
		return e, false
	}
	held := float64(s.f.records.held())
	size, weights := s.mean()
	visible := s.visible()
	spread, n := typicalCounts*typicalSpread*typicalSpread*size*size, 0.0
	for _, x := range s.samples {
		if sampleForget*x.held >= held {
			w := 1 / (max(0, 1-x.held/max(size, 1)) + sampleFloor)
			d := x.size(visible) - size
			spread += w * d * d
			n++
		}
	}
	if n < samplesFirst {
		return e, false
	}
	freedom := n - 1 + typicalCounts
	bias := wholeBias
	if visible < 1 {
		bias = partBias
	}
	bias *= max(size-held, 0)
	half := math.Hypot(student(freedom)*math.Sqrt(spread/freedom/weights), 2*bias)
	e.Size = max(size, held)
	e.Low, e.High = max(size-half, held), max(size+half, held)
	return e, true
}

// student returns the 97.5 % quantile of Student's distribution with freedom
// degrees of freedom, by the first terms of its expansion (M. Abramowitz, I. Stegun:
// Handbook of Mathematical Functions, 26.7.5); good to 1 % from 4 on.
func student(freedom float64) float64 {
	const z = 1.959964
	return z + (z*z*z+z)/(4*freedom) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*freedom*freedom)
}
