package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// House is what was measured of a module.
type House struct {
	Packages []Room `json:"packages"` // of the product and of what measures it, the largest first
	Types    []Type `json:"types"`    // with the most methods first
	Lines    Lines  `json:"lines"`
}

// Lines are counted by what the files are for.
type Lines struct {
	Product int `json:"product"`
	Eval    int `json:"eval"` // what measures, but does not harvest
	Tests   int `json:"tests"`
}

// Room is a package without its tests.
type Room struct {
	Path     string `json:"path"`
	Eval     bool   `json:"eval,omitempty"`
	Files    int    `json:"files"`
	Lines    int    `json:"lines"`
	Arrows   int    `json:"arrows"`      // pairs of files, the first of which uses what the second declares
	Cycle    int    `json:"cycle"`       // files of the largest set that all lead to each other; 0 where none do
	Cycled   int    `json:"cycle_lines"` // of these
	Exported int    `json:"exported"`    // names on the top level
	Ifs      int    `json:"ifs"`
	LongIfs  int    `json:"long_ifs"` // that have && and || three times or more
}

// Type is one that has methods.
type Type struct {
	Name    string `json:"name"` // package.type
	Fields  int    `json:"fields"`
	Methods int    `json:"methods"`
	Files   int    `json:"files"` // that declare its methods
}

// beside are the files that measure the product, or are measured with, but do not harvest.
var beside = regexp.MustCompile(`^(eval|fixtures|tools)/|/score/|^surface/webgraph/|^storage/storagetest/|^internal/cputime/|^cmd/hadal/(internal/)?sim|^querygen/simulate/|^querygen/(model|curve)`)

func measure(dir string) (*House, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	h := &House{}
	if h.Lines, err = linesOf(root); err != nil {
		return nil, err
	}
	loaded, err := packages.Load(&packages.Config{
		Dir: root, Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedExportFile |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedModule,
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		if p.Module == nil {
			return nil, errors.New("there is no module")
		}
		if len(p.Syntax) == 0 {
			continue // tests alone
		}
		b := builder{p, map[string]*file{}, strings.TrimPrefix(strings.TrimPrefix(p.PkgPath, p.Module.Path), "/")}
		room, err := b.room(root)
		if err != nil {
			return nil, err
		}
		h.Packages = append(h.Packages, room)
		h.Types = append(h.Types, b.types()...)
	}
	slices.SortFunc(h.Packages, func(a, b Room) int { return cmp.Or(b.Lines-a.Lines, cmp.Compare(a.Path, b.Path)) })
	slices.SortFunc(h.Types, func(a, b Type) int { return cmp.Or(b.Methods-a.Methods, cmp.Compare(a.Name, b.Name)) })
	return h, nil
}

// linesOf counts the lines of all Go files, those of modules within and of other systems included.
func linesOf(root string) (out Lines, err error) {
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (d.Name()[0] == '.' || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		in, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		switch n := bytes.Count(text, []byte("\n")); {
		case strings.HasSuffix(name, "_test.go"):
			out.Tests += n
		case beside.MatchString(filepath.ToSlash(in)):
			out.Eval += n
		default:
			out.Product += n
		}
		return nil
	})
	return out, err
}

// file is a file of a package and those of the same package that it uses.
type file struct {
	name  string
	lines int
	uses  map[*file]bool
}

// builder measures one package.
type builder struct {
	*packages.Package
	files map[string]*file
	path  string // in the module
}

func (b builder) fileAt(pos token.Pos) *file { return b.files[b.Fset.Position(pos).Filename] }

func (b builder) room(root string) (Room, error) {
	r := Room{Path: cmp.Or(b.path, "."), Files: len(b.Syntax), Eval: beside.MatchString(b.path + "/")}
	for _, f := range b.Syntax {
		name := b.Fset.Position(f.Package).Filename
		text, err := os.ReadFile(name)
		if err != nil {
			return r, fmt.Errorf("read a file of %s: %w", b.PkgPath, err)
		}
		b.files[name] = &file{name: name, lines: bytes.Count(text, []byte("\n")), uses: map[*file]bool{}}
		r.Lines += b.files[name].lines
		ast.Inspect(f, func(n ast.Node) bool {
			if i, ok := n.(*ast.IfStmt); ok {
				r.Ifs++
				if joints(i.Cond) >= 3 {
					r.LongIfs++
				}
			}
			return true
		})
	}
	for id, o := range b.TypesInfo.Uses {
		from, to := b.fileAt(id.Pos()), b.fileAt(o.Pos())
		if o.Pkg() == b.Types && from != nil && to != nil && from != to {
			from.uses[to] = true
		}
	}
	var all []*file
	for _, f := range b.files {
		all = append(all, f)
		r.Arrows += len(f.uses)
	}
	for _, f := range largestCycle(all) {
		r.Cycle++
		r.Cycled += f.lines
	}
	for _, name := range b.Types.Scope().Names() {
		if token.IsExported(name) {
			r.Exported++
		}
	}
	return r, nil
}

// types returns the types of the package that have methods.
func (b builder) types() (out []Type) {
	for _, name := range b.Types.Scope().Names() {
		of, ok := b.Types.Scope().Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		named, ok := of.Type().(*types.Named)
		if !ok || named.NumMethods() == 0 {
			continue
		}
		t := Type{Name: b.path + "." + name, Methods: named.NumMethods()}
		in := map[*file]bool{}
		for m := range named.Methods() {
			in[b.fileAt(m.Pos())] = true
		}
		t.Files = len(in)
		if s, ok := named.Underlying().(*types.Struct); ok {
			t.Fields = s.NumFields()
		}
		out = append(out, t)
	}
	return out
}

// joints returns how many && and || a condition has, those in parentheses and behind a !
// included.
func joints(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return joints(e.X)
	case *ast.UnaryExpr:
		return joints(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return joints(e.X) + 1 + joints(e.Y)
		}
	}
	return 0
}

// largestCycle returns the largest set of files, by lines, that all lead to each other; none where
// no two do. (R. E. Tarjan: Depth-first search and linear graph algorithms, 1972.)
func largestCycle(files []*file) (largest []*file) {
	var (
		index, low = map[*file]int{}, map[*file]int{}
		stack      []*file
		open       = map[*file]bool{}
		most       int
		visit      func(f *file)
	)
	visit = func(f *file) {
		index[f] = len(index) + 1
		low[f] = index[f]
		stack, open[f] = append(stack, f), true
		for to := range f.uses {
			if index[to] == 0 {
				visit(to)
				low[f] = min(low[f], low[to])
			} else if open[to] {
				low[f] = min(low[f], index[to])
			}
		}
		if low[f] < index[f] {
			return
		}
		at := slices.Index(stack, f)
		lines := 0
		for _, g := range stack[at:] {
			open[g] = false
			lines += g.lines
		}
		if len(stack)-at > 1 && lines > most {
			largest, most = slices.Clone(stack[at:]), lines
		}
		stack = stack[:at]
	}
	for _, f := range files {
		if index[f] == 0 {
			visit(f)
		}
	}
	return largest
}
