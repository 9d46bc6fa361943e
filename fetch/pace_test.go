package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Many goroutines, forms and redirects on two hosts: never two requests in
// flight to one, never closer than the delay.
func TestPoliteness(t *testing.T) {
	handler := withRobots("user-agent: *\ncrawl-delay: 2\ndisallow: /no", func(rw http.ResponseWriter, r *http.Request) {
		var n int
		fmt.Sscanf(r.URL.Path, "/%d", &n)
		time.Sleep(time.Duration(n%5) * 700 * time.Millisecond)
		switch n % 4 {
		case 1:
			http.Redirect(rw, r, fmt.Sprintf("/%d", n+1002), http.StatusSeeOther)
		case 2:
			http.Redirect(rw, r, "http://other.test/"+fmt.Sprint(n+1), http.StatusTemporaryRedirect)
		}
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": handler, "other.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: 1500 * time.Millisecond, DelayFactor: 3, Jitter: 0.3})
		var wg sync.WaitGroup
		for n := range 40 {
			wg.Go(func() {
				r := get(fmt.Sprintf("http://site.test/%d", n))
				if n%3 == 0 {
					r = post(fmt.Sprintf("http://site.test/%d", n), "q=x")
				}
				patientFetch(t, c, r)
			})
		}
		wg.Wait()
		w.verify(2*time.Second, 3)
		if n := len(w.log); n < 60 {
			t.Errorf("only %d requests were seen", n)
		}
		posts := map[string]int{}
		for _, s := range w.log {
			if s.method == "POST" {
				posts[s.host+s.uri]++
			}
		}
		for what, n := range posts {
			if n > 1 {
				t.Errorf("POST %s was submitted %d times", what, n)
			}
		}
		if n := w.count("site.test/robots.txt"); n != 1 {
			t.Errorf("robots.txt was fetched %d times, want once", n)
		}
	})
}

func TestDelay(t *testing.T) {
	tests := []struct {
		name     string
		robots   string
		takes    time.Duration // each answer
		o        Options
		min, max time.Duration
	}{
		{"none", "", 0, Options{}, 0, 0},
		{"configured", "", 0, Options{Delay: 5 * time.Second}, 5 * time.Second, 5 * time.Second},
		{"jitter only adds", "", 0, Options{Delay: 5 * time.Second, Jitter: 0.5}, 5 * time.Second, 7500 * time.Millisecond},
		{"Crawl-delay", "user-agent: *\ncrawl-delay: 30", 0, Options{Delay: 5 * time.Second}, 30 * time.Second, 30 * time.Second},
		{"Crawl-delay less than configured", "user-agent: *\ncrawl-delay: 1", 0, Options{Delay: 5 * time.Second}, 5 * time.Second, 5 * time.Second},
		{"Crawl-delay is not capped", "user-agent: *\ncrawl-delay: 3600", 0, Options{MaxDelay: time.Minute}, time.Hour, time.Hour},
		{"Crawl-delay of robots that are ignored", "user-agent: *\ncrawl-delay: 30", 0, Options{IgnoreRobots: true, Delay: time.Second}, time.Second, time.Second},
		{"configured is not capped", "", 0, Options{Delay: time.Hour, MaxDelay: time.Minute}, time.Hour, time.Hour},
		{"slow host", "", 4 * time.Second, Options{DelayFactor: 5}, 20 * time.Second, 20 * time.Second},
		{"slow host capped", "", 20 * time.Second, Options{DelayFactor: 5}, time.Minute, time.Minute},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			handler := withRobots(tt.robots, func(rw http.ResponseWriter, r *http.Request) { time.Sleep(tt.takes) })
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				c := w.client(tt.o)
				for n := range 8 {
					patientFetch(t, c, get(fmt.Sprintf("http://site.test/%d", n)))
				}
				w.requests()
				different := map[time.Duration]bool{}
				for i, s := range w.log[1:] {
					gap := s.start.Sub(w.log[i].end)
					different[gap] = true
					if i == 0 && tt.takes > 0 {
						continue // robots.txt is not slow
					}
					if gap < tt.min || gap > tt.max {
						t.Errorf("%s came %s after the end of %s, want %s to %s", s.uri, gap, w.log[i].uri, tt.min, tt.max)
					}
				}
				if tt.o.Jitter > 0 && len(different) < 4 {
					t.Errorf("jitter gave only these gaps: %v", different)
				}
			})
		})
	}
}

func TestLoopbackDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(t, map[string]http.HandlerFunc{"127.0.0.1": answer(200, "")})
		c := w.client(Options{Delay: time.Minute, LoopbackDelay: 3 * time.Second})
		for n := range 3 {
			patientFetch(t, c, get(fmt.Sprintf("http://127.0.0.1/%d", n)))
		}
		for i, s := range w.log[1:] {
			if gap := s.start.Sub(w.log[i].end); gap != 3*time.Second {
				t.Errorf("gap = %s, want 3s", gap)
			}
		}
	})
}

// A wait over a second is the caller's.
func TestLater(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: 900 * time.Millisecond})
		began := time.Now()
		if _, err := c.Fetch(t.Context(), get("http://site.test/")); err != nil {
			t.Fatalf("Fetch = %v: a short wait is Fetch's own", err)
		}
		if d := time.Since(began); d != 900*time.Millisecond {
			t.Errorf("robots.txt and a page took %s, want 900ms", d)
		}
		c = w.client(Options{Delay: 10 * time.Second})
		began = time.Now()
		_, err := c.Fetch(t.Context(), get("http://site.test/"))
		later := wantLater(t, err)
		want := LaterError{Host: "http://site.test", Until: began.Add(10 * time.Second), Reason: Pacing}
		if *later != want || time.Since(began) != 0 {
			t.Errorf("after %s: %+v, want %+v at once", time.Since(began), *later, want)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // of every bubble
	tests := []struct {
		name   string
		status int
		header string
		wait   time.Duration
	}{
		{"seconds", 429, "3600", time.Hour},
		{"seconds with 503", 503, "120", 2 * time.Minute},
		{"date", 503, start.Add(90 * time.Minute).Format(http.TimeFormat), 90 * time.Minute},
		{"capped", 429, "99999999", 24 * time.Hour},
		{"date capped", 429, start.AddDate(10, 0, 0).Format(http.TimeFormat), 24 * time.Hour},
		{"shorter than the delay", 429, "0", 5 * time.Second},
		{"date in the past", 429, start.Add(-time.Hour).Format(http.TimeFormat), 5 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked := 0
			handler := func(rw http.ResponseWriter, r *http.Request) {
				if asked++; asked == 1 {
					rw.Header().Set("Retry-After", tt.header)
					rw.WriteHeader(tt.status)
				}
			}
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				if !time.Now().Equal(start) {
					t.Fatalf("the bubble begins at %s", time.Now())
				}
				c := w.client(Options{Delay: 5 * time.Second, IgnoreRobots: true})
				_, err := c.Fetch(t.Context(), get("http://site.test/"))
				later := wantLater(t, err)
				if got := time.Until(later.Until); got != tt.wait || later.Status != tt.status || !strings.Contains(later.Reason, "Retry-After") {
					t.Errorf("%+v, so in %s; want status %d, Retry-After, in %s", later, got, tt.status, tt.wait)
				}
				// Whatever else is asked of the host waits too.
				if _, err = c.Fetch(t.Context(), post("http://site.test/other", "a=b")); !wantLater(t, err).Until.Equal(later.Until) {
					t.Errorf("another request: %v, want the same wait", err)
				}
				patientFetch(t, c, get("http://site.test/"))
				w.verify(tt.wait, 0)
				if len(w.log) != 2 {
					t.Errorf("%d requests, want 2", len(w.log))
				}
				if s := c.Hosts("site.test")[0]; s.Failures != 0 || s.Status != 0 {
					t.Errorf("after success: %+v", s)
				}
			})
		})
	}
}

// Without Retry-After the waits grow exponentially; then the circuit opens and
// lets one request through after each cool-down.
func TestBackOffAndBreaker(t *testing.T) {
	handlers := map[string]http.HandlerFunc{
		"status.test": func(rw http.ResponseWriter, r *http.Request) { rw.WriteHeader(503) },
		"asking.test": func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Set("Retry-After", "1")
			rw.WriteHeader(429)
		},
		"dead.test": nil,
	}
	for host := range handlers {
		t.Run(host, func(t *testing.T) {
			bubble(t, handlers, func(t *testing.T, w *web) {
				w.setDead("dead.test", true)
				c := w.client(Options{IgnoreRobots: true, Backoff: 4 * time.Second, BreakerAfter: 4, Cooldown: time.Minute})
				for n := 1; n <= 7; n++ {
					r := get(fmt.Sprintf("http://%s/%d", host, n))
					_, err := c.Fetch(t.Context(), r)
					if _, ok := errors.AsType[*LaterError](err); ok == (host == "dead.test") {
						t.Fatalf("failure %d: %v", n, err)
					}
					s := c.Hosts(host)[0]
					if s.Failures != n || s.LastError == "" {
						t.Errorf("failure %d is booked as %d, last error %q", n, s.Failures, s.LastError)
					}
					wait := time.Until(s.NotBefore)
					most := 4 * time.Second << (n - 1)
					switch {
					case n >= 4:
						if want := time.Minute << (n - 4); wait != want || !strings.HasPrefix(s.Reason, "circuit open") {
							t.Errorf("failure %d: wait %s for %q, want %s for an open circuit", n, wait, s.Reason, want)
						}
					case host == "asking.test":
						if wait != time.Second {
							t.Errorf("failure %d: wait %s, want the 1s asked for", n, wait)
						}
					case wait < most/2 || wait > most || !strings.HasPrefix(s.Reason, "back-off"):
						t.Errorf("failure %d: wait %s for %q, want %s to %s", n, wait, s.Reason, most/2, most)
					}
					if wait > patience {
						if _, err = c.Fetch(t.Context(), r); !wantLater(t, err).Until.Equal(s.NotBefore) {
							t.Errorf("during the wait: %v", err)
						}
					}
					waitFor(t, s.NotBefore)
				}
			})
		})
	}
}

func TestBreakerCloses(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		w.setDead("site.test", true)
		c := w.client(Options{IgnoreRobots: true, BreakerAfter: 1})
		if _, err := c.Fetch(t.Context(), get("http://site.test/")); err == nil {
			t.Fatal("a dead host answers")
		}
		w.setDead("site.test", false)
		patientFetch(t, c, get("http://site.test/"))
		if s := c.Hosts("site.test")[0]; s.Failures != 0 || s.Reason != Pacing {
			t.Errorf("after success: %+v", s)
		}
	})
}

// The caller's own interruption is no fault of the host, and frees its turn.
func TestInterrupted(t *testing.T) {
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			Sleep(r.Context(), 20*time.Second)
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{IgnoreRobots: true, Delay: 5 * time.Second})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		waiting := make(chan error)
		go func() {
			time.Sleep(time.Second)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := c.Fetch(ctx, get("http://site.test/queue"))
			waiting <- err
		}()
		go func() {
			_, err := c.Fetch(ctx, get("http://site.test/slow"))
			waiting <- err
		}()
		for _, d := range []time.Duration{2 * time.Second, 3 * time.Second} {
			began := time.Now()
			if err := <-waiting; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: error = %v", d, err)
			}
			if time.Since(began) > d {
				t.Errorf("an interrupted request took %s", time.Since(began))
			}
		}
		s := c.Hosts("site.test")[0]
		if s.Failures != 0 || s.Reason != Pacing || time.Until(s.NotBefore) != 5*time.Second {
			t.Errorf("after an interruption: %+v", s)
		}
		patientFetch(t, c, get("http://site.test/"))
	})
}

func TestCeiling(t *testing.T) {
	hosts := map[string]http.HandlerFunc{}
	for i := range 5 {
		hosts[fmt.Sprintf("h%d.test", i)] = answer(200, "")
	}
	bubble(t, hosts, func(t *testing.T, w *web) {
		c := w.client(Options{Rate: 2})
		var wg sync.WaitGroup
		for host := range hosts {
			wg.Go(func() {
				for n := range 3 {
					patientFetch(t, c, get(fmt.Sprintf("http://%s/%d", host, n)))
				}
			})
		}
		wg.Wait()
		w.requests()
		for i, s := range w.log[1:] {
			if gap := s.start.Sub(w.log[i].start); gap < 500*time.Millisecond {
				t.Errorf("%s%s came %s after another request, want 500ms", s.host, s.uri, gap)
			}
		}
	})
}

type script []error

func (s *script) Fetch(context.Context, page.Request) (*page.Page, error) {
	err := (*s)[0]
	*s = (*s)[1:]
	if err == nil {
		return &page.Page{}, nil
	}
	return nil, err
}

func TestPatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failure := errors.New("broken")
		tests := []struct {
			name    string
			after   []time.Duration // from the start, of the LaterErrors that come first
			trouble bool            // not just pacing
			end     error           // what comes then
			took    time.Duration
			told    int
			later   bool
		}{
			{name: "at once"},
			{name: "after pacing", after: []time.Duration{5 * time.Second}, took: 5 * time.Second},
			{name: "after trouble", after: []time.Duration{5 * time.Second, time.Minute}, trouble: true, took: time.Minute, told: 2},
			{name: "too long", after: []time.Duration{2 * time.Hour}, trouble: true, later: true},
			{name: "too long in all", after: []time.Duration{50 * time.Minute, 70 * time.Minute}, trouble: true, took: 50 * time.Minute, told: 1, later: true},
			{name: "failure", after: []time.Duration{time.Second}, end: failure, took: time.Second},
		}
		for _, tt := range tests {
			began := time.Now()
			var s script
			for _, d := range tt.after {
				e := &LaterError{Until: began.Add(d), Reason: Pacing}
				if tt.trouble {
					e.Reason = "Retry-After"
				}
				s = append(s, e)
			}
			s = append(s, tt.end)
			told := 0
			_, err := Patient(&s, time.Hour, func(*LaterError) { told++ }).Fetch(t.Context(), page.Request{})
			_, later := errors.AsType[*LaterError](err)
			if took := time.Since(began); took != tt.took || told != tt.told || later != tt.later || !later && err != tt.end {
				t.Errorf("%s: took %s, told %d times, error %v", tt.name, took, told, err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := script{&LaterError{Until: time.Now().Add(time.Minute)}}
		if _, err := Patient(&s, time.Hour, nil).Fetch(ctx, page.Request{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("interrupted: %v", err)
		}
	})
}
