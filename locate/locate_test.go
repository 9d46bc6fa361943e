package locate_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// portals serves a portal a topic.
func portals(t *testing.T, topics ...string) []host {
	var sites []*fixtures.Site
	for i, topic := range topics {
		sites = append(sites, fixtures.Portal(fixtures.Options{}, "portal-"+topic, fixtures.Entrance{Depth: i % 2, Menu: 15, Topic: topic}))
	}
	return serveWeb(t, sites)
}

func mustRun(t *testing.T, o locate.Options, client *fetch.Client, db *storage.DB) locate.Summary {
	t.Helper()
	sum, err := locate.Run(context.Background(), o, client, crawls.Of(db))
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// The source about the topic comes first, with most of its records on it; the
// estimates of sizes are near the truth; everything is in the store.
func TestSourcesAreRankedByTopic(t *testing.T) {
	hosts := portals(t, "botany", "lighthouses", "puppets")
	path := filepath.Join(t.TempDir(), "l.db")
	db := openStore(t, path)
	sum := mustRun(t, locate.Options{Seeds: seeds(hosts), Topic: "Lighthouses"}, newClient(t, fetch.Options{}), db)
	if len(sum.Sources) != 3 || sum.Stop.Kind != harvest.Complete {
		t.Fatalf("%d sources, %+v", len(sum.Sources), sum.Stop)
	}
	best := sum.Sources[0]
	if best.Site != hosts[1].start.Site() {
		t.Errorf("the best source is %s: %+v", best.Site, sum.Sources)
	}
	if best.Share < 0.4 || sum.Sources[1].Share > best.Share/2 {
		t.Errorf("shares on the topic: %.2f, then %.2f", best.Share, sum.Sources[1].Share)
	}
	for _, s := range sum.Sources {
		i := slices.IndexFunc(hosts, func(h host) bool { return h.start.Site() == s.Site })
		there := float64(len(hosts[i].Site.Records))
		if s.Size < there/2 || s.Size > 2*there || s.Low > s.Size || s.High < s.Size {
			t.Errorf("%s: %.0f records estimated (%.0f to %.0f, %s), there are %.0f", s.Site, s.Size, s.Low, s.High, s.Method, there)
		}
		if s.Status != locate.Answers || s.Records == 0 || s.Kind != "keyword" {
			t.Errorf("source %+v", s)
		}
		if spent := len(hosts[i].Log()); s.Requests != spent {
			t.Errorf("%s: %d requests are booked, the site saw %d", s.Site, s.Requests, spent)
		}
	}
	stored, err := crawls.Of(db).Sources(t.Context())
	if err != nil || len(stored) != 3 {
		t.Fatalf("%d sources in the store: %v", len(stored), err)
	}
	locate.Rank(stored, true)
	if stored[0].Site != best.Site || stored[0].OnTopic != best.OnTopic || stored[0].Page != best.Page {
		t.Errorf("stored %+v, found %+v", stored[0], best)
	}
}

// The same call again asks nothing twice; another topic asks about it only.
func TestLocatingGoesOn(t *testing.T) {
	hosts := portals(t, "botany", "lighthouses")
	db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
	o := locate.Options{Seeds: seeds(hosts), Topic: "botany"}
	// In small pieces, as by one who is interrupted again and again.
	o.MaxRequests = 7
	var sum locate.Summary
	for runs := 0; ; runs++ {
		if runs == 20 {
			t.Fatal("it does not end")
		}
		sum = mustRun(t, o, newClient(t, fetch.Options{}), db)
		if sum.Requests > o.MaxRequests {
			t.Errorf("%d requests, allowed were %d", sum.Requests, o.MaxRequests)
		}
		if sum.Stop.Kind != harvest.Limit {
			break
		}
	}
	if len(sum.Sources) != 2 || sum.Sources[0].Site != hosts[0].start.Site() || sum.Sources[0].Status != locate.Answers {
		t.Errorf("after all runs: %+v", sum.Sources)
	}
	for _, h := range hosts {
		for _, e := range h.Log().Repeated() {
			if e.Target != "/robots.txt" && e.Target != h.Site.Search && e.Target != "/" {
				t.Errorf("%s %s was asked again", e.Method, e.Target)
			}
		}
	}
	before := len(hosts[0].Log())
	o.MaxRequests = 0
	if again := mustRun(t, o, newClient(t, fetch.Options{}), db); again.Requests != 0 || len(again.Sources) != 2 {
		t.Errorf("all is known, and %d requests were made", again.Requests)
	}
	o.Topic = "lighthouses"
	sum = mustRun(t, o, newClient(t, fetch.Options{}), db)
	if sum.Sources[0].Site != hosts[1].start.Site() || sum.Sources[0].Topic != "lighthouses" {
		t.Errorf("by the new topic: %+v", sum.Sources[0])
	}
	if more := len(hosts[0].Log()) - before; more == 0 || more > 20 {
		t.Errorf("the new topic cost %d requests of a source", more)
	}
}

// Other sites are entered only where that is allowed, the most promising ones
// first, and never at private addresses that pages name.
func TestOtherSites(t *testing.T) {
	hosts := portals(t, "botany", "puppets")
	server, err := fixtures.ServeOn("127.30.0.1:0", fixtures.Hub("hub", map[string]string{
		hosts[0].URL(): "The botany catalogue", hosts[1].URL(): "Puppets of the world",
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	run := func(o locate.Options) []string {
		o.Seeds = []page.URL{page.MustParseURL(server.URL())}
		o.Topic = "botany"
		sum := mustRun(t, o, newClient(t, fetch.Options{Anywhere: o.MaxSites > 0, AllowPrivate: o.AllowPrivate}), openStore(t, filepath.Join(t.TempDir(), "l.db")))
		var sites []string
		for _, s := range sum.Sources {
			sites = append(sites, s.Site)
		}
		return sites
	}
	for _, c := range []struct {
		name string
		o    locate.Options
		want []string
	}{
		{"seeds only", locate.Options{AllowPrivate: true}, nil},
		{"one more", locate.Options{MaxSites: 2, AllowPrivate: true}, []string{hosts[0].start.Site()}},
		{"all", locate.Options{MaxSites: 10, AllowPrivate: true}, []string{hosts[0].start.Site(), hosts[1].start.Site()}},
		{"guarded", locate.Options{MaxSites: 10}, nil},
	} {
		if diff := cmp.Diff(c.want, run(c.o)); diff != "" {
			t.Errorf("%s: sources (-want +got)\n%s", c.name, diff)
		}
	}
}

// What cannot be located says why.
func TestNothingLocated(t *testing.T) {
	for _, c := range []struct {
		site *fixtures.Site
		want harvest.StopKind
	}{
		{fixtures.Brochure(fixtures.Options{}), harvest.NoForm},
		{fixtures.Web(fixtures.Options{}, 15)[13], harvest.Forbidden},
	} {
		hosts := serveWeb(t, []*fixtures.Site{c.site})
		sum := mustRun(t, locate.Options{Seeds: seeds(hosts)}, newClient(t, fetch.Options{}), openStore(t, filepath.Join(t.TempDir(), "l.db")))
		if sum.Stop.Kind != c.want || len(sum.Sources) > 0 {
			t.Errorf("%s (%s): %+v, %d sources", c.site.Name, c.site.About, sum.Stop, len(sum.Sources))
		}
		if v := hosts[0].Violations(); len(v) > 0 {
			t.Errorf("%s: %+v", c.site.Name, v[0])
		}
	}
}

// forgetful is a store of a process that is killed before it keeps what a glimpse told.
type forgetful struct{ *crawls.Store }

func (f forgetful) SaveSource(ctx context.Context, s locate.Source) error {
	if s.Status != locate.Located {
		return errors.New("killed")
	}
	return f.Store.SaveSource(ctx, s)
}

// A glimpse that was killed has spent what it has spent: it is gone on with, and not begun anew.
func TestAKilledGlimpseIsCounted(t *testing.T) {
	hosts := portals(t, "botany")
	db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
	o := locate.Options{Seeds: seeds(hosts), Topic: "botany"}
	for range 3 {
		if _, err := locate.Run(t.Context(), o, newClient(t, fetch.Options{}), forgetful{crawls.Of(db)}); err == nil {
			t.Fatal("it was not killed")
		}
	}
	sum := mustRun(t, o, newClient(t, fetch.Options{}), db)
	if s := sum.Sources[0]; s.Status != locate.Answers || s.Asked > 16+4 || s.Requests != len(hosts[0].Log()) {
		t.Errorf("%s with %d requests, %d of them the glimpse's; the site saw %d", s.Status, s.Requests, s.Asked, len(hosts[0].Log()))
	}
}

func TestInterrupted(t *testing.T) {
	hosts := portals(t, "botany")
	ctx, cancel := context.WithCancel(t.Context())
	o := locate.Options{Seeds: seeds(hosts), Events: func(e locate.Event) {
		if e.Kind == "page" {
			cancel()
		}
	}}
	db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
	sum, err := locate.Run(ctx, o, newClient(t, fetch.Options{}), crawls.Of(db))
	if err != nil || sum.Stop.Kind != harvest.Interrupted {
		t.Fatalf("%+v, %v", sum.Stop, err)
	}
	o.Events = nil
	if sum = mustRun(t, o, newClient(t, fetch.Options{}), db); len(sum.Sources) != 1 || sum.Sources[0].Status != locate.Answers {
		t.Errorf("the next run: %+v", sum.Sources)
	}
}

func TestKind(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{`<form action=/s><input name=q><button>Search</button></form>`, "keyword"},
		{`<form action=/s><input name=q><select name=subject><option value="">Any<option>Art<option>Law</select><button>Search</button></form>`, "keyword and structured, 1 menu"},
		{`<form action=/s><h3>Search cars</h3><select name=make><option value="">Any make<option>Audi<option>Fiat</select>
			<label>Price from <input name=price_min></label><label>to <input name=price_max></label><button>Search</button></form>`, "structured, 1 menu, 1 range"},
	} {
		doc, err := page.ParseDocument([]byte(c.html), "text/html", page.MustParseURL("http://site.example/"))
		if err != nil {
			t.Fatal(err)
		}
		f := forms.Parse(doc)
		if len(f) != 1 {
			t.Fatalf("%s: %d search forms", c.html, len(f))
		}
		if got := locate.Kind(&f[0]); got != c.want {
			t.Errorf("kind %q, want %q (%s)", got, c.want, strings.Join(f[0].Reasons, ", "))
		}
	}
}

// A search box that only scripts send counts where pages may be shown in a
// browser, and not where that is forbidden.
func TestBoxesThatScriptsSend(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, `<title>Packages</title><p>All packages of the house, with their authors.</p><div role="search"><input type="search" id="q" placeholder="Search packages" aria-label="Search packages"></div><script src="/app.js"></script>`)
	}))
	defer server.Close()
	for mode, want := range map[harvest.Rendering]int{harvest.RenderAuto: 1, harvest.RenderNever: 0} {
		o := locate.Options{Seeds: []page.URL{page.MustParseURL(server.URL + "/")}, Probes: -1, Harvest: harvest.Options{Browser: mode}}
		sum := mustRun(t, o, newClient(t, fetch.Options{}), openStore(t, filepath.Join(t.TempDir(), "l.db")))
		if len(sum.Sources) != want {
			t.Fatalf("--browser %s: %d sources, want %d (%s)", mode, len(sum.Sources), want, sum.Stop.Reason)
		}
		if want > 0 && (sum.Sources[0].Status != locate.Located || sum.Sources[0].Action.IsZero()) {
			t.Errorf("--browser %s: %+v", mode, sum.Sources[0])
		}
	}
}
