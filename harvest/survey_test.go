package harvest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// entrances are the places where the search forms of made-up sites stand.
func entrances() []fixtures.Entrance {
	var out []fixtures.Entrance
	for i, lang := range []string{"en", "de", "fr", "es", "pl", "ru", "ja", "ar"} {
		for depth := range 4 {
			out = append(out, fixtures.Entrance{Lang: lang, Depth: depth, Menu: []int{100, 200, 300}[(i+depth)%3], Plain: (i+depth)%2 == 1})
		}
		out = append(out,
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 150, Way: fixtures.ByAdvanced},
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 120, Way: fixtures.ByHere, Plain: true},
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 20, Way: fixtures.BySitemap},
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 120, Way: fixtures.ByOpenSearch},
			fixtures.Entrance{Lang: lang, Depth: 2, Menu: 120, Way: fixtures.ByFrame},
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 120, Way: fixtures.ByRedirect, Plain: true},
			fixtures.Entrance{Lang: lang, Depth: 1, Menu: 50, Way: fixtures.ByRefresh, Plain: true},
		)
	}
	return out
}

// The search form is found with the first five pages asked for wherever it is
// linked from the start page, or from a page linked there.
func TestSurveyReachesTheFormFirst(t *testing.T) {
	var asked []int
	for i, e := range entrances() {
		t.Run(e.String(), func(t *testing.T) {
			n, found := survey(t, fixtures.Portal(fixtures.Options{Seed: uint64(i)}, fmt.Sprintf("portal%d", i), e))
			if !found {
				t.Errorf("the form is not found with %d pages", n)
			} else if e.Depth <= 2 && n > 5 {
				t.Errorf("the form is found with the page number %d", n)
			}
			asked = append(asked, n)
		})
	}
	slices.Sort(asked)
	t.Logf("pages until the form: median %d, most %d", asked[len(asked)/2], asked[len(asked)-1])
}

// survey returns how many pages a dry run asked for until it found the form.
func survey(t *testing.T, site *fixtures.Site) (pages int, found bool) {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	start := page.MustParseURL(server.URL())
	sum := lookAt(t, start, clientFor(t, start), harvest.Options{DryRun: true, SurveyPages: 30})
	log := server.Log()
	pages = len(log) - len(log.Asked("/robots.txt"))
	return pages, sum.Form != nil
}
