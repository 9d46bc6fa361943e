package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// TestPublishedPoliciesUnderALimit: whoever looks at what is held needs fewer
// requests than who asks at random.
func TestPublishedPoliciesUnderALimit(t *testing.T) {
	t.Parallel()
	m := site(t, zipfDocuments(2000, 7), model.Options{PageSize: 10, TopK: 60, RankSeed: 1})
	const reach = 1400
	spent := map[string]int{}
	for _, strategy := range []string{"random", "adaptive", "setcover"} {
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seeds: []string{"w7"}})
		for p.Held() < reach && p.Requests() < 2500 {
			a, ok := p.Next()
			if !ok {
				t.Fatalf("%s stopped at %d records: %s", strategy, p.Held(), p.Why())
			}
			p.Observe(m.Ask(a))
		}
		spent[strategy] = p.Requests()
	}
	t.Logf("requests until %d are held: %v", reach, spent)
	for _, strategy := range []string{"adaptive", "setcover"} {
		if spent[strategy] > spent["random"] {
			t.Errorf("%s needed %d requests, random %d", strategy, spent[strategy], spent["random"])
		}
	}
}
