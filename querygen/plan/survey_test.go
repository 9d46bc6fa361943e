package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// More totals of frequent words are asked for where answers can be read to
// their end; never for more than their share of the requests, but for the last search.
func TestSurveyGoesOnWhereAnswersAreNotCut(t *testing.T) {
	const first = 5 // words asked for their total before predictions are held against what came
	for _, c := range []struct {
		name   string
		o      model.Options
		beyond bool
	}{
		{"no limit", model.Options{Box: true}, true},
		{"limit", model.Options{Box: true, TopK: 30}, false},
		{"no totals", model.Options{Box: true, Totals: "hidden", InOrder: true}, false},
		{"ends tell", model.Options{Box: true, Totals: "hidden"}, true},
	} {
		m, err := model.New(zipfRecords(1500, 1), c.o)
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
		m.Run(p, 400, func() bool { return false })
		surveyed := p.strategy.Strategy.(*auto).words.weighted.Surveyed
		if got := surveyed > first; got != c.beyond {
			t.Errorf("%s: %d words surveyed in %d requests, want more than the first %d: %t", c.name, surveyed, p.Requests(), first, c.beyond)
		}
		if most := first + int(0.05*float64(p.Requests())); surveyed > most {
			t.Errorf("%s: %d pages surveyed in %d requests, want at most %d", c.name, surveyed, p.Requests(), most)
		}
	}
}
