package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

const (
	listHost  = "http://lists.example"
	listed    = 50_000 // addresses a list
	pageLinks = 5      // links a page, to pages that are known

	mostHeap = 128 << 20 // bytes in use, however many pages there are
)

// madeUp is a network without a wire: lists of addresses of pages on many
// hosts, and the pages, of text that no two share.
type madeUp struct{ pages, hosts int }

func (n madeUp) address(i int) string {
	return fmt.Sprintf("http://h%d.example/page/%d", i%n.hosts, i)
}

func (n madeUp) Fetch(_ context.Context, r page.Request) (*page.Page, error) {
	p := &page.Page{Request: r, Sent: r, Final: r.URL, Status: 200, Header: http.Header{"Content-Type": {"text/plain"}}, Requests: 1, FetchedAt: time.Now()}
	i, err := strconv.Atoi(r.URL.PathQuery()[strings.LastIndexByte(r.URL.PathQuery(), '/')+1:])
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if r.URL.Origin() == listHost {
		for k := i * listed; k < min(n.pages, (i+1)*listed); k++ {
			b.WriteString(n.address(k) + "\n")
		}
	} else {
		p.Header.Set("Content-Type", "text/html")
		b.WriteString("<!DOCTYPE html><title>Page</title><p>" + text(strconv.Itoa(i)))
		for k := range pageLinks {
			fmt.Fprintf(&b, `<a href="%s">next</a>`, n.address((i*7+k*n.hosts)%n.pages))
		}
	}
	p.Body = []byte(b.String())
	return p, nil
}

func (madeUp) AddTarget(page.URL)                  {}
func (madeUp) State(origin string) fetch.HostState { return fetch.HostState{Host: origin} }
func (madeUp) Restore([]fetch.HostState)           {}

// shuffled gives pages any priority, lists the highest.
type shuffled struct{ nearest }

func (shuffled) Found(f surface.Found, _ *surface.Visit) float64 {
	if f.Link.URL.Origin() == listHost {
		return 1000
	}
	return float64(f.Link.ID % 1000)
}

// A frontier of many pages takes no more memory than one of few, is a set, and
// goes on where it ended. HADAL_FRONTIER is the number of pages.
func TestFrontierAtSize(t *testing.T) {
	n := madeUp{pages: 4_000, hosts: 40}
	if s := os.Getenv("HADAL_FRONTIER"); s != "" {
		var err error
		if n.pages, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
		n.hosts = 1000
	}
	lists := (n.pages + listed - 1) / listed
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	o := crawl.Options{Name: "large", Ordering: shuffled{}, Scope: func(page.URL) bool { return true }, Fetchers: 1, MaxPages: lists}
	for i := range lists {
		o.Seeds = append(o.Seeds, page.MustParseURL(fmt.Sprintf("%s/%d", listHost, i)))
	}
	crawled := func() crawl.Summary {
		store := crawls.New(db)
		defer store.Close()
		s, err := crawl.Run(t.Context(), o, n, store)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Logf("%d pages of %d hosts; heap %d MiB, process %d MiB", n.pages, n.hosts, heap()>>20, resident()>>20)
	o.Events = func(e crawl.Event) {
		if e.Kind == "page" && e.Pages%max(1, lists/4) == 0 {
			t.Logf("%8d wait: heap %d MiB, process %d MiB", e.Pending, heap()>>20, resident()>>20)
		}
	}
	s := crawled()
	if s.Found != n.pages+lists || s.Pending != n.pages {
		t.Fatalf("%d pages were found, %d wait; want %d", s.Found, s.Pending, n.pages)
	}
	t.Logf("%.0f inserts/s", float64(n.pages)/s.Elapsed.Seconds())

	o.Ordering, o.Fetchers, o.MaxPages = shuffled{}, 16, 0
	var early, late uint64
	var began time.Time
	o.Events = func(e crawl.Event) {
		if e.Kind != "page" {
			return
		}
		if began.IsZero() {
			began = time.Now()
		}
		if done := e.Pages - lists; done%(n.pages/5) == 0 {
			late = heap()
			if early == 0 {
				early = late
			}
			t.Logf("%8d wait: heap %d MiB, process %d MiB", e.Pending, late>>20, resident()>>20)
		}
	}
	s = crawled()
	took := time.Since(began)
	t.Logf("gone on after %s; %.0f pops/s, each with a page parsed and booked; %.0f seen-tests/s", (s.Elapsed - took).Round(time.Millisecond),
		float64(n.pages)/took.Seconds(), float64(n.pages*pageLinks)/took.Seconds())
	if !s.Done || s.Pages != n.pages+lists || s.Found != n.pages+lists {
		t.Errorf("%d of %d pages were fetched, %d found: %s", s.Pages, n.pages+lists, s.Found, s.Reason)
	}
	if late > mostHeap {
		t.Errorf("the heap grew from %d to %d bytes", early, late)
	}
}

// heap returns the bytes of the heap that are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// resident returns the memory of this process, where the system tells: also
// what SQLite takes.
func resident() int {
	status, _ := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(status))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize()
}
