package config

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/hadal-crawler/hadal/internal/nearest"
)

// ReadDocument reads one YAML document into a struct that is declared for JSON:
// the keys are the names of its json tags. The error is an *Error with file, line
// and column for what is unknown, of the wrong type or given twice.
func ReadDocument(file string, data []byte, into any) error {
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		var located yaml.Error
		if errors.As(err, &located) {
			return &Error{[]Problem{problemAt(file, located.GetToken(), located.GetMessage())}}
		}
		return &Error{[]Problem{{File: file, Message: err.Error()}}}
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return &Error{[]Problem{{File: file, Message: "the file must hold one YAML document"}}}
	}
	d := document{file: file, anchors: map[string]ast.Node{}}
	value := d.value(tree.Docs[0].Body, reflect.TypeOf(into).Elem(), "the file", 0)
	if len(d.problems) > 0 {
		return &Error{d.problems}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return &Error{[]Problem{{File: file, Message: err.Error()}}}
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &Error{[]Problem{{File: file, Message: err.Error()}}}
	}
	return nil
}

// document turns nodes into values that encoding/json writes as the struct
// expects them, and gathers what is wrong.
type document struct {
	file     string
	anchors  map[string]ast.Node
	problems []Problem
}

// maxDepth bounds the nesting of a document.
const maxDepth = 40

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

func (d *document) wrong(n ast.Node, format string, args ...any) any {
	d.problems = append(d.problems, problemAt(d.file, n.GetToken(), fmt.Sprintf(format, args...)))
	return nil
}

func (d *document) value(n ast.Node, t reflect.Type, name string, depth int) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch node := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return nil
	case *ast.AnchorNode:
		d.anchors[node.Name.String()] = node.Value
		return d.value(node.Value, t, name, depth)
	case *ast.AliasNode:
		target := d.anchors[node.Value.String()]
		if target == nil || depth > maxDepth {
			return d.wrong(n, "%s refers to an anchor that is not above it", name)
		}
		return d.value(target, t, name, depth+10) // an anchor in itself ends soon
	}
	if depth > maxDepth {
		return d.wrong(n, "%s is nested too deeply", name)
	}
	switch {
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		text, ok := scalar(n)
		if !ok {
			return d.wrong(n, "%s wants a text, not %s", name, describe(n))
		}
		into := reflect.New(t)
		if err := into.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			return d.wrong(n, "%s: %v", name, err)
		}
		return text
	case t.Kind() == reflect.Struct:
		return d.object(n, t, name, depth)
	case t.Kind() == reflect.Slice:
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			return d.wrong(n, "%s wants a list, one `- ...` a line", name)
		}
		out := []any{}
		for _, item := range list.Values {
			out = append(out, d.value(item, t.Elem(), "an item of "+name, depth+1))
		}
		return out
	}
	text, ok := scalar(n)
	if !ok {
		return d.wrong(n, "%s wants %s, not %s", name, wanted(t), describe(n))
	}
	switch t.Kind() {
	case reflect.String:
		return text
	case reflect.Bool:
		if b, ok := n.(*ast.BoolNode); ok {
			return b.Value
		}
	case reflect.Int, reflect.Int64:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil && isNumber(n) {
			return i
		}
	case reflect.Float64:
		if f, err := strconv.ParseFloat(text, 64); err == nil && isNumber(n) {
			return f
		}
	}
	return d.wrong(n, "%s wants %s, not %s", name, wanted(t), describe(n))
}

func isNumber(n ast.Node) bool {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		return true
	}
	return false
}

// scalar returns the text of a node that is a single value.
func scalar(n ast.Node) (string, bool) {
	switch node := n.(type) {
	case *ast.StringNode:
		return node.Value, true
	case *ast.LiteralNode:
		return node.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// object reads a mapping into the members that t has by its json tags; those of
// embedded structs are its own.
func (d *document) object(n ast.Node, t reflect.Type, name string, depth int) any {
	mapping, ok := n.(ast.MapNode)
	if !ok {
		return d.wrong(n, "%s wants `key: value` lines, not %s", name, describe(n))
	}
	members := map[string]reflect.Type{}
	var known []string
	for _, f := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "" || tag == "-" || f.Anonymous {
			continue
		}
		members[tag] = f.Type
		known = append(known, tag)
	}
	out := map[string]any{}
	var seen []string
	for it := mapping.MapRange(); it.Next(); {
		key := it.Key().GetToken().Value
		if slices.Contains(seen, key) {
			d.wrong(it.Key(), "%q is given twice", key)
			continue
		}
		seen = append(seen, key)
		member, ok := members[key]
		if !ok {
			message := fmt.Sprintf("%s knows no %q", name, key)
			message += nearest.Hint(key, known)
			d.wrong(it.Key(), "%s", message)
			continue
		}
		if v := d.value(it.Value(), member, key, depth+1); v != nil {
			out[key] = v
		}
	}
	return out
}

// At returns an *Error that points at the value that path leads to in a
// document, such as "wrapper", "columns", "2", "select"; at the nearest one
// around it where it is not there.
func At(file string, data []byte, message string, path ...string) error {
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		return &Error{[]Problem{{File: file, Message: message}}}
	}
	for ; ; path = path[:len(path)-1] {
		at := "$"
		for _, step := range path {
			if _, err := strconv.Atoi(step); err == nil {
				at += "[" + step + "]"
			} else {
				at += "." + step
			}
		}
		if place := tokenAt(tree, at); place != nil || len(path) == 0 {
			return &Error{[]Problem{problemAt(file, place, message)}}
		}
	}
}

// tokenAt returns the token at a path of a file, nil where nothing is there.
func tokenAt(tree *ast.File, path string) *token.Token {
	p, err := yaml.PathString(path)
	if err != nil {
		return nil
	}
	node, err := p.FilterFile(tree)
	if err != nil || node == nil {
		return nil
	}
	return node.GetToken()
}
