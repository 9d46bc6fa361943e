package refresh

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// watch returns checks at the given gaps (in days) of a record that changes.
func watch(random *rand.Rand, rate float64, gaps []float64) []Check {
	checks := []Check{{At: start}}
	at := start
	for _, gap := range gaps {
		at = at.Add(time.Duration(gap * float64(day)))
		checks = append(checks, Check{at, random.Float64() < -math.Expm1(-rate*gap)})
	}
	return checks
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*math.Abs(b) }

// regular is the bias-corrected estimator of Cho and Garcia-Molina (2003, section
// 4.2) for a record that was checked n times, once every so many days, and had
// changed x times.
func regular(n, x int, every float64) float64 {
	return -math.Log((float64(n-x)+0.5)/(float64(n)+0.5)) / every
}

func TestPooledIsRegularWhereIntervalsAre(t *testing.T) {
	for _, c := range []struct{ n, x int }{{10, 1}, {10, 5}, {10, 9}, {10, 10}, {100, 37}, {1, 1}} {
		checks := []Check{{At: start}}
		for i := range c.n {
			checks = append(checks, Check{start.Add(time.Duration(i+1) * 2 * day), i < c.x})
		}
		if got, want := Pooled(checks), regular(c.n, c.x, 2); !near(got, want, 1e-6) {
			t.Errorf("%d of %d: %g, in closed form %g", c.x, c.n, got, want)
		}
	}
	if got := Pooled([]Check{{At: start}, {At: start.Add(day)}}); got != 0 {
		t.Errorf("without a change: %g", got)
	}
}

// The mean of many estimates is the true rate, also where intervals are
// irregular; counting changes is far off.
func TestRatesAreFoundFromIrregularChecks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rate := range []float64{0.05, 0.3, 1} {
		var sum, naive float64
		const records, visits = 400, 60
		for range records {
			gaps := make([]float64, visits)
			total := 0.0
			for i := range gaps {
				gaps[i] = 0.2 + 3*random.Float64()
				total += gaps[i]
			}
			checks := watch(random, rate, gaps)
			sum += Pooled(checks) / records
			for _, c := range checks {
				if c.Changed {
					naive += 1 / total / records
				}
			}
		}
		if !near(sum, rate, 0.05) {
			t.Errorf("rate %g: estimated %g (counting gives %g)", rate, sum, naive)
		}
	}
}

func TestRateStartsFromWhatIsKnownOfOthers(t *testing.T) {
	once := []Check{{At: start}}
	if got := Rate(once, 0.2); !near(got, 0.2, 1e-6) {
		t.Errorf("never checked again: %g, the others 0.2", got)
	}
	still := append(once, Check{At: start.Add(100 * day)})
	moved := append(once, Check{At: start.Add(day), Changed: true})
	if got := Rate(still, 0.2); got <= 0 || got >= 0.2 {
		t.Errorf("unchanged for 100 days: %g", got)
	}
	if got := Rate(moved, 0.2); got <= 0.2 {
		t.Errorf("changed within a day: %g", got)
	}
}

// Worth and Frequencies are two sides of one policy: a record is worth the
// price when its interval has passed.
func TestWorthReachesThePriceWhenTheVisitIsDue(t *testing.T) {
	rates := []float64{0.001, 0.01, 0.1, 0.3, 1, 50}
	for _, p := range Policies() {
		frequencies := p.Frequencies(rates, 1)
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
			if !near(worth, price, 1e-3) {
				t.Errorf("%s: rate %g visited %g times a day is worth %g, others %g", p, rates[i], f, worth, price)
			}
		}
		if !near(sum, 1, 1e-6) {
			t.Errorf("%s: %g visits for a budget of 1", p, sum)
		}
	}
	if f := Optimum.Frequencies(rates, 1); f[5] != 0 {
		t.Errorf("the optimum does not give up on 50 changes a day: %g", f[5])
	}
	if f := Harmonic.Frequencies(rates, 1); f[5] == 0 {
		t.Error("the harmonic policy gives up")
	}
}

// No small shift of visits from one record to another improves the optimum.
func TestOptimumCannotBeImproved(t *testing.T) {
	p := NewPopulation(50, 0.1, 1.5, 3)
	const budget = 5
	f := Optimum.Frequencies(p.Rates, budget)
	best := p.Expected(Optimum, budget)
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
			o, u, q := p.Expected(Optimum, budget), p.Expected(Uniform, budget), p.Expected(Proportional, budget)
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
		best, got := p.Expected(Optimum, budget), p.Learned(Optimum, budget, 200, 13)
		t.Logf("budget %g: %.3f of %.3f, %.1f %%", budget, got, best, 100*got/best)
		if got < 0.9*best || got > 1.1*best {
			t.Errorf("budget %g: learned %.3f, optimum %.3f", budget, got, best)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name   string
		ways   []Way
		worth  []float64
		budget int
		want   []int
	}{
		{"one question beats single visits", []Way{{Requests: 1, Records: []int{0}}, {Requests: 1, Records: []int{1}}, {Requests: 1, Records: []int{0, 1}}}, []float64{1, 1}, 3, []int{2}},
		{"single visits beat a long answer", []Way{{Requests: 9, Records: []int{0, 1, 2}}, {Requests: 1, Records: []int{1}}}, []float64{0.1, 5, 0.1}, 9, []int{1}},
		{"a record counts once", []Way{{Requests: 1, Records: []int{0, 1}}, {Requests: 1, Records: []int{1, 2}}, {Requests: 1, Records: []int{3}}}, []float64{2, 3, 1, 2}, 2, []int{0, 2}},
		{"the budget is kept", []Way{{Requests: 3, Records: []int{0}}, {Requests: 2, Records: []int{1}}}, []float64{9, 2}, 4, []int{0}},
		{"new records count", []Way{{Requests: 1, Records: []int{0}}, {Requests: 1, New: 2, Found: 3}}, []float64{5}, 1, []int{1}},
		{"what is worth nothing is left", []Way{{Requests: 1, Records: []int{0}}}, []float64{0}, 5, nil},
	} {
		if diff := cmp.Diff(c.want, Choose(c.ways, c.worth, c.budget)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
