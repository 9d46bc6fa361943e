package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// The value with the most neighbours is asked first, not the most frequent one.
func TestCorrelatedAsksHubs(t *testing.T) {
	// "pair" is in three records but goes with two words; "hub" in two with six.
	m := site(t, texts("start pair same", "start pair same", "start pair same", "start hub a1 a2", "start hub a3 a4", "hub far"), model.Options{PageSize: 10, Totals: "hidden", RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "correlated", Seeds: []string{"start"}})
	var got []string
	for _, a := range sensible(drain(t, m, p, 100))[:2] {
		got = append(got, bound(a))
	}
	if diff := cmp.Diff([]string{"start", "hub"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCorrelatedHarvestsBoxesAndMenus(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    model.Options
		held int // at least
	}{
		{"box", model.Options{Box: true}, 980},
		{"box under a limit", model.Options{Box: true, TopK: 50}, 600},
		{"menus", model.Options{Attributes: []string{"kind", "city", "agent"}, TopK: 200}, 990},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := model.New(offers(1000), tt.o)
			if err != nil {
				t.Fatal(err)
			}
			o := querygen.Options{Form: m.Form(), Strategy: "correlated", Seeds: []string{m.StartWord(1)}}
			p := mustPlan(t, o)
			var ledger []querygen.Outcome
			for p.Requests() < 1500 {
				a, ok := p.Next()
				if !ok {
					break
				}
				ledger = append(ledger, m.Ask(a))
				p.Observe(ledger[len(ledger)-1])
			}
			if p.Held() < tt.held {
				t.Errorf("held %d after %d requests: %s", p.Held(), p.Requests(), p.Why())
			}
			again := mustPlan(t, o)
			for _, out := range ledger[:len(ledger)-1] {
				again.Observe(out)
			}
			want := ledger[len(ledger)-1]
			if a, ok := again.Next(); !ok || a.Query.Key() != want.Query.Key() || a.Page != want.Page {
				t.Errorf("after a replay: %v, want %v", a, want.Query)
			}
		})
	}
}
