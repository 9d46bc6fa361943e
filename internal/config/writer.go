package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/internal/visible"
)

// WriteDocument writes a value that is declared for JSON as YAML that a person
// can read and ReadDocument reads: members in the order of their declaration,
// small ones on one line. comments stand above the members that their path
// names ("wrapper", "form.fields.0"); that of "" opens the file.
func WriteDocument(value any, comments map[string]string) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write as YAML: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	root, err := readNode(d)
	if err != nil {
		return nil, fmt.Errorf("write as YAML: %w", err)
	}
	w := documentWriter{comments: comments}
	w.comment("", "")
	if comments[""] != "" {
		w.b.WriteByte('\n')
	}
	w.members(root, "", "")
	return w.b.Bytes(), nil
}

// node is a JSON value with its members in order.
type node struct {
	keys  []string // of an object
	items []node   // of an object or array
	array bool
	text  string // of a scalar: as YAML
}

func (n node) scalar() bool { return !n.array && n.keys == nil && n.text != "" }

func readNode(d *json.Decoder) (n node, err error) {
	token, err := d.Token()
	if err != nil {
		return n, err
	}
	switch t := token.(type) {
	case json.Delim:
		n.array = t == '['
		if !n.array {
			n.keys = []string{}
		}
		for d.More() {
			if !n.array {
				key, err := d.Token()
				if err != nil {
					return n, err
				}
				n.keys = append(n.keys, key.(string)) // the decoder allows nothing else
			}
			item, err := readNode(d)
			if err != nil {
				return n, err
			}
			n.items = append(n.items, item)
		}
		_, err = d.Token()
		return n, err
	case string:
		n.text = quoted(t)
	case json.Number:
		n.text = t.String()
	case bool:
		n.text = fmt.Sprint(t)
	default:
		n.text = "null"
	}
	return n, nil
}

// plain matches texts that need no quotes in YAML, wherever they stand.
var plain = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./()-]+)*$`)

var reserved = map[string]bool{"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

func quoted(s string) string {
	if plain.MatchString(s) && !reserved[strings.ToLower(s)] {
		return s
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // strings can always be written
	}
	return strings.TrimRight(string(visible.JSON(b.Bytes())), "\n")
}

type documentWriter struct {
	b        bytes.Buffer
	comments map[string]string
}

// widest is the length of the longest line that a value is put on; longer ones
// are broken up.
const widest = 150

func (w *documentWriter) comment(path, indent string) {
	if w.comments[path] == "" {
		return
	}
	for line := range strings.Lines(w.comments[path]) {
		// A line break of another alphabet would end the comment.
		line = visible.Line(strings.TrimRight(line, "\n"))
		fmt.Fprintln(&w.b, strings.TrimRight(indent+"# "+line, " "))
	}
}

func below(path, step string) string {
	if path == "" {
		return step
	}
	return path + "." + step
}

func (w *documentWriter) members(n node, path, indent string) {
	for i, key := range n.keys {
		at := below(path, key)
		if path == "" && i > 0 {
			w.b.WriteByte('\n')
		}
		w.comment(at, indent)
		w.b.WriteString(indent + quoted(key) + ":")
		w.value(n.items[i], at, indent)
	}
}

// value writes what stands behind "key:".
func (w *documentWriter) value(n node, path, indent string) {
	if flow := inline(n); n.scalar() || len(n.items) == 0 || !w.hasComments(path) && len(flow)+len(indent) < widest-20 && flat(n) {
		w.b.WriteString(" " + flow + "\n")
		return
	}
	w.b.WriteByte('\n')
	if !n.array {
		w.members(n, path, indent+"  ")
		return
	}
	w.list(n, path, indent+"  ")
}

func (w *documentWriter) list(n node, path, indent string) {
	if w.packs(n, path) { // words, hashes, long menus: as many a line as fit
		line := indent + "["
		for i, item := range n.items {
			piece := inline(item)
			if i < len(n.items)-1 {
				piece += ", "
			}
			if len(line)+len(piece) > widest {
				w.b.WriteString(strings.TrimRight(line, " ") + "\n")
				line = indent + " "
			}
			line += piece
		}
		w.b.WriteString(line + "]\n")
		return
	}
	for i, item := range n.items {
		at := below(path, fmt.Sprint(i))
		w.comment(at, indent)
		flow := inline(item)
		if len(flow)+len(indent) < widest || item.scalar() || len(item.items) == 0 {
			w.b.WriteString(indent + "- " + flow + "\n")
			continue
		}
		if item.array {
			w.b.WriteString(indent + "-\n")
			w.list(item, at, indent+"  ")
			continue
		}
		first := documentWriter{comments: nil}
		first.members(item, "item", indent+"  ")
		text := first.b.String()
		w.b.WriteString(indent + "- " + strings.TrimPrefix(text, indent+"  "))
	}
}

// hasComments reports whether something inside has a comment.
func (w *documentWriter) hasComments(path string) bool {
	for at := range w.comments {
		if strings.HasPrefix(at, path+".") {
			return true
		}
	}
	return false
}

// packs reports whether the items of a list stand one after the other.
func (w *documentWriter) packs(n node, path string) bool {
	if allScalar(n) {
		return true
	}
	for _, item := range n.items {
		if item.array || !flat(item) || len(inline(item)) > 60 {
			return false
		}
	}
	return len(n.items) > 8 && !w.hasComments(path)
}

func allScalar(n node) bool {
	for _, item := range n.items {
		if !item.scalar() {
			return false
		}
	}
	return true
}

// flat reports whether n reads well on one line: nothing in it holds objects.
func flat(n node) bool {
	for _, item := range n.items {
		if !item.scalar() && len(item.items) > 0 {
			return false
		}
	}
	return n.array || len(n.items) <= 3
}

func inline(n node) string {
	if n.scalar() {
		return n.text
	}
	var parts []string
	for i, item := range n.items {
		if n.array {
			parts = append(parts, inline(item))
		} else {
			parts = append(parts, quoted(n.keys[i])+": "+inline(item))
		}
	}
	if n.array {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
