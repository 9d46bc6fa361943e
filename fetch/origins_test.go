package fetch

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/hadal-crawler/hadal/page"
)

// askAlone is the environment variable that makes this test program ask a server
// as a process of its own: "directory URL delay requests".
const askAlone = "HADAL_TEST_ASK"

func TestMain(m *testing.M) {
	if how := os.Getenv(askAlone); how != "" {
		if err := ask(how); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func ask(how string) error {
	var dir, url string
	var delay time.Duration
	var n int
	words := strings.Fields(how)
	dir, url = words[0], words[1]
	delay, _ = time.ParseDuration(words[2])
	fmt.Sscan(words[3], &n)
	c, err := New(Options{Origins: dir, LoopbackDelay: delay})
	if err != nil {
		return err
	}
	c.AddTarget(page.MustParseURL(url))
	net := Patient(c, time.Minute, nil)
	for i := range n {
		if _, err := net.Fetch(context.Background(), get(fmt.Sprintf("%s%d/%d", url, os.Getpid(), i))); err != nil {
			return err
		}
	}
	return nil
}

// watched is a server that knows how many requests were in flight and how soon one
// came after another.
func watched(t *testing.T, handle http.HandlerFunc) (url string, verdict func() (requests, most int, gap time.Duration)) {
	var mu sync.Mutex
	n, flying, most := 0, 0, 0
	var last time.Time
	gap := time.Hour
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n++
		flying++
		most = max(most, flying)
		if !last.IsZero() {
			gap = min(gap, time.Since(last))
		}
		mu.Unlock()
		handle(w, r)
		mu.Lock()
		flying--
		last = time.Now()
		mu.Unlock()
	}))
	t.Cleanup(s.Close)
	return s.URL + "/", func() (int, int, time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		return n, most, gap
	}
}

// Several processes at one host: one request in flight, and the delay holds
// between them.
func TestProcessesTakeTurns(t *testing.T) {
	t.Parallel()
	const delay = 30 * time.Millisecond
	url, verdict := watched(t, withRobots("", func(w http.ResponseWriter, r *http.Request) { time.Sleep(5 * time.Millisecond) }))
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=^$")
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s 8", askAlone, dir, url, delay))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	n, most, gap := verdict()
	if n != 27 || most != 1 || gap < delay-5*time.Millisecond {
		t.Errorf("%d requests, %d in flight at once, one %s after another's answer; want 27, 1, %s", n, most, gap, delay)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
}

// What a host wishes of one process another keeps to; an old file says nothing
// and goes.
func TestProcessesShareWishes(t *testing.T) {
	t.Parallel()
	url, _ := watched(t, withRobots("", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusForbidden)
	}))
	dir := t.TempDir()
	old := filepath.Join(dir, "0123")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-3 * originsAge)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	client := func() *Client {
		c, err := New(Options{Origins: dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		c.AddTarget(page.MustParseURL(url))
		return c
	}
	if p, err := client().Fetch(t.Context(), get(url)); err != nil || p.Status != 403 {
		t.Fatalf("%v, %v", p, err)
	}
	_, err := client().Fetch(t.Context(), get(url+"other"))
	if later := wantLater(t, err); time.Until(later.Until) < 50*time.Second || later.Status != 403 {
		t.Errorf("another process is told %+v", later)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the file of long ago is still there: %v", err)
	}
}

// A process that does not know a host's robots.txt yet keeps the Crawl-delay that
// another one has just read there.
func TestProcessesShareCrawlDelay(t *testing.T) {
	t.Parallel()
	url, verdict := watched(t, withRobots("User-agent: *\nCrawl-delay: 60", func(http.ResponseWriter, *http.Request) {}))
	dir := t.TempDir()
	for range 2 {
		c, err := New(Options{Origins: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.AddTarget(page.MustParseURL(url))
		_, err = c.Fetch(t.Context(), get(url))
		if later := wantLater(t, err); later.Reason != Pacing || time.Until(later.Until) < 50*time.Second {
			t.Errorf("told %+v", later)
		}
	}
	if n, _, _ := verdict(); n != 1 {
		t.Errorf("%d requests, want that for robots.txt alone", n)
	}
}

// Where it cannot be noted who asks, that is said once, and requests are sent.
func TestNoPlaceForOrigins(t *testing.T) {
	t.Parallel()
	url, verdict := watched(t, withRobots("", func(http.ResponseWriter, *http.Request) {}))
	taken := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c, err := New(Options{Origins: filepath.Join(taken, "dir"), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.AddTarget(page.MustParseURL(url))
	for i := range 3 {
		if _, err := c.Fetch(t.Context(), get(fmt.Sprintf("%s%d", url, i))); err != nil {
			t.Fatal(err)
		}
	}
	if n, _, _ := verdict(); n != 4 || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "other processes") {
		t.Errorf("%d requests, told %q", n, log.String())
	}
}

// A mark that is damaged says nothing.
func TestMarks(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := mark{end: time.Unix(5, 7), until: time.Unix(9, 1), status: 503, reason: "Retry-After with status 503"}
	writeMark(f, mark{end: time.Unix(1, 0), reason: strings.Repeat("x", 1000)})
	writeMark(f, want)
	if got := readMark(f); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, junk := range []string{"\n", "1\n2", "a b c d", strings.Repeat("9", 300), "x y z \n"} {
		f.Truncate(0)
		f.WriteAt([]byte(junk), 0)
		if got := readMark(f); got.until.After(time.Unix(0, 0)) || got.end.After(time.Unix(0, 0)) {
			t.Errorf("%q: %+v", junk, got)
		}
	}
}
