package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Where totals are hidden, a limit shows by what the longest answer lacks.
func TestLimitByWhatIsLacking(t *testing.T) {
	m := zipfModel(t, 2000, model.Options{Totals: "hidden", TopK: 200, RankSeed: 4, InOrder: true})
	p, err := New(querygen.Options{Form: m.Form(), Seed: 4, Seeds: []string{m.StartWord(4)}})
	if err != nil {
		t.Fatal(err)
	}
	f := p.facts
	at := -1
	for p.Held() < m.Len()*3/4 {
		a, ok := p.Next()
		if !ok || p.Requests() > 2000 {
			t.Fatalf("%d of %d records after %d requests", p.Held(), m.Len(), p.Requests())
		}
		p.Observe(m.Ask(a))
		if at < 0 && f.Regime().Limit > 0 {
			at = p.Requests()
		}
	}
	if f.Regime().Limit != 200 || f.Ended[1] >= 3 && at > 100 {
		t.Errorf("a limit of %d is seen after %d requests", f.Regime().Limit, at)
	}
}
