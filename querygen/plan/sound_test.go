package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Whatever is computed from what a site shows, no number that leaves the planner is
// none: nothing divides by nothing. The sites are tiny, answer oddly or forget their
// records, which is where there is nothing to divide by.
func TestNumbersAreNumbers(t *testing.T) {
	t.Parallel()
	number := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	for i, k := range statusKinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(1); seed < 6; seed += 2 {
				rnd := rand.New(rand.NewPCG(seed, uint64(i)))
				n := 1 + rnd.IntN(60)
				records := wares(n, seed)
				if k.text {
					records = zipfRecords(n, seed+1)
				}
				k.o.RankSeed = seed
				m, err := model.New(records, k.o)
				if err != nil {
					t.Fatal(err)
				}
				var seeds []string
				if w := m.StartWord(seed); w != "" {
					seeds = []string{w}
				}
				p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: k.strategy, Seed: seed, Seeds: seeds})
				for step := range 80 {
					a, ok := p.Next()
					if step%3 == 2 && p.Held() > 0 {
						if sample, due := p.Sample(); due {
							a, ok = sample, true
						}
					}
					if !ok {
						break
					}
					if !number(a.Query.Expected) {
						t.Fatalf("seed %d, step %d: %v is expected of %s", seed, step, a.Query.Expected, a.Query.Why)
					}
					o := m.Ask(a)
					switch at := rnd.IntN(12); {
					case at == 0 && seed > 1: // says something else
						o.Rows, o.Total, o.More = nil, -1, false
						o.Status = []querygen.Status{querygen.Empty, querygen.Refused, querygen.Failed}[rnd.IntN(3)]
					case at == 1 && seed > 3: // other records than before
						for j := range o.Rows {
							o.Rows[j].Key = fmt.Sprint(o.Rows[j].Key, rnd.IntN(1000))
						}
					case at == 2 && seed > 3:
						o.Total = []int{0, 1, math.MaxInt}[rnd.IntN(3)]
					}
					p.Observe(o)
					if e := p.Estimate(); !number(e.Size) || !number(e.Low) || !number(e.High) || !number(e.Coverage) {
						t.Fatalf("seed %d, step %d: %+v", seed, step, e)
					}
				}
			}
		})
	}
}

// Samples that found nothing again tell nothing: the number is unknown then, not infinite.
func TestSamplesThatFindNothingAgain(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm(), Seed: 1})
	for i := range 3 {
		o := querygen.Outcome{Query: p.facts.Space.Word(fmt.Sprint("word", i), "x"), Page: 1, Status: querygen.Answered, Total: -1, Requests: 1}
		for j := range 30 {
			o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i, "-", j), Text: fmt.Sprintf("word%d other%d", i, j)})
		}
		p.Observe(o)
	}
	for range 2 * estimate.SamplesFirst {
		p.sampler.Samples = append(p.sampler.Samples, estimate.Sample{Held: 90, Fresh: 1, Rows: 10, Unseen: 10, Read: true})
	}
	p.facts.Seeing = facts.Visibility{All: 1000} // rows show little, so that only what came again tells
	p.estimated, p.decided = estimate.Estimated{}, false
	e := p.Estimate()
	for _, x := range []float64{e.Size, e.Low, e.High, e.Coverage} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%+v", e)
		}
	}
	if e.Known() || e.Held != 90 || e.Method == "" {
		t.Errorf("%+v", e)
	}
	if a, ok := p.Next(); !ok || math.IsNaN(a.Query.Expected) {
		t.Errorf("%+v %t", a, ok)
	}
}
