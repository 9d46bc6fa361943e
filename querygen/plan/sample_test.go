package plan

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// sampled harvests until a share of n records is held, and then samples until
// that many requests went into samples.
func sampled(t *testing.T, m *model.Model, seed uint64, share float64, probes int) *Planner {
	t.Helper()
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
	for float64(p.Held()) < share*float64(m.Len()) {
		a, ok := p.Next()
		if !ok {
			t.Fatalf("seed %d: nothing to ask at %d records: %s", seed, p.Held(), p.Why())
		}
		if a.Query.Strategy == facts.SampleStrategy {
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
func zipfRecords(n int, seed uint64) []model.Record {
	var out []model.Record
	for i, d := range zipfDocuments(n, seed) {
		out = append(out, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", d.text)}})
	}
	return out
}

// Whatever the site shows, the samples must tell how many records there are,
// and their interval must hold the truth and be useful.
func TestSamplesTellHowMuchIsLeft(t *testing.T) {
	t.Parallel()
	const n, runs = 1200, 3
	inside := 0
	var records [runs][]model.Record
	for seed := range records {
		records[seed] = zipfRecords(n, uint64(seed)+1)
	}
	settings := []model.Options{
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
				m, err := model.New(records[seed], o)
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
	m, err := model.New(zipfRecords(800, 1), model.Options{Box: true, Totals: "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	o := querygen.Options{Form: m.Form(), Seeds: []string{"w1"}}
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

// A listing that claims more than the samples saw, and that nothing speaks
// against, keeps the interval from ending below its claim.
func TestSamplesLeaveRoomForTheClaimOfAListing(t *testing.T) {
	const claim = 90_000
	m, err := model.New(zipfRecords(800, 1), model.Options{Box: true})
	if err != nil {
		t.Fatal(err)
	}
	p := sampled(t, m, 1, 0.3, 60)
	before := p.Estimate()
	if before.High >= claim {
		t.Fatalf("the samples say %+v", before)
	}
	p.Observe(querygen.Outcome{Query: querygen.Query{Form: m.Form().ID, Bind: []page.Pair{pair(model.ModelBox, "...")}}, Page: 1, Status: querygen.Answered, Total: claim, More: true, Requests: 1,
		Rows: m.Ask(querygen.Ask{Query: querygen.Query{Bind: []page.Pair{pair(model.ModelBox, m.StartWord(1))}}, Page: 1}).Rows[:1]})
	if e := p.Estimate(); e.High != claim || e.Low > before.High || e.Exact {
		t.Errorf("before %+v, then %+v", before, e)
	}
}
