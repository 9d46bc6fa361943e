package dashboard_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/dashboard"
)

// What sites wrote, in a real browser: on no page does anything of it run, by the browser's
// own report, and nothing is asked for but of this server.
func TestHostileRecordsInABrowser(t *testing.T) {
	binary := ""
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Skip("no Chromium found in PATH (Debian: apt install chromium-headless-shell): hostile records are not looked at in a browser")
	}
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	defer server.Close()
	handler = serve(t, func(o *dashboard.Options) {
		start(o)
		o.Addr = strings.TrimPrefix(server.URL, "http://")
		o.Files = &files{}
	})

	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.DisableGPU)...)
	defer stop()
	tab, closeTab := chromedp.NewContext(alloc)
	defer closeTab()
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var elsewhere, said []string
	requests, console := chromedp.Events(tab, network.RequestWillBeSent), chromedp.Console(tab)
	go func() {
		for e, err := range requests {
			if err != nil {
				return
			}
			if u := e.Request.URL; !strings.HasPrefix(u, server.URL) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "about:") {
				mu.Lock()
				elsewhere = append(elsewhere, u)
				mu.Unlock()
			}
		}
	}()
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			mu.Lock()
			said = append(said, m.Text)
			mu.Unlock()
		}
	}()
	for _, at := range append(pages, theSite+"/steps/1/2", theSite+"/nothing<script>window.hacked=1</script>") {
		ctx, cancel := context.WithTimeout(tab, 20*time.Second)
		if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+at)); err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		if at == theSite+"/steps/1/2" { // the frame is loaded as it comes into sight
			if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("iframe").scrollIntoView()`)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
		}
		hacked, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`"hacked" in window || Array.from({length: frames.length}, (_, i) => frames[i]).some(f => { try { return "hacked" in f } catch (e) { return false } })`))
		if err != nil || hacked {
			t.Errorf("%s: something of a record ran: %v %v", at, hacked, err)
		}
		where, err := chromedp.Run(ctx, chromedp.Location())
		if err != nil || !strings.HasPrefix(where, server.URL) {
			t.Errorf("%s led to %s, %v", at, where, err)
		}
		cancel()
	}
	mu.Lock()
	defer mu.Unlock()
	if len(elsewhere) > 0 {
		t.Errorf("asked for elsewhere: %q", elsewhere)
	}
	for _, text := range said {
		if !strings.Contains(text, "404") {
			t.Errorf("in the console: %s", text)
		}
	}
}
