package querygen

import "testing"

// More totals of frequent words are asked for where answers can be read to
// their end; never for more than their share of the requests, but for the last search.
func TestSurveyGoesOnWhereAnswersAreNotCut(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      ModelOptions
		beyond bool
	}{
		{"no limit", ModelOptions{Box: true}, true},
		{"limit", ModelOptions{Box: true, TopK: 30}, false},
		{"no totals", ModelOptions{Box: true, Totals: "hidden", InOrder: true}, false},
		{"ends tell", ModelOptions{Box: true, Totals: "hidden"}, true},
	} {
		m, err := NewModel(zipfRecords(1500, 1), c.o)
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
		m.Run(p, 400, func() bool { return false })
		surveyed := p.strategy.(*auto).words.weighted.surveyed
		if got := surveyed > surveyWords; got != c.beyond {
			t.Errorf("%s: %d words surveyed in %d requests, want more than the first %d: %t", c.name, surveyed, p.Requests(), surveyWords, c.beyond)
		}
		if most := surveyWords + int(surveyLater*float64(p.Requests())) + endReads; surveyed > most {
			t.Errorf("%s: %d pages surveyed in %d requests, want at most %d", c.name, surveyed, p.Requests(), most)
		}
	}
}
