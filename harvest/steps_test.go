package harvest_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// harvestStep harvests a site with a choice before its search, ended again and again after
// so many requests where most is not 0.
func harvestStep(t *testing.T, site *fixtures.Site, most int) (harvest.Summary, fixtures.Score, int) {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	start := page.MustParseURL(server.URL())
	store := newMemory()
	sum := lookOn(t, store, start, harvest.Options{MaxRequests: most})
	var found []fixtures.Found
	for _, r := range store.rows {
		found = append(found, fixtures.Found{Path: r.URL.PathQuery(), Title: r.Title})
	}
	for _, e := range server.Violations() {
		t.Errorf("%s %s: %s", e.Method, e.Target, e.Violation)
	}
	return sum, site.Score(found), len(server.Log())
}

// However a choice before the search is made and kept, all records behind all of its values
// are had, and what is claimed is true of all of them. Where the search lists what is behind
// a choice, that costs few requests beside the floor. Some of these sites are made up by chance.
func TestSitesWithAChoiceBeforeTheSearch(t *testing.T) {
	steps := fixtures.Steps()
	for i := range 6 {
		steps = append(steps, fixtures.AnyStep(uint64(200+i)))
	}
	for _, s := range steps {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			site := fixtures.StepSite(fixtures.Options{}, s)
			sum, score, requests := harvestStep(t, site, 0)
			e := sum.Estimate
			if score.Coverage() < 0.96 || score.Foreign+score.Doubled > 0 || !strings.Contains(sum.Stop.Reason, "choices before the search") {
				t.Errorf("%d of %d records, %d foreign, %d double, %s: %s", score.Found, score.Reachable, score.Foreign, score.Doubled, sum.Stop.Kind, sum.Stop.Reason)
			}
			if truth := float64(score.Reachable); e.Known() && (e.High < truth || e.Low > truth || e.Exact && score.Found < score.Reachable) {
				t.Errorf("%d are there, estimated %+v", score.Reachable, e)
			}
			places := max(s.Places, 6)
			if most := site.Floor() + 4*places + 10; s.Lists && s.Cut == 0 && requests > most {
				t.Errorf("%d requests, want at most %d", requests, most)
			}
			if !s.Lists {
				return // each run asks for hundreds of words
			}
			again, score2, more := harvestStep(t, site, 7)
			if again.Records != sum.Records || again.Stop.Kind != sum.Stop.Kind || score2.Coverage() != score.Coverage() || more > 2*requests {
				t.Errorf("ended each 7 requests: %d records with %d requests, %s; at once %d with %d, %s", again.Records, more, again.Stop.Kind, sum.Records, requests, sum.Stop.Kind)
			}
		})
	}
}
