package plan

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Menus and bounds without totals: random drill-downs tell how many records
// there are, and their intervals hold the truth as often as they say.
func TestDescentsTellHowManyThereAre(t *testing.T) {
	t.Parallel()
	const n, runs, probes = 800, 100, 50
	records := offers(n)
	for _, tt := range []struct {
		name       string
		attributes []string
		median     float64 // error, at most
	}{
		{"bounds", []string{"price", "rooms"}, 0.1},
		{"menus", []string{"kind", "city", "agent"}, 0.15},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			inside, bias := 0, 0.0
			var off []float64
			for seed := range uint64(runs) {
				m, err := model.New(records, model.Options{Attributes: tt.attributes, TopK: 40, PageSize: 10, Totals: "hidden", Lists: true, RankSeed: seed})
				if err != nil {
					t.Fatal(err)
				}
				p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: seed})
				for p.Held() < n*3/10 {
					a, ok := p.Next()
					if !ok {
						break
					}
					p.Observe(m.Ask(a))
				}
				before := p.Requests()
				for p.Requests() < before+probes {
					a, ok := p.Sample()
					if !ok {
						break
					}
					if a.Page == 1 && a.Query.Strategy != facts.SampleStrategy {
						t.Fatalf("asked %+v", a)
					}
					p.Observe(m.Ask(a))
				}
				e := p.Estimate()
				if !strings.Contains(e.Method, "drill-downs") || e.Exact {
					t.Fatalf("seed %d: %+v", seed, e)
				}
				if e.Low <= n && n <= e.High {
					inside++
				}
				bias += (e.Size/n - 1) / runs
				off = append(off, math.Abs(e.Size/n-1))
			}
			slices.Sort(off)
			t.Logf("median error %.3f, bias %+.3f, %d of %d intervals hold the truth", off[runs/2], bias, inside, runs)
			if off[runs/2] > tt.median || math.Abs(bias) > 0.06 || 100*inside < 90*runs {
				t.Errorf("median error %.3f (at most %.2f), bias %+.3f, %d of %d intervals hold the truth (at least 90 %%)", off[runs/2], tt.median, bias, inside, runs)
			}
		})
	}
}

// A harvest spends little on it, and knows how many there are in the end.
func TestDescentsCostLittle(t *testing.T) {
	const n = 4000
	p, all := drill(t, n, model.Options{Attributes: []string{"price", "rooms"}, TopK: 200, PageSize: 20, Totals: "hidden", Lists: true}, "auto", 1000)
	asked := 0
	for _, o := range all {
		if o.Query.Strategy == facts.SampleStrategy {
			asked++
		}
	}
	e := p.Estimate()
	t.Logf("%d of %d requests; %+v", asked, p.Requests(), e)
	if asked == 0 || 8*asked > p.Requests() {
		t.Errorf("%d of %d requests went into descents", asked, p.Requests())
	}
	if e.Held != n || e.Low > n || e.High < n || e.High > 1.05*n {
		t.Errorf("at the end: %+v, %d are there", e, n)
	}
}

// A planner that is given a ledger goes on as the one that wrote it, also in the
// middle of a descent.
func TestDescentsReplay(t *testing.T) {
	o := model.Options{Attributes: []string{"kind", "price:max", "rooms"}, TopK: 60, PageSize: 10, Totals: "hidden", Lists: true}
	p, all := drill(t, 1500, o, "auto", 150)
	m, err := model.New(offers(1500), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{40, 71, 103, len(all)} {
		again := mustPlan(t, querygen.Options{Form: m.Form(), Seed: 1})
		for _, out := range all[:cut] {
			again.Observe(out)
		}
		a, ok := again.Next()
		switch {
		case !ok:
			t.Errorf("nothing left after %d outcomes: %s", cut, again.Why())
		case cut < len(all):
			if next := all[cut]; a.Query.Key() != next.Query.Key() || a.Page != next.Page {
				t.Errorf("after %d outcomes: %s page %d, and it was %s page %d", cut, a.Query.Key(), a.Page, next.Query.Key(), next.Page)
			}
		case again.Estimate() != p.Estimate():
			t.Errorf("%+v, and it was %+v", again.Estimate(), p.Estimate())
		}
	}
	if !slices.ContainsFunc(all, func(o querygen.Outcome) bool { return o.Query.Strategy == facts.SampleStrategy }) {
		t.Error("nothing was drawn")
	}
}

// Parts that never answer are not told of by those that do.
func TestPartsThatNeverAnswerAreNotCounted(t *testing.T) {
	t.Parallel()
	const n = 600
	m, err := model.New(wares(n, 4), model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Cap: "refuse", Totals: "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: 1})
	for range 400 {
		a, ok := p.NextFor(0)
		if !ok {
			break
		}
		o := m.Ask(a)
		for _, b := range a.Query.Bind {
			if b.Value == "Town0" || b.Value == "Town1" {
				o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1}
			}
		}
		p.Observe(o)
		if e := p.Estimate(); e.Known() && e.High < n {
			t.Fatalf("%.0f (%.0f-%.0f) of %d with %d held, though a part never answered: %s", e.Size, e.Low, e.High, n, p.Held(), e.Method)
		}
	}
}
