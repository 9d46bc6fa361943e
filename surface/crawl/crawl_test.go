package crawl_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// nearest is breadth-first: the pages nearest to a seed first.
type nearest struct{}

func (nearest) Found(f surface.Found, _ *surface.Visit) float64   { return -float64(f.Depth) }
func (nearest) Visited(*surface.Visit, func(surface.ID, float64)) {}
func (nearest) Stale() bool                                       { return false }
func (nearest) Rescore(f surface.Found) float64                   { return -float64(f.Depth) }
func (nearest) ReadsText() bool                                   { return false }
func (nearest) Why(surface.Found) string                          { return "the nearest" }

func judge(doc *page.Document) (v crawl.Verdict) {
	for _, f := range forms.Parse(doc) {
		search := f.Purpose == forms.Search && f.Submit
		if search {
			v.Reward = 1
		}
		v.Forms = append(v.Forms, crawl.Form{ID: f.ID, Purpose: string(f.Purpose), Score: f.Score, Reward: search, Value: f})
	}
	return v
}

func mustServe(t *testing.T, site *fixtures.Site) *fixtures.Server {
	t.Helper()
	s, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func mustOpen(t *testing.T, path string) *storage.DB {
	t.Helper()
	db, err := storage.Open(t.Context(), path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustClient(t *testing.T, o fetch.Options) *fetch.Client {
	t.Helper()
	c, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func run(t *testing.T, ctx context.Context, db *storage.DB, o crawl.Options) crawl.Summary {
	t.Helper()
	store := crawls.New(db)
	defer store.Close()
	s, err := crawl.Run(ctx, o, mustClient(t, fetch.Options{}), store)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Sites of several kinds, crawled together: pages and forms come in, no host is
// asked twice at a time or against its rules.
func TestRunManyHosts(t *testing.T) {
	sites, err := fixtures.Named(fixtures.Options{}, "books", "patents", "market", "toshokan", "gazetteer", "brochure", "statutes")
	if err != nil {
		t.Fatal(err)
	}
	var servers []*fixtures.Server
	o := crawl.Options{Name: "all", Ordering: nearest{}, Judge: judge, KeepPages: true, SitePages: 12}
	for _, site := range sites {
		s := mustServe(t, site)
		servers = append(servers, s)
		o.Seeds = append(o.Seeds, page.MustParseURL(s.URL()))
	}
	var pages int
	found := map[string]bool{}
	o.Events = func(e crawl.Event) {
		for _, f := range e.Forms {
			if f.Reward {
				found[e.Site] = true
			}
		}
		if e.Kind == "page" {
			pages++
		}
	}
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	s := run(t, t.Context(), db, o)
	if s.Pages != pages || !s.Done || s.Pending != 0 {
		t.Errorf("%d pages told, summary %+v", pages, s)
	}
	for _, s := range servers {
		log := s.Log()
		if log.MaxInFlight() > 1 {
			t.Errorf("%s: %d requests at a time", s.Site.Name, log.MaxInFlight())
		}
		if v := log.Violations(); len(v) > 0 {
			t.Errorf("%s: %s %s", s.Site.Name, v[0].Target, v[0].Violation)
		}
		if want := s.Site.Search != "" && s.Site.Outcome == fixtures.Complete; want && !found[page.MustParseURL(s.URL()).Site()] {
			t.Errorf("%s: its search form was not found in %d requests", s.Site.Name, len(log))
		}
	}
}

// Every way in which a page can give a link is followed, and no decoy.
func TestRunFollowsEveryWay(t *testing.T) {
	site := fixtures.Ways(fixtures.Options{})
	server := mustServe(t, site)
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	run(t, t.Context(), db, crawl.Options{Name: "ways", Ordering: nearest{}, Sitemaps: true, Seeds: []page.URL{page.MustParseURL(server.URL())}})
	asked := map[string]bool{}
	for _, e := range server.Log() {
		asked[e.Target] = true
		if e.Violation != "" {
			t.Errorf("%s: %s", e.Target, e.Violation)
		}
	}
	for _, r := range site.Records {
		if !asked[r.Path] {
			t.Errorf("%s: %s was not found", r.ID, r.Path)
		}
	}
}

// No trap takes more than one request in fifty, and all pages beside the traps
// are had. What is left out has a reason in the store.
func TestRunTraps(t *testing.T) {
	const pages = 1500
	site := fixtures.Maze(fixtures.Options{}, pages)
	server := mustServe(t, site)
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	s := run(t, t.Context(), db, crawl.Options{Name: "maze", Ordering: nearest{}, Seeds: []page.URL{page.MustParseURL(server.URL())}})
	log := server.Log()
	for _, trap := range site.Traps {
		n := len(log.Asked(trap))

		t.Logf("%s: %d of %d requests", trap, n, len(log))
		if n == 0 || n*50 > len(log) {
			t.Errorf("%s took %d of %d requests", trap, n, len(log))
		}
	}
	if n := len(log.Asked("/article/")); n < pages-1 {
		t.Errorf("%d pages beside the traps were had, want %d", n, pages-1)
	}
	if !s.Done {
		t.Errorf("the crawl ended: %s", s.Reason)
	}
	skips, err := crawls.Of(db).Skips(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, k := range skips {
		if k.Reason == "" {
			t.Errorf("skips without a reason: %+v", k)
		}
		if k.Kind == crawls.Skipped || k.Kind == crawls.Held {
			left += k.Pages
		}
	}
	if s.Found != s.Pages+left {
		t.Errorf("%d pages were found, %d fetched and %d left out for a reason", s.Found, s.Pages, left)
	}
}
