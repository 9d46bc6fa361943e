package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

func TestMain(m *testing.M) {
	// The race detector lets a program wait a second before it ends, for what goes on
	// behind main. Hundreds of them would wait here.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=50")
	}
	testscript.Main(m, map[string]func(){"hadal": mainWithFaults})
}

// TestScripts runs testdata/*.txtar. Each script finds the bundled sites that it
// names served under the URLs in $BOOKS, $MARKET, $STATUTES, $FORTRESS and $BROCHURE.
// Beside the usual commands there is `exits STATUS COMMAND...`, which runs a command
// that must end with that exit status.
func TestScripts(t *testing.T) {
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
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
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
	for _, name := range plan.ValueTypes() {
		if err := config.Check("values", []config.Labelled{{Type: name, List: []string{"x"}}}); err != nil {
			t.Errorf("type %s: %v", name, err)
		}
	}
	if config.Check("roles", []config.Binding{{Name: "x", Value: "keyword"}}) == nil {
		t.Error("a role that does not exist passes")
	}
	if config.Check("strategy", "guessing") == nil {
		t.Error("a strategy that does not exist passes")
	}
}

func TestExitStatus(t *testing.T) {
	stop := func(kind harvest.StopKind) error { return &stopError{harvest.Stop{Kind: kind}} }
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("disk"), 1},
		{&usageError{errors.New("flag")}, 2},
		{fmt.Errorf("site: %w", &settingsError{errors.New("key")}), 2},
		{stop(harvest.Complete), 0},
		{stop(harvest.Exhausted), 0},
		{stop(harvest.Limit), 0},
		{stop(harvest.Broken), 1},
		{stop(harvest.NoForm), 3},
		{stop(harvest.Forbidden), 4},
		{stop(harvest.Blocked), 5},
		{stop(harvest.Interrupted), 130},
		{errors.Join(nil, stop(harvest.NoForm), stop(harvest.Blocked)), 5},
		{errors.Join(stop(harvest.NoForm), errors.Join(stop(harvest.Interrupted), errors.New("disk"))), 130},
	} {
		if got := exitStatus(c.err); got != c.want {
			t.Errorf("%v: exit status %d, want %d", c.err, got, c.want)
		}
	}
}

func TestParseTarget(t *testing.T) {
	s := config.Defaults()
	entry := config.Site{Name: "books", Start: "https://books.example/search", SiteSettings: s.SiteSettings}
	entry.Strategy = "frequency"
	s.Sites = []config.Site{entry}
	sites := lookup{settings: s, held: []harvest.Site{
		{Name: "lamps.example", Start: page.MustParseURL("http://lamps.example/find")}, {Name: "maps", Start: page.MustParseURL("http://maps.example/")},
	}}
	t.Chdir(t.TempDir())
	for _, name := range []string{"there.example", "plain"} {
		if err := os.WriteFile(name, []byte("https://a.example/"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ arg, name, start, strategy string }{
		{"books", "books", "https://books.example/search", "frequency"},
		{"https://books.example/search", "books", "https://books.example/search", "frequency"},
		{"https://books.example/", "books.example", "https://books.example/", "auto"},
		{"some.site/", "some.site", "https://some.site/", "auto"},
		{"some.site", "some.site", "https://some.site/", "auto"},
		{"some.site:8443/x?y=z", "some.site:8443", "https://some.site:8443/x?y=z", "auto"},
		{"127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080/", "auto"},
		{"lamps.example", "lamps.example", "http://lamps.example/find", "auto"},
		{"maps", "maps", "http://maps.example/", "auto"},
		{"localhost", "localhost", "http://localhost/", "auto"},
		{"intranet.corp/x", "intranet.corp", "https://intranet.corp/x", "auto"},
		{"books.md", "books.md", "https://books.md/", "auto"}, // Moldova
		{"https://there.example/", "there.example", "https://there.example/", "auto"},
		{"https://lamp.example/", "lamp.example", "https://lamp.example/", "auto"},
		{"10.0.0.7", "10.0.0.7", "https://10.0.0.7/", "auto"},
		{"localhost/app", "localhost", "http://localhost/app", "auto"},
		{"HTTP://Some.Site:80", "some.site", "http://some.site/", "auto"},
	} {
		got, err := sites.target(c.arg)
		if err != nil {
			t.Errorf("%s: %v", c.arg, err)
		} else if got.site.Name != c.name || got.site.Start.String() != c.start || got.settings.Strategy != c.strategy {
			t.Errorf("%s: got %s %s %s, want %s %s %s", c.arg, got.site.Name, got.site.Start, got.settings.Strategy, c.name, c.start, c.strategy)
		}
	}
	for arg, want := range map[string]string{
		"": "neither", "bokos": "did you mean books?", "ftp://some.site/": "not an http", "mailto:a@b.example": "", "https://": "", "./file": "neither",
		"there.example": "is a file", "plain": "is a file", "./plain": "is a file", "urls.txt": "no file urls.txt", "list.CSV": "no file", "mpas": "did you mean maps?",
		"lmaps.example": "did you mean lamps.example?", "lamp.example/x": "did you mean lamps.example?", "quite-else": "did you mean https://quite-else/?", "..": "neither",
	} {
		if got, err := sites.target(arg); err == nil {
			t.Errorf("%q is taken for %s", arg, got.site.Start)
		} else if exitStatus(err) != exitUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: exit status %d, %v, want %s", arg, exitStatus(err), err, want)
		}
	}
}

func TestTargetsOfOneSiteAreOneGroup(t *testing.T) {
	s := config.Defaults()
	var targets []target
	for _, arg := range []string{"https://a.example/", "https://b.example/", "https://www.a.example/", "http://127.0.0.1:1/", "http://127.0.0.1:2/"} {
		got, err := lookup{settings: s}.target(arg)
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, got)
	}
	var sizes []int
	for _, g := range bySite(targets) {
		sizes = append(sizes, len(g))
	}
	if fmt.Sprint(sizes) != "[2 1 1 1]" {
		t.Errorf("group sizes %v, want [2 1 1 1]", sizes)
	}
}
