package harvest_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Lists that depend on each other are filled in order, and a box that wants an
// author gets those of the records: nothing else leads to every book. Each run
// ends after a few requests, so that the next one replays the ledger first.
func TestDependentListsAndAnAuthorBox(t *testing.T) {
	site := fixtures.Library(fixtures.Options{})
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	once := harvests(t, server)
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

// harvests returns what harvests the site of a server, without a browser, into
// one database: again and again.
func harvests(t *testing.T, server *fixtures.Server) func(harvest.Options) harvest.Summary {
	t.Helper()
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	client, err := fetch.New(fetch.Options{LoopbackDelay: time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	start := page.MustParseURL(server.URL())
	client.AddTarget(start)
	return func(o harvest.Options) harvest.Summary {
		t.Helper()
		o.Browser = harvest.RenderNever
		sum, err := harvest.Run(t.Context(), harvest.Site{Name: server.Site.Name, Start: start}, o, client, db, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
}
