package crawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// text is a paragraph that only the page with that name has.
func text(name string) string {
	var b strings.Builder
	for i := range 50 {
		h := uint64(i + 1)
		for _, c := range name {
			h = (h ^ uint64(c)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		for range 3 {
			b.WriteByte('a' + byte(h%20))
			h /= 20
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// long is a text of 500 words that only the page with that name has.
func long(name string) string {
	var b strings.Builder
	for i := range 10 {
		b.WriteString("<p>" + text(fmt.Sprint(name, " part ", i)))
	}
	return b.String()
}

// shop lists 120 items in ten lists, each of them in two, which give their name to
// the addresses of the items, and has links to pages that are gone.
func shop() (h http.Handler, requests *atomic.Int64, items *sync.Map) {
	requests, items = new(atomic.Int64), new(sync.Map)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		w.Header().Set("Content-Type", "text/html")
		var n int
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Shop</title>", text("front"))
			for i := range 10 {
				fmt.Fprintf(w, `<p><a href="/list/%d">list %d</a>`, i, i)
			}
		case scan(r.URL.Path, "/list/%d", &n):
			fmt.Fprint(w, "<title>List</title>", long(r.URL.Path))
			for i := range 24 {
				id := (12*n + i) % 120
				fmt.Fprintf(w, `<p><a href="/item?id=%d&amp;from=list%d">item %d</a>`, id, n, id)
			}
			for i := range 4 {
				fmt.Fprintf(w, `<p><a href="/old/%d.html">was item %d</a>`, 10*n+i, i)
			}
		case r.URL.Path == "/item":
			items.Store(r.URL.Query().Get("id"), true)
			fmt.Fprint(w, "<title>Item</title>", long("item "+r.URL.Query().Get("id")), `<a href="/">home</a>`)
		default:
			fmt.Fprintf(w, `<title>Sorry</title>%s We have no page %s. <a href="%s/more">See more</a>`, text("sorry"), r.URL.Path, r.URL.Path)
		}
	}), requests, items
}

// signed adds words to the end of each page.
func signed(h http.Handler, words string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		fmt.Fprint(w, "<footer>", words, "</footer>")
	})
}

func scan(s, format string, to *int) bool {
	n, err := fmt.Sscanf(s, format, to)
	return n == 1 && err == nil
}

// A crawl learns which addresses lead to pages that it has, how a host says that
// it has no page, and that a host shows what another one does.
func TestCopies(t *testing.T) {
	handler, requests, items := shop()
	server := httptest.NewServer(handler)
	defer server.Close()
	mirror, mirrorRequests, _ := shop()
	mirror = signed(mirror, "machine two")
	second := httptest.NewServer(mirror)
	defer second.Close()
	reasons, soft := map[string]int{}, 0
	o := crawl.Options{
		Name: "shop", Ordering: nearest{}, Fetchers: 1,
		Seeds: []page.URL{page.MustParseURL(server.URL)},
		Events: func(e crawl.Event) {
			switch {
			case e.Kind == "skip":
				kind, _, _ := strings.Cut(e.Reason, ":")
				reasons[kind]++
			case e.Kind == "page" && strings.HasPrefix(e.Reason, "soft 404"):
				soft++
			}
		},
	}
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	s := run(t, t.Context(), db, o)
	if !s.Done {
		t.Fatalf("summary %+v", s)
	}
	// 1 + 10 + 120 pages; 240 addresses of items, 40 of pages that are gone.
	if n := requests.Load(); n > 175 || reasons["duplicate"] < 90 {
		t.Errorf("%d requests for 131 pages; skipped: %v", n, reasons)
	}
	held := 0
	items.Range(func(any, any) bool { held++; return true })
	if held != 120 {
		t.Errorf("%d of 120 items", held)
	}
	if soft == 0 {
		t.Error("no page is known to be gone")
	}

	// The same again on another host, which a crawl of both leaves early.
	requests.Store(0)
	left := ""
	o.Name = "both"
	o.Seeds = append(o.Seeds, page.MustParseURL(second.URL))
	o.Events = func(e crawl.Event) {
		if strings.HasPrefix(e.Reason, "mirror:") {
			left = e.Reason
		}
	}
	run(t, t.Context(), db, o)
	if a, b := requests.Load(), mirrorRequests.Load(); min(a, b) > 60 || left == "" {
		t.Errorf("%d requests to the one, %d to the other; %q", a, b, left)
	}
}

// wiki has 60 pages, told by id, which is the start page's where it is not
// given; each has views that say the same for all pages.
func wiki() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		id, view := r.URL.Query().Get("id"), r.URL.Query().Get("do")
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		if id == "" {
			id = "start"
		}
		if view != "" {
			fmt.Fprint(w, "<title>View</title>", text("view "+view), `<a href="/?id=start">home</a>`)
			return
		}
		fmt.Fprint(w, "<title>Page</title>", text("page "+id))
		var n int
		if id != "start" && !scan(id, "p%d", &n) {
			return
		}
		for _, do := range []string{"recent", "index", "media", "login", "backlink", "source", "history"} {
			fmt.Fprintf(w, `<a href="/?do=%s">%s</a> <a href="/?id=%s&amp;do=%s">%s</a>`, do, do, id, do, do)
		}
		fmt.Fprint(w, `<a href="/?id=start">home</a>`)
		for i := range 6 {
			if k := 6*n + i + 1; k <= 60 {
				fmt.Fprintf(w, `<p><a href="/?id=p%d">page %d</a>`, k, k)
			}
		}
	})
}

// A parameter that says nothing on some pages, and nothing where it has its
// default, tells the pages beside them apart: none of them is left out, and
// most of their views are.
func TestParameterWithDefault(t *testing.T) {
	var requests atomic.Int64
	pages := sync.Map{}
	h := wiki()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if q := r.URL.Query(); q.Get("do") == "" && q.Get("id") != "" {
			pages.Store(q.Get("id"), true)
		}
		h.ServeHTTP(w, r)
	}))
	defer server.Close()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	run(t, t.Context(), db, crawl.Options{Name: "wiki", Ordering: nearest{}, Fetchers: 1, Seeds: []page.URL{page.MustParseURL(server.URL)}})
	held := 0
	pages.Range(func(any, any) bool { held++; return true })
	if held != 61 {
		t.Errorf("%d of 61 pages", held)
	}
	if n := requests.Load(); n > 61+80 { // of 61 pages and 434 views
		t.Errorf("%d requests", n)
	}
}

// Pages that say the same but for a few words are asked for only as far as
// their kind is paid for, however these words are written into them.
func TestNearDuplicates(t *testing.T) {
	var days atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		var n int
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Front</title>", long("front"), `<a href="/day/0">today</a>`)
			for i := range 100 {
				fmt.Fprintf(w, ` <a href="/page/%d">page</a>`, i)
			}
		case scan(r.URL.Path, "/page/%d", &n):
			fmt.Fprint(w, "<title>Page</title>", long(r.URL.Path))
		case scan(r.URL.Path, "/day/%d", &n):
			days.Add(1)
			same := strings.NewReplacer("<p>", " ").Replace(long("day"))
			fmt.Fprintf(w, `<title>Day</title><p>%s %s</p><a href="/day/%d">on</a>`, text(r.URL.Path)[:8], same, n+1)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	s := run(t, t.Context(), db, crawl.Options{Name: "days", Ordering: nearest{}, Fetchers: 1, MaxPages: 500, Seeds: []page.URL{page.MustParseURL(server.URL)}})
	if n := days.Load(); !s.Done || n > 16 {
		t.Errorf("%d days were looked at; %s", n, s.Reason)
	}
}
