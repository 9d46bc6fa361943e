package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Every strategy says what it expects of each question, and over a harvest the
// promises are of the size of what comes.
func TestEveryQuestionHasAnExpectation(t *testing.T) {
	t.Parallel()
	m := zipfModel(t, 1000, model.Options{})
	for _, strategy := range Strategies() {
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seeds: []string{"the0"}, Terms: []string{"the0", "w3", "w5", "w8", "w12"}})
		expected, questions := 0.0, 0
		for p.Requests() < 150 {
			a, ok := p.Next()
			if !ok {
				break
			}
			if a.Query.Expected < 0 {
				t.Fatalf("%s: nothing is expected of %v", strategy, a.Query.Bind)
			}
			if a.Page == 1 {
				expected += a.Query.Expected
				questions++
			}
			p.Observe(m.Ask(a))
		}
		if held := float64(p.Held()); strategy == "frequency" && (expected < held/4 || expected > 4*held) {
			t.Errorf("%s: %.0f new records were expected of %d questions, and %.0f came", strategy, expected, questions, held)
		}
	}
}
