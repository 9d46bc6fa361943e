package keyword

import (
	"math"
)

// The nodes and weights of Gauss-Hermite quadrature for a standard normal variable.
var (
	normalNodes   = [5]float64{-2.856970, -1.355626, 0, 1.355626, 2.856970}
	normalWeights = [5]float64{0.011257, 0.222076, 0.533333, 0.222076, 0.011257}
)

// breakEven returns the new records a page at which asking a word just breaks
// even. Its first page tells how many of its matches are unseen, so that the
// others are read only where they pay more than that: what varies is worth more
// than its mean (an index as that of J. C. Gittins, Bandit processes and dynamic
// allocation indices, JRSS B 41, 1979). Unseen matches are taken to be lognormal,
// with a relative variance of spread as far as the first page tells.
func (s *outlook) breakEven(held, unseen, found, spread float64) float64 {
	const iterations, enough = 4, 1.001 // the price only rises, quickly
	variance := math.Log(1 + spread)
	deviation := math.Sqrt(variance)
	p := float64(s.f.RowsAPage())
	var first, rest, pages [len(normalNodes)]float64
	for i, z := range normalNodes {
		outcome := unseen * math.Exp(deviation*z-variance/2)
		fresh, rows := s.reachable(held, outcome)
		fresh *= found
		first[i], pages[i] = fresh, s.pages(rows)-1
		if pages[i] > 0 {
			first[i], rest[i] = s.splits(fresh, held+outcome, rows, p)
		}
	}
	price := 0.0
	for range iterations {
		gain, cost := 0.0, 1.0
		for i, weight := range normalWeights {
			gain += weight * first[i]
			if rest[i] > price*pages[i] {
				gain += weight * rest[i]
				cost += weight * pages[i]
			}
		}
		if gain <= enough*price*cost {
			break
		}
		price = gain / cost
	}
	return price
}
