package querygen

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Sound returns the estimate, or what is certain of it where what it was computed from has
// no answer: samples that found none of the records again, or nothing to divide by. What
// is computed in fractions may miss by the last bit, and the bounds hold the size.
func (e Estimate) Sound() Estimate {
	for _, x := range []float64{e.Size, e.Low, e.High, e.Coverage} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Estimate{Held: e.Held, Unreachable: e.Unreachable, Cut: e.Cut, Beyond: e.Beyond}
		}
	}
	if e.Known() {
		e.Low, e.High = min(e.Low, e.Size), max(e.High, e.Size)
	}
	return e
}

// AtLeast returns the estimate where at least so many are there. Where that is farther
// from what was estimated than twice the interval allows, the samples were of something
// else, and only the least is known.
func (e Estimate) AtLeast(least float64) Estimate {
	if e.Known() && least > max(e.Size, float64(e.Held)) {
		half := max(e.High-e.Size, e.Size-e.Low)
		if least > e.Size+2*half {
			e = Estimate{Held: e.Held, Unreachable: e.Unreachable, Cut: e.Cut, Beyond: e.Beyond}
		} else {
			e.Low, e.Size, e.High = statistics.Above(least, e.Size, half)
		}
	}
	if e.Known() {
		e.Size, e.High = max(e.Size, least), max(e.High, least)
		e.Coverage = float64(e.Held) / e.Size
	}
	if e.Known() || least > float64(e.Held) {
		e.Low = max(e.Low, least)
	}
	return e
}
