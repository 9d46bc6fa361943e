package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// fetchErr asks for a page that is expected to fail for now.
func fetchErr(t *testing.T, b *Browser, u string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	_, err := b.Fetch(ctx, page.Get(page.MustParseURL(u)).Rendered())
	if err == nil {
		t.Fatalf("%s was shown", u)
	}
	if _, refused := errors.AsType[*fetch.RefusedError](err); refused {
		t.Fatalf("%s is refused for good: %v", u, err)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%s: %v looks as if the caller had wished it", u, err)
	}
	return err
}

func wait(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func TestPagesThatNeverEnd(t *testing.T) {
	t.Parallel()
	servers := serveTwice(t, map[string]http.HandlerFunc{
		"/spin":     html(`<p>before it</p><script>for (;;) {}</script>`),
		"/again":    html(`<p>before it</p><script>const spin = () => { setTimeout(spin); for (const at = Date.now(); Date.now() < at + 500;) {} }; spin()</script>`),
		"/await":    html(`<p>before it</p><script>(async () => { for (;;) await null })()</script>`),
		"/clock":    html(`<p>before it</p><b id=b></b><script>setInterval(() => b.textContent = performance.now(), 20)</script>`),
		"/reload":   html(`<p>before it</p><script>location.reload()</script>`),
		"/ask":      html(`<p>before it</p><script>fetch("/hang.js")</script>`),
		"/poll":     html(`<p>before it</p><script>const ask = () => fetch("/plain").then(ask); ask()</script>`),
		"/alert":    html(`<p>before it</p><script>for (;;) { alert("a"); confirm("b"); prompt("c") }</script>`),
		"/stay":     html(`<p>before it</p><script>onbeforeunload = e => { e.preventDefault(); return "stay" }</script>`),
		"/download": html(`<p>before it</p><a id=a href="data:application/octet-stream,x" download=x></a><script>a.click()</script>`),
		"/plain":    html("plain"),
		"/hang.js":  wait,
	})
	limit := time.Second
	b := open(t, Options{Limit: limit, PartLimit: 200 * time.Millisecond, Parts: 20}, servers[0].URL, servers[1].URL)
	// A plain page comes. One second may be too little for it where others use the
	// processor, but not each time.
	plain := func(s *server, when string) {
		for try := 1; ; try++ {
			p, err := steps(t, b, s.URL+"/plain", nil)
			if err == nil && strings.Contains(string(p.Body), "plain") {
				return
			}
			if try == 5 {
				t.Errorf("%s: %v", when, err)
				return
			}
		}
	}
	plain(servers[0], "at first")
	pages := []string{"/spin", "/again", "/await", "/clock", "/reload", "/ask", "/poll", "/alert", "/stay", "/download"}
	share(servers, len(pages), func(s *server, i int) {
		at := pages[i]
		began := time.Now()
		p, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+at)).Rendered())
		took := time.Since(began)
		t.Logf("%s: %s, %v", at, took.Round(time.Millisecond), err)
		// Starting Chrome and closing a tab that hangs come on top; 2 cores are slow.
		if took > limit+10*time.Second {
			t.Errorf("%s took %s", at, took)
		}
		if err == nil && !strings.Contains(string(p.Body), "before it") {
			t.Errorf("%s: %s", at, p.Body)
		}
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v looks as if the caller had wished it", at, err)
		}
		plain(s, "after "+at)
	})
}

// shows returns the process that b shows pages in.
func (b *Browser) shows() *process {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current
}

// pids returns the ids of Chrome's processes, its own first: what was started
// may be a script around it.
func (p *process) pids() []int {
	got, err := chromedp.CallBrowser(p.ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return nil
	}
	var out []int
	for _, q := range got.ProcessInfo {
		if out = append(out, int(q.ID)); q.Type == "browser" {
			out[0], out[len(out)-1] = out[len(out)-1], out[0]
		}
	}
	return out
}

func (p *process) pid() int { return p.pids()[0] }

func TestCrashes(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var b *Browser
	s := serve(t, map[string]http.HandlerFunc{
		"/plain": html("plain"),
		"/kill":  html(`<script>fetch("/killed")</script>`),
		"/crash": html(`<script>fetch("/crashed")</script>`),
		"/killed": func(w http.ResponseWriter, r *http.Request) {
			syscall.Kill(b.shows().pid(), syscall.SIGKILL)
		},
		"/crashed": func(w http.ResponseWriter, r *http.Request) {
			for _, s := range b.shows().sites.open {
				ctx, cancel := context.WithTimeout(s.tab.ctx, time.Second)
				chromedp.Call(ctx, cdpage.Crash, cdp.Empty{})
				cancel()
			}
		},
	})
	b = open(t, Options{}, s.URL)
	get(t, b, s.URL+"/plain")
	pid := b.shows().pid()
	t.Log(fetchErr(t, b, s.URL+"/crash"))
	get(t, b, s.URL+"/plain")
	if b.shows().pid() != pid {
		t.Error("a crashed tab cost the browser")
	}
	t.Log(fetchErr(t, b, s.URL+"/kill"))
	get(t, b, s.URL+"/plain")
	second := b.shows().pid()
	if second == pid {
		t.Error("the killed browser shows pages")
	}
	b.Close()
	nothingLeft(t, os.Getenv("TMPDIR"), pid, second)
	if _, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+"/plain")).Rendered()); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// nothingLeft fails the test where profiles or processes are left.
func nothingLeft(t testing.TB, dir string, pids ...int) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("left: %s", f.Name())
	}
	for _, pid := range pids {
		// A zombie is for whoever the system gives orphans to.
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && strings.Contains(string(stat), "(chrom") && !strings.Contains(string(stat), ") Z") {
			t.Errorf("process %d still runs: %s", pid, stat)
		}
	}
	for _, pid := range processesWith(t, dir) {
		t.Errorf("process %d still runs", pid)
	}
}

// processesWith returns the processes whose command line names dir.
func processesWith(t testing.TB, dir string) (out []int) {
	t.Helper()
	procs, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("no /proc")
	}
	for _, p := range procs {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		if line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && strings.Contains(string(line), dir) {
			out = append(out, pid)
		}
	}
	return out
}
