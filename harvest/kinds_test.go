package harvest_test

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
)

// operated are the kinds of sites driven by scripts that are harvested as a whole;
// `make eval-scripts` harvests all there are.
var operated = []string{"nameless-quiet", "javascript-action", "dates", "calendar", "menus", "suggestions", "slider", "letters", "json-keyed", "event-stream", "base64-parameter", "index-inverted", "react-suggestions", "vue-menus", "lit-shadow", "slider-roles", "slider-dragged", "calendar-of-buttons", "first-step"}

// What scripts drive is operated as a person does it, and the request that results is
// learned: nearly all records come, none that is no record, and nothing is changed.
func TestSitesDrivenByScriptsAreOperated(t *testing.T) {
	shared := newShownNetwork(t)
	for _, k := range fixtures.Kinds(fixtures.Options{}) {
		if !slices.Contains(operated, k.Site.Name) {
			continue
		}
		t.Run(k.Site.Name, func(t *testing.T) {
			t.Parallel()
			n := &shownNetwork{Client: shared.Client, browser: shared.browser}
			site := serveSite(t, k.Site)
			sum := site.harvest(n, harvest.Options{MaxRequests: 330})
			t.Logf("%d records, %d requests, %d pages shown: %s", sum.Records, len(site.Log()), n.shown, sum.Stop.Reason)
			if len(sum.Profile.Endpoints) == 0 {
				t.Errorf("no request behind the page: %s", sum.Profile.Direct.Why)
			}
			planted := map[string]bool{}
			for _, rec := range k.Site.Records {
				planted[rec.Title] = true
			}
			held := 0
			for rec := range site.held {
				if !planted[rec.Title] {
					t.Errorf("no such record, or twice: %q", rec.Title)
					continue
				}
				planted[rec.Title] = false
				held++
			}
			if held < len(k.Site.Records)*98/100 {
				t.Errorf("%d of %d records", held, len(k.Site.Records))
			}
			site.behaved()
		})
	}
}

// A suggestion that stands alone is no list: what it is shows once another beginning brings several.
func TestSuggestionsThatStandAloneAreTaken(t *testing.T) {
	n := newShownNetwork(t)
	for _, k := range fixtures.Kinds(fixtures.Options{Seed: 2}) {
		if k.Site.Name == "react-suggestions" {
			site := serveSite(t, k.Site)
			if sum := site.harvest(n, harvest.Options{MaxRequests: 330}); sum.Records != len(k.Site.Records) {
				t.Errorf("%d of %d records: %s", sum.Records, len(k.Site.Records), sum.Stop.Reason)
			}
		}
	}
}
