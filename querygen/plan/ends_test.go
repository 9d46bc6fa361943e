package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// TestEndsTell harvests a model that shows no totals and cuts nothing: to open an answer near
// the end that is expected pays.
func TestEndsTell(t *testing.T) {
	harvest := func(inOrder bool, seed uint64) (requests int) {
		o := model.Options{Totals: "hidden", InOrder: inOrder}
		m := zipfModel(t, 3000, o)
		p, err := New(querygen.Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		for p.Held() < m.Len()*98/100 {
			a, ok := p.Next()
			if !ok || p.Requests() > 3000 {
				t.Fatalf("%d of %d records after %d requests: %s", p.Held(), m.Len(), p.Requests(), p.Why())
			}
			p.Observe(m.Ask(a))
		}
		return p.Requests()
	}
	numbered, ordered := 0, 0
	for seed := range uint64(3) {
		numbered += harvest(false, seed+1)
		ordered += harvest(true, seed+1)
	}
	if float64(numbered) > 0.95*float64(ordered) {
		t.Errorf("%d requests, %d where pages come in order only", numbered, ordered)
	}
}
