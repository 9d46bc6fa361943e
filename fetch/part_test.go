package fetch

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

func TestPart(t *testing.T) {
	site := withRobots("user-agent: *\ndisallow: /no", func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/moved":
			http.Redirect(rw, r, "/there", http.StatusFound)
		case "/broken":
			rw.WriteHeader(http.StatusInternalServerError)
		case "/hang":
			<-r.Context().Done()
		case "/busy":
			rw.Header().Set("Retry-After", "7")
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": site, "cdn.test": answer(200, "")}, func(t *testing.T, w *web) {
		c, err := New(Options{Delay: 5 * time.Second, DialContext: w.dial})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		c.AddTarget(page.MustParseURL("http://site.test/"))
		patientFetch(t, c, get("http://site.test/"))
		ctx, cost := Allow(t.Context(), Unlimited)
		part := func(url string, how Part) (*page.Page, error) { return c.Part(ctx, get(url), how) }
		burst := Part{Burst: true, Minor: true}

		began := time.Now()
		for range 3 {
			if p, err := part("http://site.test/part", burst); err != nil || p.Status != 200 {
				t.Fatalf("part of a burst: %v, %v", p, err)
			}
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("a burst of three took %s", took)
		}
		if n := cost.Sent(); n != 3 {
			t.Errorf("%d requests were spent", n)
		}
		// The delay after the burst counts from its last answer.
		later := wantLater(t, func() error { _, err := part("http://site.test/next", Part{}); return err }())
		if later.Reason != Pacing || time.Until(later.Until) != 5*time.Second {
			t.Errorf("a document is to come %s later (%s)", time.Until(later.Until), later.Reason)
		}
		if p, err := part("http://site.test/moved", burst); err != nil || p.Status != 302 || p.Header.Get("Location") != "/there" {
			t.Errorf("redirect: %v, %v", p, err)
		}
		// That a part is broken or hangs says nothing about the host.
		if p, err := part("http://site.test/broken", burst); err != nil || p.Status != 500 {
			t.Errorf("broken: %v, %v", p, err)
		}
		if _, err := part("http://site.test/hang", Part{Burst: true, Minor: true, Limit: time.Second}); !errors.Is(err, ErrIncomplete) {
			t.Errorf("hang: %v", err)
		}
		if _, err := part("http://site.test/part", burst); err != nil {
			t.Errorf("after a broken one: %v", err)
		}
		_, err = part("http://site.test/no/way", burst)
		wantRefused(t, err, "robots")
		_, err = part("http://cdn.test/lib.js", burst)
		wantRefused(t, err, "scope")
		if _, err := part("http://cdn.test/lib.js", Part{Burst: true, Foreign: true}); err != nil {
			t.Errorf("a part of another site: %v", err)
		}
		// A wish to be left alone holds for bursts too.
		_, err = part("http://site.test/busy", burst)
		if later := wantLater(t, err); later.Status != 503 {
			t.Errorf("busy: %v", later)
		}
		_, err = part("http://site.test/part", burst)
		if later := wantLater(t, err); time.Until(later.Until) != 7*time.Second {
			t.Errorf("after it: %v", later)
		}
		if n := w.count("/no/way"); n != 0 {
			t.Error("robots.txt was not obeyed")
		}
	})
}

func TestPartHeader(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		http.SetCookie(rw, &http.Cookie{Name: "set", Value: "1", Path: "/"})
	})}, func(t *testing.T, w *web) {
		c := w.client(Options{Agent: "hadal/1"})
		patientFetch(t, c, get("http://site.test/"))
		r := page.Request{Method: "PUT", URL: page.MustParseURL("http://site.test/api"), ContentType: "application/json", Body: `{"a":1}`}
		if _, err := c.Part(t.Context(), r, Part{Burst: true, Header: http.Header{
			"content-type": {"application/json"}, "X-Token": {"t"}, "Cookie": {"own=2"}, "User-Agent": {"Mozilla"}, "Sec-Ch-Ua": {"Chrome"},
			"Connection": {"close"}, "Accept": {"*/*"}, "Host": {"evil.test"},
		}}); err != nil {
			t.Fatal(err)
		}
		w.requests()
		got := w.log[len(w.log)-1]
		want := http.Header{"Content-Type": {"application/json"}, "X-Token": {"t"}, "Cookie": {"own=2"}, "User-Agent": {"hadal/1"}, "Accept": {"*/*"},
			"Accept-Language": {"en,*;q=0.5"}, "Accept-Encoding": {"gzip, br, zstd"}, "Content-Length": {"7"}}
		if diff := cmp.Diff(want, got.header); diff != "" || got.method != "PUT" || got.body != `{"a":1}` {
			t.Errorf("%s %q %s", got.method, got.body, diff)
		}
		cookies := c.Cookies("site.test")
		if len(cookies) != 1 || cookies[0].Cookie.Name != "set" || cookies[0].URL.Host != "site.test" {
			t.Errorf("cookies %+v", cookies)
		}
		c.TakeCookies("site.test", []SetCookie{{cookies[0].URL, &http.Cookie{Name: "script", Value: "3"}}})
		patientFetch(t, c, get("http://site.test/again"))
		w.requests()
		if got := w.log[len(w.log)-1].header.Get("Cookie"); got != "set=1; script=3" {
			t.Errorf("then sent %q", got)
		}
	})
}

// TestPartPrivate: that a target has a private address opens it to its own pages only.
func TestPartPrivate(t *testing.T) {
	asked := 0
	local := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer local.Close()
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.AddTarget(page.MustParseURL("http://127.0.0.1:1/"))
	for _, how := range []Part{{Foreign: true}, {Foreign: true, Burst: true}} {
		for _, url := range []string{local.URL + "/x.js", "http://localhost" + local.URL[len("http://127.0.0.1"):] + "/x.js"} {
			_, err := c.Part(t.Context(), get(url), how)
			wantRefused(t, err, "address")
		}
	}
	if asked > 0 {
		t.Errorf("%d requests arrived", asked)
	}
}
