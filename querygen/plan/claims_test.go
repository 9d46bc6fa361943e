package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
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

// A total that is met only by rows which their own page shows twice counts rows: with the
// records behind them all of it is held. Rows that come again on another page stand where
// others should, and the total stays.
func TestATotalOfRowsIsNoneOfRecords(t *testing.T) {
	rows := func(from, to int) (out []querygen.Row) {
		for i := from; i < to; i++ {
			out = append(out, querygen.Row{Key: fmt.Sprint("k", i)})
		}
		return out
	}
	g := gadget{docs: gadgetDocs(10)}
	for _, c := range []struct {
		first, second []querygen.Row
		shown         int
	}{
		{append(rows(0, 20), rows(0, 10)...), rows(20, 50), 50},
		{rows(0, 30), append(rows(20, 30), rows(30, 50)...), 60},
	} {
		p := mustPlan(t, querygen.Options{Form: g.form(), Seeds: []string{"garden"}})
		ask := querygen.Query{Form: "g", Bind: []page.Pair{pair("q", "garden")}}
		p.Observe(querygen.Outcome{Query: ask, Page: 1, Status: querygen.Answered, Rows: c.first, Total: 60, More: true, Requests: 1})
		p.Observe(querygen.Outcome{Query: ask, Page: 2, Status: querygen.Answered, Rows: c.second, Total: 60, Requests: 1})
		if p.Shown() != c.shown || p.Held() != 50 {
			t.Errorf("%d records are shown, want %d; %d are held", p.Shown(), c.shown, p.Held())
		}
	}
}
