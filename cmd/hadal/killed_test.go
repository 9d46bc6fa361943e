//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fixtures"
)

// endings ends a command at random moments, by SIGKILL and by SIGINT, until it came to its
// own end, and holds each time what the database counts against what the servers saw.
type endings struct {
	rnd     *rand.Rand
	servers []*fixtures.Server
	file    string
	args    []string
	within  int // requests after the start, at most, when it is ended
	before  int // requests that servers had seen before and the database counts
	lost    int // requests that no count has, for they were in flight
	told    []string
}

func (e *endings) seen() (n int) {
	for _, s := range e.servers {
		n += len(s.Log())
	}
	return n
}

// counted is the number of requests that the database has.
func counted(t *testing.T, file string) (n int) {
	t.Helper()
	if _, err := os.Stat(file); err != nil {
		return 0 // it never got as far as a file
	}
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, sums := range []string{"SELECT coalesce(sum(requests), 0) FROM harvests", "SELECT coalesce(sum(requests), 0) FROM crawl_pages", "SELECT coalesce(sum(owed), 0) FROM crawl_hosts"} {
		var some int
		if err := db.QueryRow(sums).Scan(&some); err != nil && !strings.Contains(err.Error(), "no such table") {
			t.Fatal(err)
		}
		n += some
	}
	return n
}

// once runs the command and ends it at some moment. It reports whether it had ended by
// itself.
func (e *endings) once(t *testing.T) bool {
	t.Helper()
	cmd := hadal(t, e.args...)
	var said bytes.Buffer
	cmd.Stderr, cmd.Stdout = &said, &said
	before := e.seen()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the exit status says it
		close(ended)
	}()
	if after := e.rnd.IntN(e.within + 1); after > 0 {
		for e.seen() < before+after {
			select {
			case <-ended:
				return e.judge(t, cmd, "", said.String())
			case <-time.After(500 * time.Microsecond):
			}
		}
	} else {
		time.Sleep(time.Duration(e.rnd.IntN(60)) * time.Millisecond) // as it starts
	}
	time.Sleep(time.Duration(e.rnd.IntN(4000)) * time.Microsecond)
	how, signal := "kill", os.Kill
	if e.rnd.IntN(2) == 0 {
		how, signal = "interrupt", os.Interrupt
	}
	if cmd.Process.Signal(signal) != nil {
		how = ""
	}
	<-ended
	return e.judge(t, cmd, how, said.String())
}

func (e *endings) judge(t *testing.T, cmd *exec.Cmd, how, said string) bool {
	t.Helper()
	time.Sleep(5 * time.Millisecond) // what was sent arrives
	status := cmd.ProcessState.ExitCode()
	seen, has := e.seen()-e.before, counted(t, e.file)
	missing := seen - has - e.lost
	e.told = append(e.told, fmt.Sprintf("%s(%d): %d of %d", how, status, has, seen))
	most := 0
	if how == "kill" { // what came before a page is saved before it is asked for: it is lost with the site's robots.txt at most
		most = 2 * len(e.servers)
	}
	if missing < 0 || missing > most {
		t.Errorf("%v: the servers saw %d requests, the database has %d, and %d were lost before", e.told, seen, has, e.lost)
	}
	e.lost = seen - has
	if status != exit.Done && status != exit.Interrupted && status != -1 || strings.Contains(said, "goroutine ") {
		t.Errorf("%v: exit status %d: %s", e.told, status, said)
	}
	return status == exit.Done
}

func times(t *testing.T, name string, n int) int {
	if text := os.Getenv(name); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// few returns the first n sites, all where HADAL_KILLS is set.
func few(sites []string, n int) []string {
	if os.Getenv("HADAL_KILLS") != "" {
		return sites
	}
	return sites[:n]
}

func repeated(servers []*fixtures.Server) (n int) {
	for _, s := range servers {
		for _, e := range s.Log().Repeated() {
			if e.Target != "/robots.txt" {
				n++
			}
		}
	}
	return n
}

// A harvest that is ended at random moments by SIGKILL and by SIGINT, also as it starts: what
// the database counts is what the server saw, but for the page in flight of one that was
// killed; nothing is lost, and nothing is sent again but that. HADAL_KILLS says how often.
func TestEndedHarvestsCountAll(t *testing.T) {
	t.Parallel()
	rounds := times(t, "HADAL_KILLS", 3)
	for i, name := range few([]string{"registers", "recipes", "books", "archives", "market"}, 2) {
		t.Run(name, func(t *testing.T) {
			calm, victim := serve(t, name), serve(t, name)
			calmDB := filepath.Join(t.TempDir(), "calm.db")
			_, _ = hadal(t, append([]string{"harvest", calm.URL(), "--db", calmDB}, fast...)...).CombinedOutput()
			e := &endings{rnd: rand.New(rand.NewPCG(uint64(i), 7)), servers: []*fixtures.Server{victim}, file: filepath.Join(t.TempDir(), "v.db"), within: max(2, 2*len(calm.Log())/rounds)}
			e.args = append([]string{"harvest", victim.URL(), "--db", e.file}, fast...)
			e.run(t, rounds)
			if diff := cmp.Diff(held(t, calmDB), held(t, e.file)); diff != "" {
				t.Errorf("%v: records (-undisturbed +ended):\n%s", e.told, diff)
			}
			if twice := repeated(e.servers) - repeated([]*fixtures.Server{calm}); twice > len(e.told) {
				t.Errorf("%v: %d requests were sent again", e.told, twice)
			}
		})
	}
}

// So it is of all sites that are due: those that were not harvested to their end are due
// again, those that were are not, and at last none is.
func TestEndedHarvestsOfDueSitesGoOn(t *testing.T) {
	t.Parallel()
	names := []string{"market", "recipes"}
	var calm, victims []*fixtures.Server
	configure := func(servers []*fixtures.Server) string {
		text := "sites:\n"
		for i, s := range servers {
			text += fmt.Sprintf("  - {name: %s, start: %q, every: 7d}\n", names[i], s.URL())
		}
		file := filepath.Join(t.TempDir(), "hadal.yaml")
		write(t, file, text)
		return file
	}
	for _, name := range names {
		calm, victims = append(calm, serve(t, name)), append(victims, serve(t, name))
	}
	calmDB := filepath.Join(t.TempDir(), "calm.db")
	due := func(config, db string) []string {
		return append([]string{"harvest", "--due", "--sites-at-once", "1", "--config", config, "--db", db}, fast...)
	}
	if out, err := hadal(t, due(configure(calm), calmDB)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	rounds := times(t, "HADAL_KILLS", 3)
	e := &endings{rnd: rand.New(rand.NewPCG(5, 7)), servers: victims, file: filepath.Join(t.TempDir(), "v.db")}
	for _, s := range calm {
		e.within += 2 * len(s.Log()) / rounds
	}
	e.args = due(configure(victims), e.file)
	e.run(t, rounds)
	if diff := cmp.Diff(held(t, calmDB), held(t, e.file)); diff != "" {
		t.Errorf("%v: records (-undisturbed +ended):\n%s", e.told, diff)
	}
	if twice := repeated(victims) - repeated(calm); twice > len(e.told) {
		t.Errorf("%v: %d requests were sent again", e.told, twice)
	}
	seen := e.seen()
	if out, err := hadal(t, append(e.args, "--quiet")...).CombinedOutput(); err != nil || len(out) > 0 || e.seen() != seen {
		t.Errorf("%v: what was harvested is due again: %v, %d requests: %s", e.told, err, e.seen()-seen, out)
	}
}

// run ends the command so often, and lets it end by itself then.
func (e *endings) run(t *testing.T, rounds int) {
	t.Helper()
	done := false
	for n := 0; n < rounds && !done; n++ {
		done = e.once(t)
	}
	if !done {
		if out, err := hadal(t, e.args...).CombinedOutput(); err != nil {
			t.Errorf("%v: at last: %v: %s", e.told, err, out)
		}
	}
	t.Logf("%v; %d requests", e.told, e.seen())
}

// So it is of a refresh, which stays one, and within its limit.
func TestEndedRefreshesCountAll(t *testing.T) {
	t.Parallel()
	rounds := times(t, "HADAL_KILLS", 3)
	for i, name := range few([]string{"registers", "books"}, 1) {
		t.Run(name, func(t *testing.T) {
			s := serve(t, name)
			e := &endings{rnd: rand.New(rand.NewPCG(uint64(i), 9)), servers: []*fixtures.Server{s}, file: filepath.Join(t.TempDir(), "v.db")}
			if out, err := hadal(t, append([]string{"harvest", s.URL(), "--db", e.file}, fast...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			want, before := held(t, e.file), len(s.Log())
			e.within = max(2, 2*40/rounds)
			e.args = []string{"refresh", s.URL(), "--max-requests", "40", "--db", e.file}
			e.run(t, rounds)
			if diff := cmp.Diff(want, held(t, e.file)); diff != "" {
				t.Errorf("%v: records (-before +refreshed):\n%s", e.told, diff)
			}
			if sent := len(s.Log()) - before; sent > 40+e.lost {
				t.Errorf("%v: %d requests were sent, 40 are allowed", e.told, sent)
			}
			var refreshes int
			db, err := sql.Open("sqlite", "file:"+e.file)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.QueryRow("SELECT count(*) FROM harvests").Scan(&refreshes); err != nil || refreshes != 2 {
				t.Errorf("%d harvests, %v; want that and one refresh", refreshes, err)
			}
		})
	}
}

// So it is of locating many sites, which finds the same sources.
func TestEndedLocatesCountAll(t *testing.T) {
	t.Parallel()
	rounds := times(t, "HADAL_KILLS", 1)
	locating := func(at int) ([]*fixtures.Server, []string, string) {
		var servers []*fixtures.Server
		file := filepath.Join(t.TempDir(), "l.db")
		args := []string{"locate", "--db", file, "--loopback-delay", "100ms", "--browser", "never", "--json"}
		for i, name := range []string{"books", "market", "registers", "statutes", "brochure"} {
			sites, err := fixtures.Named(fixtures.Options{Seed: 3}, name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := fixtures.ServeOn(fmt.Sprintf("127.0.%d.%d:0", at, i+1), sites[0])
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			servers, args = append(servers, s), append(args, s.URL())
		}
		return servers, args, file
	}
	calm, args, calmDB := locating(7)
	if out, err := hadal(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e := &endings{rnd: rand.New(rand.NewPCG(5, 9))}
	e.servers, e.args, e.file = locating(8)
	undisturbed := 0
	for _, s := range calm {
		undisturbed += len(s.Log())
	}
	if has := counted(t, calmDB); has != undisturbed {
		t.Errorf("undisturbed: the servers saw %d requests, the database has %d", undisturbed, has)
	}
	e.within = max(2, 2*undisturbed/rounds)
	e.run(t, rounds)
	t.Logf("%d requests undisturbed", undisturbed)
	if twice := repeated(e.servers) - repeated(calm); twice > len(e.told)*len(e.servers) {
		t.Errorf("%v: %d requests were sent again", e.told, twice)
	}
	if diff := cmp.Diff(sources(t, calmDB, "127.0.7."), sources(t, e.file, "127.0.8.")); diff != "" {
		t.Errorf("%v: sources (-undisturbed +ended):\n%s", e.told, diff)
	}
}

// sources are what a locate has found, without the hosts' addresses.
func sources(t *testing.T, file, at string) (out []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT substr(site, 1, 9), status FROM sources ORDER BY site")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var site, status string
		if err := rows.Scan(&site, &status); err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimPrefix(site, at)+" "+status)
	}
	return out
}

// An export that is killed leaves the file as it was, or whole, and nothing else once
// another one has come to its end.
func TestKilledExportsLeaveNothing(t *testing.T) {
	t.Parallel()
	rounds := times(t, "HADAL_KILLS", 3)
	dir := t.TempDir()
	file, out := filepath.Join(dir, "h.db"), filepath.Join(dir, "out.jsonl")
	s := serve(t, "books")
	if said, err := hadal(t, append([]string{"harvest", s.URL(), "--db", file}, fast...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	whole, err := hadal(t, "export", "--db", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	left := 0
	for range 2 * rounds {
		cmd := hadal(t, "export", "--db", file, "--out", out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 2000; n++ { // until it writes
			if parts, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(parts) > left {
				break
			}
			time.Sleep(200 * time.Microsecond)
			if cmd.Process.Signal(syscall.Signal(0)) != nil {
				break
			}
		}
		time.Sleep(time.Duration(rnd.IntN(3000)) * time.Microsecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		parts, _ := filepath.Glob(filepath.Join(dir, "*.part"))
		left = len(parts)
		if got, err := os.ReadFile(out); err == nil && !bytes.Equal(got, whole) {
			t.Fatalf("%d of %d bytes", len(got), len(whole))
		}
	}
	parts, _ := filepath.Glob(filepath.Join(dir, "*.part"))
	t.Logf("%d parts were left", len(parts))
	for _, part := range parts {
		if err := os.Chtimes(part, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := hadal(t, "export", "--db", file, "--out", out).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(parts) > 0 {
		t.Errorf("left behind: %v", parts)
	}
}
