package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// heldAfter returns the records that a strategy holds after so many requests, in the
// mean of some seeds.
func heldAfter(t *testing.T, strategy string, n, requests int, o model.Options) float64 {
	t.Helper()
	const seeds = 6
	sum := 0
	for seed := range uint64(seeds) {
		o.RankSeed = seed + 1
		m := zipfModel(t, n, o)
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seed: seed, Seeds: []string{m.StartWord(seed)}})
		for p.Requests() < requests {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		sum += p.Held()
	}
	return float64(sum) / seeds
}

// TestSmallCollections: what auto spends on knowing a small collection is not missed
// beside strategies that spend nothing: the form as served, which they do not ask for, is
// one request, one more is granted, and then three points.
func TestSmallCollections(t *testing.T) {
	t.Parallel()
	for _, o := range []model.Options{{}, {Totals: "hidden"}, {Snippet: 12}, {Operators: "or"}} {
		for _, n := range []int{120, 400} {
			auto := heldAfter(t, "auto", n, n/10+2, o)
			for _, other := range []string{"setcover", "frequency"} {
				if held := heldAfter(t, other, n, n/10, o); auto < held-0.03*float64(n) {
					t.Errorf("%+v, %d records: auto holds %.0f after %d requests, %s %.0f two requests earlier", o, n, auto, n/10+2, other, held)
				}
			}
		}
	}
}

// TestStranded: where the first word is one that only a corner of the collection has,
// words that lead out of it are asked before all words of the corner.
func TestStranded(t *testing.T) {
	t.Parallel()
	text := func(s string) []page.Pair { return []page.Pair{{Name: "text", Value: s}} }
	var words []string
	for i := range 30 {
		words = append(words, fmt.Sprintf("corner%d", i))
	}
	records := []model.Record{{Key: "corner", Fields: text(strings.Join(words, " "))}}
	for i := range 200 {
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: text(fmt.Sprintf("the number%d of many%d", i, i%7))})
	}
	m, err := model.New(records, model.Options{Box: true})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"corner7"}})
	for p.Requests() < 12 {
		a, ok := p.Next()
		if !ok {
			t.Fatal(p.Why())
		}
		p.Observe(m.Ask(a))
	}
	if p.Held() < 40 {
		t.Errorf("holds %d records after %d requests, want the corner to be left", p.Held(), p.Requests())
	}
}
