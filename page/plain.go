package page

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainTree builds the tree of a document whose tags leave nothing to be put
// right beyond what the standard lets authors leave out, in a sixth of the time
// that the parser takes: elements that are closed in the order in which they were
// opened, no text between the cells of a table, no template, no frames. The tree
// is the one that x/net/html makes; it is nil for any other document, which that
// parser then reads. What would take more than room bytes is left out, which cut
// says. Parsing is a quarter of what a crawl costs.
//
// In such a document a control stands inside the form that it belongs to, unless
// its form attribute names another: no tags need to be numbered (see owners.go).
func plainTree(text []byte, room int) (root *html.Node, cut bool) {
	if bytes.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	if bytes.IndexByte(text, '\r') >= 0 { // as the standard does before all else
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	b := plainBuilder{tagScanner: tagScanner{body: text}, doc: &html.Node{Type: html.DocumentNode}, quirks: true, room: room}
	if !b.document() {
		return nil, false
	}
	return b.doc, b.full
}

// plainBuilder builds a plain tree. Its methods return false where the document
// turns out not to be plain.
type plainBuilder struct {
	tagScanner
	doc    *html.Node
	head   *html.Node
	form   *html.Node // that is open
	phase  phase
	open   []openElement // <html> first
	quirks bool          // a table may stand in a paragraph
	odd    bool          // or may not: the document type is an old one

	joins int
	room  int              // bytes that the tree may yet take
	full  bool             // something would take more
	nodes []html.Node      // room for nodes, made many at a time
	attrs []html.Attribute // likewise
	tag   []html.Attribute // of the tag that is read
}

// phase is how far a document has come: a part of the standard's insertion modes.
// The others follow from the elements that are open.
type phase int

const (
	beforeHTML phase = iota
	beforeHead
	inHead
	afterHead
	inBody
	afterBody
	afterAll
)

const (
	plainDepth    = 500 // elements in one another; the parser gives up at 512
	plainAttrs    = 100 // of a tag
	plainComments = 100 // in an element of SVG or MathML
	plainJoins    = 100 // texts that become one, as there was a tag between them that counts for nothing
	roomFor       = 64  // nodes, attributes that are made at once
)

func (b *plainBuilder) document() bool {
	for {
		i := bytes.IndexByte(b.body[b.at:], '<')
		if i < 0 {
			i = len(b.body) - b.at
		}
		if i > 0 && !b.text(b.body[b.at:b.at+i]) {
			return false
		}
		if b.at+i == len(b.body) {
			b.toBody()
			return true
		}
		b.at += i
		rest := b.body[b.at+1:]
		ok := false
		switch {
		case len(rest) < 2:
		case isLetter(rest[0]):
			ok = b.startTag()
		case rest[0] == '/' && isLetter(rest[1]):
			ok = b.endTag()
		case rest[0] == '!':
			ok = b.declaration(rest[1:])
		}
		if !ok {
			return false
		}
		if b.room < 0 {
			b.toBody()
			b.full = true
			return true
		}
	}
}

// declaration reads a comment or the document type.
func (b *plainBuilder) declaration(rest []byte) bool {
	const doctype = "doctype"
	switch {
	case bytes.HasPrefix(rest, []byte("--")):
		data, _, closed := bytes.Cut(rest[len("--"):], []byte("-->"))
		if !closed || len(data) > 0 && (data[0] == '>' || bytes.HasPrefix(data, []byte("->"))) || bytes.Contains(data, []byte("--!>")) {
			return false
		}
		b.at += len("<!--") + len(data) + len("-->")
		b.comment(html.UnescapeString(string(data))) // so x/net does
		return true
	case len(rest) > len(doctype) && bytes.EqualFold(rest[:len(doctype)], []byte(doctype)) && b.phase == beforeHTML:
		said, _, closed := bytes.Cut(rest, []byte(">"))
		if !closed {
			return false
		}
		b.at += len("<!") + len(said) + len(">")
		return b.doctype(said)
	}
	return false
}

func (b *plainBuilder) doctype(said []byte) bool {
	if b.doc.LastChild != nil && b.doc.LastChild.Type == html.DoctypeNode {
		return false
	}
	if b.quirks = false; string(said[len("doctype"):]) == " html" {
		b.doc.AppendChild(b.node(html.DoctypeNode, 0, "html"))
		return true
	}
	b.odd = true
	alone, err := html.Parse(bytes.NewReader(slices.Concat([]byte("<!"), said, []byte(">"))))
	if err != nil || alone.FirstChild.Type != html.DoctypeNode {
		return false
	}
	n := alone.FirstChild
	alone.RemoveChild(n)
	b.doc.AppendChild(n)
	return true
}

func (b *plainBuilder) comment(data string) {
	n := b.node(html.CommentNode, 0, data)
	switch b.phase {
	case beforeHTML, afterAll:
		b.doc.AppendChild(n)
	case afterBody:
		b.open[0].node.AppendChild(n)
	default:
		b.top().AppendChild(n)
	}
}

func (b *plainBuilder) text(written []byte) bool {
	s := string(written)
	if bytes.IndexByte(written, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	if b.phase < inBody {
		words := s[leadingSpace(s):]
		if words != "" {
			b.leaveNoscript()
		}
		if b.phase >= inHead && !b.addText(s[:len(s)-len(words)]) {
			return false
		}
		if s = words; s == "" {
			return true
		}
		b.toBody()
	}
	blank := leadingSpace(s) == len(s)
	switch top := b.top(); top.DataAtom {
	case atom.Pre, atom.Listing:
		if top.FirstChild == nil {
			s = strings.TrimPrefix(s, "\n")
		}
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Colgroup:
		if !blank {
			return false
		}
	}
	if !blank {
		b.phase = inBody
		b.room -= saidCost
	}
	return b.addText(s)
}

func leadingSpace(s string) int {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func (b *plainBuilder) addText(s string) bool {
	if s == "" {
		return true
	}
	top := b.top()
	if last := top.LastChild; last != nil && last.Type == html.TextNode {
		last.Data += s
		b.joins++
		return b.joins <= plainJoins
	}
	top.AppendChild(b.node(html.TextNode, 0, s))
	return true
}

// startTag reads a start tag and the text of an element that holds nothing else.
func (b *plainBuilder) startTag() bool {
	from := b.at
	end := from + 1
	for end < len(b.body) && !endsName(b.body[end]) {
		end++
	}
	tag, name := nameOf(b.body[from+1 : end])
	if tag == atom.Svg || tag == atom.Math {
		return b.foreignElement(from)
	}
	if !b.attributes(end) {
		return false
	}
	if formats(tag) && len(b.tag) > 1 { // so x/net does, to compare them
		slices.SortFunc(b.tag, func(x, y html.Attribute) int { return strings.Compare(x.Key, y.Key) })
	}
	return b.start(tag, name)
}

// nameOf returns the atom of a tag's name and the name in lower case.
func nameOf(name []byte) (atom.Atom, string) {
	var room [longestName]byte
	low := lowered(&room, name)
	if tag := atom.Lookup(low); tag != 0 {
		return tag, tag.String()
	}
	return 0, string(low)
}

// lowered returns a name in lower case, in room where it fits.
func lowered(room *[longestName]byte, name []byte) []byte {
	if low := lower(room[:0], name); low != nil {
		return low
	}
	return lower(make([]byte, 0, len(name)), name)
}

// attributes reads those of the tag whose name ends at i, and goes behind it.
func (b *plainBuilder) attributes(i int) bool {
	b.tag = b.tag[:0]
	for {
		if i = skipSpace(b.body, i); i >= len(b.body) {
			return false
		}
		if b.body[i] == '>' {
			b.at = i + 1
			return true
		}
		from := i
		for i < len(b.body) && (b.body[i] == '=' && i == from || b.body[i] != '=' && !endsName(b.body[i])) {
			i++
		}
		key := b.body[from:i]
		var value []byte
		if i = skipSpace(b.body, i); i >= len(b.body) {
			return false
		}
		switch b.body[i] {
		case '/':
			i++
		case '=':
			if i = skipSpace(b.body, i+1); i >= len(b.body) {
				return false
			}
			value, i = attrValue(b.body, i)
			if i < 0 {
				return false
			}
		}
		if len(key) > 0 && !b.attribute(key, value) {
			return false
		}
	}
}

// attrValue returns the value that begins at i, and the place behind it, -1
// where it does not end.
func attrValue(b []byte, i int) (value []byte, to int) {
	from := i
	switch quote := b[i]; quote {
	case '>':
		return nil, i
	case '\'', '"':
		n := bytes.IndexByte(b[i+1:], quote)
		if n < 0 {
			return nil, -1
		}
		return b[i+1 : i+1+n], i + n + 2
	}
	for i < len(b) && !isSpace(b[i]) && b[i] != '>' {
		i++
	}
	return b[from:i], i
}

func (b *plainBuilder) attribute(key, value []byte) bool {
	var room [longestName]byte
	name := atom.String(lowered(&room, key))
	if len(b.tag) >= plainAttrs {
		return false
	}
	for _, a := range b.tag {
		if a.Key == name { // the first one counts
			return true
		}
	}
	v, ok := unescapeValue(value)
	b.tag = append(b.tag, html.Attribute{Key: name, Val: v})
	return ok
}

// unescapeValue replaces the references in a value. It is not ok where one is
// written so that it may mean something else in a value than in a text.
func unescapeValue(value []byte) (s string, ok bool) {
	if bytes.IndexByte(value, '&') < 0 {
		return string(value), true
	}
	var out strings.Builder
	for {
		before, rest, found := bytes.Cut(value, []byte("&"))
		out.Write(before)
		if !found {
			return out.String(), true
		}
		n := 0
		for n < len(rest) && (isLetter(rest[n]) || rest[n] >= '0' && rest[n] <= '9' || n == 0 && rest[n] == '#') {
			n++
		}
		if n < len(rest) && rest[n] == ';' {
			n++
		}
		written := "&" + string(rest[:n])
		meant := html.UnescapeString(written)
		if meant != written && (!strings.HasSuffix(written, ";") || strings.HasSuffix(meant, ";")) {
			return "", false
		}
		out.WriteString(meant)
		value = rest[n:]
	}
}
