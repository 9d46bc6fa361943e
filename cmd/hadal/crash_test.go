package main

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// hadal returns the command line as a process of its own: the test binary,
// which TestMain makes behave as the program when it is called so.
func hadal(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = append([]string{"hadal"}, args...)
	cmd.Dir = t.TempDir()
	return cmd
}

// fast is asked of made-up sites, which have time for that.
var fast = []string{"--backoff", "5ms", "--cooldown", "20ms", "--browser", "never"}

func serve(t *testing.T, name string) *fixtures.Server {
	t.Helper()
	sites, err := fixtures.Named(fixtures.Options{Seed: 3}, name)
	if err != nil {
		t.Fatal(err)
	}
	server, err := fixtures.Serve(sites[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// held returns the records of the sites of a database: their paths or, where
// they have none, their titles.
func held(t *testing.T, file string) []string {
	t.Helper()
	db, err := storage.Open(t.Context(), file, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sites, err := db.Sites(t.Context())
	if err != nil || len(sites) == 0 {
		t.Fatalf("%d sites, %v", len(sites), err)
	}
	var out []string
	for _, site := range sites {
		for r, err := range db.Records(t.Context(), site.Name) {
			if err != nil {
				t.Fatal(err)
			}
			path := r.URL
			if _, rest, ok := strings.Cut(r.URL, "://"); ok {
				_, path, _ = strings.Cut(rest, "/")
			}
			out = append(out, path+" "+r.Title)
		}
	}
	slices.Sort(out)
	return out
}

func TestFirstInterruptSavesEverything(t *testing.T) {
	server := serve(t, "books")
	file := filepath.Join(t.TempDir(), "h.db")
	args := []string{"harvest", server.URL(), "--db", file, "--json"}
	cmd := hadal(t, append(args, "--delay", "5ms")...)
	events, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := 0
	for lines := bufio.NewScanner(events); lines.Scan(); {
		if strings.Contains(lines.Text(), `"kind":"answer"`) {
			if answers++; answers == 10 {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exit.Interrupted {
		t.Fatalf("ended with %v, want exit status %d", err, exit.Interrupted)
	}
	var cut harvest.Summary
	if err := json.Unmarshal([]byte(out.String()), &cut); err != nil {
		t.Fatalf("%v in %q", err, out.String())
	}
	if n := len(held(t, file)); cut.Stop.Kind != harvest.Interrupted || n == 0 || n != cut.Records {
		t.Errorf("stop %q with %d records in the summary, %d in the database", cut.Stop.Kind, cut.Records, n)
	}

	again, err := hadal(t, append(args, "--max-requests", "5")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var next harvest.Summary
	if err := json.Unmarshal(again, &next); err != nil {
		t.Fatal(err)
	}
	if !next.Resumed || next.Records < cut.Records || next.Requests < cut.Requests {
		t.Errorf("the next run starts from %+v, want to go on from %+v", next, cut)
	}
	if repeated := server.Log().Asked("/search").Repeated(); len(repeated) > 1 {
		t.Errorf("%d requests were repeated, want at most the one in flight", len(repeated))
	}
}

// TestKilledHarvestsLoseNothing kills a harvest with SIGKILL at random moments
// and starts the same command again, and again; the records must be those of an
// undisturbed harvest. $HADAL_KILLS sets how often (default 6).
func TestKilledHarvestsLoseNothing(t *testing.T) {
	t.Parallel()
	kills := 6
	if text := os.Getenv("HADAL_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	calm, cruel := serve(t, "books"), serve(t, "books")
	calmDB, cruelDB := filepath.Join(t.TempDir(), "calm.db"), filepath.Join(t.TempDir(), "cruel.db")
	if out, err := hadal(t, "harvest", calm.URL(), "--db", calmDB, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	per := max(len(calm.Log())/(kills+1), 2) // requests between two kills, on average

	args := []string{"harvest", cruel.URL(), "--db", cruelDB, "--quiet"}
	rnd := rand.New(rand.NewPCG(uint64(kills), uint64(time.Now().UnixNano())))
	killed := 0
	for range kills {
		cmd := hadal(t, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if awaitRequests(t.Context(), cruel, len(cruel.Log())+1+rnd.IntN(2*per-1), ended) {
			time.Sleep(time.Duration(rnd.IntN(5000)) * time.Microsecond)
			_ = cmd.Process.Kill()
			<-ended
			killed++
		}
	}
	if out, err := hadal(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("after the kills: %v\n%s", err, out)
	}
	if killed == 0 {
		t.Error("the harvest was never killed")
	}
	if diff := cmp.Diff(held(t, calmDB), held(t, cruelDB)); diff != "" {
		t.Errorf("records after %d kills (-undisturbed +killed):\n%s", killed, diff)
	}
	if wasted := answersWasted(cruel, calm); wasted > killed {
		t.Errorf("%d kills wasted %d answers, want at most one a kill", killed, wasted)
	}
	if v := cruel.Violations(); len(v) > 0 {
		t.Errorf("violations: %+v", v)
	}
}

// answersWasted counts the answers that a server gave more often than another one, that
// of an undisturbed harvest. A question that is asked twice for one answer, as it is
// where the first is doubted, is one answer; robots.txt belongs to the one that it was
// asked for.
func answersWasted(cruel, calm *fixtures.Server) (wasted int) {
	times := func(s *fixtures.Server) map[string]int {
		n := map[string]int{}
		for _, e := range s.Log() {
			if e.Target != "/robots.txt" {
				n[e.Method+" "+e.Target+"\n"+e.Body]++
			}
		}
		return n
	}
	once := times(calm)
	for what, n := range times(cruel) {
		each := max(1, once[what])
		wasted += max(0, n-once[what]+each-1) / each
	}
	return wasted
}

// awaitRequests waits until a server was asked n times. It returns false where
// the process ended before.
func awaitRequests(ctx context.Context, server *fixtures.Server, n int, ended chan error) bool {
	for {
		select {
		case err := <-ended:
			ended <- err
			return false
		case <-ctx.Done():
			return false
		case <-time.After(time.Millisecond):
			if len(server.Log()) >= n {
				return true
			}
		}
	}
}
