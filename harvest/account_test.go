package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// ledgered counts what the servers of a test saw against what the database has.
type ledgered struct {
	t    *testing.T
	db   *storage.DB
	site harvest.Site
	seen func() int
	show bool // pages in a browser
}

func newLedgered(t *testing.T, start string, seen func() int) *ledgered {
	t.Helper()
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &ledgered{t: t, db: db, site: harvest.Site{Name: "site", Start: page.MustParseURL(start)}, seen: seen}
}

// serveLedgered serves a site, and counts what it is asked.
func serveLedgered(t *testing.T, site http.HandlerFunc) *ledgered {
	t.Helper()
	var seen atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		site(w, r)
	}))
	t.Cleanup(server.Close)
	return newLedgered(t, server.URL+"/", func() int { return int(seen.Load()) })
}

// run harvests once, as a program of its own would, and requires that the count in
// the database is that of the server, to the one.
func (l *ledgered) run(ctx context.Context, o harvest.Options, report func(harvest.Event)) harvest.Summary {
	l.t.Helper()
	before := l.seen()
	client, err := fetch.New(fetch.Options{Backoff: time.Millisecond, Cooldown: time.Millisecond, Timeout: 2 * time.Second})
	if err != nil {
		l.t.Fatal(err)
	}
	defer client.Close()
	client.AddTarget(l.site.Start)
	net := harvest.Network(client)
	o.Browser = harvest.RenderNever
	if l.show {
		o.Browser = harvest.RenderAlways
		shown := newShownNetwork(l.t)
		shown.AddTarget(l.site.Start)
		net = shown
	}
	sum, err := harvest.Run(ctx, l.site, o, net, l.db, report)
	if err != nil {
		l.t.Fatal(err)
	}
	// What was given up as it was sent is on its way to the server still.
	for deadline := time.Now().Add(2 * time.Second); l.seen() < sum.Requests && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if sent := l.seen() - before; o.MaxRequests > 0 && sent > o.MaxRequests {
		l.t.Errorf("limit %d: %d requests were sent", o.MaxRequests, sent)
	}
	sites, err := l.db.Sites(l.t.Context())
	if err != nil || len(sites) != 1 {
		l.t.Fatalf("%d sites, %v", len(sites), err)
	}
	if sites[0].Requests != l.seen() || sum.Requests != l.seen() {
		l.t.Errorf("the server saw %d requests, the database has %d, the summary %d (stopped: %s)", l.seen(), sites[0].Requests, sum.Requests, sum.Stop.Reason)
	}
	return sum
}

// interrupt cancels a run after so many events, or in the midst of what follows.
func interrupt(t *testing.T, events int) (context.Context, func(harvest.Event)) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, func(harvest.Event) {
		if events--; events == 0 {
			cancel()
		} else if events == 5 {
			time.AfterFunc(2*time.Millisecond, cancel)
		}
	}
}

// Every request that the servers saw is in the database's count, to the one: over
// robots.txt, redirects, failures, hanging answers, tokens, forbidden and blocking
// sites; over runs that a limit or the user cut short, and those that go on.
func TestEveryRequestIsCounted(t *testing.T) {
	for _, name := range []string{"books", "archives", "registers", "lighthouses", "recipes", "fortress", "statutes", "brochure"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, err := fixtures.Named(fixtures.Options{Hang: 3 * time.Second, CrawlDelay: 5 * time.Millisecond}, name)
			if err != nil {
				t.Fatal(err)
			}
			server, err := fixtures.Serve(made[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(server.Close)
			l := newLedgered(t, server.URL(), func() int { return len(server.Log()) })
			for _, budget := range []int{1, 7, 18} {
				l.run(t.Context(), harvest.Options{MaxRequests: budget}, nil)
			}
			for events := 3; events < 15; events += 4 {
				ctx, report := interrupt(t, events)
				l.run(ctx, harvest.Options{MaxRequests: 30}, report)
			}
			l.run(t.Context(), harvest.Options{MaxRequests: 25}, nil)
		})
	}
}

// framed is a site whose every page has styles, scripts, what these ask for, and
// frames in frames without end.
func framedSite(t *testing.T) (start string, seen func() []string) {
	var mu sync.Mutex
	var log []string
	frames := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		log = append(log, r.URL.Path)
		frames++
		n := frames
		mu.Unlock()
		switch {
		case r.URL.Path == "/robots.txt":
			http.Redirect(w, r, "/moved-robots.txt", http.StatusFound)
		case r.URL.Path == "/moved-robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
		case strings.HasSuffix(r.URL.Path, ".css"):
			w.Header().Set("Content-Type", "text/css")
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `for (let i = 0; i < 4; i++) fetch("/data/" + i).catch(() => {})`)
		case strings.HasPrefix(r.URL.Path, "/data/3"):
			w.WriteHeader(http.StatusInternalServerError)
		case strings.HasPrefix(r.URL.Path, "/data/"):
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `[]`)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<title>Library</title><link rel=stylesheet href=/a.css><script src=/a.js></script><img src=/logo.png>
				<form action=/find role=search><input type=search name=q><button>Search</button></form>
				<iframe src="/frame%d"></iframe><iframe src="/frame%d-b"></iframe>`, n, n)
			if q := r.FormValue("q"); q != "" {
				fmt.Fprint(w, `<p>No results found.</p>`)
			}
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(log)
	}
}

// A page whose frames have no end sends no more than the run may, and what is sent
// is counted: styles, scripts, what scripts ask for, frames.
func TestEveryPartIsCounted(t *testing.T) {
	t.Parallel()
	start, seen := framedSite(t)
	l := newLedgered(t, start, func() int { return len(seen()) })
	l.show = true
	sum := l.run(t.Context(), harvest.Options{MaxRequests: 5}, nil)
	if sum.Stop.Kind != harvest.Limit || !strings.Contains(sum.Stop.Reason, "max-requests") {
		t.Errorf("stopped by %s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
	if n := len(seen()); n != 5 {
		t.Errorf("%d requests: %v", n, seen())
	}
	l.run(t.Context(), harvest.Options{MaxRequests: 40}, nil)
	for _, after := range []time.Duration{300 * time.Millisecond, 900 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		l.run(ctx, harvest.Options{}, nil)
		cancel()
	}
}

// A site that turns every other question away is asked ever more slowly and then
// no more, though never two in a row are turned away.
func TestEveryOtherAnswerIsABlock(t *testing.T) {
	for name, wall := range map[string]func() (int, string){
		"status": func() (int, string) { return 403, "<h1>Forbidden</h1>" },
		"captcha": func() (int, string) {
			return 200, "<h1>Are you human?</h1><p>Please solve the captcha to prove that you are human."
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, n := newShop(t), 0
			net := &moody{shop: s, wall: func(r page.Request) (int, string) {
				if !strings.Contains(r.URL.String(), "/find") {
					return 0, ""
				}
				if n++; n%2 == 0 {
					return wall()
				}
				return 0, ""
			}}
			m := newMemory()
			sum := run(t, harvest.Options{}, net, m)
			if sum.Stop.Kind != harvest.Blocked || n > 60 {
				t.Errorf("after %d questions stopped by %s: %s", n, sum.Stop.Kind, sum.Stop.Reason)
			}
			if name == "captcha" && net.told < 5 {
				t.Errorf("the network was told of %d walls", net.told)
			}
		})
	}
}

// Whatever is sent, all that was sent before is in the store, so that a run that is killed
// loses of the count what a single page took; the run that goes on takes it over.
func TestWhatWasSentBeforeIsSaved(t *testing.T) {
	n := 0
	busy := &moody{shop: newShop(t), wall: func(page.Request) (int, string) {
		if n++; n%3 != 0 {
			return 500, "<h1>Busy</h1>"
		}
		return 0, ""
	}}
	first := &witness{moody: busy, t: t, m: newMemory()}
	run(t, harvest.Options{MaxRequests: 40}, first, first.m)
	if first.killed == nil {
		t.Fatal("no question took several requests")
	}
	second := &witness{moody: busy, t: t, m: first.killed, sent: first.killedAt}
	run(t, harvest.Options{MaxRequests: 10}, second, second.m)
	if got := second.m.counted(); got != second.sent || second.sent != first.killedAt+10 {
		t.Errorf("%d of %d requests are counted, of which %d were sent before", got, second.sent, first.killedAt)
	}
}

// witness is a network that holds, with each request, what was sent against what the store has.
type witness struct {
	*moody
	t        *testing.T
	m        *memory
	sent     int
	killed   *memory // as a kill in the midst of the fifth question that takes several requests would leave it
	killedAt int
	several  int
}

func (w *witness) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if got := w.m.counted(); got != w.sent {
		w.t.Errorf("as %s is sent, %d of %d requests are counted", r.URL, got, w.sent)
	}
	if w.m.state.Owed > 0 {
		if w.several++; w.several == 5 {
			w.killed, w.killedAt = newMemory(), w.sent
			w.killed.steps, w.killed.state = slices.Clone(w.m.steps), w.m.state
		}
	}
	w.sent++
	return w.moody.Fetch(ctx, r)
}

// counted is the number of requests that the store has.
func (m *memory) counted() int {
	n := m.state.Owed
	for s := range m.Steps(context.Background(), 1) {
		n += *s.Requests()
	}
	return n
}

// moody is a shop that puts a wall before some of its pages.
type moody struct {
	*shop
	wall func(page.Request) (int, string)
	told int
}

func (m *moody) TurnedAway(*page.Page) { m.told++ }

func (m *moody) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	p, err := m.shop.Fetch(ctx, r)
	if status, body := m.wall(r); err == nil && status != 0 {
		p.Status, p.Body = status, []byte(body)
	}
	return p, err
}

// later is a shop that is not to be asked before some time has passed.
type later struct {
	*shop
	wait   time.Duration
	reason string
	status int
}

func (l *later) Fetch(context.Context, page.Request) (*page.Page, error) {
	return nil, &fetch.LaterError{Host: "http://shop.example", Until: time.Now().Add(l.wait), Reason: l.reason, Status: l.status}
}

// No wait is silent and without end: one longer than max-wait, or than the run has
// left, ends the run at once, and says what to set; one in between is told, and
// ends with the user's word.
func TestWaitsAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name   string
		net    later
		o      harvest.Options
		kind   harvest.StopKind
		reason string
	}{
		{"Crawl-delay of a day", later{wait: 24 * time.Hour, reason: fetch.Pacing}, harvest.Options{}, harvest.Broken, "raise max-wait"},
		{"a wish for a day", later{wait: 24 * time.Hour, reason: "Retry-After with status 403", status: 403}, harvest.Options{}, harvest.Blocked, "raise max-wait"},
		{"longer than the run", later{wait: 10 * time.Minute, reason: fetch.Pacing}, harvest.Options{MaxDuration: time.Minute}, harvest.Limit, "the limit of 1m0s"},
		{"told, and interrupted", later{wait: 10 * time.Minute, reason: fetch.Pacing}, harvest.Options{}, harvest.Interrupted, "interrupted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.net.shop = newShop(t)
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			m, told := newMemory(), 0
			began := time.Now()
			sum, err := harvest.Run(ctx, site, tt.o, &tt.net, m, func(e harvest.Event) {
				if e.Kind == "wait" {
					told++
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if sum.Stop.Kind != tt.kind || !strings.Contains(sum.Stop.Reason, tt.reason) || told != 1 || m.commits < 2 {
				t.Errorf("told %d times, %d commits, stopped by %s: %s", told, m.commits, sum.Stop.Kind, sum.Stop.Reason)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// hanging is a shop that answers only when the caller gives up.
type hanging struct{ *shop }

func (hanging) Fetch(ctx context.Context, _ page.Request) (*page.Page, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// max-duration ends what is under way.
func TestDurationEndsWhatHangs(t *testing.T) {
	t.Parallel()
	began := time.Now()
	sum := run(t, harvest.Options{MaxDuration: 100 * time.Millisecond}, hanging{newShop(t)}, newMemory())
	if took := time.Since(began); took > 2*time.Second || sum.Stop.Kind != harvest.Limit {
		t.Errorf("after %s stopped by %s: %s", took, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// That one address always answers with 503 is no reason to end: its question has
// failed, and the others are asked.
func TestOneBusyAddressFailsAlone(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	net := &busy{shop: s, word: "anchor"}
	m := newMemory()
	sum := run(t, harvest.Options{SeedWords: []string{"crimson", "anchor", "olive"}}, net, m)
	if sum.Stop.Kind == harvest.Blocked || sum.Stop.Kind == harvest.Broken || len(m.records) < 50 || net.times == 0 {
		t.Errorf("%d records, asked %d times, stopped by %s: %s", len(m.records), net.times, sum.Stop.Kind, sum.Stop.Reason)
	}
}

type busy struct {
	*shop
	word  string
	times int
}

func (b *busy) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if strings.Contains(r.URL.String(), "q="+b.word) {
		b.times++
		return nil, &fetch.LaterError{Host: "http://shop.example", Until: time.Now(), Status: 503, Answer: true, Reason: "back-off after status 503"}
	}
	return b.shop.Fetch(ctx, r)
}
