package harvest_test

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// The page of an empty answer may say what to do where there are too many results, too. As
// it says so to nonsense, it refuses nothing.
func TestAdviceOnTheEmptyPageIsNoRefusal(t *testing.T) {
	s := newShop(t)
	advice := func(q string) (int, string) {
		if q == "" || slices.ContainsFunc(s.articles, func(a string) bool { return slices.Contains(strings.Fields(a), q) }) {
			return 0, ""
		}
		return 200, fmt.Sprintf("<html lang=en><title>Shop</title><h1>Shop of things</h1>%s<h2>References: [ %s: 0 ]</h2><p>Hints. If you gained too many results, narrower words help.</p>", s.form(), html.EscapeString(q))
	}
	m := newMemory()
	sum, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever, SeedWords: []string{"sextant", "gimbal", "binnacle", "crimson"}}, picky{s, advice}, m, nil)
	if err != nil || sum.Records < len(s.articles) {
		t.Errorf("%d of %d records: %s: %s, %v", sum.Records, len(s.articles), sum.Stop.Kind, sum.Stop.Reason, err)
	}
	empty := 0
	for _, step := range m.steps {
		if strings.Contains(step, "matches too much") {
			t.Errorf("refused: %s", step)
		}
		if strings.Contains(step, `"Status":"empty"`) {
			empty++
		}
	}
	if empty < 3 {
		t.Errorf("%d empty answers", empty)
	}
}
