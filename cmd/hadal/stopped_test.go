package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/storage"
)

// stopped is a harvest by the real program that was stopped at random, and what `hadal
// status` says of it.
type stopped struct {
	kind   madeUpKind
	seed   uint64
	truth  int
	shown  int // the largest total
	how    string
	status storage.SiteStatus
}

func (r stopped) known() bool { return r.status.Estimate != nil && r.status.Estimate.Known() }

// inside reports whether the interval holds the truth, give or take a record.
func (r stopped) inside() bool {
	e := r.status.Estimate
	return e.Low <= float64(r.truth)+0.5 && float64(r.truth) <= e.High+0.5
}

// wrong tells what the status says that cannot be: bounds below what is held or was shown,
// or a number that is missing without a reason.
func (r stopped) wrong() string {
	e, held := r.status.Estimate, float64(r.status.Records)
	switch {
	case e == nil:
		if r.status.Records > 0 {
			return "records are held, and nothing is said of how many there are"
		}
		return ""
	case !e.Known():
		if e.Method == "" {
			return "the number of records is unknown, and no reason is given"
		}
		return ""
	case e.Low < held || e.Size < e.Low || e.High < e.Size:
		return fmt.Sprintf("%.1f (%.1f-%.1f) with %.0f held", e.Size, e.Low, e.High, held)
	case !r.kind.guesses && e.High < float64(r.shown), r.kind.o.Totals == "" && e.Low < float64(r.shown):
		return fmt.Sprintf("%.1f (%.1f-%.1f) though a total of %d was shown", e.Size, e.Low, e.High, r.shown)
	case math.Abs(e.Coverage-float64(e.Held)/e.Size) > 1e-9:
		return fmt.Sprintf("coverage %.3f of %d held and %.1f there", e.Coverage, e.Held, e.Size)
	}
	return ""
}

// harvestStopped harvests a made-up site of a kind with the real program, stops it at
// random, goes on as the kind says, and asks for the status.
func harvestStopped(t *testing.T, kind madeUpKind, seed uint64, most int) stopped {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 43))
	n := int(150 * math.Pow(float64(most)/150, rnd.Float64()))
	site, err := newMadeUp(kind, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site)
	defer server.Close()
	r := stopped{kind: kind, seed: seed, truth: site.there}
	file := filepath.Join(t.TempDir(), "h.db")
	args := []string{"harvest", server.URL, "--db", file, "--quiet", "--details", "never"}
	if kind.strategy != "" {
		args = append(args, "--strategy", kind.strategy)
	}
	limit := func() int { return 20 + int(float64(4*site.model.Floor()+60)*rnd.Float64()) }
	if rnd.IntN(4) == 0 && kind.then == "" {
		at := limit()
		r.how = fmt.Sprintf("interrupted at %d", at)
		interruptAt(t, site, at, args)
	} else {
		at := limit()
		r.how = fmt.Sprintf("limit %d", at)
		mustEnd(t, append(args, "--max-requests", strconv.Itoa(at)))
	}
	switch kind.then {
	case thenResumed:
		at := limit()
		r.how += fmt.Sprintf(", then %d", at)
		mustEnd(t, append(args, "--max-requests", strconv.Itoa(at)))
	case thenRefreshed:
		at := limit()
		r.how += fmt.Sprintf(", then refreshed by %d", at)
		mustEnd(t, []string{"refresh", server.URL, "--db", file, "--quiet", "--requests", strconv.Itoa(at)})
	}
	r.shown = site.shown
	var out, errs bytes.Buffer
	if status := run([]string{"status", "--db", file, "--json"}, &out, &errs); status != exit.Done {
		t.Fatalf("status ended with %d: %s", status, &errs)
	}
	var sites []storage.SiteStatus
	if err := json.Unmarshal(out.Bytes(), &sites); err != nil || len(sites) != 1 {
		t.Fatalf("%v in %s", err, &out)
	}
	r.status = sites[0]
	return r
}

// mustEnd runs a command line in this process. It may end for want of records, but not fail.
func mustEnd(t *testing.T, args []string) {
	t.Helper()
	var errs bytes.Buffer
	switch status := run(args, &bytes.Buffer{}, &errs); status {
	case exit.Done, exit.Incomplete:
	default:
		t.Fatalf("%s ended with %d: %s", strings.Join(args, " "), status, &errs)
	}
}

// interruptAt runs a command line as a process of its own, and interrupts it when the site
// is asked for the at-th time.
func interruptAt(t *testing.T, site *madeUp, at int, args []string) {
	t.Helper()
	cmd := hadal(t, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	site.mu.Lock()
	site.at, site.once = at, func() { _ = cmd.Process.Signal(os.Interrupt) } // it may have ended
	site.mu.Unlock()
	err := cmd.Run()
	if ended, ok := err.(*exec.ExitError); ok && (ended.ExitCode() == exit.Interrupted || ended.ExitCode() == exit.Incomplete) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", strings.Join(args, " "), err, &errs)
	}
}

// What the program says of harvests of made-up sites of all kinds, stopped at random, is
// never below what is held or was shown, and holds the truth in nine of ten.
// HADAL_STOPPED=N asks for N harvests of larger sites, from seed HADAL_SEED on, and prints them.
func TestStatusOfStoppedHarvests(t *testing.T) {
	t.Parallel()
	n, most, seed := 8, 400, uint64(1)
	asked, err := strconv.Atoi(os.Getenv("HADAL_STOPPED"))
	if err == nil {
		n, most = asked, 2000
	}
	if s, err := strconv.ParseUint(os.Getenv("HADAL_SEED"), 10, 64); err == nil {
		seed = s
	}
	var mu sync.Mutex
	rows := make([]stopped, n)
	t.Run("harvests", func(t *testing.T) {
		for i, kind := range kindsOf(n) {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				r := harvestStopped(t, kind, seed+uint64(i), most)
				mu.Lock()
				defer mu.Unlock()
				rows[i] = r
			})
		}
	})
	judgeStopped(t, rows, err == nil)
}

func judgeStopped(t *testing.T, rows []stopped, all bool) {
	known, inside, held := 0, 0, 0
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		if r.status.Name == "" {
			continue // it failed
		}
		if why := r.wrong(); why != "" {
			t.Errorf("%s, seed %d, %s: %s (%s)", r.kind.name, r.seed, r.how, why, method(r))
		}
		if r.status.Records > 0 {
			held++
		}
		holds, told := "-", "-"
		if r.known() {
			known++
			e := r.status.Estimate
			if holds = "yes"; r.inside() {
				inside++
			} else {
				holds = "NO"
			}
			told = fmt.Sprintf("%.0f (%.0f-%.0f)", e.Size, e.Low, e.High)
		}
		if all || holds == "NO" {
			fmt.Fprintf(w, "%d\t%s\t%d there\t%d held\t%d shown\t%d requests\t%s\t%s\t%s\t%s\n", r.seed, r.kind.name, r.truth, r.status.Records, r.shown, r.status.Requests, told, holds, r.how, method(r))
		}
	}
	w.Flush()
	t.Logf("%d harvests, %d held records, %d with an interval, %d hold the truth\n%s", len(rows), held, known, inside, &table)
	if 10*inside < 9*known {
		t.Errorf("%d of %d intervals hold the truth, want nine of ten", inside, known)
	}
	if 4*known < 3*held {
		t.Errorf("%d of %d harvests with records have an interval, want three quarters", known, held)
	}
}

func method(r stopped) string {
	if r.status.Estimate == nil {
		return ""
	}
	return r.status.Estimate.Method
}

// A site that refuses what matches too much is divided until it does not, however it answers
// the form as served.
func TestTooMuchIsDivided(t *testing.T) {
	t.Parallel()
	kind := madeUpKinds[slices.IndexFunc(madeUpKinds, func(k madeUpKind) bool { return k.o.Cap == "refuse" })]
	for seed := range uint64(4) {
		const n = 600
		site, err := newMadeUp(kind, n, 3028+seed)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(site)
		defer server.Close()
		file := filepath.Join(t.TempDir(), "h.db")
		mustEnd(t, []string{"harvest", server.URL, "--db", file, "--quiet", "--details", "never"})
		if got := len(held(t, file)); got < 0.99*n {
			t.Errorf("seed %d: %d of %d records are held", seed, got, n)
		}
	}
}
