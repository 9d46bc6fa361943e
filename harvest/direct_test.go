package harvest_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// shownNetwork sends what needs a browser to one.
type shownNetwork struct {
	*fetch.Client
	browser *browser.Browser
	shown   int // pages
}

func (n *shownNetwork) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if !r.Render {
		return n.Client.Fetch(ctx, r)
	}
	n.shown++
	return n.browser.Fetch(ctx, r)
}

// newShownNetwork starts a browser; the test is skipped where there is none,
// and fails where there must be one.
func newShownNetwork(t testing.TB) *shownNetwork {
	path, err := browser.Find("")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	client, err := fetch.New(fetch.Options{LoopbackDelay: time.Microsecond, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	var guard forms.ShownGuard
	b, err := browser.New(browser.Options{Path: path, Judge: browser.Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}}, client)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return &shownNetwork{Client: client, browser: b}
}

// The request behind each script-driven page is found, and all records come by
// it, as they are: the browser shows a handful of pages.
func TestTheRequestBehindThePageIsAsked(t *testing.T) {
	shared := newShownNetwork(t)
	var all sync.WaitGroup
	defer all.Wait()
	for _, site := range fixtures.Endpoints(fixtures.Options{}) {
		all.Go(func() {
			t.Run(site.Name, func(t *testing.T) { // side by side on any machine: most of it is waiting
				n := &shownNetwork{Client: shared.Client, browser: shared.browser}
				server, err := fixtures.Serve(site)
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
				var sum harvest.Summary
				for range 2 { // the second run replays the ledger
					sum, err = harvest.Run(t.Context(), harvest.Site{Name: site.Name, Start: start}, harvest.Options{MaxRequests: 60}, n, db, func(e harvest.Event) {
						if e.Kind == "note" || testing.Verbose() {
							t.Log(e.Kind, e.Message)
						}
					})
					if err != nil {
						t.Fatal(err)
					}
				}
				t.Logf("%d of %d records, %d requests, %d pages shown: %s", sum.Records, len(site.Records), len(server.Log()), n.shown, sum.Stop.Reason)
				if len(sum.Profile.Endpoints) == 0 {
					t.Fatalf("no endpoint: %s", sum.Profile.Direct.Why)
				}
				if sum.Records < len(site.Records)*95/100 {
					t.Errorf("%d of %d records", sum.Records, len(site.Records))
				}
				if most := 30; site.Name == "coins" && len(server.Log()) > most { // what the page would list by itself is asked for
					t.Errorf("%d requests, want %d at most", len(server.Log()), most)
				}
				if n.shown > 16 {
					t.Errorf("the browser showed %d pages", n.shown)
				}
				for _, e := range server.Violations() {
					t.Errorf("%s %s: %s", e.Method, e.Target, e.Violation)
				}
				planted := map[string]string{} // addresses by title
				for _, rec := range site.Records {
					planted[rec.Title] = strings.TrimSuffix(start.String(), "/") + rec.Path
				}
				for rec, err := range db.Records(t.Context(), site.Name) {
					if err != nil {
						t.Fatal(err)
					}
					if at, ok := planted[rec.Title]; !ok || rec.URL != at && rec.URL != "" {
						t.Errorf("no such record, or twice: %q at %q", rec.Title, rec.URL)
					}
					delete(planted, rec.Title)
				}
			})
		})
	}
}
