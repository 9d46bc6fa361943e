package hadal_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/hadal-crawler/hadal/"

// allowed is the architecture: which packages of the module a package may
// import outside its tests. A package in a folder of another is listed apart;
// commands in such folders (package main) may import the package around them
// and what that may.
var allowed = map[string][]string{
	"page":               {},
	"page/lexicon":       {},                       // words of many languages
	"deeds":              {"page", "page/lexicon"}, // the one judge of what a request, link or press would do
	"fetch":              {"page", "fetch/robots"},
	"fetch/robots":       {},
	"fetch/browser":      {"fetch", "page"},
	"surface":            {"deeds", "fetch", "fetch/robots", "page", "page/lexicon"},
	"surface/ordering":   {"surface"},
	"surface/webgraph":   {"surface/ordering"},
	"surface/duplicates": {},
	"surface/crawl":      {"deeds", "page", "fetch", "fetch/robots", "surface", "surface/duplicates"}, // forms are judged by its caller
	"forms":              {"deeds", "page", "page/lexicon", "internal/nearest"},
	"querygen":           {"forms", "page", "page/lexicon", "internal/nearest"},
	"extract":            {"page"},
	"harvest":            {"deeds", "page", "page/lexicon", "fetch", "fetch/robots", "fetch/browser", "surface", "forms", "querygen", "extract", "harvest/refresh"},
	"harvest/refresh":    {},                                                                                                                    // decides about rates and worths alone, so that it is simulated as it runs
	"storage":            {"harvest", "harvest/refresh", "page", "fetch", "surface", "surface/crawl", "locate", "forms", "querygen", "extract"}, // all that a harvest.Commit and a harvest.Past are made of
	"locate":             {"deeds", "page", "page/lexicon", "fetch", "surface", "surface/crawl", "forms", "querygen", "harvest"},
	"storage/export":     {"storage", "extract", "page", "internal/visible"},
	"dashboard":          {"harvest", "storage"},
	"fixtures":           {"page"},
	"fixtures/bait":      {},
	"internal/config":    {"internal/nearest", "internal/visible"},
	"internal/cputime":   {}, // for tools that measure
	"internal/visible":   {}, // text of strangers, made harmless to read
	"internal/nearest":   {}, // what a mistyped word was meant to be
}

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
	if packages < len(allowed)-2 { // browser and dashboard may be missing
		t.Errorf("go list found %d packages only", packages)
	}
}

// judge returns why an import edge is not allowed, "" where it is.
func judge(from, to string, command bool) string {
	if from == "cmd/hadal" {
		return ""
	}
	if command {
		around, _, _ := cut(from)
		if around == to || to == "internal/cputime" || slices.Contains(allowed[around], to) {
			return ""
		}
		return "a tool in a package's folder may import that package, and what that may, only"
	}
	if contract, ok := conformance[from]; ok {
		if to == contract || slices.Contains(allowed[contract], to) {
			return ""
		}
		return "a conformance test may import its contract (" + contract + ") and what that is made of"
	}
	edges, known := allowed[from]
	switch {
	case !known:
		return "the package is not part of the architecture; give it its place in arch_test.go"
	case slices.Contains(edges, to):
		return ""
	case len(edges) == 0:
		return "this package imports no other of the module"
	}
	return "it may import " + strings.Join(edges, ", ") + " only"
}

// cut splits a package path at its last slash.
func cut(path string) (before, after string, found bool) {
	i := strings.LastIndex(path, "/")
	if i < 0 {
		return path, "", false
	}
	return path[:i], path[i+1:], true
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
		{"fetch/robots/score", "fetch/robots", true, false},
		{"fetch/robots/score", "storage", true, true},
		{"storage/storagetest", "fetch", false, false},
		{"storage/storagetest", "storage", false, true},
		{"cmd/hadal", "storage", false, false},
	} {
		if got := judge(c.from, c.to, c.command); (got != "") != c.refused {
			t.Errorf("%s -> %s: %q, refused should be %v", c.from, c.to, got, c.refused)
		}
	}
}

// The planner is pure: it starts no goroutine and shares nothing between any, which is why
// tools/test.sh runs its simulations without the race detector.
func TestQuerygenStartsNoGoroutine(t *testing.T) {
	names, err := filepath.Glob("querygen/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); path == "sync" || strings.HasPrefix(path, "sync/") {
				t.Errorf("%s imports %s", name, path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%s starts a goroutine, or speaks to one", name)
			}
			return true
		})
	}
}
