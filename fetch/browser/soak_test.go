package browser

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// TestSoak shows pages in a row while the browser is killed every now and then:
// each page comes in the end, memory and processes do not grow, and nothing is
// left. HADAL_SOAK sets the number of pages (make soak-browser: 500).
func TestSoak(t *testing.T) {
	pages, kills := 16, 2
	if n, err := strconv.Atoi(os.Getenv("HADAL_SOAK")); err == nil && n > 0 {
		pages, kills = n, max(2, n/50)
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var b *Browser
	var mu sync.Mutex
	killed := map[string]bool{} // pages under which Chrome was killed
	var seen []int              // processes
	s := serve(t, map[string]http.HandlerFunc{
		"/": html(`<ul id=u></ul><script>
			const hoard = []; for (let i = 0; i < 20; i++) hoard.push(new Array(1e4).fill(i));
			setInterval(() => hoard.push(new Array(1e4).fill(1)), 50);
			fetch("/data" + location.search).then(r => r.json()).then(rows => {
				for (const r of rows) { const li = document.createElement("li"); li.textContent = r; li.onclick = () => hoard; u.append(li) }
			})</script>`),
		"/data": func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.URL.Query().Get("n"))
			mu.Lock()
			kill := n%(pages/kills) == pages/kills/2 && !killed[r.URL.RawQuery]
			if kill {
				killed[r.URL.RawQuery] = true
			}
			mu.Unlock()
			if kill {
				syscall.Kill(b.shows().pid(), syscall.SIGKILL)
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `["row %d of many"%s]`, n, strings.Repeat(`,"filler"`, 200))
		},
	})
	b = open(t, Options{TabPages: 10, BrowserPages: max(9, pages/4+1)}, s.URL)
	type sample struct {
		memory, heap int64
		processes    int
	}
	var halves [2]sample // the most of each
	began, failures := time.Now(), 0
	for i := range pages {
		p, err := again(t.Context(), b, fmt.Sprintf("%s/?n=%d", s.URL, i), &failures)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("<li>row %d of many</li>", i); !strings.Contains(string(p.Body), want) || len(p.Exchanges) != 1 {
			t.Fatalf("page %d: %d exchanges, %s", i, len(p.Exchanges), p.Body)
		}
		// Chrome takes more the longer it lives, and the longer its pages do: only the most of
		// several lives can be compared.
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		h := &halves[i*2/pages]
		h.memory = max(h.memory, b.shows().memory())
		h.heap = max(h.heap, int64(m.HeapAlloc))
		pids := b.shows().pids()
		h.processes = max(h.processes, len(pids))
		seen = append(seen, pids...)
	}
	t.Logf("%d pages in %s, Chrome killed %d times; most of each half: %.0f and %.0f MB of Chrome, %.1f and %.1f MB of heap, %d and %d processes",
		pages, time.Since(began).Round(time.Second), len(killed), float64(halves[0].memory)/1e6, float64(halves[1].memory)/1e6,
		float64(halves[0].heap)/1e6, float64(halves[1].heap)/1e6, halves[0].processes, halves[1].processes)
	if len(killed) != kills || failures < kills {
		t.Errorf("Chrome was killed %d times, %d pages failed, want %d", len(killed), failures, kills)
	}
	if halves[1].memory > halves[0].memory*2+20e6 || halves[1].heap > halves[0].heap*5/4+10e6 || halves[1].processes > halves[0].processes+1 {
		t.Errorf("it grows: %+v", halves)
	}
	b.Close()
	nothingLeft(t, dir, seen...)
}

// again asks for a page until it comes, as a harvest does.
func again(ctx context.Context, b fetch.Fetcher, u string, failures *int) (*page.Page, error) {
	var last error
	for range 4 {
		ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
		p, err := b.Fetch(ctx, page.Get(page.MustParseURL(u)).Rendered())
		cancel()
		if err == nil {
			return p, nil
		}
		*failures++
		last = err
	}
	return nil, last
}
