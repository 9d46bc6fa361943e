package querygen

import (
	"strings"
	"testing"
)

// A word cut short finds the words that begin so, where sites complete words: its
// answer is not believed to be everything while other questions bring what it has not shown.
func TestWordsCutShortDoNotListEverything(t *testing.T) {
	for _, totals := range []string{"", "none"} {
		g := gadget{docs: gadgetDocs(400), prefix: true, totals: totals}
		for i := range g.docs {
			g.docs[i] = strings.ReplaceAll(g.docs[i], "item", []string{"code", "number"}[i%2])
		}
		p := mustPlan(t, Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden", "gardens", "water"}})
		cut := false
		for range 60 {
			a, ok := p.Next()
			if !ok {
				break
			}
			o := g.answer(a)
			p.Observe(o)
			cut = cut || len(a.Query.Bind) == 1 && strings.HasSuffix(a.Query.Bind[0].Value, "*") && len(a.Query.Bind[0].Value) == 2 && o.Status == Answered
			if c := p.Capabilities().Get(CanListAll); c.Verdict == Yes {
				t.Fatalf("totals %q: %+v", totals, c)
			}
		}
		if !cut {
			t.Errorf("totals %q: no word cut short was answered", totals)
		}
	}
}
