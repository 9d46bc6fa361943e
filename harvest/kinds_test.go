package harvest_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// operated are the kinds of sites driven by scripts that are harvested as a whole;
// `make eval-scripts` harvests all there are.
var operated = []string{"nameless-quiet", "javascript-action", "dates", "calendar", "menus", "suggestions", "slider", "letters", "json-keyed", "event-stream", "base64-parameter", "index-inverted"}

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
			server, err := fixtures.Serve(k.Site)
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			start := page.MustParseURL(server.URL())
			n.AddTarget(start)
			sum, err := harvest.Run(t.Context(), harvest.Site{Name: k.Site.Name, Start: start}, harvest.Options{MaxRequests: 330}, n, db, func(e harvest.Event) {
				if e.Kind == "note" || testing.Verbose() {
					t.Log(e.Kind, e.Message)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d records, %d requests, %d pages shown: %s", sum.Records, len(server.Log()), n.shown, sum.Stop.Reason)
			if len(sum.Profile.Endpoints) == 0 {
				t.Errorf("no request behind the page: %s", sum.Profile.Direct.Why)
			}
			planted := map[string]bool{}
			for _, rec := range k.Site.Records {
				planted[rec.Title] = true
			}
			held := 0
			for rec, err := range db.Records(t.Context(), k.Site.Name) {
				switch {
				case err != nil:
					t.Fatal(err)
				case !planted[rec.Title]:
					t.Errorf("no such record, or twice: %q", rec.Title)
				default:
					planted[rec.Title] = false
					held++
				}
			}
			if held < len(k.Site.Records)*98/100 {
				t.Errorf("%d of %d records", held, len(k.Site.Records))
			}
			for _, e := range server.Violations() {
				t.Errorf("%s %s: %s", e.Method, e.Target, e.Violation)
			}
		})
	}
}
