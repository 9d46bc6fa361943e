package fetch

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// robots.txt forbids GET, form submissions and redirect hops alike.
func TestRobotsRefuse(t *testing.T) {
	robots := "user-agent: other\ndisallow: /\n\nuser-agent: hadal\ndisallow: /no\ndisallow: /search?*q=\n"
	handler := withRobots(robots, func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hop":
			http.Redirect(rw, r, "/no/where", http.StatusFound)
		case "/hop307":
			http.Redirect(rw, r, "/no/where", http.StatusTemporaryRedirect)
		}
	})
	tests := []struct {
		request page.Request
		rule    string
	}{
		{get("http://site.test/yes"), ""},
		{get("http://site.test/no/x"), "Disallow: /no (robots.txt line 5)"},
		{post("http://site.test/no", "q=x"), "Disallow: /no (robots.txt line 5)"},
		{get("http://site.test/search?p=1&q=x"), "Disallow: /search?*q= (robots.txt line 6)"},
		{post("http://site.test/search", "q=x"), ""},
		{get("http://site.test/hop"), "Disallow: /no (robots.txt line 5)"},
		{post("http://site.test/hop307", "q=x"), "Disallow: /no (robots.txt line 5)"},
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{Agent: "hadal/1.0"})
		for _, tt := range tests {
			_, err := c.Fetch(t.Context(), tt.request)
			if tt.rule == "" {
				if err != nil {
					t.Errorf("%s %s: %v", tt.request.Method, tt.request.URL, err)
				}
				continue
			}
			if got := wantRefused(t, err, "robots").Rule; got != tt.rule {
				t.Errorf("%s %s: refused by %q, want %q", tt.request.Method, tt.request.URL, got, tt.rule)
			}
		}
		want := []string{"GET site.test/robots.txt", "GET site.test/yes", "POST site.test/search", "GET site.test/hop", "POST site.test/hop307"}
		if diff := cmp.Diff(want, w.requests()); diff != "" {
			t.Errorf("requests (-want +got)\n%s", diff)
		}
		v, err := c.Robots(t.Context(), page.MustParseURL("http://site.test/no"))
		if err != nil || v.Allowed || v.Rule != "Disallow: /no" || v.Line != 5 {
			t.Errorf("Robots = %+v, %v", v, err)
		}

		c = w.client(Options{IgnoreRobots: true})
		if _, err := c.Fetch(t.Context(), get("http://site.test/no/x")); err != nil {
			t.Errorf("with IgnoreRobots: %v", err)
		}
	})
}

// Redirects to another host are judged by that host's file.
func TestRobotsOfRedirectTarget(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{
		"a.site.test": withRobots("", func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "http://b.site.test"+r.URL.Path, http.StatusFound)
		}),
		"b.site.test": withRobots("user-agent: *\ndisallow: /no", func(http.ResponseWriter, *http.Request) {}),
	}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		_, err := c.Fetch(t.Context(), get("http://a.site.test/no"))
		wantRefused(t, err, "robots")
		if _, err := c.Fetch(t.Context(), get("http://a.site.test/yes")); err != nil {
			t.Error(err)
		}
		if w.count("b.site.test/no") != 0 {
			t.Error("the forbidden page was fetched")
		}
	})
}

func TestRobotsStatus(t *testing.T) {
	tests := []struct {
		status  int
		allowed bool
	}{
		{200, false}, {204, true}, {304, true},
		{400, true}, {401, true}, {403, true}, {404, true}, {410, true}, {451, true},
		{429, false}, {500, false}, {502, false}, {503, false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.status), func(t *testing.T) {
			handler := func(rw http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					rw.WriteHeader(tt.status)
					if tt.status == 200 || tt.status >= 400 {
						io.WriteString(rw, "user-agent: *\ndisallow: /\n")
					}
				}
			}
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				c := w.client(Options{})
				_, err := c.Fetch(t.Context(), get("http://site.test/x"))
				if (err == nil) != tt.allowed {
					t.Errorf("error = %v, want allowed = %t", err, tt.allowed)
				}
				if err != nil && tt.status != 200 {
					later := wantLater(t, err)
					if !later.Until.After(time.Now()) || later.Reason == Pacing {
						t.Errorf("%+v, want a back-off", later)
					}
				}
				if !tt.allowed && w.count("/x") > 0 {
					t.Error("the page was fetched")
				}
			})
		})
	}
}

// While robots.txt cannot be had nothing else is asked; then all goes on.
func TestRobotsRecover(t *testing.T) {
	failures := 3
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" && failures > 0 {
			failures--
			rw.WriteHeader(500)
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: 2 * time.Second})
		if got := patientFetch(t, c, get("http://site.test/x")).Requests; got != 5 {
			t.Errorf("the page cost %d requests, want 5", got)
		}
		want := append(slices.Repeat([]string{"GET site.test/robots.txt"}, 4), "GET site.test/x")
		if diff := cmp.Diff(want, w.requests()); diff != "" {
			t.Errorf("requests (-want +got)\n%s", diff)
		}
		w.verify(2*time.Second, 0)
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		w.setDead("site.test", true)
		if _, err := c.Fetch(t.Context(), get("http://site.test/x")); err == nil || !strings.Contains(err.Error(), "refused") {
			t.Errorf("a dead host: %v", err)
		}
		w.setDead("site.test", false)
		patientFetch(t, c, get("http://site.test/x"))
	})
}

func TestRobotsCache(t *testing.T) {
	robots := "user-agent: *\ndisallow: /a"
	status := 200
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			rw.WriteHeader(status)
			io.WriteString(rw, robots)
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		fetch := func(path string, want bool) {
			t.Helper()
			_, err := Patient(c, time.Hour, nil).Fetch(t.Context(), get("http://site.test"+path))
			if (err == nil) != want {
				t.Errorf("%s: %v, want allowed = %t", path, err, want)
			}
		}
		files := func(want int) {
			t.Helper()
			if n := w.count("/robots.txt"); n != want {
				t.Errorf("robots.txt was fetched %d times, want %d", n, want)
			}
		}
		fetch("/a", false)
		robots = "user-agent: *\ndisallow: /b"
		time.Sleep(23 * time.Hour)
		fetch("/a", false)
		files(1)
		time.Sleep(2 * time.Hour)
		fetch("/a", true)
		fetch("/b", false)
		files(2)

		// The old copy serves while a new one cannot be had, and is not asked for each time.
		status = 500
		time.Sleep(25 * time.Hour)
		fetch("/b", false)
		fetch("/a", true)
		fetch("/a", true)
		files(3)
		time.Sleep(2 * time.Hour)
		fetch("/b", false)
		files(4)
		status, robots = 404, ""
		time.Sleep(2 * time.Hour)
		fetch("/b", true)
		files(5)
	})
}

func TestRobotsRedirects(t *testing.T) {
	for hops, allowed := range map[int]bool{1: false, 5: false, 6: true} {
		t.Run(fmt.Sprint(hops), func(t *testing.T) {
			handler := func(rw http.ResponseWriter, r *http.Request) {
				n := 0
				fmt.Sscanf(r.URL.Query().Get("n"), "%d", &n)
				switch {
				case r.URL.Path != "/robots.txt":
				case n < hops:
					host := []string{"site.test", "elsewhere.test"}[n%2]
					http.Redirect(rw, r, fmt.Sprintf("http://%s/robots.txt?n=%d", host, n+1), http.StatusMovedPermanently)
				default:
					io.WriteString(rw, "user-agent: *\ndisallow: /")
				}
			}
			bubble(t, map[string]http.HandlerFunc{"site.test": handler, "elsewhere.test": handler}, func(t *testing.T, w *web) {
				c := w.client(Options{Delay: 4 * time.Second}) // longer than Fetch waits by itself
				_, err := Patient(c, time.Hour, nil).Fetch(t.Context(), get("http://site.test/x"))
				if (err == nil) != allowed {
					t.Errorf("error = %v, want allowed = %t", err, allowed)
				}
				w.verify(4*time.Second, 0)
				if n := len(w.log); n != min(hops, 5)+1+w.count("/x") {
					t.Errorf("%d requests: %q", n, w.requests())
				}
			})
		})
	}
}

func TestRobotsOnce(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: 100 * time.Millisecond})
		var wg sync.WaitGroup
		for n := range 5 {
			wg.Go(func() { patientFetch(t, c, get(fmt.Sprintf("http://site.test/%d", n))) })
		}
		wg.Wait()
		if n := w.count("/robots.txt"); n != 1 {
			t.Errorf("robots.txt was fetched %d times", n)
		}
	})
}

// What is stored of an endless robots.txt is what counts.
func TestRobotsTooLong(t *testing.T) {
	robots := "user-agent: *\ndisallow: /a\n" + strings.Repeat("#234567\n", 200_000) + "disallow: /b\n"
	handler := withRobots(robots, func(http.ResponseWriter, *http.Request) {})
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		_, err := c.Fetch(t.Context(), get("http://site.test/a"))
		wantRefused(t, err, "robots")
		if _, err := c.Fetch(t.Context(), get("http://site.test/b")); err != nil {
			t.Errorf("a rule past the limit: %v", err)
		}
		if n := len(c.Hosts("site.test")[0].Robots); n > 512_001 {
			t.Errorf("%d bytes of robots.txt are kept", n)
		}
	})
}
