package statistics

import (
	"cmp"
	"math"
)

// ChaoUnseen returns Chao's lower bound for the number of classes that were not caught, bias
// corrected, and its variance (A. Chao: Estimating the population size for capture-recapture
// data with unequal catchability. Biometrics 43, 1987).
func ChaoUnseen(once, twice float64) (unseen, variance float64) {
	unseen = once * (once - 1) / (2 * (twice + 1))
	variance = unseen + once*(2*once-1)*(2*once-1)/(4*(twice+1)*(twice+1)) + once*once*twice*(once-1)*(once-1)/(4*math.Pow(twice+1, 4))
	return unseen, variance
}

// Wilson returns the 95 % score interval of a share of k in n > 0 (E. B. Wilson, JASA 22, 1927).
func Wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(centre-half, 0), min(centre+half, 1)
}

func Clamp[T cmp.Ordered](v, low, high T) T { return min(max(v, low), high) }

// Above returns the 95 % interval and the median of what is estimated as size,
// give or take half, where at least held are there: those of a normal
// distribution cut off below held. An estimate of less than is held is off by so
// much, and is taken for less certain where that is unlikely.
func Above(held, size, half float64) (low, median, high float64) {
	const z, most = 1.959964, 2
	deviation := max(half/z, (held-size)/most, 1e-9*held)
	left := math.Erfc((held-size)/deviation/math.Sqrt2) / 2
	at := func(share float64) float64 { // the point that so much of the distribution lies above
		return max(held, size+deviation*math.Sqrt2*math.Erfcinv(2*left*share))
	}
	return max(held, size-half), at(0.5), at(0.025) // perhaps none is left
}
