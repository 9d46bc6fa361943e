package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// An answer to two words that shows what either alone shows is not read on
// beside theirs.
func TestWidenedAnswersAreNotReadOn(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		m := zipfModel(t, 1000, model.Options{Operators: "or", RankSeed: seed})
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(seed)}, Seed: seed})
		widened := 0
		for range 250 {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
			q := p.facts.ByKey[a.Query.Key()]
			if !p.facts.Widened(q) {
				continue
			}
			if widened++; a.Page > 1 {
				t.Fatalf("seed %d: page %d of %v, of whose %d matches the answers to its words show all", seed, a.Page, a.Query.Bind, p.facts.Matches(q))
			}
		}
		if widened == 0 {
			t.Errorf("seed %d: no two words were asked at once", seed)
		}
	}
}
