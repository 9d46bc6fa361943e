package config

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/questions"
)

// ReadDocument reads one YAML document into a struct that is declared for JSON:
// the keys are the names of its json tags. allowed has the only values of some members, named
// as Type.member. The error is an *Error with file, line and column for what is unknown, of
// the wrong type or given twice.
func ReadDocument(file string, data []byte, into any, allowed map[string][]string) error {
	tree, err := parse(file, data)
	if err != nil {
		return err
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return &Error{[]Problem{{File: file, Message: "the file is empty: it must hold one YAML document"}}}
	}
	d := document{file: file, tag: "json", unknown: unknownMember, allowed: allowed, anchors: map[string]ast.Node{}}
	value := d.value(tree.Docs[0].Body, reflect.TypeOf(into).Elem(), "the file", 0)
	if len(d.problems) > 0 {
		return &Error{d.problems}
	}
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return &Error{[]Problem{{File: file, Message: err.Error()}}}
	}
	return nil
}

// Resembles reports whether a file is a document of another kind than a configuration: one
// about a single site, that has a member of a struct, declared for JSON, which no entry of
// sites has, or that takes a mapping where an entry takes another value.
func Resembles(file string, data []byte, of any) bool {
	tree, err := parse(file, data)
	if err != nil || len(tree.Docs) != 1 {
		return false
	}
	root, ok := tree.Docs[0].Body.(ast.MapNode)
	if !ok {
		return false
	}
	members, settings := names(keysTagged(reflect.TypeOf(of), "json")), names(keysOf(reflect.TypeFor[Site]()))
	starts, own := false, false
	for it := root.MapRange(); it.Next(); {
		name := it.Key().GetToken().Value
		if name == "sites" {
			return false
		}
		_, mapping := it.Value().(ast.MapNode)
		starts = starts || name == "start"
		own = own || slices.Contains(members, name) && (!slices.Contains(settings, name) || mapping && name != "questions")
	}
	return starts && own
}

func unknownMember(in, name string) string {
	return fmt.Sprintf("%s knows no %q", in, name) + elsewhere(in, name)
}

// elsewhere says where a name goes that is at home in an entry of sites, and that somebody
// wrote at the top of another document; "" where it is none.
func elsewhere(in, name string) string {
	switch {
	case in != "the file":
		return ""
	case olderOf(name) != "":
		return fmt.Sprintf(": write questions: %s", olderOf(name))
	case ofPlan(name) != "":
		return ofPlan(name)
	case !slices.Contains(append(SiteFlags(), siteAlone...), name):
		return ""
	}
	return fmt.Sprintf(": %s is a setting, write it into the site's entry in %s, beside profile: THIS-FILE", name, FileName)
}

// olderOf says how a plan of questions says what an older setting does; "" where a name is none.
func olderOf(name string) string {
	for _, k := range keysOf(reflect.TypeFor[SiteSettings]()) {
		if k.name == name {
			return k.older
		}
	}
	return ""
}

// ofPlan says where a member of a plan of questions goes; "" where a name is none.
func ofPlan(name string) string {
	if !slices.Contains(names(keysOf(reflect.TypeFor[questions.Plan]())), name) {
		return ""
	}
	return fmt.Sprintf(": write it into questions, as questions: {%s: ...}", name)
}

// parse returns the tree of a file. Its error is an *Error.
func parse(file string, data []byte) (*ast.File, error) {
	if at := firstWrong(data); at >= 0 {
		return nil, &Error{[]Problem{problemIn(file, data, at, "this is no text in UTF-8: save the file as UTF-8")}}
	}
	if at := oddBlank.FindSubmatchIndex(data); at != nil {
		return nil, &Error{[]Problem{problemIn(file, data, at[2], fmt.Sprintf("this blank (%U) is none to YAML: indent with those of the space bar", []rune(string(data[at[2]:at[3]]))[0]))}}
	}
	tree, err := parser.ParseBytes(bytes.TrimPrefix(data, []byte("\ufeff")), 0)
	if located, ok := errors.AsType[yaml.Error](err); ok {
		at, message := located.GetToken(), located.GetMessage()
		for _, known := range notYAML {
			if parts := known.says.FindStringSubmatch(message); parts != nil {
				message = known.means
				if len(parts) > 1 {
					message = fmt.Sprintf(message, parts[1])
				}
			}
		}
		if at != nil && at.Position != nil {
			line := lineOf(data, at.Position.Line)
			if strings.Contains(message, "is not closed") && strings.Contains(line, " #") {
				message += "; behind a blank, # begins a comment: put quotes around what has one"
			} else if twoColons.MatchString(line) {
				message = "this colon has a blank behind it, as one has that ends a key: put quotes around the text that it belongs to"
			}
		}
		return nil, &Error{[]Problem{problemAt(file, at, message)}}
	}
	if err != nil {
		return nil, &Error{[]Problem{{File: file, Message: err.Error()}}}
	}
	tree.Docs = slices.DeleteFunc(tree.Docs, func(d *ast.DocumentNode) bool { _, is := d.Body.(*ast.DirectiveNode); return is })
	if len(tree.Docs) > 1 {
		at := tree.Docs[1].Start
		if at == nil && tree.Docs[1].Body != nil {
			at = tree.Docs[1].Body.GetToken()
		}
		return nil, &Error{[]Problem{problemAt(file, at, "a file holds one YAML document only: take out the line that begins another one (--- or ...)")}}
	}
	return tree, nil
}

// twoColons is a line whose value, without quotes, has a colon with a blank behind it.
var twoColons = regexp.MustCompile(`^[ -]*[\w-]+: [^"'{\[#|>&*]*: `)

// oddBlank is a blank at the beginning of a line that YAML does not indent by.
var oddBlank = regexp.MustCompile(`(?m)^ *([\x{a0}\x{2000}-\x{200b}\x{3000}])`)

func lineOf(data []byte, n int) string {
	lines := strings.Split(string(data), "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// problemIn returns a problem at an offset of a file that cannot be read.
func problemIn(file string, data []byte, at int, message string) Problem {
	line := 1 + bytes.Count(data[:at], []byte("\n"))
	begin := bytes.LastIndexByte(data[:at], '\n') + 1
	mark := fmt.Sprintf("> %d | ", line)
	text := strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(lineOf(data, line), "?"))
	column := 1 + utf8.RuneCount(data[begin:at])
	return Problem{File: file, Line: line, Column: column, Message: message, Picture: mark + withoutPasswords(text) + "\n" + strings.Repeat(" ", len(mark)+column-1) + "^"}
}

// firstWrong returns where data stops being UTF-8; -1 where it does not.
func firstWrong(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			return i
		}
		i += n
	}
	return -1
}

// notYAML is what the parser says, and what that means to whoever wrote the file.
var notYAML = []struct {
	says  *regexp.Regexp
	means string
}{
	{regexp.MustCompile(`'\t'`), "a line may not begin with a tab: indent with blanks"},
	{regexp.MustCompile(`mapping key "([^"]*)" already defined`), "%q is given twice: take one of them out"},
	{regexp.MustCompile(`^found an invalid key`), "this cannot be a key: write it as `key: value`"},
	{regexp.MustCompile(`^(?:mapping )?value is not allowed in this context`), "this line belongs to nothing above it: begin it below what it is about"},
	{regexp.MustCompile(`^(?:unexpected key name|non-map value is specified|unexpected map key)`), "this does not go on what stands above: write it as `key: value`, with a blank behind the colon, below the keys that it stands beside"},
	{regexp.MustCompile(`^could not find end character of (\S+)-quot`), "the %s quote is not closed: write another one where the text ends"},
	{regexp.MustCompile(`^sequence end token '\]' not found`), "the list is not closed: write ] where it ends"},
	{regexp.MustCompile(`^could not find flow map(?:ping)? end token '}'`), "the mapping is not closed: write } where it ends"},
}

// document turns nodes into plain values that fit a struct, and gathers what is wrong:
// unknown keys and values of the wrong type.
type document struct {
	file     string
	tag      string                       // of the struct, that has the names of the keys
	unknown  func(in, name string) string // says that there is no such key
	allowed  map[string][]string          // the only values of members, by Type.member
	anchors  map[string]ast.Node
	problems []Problem
}

// fewMembers is how many members a mapping may have to list them all where one is unknown.
const fewMembers = 12

// sketch returns how a value of a type is written: by its first members.
func sketch(t reflect.Type, tag string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	keys := keysTagged(t, tag)
	var members []string
	for _, k := range keys[:min(len(keys), 2)] {
		members = append(members, k.name+": ...")
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// maxDepth bounds the nesting of a document.
const maxDepth = 40

// coreTags say of what type a value is that follows; what it is wanted as is known anyway.
var coreTags = []string{"!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map"}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

func (d *document) wrong(n ast.Node, format string, args ...any) any {
	p := problemAt(d.file, n.GetToken(), fmt.Sprintf(format, args...))
	if !slices.Contains(d.problems, p) { // what an anchor stands for is read again
		d.problems = append(d.problems, p)
	}
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
	case *ast.TagNode:
		if tag := node.Start.Value; !slices.Contains(coreTags, tag) {
			return d.wrong(n, "%s: hadal knows no tag %s: take it out, and write env:NAME or file:PATH for a secret, {file: ...} for values of a file", name, tag)
		}
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
	case t == reflect.TypeFor[Size](): // as the other settings of one value
	case t.Kind() == reflect.Struct && len(keysTagged(t, d.tag)) > 0:
		if keys := keysTagged(t, d.tag); keys[0].name == "list" { // what is a list first of all may be written as one, or as a value
			if text, ok := scalar(n); ok {
				if several(n) {
					return d.wrong(n, "%s: %q is one value, with commas in it: write [%s] for several, or quotes around it", name, text, text)
				}
				if said := between(n, name); said != "" {
					return d.wrong(n, "%s: %s", name, said)
				}
				return map[string]any{"list": []any{text}}
			}
			if _, ok := n.(*ast.SequenceNode); ok {
				return map[string]any{"list": d.value(n, keys[0].typ, name, depth)}
			}
		}
		return d.object(n, t, name, depth)
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		text, ok := scalar(n)
		if !ok {
			return d.wrong(n, "%s wants a text, not %s", name, describe(n))
		}
		if name == "start" { // of a profile; what was written an address that was read no longer says
			if hostAlone.MatchString(text) {
				text = WithScheme(text)
			}
			if wrong := startURL(text); wrong != "" {
				return d.wrong(n, "start %s", wrong)
			}
		}
		into := reflect.New(t)
		if err := into.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			return d.wrong(n, "%s: %v", name, err)
		}
		return text
	case t.Kind() == reflect.Slice:
		if text, ok := scalar(n); ok && t == reflect.TypeFor[Several]() {
			if several(n) {
				return d.wrong(n, "%s: %q is one value, with commas in it: write [%s] for several, or quotes around it", name, text, text)
			}
			return []any{text}
		}
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			item := "..."
			if e := t.Elem(); e.Kind() == reflect.Struct {
				item = sketch(e, d.tag)
			} else if text, ok := scalar(n); ok {
				if several(n) {
					return d.wrong(n, "%s wants a list: write [%s]", name, text)
				}
				item = text
			}
			return d.wrong(n, "%s wants a list, one `- %s` a line", name, item)
		}
		out := []any{}
		if d.tag == "yaml" && t.Elem().Kind() == reflect.String && slices.Contains(names(keysOf(reflect.TypeFor[Site]())), name) && !d.distinct(list, name) {
			return nil
		}
		for i, item := range list.Values {
			if _, nothing := item.(*ast.NullNode); nothing {
				return d.wrong(list.Values[max(i-1, 0)], "%s has an item that says nothing, the %s: write a value, or take it out", name, ordinal(i+1))
			}
			if said := between(item, name); said != "" {
				return d.wrong(item, "%s: %s", name, said)
			}
			before := len(d.problems)
			out = append(out, d.value(item, t.Elem(), "an item of "+name, depth+1))
			if text, ok := scalar(item); ok && len(d.problems) > before && t.Elem().Kind() == reflect.Struct && text != "" {
				return nil // the others are written alike
			}
		}
		return out
	}
	if text, ok := scalar(n); ok {
		if v, ok := single(n, text, t); ok {
			return v
		}
	}
	if at := n.GetToken(); at != nil && (at.Type == token.SingleQuoteType || at.Type == token.DoubleQuoteType) && t.Kind() != reflect.String {
		return d.wrong(n, "%s wants %s, not %s: write it without the quotes", name, wanted(t), describe(n))
	}
	if _, is := n.(ast.MapNode); is && t.Kind() == reflect.String && !strings.HasPrefix(n.String(), "{") {
		return d.wrong(n, "%s wants %s, not %s: write %q in quotes where the colon belongs to it", name, wanted(t), describe(n), strings.TrimSpace(n.String()))
	}
	if _, is := n.(ast.MapNode); is && name == "an item of columns" {
		return d.wrong(n, "%s wants a name, not %s"+inProfile, name, describe(n))
	}
	return d.wrong(n, "%s wants %s, not %s", name, wanted(t), describe(n))
}

// distinct reports whether the texts of a list say something, each another thing.
func (d *document) distinct(list *ast.SequenceNode, name string) bool {
	seen := map[string]bool{}
	for _, item := range list.Values {
		text, ok := scalar(item)
		switch {
		case !ok:
			continue
		case strings.TrimSpace(text) == "":
			d.wrong(item, "%s: an empty value says nothing: take it out", name)
			return false
		case seen[text]:
			d.wrong(item, "%s: %q stands there twice: take one of them out", name, text)
			return false
		}
		seen[text] = true
	}
	return true
}

func ordinal(n int) string {
	if n < 4 {
		return []string{"first", "second", "third"}[n-1]
	}
	return fmt.Sprintf("%dth", n)
}

// single reads a single value of a type; it is not ok for numbers given as texts and the
// like.
func single(n ast.Node, text string, t reflect.Type) (v any, ok bool) {
	var err error
	switch t {
	case reflect.TypeFor[time.Duration]():
		_, err = time.ParseDuration(text)
		return text, err == nil
	case reflect.TypeFor[Size]():
		err = new(Size).UnmarshalText([]byte(text))
		return text, err == nil
	}
	whole, isWhole := n.(*ast.IntegerNode)
	if isWhole {
		text = fmt.Sprint(whole.Value) // it may be written as 0x10
	}
	_, isFloat := n.(*ast.FloatNode)
	switch t.Kind() {
	case reflect.String:
		return n.GetToken().Value, true
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		return ok && b.Value, ok
	case reflect.Int, reflect.Int64:
		v, err = strconv.ParseInt(text, 10, 64)
		return v, isWhole && err == nil
	case reflect.Uint64:
		v, err = strconv.ParseUint(text, 10, 64)
		return v, isWhole && err == nil
	case reflect.Float64:
		v, err = strconv.ParseFloat(text, 64)
		return v, (isWhole || isFloat) && err == nil
	}
	return nil, false
}

// several reports whether a text without quotes has commas, as people write several values.
func several(n ast.Node) bool {
	at := n.GetToken()
	return at.Type == token.StringType && strings.Contains(at.Value, ", ")
}

// between returns what is wrong with a text without quotes that stands for all between two
// values, as people write them: "" for any other. name is what they are values of.
func between(n ast.Node, name string) string {
	at := n.GetToken()
	if at == nil || at.Type != token.StringType {
		return ""
	}
	switch ends := dotted.FindStringSubmatch(at.Value); {
	case ends == nil:
		return ""
	case ends[1] == "" || unicode.IsLetter([]rune(ends[1])[0]) || name != "only":
		return fmt.Sprintf("%q stands for no other values: write each of them, or quotes around it", at.Value)
	default:
		return fmt.Sprintf("%q is one value, and stands for none between: write range: {from: %s, to: %s} instead of the list, or each value, or quotes around it", at.Value, ends[1], ends[2])
	}
}

// dotted are two numbers, days or letters with dots between, or dots alone.
var dotted = regexp.MustCompile(`^(?:(\p{L}|[\d.,-]*\d) *(?:\.{2,}|…) *(\p{L}|\d[\d.,-]*)|\.{2,}|…)$`)

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

// object reads a mapping into the members that t has.
func (d *document) object(n ast.Node, t reflect.Type, name string, depth int) any {
	mapping, ok := n.(ast.MapNode)
	if !ok {
		said := ""
		if d.tag == "json" && depth == 1 { // a setting of that name takes other values
			said = elsewhere("the file", name)
		}
		if name != "the file" && said == "" {
			said = ": write " + sketch(t, d.tag)
		} else if _, is := n.(*ast.SequenceNode); is && d.tag == "yaml" {
			said = ": write sites: above it"
		}
		return d.wrong(n, "%s wants `key: value` lines, not %s%s", name, describe(n), said)
	}
	members := keysTagged(t, d.tag)
	out := map[string]any{}
	var merged []any // what << stands for, which the keys beside it replace
	var seen []string
	misplaced := false
	for it := mapping.MapRange(); it.Next(); {
		if it.Key().IsMergeKey() {
			of := []ast.Node{it.Value()}
			if list, is := it.Value().(*ast.SequenceNode); is { // of several, the first one that says something
				of = list.Values
			}
			for _, one := range of {
				merged = append(merged, d.value(one, t, name, depth+1))
			}
			continue
		}
		written := it.Key().GetToken().Value
		if slices.Contains(seen, written) {
			d.wrong(it.Key(), "%q is given twice", written)
			continue
		}
		seen = append(seen, written)
		i := slices.IndexFunc(members, func(k key) bool { return k.name == written })
		if i < 0 {
			d.learnAnchors(it.Value())
			hint := nearest.Hint(written, names(members))
			for _, k := range members {
				if slices.Contains(strings.Split(k.also, ","), plainName(written)) {
					hint = " (write " + k.name + ")"
				}
			}
			said := d.unknown(name, written)
			if alone := strings.Contains(said, forOneSite); alone && misplaced {
				continue // all of them belong there
			} else if alone {
				misplaced = true
			}
			switch allowed := names(members); {
			case strings.Contains(said, "write ") || strings.Contains(said, "take it out"):
				hint = "" // it is said where it goes
			case hint == "" && name == "an item of controls":
				hint = fmt.Sprintf(": write control: %s, and beside it only, except, range, always or leave", written)
			case hint == "" && len(allowed) <= fewMembers:
				hint = "; " + name + " has " + strings.Join(allowed, ", ")
			case hint == "" && d.tag == "yaml" && !strings.Contains(said, ": "):
				hint = ": take it out, or write one of those that hadal config schema has"
			}
			d.wrong(it.Key(), "%s%s", said, hint)
			continue
		}
		_, nothing := it.Value().(*ast.NullNode)
		nothing = (nothing || depth > 0 && isEmpty(it.Value())) && written != "sites" // none yet
		ofPlan := t.PkgPath() == reflect.TypeFor[questions.Plan]().PkgPath()
		if nothing && d.tag == "yaml" || isEmpty(it.Value()) && (ofPlan || members[i].typ == reflect.TypeFor[*questions.Plan]()) {
			d.wrong(it.Key(), "%s says nothing: write a value, or take it out", written)
		} else if instead := meaningless(it.Value(), members[i].typ); instead != "" && (ofPlan || d.tag == "json" && (name == "an item of columns" || written == "columns") || d.tag == "yaml" && t != reflect.TypeFor[Settings]() && t != reflect.TypeFor[Site]()) {
			d.wrong(it.Value(), "%s: %s says nothing: write %s, or take it out", written, it.Value(), instead)
		} else if v := d.value(it.Value(), members[i].typ, written, depth+1); v != nil {
			if allowed, text := d.allowed[t.Name()+"."+written], fmt.Sprint(v); len(allowed) > 0 && text != "" && !slices.Contains(allowed, text) {
				v = d.wrong(it.Value(), "%s: %q is none of %s%s", written, text, strings.Join(allowed, ", "), nearest.Hint(text, allowed))
			}
			out[written] = v
		}
	}
	for _, m := range merged {
		more, _ := m.(map[string]any)
		for name, v := range more {
			if out[name] == nil {
				out[name] = v
			}
		}
	}
	return out
}

// plainName is a key as this package writes keys: max_requests and "Max requests" are max-requests.
func plainName(written string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(written))
}

// learnAnchors takes note of anchors in what is not read, so that what refers to them is no
// second mistake.
func (d *document) learnAnchors(n ast.Node) {
	if n == nil {
		return
	}
	ast.Walk(anchorsOf(d.anchors), n)
}

// anchorsOf gathers the anchors of the nodes that are visited.
type anchorsOf map[string]ast.Node

// Visit implements ast.Visitor.
func (a anchorsOf) Visit(n ast.Node) ast.Visitor {
	if anchor, ok := n.(*ast.AnchorNode); ok {
		a[anchor.Name.String()] = anchor.Value
	}
	return a
}

// meaningless returns what to write instead of a value that is the same as none; "" where it
// says something. A setting of a site may so take back what is said of all; a member of one
// takes nothing back.
func meaningless(n ast.Node, t reflect.Type) string {
	text, ok := scalar(n)
	switch node := n.(type) {
	case *ast.SequenceNode:
		if len(node.Values) == 0 && t.Kind() == reflect.Slice {
			return "a value"
		}
	case *ast.IntegerNode, *ast.FloatNode:
		if x, err := strconv.ParseFloat(text, 64); err == nil && x == 0 && slices.Contains([]reflect.Kind{reflect.Int, reflect.Float64}, t.Kind()) {
			return "a number above 0"
		}
	case *ast.BoolNode:
		if !node.Value && t.Kind() == reflect.Bool {
			return "true"
		}
	default:
		if ok && strings.TrimSpace(text) == "" && t.Kind() == reflect.String {
			return "a value"
		}
	}
	return ""
}

// isEmpty reports whether nothing is written in the place of a value, or a mapping of nothing.
func isEmpty(n ast.Node) bool {
	switch node := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return true
	case *ast.MappingNode:
		return len(node.Values) == 0
	}
	return false
}

// At returns an *Error that points at the value that path leads to in a
// document, such as "wrapper", "columns", "2", "select"; at the nearest one
// around it where it is not there.
func At(file string, data []byte, message string, path ...string) error {
	tree, err := parse(file, data)
	if err != nil {
		return &Error{[]Problem{{File: file, Message: message}}}
	}
	return &Error{[]Problem{problemAt(file, tokenNear(tree, path), message)}}
}

// tokenNear returns the token that a path leads to, of the nearest one around it where it is
// not there.
func tokenNear(tree *ast.File, path []string) *token.Token {
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
			return place
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
	if m, is := node.(ast.MapNode); is && node.GetToken().Value == ":" { // of lines, where the first one's colon stands for all
		if all := m.MapRange(); all.Next() {
			return all.Key().GetToken()
		}
	}
	return node.GetToken()
}
