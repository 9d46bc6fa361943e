package browser

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// TestSites shows pages of many sites at a time: each has cookies and storage of
// its own, and sites not used any more are forgotten.
func TestSites(t *testing.T) {
	t.Parallel()
	var servers []*server
	var targets []string
	for i := range 6 {
		s := serve(t, map[string]http.HandlerFunc{"/": html(fmt.Sprintf(`<p id=p></p><script>
			const before = localStorage.getItem("who");
			localStorage.setItem("who", "site %d"); document.cookie = "who=site%d";
			p.textContent = before + ", " + localStorage.getItem("who") + ", " + document.cookie</script>`, i, i))})
		servers, targets = append(servers, s), append(targets, s.URL)
	}
	b := open(t, Options{Tabs: 3, TabPages: 2}, targets...)
	var wg sync.WaitGroup
	for i, s := range servers {
		wg.Go(func() {
			for range 2 {
				p, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+"/")).Rendered())
				if err != nil {
					t.Error(err)
					return
				}
				if want := fmt.Sprintf("site %d, who=site%d", i, i); !strings.Contains(string(p.Body), want) {
					t.Errorf("want %q in %s", want, p.Body)
				}
			}
		})
	}
	wg.Wait()
	p := b.shows()
	p.sites.mu.Lock()
	defer p.sites.mu.Unlock()
	if open := len(p.sites.open); open > maxSites {
		t.Errorf("%d sites are kept", open)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	shown := make(chan bool, 1)
	s := serve(t, map[string]http.HandlerFunc{
		"/": html(`<script>fetch("/hang")</script>`),
		"/hang": func(w http.ResponseWriter, r *http.Request) {
			shown <- true
			<-r.Context().Done()
		},
	})
	b := open(t, Options{}, s.URL)
	failed := make(chan error)
	go func() {
		_, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+"/")).Rendered())
		failed <- err
	}()
	<-shown
	began := time.Now()
	b.Close()
	if err := <-failed; !errors.Is(err, ErrClosed) {
		t.Errorf("the page that was being shown: %v", err)
	}
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("closing took %s", took)
	}
	b.Close()
}

func TestMissing(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{Path: "/no/such/chrome"}, {Path: "no-such-chrome"}} {
		_, err := New(o, client(t, fetch.Options{}))
		missing, ok := errors.AsType[*MissingError](fmt.Errorf("show: %w", err))
		if !ok || !errors.Is(err, missing.Err) {
			t.Fatalf("got %v", err)
		}
		if text := err.Error(); !strings.Contains(text, "chromium-headless-shell") || strings.Contains(text, "\n") {
			t.Errorf("it says %q", text)
		}
	}
}

// TestUnusable: what is no browser fails the page, and is not started without pause.
func TestUnusable(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("false")
	if err != nil {
		t.Skip(err)
	}
	s := serve(t, map[string]http.HandlerFunc{"/": html("x")})
	b, err := New(Options{Path: path}, client(t, fetch.Options{}, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	began := time.Now()
	for range 3 {
		if _, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+"/")).Rendered()); err == nil {
			t.Fatal("a page was shown")
		}
	}
	if took := time.Since(began); took < firstRetry+2*firstRetry {
		t.Errorf("three attempts within %s", took)
	}
}

// TestRemote shows pages in a Chrome that somebody else has started, with a
// network of its own.
func TestRemote(t *testing.T) {
	t.Parallel()
	s := trickster(t)
	cmd := exec.Command(needChrome(t), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--user-data-dir="+t.TempDir(), "about:blank")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	address := ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "DevTools listening on ")
	}
	go func() {
		for lines.Scan() {
		}
	}()
	b := open(t, Options{Remote: address}, s.URL)
	for range 2 {
		if p := get(t, b, s.URL+"/"); !strings.Contains(string(p.Body), "all were tried") {
			t.Errorf("got %s", p.Body)
		}
	}
	b.Close()
	if got := s.reached(); len(got) > 0 {
		t.Errorf("asked for in spite of robots.txt: %q", got)
	}
	// It is not ours to end: it takes a new guest.
	again := open(t, Options{Remote: address}, s.URL)
	get(t, again, s.URL+"/plain")
	syscall.Kill(again.shows().pid(), syscall.SIGKILL)
	cmd.Wait()
}

// private: a page leads to no private address but its own.
func private(t *testing.T, b *Browser) {
	other := serve(t, map[string]http.HandlerFunc{"/x.js": text("text/javascript", "document.title = 'bad'")})
	s := serve(t, nil)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		port := other.URL[strings.LastIndex(other.URL, ":"):]
		var body strings.Builder
		for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"} {
			fmt.Fprintf(&body, `<script src="http://%s%s/x.js"></script><link rel=stylesheet href="http://%s%s/x.css"><iframe src="http://%s%s/"></iframe><script>fetch("http://%s%s/f")</script>`, host, port, host, port, host, port, host, port)
		}
		html("<title>good</title>"+body.String())(w, r)
	})
	b = b.with(client(t, fetch.Options{}, s.URL))
	if p := get(t, b, s.URL+"/"); !strings.Contains(string(p.Body), "<title>good</title>") {
		t.Errorf("got %s", p.Body)
	}
	if got := other.asked(); len(got) > 0 {
		t.Errorf("another service on this machine was asked: %q", got)
	}
}
