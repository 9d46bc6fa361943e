package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A small module with one package of a cycle and a file apart, and one that measures.
var made = map[string]string{
	"go.mod": "module made.example/m\n\ngo 1.25\n",
	"p/a.go": `package p

type T struct{ x, y int }

func (t T) A() bool { return t.b() }
`,
	"p/b.go": `package p

func (t T) b() bool {
	if t.x > 0 && (t.y > 0 || !(t.x > 1 && t.y > 1)) {
		return true
	}
	if t.x < 0 || t.y < 0 || Limit > 3 {
		return false
	}
	return t.x == t.y
}
`,
	"p/c.go": `package p

const Limit = 3

const small = 1
`,
	"p/p_test.go":      "package p\n\nvar _ = Limit\n",
	"eval/look/use.go": "package look\n\nimport \"made.example/m/p\"\n\nvar Of p.T\n",
}

func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	for name, text := range made {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	got, err := measure(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := &House{
		Packages: []Room{
			{Path: "p", Files: 3, Lines: 21, Arrows: 3, Cycle: 2, Cycled: 16, Exported: 2, Ifs: 2, LongIfs: 1},
			{Path: "eval/look", Eval: true, Files: 1, Lines: 5, Exported: 1},
		},
		Types: []Type{{Name: "p.T", Fields: 2, Methods: 2, Files: 2}},
		Lines: Lines{Product: 21, Eval: 5, Tests: 3},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	if err := got.print(&b); err != nil {
		t.Fatal(err)
	}
	if line := "      3     21       3              2    76.2 %         2    2  50.0 %  p\n"; !strings.Contains(b.String(), line) {
		t.Errorf("no line %q in\n%s", line, b.String())
	}
}

func TestMeasureSaysWhatIsWrong(t *testing.T) {
	if _, err := measure(t.TempDir()); err == nil {
		t.Error("a folder without a module was measured")
	}
}
