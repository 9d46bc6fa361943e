package harvest_test

import (
	"net/url"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A site that refuses short words with status 403, and answers others, does not block.
func TestRefusedQuestionsAreNoBlock(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.choosy = true
	sum := run(t, harvest.Options{SeedWords: []string{"a", "an", "the", "of", "cod"}}, s, m)
	if sum.Stop.Kind == harvest.Blocked || len(m.records) != 60 {
		t.Errorf("%d records, stopped by %s: %s", len(m.records), sum.Stop.Kind, sum.Stop.Reason)
	}
	refused, times := 0, map[string]int{}
	for _, r := range s.asked {
		u, err := url.Parse(r.URL.String())
		if err != nil {
			t.Fatal(err)
		}
		if q := u.Query().Get("q"); u.Path == "/find" && len(q) < 4 {
			refused++
			times[q]++
		}
	}
	for q, n := range times {
		if n > 2 {
			t.Errorf("%q asked %d times", q, n)
		}
	}
	if refused < 6 {
		t.Errorf("only %d questions were refused", refused)
	}
}
