package fetch

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// What a host asked for outlives the process.
func TestRestoreKeepsWaiting(t *testing.T) {
	asked := 0
	handler := withRobots("user-agent: *\ndisallow: /no", func(rw http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			rw.Header().Set("Retry-After", "3600")
			rw.WriteHeader(429)
		}
	})
	bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		_, err := c.Fetch(t.Context(), get("http://site.test/"))
		until := wantLater(t, err).Until
		stored, err := json.Marshal(c.Hosts("site.test"))
		if err != nil {
			t.Fatal(err)
		}
		var states []HostState
		if err := json.Unmarshal(stored, &states); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)

		c = w.client(Options{})
		c.Restore(states)
		_, err = c.Fetch(t.Context(), get("http://site.test/"))
		later := wantLater(t, err)
		if !later.Until.Equal(until) || later.Status != 429 || !strings.Contains(later.Reason, "Retry-After") {
			t.Errorf("after the restart: %+v, want until %s", later, until)
		}
		_, err = c.Fetch(t.Context(), get("http://site.test/no"))
		wantRefused(t, err, "robots")
		patientFetch(t, c, get("http://site.test/"))
		if n := w.count("/robots.txt"); n != 1 {
			t.Errorf("robots.txt was fetched %d times, want once", n)
		}
		c.Restore(states) // older than what is held
		if s := c.Hosts("site.test")[0]; s.Failures != 0 || s.Requests != 3 {
			t.Errorf("an older state won: %+v", s)
		}
	})
}

// Who does not obey robots.txt any more does not wait for its Crawl-delay either.
func TestRestoreIgnoringRobots(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{IgnoreRobots: true, Delay: 2 * time.Second})
		c.Restore([]HostState{{Host: "http://site.test", Robots: []byte("user-agent: *\ncrawl-delay: 40"), RobotsAt: time.Now()}})
		patientFetch(t, c, get("http://site.test/1"))
		began := time.Now()
		patientFetch(t, c, get("http://site.test/2"))
		if d := time.Since(began); d != 2*time.Second {
			t.Errorf("waited %s, want the configured 2s", d)
		}
	})
}

func TestRestoreDoubtsTheFarFuture(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{})
		c.Restore([]HostState{{Host: "http://site.test", NotBefore: time.Now().AddDate(30, 0, 0)}, {Host: "nonsense"}})
		_, err := c.Fetch(t.Context(), get("http://site.test/"))
		if got := time.Until(wantLater(t, err).Until); got != 24*time.Hour {
			t.Errorf("wait = %s, want the largest Retry-After that is believed", got)
		}
	})
}
