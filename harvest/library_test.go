package harvest_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
)

// Lists that depend on each other are filled in order, and a box that wants an
// author gets those of the records: nothing else leads to every book. Each run
// ends after a few requests, so that the next one replays the ledger first.
func TestDependentListsAndAnAuthorBox(t *testing.T) {
	site := fixtures.Library(fixtures.Options{})
	server := serveSite(t, site)
	once := harvests(server)
	var sum harvest.Summary
	for range 30 {
		sum = once(harvest.Options{MaxRequests: 17})
		if sum.Stop.Kind != harvest.Limit || sum.Records == len(site.Records) {
			break
		}
	}
	log := server.Log()
	t.Logf("%d of %d records with %d requests (%s)", sum.Records, len(site.Records), len(log), sum.Stop.Reason)
	if sum.Records != len(site.Records) || len(log) > 200 {
		t.Errorf("held %d of %d with %d requests: %s", sum.Records, len(site.Records), len(log), sum.Stop.Reason)
	}
	seen := map[string]bool{}
	for _, e := range log {
		if seen[e.Target] && strings.HasPrefix(e.Target, "/find") {
			t.Errorf("asked twice: %s", e.Target)
		}
		seen[e.Target] = true
	}
}

// harvests returns what harvests a site, without a browser, into one database: again and
// again.
func harvests(site *served) func(harvest.Options) harvest.Summary {
	site.t.Helper()
	client := clientFor(site.t, site.site.Start)
	return func(o harvest.Options) harvest.Summary {
		site.t.Helper()
		o.Browser = harvest.RenderNever
		return site.harvest(client, o)
	}
}
