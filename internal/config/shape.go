package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/hadal-crawler/hadal/internal/nearest"
)

// A key is one setting as the structs of this package declare it.
type key struct {
	name string // as in the file
	help string
	typ  reflect.Type
	path []int // reflect index within the struct that keysOf was asked about
}

// keysOf lists the settings of a struct type in the order of their declaration.
func keysOf(t reflect.Type) []key {
	var keys []key
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("yaml"); name != "" && !f.Anonymous {
			keys = append(keys, key{name: name, help: f.Tag.Get("help"), typ: f.Type, path: f.Index})
		}
	}
	return keys
}

func names(keys []key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = k.name
	}
	return out
}

// checkShape holds a YAML node against a type of this package and returns what
// does not fit: unknown keys and values of the wrong type. Ranges are checked
// after merging (see check.go).
func checkShape(file string, node ast.Node, t reflect.Type, name string) []Problem {
	switch n := node.(type) {
	case *ast.AnchorNode:
		return checkShape(file, n.Value, t, name)
	case *ast.AliasNode, *ast.NullNode, nil:
		return nil // an alias is checked where its anchor stands; null leaves the default
	}
	switch {
	case t.Kind() == reflect.Struct:
		return checkMapping(file, node, t, name)
	case t.Kind() == reflect.Slice:
		list, ok := node.(*ast.SequenceNode)
		if !ok {
			return []Problem{problemAt(file, node.GetToken(), fmt.Sprintf("%s wants a list, one `- ...` a line", name))}
		}
		var problems []Problem
		for _, item := range list.Values {
			problems = append(problems, checkShape(file, item, t.Elem(), "an item of "+name)...)
		}
		return problems
	}
	if err := yaml.NodeToValue(node, reflect.New(t).Interface()); err != nil || !fits(node, t) {
		return []Problem{problemAt(file, node.GetToken(), fmt.Sprintf("%s wants %s, not %s", name, wanted(t), describe(node)))}
	}
	return nil
}

func checkMapping(file string, node ast.Node, t reflect.Type, name string) []Problem {
	mapping, ok := node.(ast.MapNode)
	if !ok {
		return []Problem{problemAt(file, node.GetToken(), fmt.Sprintf("%s wants `key: value` lines, not %s", name, describe(node)))}
	}
	keys := keysOf(t)
	var problems []Problem
	seen := map[string]bool{}
	for it := mapping.MapRange(); it.Next(); {
		if it.Key().IsMergeKey() {
			problems = append(problems, checkShape(file, it.Value(), t, name)...)
			continue
		}
		written := it.Key().GetToken().Value
		if seen[written] {
			problems = append(problems, problemAt(file, it.Key().GetToken(), fmt.Sprintf("setting %q is given twice", written)))
			continue
		}
		seen[written] = true
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == written })
		if i >= 0 {
			problems = append(problems, checkShape(file, it.Value(), keys[i].typ, keys[i].name)...)
			continue
		}
		message := fmt.Sprintf("unknown setting %q", written)
		message += nearest.Hint(written, names(keys))
		problems = append(problems, problemAt(file, it.Key().GetToken(), message))
	}
	return problems
}

// fits refuses what the decoder would accept with a shrug: numbers, booleans
// and lists given as texts or the other way round.
func fits(node ast.Node, t reflect.Type) bool {
	switch node.(type) {
	case ast.MapNode, *ast.SequenceNode:
		return false
	case *ast.StringNode, *ast.LiteralNode:
		return t.Kind() == reflect.String || t == reflect.TypeFor[time.Duration]() || t == reflect.TypeFor[Size]()
	case *ast.BoolNode:
		return t.Kind() == reflect.Bool || t.Kind() == reflect.String
	case *ast.FloatNode:
		return t.Kind() == reflect.Float64 || t.Kind() == reflect.String
	case *ast.InfinityNode, *ast.NanNode:
		return false
	}
	return t.Kind() != reflect.Bool
}

// wanted says in words what values a type takes.
func wanted(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return "a duration such as 500ms, 2s or 1h30m"
	case reflect.TypeFor[Size]():
		return "a size such as 10MB"
	case reflect.TypeFor[[]Binding]():
		return "name=value"
	case reflect.TypeFor[[]Capability]():
		return "name=no, name=yes or name=value"
	case reflect.TypeFor[[]Labelled]():
		return "label=a;b or label=@file"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Float64:
		return "a number"
	}
	return "a text"
}

func describe(node ast.Node) string {
	switch n := node.(type) {
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return fmt.Sprintf("%q", n.Value)
	}
	return strings.TrimSpace(node.String())
}
