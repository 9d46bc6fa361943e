package dashboard_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/dashboard/runs"
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
	program := filepath.Join(t.TempDir(), "says") // what a harvest of a hostile site may say
	if err := os.WriteFile(program, []byte("#!/bin/sh\ncat >&2 <<'END'\n"+hostile+"\n{\"error\": \"<script>window.hacked=1</script>\"}\nEND\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	keeper := &runs.Keeper{Program: program, Target: func(s string) string { return s }}
	handler = serve(t, func(o *dashboard.Options) {
		o.Runs = keeper
		o.Addr = strings.TrimPrefix(server.URL, "http://")
		o.Files = &files{}
		o.Store = fillTwice(t, filepath.Join(t.TempDir(), "twice.db"))
	})

	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.DisableGPU)...)
	defer stop()
	tab, closeTab := chromedp.NewContext(alloc)
	defer closeTab()
	if err := chromedp.Do(tab, chromedp.EmulateViewport(390, 800)); err != nil {
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
	if id, err := keeper.Start(runs.Order{Site: "books.example"}); err != nil || id != 1 {
		t.Fatal(id, err)
	}
	for {
		if r, _ := keeper.Run(1); r.State == runs.Ended {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	const preview = theSite + "/beliefs#preview" // what a correction changes, which answers a post
	// Asked for as JSON, it is waited for.
	ask(handler, "GET", theDiff, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	for _, at := range append(slices.Clone(pages), "/runs/1", preview, theDiff, theSite+"/steps/2/1", "/sql?q="+url.QueryEscape("SELECT "+hostile), theSite+"/steps/1/2", theSite+"/nothing<script>window.hacked=1</script>") {
		ctx, cancel := context.WithTimeout(tab, 20*time.Second)
		if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+at)); err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		if at == preview {
			if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("[name='fixed.0']").value = document.querySelector("main").innerText; document.querySelector("button[value=preview]").click()`),
				chromedp.WaitVisible(chromedp.CSS("button[value=save]"))); err != nil {
				t.Fatalf("%s: %v", at, err)
			}
		}
		if at == theSite+"/steps/1/2" { // the frame is loaded as it comes into sight
			if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("iframe").scrollIntoView()`)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
		}
		if strings.HasSuffix(at, "/pick") { // whatever of the kept page is clicked on, it leads to nothing of the site's
			for y := 12.0; y < 130; y += 18 {
				for x := 10.0; x < 170; x += 20 {
					// A click before may lead on just now: then the page is looked at again.
					var place string
					var err error
					for {
						place, err = chromedp.Run(ctx, chromedp.Evaluate[string](`(() => { const f = document.querySelector("iframe"); if (!f) return document.readyState === "complete" ? "0 0" : null.f; f.scrollIntoView({block: "start", behavior: "instant"}); const r = f.getBoundingClientRect(); return r.left + " " + r.top })()`))
						if err == nil || ctx.Err() != nil {
							break
						}
						time.Sleep(10 * time.Millisecond)
					}
					var left, top float64
					if _, scan := fmt.Sscan(place, &left, &top); err != nil || scan != nil {
						t.Fatal(err, scan)
					}
					if err := chromedp.Do(ctx, chromedp.MouseClickXY(left+x, top+y)); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if wide, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth - innerWidth`)); err != nil || wide > 0 {
			t.Errorf("%s is %d pixels wider than the window, %v", at, wide, err)
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
