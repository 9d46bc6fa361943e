// Package promises reads the lists in package harvest's comment of what is promised, which
// functions guard it, and which tests fail without these. It finds the functions and tests in
// the tree, so that a list that names what is gone is noticed.
//
// An item begins with a line of its text. Further lines stand further in: of the text, then
// "guard: " and "test: " with names divided by commas. A guard is "Type.method" or
// "function", where others have that name with the folder that it is below: "storage: spanOf".
package promises

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A Promise is one item.
type Promise struct {
	Text   string
	Guards []Place
	Tests  []Place
}

// A Place is a function of the tree.
type Place struct {
	Name string // with its receiver's type before a dot
	File string // relative to the root
	Func string // without its receiver
}

// Read returns the promises of the tree at root. An error names all that is not there.
func Read(root string) (list []Promise, err error) {
	items, err := items(filepath.Join(root, "harvest", "doc.go"))
	if err != nil {
		return nil, err
	}
	all, err := functions(root)
	if err != nil {
		return nil, err
	}
	var missing []string
	find := func(names string, test bool) (found []Place) {
		for name := range strings.SplitSeq(names, ",") {
			name = strings.TrimSpace(name)
			folder, bare, given := strings.Cut(name, ": ")
			if !given {
				folder, bare = "", name
			}
			n := len(found)
			for _, f := range all {
				if f.Name == bare && strings.HasPrefix(f.File, folder) && strings.HasSuffix(f.File, "_test.go") == test {
					found = append(found, f)
				}
			}
			if len(found) == n {
				missing = append(missing, fmt.Sprintf("%q", name))
			}
		}
		return found
	}
	for _, i := range items {
		list = append(list, Promise{i[0], find(i[1], false), find(i[2], true)})
	}
	if len(missing) > 0 {
		return list, fmt.Errorf("harvest/doc.go names what is not there: %s", strings.Join(missing, ", "))
	}
	return list, nil
}

// items returns text, guards and tests of each item of the lists in a file's package comment.
func items(name string) (all [][3]string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	part := 0
	for line := range strings.Lines(f.Doc.Text()) {
		line, code := strings.CutPrefix(line, "\t")
		text := strings.TrimSpace(line)
		if !code || text == "" {
			continue
		}
		if line[0] != ' ' {
			all, part = append(all, [3]string{}), 0
		}
		for i, begin := range []string{"guard: ", "test: "} {
			if rest, ok := strings.CutPrefix(text, begin); ok {
				part, text = i+1, rest
			}
		}
		last := &all[len(all)-1][part]
		*last = strings.TrimSpace(*last + " " + text)
	}
	all = slices.DeleteFunc(all, func(i [3]string) bool { return i[1] == "" && i[2] == "" }) // of other lists
	return all, nil
}

// functions returns all functions of the tree.
func functions(root string) (all []Place, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"eval", "bin", "node_modules", "testdata"}, d.Name())) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				all = append(all, Place{receiver(fn) + fn.Name.Name, filepath.ToSlash(file), fn.Name.Name})
			}
		}
		return nil
	})
	return all, err
}

// receiver returns the name of a method's type and a dot, or nothing.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "."
		default:
			return ""
		}
	}
}
