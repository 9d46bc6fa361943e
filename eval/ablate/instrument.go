package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/eval/ablate/ablated"
)

// edit is text to put in at an offset.
type edit struct {
	at   int
	text string
}

// source is one file that is rewritten.
type source struct {
	path  string
	body  []byte
	edits []edit
}

// instrumenter rewrites the files of some folders so that they ask package ablated.
type instrumenter struct {
	root       string
	refused    map[string]bool // "file:line kind" that do not compile when rewritten
	only       *regexp.Regexp  // of "kind file:function"
	fset       *token.FileSet
	mechanisms []ablated.Mechanism
	sources    []*source
}

// largest is how many lines a function may have whose whole result is left out.
const largest = 40

func (in *instrumenter) folder(name string) error {
	return filepath.WalkDir(filepath.Join(in.root, name), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		return in.file(path)
	})
}

func (in *instrumenter) file(path string) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(in.fset, path, body, 0)
	if err != nil {
		return err
	}
	s := &source{path: path, body: body}
	w := &rewriter{instrumenter: in, source: s}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			w.function(fn)
		}
	}
	if len(s.edits) == 0 {
		return nil
	}
	s.edits = append(s.edits, edit{at: in.fset.Position(f.Name.End()).Offset, text: `; import "github.com/hadal-crawler/hadal/eval/ablate/ablated"`})
	in.sources = append(in.sources, s)
	return nil
}

// text returns the file with its edits; of two at one place the later one stands outside.
func (s *source) text() []byte {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return a.at - b.at })
	var out bytes.Buffer
	last := 0
	for _, e := range s.edits {
		out.Write(s.body[last:e.at])
		out.WriteString(e.text)
		last = e.at
	}
	out.Write(s.body[last:])
	return out.Bytes()
}

// rewriter rewrites the functions of one file.
type rewriter struct {
	*instrumenter
	*source
	fn *ast.FuncDecl
}

func (w *rewriter) offset(p token.Pos) int { return w.fset.Position(p).Offset }

func (w *rewriter) of(from, to token.Pos) string { return string(w.body[w.offset(from):w.offset(to)]) }

// add names a mechanism; not those that are known not to compile.
func (w *rewriter) add(kind string, at ast.Node, size int, text string) (n int, ok bool) {
	line := w.fset.Position(at.Pos()).Line
	file, _ := filepath.Rel(w.root, w.path)
	if w.refused[fmt.Sprintf("%s:%d", file, line)] || !w.only.MatchString(kind+" "+file+":"+w.fn.Name.Name) {
		return 0, false
	}
	n = len(w.mechanisms)
	w.mechanisms = append(w.mechanisms, ablated.Mechanism{N: n, Kind: kind, File: file, Line: line, Func: w.fn.Name.Name, Size: size, Text: strings.Join(strings.Fields(text), " ")})
	return n, true
}

// around puts text before and after an expression.
func (w *rewriter) around(x ast.Node, before, after string) {
	w.edits = append(w.edits, edit{at: w.offset(x.Pos()), text: before}, edit{at: w.offset(x.End()), text: after})
}

func (w *rewriter) lines(n ast.Node) int {
	return w.fset.Position(n.End()).Line - w.fset.Position(n.Pos()).Line + 1
}

func (w *rewriter) function(fn *ast.FuncDecl) {
	w.fn = fn
	w.result(fn)
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			w.condition("if", n.Cond, w.lines(n.Body)+1)
		case *ast.SwitchStmt:
			if n.Tag == nil {
				for _, c := range n.Body.List {
					for _, x := range c.(*ast.CaseClause).List {
						w.condition("case", x, w.lines(c))
					}
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.LOR || n.Op == token.LAND {
				w.term(n.Op, n.X)
				w.term(n.Op, n.Y)
			}
		}
		return true
	})
}

func (w *rewriter) condition(kind string, x ast.Expr, size int) {
	if n, ok := w.add(kind, x, size, w.of(x.Pos(), x.End())); ok {
		w.around(x, fmt.Sprintf("ablated.Yes(%d,", n), ")")
	}
}

// term is one of what && and || join; longer chains are taken apart where they nest.
func (w *rewriter) term(op token.Token, x ast.Expr) {
	if b, ok := ast.Unparen(x).(*ast.BinaryExpr); ok && b.Op == op {
		return
	}
	kind, call := "or", "Yes"
	if op == token.LAND {
		kind, call = "and", "No"
	}
	if n, ok := w.add(kind, x, 0, w.of(x.Pos(), x.End())); ok {
		w.around(x, fmt.Sprintf("ablated.%s(%d,", call, n), ")")
	}
}

// result leaves a short function's result out: nothing, false, true, or what was given.
func (w *rewriter) result(fn *ast.FuncDecl) {
	if w.lines(fn) > largest || fn.Type.TypeParams != nil {
		return
	}
	var types, names []string
	if fn.Type.Results != nil {
		for _, f := range fn.Type.Results.List {
			for i := range max(1, len(f.Names)) {
				types = append(types, w.of(f.Type.Pos(), f.Type.End()))
				if len(f.Names) > 0 {
					names = append(names, f.Names[i].Name)
				}
			}
		}
	}
	size := w.lines(fn)
	start := w.offset(fn.Body.Lbrace) + 1
	put := func(text string) { w.edits = append(w.edits, edit{at: start, text: text}) }
	switch {
	case len(types) == 0:
		if n, ok := w.add("skip", fn, size, ""); ok {
			put(fmt.Sprintf("if ablated.Skip(%d) { return };", n))
		}
		return
	case len(types) == 1 && types[0] == "error": // what it does, not that it may fail
		if n, ok := w.add("skip", fn, size, ""); ok {
			put(fmt.Sprintf("if ablated.Skip(%d) { return nil };", n))
		}
		return
	case len(types) > 2:
		if len(names) == len(types) {
			if n, ok := w.add("skip", fn, size, ""); ok {
				put(fmt.Sprintf("if ablated.Skip(%d) { return };", n))
			}
		}
		return
	}
	zero, ok := w.add("zero", fn, size, "")
	if !ok {
		return
	}
	before, after := []string{}, []string{}
	for _, t := range types {
		before, after = append(before, fmt.Sprintf("ablated.Zero[%s](%d,", t, zero)), append(after, ")")
	}
	if types[0] == "bool" && len(types) == 1 {
		if n, ok := w.add("true", fn, size, ""); ok {
			before[0], after[0] = fmt.Sprintf("ablated.No(%d,", n)+before[0], ")"+after[0]
		}
	}
	if given := w.given(fn, types); given != "" {
		if n, ok := w.add("pass", fn, size, ""); ok {
			put(fmt.Sprintf("ablated%d := %s; _ = ablated%d;", n, given, n))
			before[0], after[0] = fmt.Sprintf("ablated.Pass[%s](%d,", types[0], n)+before[0], after[0]+fmt.Sprintf(",ablated%d)", n)
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			w.returns(n, types, names, before, after, zero)
		}
		return true
	})
}

// given names the argument or receiver that could stand for the result.
func (w *rewriter) given(fn *ast.FuncDecl, types []string) string {
	if len(types) != 1 {
		return ""
	}
	lists := []*ast.FieldList{fn.Type.Params, fn.Recv}
	for _, l := range lists {
		if l == nil {
			continue
		}
		for _, f := range l.List {
			if w.of(f.Type.Pos(), f.Type.End()) == types[0] && len(f.Names) > 0 && f.Names[0].Name != "_" {
				return f.Names[0].Name
			}
		}
	}
	return ""
}

func (w *rewriter) returns(r *ast.ReturnStmt, types, names, before, after []string, zero int) {
	switch {
	case len(r.Results) == len(types):
		for i, x := range r.Results {
			w.around(x, before[i], after[i])
		}
	case len(r.Results) == 1: // of two
		w.around(r.Results[0], fmt.Sprintf("ablated.Zeros[%s,%s](%d)(", types[0], types[1], zero), ")")
	case len(names) == len(types):
		var parts []string
		for i, name := range names {
			parts = append(parts, before[i]+name+after[i])
		}
		w.edits = append(w.edits, edit{at: w.offset(r.End()), text: " " + strings.Join(parts, ",")})
	}
}
