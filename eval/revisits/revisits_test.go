package revisits

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/harvest/refresh"
)

// Worth and Frequencies are two sides of one policy: a record is worth the
// price when its interval has passed.
func TestWorthReachesThePriceWhenTheVisitIsDue(t *testing.T) {
	rates := []float64{0.001, 0.01, 0.1, 0.3, 1, 50}
	for _, p := range refresh.Policies() {
		frequencies := Frequencies(p, rates, 1)
		var sum, price float64
		for i, f := range frequencies {
			sum += f
			if f == 0 {
				continue
			}
			worth := p.Worth(rates[i], 1/f)
			if price == 0 {
				price = worth
			}
			if math.Abs(worth-price) > 1e-3*price {
				t.Errorf("%s: rate %g visited %g times a day is worth %g, others %g", p, rates[i], f, worth, price)
			}
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("%s: %g visits for a budget of 1", p, sum)
		}
	}
	if f := Frequencies(refresh.Optimum, rates, 1); f[5] != 0 {
		t.Errorf("the optimum does not give up on 50 changes a day: %g", f[5])
	}
	if f := Frequencies(refresh.Harmonic, rates, 1); f[5] == 0 {
		t.Error("the harmonic policy gives up")
	}
}

// No small shift of visits from one record to another improves the optimum.
func TestOptimumCannotBeImproved(t *testing.T) {
	p := NewPopulation(50, 0.1, 1.5, 3)
	const budget = 5
	f := Frequencies(refresh.Optimum, p.Rates, budget)
	best := p.Expected(refresh.Optimum, budget)
	random := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		from, to := random.IntN(50), random.IntN(50)
		shift := f[from] * random.Float64() * 0.5
		was := Freshness(p.Rates[from], f[from]) + Freshness(p.Rates[to], f[to])
		is := Freshness(p.Rates[from], f[from]-shift) + Freshness(p.Rates[to], f[to]+shift)
		if from != to && is > was+1e-6 {
			t.Fatalf("moving %g visits from rate %g to rate %g improves the optimum %g by %g", shift, p.Rates[from], p.Rates[to], best, is-was)
		}
	}
}

func TestOptimumBeatsUniformBeatsProportional(t *testing.T) {
	for _, spread := range []float64{0.5, 1, 2} {
		p := NewPopulation(300, 0.1, spread, 7)
		for _, budget := range []float64{1, 5, 20, 100} {
			o, u, q := p.Expected(refresh.Optimum, budget), p.Expected(refresh.Uniform, budget), p.Expected(refresh.Proportional, budget)
			if o < u || u < q {
				t.Errorf("spread %g, budget %g: optimum %.4f, uniform %.4f, proportional %.4f", spread, budget, o, u, q)
			}
		}
	}
}

// After learning, the freshness reached is at least 90 % of the optimum that
// knows the rates.
func TestLearnedRatesReachTheOptimum(t *testing.T) {
	p := NewPopulation(200, 0.1, 1.5, 11)
	for _, budget := range []float64{10, 40, 100} {
		best, got := p.Expected(refresh.Optimum, budget), p.Learned(refresh.Optimum, budget, 200, 13)
		t.Logf("budget %g: %.3f of %.3f, %.1f %%", budget, got, best, 100*got/best)
		if got < 0.9*best || got > 1.1*best {
			t.Errorf("budget %g: learned %.3f, optimum %.3f", budget, got, best)
		}
	}
}
