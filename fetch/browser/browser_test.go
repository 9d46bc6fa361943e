package browser

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a site of made-up answers with a log of what was asked.
type server struct {
	*httptest.Server
	mu  sync.Mutex
	log []entry
}

type entry struct {
	method, uri string
	at          time.Time
}

func serve(t testing.TB, pages map[string]http.HandlerFunc) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.log = append(s.log, entry{r.Method, r.RequestURI, time.Now()})
		s.mu.Unlock()
		if h := pages[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// serveTwice serves the same pages as two sites, so that a browser shows them
// side by side.
func serveTwice(t testing.TB, pages map[string]http.HandlerFunc) (servers [2]*server) {
	for i := range servers {
		servers[i] = serve(t, pages)
	}
	return servers
}

// share calls f with each of n numbers and one of the servers.
func share(servers [2]*server, n int, f func(s *server, i int)) {
	var wg sync.WaitGroup
	for k, s := range servers {
		wg.Go(func() {
			for i := k; i < n; i += len(servers) {
				f(s, i)
			}
		})
	}
	wg.Wait()
}

func (s *server) entries() []entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// asked returns the requests so far as "METHOD /path?query".
func (s *server) asked() (out []string) {
	for _, e := range s.entries() {
		out = append(out, e.method+" "+e.uri)
	}
	return out
}

func text(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, body)
	}
}

func html(body string) http.HandlerFunc { return text("text/html", "<!doctype html>"+body) }

// needChrome skips the test where there is no Chrome, and fails it where there must be one.
func needChrome(t testing.TB) string {
	path, err := Find("")
	if err == nil {
		return path
	}
	if os.Getenv("CI") != "" || os.Getenv("HADAL_REQUIRE_CHROME") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
	return ""
}

func open(t testing.TB, o Options, targets ...string) *Browser {
	needChrome(t)
	net := client(t, fetch.Options{}, targets...)
	if testing.Verbose() {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	b, err := New(o, net)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func client(t testing.TB, o fetch.Options, targets ...string) *fetch.Client {
	net, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range targets {
		net.AddTarget(page.MustParseURL(u))
	}
	t.Cleanup(net.Close)
	return net
}

// with lets the pages of b be fetched by another client.
func (b *Browser) with(net *fetch.Client) *Browser {
	b.net = net
	return b
}

func get(t testing.TB, b *Browser, u string) *page.Page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	p, err := b.Fetch(ctx, page.Get(page.MustParseURL(u)).Rendered())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestGuest has a browser show the pages of tests that need none of their own.
func TestGuest(t *testing.T) {
	t.Parallel()
	b := open(t, Options{})
	for _, c := range []struct {
		name string
		test func(*testing.T, *Browser)
	}{{"show", shows}, {"hosts' wishes", hostsWishes}, {"long waits", longWaits}, {"writes", writes}, {"cookies", cookies}, {"private", private}} {
		t.Run(c.name, func(t *testing.T) { c.test(t, b) })
	}
}

func shows(t *testing.T, b *Browser) {
	s := serve(t, map[string]http.HandlerFunc{
		"/":     html(`<title>t</title><div id=a></div><script src=/s.js></script>`),
		"/s.js": text("text/javascript", `fetch('/api?q=1',{headers:{'X-A':'b'}}).then(r=>r.json()).then(j=>document.getElementById('a').textContent=j.t)`),
		"/api":  text("application/json", `{"t":"from the answer"}`),
	})
	b = b.with(client(t, fetch.Options{}, s.URL))
	for range 2 {
		p := get(t, b, s.URL+"/")
		if !strings.Contains(string(p.Body), "<div id=\"a\">from the answer</div>") {
			t.Errorf("got %s", p.Body)
		}
		if len(p.Exchanges) != 1 {
			t.Fatalf("exchanges: %+v", p.Exchanges)
		}
		x := p.Exchanges[0]
		if x.Request.URL.String() != s.URL+"/api?q=1" || x.Request.Header != "X-A: b\n" || string(x.Body) != `{"t":"from the answer"}` || x.Status != 200 {
			t.Errorf("exchange %+v", x)
		}
	}
	want := []string{"GET /robots.txt", "GET /", "GET /s.js", "GET /api?q=1", "GET /", "GET /api?q=1"}
	if diff := cmp.Diff(want, s.asked()); diff != "" {
		t.Error(diff)
	}
}
