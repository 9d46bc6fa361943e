package refresh

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

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
func (p Population) Expected(policy Policy, budget float64) float64 {
	var sum float64
	for i, f := range policy.Frequencies(p.Rates, budget) {
		sum += Freshness(p.Rates[i], f)
	}
	return sum / float64(len(p.Rates))
}

// Learned plays days of changes and visits with a policy that has to learn the
// rates from its own visits, and returns the mean freshness over the second half
// of them. Each day it makes budget visits, a record at most once.
func (p Population) Learned(policy Policy, budget float64, days int, seed uint64) float64 {
	random := rand.New(rand.NewPCG(seed, 0x6c6561726e))
	n := len(p.Rates)
	next := make([]float64, n)   // day of the next change
	stale := make([]float64, n)  // day since which the copy is stale; +Inf: it is fresh
	checks := make([][]Check, n) // of each record
	rates := make([]float64, n)  // as they are believed
	order := make([]int, n)
	worth := make([]float64, n)
	start := time.Unix(0, 0)
	for i, rate := range p.Rates {
		next[i], stale[i] = random.ExpFloat64()/rate, math.Inf(1)
		checks[i] = []Check{{At: start}}
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
			worth[i] = policy.Worth(rate, Days(now.Sub(checks[i][len(checks[i])-1].At)))
		}
		// Ties fall at random: the order is that of yesterday, shuffled.
		random.Shuffle(n, func(a, b int) { order[a], order[b] = order[b], order[a] })
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
		owed += budget
		visits := min(int(owed), n)
		owed -= float64(int(owed))
		for _, i := range order[:visits] {
			checks[i] = append(checks[i], Check{now, !math.IsInf(stale[i], 1)})
			stale[i] = math.Inf(1)
		}
		if today&(today-1) == 0 || today%16 == 0 { // the prior moves slowly
			prior = Pooled(checks...)
			for i := range n {
				rates[i] = Rate(checks[i], prior)
			}
		} else {
			for _, i := range order[:visits] {
				rates[i] = Rate(checks[i], prior)
			}
		}
	}
	return fresh / float64(n*(days-days/2))
}
