package plan

import (
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Where totals are hidden, the marked records tell how long answers are that were
// not read to their end; and a limit shows by what the longest answer lacks.
func TestGauged(t *testing.T) {
	m := zipfModel(t, 2000, model.Options{Totals: "hidden", TopK: 200, RankSeed: 4, InOrder: true})
	p, err := New(querygen.Options{Form: m.Form(), Seed: 4, Seeds: []string{m.StartWord(4)}})
	if err != nil {
		t.Fatal(err)
	}
	f := p.facts
	at := -1
	var shown, expected, n float64
	for p.Held() < m.Len()*3/4 {
		a, ok := p.Next()
		if !ok || p.Requests() > 2000 {
			t.Fatalf("%d of %d records after %d requests", p.Held(), m.Len(), p.Requests())
		}
		p.Observe(m.Ask(a))
		if at < 0 && f.Regime().Limit > 0 {
			at = p.Requests()
		}
		q := f.ByKey[a.Query.Key()]
		if a.Page > 1 || !f.Regime().Gauging() || q.Kind != facts.Keyword || f.Matches(q) >= 0 {
			continue
		}
		found, _ := m.Matches(a.Query)
		g, truth := f.Gauge(q), float64(len(found))
		shown, expected, n = shown+g.Shown, expected+g.Marked*float64(len(q.Rows))/truth, n+1
		if all, _ := f.Gauged(q, truth, 1); math.Abs(all-truth) > 0.1*truth {
			t.Errorf("%.0f matches are known, %.0f supposed", truth, all)
		}
		if all, _ := f.Gauged(q, f.InHand(q), math.Inf(1)); g.Shown >= 6 && math.Abs(math.Log(all/truth)) > math.Log(3) {
			t.Errorf("%.0f of %.0f marked records are among %d rows of %.0f: %.0f matches are supposed", g.Shown, g.Marked, len(q.Rows), truth, all)
		}
	}
	if f.Regime().Limit != 200 || f.Ended[1] >= 3 && at > 100 {
		t.Errorf("a limit of %d is seen after %d requests", f.Regime().Limit, at)
	}
	if n < 10 || shown < 0.75*expected || shown > 1.33*expected {
		t.Errorf("%.0f first pages show %.0f marked records, where %.0f are expected", n, shown, expected)
	}
}
