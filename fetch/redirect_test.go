package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRedirectMethods(t *testing.T) {
	handler := withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		var status int
		if n, _ := fmt.Sscanf(r.URL.Path, "/%d", &status); n == 1 {
			rw.Header().Set("Location", "/end")
			rw.WriteHeader(status)
		}
	})
	tests := []struct {
		status       int
		method, want string
		body         string
	}{
		{301, "GET", "GET", ""}, {302, "GET", "GET", ""}, {303, "GET", "GET", ""}, {307, "GET", "GET", ""}, {308, "GET", "GET", ""},
		{301, "POST", "GET", ""}, {302, "POST", "GET", ""}, {303, "POST", "GET", ""},
		{307, "POST", "POST", "q=1"}, {308, "POST", "POST", "q=1"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.method, tt.status), func(t *testing.T) {
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				c := w.client(Options{})
				r := get(fmt.Sprintf("http://site.test/%d", tt.status))
				if tt.method == "POST" {
					r = post(r.URL.String(), "q=1")
				}
				p, err := c.Fetch(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				if p.Request != r || p.Final.String() != "http://site.test/end" || p.Requests != 3 || p.Status != 200 {
					t.Errorf("page of %v at %s, status %d, for %d requests", p.Request, p.Final, p.Status, p.Requests)
				}
				end := w.log[len(w.log)-1]
				if end.method != tt.want || end.body != tt.body || (end.header.Get("Content-Type") != "") != (tt.want == "POST") {
					t.Errorf("the last hop is %s with body %q and header %v", end.method, end.body, end.header)
				}
			})
		})
	}
}

func TestRedirectRefusals(t *testing.T) {
	handler := withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/loop":
			http.Redirect(rw, r, "/loop2", http.StatusFound)
		case "/loop2":
			http.Redirect(rw, r, "/loop", http.StatusFound)
		case "/self":
			http.Redirect(rw, r, "/self", http.StatusFound)
		case "/cookie": // a loop that ends once the cookie is there
			if _, err := r.Cookie("seen"); err != nil {
				http.SetCookie(rw, &http.Cookie{Name: "seen", Value: "1"})
				http.Redirect(rw, r, "/cookie", http.StatusFound)
			}
		case "/wall": // and one that never does
			http.SetCookie(rw, &http.Cookie{Name: "n", Value: "1"})
			http.Redirect(rw, r, "/wall", http.StatusFound)
		case "/script":
			rw.Header().Set("Location", "javascript:alert(1)")
			rw.WriteHeader(302)
		case "/file":
			rw.Header().Set("Location", "file:///etc/passwd")
			rw.WriteHeader(302)
		case "/away":
			http.Redirect(rw, r, "http://away.test/x", http.StatusFound)
		case "/private":
			http.Redirect(rw, r, "http://169.254.169.254/", http.StatusFound)
		case "/empty":
			rw.WriteHeader(302)
		default:
			var n int
			if k, _ := fmt.Sscanf(r.URL.Path, "/chain%d", &n); k == 1 && n > 0 {
				http.Redirect(rw, r, fmt.Sprintf("/chain%d", n-1), http.StatusFound)
			}
		}
	})
	tests := []struct{ path, guard string }{
		{"/loop", "redirect"}, {"/self", "redirect"}, {"/wall", "redirect"}, {"/cookie", ""},
		{"/script", "redirect"}, {"/file", "redirect"}, {"/away", "scope"}, {"/private", "scope"}, {"/empty", ""},
		{"/chain3", ""}, {"/chain4", "redirect"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				newWeb(t, map[string]http.HandlerFunc{"away.test": answer(200, "")})
				c := w.client(Options{MaxRedirects: 3})
				_, err := c.Fetch(t.Context(), get("http://site.test"+tt.path))
				if tt.guard == "" && err != nil {
					t.Error(err)
				}
				if tt.guard != "" && !wantRefused(t, err, tt.guard).Led {
					t.Error("a redirect of the site counts as a request that must not be sent")
				}
				if n := len(w.requests()); n > 5 {
					t.Errorf("%d requests", n)
				}
			})
		})
	}
}

// A form that answers with a redirect is submitted once, however often the
// caller has to come back: for pacing, for a 503 at the next hop, for a failure.
func TestRedirectGoesOn(t *testing.T) {
	failures := 0
	handler := withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/form":
			http.Redirect(rw, r, "/busy", http.StatusSeeOther)
		case "/busy":
			switch failures++; failures {
			case 1:
				rw.Header().Set("Retry-After", "600")
				rw.WriteHeader(503)
			case 2:
				panic(http.ErrAbortHandler)
			default:
				http.Redirect(rw, r, "/result", http.StatusSeeOther)
			}
		}
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: 5 * time.Second})
		r := post("http://site.test/form", "q=x")
		ctx, cost := Allow(t.Context(), Unlimited)
		_, err := Patient(c, time.Hour, nil).Fetch(ctx, r)
		if _, ok := errors.AsType[*LaterError](err); err == nil || ok {
			t.Fatalf("a broken connection: %v", err)
		}
		p, err := Patient(c, time.Hour, nil).Fetch(ctx, r)
		if err != nil || p.Final.String() != "http://site.test/result" || p.Request != r || cost.Sent() != 6 {
			t.Errorf("page %v for %d requests: %v", p, cost.Sent(), err)
		}
		want := []string{"GET site.test/robots.txt", "POST site.test/form", "GET site.test/busy", "GET site.test/busy", "GET site.test/busy", "GET site.test/result"}
		if diff := cmp.Diff(want, w.requests()); diff != "" {
			t.Errorf("requests (-want +got)\n%s", diff)
		}
		w.verify(5*time.Second, 0)
		// Asked again it is a new question.
		patientFetch(t, c, r)
		if n := w.count("/form"); n != 2 {
			t.Errorf("the second time the form was submitted %d times in all, want 2", n)
		}
	})
}

func TestJourneysAreBounded(t *testing.T) {
	handler := func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://slow.test/", http.StatusFound)
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler, "slow.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{IgnoreRobots: true})
		c.Restore([]HostState{{Host: "http://slow.test", NotBefore: time.Now().Add(time.Hour)}})
		for n := range maxJourneys + 10 {
			_, err := c.Fetch(t.Context(), get(fmt.Sprintf("http://site.test/%d", n)))
			wantLater(t, err)
		}
		if len(c.journeys) != maxJourneys {
			t.Errorf("%d journeys are kept", len(c.journeys))
		}
	})
}

// net/http must not send a request again by itself when a kept connection dies.
func TestNoHiddenRepeat(t *testing.T) {
	asked := 0
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if asked++; asked > 1 {
			panic(http.ErrAbortHandler) // closes the connection that the first answer came on
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{IgnoreRobots: true})
		if _, err := c.Fetch(t.Context(), get("http://site.test/1")); err != nil {
			t.Fatal(err)
		}
		_, err := c.Fetch(t.Context(), get("http://site.test/2"))
		if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "site.test/2") {
			t.Errorf("error = %v", err)
		}
		if asked != 2 {
			t.Errorf("the server was asked %d times, want 2", asked)
		}
	})
}

// A page that goes on by itself before anyone could read it is a stop on the way; one that
// stays, loads itself again, leads back or away is what there is.
func TestRefreshIsFollowed(t *testing.T) {
	meta := func(content string) string {
		return `<html><head><META HTTP-EQUIV="Refresh" CONTENT="` + content + `"></head><p>Please wait`
	}
	pages := map[string]string{
		"/wait": meta("2; URL=/more?q=a"), "/more": meta("0;found"), "/found": "<p>found", "/slide": meta("30;url=/found"), "/self": meta("1;url=/self"),
		"/ping": meta("0;url=/pong"), "/pong": meta("0;url=/ping"), "/away": meta("0;url=http://away.test/"), "/forbidden": meta("0;url=/no/x"),
		"/noscript": `<noscript><meta http-equiv=refresh content="0;url=/found"></noscript>`, "/text": `<pre>` + `&lt;meta http-equiv=refresh content="0;url=/found"&gt;`,
	}
	handler := withRobots("User-agent: *\nDisallow: /no/", func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/header" {
			rw.Header().Set("Refresh", "0; url=/found")
		}
		fmt.Fprint(rw, pages[r.URL.Path])
	})
	for path, final := range map[string]string{"/wait": "/found", "/header": "/found", "/slide": "/slide", "/self": "/self", "/ping": "/pong", "/away": "/away", "/forbidden": "/forbidden",
		"/noscript": "/noscript", "/text": "/text"} {
		t.Run(path, func(t *testing.T) {
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				c := w.client(Options{MaxRedirects: 3})
				p, err := c.Fetch(t.Context(), get("http://site.test"+path))
				if err != nil || p.Final.String() != "http://site.test"+final || p.Request.URL.PathQuery() != path {
					t.Errorf("%v, %v", p, err)
				}
				if p.Requests != len(w.requests()) {
					t.Errorf("%d requests counted, %d sent", p.Requests, len(w.requests()))
				}
			})
		})
	}
}
