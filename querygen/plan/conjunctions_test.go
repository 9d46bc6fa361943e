package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Where every word matches more than is shown, two words together reach what no
// single one does, if the site narrows by them.
func TestConjunctionsReachBelowTheCut(t *testing.T) {
	var records []model.Record
	for i := range 600 {
		text := fmt.Sprintf("cod%d red%d big%d", i%6, i/6%6, i/36%6)
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}})
	}
	for _, c := range []struct {
		operators   string
		least, most int
	}{
		{"none", 100, 360}, // eighteen words bring at most twenty each
		{"and", 590, 600},
	} {
		m, err := model.New(records, model.Options{Box: true, TopK: 20, Operators: c.operators})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"cod1"}})
		m.Run(p, 600, func() bool { return false })
		if p.Held() < c.least || p.Held() > c.most {
			t.Errorf("operators %s: %d records held, want %d to %d", c.operators, p.Held(), c.least, c.most)
		}
	}
}
