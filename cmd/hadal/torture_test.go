//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// faultVariable makes the program that TestMain starts meet a disk that fails:
// "ENOSPC 120" from the 121st write on, and for good.
const faultVariable = "HADAL_TEST_FAULT"

// mainWithFaults is main on such a disk.
func mainWithFaults() {
	if text := os.Getenv(faultVariable); text != "" {
		var name string
		var after int64
		if _, err := fmt.Sscan(text, &name, &after); err != nil {
			panic(err)
		}
		errno := map[string]syscall.Errno{"ENOSPC": syscall.ENOSPC, "EIO": syscall.EIO}[name]
		var writes atomic.Int64
		_, err := storagetest.FailFiles(func(call string, n int64) syscall.Errno {
			if call == "write" && writes.Add(1) > after {
				return errno
			}
			return 0
		})
		if err != nil {
			panic(err)
		}
	}
	main()
}

// proxy is a way to a server that can break.
type proxy struct {
	listener net.Listener
	to       string
	broken   atomic.Int32 // what happens to connections: see the constants
}

const (
	passing = iota
	refusing
	hanging
	cutting // the answer ends in the middle
	kindsOfBreaking
	slow    // 2 KB at a time, 20 ms each
	stalled // what is sent comes later, as after cables were pulled
)

func startProxy(t *testing.T, to string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *proxy) serve(c net.Conn) {
	defer c.Close()
	switch p.broken.Load() {
	case refusing:
		return
	case hanging:
		time.Sleep(time.Second)
		return
	}
	s, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer s.Close()
	go p.carry(s, c)
	p.carry(c, s)
}

// carry passes on what comes, in one direction.
func (p *proxy) carry(to, from net.Conn) {
	defer to.Close()
	buf := make([]byte, 2048)
	for {
		n, err := from.Read(buf)
		for p.broken.Load() == stalled {
			time.Sleep(10 * time.Millisecond)
		}
		switch p.broken.Load() {
		case passing:
		case slow:
			time.Sleep(20 * time.Millisecond)
		default:
			_, _ = to.Write(buf[:n/2])
			return
		}
		if _, werr := to.Write(buf[:n]); err != nil || werr != nil {
			return
		}
	}
}

// TestTorture disturbs harvests again and again: kill -9, SIGTERM, a full and a
// failing disk, a server that dies, a clock that jumps. When all is quiet again
// the same command must end with the records of an undisturbed harvest, in a
// sound file, without having asked for anything again whose answer was
// committed. $HADAL_TORTURE sets the number of rounds (default 10).
func TestTorture(t *testing.T) {
	t.Parallel()
	rounds := 10
	if text := os.Getenv("HADAL_TORTURE"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	calm := serve(t, "books")
	calmDB := filepath.Join(t.TempDir(), "calm.db")
	if out, err := hadal(t, "harvest", calm.URL(), "--db", calmDB, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	want, requests := held(t, calmDB), len(calm.Log())
	seed := uint64(1) // of what is done; when it hits differs from run to run
	t.Logf("seed %d; undisturbed: %d records, %d requests", seed, len(want), requests)
	rnd := rand.New(rand.NewPCG(seed, 0))
	const together = 10 // rounds on one harvest
	hit := 0
	for done := 0; done < rounds; done += together {
		h := newVictim(t, rnd, requests/together)
		for range min(together, rounds-done) {
			h.disturb(t)
		}
		h.finish(t, want)
		hit += h.hit
	}
	t.Logf("%d of %d rounds met a harvest at work", hit, rounds)
	if hit < rounds/3 {
		t.Error("most rounds came when the harvest had ended")
	}
}

// victim is one harvest that is disturbed.
type victim struct {
	rnd    *rand.Rand
	server *fixtures.Server
	proxy  *proxy
	file   string
	args   []string
	stride int // requests between two disturbances, on average

	committed map[string]int // answers in the ledger: targets by the length of the log when they were found there
	told      []string       // what was done, for messages
	hit       int            // of that, what met a harvest at work
}

func newVictim(t *testing.T, rnd *rand.Rand, stride int) *victim {
	server := serve(t, "books")
	u, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{rnd: rnd, server: server, proxy: startProxy(t, u.Host), file: filepath.Join(t.TempDir(), "victim.db"), stride: max(stride, 2), committed: map[string]int{}}
	u.Host = v.proxy.listener.Addr().String()
	v.args = []string{"harvest", u.String(), "--db", v.file, "--quiet", "--timeout", "300ms", "--backoff", "5ms", "--cooldown", "20ms",
		"--max-attempts", "2", "--max-wait", "1s", "--retry-after-cap", "1s", "--max-delay", "100ms"}
	return v
}

// disturb runs the harvest for a while and lets something happen to it.
func (v *victim) disturb(t *testing.T) {
	t.Helper()
	kind := []string{"kill", "term", "ENOSPC", "EIO", "server", "clock"}[v.rnd.IntN(6)]
	v.told = append(v.told, kind)
	cmd := hadal(t, v.args...)
	var out bytes.Buffer
	cmd.Stderr = &out
	if kind == "ENOSPC" || kind == "EIO" {
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", faultVariable, kind, v.rnd.IntN(v.stride*40)))
	}
	before := len(v.server.Log())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	running := awaitRequests(t.Context(), v.server, before+1+v.rnd.IntN(2*v.stride), ended)
	if running {
		time.Sleep(time.Duration(v.rnd.IntN(3000)) * time.Microsecond)
		switch kind {
		case "kill", "clock":
			_ = cmd.Process.Kill()
		case "term":
			_ = cmd.Process.Signal(syscall.SIGTERM)
		case "server":
			v.proxy.broken.Store(1 + v.rnd.Int32N(kindsOfBreaking-1))
			time.Sleep(time.Duration(v.rnd.IntN(400)) * time.Millisecond)
			if v.rnd.IntN(2) == 0 { // it comes back before the harvest gives up
				v.proxy.broken.Store(passing)
			}
			select {
			case err := <-ended:
				ended <- err
			case <-time.After(100 * time.Millisecond):
				_ = cmd.Process.Kill()
			}
		default: // the disk may not have filled up yet
			select {
			case err := <-ended:
				ended <- err
			case <-time.After(150 * time.Millisecond):
				_ = cmd.Process.Kill()
			}
		}
	}
	<-ended
	v.proxy.broken.Store(passing)
	v.judge(t, kind, cmd, out.String())
	if running || cmd.ProcessState.ExitCode() != 0 {
		v.hit++
	}
	if kind == "clock" {
		v.jump(t)
	}
	v.note(t)
}

// judge holds the end of a process against what was done to it.
func (v *victim) judge(t *testing.T, kind string, cmd *exec.Cmd, stderr string) {
	t.Helper()
	code := cmd.ProcessState.ExitCode() // -1 where it was killed
	fine := map[string][]int{
		"kill": {-1, 0}, "clock": {-1, 0}, "term": {130, 0}, "ENOSPC": {1, 0, -1}, "EIO": {1, 0, -1}, "server": {0, 1, 5, -1},
	}[kind]
	ok := false
	for _, c := range fine {
		ok = ok || code == c
	}
	if !ok || strings.Contains(stderr, "panic") || strings.Contains(stderr, "goroutine ") {
		t.Errorf("%v: exit status %d, want one of %v\n%s", v.told, code, fine, stderr)
	}
	hints := map[string]string{"ENOSPC": "free space and run the same command again", "EIO": "check the disk"}
	if hint := hints[kind]; code == 1 && hint != "" && !strings.Contains(stderr, hint) {
		t.Errorf("%v: %q does not say what to do", v.told, stderr)
	}
}

// jump moves all times of the file, as if the clock had jumped the other way.
func (v *victim) jump(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(v.file); err != nil {
		return // killed before there was a file
	}
	delta := time.Duration(v.rnd.IntN(800)-400) * 24 * time.Hour
	db, err := sql.Open("sqlite", "file:"+v.file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"UPDATE hosts SET not_before = not_before + ?1, state = json_set(state, '$.not_before', strftime('%Y-%m-%dT%H:%M:%SZ', (coalesce(not_before, 0) + ?1) / 1000, 'unixepoch'))",
		"UPDATE harvests SET started = started + ?1, last_at = last_at + ?1, stop_at = stop_at + ?1",
		"UPDATE answers SET at = at + ?1", "UPDATE visits SET at = at + ?1", "UPDATE pages SET at = at + ?1",
		"UPDATE records SET first_seen = first_seen + ?1, last_seen = last_seen + ?1",
	} {
		if _, err := db.Exec(statement, delta.Milliseconds()); err != nil && !strings.Contains(err.Error(), "no such table") {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// note remembers which answers are in the ledger now.
func (v *victim) note(t *testing.T) {
	t.Helper()
	db, err := storage.Open(t.Context(), v.file, storage.Options{ReadOnly: true})
	if err != nil {
		return // it never got as far as a file
	}
	defer db.Close()
	sites, err := db.Sites(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", v.told, err)
	}
	asked := len(v.server.Log())
	for _, s := range sites {
		for step, err := range db.Steps(t.Context(), s.Harvest) {
			if err != nil {
				t.Fatalf("%v: %v", v.told, err)
			}
			if a := step.Answer; a != nil && len(a.Outcome.Rows) > 0 {
				key := a.Request.Method + " " + a.Request.URL.PathQuery() + "\n" + a.Request.Body
				if _, known := v.committed[key]; !known {
					v.committed[key] = asked
				}
			}
		}
	}
}

// finish runs the harvest to its end, undisturbed, and looks at the result.
func (v *victim) finish(t *testing.T, want []string) {
	t.Helper()
	if out, err := hadal(t, v.args...).CombinedOutput(); err != nil {
		t.Fatalf("after %v: %v\n%s", v.told, err, out)
	}
	if diff := cmp.Diff(want, held(t, v.file)); diff != "" {
		t.Errorf("records after %v (-undisturbed +disturbed):\n%s", v.told, diff)
	}
	if out, err := hadal(t, "db", "check", "--db", v.file).CombinedOutput(); err != nil {
		t.Errorf("after %v: %v\n%s", v.told, err, out)
	}
	for i, e := range v.server.Log() {
		if at, known := v.committed[e.Method+" "+e.Target+"\n"+e.Body]; known && i >= at {
			t.Errorf("after %v: request %d asks again for %s %s, whose answer was committed", v.told, i, e.Method, e.Target)
		}
	}
	if bad := v.server.Violations(); len(bad) > 0 {
		t.Errorf("after %v: violations %+v", v.told, bad)
	}
}
