//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
)

// process is a command of a cluster that runs.
type process struct {
	*exec.Cmd
	mu   sync.Mutex
	said []byte // on standard error
	ends chan struct{}
}

func startProcess(t *testing.T, args ...string) *process {
	t.Helper()
	cmd := hadal(t, args...)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	return launch(t, cmd)
}

func launch(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, ends: make(chan struct{})}
	out, err := p.StderrPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill(); <-p.ends })
	go func() {
		defer close(p.ends)
		for lines := bufio.NewReader(out); ; {
			line, err := lines.ReadBytes('\n')
			p.mu.Lock()
			p.said = append(p.said, line...)
			p.mu.Unlock()
			if err != nil {
				_, _ = io.Copy(io.Discard, out)
				return
			}
		}
	}()
	return p
}

func (p *process) told() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.said)
}

// awaits waits until a process says something.
func (p *process) awaits(t *testing.T, text string) string {
	t.Helper()
	for range 1200 {
		if said := p.told(); strings.Contains(said, text) {
			return said
		}
		select {
		case <-p.ends:
			if said := p.told(); strings.Contains(said, text) {
				return said
			}
			t.Fatalf("it ended without saying %q: %s", text, p.told())
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatalf("it does not say %q but: %s", text, p.told())
	return ""
}

// startCoordinator starts one on a free port, and returns its address.
func startCoordinator(t *testing.T, args ...string) (*process, string) {
	t.Helper()
	p := startProcess(t, append([]string{"coordinator", "--listen", "127.0.0.1:0", "--json"}, args...)...)
	for line := range strings.Lines(p.awaits(t, `"address"`)) {
		var said struct{ Address string }
		if json.Unmarshal([]byte(line), &said) == nil && said.Address != "" {
			return p, said.Address
		}
	}
	t.Fatal(p.told())
	return nil, ""
}

// clusterStatus is what hadal status --workers --json says, as far as tests need it.
type clusterStatus struct {
	Workers []struct {
		Name   string
		Ending bool
	}
	Leases []storage.Lease
	Queue  []storage.Work
	Done   int
}

func awaitCluster(t *testing.T, db string, what string, is func(clusterStatus) bool) {
	t.Helper()
	var out []byte
	for range 1200 {
		var err error
		if out, err = hadal(t, "status", "--workers", "--json", "--db", db).Output(); err == nil {
			var s clusterStatus
			if err := json.Unmarshal(out, &s); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if is(s) {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s did not come about: %s", what, out)
}

// commandsIn returns the commands of a cluster that stand in a file, without hadal itself.
func commandsIn(t *testing.T, file string) (all [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range clusterCommand.FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.Fields(m[1]))
	}
	return all
}

var clusterCommand = regexp.MustCompile(`(?m)^(?:    |ExecStart=/usr/local/bin/)(?:hadal |command: |entrypoint: hadal )((?:coordinator|worker|submit)\b[^#\n]*)`)

// What the documents and deploy/ have people type has no flag that is not there, and the tests
// that are said to hold a promise are.
func TestDocumentsOfClustersAreTrue(t *testing.T) {
	typed := 0
	for _, file := range []string{"docs/cluster.md", "deploy/compose.yaml", "deploy/hadal-coordinator.service", "deploy/hadal-worker.service"} {
		for _, args := range commandsIn(t, "../../"+file) {
			typed++
			if out, err := hadal(t, append(args, "--help")...).CombinedOutput(); err != nil {
				t.Errorf("%s: hadal %q: %v: %s", file, args, err, out)
			}
		}
	}
	if typed < 11 {
		t.Errorf("%d commands were found", typed)
	}
	text, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests []byte
	for _, pattern := range []string{"*_test.go", "../../cluster/*_test.go", "../../cluster/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tests = append(tests, source...)
		}
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(string(text), -1)
	for _, name := range named {
		if !bytes.Contains(tests, []byte("func "+name[1]+"(")) {
			t.Errorf("docs/cluster.md names %s, which is not there", name[1])
		}
	}
	if len(named) < 6 {
		t.Errorf("docs/cluster.md names %d tests", len(named))
	}
}

// Three commands harvest a list of sites on loopback, without a server that somebody
// installed. A worker that is told to end saves the answer in flight and hands its site
// back, and another one goes on without asking for it again.
func TestCoordinatorWorkerSubmit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "hadal.db")
	slow, err := fixtures.Serve(fixtures.BooksOf(fixtures.Options{Seed: 3}, 120))
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	other := serve(t, "books")
	readme := commandsIn(t, "../../README.md")
	if len(readme) != 3 || readme[0][0] != "coordinator" || readme[1][0] != "worker" || readme[2][0] != "submit" {
		t.Fatalf("the README's commands are %q", readme)
	}
	coordinator, address := startCoordinator(t, "--db", db)
	if err := os.WriteFile(filepath.Join(dir, "sites.txt"), []byte(slow.URL()+"\n"+other.URL()+"  # two\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	submit := hadal(t, append(readme[2], "--connect", address)...)
	submit.Dir, submit.Env = dir, append(os.Environ(), "HADAL_LOOPBACK_DELAY=20ms") // so that the worker is met in the middle
	out, err := submit.CombinedOutput()
	if err != nil || strings.Count(string(out), "127.0.0.1:") < 4 {
		t.Fatalf("%v: %s", err, out)
	}
	first := startProcess(t, append(readme[1], "--connect", address, "--json", "--sites-at-once", "1", "--browser", "never", "--name", "first")...)
	first.awaits(t, `"kind":"form"`) // it has begun to ask
	if err := first.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-first.ends
	if err := first.Wait(); err != nil {
		t.Errorf("the worker that was told to end: %v: %s", err, first.told())
	}
	awaitCluster(t, db, "a site that is handed back", func(s clusterStatus) bool {
		return len(s.Leases) == 0 && len(s.Queue)+s.Done == 2 && len(s.Workers) == 1 && s.Workers[0].Ending
	})
	second := startProcess(t, append(readme[1], "--connect", address, "--sites-at-once", "2", "--browser", "never")...)
	awaitCluster(t, db, "the end of both harvests", func(s clusterStatus) bool { return s.Done == 2 })
	for _, p := range []*process{second, coordinator} {
		if err := p.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-p.ends
		if err := p.Wait(); err != nil {
			t.Errorf("%v: %s", err, p.told())
		}
	}
	for _, s := range []*fixtures.Server{slow, other} {
		asked := map[string]int{}
		for _, e := range s.Log() {
			if e.InFlight > 1 {
				t.Errorf("%s came while another was in flight", e.Target)
			}
			asked[e.Target]++
		}
		if asked["/robots.txt"] != 1 {
			t.Errorf("robots.txt was asked for %d times", asked["/robots.txt"])
		}
	}
	file, err := storage.Open(t.Context(), db, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sites, err := file.Sites(t.Context())
	if err != nil || len(sites) != 2 {
		t.Fatal(sites, err)
	}
	requests := 0
	for _, s := range sites {
		if s.Records < 114 || s.Stop == nil {
			t.Errorf("%s has %d records, stop %v", s.Name, s.Records, s.Stop)
		}
		requests += s.Requests
	}
	if sent := len(slow.Log()) + len(other.Log()); sent != requests {
		t.Errorf("%d requests were sent, %d are counted: a worker that ends in time loses none", sent, requests)
	}
}

// Beyond this machine there are TLS and credentials, or nothing.
func TestClustersAreClosedToStrangers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"--tls-cert and --tls-key": {"coordinator", "--listen", "0.0.0.0:0"},
		"write tls://":             {"worker", "--connect", "nats://worker.example:4222", "--token", "env:HOME"},
		"say who asks":             {"submit", "--connect", "tls://worker.example:4222", "https://books.example/"},
		"env:NAME or file:PATH":    {"worker", "--token", "secret"},
		"does not belong into":     {"worker", "--connect", "nats://me:secret@127.0.0.1:4222"},
		"go together":              {"coordinator", "--user", "me", "--listen", "127.0.0.1:0"},
	} {
		cmd := hadal(t, append(args, "--db", filepath.Join(dir, "x.db"))...)
		out, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v: %s", args, err, out)
		}
	}
}
