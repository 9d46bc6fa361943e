package harvest_test

import (
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
)

// Every bundled site's own log must show, without any tolerance, that a harvest
// never has two requests in flight, never comes back before the delay or the
// Crawl-delay is over, and never does what the site counts as a violation:
// asking what robots.txt forbids, sending a form that is no search, returning
// before Retry-After is over.
func TestHarvestsArePolite(t *testing.T) {
	const delay = 3 * time.Millisecond
	for _, site := range fixtures.All(fixtures.Options{CrawlDelay: 40 * time.Millisecond, Hang: 200 * time.Millisecond}) {
		t.Run(site.Name, func(t *testing.T) {
			t.Parallel()
			at := serveSite(t, site)
			client, err := fetch.New(fetch.Options{LoopbackDelay: delay, Jitter: 0.1, Backoff: 10 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			sum := at.harvest(client, harvest.Options{MaxRequests: 60})
			log := at.Log()
			if n := log.MaxInFlight(); n != 1 {
				t.Errorf("%d requests in flight at once", n)
			}
			if gap, ok := log.MinGap(); !ok || gap < max(delay, site.CrawlDelay) {
				t.Errorf("a request came %s after an answer, want at least %s", gap, max(delay, site.CrawlDelay))
			}
			at.behaved()
			if got := len(log) - len(log.Asked("/robots.txt")); site.Outcome == fixtures.Complete && got < min(20, site.Floor()) {
				t.Errorf("only %d requests: nothing was tried (%s)", got, sum.Stop.Reason)
			}
			if sum.Requests > len(log) {
				t.Errorf("%d requests are booked, the site saw %d", sum.Requests, len(log))
			}
		})
	}
}
