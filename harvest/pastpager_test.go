package harvest_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A pager that ends before the answer does is read on by the numbers of the pages,
// up to where the site itself ends; and one question is enough to see that it ends
// there at once.
func TestPagersThatEndEarly(t *testing.T) {
	for name, c := range map[string]struct {
		site    *pager
		records int
	}{
		"all pages are there":        {&pager{window: 3}, 90},
		"none is":                    {&pager{window: 3, wall: 4}, 30},
		"a few are":                  {&pager{window: 3, wall: 7}, 60},
		"the last one for all":       {&pager{window: 3, beyond: "last"}, 90},
		"the first one for all else": {&pager{window: 3, wall: 4, beyond: "first"}, 30},
	} {
		for sign, site := range map[string]*pager{"&": byParameter("page", 1, 1, ""), ";": bySemicolons()} {
			t.Run(name+sign, func(t *testing.T) {
				site.window, site.wall, site.beyond = c.site.window, c.site.wall, c.site.beyond
				site.seen, site.lamps = map[string]bool{}, fewLamps()
				start, client := serve(t, site)
				sum := lookAt(t, start, client, harvest.Options{SeedWords: []string{"brass"}})
				t.Logf("%d records with %d requests: %s", sum.Records, sum.Requests, sum.Stop.Reason)
				if sum.Records < c.records || c.records == len(site.lamps) && sum.Requests > 60 {
					t.Errorf("%d records with %d requests, want %d", sum.Records, sum.Requests, c.records)
				}
			})
		}
	}
}
