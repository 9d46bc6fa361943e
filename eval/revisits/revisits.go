// Package revisits plays policies of refreshing out on made-up records that change: how
// many copies are fresh by the formula, and with rates that are learned on the way.
package revisits

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/harvest/refresh"
)

const day = 24 * time.Hour

// Population is a made-up set of records that change.
type Population struct {
	Rates []float64 // changes a day
}

// NewPopulation returns n records with rates that are spread log-normally
// around median, as those of web pages are: spread is the standard deviation of
// their logarithm.
func NewPopulation(n int, median, spread float64, seed uint64) Population {
	random := rand.New(rand.NewPCG(seed, 0x72656672657368))
	p := Population{Rates: make([]float64, n)}
	for i := range p.Rates {
		p.Rates[i] = median * math.Exp(spread*random.NormFloat64())
	}
	return p
}

// Expected returns the mean freshness that a policy reaches which knows the
// rates and has budget visits a day.
func (p Population) Expected(policy refresh.Policy, budget float64) float64 {
	var sum float64
	for i, f := range Frequencies(policy, p.Rates, budget) {
		sum += Freshness(p.Rates[i], f)
	}
	return sum / float64(len(p.Rates))
}

// Learned plays days of changes and visits with a policy that has to learn the
// rates from its own visits, and returns the mean freshness over the second half
// of them. Each day it makes budget visits, a record at most once.
func (p Population) Learned(policy refresh.Policy, budget float64, days int, seed uint64) float64 {
	random := rand.New(rand.NewPCG(seed, 0x6c6561726e))
	n := len(p.Rates)
	next := make([]float64, n)           // day of the next change
	stale := make([]float64, n)          // day since which the copy is stale; +Inf: it is fresh
	checks := make([][]refresh.Check, n) // of each record
	rates := make([]float64, n)          // as they are believed
	order := make([]int, n)
	worth := make([]float64, n)
	start := time.Unix(0, 0)
	for i, rate := range p.Rates {
		next[i], stale[i] = random.ExpFloat64()/rate, math.Inf(1)
		checks[i] = []refresh.Check{{At: start}}
		order[i] = i
	}
	var prior, fresh, owed float64
	for today := 1; today <= days; today++ {
		now := start.Add(time.Duration(today) * day)
		if today > days/2 {
			for i := range n {
				// The share of yesterday in which the copy was fresh.
				fresh += min(max(min(stale[i], next[i])-float64(today-1), 0), 1)
			}
		}
		for i := range n {
			for next[i] < float64(today) {
				stale[i] = min(stale[i], next[i])
				next[i] += random.ExpFloat64() / p.Rates[i]
			}
			rate := rates[i]
			if len(checks[i]) == 1 {
				rate = prior
			}
			if prior == 0 {
				rate = 1 / float64(today)
			}
			worth[i] = policy.Worth(rate, refresh.Days(now.Sub(checks[i][len(checks[i])-1].At)))
		}
		// Ties fall at random: the order is that of yesterday, shuffled.
		random.Shuffle(n, func(a, b int) { order[a], order[b] = order[b], order[a] })
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
		owed += budget
		visits := min(int(owed), n)
		owed -= float64(int(owed))
		for _, i := range order[:visits] {
			checks[i] = append(checks[i], refresh.Check{At: now, Changed: !math.IsInf(stale[i], 1)})
			stale[i] = math.Inf(1)
		}
		if today&(today-1) == 0 || today%16 == 0 { // the prior moves slowly
			prior = refresh.Pooled(checks...)
			for i := range n {
				rates[i] = refresh.Rate(checks[i], prior)
			}
		} else {
			for _, i := range order[:visits] {
				rates[i] = refresh.Rate(checks[i], prior)
			}
		}
	}
	return fresh / float64(n*(days-days/2))
}

// Freshness returns the share of time in which a copy is fresh that is renewed
// frequency times a day, at equal intervals.
func Freshness(rate, frequency float64) float64 {
	switch {
	case rate <= 0:
		return 1
	case frequency <= 0:
		return 0
	}
	x := rate / frequency
	return -math.Expm1(-x) / x
}

// Frequencies returns how often a day each record is visited under a policy, where budget
// visits a day are to be had for all of them: whenever a visit is worth its price, which is
// found by bisection.
func Frequencies(p refresh.Policy, rates []float64, budget float64) []float64 {
	out := make([]float64, len(rates))
	total := func(price float64) (sum float64) {
		for i, rate := range rates {
			out[i] = frequency(p, rate, price)
			sum += out[i]
		}
		return sum
	}
	price := math.Exp(bisect(math.Log(1e-12), math.Log(1e12), func(price float64) bool { return total(math.Exp(price)) <= budget }))
	if sum := total(price); sum > 0 && sum < budget {
		for i := range out {
			out[i] *= budget / sum // what rounding has left over
		}
	}
	return out
}

// frequency returns how often a day a record is worth a price; 0 where it never is, however
// long it waits.
func frequency(p refresh.Policy, rate, price float64) float64 {
	const longest = 1e9 // days
	if rate <= 0 && p != refresh.Uniform || p.Worth(rate, longest) <= price {
		return 0
	}
	return math.Exp(-bisect(math.Log(1e-9), math.Log(longest), func(age float64) bool { return p.Worth(rate, math.Exp(age)) >= price }))
}

// bisect returns the least number between two from which on something is so.
func bisect(low, high float64, is func(x float64) bool) float64 {
	for range 50 {
		if mid := (low + high) / 2; is(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
