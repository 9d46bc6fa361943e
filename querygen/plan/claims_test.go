package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Guessed totals guide while most matches are new, and then cost no more than
// if the site showed none.
func TestGuessesAreForgotten(t *testing.T) {
	t.Parallel()
	cost := func(totals string) (requests int, forgot bool) {
		m := zipfModel(t, 2000, model.Options{Totals: totals, TopK: 200, RankSeed: 4})
		p, err := New(querygen.Options{Form: m.Form(), Seed: 4, Seeds: []string{m.StartWord(4)}})
		if err != nil {
			t.Fatal(err)
		}
		for p.Held() < m.Len()*95/100 {
			a, ok := p.Next()
			if !ok || p.Requests() > 5000 {
				t.Fatalf("totals %s: %d of %d records after %d requests", totals, p.Held(), m.Len(), p.Requests())
			}
			p.Observe(m.Ask(a))
		}
		return p.Requests(), p.facts.Claims.Forgotten
	}
	if _, forgot := cost("shown"); forgot {
		t.Error("exact totals are forgotten")
	}
	hidden, _ := cost("hidden")
	if guessed, forgot := cost("estimated"); !forgot || guessed > hidden*11/10 {
		t.Errorf("guessed totals: %d requests, none: %d; forgotten: %v", guessed, hidden, forgot)
	}
}
