package facts

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Words of a field in which the site finds nothing are given up, others are not: also a
// word that stands in both.
func TestSearchedFields(t *testing.T) {
	var c columns
	c.Wanted = true
	for _, place := range []string{"North", "South", "East", "West"} {
		c.add([]page.Pair{{Name: "name", Value: "Old " + place}, {Name: "region", Value: place + " Riding"}, {Name: "height", Value: "12"}})
	}
	split := text.NewSplitter()
	var s SearchedFields
	s.Read(&split, c.All)
	if got := s.Found("riding"); got != 1 {
		t.Errorf("before any question a word is found with chance %g", got)
	}
	s.Add("riding", false)
	s.Add("riding", false)
	s.Add("old", true)
	for word, want := range map[string]float64{"riding": 1. / 3, "north": 1, "old": 1, "12": 1, "nowhere": 1} {
		if got := s.Found(word); got != want {
			t.Errorf("%s: chance %g, want %g", word, got, want)
		}
	}
}
