package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

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
	members, err := inOrder(jsontext.NewDecoder(bytes.NewBuffer(text)))
	if err != nil {
		return nil, fmt.Errorf("write as YAML: %w", err)
	}
	root, err := yaml.ValueToNode(members, yaml.IndentSequence(true))
	if err != nil {
		return nil, fmt.Errorf("write as YAML: %w", err)
	}
	layout{comments}.of(root, "")
	var b strings.Builder
	if head := commentOf(comments[""]); head != nil {
		b.WriteString(head.String() + "\n")
	}
	apart := b.Len() > 0
	for line := range strings.Lines(root.String()) {
		if line[0] != ' ' { // a member of the whole, or a comment above it
			if apart {
				b.WriteByte('\n')
			}
			apart = line[0] != '#'
		}
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return []byte(b.String()), nil
}

// inOrder reads a JSON value with the members of objects in their order.
func inOrder(d *jsontext.Decoder) (any, error) {
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '{':
		members := yaml.MapSlice{}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			item := yaml.MapItem{Key: name.String()}
			if item.Value, err = inOrder(d); err != nil {
				return nil, err
			}
			members = append(members, item)
		}
		_, err := d.ReadToken()
		return members, err
	case '[':
		list := []any{}
		for d.PeekKind() != ']' {
			v, err := inOrder(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.ReadToken()
		return list, err
	case '"':
		return t.String(), nil
	case '0':
		if n, err := strconv.ParseInt(t.String(), 10, 64); err == nil {
			return n, nil
		}
		return t.Float(), nil
	case 't', 'f':
		return t.Bool(), nil
	}
	return nil, nil
}

// commentOf returns a text as a comment, nil for none.
func commentOf(text string) *ast.CommentGroupNode {
	var lines []*token.Token
	for line := range strings.Lines(text) {
		// A line break of another alphabet would end the comment.
		line = strings.TrimRight(" "+visible.Line(strings.TrimRight(line, "\n")), " ")
		lines = append(lines, token.New(line, line, &token.Position{Column: 1}))
	}
	if lines == nil {
		return nil
	}
	return ast.CommentGroup(lines)
}

// plain matches texts that need no quotes in YAML, wherever they stand.
var plain = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./()-]+)*$`)

var reserved = map[string]bool{"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// widest is the length of the longest value that stands on one line.
const widest = 130

// layout puts comments above values, small values on one line, and texts that could
// be taken for something else in quotes.
type layout struct{ comments map[string]string }

func (l layout) of(n ast.Node, path string) {
	switch node := n.(type) {
	case *ast.StringNode:
		if !strings.HasPrefix(node.Value, `"`) && (!plain.MatchString(node.Value) || reserved[strings.ToLower(node.Value)]) {
			node.Value = strconv.Quote(node.Value)
		}
	case *ast.MappingNode:
		for _, v := range node.Values {
			at := strings.TrimPrefix(path+"."+v.Key.GetToken().Value, ".")
			l.of(v.Key, "")
			l.of(v.Value, at)
			if l.small(v.Value, at, false) {
				v.SetIsFlowStyle(true)
			}
			if c := commentOf(l.comments[at]); c != nil {
				_ = v.SetComment(c) // it can have one
			}
		}
	case *ast.SequenceNode:
		node.ValueHeadComments = make([]*ast.CommentGroupNode, len(node.Values))
		for i, v := range node.Values {
			at := path + "." + strconv.Itoa(i)
			l.of(v, at)
			if m, ok := v.(*ast.MappingNode); ok && l.small(v, at, true) {
				m.SetIsFlowStyle(true)
			}
			node.ValueHeadComments[i] = commentOf(l.comments[at])
		}
	}
}

// small reports whether a value reads well on one line: it is short, has no comment
// within, and only an item of a list has lists or objects in it, or many members.
func (l layout) small(n ast.Node, path string, item bool) bool {
	for at := range l.comments {
		if strings.HasPrefix(at, path+".") {
			return false
		}
	}
	length := n.GetToken().Position.Column
	switch node := n.(type) {
	case *ast.MappingNode:
		if !item && len(node.Values) > 3 {
			return false
		}
		for _, v := range node.Values {
			length += len(v.Key.String()) + len(v.Value.String()) + len(": , ")
			if !item && !scalarOrEmpty(v.Value) {
				return false
			}
		}
	case *ast.SequenceNode:
		for _, v := range node.Values {
			length += len(v.String()) + len(", ")
			if !scalarOrEmpty(v) {
				return false
			}
		}
	}
	return length < widest
}

func scalarOrEmpty(n ast.Node) bool {
	switch node := n.(type) {
	case *ast.MappingNode:
		return len(node.Values) == 0
	case *ast.SequenceNode:
		return len(node.Values) == 0
	}
	return true
}
