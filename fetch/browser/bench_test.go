package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// catalogue is a page of 50 rows drawn by a script from an answer.
func catalogue(b *testing.B) *server {
	var rows strings.Builder
	for i := range 50 {
		fmt.Fprintf(&rows, `{"title":"A title of some length, number %d","author":"Somebody","year":%d},`, i, 1950+i)
	}
	data := `[` + strings.TrimSuffix(rows.String(), ",") + `]`
	return serve(b, map[string]http.HandlerFunc{
		"/":      html(`<title>Catalogue</title><link rel=stylesheet href=/s.css><form><input name=q></form><ul id=u></ul><script src=/s.js></script>`),
		"/s.css": text("text/css", `li { color: #333; padding: 4px }`),
		"/s.js": text("text/javascript", `fetch("/data" + location.search).then(r => r.json()).then(rows => {
			for (const r of rows) { const li = document.createElement("li"); li.innerHTML = "<a href=/item?" + r.year + ">" + r.title + "</a> <i>" + r.author + "</i>"; u.append(li) }
			document.title = "done" })`),
		"/data": text("application/json", data),
	})
}

// BenchmarkFetch shows pages of two sites at a time.
func BenchmarkFetch(b *testing.B) {
	one, two := catalogue(b), catalogue(b)
	br := open(b, Options{}, one.URL, two.URL)
	get(b, br, one.URL+"/")
	get(b, br, two.URL+"/")
	var n atomic.Int64
	b.ResetTimer()
	var wg sync.WaitGroup
	for _, s := range []*server{one, two} {
		wg.Go(func() {
			for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
				p, err := br.Fetch(b.Context(), page.Get(page.MustParseURL(fmt.Sprintf("%s/?n=%d", s.URL, i))).Rendered())
				if err != nil || strings.Count(string(p.Body), "<li>") != 50 {
					b.Error(err, string(p.Body))
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	report(b, br.shows().ctx)
}

// BenchmarkBareChromedp shows the same pages in two tabs of a Chrome that does
// as it likes and has a network of its own, and waits for the last row.
func BenchmarkBareChromedp(b *testing.B) {
	one, two := catalogue(b), catalogue(b)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(needChrome(b)), chromedp.DisableGPU)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		b.Fatal(err)
	}
	var n atomic.Int64
	var wg sync.WaitGroup
	var tabs []context.Context
	for range 2 {
		tab, done := chromedp.NewContext(ctx)
		defer done()
		if err := chromedp.Do(tab); err != nil {
			b.Fatal(err)
		}
		tabs = append(tabs, tab)
	}
	b.ResetTimer()
	for k, s := range []*server{one, two} {
		wg.Go(func() {
			for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
				if err := chromedp.Do(tabs[k], chromedp.Navigate(fmt.Sprintf("%s/?n=%d", s.URL, i)), chromedp.WaitReady(chromedp.CSS("li:nth-child(50)"))); err != nil {
					b.Error(err)
					return
				}
				body, err := chromedp.Run(tabs[k], chromedp.OuterHTML(chromedp.CSS("html")))
				if err != nil || strings.Count(body, "<li>") != 50 {
					b.Error(err, body)
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	report(b, ctx)
}

// report adds pages a second and the memory of Chrome's processes.
func report(b *testing.B, ctx context.Context) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
	got, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	var sum int64
	for _, p := range got.ProcessInfo {
		sum += proportional(p.ID)
	}
	b.ReportMetric(float64(sum)/1e6, "MB")
}
