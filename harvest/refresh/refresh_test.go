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
