package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Of a word with many more matches than are shown, all parts are asked that a menu makes,
// whether or not the site tells how many there are.
func TestCutWordsAreDividedToTheEnd(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 2))
	var records []model.Record
	for i := range 1500 {
		records = append(records, model.Record{Key: fmt.Sprint("c", i), Fields: []page.Pair{pair("title", fmt.Sprintf("w%d w%d", r.IntN(300), r.IntN(300))),
			pair("kind", fmt.Sprint("K", min(r.IntN(12), r.IntN(12)))), pair("agent", fmt.Sprint("agent", min(r.IntN(30), r.IntN(30), r.IntN(30))))}})
	}
	for _, totals := range []string{"hidden", "shown"} {
		m, err := model.New(records, model.Options{Box: true, Searches: []string{"agent"}, Attributes: []string{"kind"}, TopK: 40, PageSize: 10, Totals: totals})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: 1})
		for p.Requests() < 700 {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		if p.Held() < 1485 {
			t.Errorf("totals %s: held %d of 1500 after %d requests: %s", totals, p.Held(), p.Requests(), p.Why())
		}
	}
}
