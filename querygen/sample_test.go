package querygen

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// sampled harvests until a share of n records is held, and then samples until
// that many requests went into samples.
func sampled(t *testing.T, m *Model, seed uint64, share float64, probes int) *Planner {
	t.Helper()
	p := mustPlan(t, Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
	for float64(p.Held()) < share*float64(m.Len()) {
		a, ok := p.Next()
		if !ok {
			t.Fatalf("seed %d: nothing to ask at %d records: %s", seed, p.Held(), p.Why())
		}
		if a.Query.Strategy == SampleStrategy {
			probes--
		}
		p.Observe(m.Ask(a))
	}
	for range probes {
		a, ok := p.Sample()
		if !ok {
			break
		}
		p.Observe(m.Ask(a))
	}
	return p
}

// zipfRecords are zipfDocuments for a Model.
func zipfRecords(n int, seed uint64) []ModelRecord {
	var out []ModelRecord
	for i, d := range zipfDocuments(n, seed) {
		out = append(out, ModelRecord{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", d.text)}})
	}
	return out
}

// Whatever the site shows, the samples must tell how many records there are,
// and their interval must hold the truth and be useful.
func TestSamplesTellHowMuchIsLeft(t *testing.T) {
	t.Parallel()
	const n, runs = 1200, 3
	inside := 0
	var records [runs][]ModelRecord
	for seed := range records {
		records[seed] = zipfRecords(n, uint64(seed)+1)
	}
	settings := []ModelOptions{
		{},
		{TopK: 100},
		{Totals: "hidden"},
		{TopK: 100, Totals: "hidden"},
		{Snippet: 12},
	}
	for _, o := range settings {
		t.Run(fmt.Sprintf("k=%d totals=%s snippet=%d", o.TopK, o.Totals, o.Snippet), func(t *testing.T) {
			sum := 0.0
			for seed := range uint64(runs) {
				o.Box, o.RankSeed = true, seed
				m, err := NewModel(records[seed], o)
				if err != nil {
					t.Fatal(err)
				}
				e := sampled(t, m, seed, 0.3, 200).Estimate()
				if !strings.Contains(e.Method, "drawn at random") {
					t.Errorf("seed %d: the estimate is by %s", seed, e.Method)
				}
				if e.Low <= n && n <= e.High {
					inside++
				}
				if math.Abs(e.Size/n-1) > 0.25 || e.High-e.Low > 0.8*n {
					t.Errorf("seed %d: %.0f (%.0f-%.0f) of %d", seed, e.Size, e.Low, e.High, n)
				}
				sum += math.Abs(e.Size/n-1) / runs
			}
			if sum > 0.12 {
				t.Errorf("the estimate is off by %.0f %%", 100*sum)
			}
		})
	}
	// Of 15 intervals that each hold it with 90 %, fewer than 11 do by chance once in 80 times.
	if most := runs * len(settings); inside < most-4 {
		t.Errorf("%d of %d intervals hold the truth", inside, most)
	}
}

// The estimate is part of the fold: a planner that is only told what was asked
// and answered, samples out of turn included, knows the same.
func TestSamplesReplay(t *testing.T) {
	m, err := NewModel(zipfRecords(800, 1), ModelOptions{Box: true, Totals: "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Form: m.Form(), Seeds: []string{"w1"}}
	p, replayed := mustPlan(t, o), mustPlan(t, o)
	for i := range 200 {
		a, ok := p.Next()
		if i > 80 && i%3 == 0 {
			a, ok = p.Sample()
		}
		if !ok {
			break
		}
		outcome := m.Ask(a)
		p.Observe(outcome)
		replayed.Observe(outcome)
	}
	if a, b := p.Estimate(), replayed.Estimate(); a != b || a.Size == 0 {
		t.Errorf("the estimate is %+v, replayed %+v", a, b)
	}
}

func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{5: 2.571, 10: 2.228, 30: 2.042, 1e9: 1.960} {
		if got := student(freedom); math.Abs(got-want) > 0.01*want {
			t.Errorf("student(%g) = %.3f, want %.3f", freedom, got, want)
		}
	}
}

// A listing that claims more than the samples saw, and that nothing speaks
// against, keeps the interval from ending below its claim.
func TestSamplesLeaveRoomForTheClaimOfAListing(t *testing.T) {
	const claim = 90_000
	m, err := NewModel(zipfRecords(800, 1), ModelOptions{Box: true})
	if err != nil {
		t.Fatal(err)
	}
	p := sampled(t, m, 1, 0.3, 60)
	before := p.Estimate()
	if before.High >= claim {
		t.Fatalf("the samples say %+v", before)
	}
	p.Observe(Outcome{Query: Query{Form: m.Form().ID, Bind: []page.Pair{pair(modelBox, "...")}}, Page: 1, Status: Answered, Total: claim, More: true, Requests: 1,
		Rows: m.Ask(Ask{Query: Query{Bind: []page.Pair{pair(modelBox, m.StartWord(1))}}, Page: 1}).Rows[:1]})
	if e := p.Estimate(); e.High != claim || e.Low > before.High || e.Exact {
		t.Errorf("before %+v, then %+v", before, e)
	}
}
