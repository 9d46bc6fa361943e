package main

import (
	"bytes"
	"database/sql"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

func TestMain(m *testing.M) {
	// The race detector lets a program wait a second before it ends, for what goes on
	// behind main. Hundreds of them would wait here.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=50")
	}
	// Most tests wait most of the time: for pauses, browsers and processes.
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	testscript.Main(m, map[string]func(){"hadal": mainWithFaults, "broker": brokerMain})
}

// TestScripts runs testdata/*.txtar. Each script finds the bundled sites that it
// names served under the URLs in $BOOKS, $MARKET, $STATUTES, $FORTRESS and $BROCHURE.
// Beside the usual commands there is `exits STATUS COMMAND...`, which runs a command
// that must end with that exit status.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: serveSites,
		Cmds:  map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "damage": damage, "sql": runSQL, "waitfor": waitFor},
	})
}

func serveSites(env *testscript.Env) error {
	env.Setenv("GORACE", os.Getenv("GORACE"))
	env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
	script, err := os.ReadFile(filepath.Join("testdata", strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")+".txtar"))
	if err != nil {
		return err
	}
	for _, name := range []string{"books", "market", "recipes", "statutes", "fortress", "brochure"} {
		variable := strings.ToUpper(name)
		if !bytes.Contains(script, []byte("$"+variable)) && !bytes.Contains(script, []byte("${"+variable)) {
			continue
		}
		sites, err := fixtures.Named(fixtures.Options{Seed: 1}, name)
		if err != nil {
			return err
		}
		server, err := fixtures.Serve(sites[0])
		if err != nil {
			return err
		}
		env.Defer(server.Close)
		env.Setenv(variable, server.URL())
	}
	return nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		ended, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = ended.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// waitFor waits until a file that a pattern names is there.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor PATTERN")
	}
	for range 500 {
		if there, err := filepath.Glob(ts.MkAbs(args[0])); err == nil && len(there) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", args[0])
}

// runSQL runs a statement on a database file, as another program would.
func runSQL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENT")
	}
	db, err := sql.Open("sqlite", "file:"+ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(errors.Join(err, db.Close()))
}

// damage overwrites a few pages in the middle of a database file.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage FILE")
	}
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_RDWR, 0)
	ts.Check(err)
	info, err := f.Stat()
	ts.Check(err)
	_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, 5*4096), info.Size()/2/4096*4096)
	ts.Check(errors.Join(err, f.Close()))
}

func TestDefaultsAreThoseOfThePackages(t *testing.T) {
	s := config.Defaults()
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"min-yield", s.MinYield, harvest.DefaultMinYield},
		{"patience", s.Patience, harvest.DefaultPatience},
		{"survey-pages", s.SurveyPages, harvest.DefaultSurveyPages},
		{"max-attempts", s.MaxAttempts, harvest.DefaultMaxAttempts},
		{"max-wait", s.MaxWait, harvest.DefaultMaxWait},
	} {
		if c.got != c.want {
			t.Errorf("%s defaults to %v, in its package to %v", c.name, c.got, c.want)
		}
	}
}

func TestNamesOfTheSettingsExist(t *testing.T) {
	for _, name := range plan.Strategies() {
		if err := config.Check("strategy", name); err != nil {
			t.Errorf("strategy %s: %v", name, err)
		}
	}
	for _, role := range []forms.Role{forms.QueryRole, forms.CategoryRole, forms.RangeMin, forms.RangeMax, forms.Date, forms.Place, forms.Number,
		forms.Sort, forms.PageSize, forms.View, forms.Operator, forms.Token, forms.SubmitRole, forms.OtherRole} {
		if err := config.Check("roles", []config.Binding{{Name: "x", Value: string(role)}}); err != nil {
			t.Errorf("role %s: %v", role, err)
		}
	}
	for _, name := range querygen.CapabilityNames() {
		if err := config.Check("capabilities", []config.Capability{{Name: name, Verdict: "no"}}); err != nil {
			t.Errorf("capability %s: %v", name, err)
		}
	}
	if config.Check("roles", []config.Binding{{Name: "x", Value: "keyword"}}) == nil {
		t.Error("a role that does not exist passes")
	}
	if config.Check("strategy", "guessing") == nil {
		t.Error("a strategy that does not exist passes")
	}
}
