package harvest_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
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

// A site that refuses every word that it does not know, nonsense first, does not block;
// one that shows its form and refuses every question does, and is left alone soon.
func TestRefusalsBeforeAnyAnswer(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		s, asked := newShop(t), 0
		net := &moody{shop: s, wall: func(r page.Request) (int, string) {
			u, err := url.Parse(r.URL.String())
			if err != nil || u.Path != "/find" {
				return 0, ""
			}
			asked++
			knows := func(article string) bool { return slices.Contains(strings.Fields(article), u.Query().Get("q")) }
			if !deaf && slices.ContainsFunc(s.articles, knows) {
				return 0, ""
			}
			return 403, "<h1>Forbidden</h1>"
		}}
		m := newMemory()
		sum := run(t, harvest.Options{SeedWords: []string{"cod", "eel", "ray", "crimson"}}, net, m)
		if blocked := sum.Stop.Kind == harvest.Blocked; blocked != deaf || !deaf && len(m.records) != 60 || deaf && asked > 20 {
			t.Errorf("deaf %v: %d records after %d questions, stopped by %s: %s", deaf, len(m.records), asked, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}
