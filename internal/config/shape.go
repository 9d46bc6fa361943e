package config

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// A key is one setting as the structs of this package declare it, or one member of a
// document.
type key struct {
	name string // as in the file
	help string
	typ  reflect.Type
	path []int // reflect index within the struct that was asked about

	also     string   // what others call it
	older    string   // what to write in questions instead, in a file; "": it is no older setting
	oneOf    []string // the only values; nil: any
	min, max string   // bounds of a number; "": none
}

// keysOf lists the settings of a struct type in the order of their declaration.
func keysOf(t reflect.Type) []key { return keysTagged(t, "yaml") }

// keysTagged lists the members of a struct type that have a name in a tag; those of
// embedded structs are its own.
func keysTagged(t reflect.Type, tag string) []key {
	var keys []key
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get(tag), ","); name != "" && name != "-" && !f.Anonymous {
			k := key{name: name, help: f.Tag.Get("help"), also: f.Tag.Get("also"), older: f.Tag.Get("older"), typ: f.Type, path: f.Index, min: f.Tag.Get("min"), max: f.Tag.Get("max")}
			if few := f.Tag.Get("oneof"); few != "" {
				k.oneOf = strings.Split(few, ",")
			}
			keys = append(keys, k)
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
	case reflect.TypeFor[Several]():
		return "a text, or a list of them"
	case reflect.TypeFor[Pager]():
		return "parameter=NAME,start=N,step=N, next=SELECTOR or off"
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
