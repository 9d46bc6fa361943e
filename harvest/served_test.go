package harvest_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// served is a made-up site that is served, and a file for what is harvested of it, as
// long as a test runs.
type served struct {
	*fixtures.Server
	*storage.DB
	site harvest.Site
	t    *testing.T
}

func serveSite(t *testing.T, site *fixtures.Site) *served {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &served{Server: server, DB: db, t: t, site: harvest.Site{Name: site.Name, Start: page.MustParseURL(server.URL())}}
}

// serveNamed serves a bundled site.
func serveNamed(t *testing.T, name string, o fixtures.Options) *served {
	t.Helper()
	made, err := fixtures.Named(o, name)
	if err != nil {
		t.Fatal(err)
	}
	return serveSite(t, made[0])
}

// targeting is a network that is told which site it may send to.
type targeting interface {
	harvest.Network
	AddTarget(page.URL)
}

// longest is what a harvest of a bundled site may take, on the slowest machine.
const longest = 8 * time.Minute

// harvest runs a harvest through a network, and logs its notes.
func (s *served) harvest(n targeting, o harvest.Options) harvest.Summary {
	s.t.Helper()
	n.AddTarget(s.site.Start)
	ctx, cancel := context.WithTimeout(s.t.Context(), longest)
	defer cancel()
	sum, err := harvest.Run(ctx, s.site, o, n, s.DB, func(e harvest.Event) {
		if e.Kind == "note" || testing.Verbose() {
			s.t.Log(e.Kind, e.Message)
		}
	})
	if err != nil {
		s.t.Fatal(err)
	}
	if ctx.Err() != nil {
		s.t.Fatalf("no end after %s: %d records, %d requests", longest, sum.Records, len(s.Log()))
	}
	return sum
}

// behaved fails the test for each request that the site counts as a violation.
func (s *served) behaved() {
	s.t.Helper()
	for _, e := range s.Violations() {
		s.t.Errorf("%s %s: %s", e.Method, e.Target, e.Violation)
	}
}

// held yields the records held of the site.
func (s *served) held(yield func(storage.Record) bool) {
	for rec, err := range s.Records(s.t.Context(), s.site.Name) {
		if err != nil {
			s.t.Fatal(err)
		}
		if !yield(rec) {
			return
		}
	}
}
