package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// What a page was to bring is told by what was in hand before it: a row shows of its
// record whether it is, which a snippet may have hidden.
func TestHandBeforeThePage(t *testing.T) {
	t.Parallel()
	m := zipfModel(t, 500, model.Options{TopK: 100, Snippet: 2})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
	hidden := 0
	for range 300 {
		a, ok := p.Next()
		if !ok {
			break
		}
		before := 0.0
		if q := p.facts.ByKey[a.Query.Key()]; q != nil && q.Worded() {
			before = p.facts.InHand(q)
		}
		p.Observe(m.Ask(a))
		q := p.facts.ByKey[a.Query.Key()]
		if !q.Worded() || q.Reads < 2 {
			continue
		}
		if q.Before != before {
			t.Fatalf("page %d of %v: %g were in hand before, not %g", a.Page, a.Query.Bind, before, q.Before)
		}
		if p.facts.InHand(q) > before+float64(q.LastFresh)+1 {
			hidden++
		}
	}
	if hidden == 0 {
		t.Error("no page showed that more was in hand than had seemed so")
	}
}
