package locate_test

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

const searchForm = `<form action=/find role=search><label>Search the records <input type=search name=q></label><button>Search</button></form>`

// hostileWeb serves one handler at many hosts of one port, and counts what they are asked.
func hostileWeb(t *testing.T, handler http.HandlerFunc) (start page.URL, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	port := "0"
	for i := 1; i <= 12; i++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.9.0.%d:%s", i, port))
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ = net.SplitHostPort(l.Addr().String())
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
				http.NotFound(w, r)
				return
			}
			handler(w, r)
		}))
		s.Listener.Close()
		s.Listener = l
		s.Start()
		t.Cleanup(s.Close)
	}
	return page.MustParseURL("http://127.9.0.1:" + port + "/"), asked
}

func htmlPage(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>Records</title><body><h1>Records %d</h1>%s", rand.IntN(1000), body)
}

// number is the one that a request's address ends with.
func number(r *http.Request) int {
	n, _ := strconv.Atoi(r.URL.Path[strings.LastIndexAny(r.URL.Path, "/-")+1:])
	return n
}

// hostileSites never come to an end, or never answer.
var hostileSites = map[string]http.HandlerFunc{
	"endless hosts": func(w http.ResponseWriter, r *http.Request) {
		_, port, _ := net.SplitHostPort(r.Host)
		for range 6 { // half of them are nobody's
			htmlPage(w, fmt.Sprintf(`<a href="http://127.9.%d.%d:%s/search">Search the catalogue</a>`, rand.IntN(2), 1+rand.IntN(12), port))
		}
	},
	"a farm of links": func(w http.ResponseWriter, r *http.Request) {
		var b strings.Builder
		for range 300 {
			fmt.Fprintf(&b, `<a href="/search/%d">Search the records of %[1]d</a> `, rand.IntN(1e9))
		}
		htmlPage(w, b.String())
	},
	"endless redirects": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, fmt.Sprintf("/on/%d", number(r)+1), http.StatusFound)
	},
	"endless redirects of pages": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.Redirect(w, r, fmt.Sprintf("/on/%d", rand.IntN(1e9)), http.StatusFound)
			return
		}
		htmlPage(w, `<a href="/search/1">Search</a> <a href="/catalogue/1">Catalogue</a> <a href="/advanced/1">Advanced search</a>`)
	},
	"redirects from host to host": func(w http.ResponseWriter, r *http.Request) {
		_, port, _ := net.SplitHostPort(r.Host)
		http.Redirect(w, r, fmt.Sprintf("http://127.9.0.%d:%s/%d", 1+rand.IntN(12), port, rand.IntN(1e9)), http.StatusFound)
	},
	"huge pages": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/search/1>Search</a>")
		for range 4000 {
			if _, err := fmt.Fprintf(w, "<p>%s<a href=/search/%d>Search the records</a>", strings.Repeat("word ", 200), rand.IntN(1e9)); err != nil {
				return
			}
		}
	},
	"a calendar": func(w http.ResponseWriter, r *http.Request) {
		n := number(r)
		htmlPage(w, fmt.Sprintf(`<a href="/calendar/%d">before</a> <a href="/calendar/%d">Search the next month</a>`, n-1, n+1))
	},
	"a session in each address": func(w http.ResponseWriter, r *http.Request) {
		var b strings.Builder
		for _, to := range []string{"search", "catalogue", "advanced"} {
			fmt.Fprintf(&b, `<a href="/%s;jsessionid=%016X?sid=%x">%[1]s</a>`, to, rand.Uint64(), rand.Uint64())
		}
		htmlPage(w, b.String())
	},
	"always 202": func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		htmlPage(w, "<p>Your page is being prepared.</p><a href=/search>Search</a>")
	},
	"a search that is always 202": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/find" {
			w.WriteHeader(http.StatusAccepted)
		}
		htmlPage(w, searchForm+"<p>Please wait.</p>")
	},
	"always 429": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	"come back tomorrow": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
	},
	"a search that is always 429": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/find" {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		htmlPage(w, searchForm)
	},
	"no answer": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"no answer to a search": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/find" {
			<-r.Context().Done()
		}
		htmlPage(w, searchForm)
	},
	"an answer without end": func(w http.ResponseWriter, r *http.Request) {
		htmlPage(w, "<a href=/search>Search</a>")
		for {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(20 * time.Millisecond):
				fmt.Fprint(w, "<p>more")
				w.(http.Flusher).Flush()
			}
		}
	},
	"endless result pages": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/find" {
			htmlPage(w, searchForm)
			return
		}
		var b strings.Builder
		for range 10 {
			n := rand.IntN(1e9)
			fmt.Fprintf(&b, `<div class=row><h3><a href=/rec/%d>Record of %s %[1]d</a></h3><p>About %[2]s</p></div>`, n, r.URL.Query().Get("q"))
		}
		htmlPage(w, searchForm+b.String()+fmt.Sprintf(`<a rel=next href="/find?q=%s&page=%d">Next</a>`, r.URL.Query().Get("q"), rand.IntN(1e9)))
	},
}

// says is what the reason of the end must tell of some.
var says = map[string]string{
	"endless redirects": "redirect", "redirects from host to host": "address", "always 202": "status 202", "always 429": "429",
	"come back tomorrow": "24h", "no answer": "no seed can be had", "endless hosts": "no search interface", "an answer without end": "no seed can be had",
}

// Webs that never come to an end, or never answer: locating ends within its limits, counts
// all that was sent, and says what happened.
func TestLocateEndsAtHostileWebs(t *testing.T) {
	const most = 70
	const unseen = 2 // of the requests that are given up after 300 ms, on their way to a busy server
	for name, handler := range hostileSites {
		t.Run(name, func(t *testing.T) {
			start, asked := hostileWeb(t, handler)
			db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
			client := newClient(t, fetch.Options{Timeout: 300 * time.Millisecond, MaxBody: 1 << 20, Backoff: time.Millisecond, Cooldown: time.Millisecond, Anywhere: true})
			client.AddTarget(start)
			began := time.Now()
			sum := mustRun(t, locate.Options{Seeds: []page.URL{start}, MaxSites: 1000, MaxRequests: most, AllowPrivate: true, Harvest: harvest.Options{Browser: harvest.RenderNever}}, client, db)
			t.Logf("%s, %d pages, %d requests, %d sources: %s: %s", time.Since(began).Round(time.Millisecond), sum.Crawl.Pages, sum.Requests, len(sum.Sources), sum.Stop.Kind, sum.Stop.Reason)
			n := int(asked.Load())
			if nobody := name == "endless hosts"; sum.Requests > most || n > sum.Requests || n < sum.Requests-unseen && !nobody { // hosts that are nobody's were asked, too
				t.Errorf("%d requests were sent, %d are counted, %d allowed", n, sum.Requests, most)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			if sum.Stop.Reason == "" || sum.Stop.Kind == harvest.Interrupted {
				t.Errorf("it says %s: %s", sum.Stop.Kind, sum.Stop.Reason)
			}
			if want := says[name]; !strings.Contains(sum.Stop.Reason, want) {
				t.Errorf("it says %s: %s; want %q", sum.Stop.Kind, sum.Stop.Reason, want)
			}
			for _, s := range sum.Sources {
				if s.Status != locate.Answers && s.Note == "" {
					t.Errorf("nothing is said of %s: %+v", s.Status, s)
				}
			}
		})
	}
}

// A run has no more time than it is given, crawl and glimpses together, and says so.
func TestLocateEndsInTime(t *testing.T) {
	const most = 700 * time.Millisecond
	slow := func(handler http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(150 * time.Millisecond)
			handler(w, r)
		}
	}
	plan, err := ordering.New("breadth-first", ordering.Options{}) // which never leaves a site
	if err != nil {
		t.Fatal(err)
	}
	for name, order := range map[string]surface.Ordering{"a farm of links": ordering.ForCrawl(plan), "endless result pages": nil} {
		start, _ := hostileWeb(t, slow(hostileSites[name]))
		db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
		client := newClient(t, fetch.Options{Backoff: time.Millisecond, Cooldown: time.Millisecond})
		client.AddTarget(start)
		began := time.Now()
		sum := mustRun(t, locate.Options{Seeds: []page.URL{start}, Ordering: order, MaxDuration: most, SitePages: 1000, SiteDepth: 100, Probes: 1000, Harvest: harvest.Options{Browser: harvest.RenderNever}}, client, db)
		if took := time.Since(began); took > 2*most+time.Second || sum.Stop.Kind != harvest.Limit || !strings.Contains(sum.Stop.Reason, "limit of 700ms") {
			t.Errorf("%s: after %s it says %s: %s", name, took, sum.Stop.Kind, sum.Stop.Reason)
		}
		for _, s := range sum.Sources {
			if s.Status != locate.Located {
				t.Errorf("%s: a source that was asked in part is %s", name, s.Status)
			}
		}
	}
}
