package harvest_test

import (
	"context"
	"os"
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
	b, err := browser.New(browser.Options{Path: path, Limit: 2 * time.Minute, Judge: browser.Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}}, client)
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
				at := serveSite(t, site)
				at.harvest(n, harvest.Options{MaxRequests: 60})
				sum := at.harvest(n, harvest.Options{MaxRequests: 60}) // replays the ledger
				t.Logf("%d of %d records, %d requests, %d pages shown: %s", sum.Records, len(site.Records), len(at.Log()), n.shown, sum.Stop.Reason)
				if len(sum.Profile.Endpoints) == 0 {
					t.Fatalf("no endpoint: %s", sum.Profile.Direct.Why)
				}
				if sum.Records < len(site.Records)*95/100 {
					t.Errorf("%d of %d records", sum.Records, len(site.Records))
				}
				if most := 30; site.Name == "coins" && len(at.Log()) > most { // what the page would list by itself is asked for
					t.Errorf("%d requests, want %d at most", len(at.Log()), most)
				}
				if n.shown > 16 {
					t.Errorf("the browser showed %d pages", n.shown)
				}
				at.behaved()
				planted := map[string]string{} // addresses by title
				for _, rec := range site.Records {
					planted[rec.Title] = strings.TrimSuffix(at.site.Start.String(), "/") + rec.Path
				}
				for rec := range at.held {
					if at, ok := planted[rec.Title]; !ok || rec.URL != at && rec.URL != "" {
						t.Errorf("no such record, or twice: %q at %q", rec.Title, rec.URL)
					}
					delete(planted, rec.Title)
				}
			})
		})
	}
}
