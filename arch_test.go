package hadal_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/eval/ablate/promises"
)

const module = "github.com/hadal-crawler/hadal/"

// allowed is the architecture: which packages of the module a package may
// import outside its tests. A package below a listed one that is not listed
// itself is a room of it: it may import its house, the other rooms of that and
// what its house may, and whoever may import the house may import the room.
// What stands under eval measures the others: it may import all of them, and
// commands alone import it.
var allowed = map[string][]string{
	"page":               {"page/lexicon"},         // months
	"page/lexicon":       {},                       // words of many languages
	"deeds":              {"page", "page/lexicon"}, // the one judge of what a request, link or press would do
	"fetch":              {"page", "fetch/robots", "internal/filelock", "internal/glob"},
	"fetch/robots":       {},
	"fetch/browser":      {"fetch", "page"},
	"surface":            {"deeds", "fetch", "fetch/robots", "page", "page/lexicon", "internal/heap"},
	"surface/ordering":   {"surface", "internal/heap"},
	"surface/duplicates": {},
	"surface/crawl":      {"deeds", "page", "fetch", "fetch/robots", "surface", "surface/duplicates", "internal/heap"}, // forms are judged by its caller
	"forms":              {"deeds", "page", "page/lexicon", "internal/nearest"},
	"querygen":           {"forms", "page", "page/lexicon", "internal/heap", "internal/nearest", "internal/questions"},
	"extract":            {"page", "page/lexicon"},
	"harvest":            {"deeds", "page", "page/lexicon", "fetch", "fetch/robots", "fetch/browser", "surface", "forms", "querygen", "extract", "harvest/refresh", "internal/glob", "internal/nearest", "internal/questions"},
	"harvest/refresh":    {"internal/heap"},                                                                                               // decides about rates and worths alone, so that it is simulated as it runs
	"storage":            {"harvest", "harvest/refresh", "page", "fetch", "surface", "forms", "querygen", "extract", "internal/filelock"}, // all that a harvest.Commit and a harvest.Past are made of
	"locate":             {"deeds", "page", "page/lexicon", "fetch", "surface", "surface/crawl", "forms", "querygen", "harvest"},
	"storage/crawls":     {"storage", "fetch", "page", "surface", "surface/crawl", "locate"},
	"cluster":            {"harvest", "storage", "extract", "page", "fetch", "fetch/browser"}, // of fetch/browser, the error that says that there is none
	"storage/export":     {"storage", "extract", "page", "internal/visible"},
	"dashboard":          {"harvest", "storage", "storage/export", "page", "extract", "fetch/robots", "internal/visible"}, // of page and extract, what a kept page is and what a selector reads on it
	"fixtures":           {"page"},
	"fixtures/bait":      {},
	"eval":               {},
	"internal/config":    {"internal/glob", "internal/nearest", "internal/questions", "internal/visible"},
	"internal/questions": {"internal/nearest"}, // what a person says of what is asked
	"internal/glob":      {"page"},             // patterns of addresses
	"internal/heap":      {},                   // what waits, the best first
	"internal/filelock":  {},                   // files that one process has at a time
	"internal/cputime":   {},                   // for tools that measure
	"internal/visible":   {},                   // text of strangers, made harmless to read
	"internal/nearest":   {},                   // what a mistyped word was meant to be

	// What the commands share. They themselves (see commands) may import all that is below them.
	"cmd/hadal/internal/exit":      {"fetch", "harvest"},
	"cmd/hadal/internal/show":      {"forms", "querygen", "internal/visible"},
	"cmd/hadal/internal/interrupt": {},
	"cmd/hadal/internal/cli":       {"cmd/hadal/internal/exit", "internal/config", "internal/nearest", "internal/visible", "storage"},
	"cmd/hadal/internal/network":   {"cmd/hadal/internal/exit", "internal/config", "internal/glob", "page", "fetch", "fetch/browser", "surface", "forms", "harvest"},
	"cmd/hadal/internal/target": {"cmd/hadal/internal/exit", "cmd/hadal/internal/show", "internal/config", "internal/glob", "internal/nearest", "internal/questions", "internal/visible",
		"page", "forms", "querygen", "extract", "harvest", "storage"},
}

// commands are the rooms of the commands. None imports another: what two need is below both.
var commands = []string{"cmd/hadal/internal/harvests", "cmd/hadal/internal/pages", "cmd/hadal/internal/stored", "cmd/hadal/internal/simulations", "cmd/hadal/internal/serving", "cmd/hadal/internal/machines"}

// conformance packages test an implementation of a contract: they may import
// the contract's package and what it is made of.
var conformance = map[string]string{"storage/storagetest": "harvest"}

type listed struct {
	ImportPath string
	Name       string
	Imports    []string
}

func TestArchitecture(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := 0
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages++
		for _, imported := range p.Imports {
			from, to := strings.TrimPrefix(p.ImportPath, module), strings.TrimPrefix(imported, module)
			if to == imported {
				continue // not ours
			}
			if wrong := judge(from, to, p.Name == "main"); wrong != "" {
				t.Errorf("%s imports %s: %s", from, to, wrong)
			}
		}
	}
	if packages < len(allowed) {
		t.Errorf("go list found %d packages only", packages)
	}
}

// judge returns why an import edge is not allowed, "" where it is.
func judge(from, to string, command bool) string {
	house, known := houseOf(from)
	target, _ := houseOf(to)
	switch contract, conforms := conformance[from]; {
	case from == "cmd/hadal", command && to == "internal/cputime":
		return ""
	case slices.Contains(commands, from) && slices.Contains(commands, to):
		return "what two rooms of commands need is below both"
	case slices.Contains(commands, from) && (target != "eval" || from == "cmd/hadal/internal/simulations"):
		return ""
	case house == "eval":
		if to == "cmd/hadal" {
			return "what measures may import all but the command"
		}
		return ""
	case target == "eval":
		return "only what measures may import what measures"
	case conforms:
		if to == contract || slices.Contains(allowed[contract], to) {
			return ""
		}
		return "a conformance test may import its contract (" + contract + ") and what that is made of"
	case !known:
		return "the package is not part of the architecture; give it its place in arch_test.go"
	case target == house, slices.Contains(allowed[house], target):
		return ""
	case len(allowed[house]) == 0:
		return house + " imports no other package of the module"
	}
	return house + " and its rooms may import " + strings.Join(allowed[house], ", ") + " only"
}

// houseOf returns the listed package that a package is or is a room of.
func houseOf(name string) (house string, known bool) {
	for house = name; ; {
		if _, known := allowed[house]; known {
			return house, true
		}
		i := strings.LastIndex(house, "/")
		if i < 0 {
			return name, false
		}
		house = house[:i]
	}
}

func TestJudgeRefusesForbiddenEdges(t *testing.T) {
	for _, c := range []struct {
		from, to string
		command  bool
		refused  bool
	}{
		{"fetch", "page", false, false},
		{"page", "fetch", false, true},
		{"querygen", "fetch", false, true},
		{"harvest", "storage", false, true},
		{"internal/config", "harvest", false, true},
		{"newcomer", "page", false, true},
		{"fetch/robots/show", "fetch/robots", true, false},
		{"fetch/robots/show", "storage", true, true},
		{"storage/storagetest", "fetch", false, false},
		{"storage/storagetest", "storage", false, true},
		{"cmd/hadal", "storage", false, false},
		{"cmd/hadal/internal/simulations", "eval/webgraph", false, false},
		{"cmd/hadal/internal/harvests", "eval/webgraph", false, true},
		{"cmd/hadal/internal/harvests", "fixtures", false, false},
		{"cmd/hadal/internal/harvests", "cmd/hadal/internal/stored", false, true},
		{"cmd/hadal/internal/stored", "cmd/hadal/internal/cli", false, false},
		{"cmd/hadal/internal/show", "storage", false, true},
		{"querygen/internal/facts", "querygen/internal/text", false, false},
		{"querygen/internal/facts", "page/lexicon", false, false},
		{"querygen/internal/facts", "fetch", false, true},
		{"querygen", "querygen/internal/facts", false, false},
		{"harvest", "forms/endpoint", false, false},
		{"extract", "forms/endpoint", false, true},
		{"fetch/robots/deeper", "page", false, true}, // what fetch may, robots may not
		{"locate", "surface/ordering", false, true},  // listed, so no room of surface
		{"eval/extract", "storage", true, false},
		{"eval/extract", "cmd/hadal", true, true},
		{"harvest", "eval/webgraph", false, true},
	} {
		if got := judge(c.from, c.to, c.command); (got != "") != c.refused {
			t.Errorf("%s -> %s: %q, refused should be %v", c.from, c.to, got, c.refused)
		}
	}
}

// What package harvest promises names guards and tests that are there.
func TestPromisesNameWhatIsThere(t *testing.T) {
	list, err := promises.Read(".")
	if err != nil {
		t.Error(err)
	}
	for _, p := range list {
		if len(p.Guards) == 0 || len(p.Tests) == 0 {
			t.Errorf("%q has no guard or no test", p.Text)
		}
	}
	if len(list) < 50 {
		t.Errorf("%d promises are read", len(list))
	}
}

// What starts goroutines is tested with the race detector: tools/test.sh tells which
// packages are, but for those that measure and the sites that tests are made on.
func TestGoroutinesAreWatched(t *testing.T) {
	script, err := os.ReadFile("tools/test.sh")
	if err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(`(?m)^concurrent='(.*)'$`).FindSubmatch(script)
	if pattern == nil {
		t.Fatal("tools/test.sh names no packages")
	}
	watched, started := regexp.MustCompile(string(pattern[1])), 0
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if name == "eval" || name == "fixtures" {
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			_, starts := n.(*ast.GoStmt)
			if call, ok := n.(*ast.CallExpr); ok {
				method, ok := call.Fun.(*ast.SelectorExpr)
				starts = ok && method.Sel.Name == "Go" && len(call.Args) == 1 // of a group
			}
			if starts {
				if started++; !watched.MatchString("/" + filepath.ToSlash(filepath.Dir(name))) {
					t.Errorf("%s starts a goroutine, and tools/test.sh tests it without the race detector", name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || started == 0 {
		t.Fatal(started, err)
	}
}

// The planner is pure, its rooms included: it starts no goroutine and shares nothing
// between any; and it knows no time, no file, no network and no chance but its seed's.
func TestQuerygenIsPure(t *testing.T) {
	files := 0
	err := filepath.WalkDir("querygen", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		files++
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, what := range impure(string(text), strings.HasSuffix(name, "_test.go")) {
			t.Errorf("%s %s", name, what)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Fatal(files, err)
	}
}

// outside are the packages by which a pure one would know more than it is told: whole
// ones, and those of which some functions say nothing of time or chance.
var outside = map[string][]string{
	"os": nil, "io/fs": nil, "net": nil, "net/http": nil, "syscall": nil, "unsafe": nil, "runtime": nil, "crypto/rand": nil, "math/rand": nil,
	"time":         {"Time", "Month", "Weekday", "Duration", "Date", "Unix", "Parse", "UTC", "January", "December", "DateOnly", "RFC3339", "Hour", "Second", "Millisecond"},
	"math/rand/v2": {"New", "NewPCG", "NewZipf", "NewChaCha8", "Rand", "Zipf", "PCG", "ChaCha8", "Source"},
}

// impure tells by what a file is not a function of what it is given. Tests may use the
// world outside, but no goroutines.
func impure(text string, test bool) (out []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return []string{err.Error()}
	}
	inside := map[string][]string{} // by name in the file, what may be used
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		some, is := outside[path]
		switch {
		case path == "sync" || strings.HasPrefix(path, "sync/"):
			out = append(out, "imports "+path)
		case test || !is:
		case some == nil:
			out = append(out, "imports "+path)
		case i.Name != nil:
			out = append(out, "renames "+path)
		default:
			inside[filepath.Base(strings.TrimSuffix(path, "/v2"))] = some
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
			out = append(out, "starts a goroutine, or speaks to one")
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && of.Obj == nil {
				if some, is := inside[of.Name]; is && !slices.Contains(some, n.Sel.Name) {
					out = append(out, "uses "+of.Name+"."+n.Sel.Name)
				}
			}
		}
		return true
	})
	return out
}

func TestImpureFiles(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{`import "time"; var x = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)`, ""},
		{`import "time"; var x = time.Now()`, "uses time.Now"},
		{`import "time"; func f(then time.Time) { time.Since(then) }`, "uses time.Since"},
		{`import clock "time"; var x = clock.Now()`, "renames time"},
		{`import "os"`, "imports os"},
		{`import "net/url"`, ""},
		{`import "sync/atomic"`, "imports sync/atomic"},
		{`import "math/rand/v2"; var x = rand.New(rand.NewPCG(1, 2))`, ""},
		{`import "math/rand/v2"; var x = rand.IntN(6)`, "uses rand.IntN"},
		{`func f() { go f() }`, "starts a goroutine, or speaks to one"},
	} {
		if got := strings.Join(impure("package p; "+c.text, false), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	if got := impure(`package p; import ("os"; "sync")`, true); !slices.Equal(got, []string{"imports sync"}) {
		t.Errorf("of a test: %q", got)
	}
}
