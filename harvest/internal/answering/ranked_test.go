package answering

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

// What a search puts first of what stands there unasked is its answer, with what comes nearest
// behind it; the page of the form again has its list in any order, or as it was.
func TestRankedListIsAnAnswer(t *testing.T) {
	profile := ledger.Profile{Idle: []string{"Lamp", "Bench", "Lantern", "Oven", "Lamp post", "Stool"}}
	for _, c := range []struct {
		titles  []string
		unasked bool
	}{
		{[]string{"Lamp", "Lamp post", "Bench", "Lantern"}, false},
		{[]string{"Lamp post", "Lamp", "Oven"}, false},
		{[]string{"Lantern", "Lamp", "Bench", "Lamp post"}, true},
		{[]string{"Stool", "Bench", "Oven"}, true},
		{[]string{"Lamp", "Bench", "Lantern", "Oven", "Lamp post", "Stool"}, true},
		{[]string{"Lamp", "Lamp post"}, false},
		{[]string{"Lamp", "Elsewhere"}, false},
	} {
		res := extract.Result{Total: -1}
		for _, title := range c.titles {
			res.Records = append(res.Records, extract.Record{Title: title, Text: title})
		}
		if got := idle(profile, res, []string{"lamp"}); got != c.unasked {
			t.Errorf("%q: unasked is %v", c.titles, got)
		}
	}
}
