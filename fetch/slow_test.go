package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// turns answers requests but robots.txt by status, in turn; 0 is a dropped connection.
func turns(statuses ...int) http.HandlerFunc {
	n := 0
	return withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		status := statuses[n%len(statuses)]
		n++
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		rw.WriteHeader(status)
	})
}

// A host that turns us away is asked more slowly the more often it does, and as
// before once it does not any more.
func TestTurnedAwaySlowsDown(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{
		"half.test":   turns(403, 200),
		"single.test": turns(append([]int{403}, make200(30)...)...),
	}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: time.Second, Backoff: 2 * time.Second, MaxDelay: time.Minute})
		for n := range 30 {
			patientFetch(t, c, get(fmt.Sprintf("http://half.test/%d", n)))
		}
		if slow := c.State("http://half.test").Slow; slow < 20*time.Second || slow > time.Minute {
			t.Errorf("after 15 of 30 turned away: %s", slow)
		}
		patientFetch(t, c, get("http://single.test/0"))
		_, err := c.Fetch(t.Context(), get("http://single.test/x"))
		if later := wantLater(t, err); later.Status != 403 || !strings.Contains(later.Reason, "403") || time.Until(later.Until) != 2*time.Second {
			t.Errorf("after one: %+v", later)
		}
		for n := range 12 {
			patientFetch(t, c, get(fmt.Sprintf("http://single.test/%d", n)))
		}
		if s := c.State("http://single.test"); s.Slow != 0 || time.Until(s.NotBefore) != time.Second {
			t.Errorf("after 12 good answers: %s slower, next in %s", s.Slow, time.Until(s.NotBefore))
		}
		// What was the question's fault slows nothing.
		patientFetch(t, c, get("http://half.test/30"))
		refused := patientFetch(t, c, get("http://half.test/30"))
		c.Forgive(refused)
		if s := c.State("http://half.test"); s.Slow != 0 || time.Until(s.NotBefore) > time.Second {
			t.Errorf("after it was forgiven: %s slower, next in %s", s.Slow, time.Until(s.NotBefore))
		}
		// So is one whose status does not say it.
		p := patientFetch(t, c, get("http://single.test/captcha"))
		c.TurnedAway(p)
		_, err = c.Fetch(t.Context(), get("http://single.test/x"))
		if later := wantLater(t, err); time.Until(later.Until) != 2*time.Second || later.Reason == Pacing {
			t.Errorf("after a captcha: %+v", later)
		}
		p.Header.Set("Retry-After", "300")
		c.TurnedAway(p)
		if s := c.State("http://single.test"); time.Until(s.NotBefore) != 5*time.Minute {
			t.Errorf("a captcha with Retry-After: %+v", s)
		}
	})
}

func make200(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = 200
	}
	return out
}

// A robots.txt that is forbidden means no rules, and says nothing of the pages.
func TestForbiddenRobotsDoesNotSlowDown(t *testing.T) {
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			rw.WriteHeader(403)
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: time.Second})
		began := time.Now()
		patientFetch(t, c, get("http://site.test/"))
		if took := time.Since(began); took != time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// Retry-After counts with any status, that of a success, too.
func TestRetryAfterWithAnyStatus(t *testing.T) {
	for status, want := range map[int]time.Duration{200: time.Hour, 301: time.Hour, 401: time.Hour, 403: time.Hour, 404: time.Hour, 429: time.Hour, 500: time.Hour, 503: time.Hour} {
		handler := withRobots("", func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Set("Retry-After", "3600")
			if status == 301 {
				rw.Header().Set("Location", "/there")
			}
			rw.WriteHeader(status)
		})
		bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
			c := w.client(Options{})
			c.Fetch(t.Context(), get("http://site.test/"))
			if got := max(0, time.Until(c.State("http://site.test").NotBefore)); got != want {
				t.Errorf("%d: left alone for %s, want %s", status, got, want)
			}
		})
	}
}

// Addresses that are broken do not open the circuit by being asked again, nor do
// they make each other's waits longer; many different ones, or a host that is not
// there, open it.
func TestBrokenAddressesAreNoBrokenHost(t *testing.T) {
	for _, broken := range []int{500, 503, 0} {
		handler := withRobots("", func(rw http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.Path, "/bad") {
				return
			}
			if broken == 0 {
				rw.Header().Set("Content-Length", "100")
				rw.Write([]byte("half"))
				panic(http.ErrAbortHandler)
			}
			rw.WriteHeader(broken)
		})
		bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
			c := w.client(Options{Backoff: 2 * time.Second, BreakerAfter: 5, Cooldown: time.Minute})
			ask := func(url string) HostState {
				if s := c.State("http://site.test"); time.Until(s.NotBefore) > 0 {
					waitFor(t, s.NotBefore)
				}
				c.Fetch(t.Context(), get(url))
				return c.State("http://site.test")
			}
			began := time.Now()
			for _, address := range []string{"/bad1", "/bad2"} {
				for range 4 {
					if s := ask("http://site.test" + address); s.Failures > 2 || strings.HasPrefix(s.Reason, "circuit") {
						t.Fatalf("%d %s: %d failures, %s", broken, address, s.Failures, s.Reason)
					}
				}
			}
			ask("http://site.test/good")
			if took := time.Since(began); took > time.Minute {
				t.Errorf("%d: two broken addresses took %s", broken, took)
			}
			for n := range 5 {
				ask(fmt.Sprintf("http://site.test/bad%d", n))
			}
			if s := c.State("http://site.test"); !strings.HasPrefix(s.Reason, "circuit") {
				t.Errorf("%d: five broken addresses in a row: %s", broken, s.Reason)
			}
		})
	}
}

// Styles and scripts come together where no Crawl-delay is stated, and only they
// do; what waits is told at once, for the page's own clock to stand still.
func TestBurst(t *testing.T) {
	for robots, want := range map[string]time.Duration{"": 0, "user-agent: *\ncrawl-delay: 3": 3 * time.Second, "user-agent: other\ncrawl-delay: 3": 0} {
		bubble(t, map[string]http.HandlerFunc{"site.test": withRobots(robots, func(http.ResponseWriter, *http.Request) {})}, func(t *testing.T, w *web) {
			c := w.client(Options{Delay: time.Second})
			patientFetch(t, c, get("http://site.test/"))
			part := func(how Part) time.Duration {
				_, err := c.Part(t.Context(), get("http://site.test/part"), how)
				later, ok := errors.AsType[*LaterError](err)
				switch {
				case ok:
					return time.Until(later.Until)
				case err != nil:
					t.Fatal(err)
				}
				return 0
			}
			for range 3 {
				if wait := part(Part{Burst: true, Minor: true}); wait != want {
					t.Errorf("%q: a style waits %s, want %s", robots, wait, want)
				}
			}
			if wait := part(Part{Minor: true}); wait != max(want, time.Second) {
				t.Errorf("%q: what a script asks for waits %s", robots, wait)
			}
		})
	}
}

// No more is sent than a context allows, whatever it is for, nor than the one that
// it was made from.
func TestAllowance(t *testing.T) {
	handler := withRobots("user-agent: *\ndisallow: /no", func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(rw, r, "/there", http.StatusFound)
		}
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		for most := range 6 {
			c := w.client(Options{})
			before := len(w.log)
			outer, all := Allow(t.Context(), most)
			inner, own := Allow(outer, 4)
			for _, path := range []string{"/moved", "/part", "/part"} {
				if path == "/part" {
					c.Part(inner, get("http://site.test"+path), Part{})
				} else {
					c.Fetch(inner, get("http://site.test"+path))
				}
			}
			_, err := c.Fetch(OnAccountOf(t.Context(), inner), page.Get(page.MustParseURL("http://site.test/x")))
			if n := len(w.log) - before; n != min(most, 4) || all.Sent() != n || own.Sent() != n || !errors.Is(err, ErrSpent) {
				t.Errorf("%d allowed: %d were sent, counts %d and %d, then %v", most, n, all.Sent(), own.Sent(), err)
			}
		}
	})
}
