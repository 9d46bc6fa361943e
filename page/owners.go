package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The HTML standard gives its parser a "form element pointer": a control
// belongs to the form whose start tag was seen last and whose end tag was not,
// wherever broken tables have put the two in the tree. x/net/html builds the
// standard's tree but does not tell the pointer. We get it back in three steps:
//
//  1. markTags numbers the tags that matter by an extra attribute and notes
//     their order with that of the end tags;
//  2. the parser decides which of them become elements, and where;
//  3. replay follows the pointer through the noted order, now knowing which
//     tags were real, and collectMarks has taken the attribute out again.

// tagMark is one noted tag: the i-th start tag carries the number i.
type tagMark struct {
	tag atom.Atom
	end bool
}

// marking is a document with numbered tags.
type marking struct {
	text []byte    // the document, with the attribute in its numbered start tags
	name string    // of the attribute
	tags []tagMark // in document order
	cut  bool      // text is not all of the document: its tree would take too much
	dear bool      // so would what a parser can make of it, see costs
}

// markTags numbers the start tags of forms, controls and templates. It never
// changes how the document parses, except that it ends where its tree would take
// more than bound bytes. The marked text is in room.
func markTags(body []byte, room *[]byte, bound int) marking {
	m := newMarking(body)
	m.text = slices.Grow((*room)[:0], len(body)+len(body)/16)
	s := tagScanner{body: body, most: bound / nodeCost}
	var c costs
	copied := 0 // of body, to m.text
	for {
		text := s.at
		t, ok := s.next()
		if !ok {
			if s.unended {
				body = body[:s.at] // it counts as none
			} else if s.comments > s.most {
				body, m.cut = body[:s.at], true
			}
			break
		}
		c.text(body[text:t.from])
		c.add(t, body[t.from:t.to])
		if c.least+s.comments*nodeCost > bound {
			body, m.cut = body[:t.from], true
			break
		}
		if m.matters(t.tag, !t.end) {
			if !t.end {
				cut := t.from + len("<") + len(t.name)
				m.text = m.number(append(m.text, body[copied:cut]...))
				copied = cut
			}
			m.tags = append(m.tags, tagMark{tag: t.tag, end: t.end})
		}
		if t.full > 0 {
			m.text = append(append(m.text, body[copied:t.full]...), '>')
			copied, m.cut = t.to, true
		}
	}
	m.text = append(m.text, body[copied:]...)
	m.dear = c.least+c.more > bound
	if cap(m.text) <= largestRoom {
		*room = m.text
	}
	return m
}

// rooms are for the marked texts of documents, which nothing refers to once
// they are parsed.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const largestRoom = 1 << 20 // bytes; larger ones are left to the garbage collector

// newMarking finds a name for the attribute that the page does not use.
func newMarking(body []byte) marking {
	m := marking{name: "_._0451"} // without letters, which may be written in two ways
	if bytes.Contains(body, []byte(m.name)) {
		// A hash of the page is a name that it cannot use itself.
		sum := sha256.Sum256(body)
		m.name = "o" + hex.EncodeToString(sum[:12])
	}
	return m
}

// matters reports whether a tag has a part in what controls belong to.
func (m marking) matters(tag atom.Atom, start bool) bool {
	return tag == atom.Form || tag == atom.Template || start && tag != 0 && isControl(tag.String())
}

// number appends the attribute with the number of the next tag.
func (m marking) number(text []byte) []byte {
	text = append(append(text, ' '), m.name...)
	text = strconv.AppendInt(append(text, '='), int64(len(m.tags)), 10)
	return append(text, ' ')
}

// collectMarks takes the marks out of the tree below root and returns the element of
// each: elements[i] is nil where the parser made none of tag i.
func (m marking) collectMarks(root *html.Node) (elements []*html.Node) {
	elements = make([]*html.Node, len(m.tags))
	missing := 0 // marks that have not come out as attributes
	for _, t := range m.tags {
		if !t.end {
			missing++
		}
	}
	if missing == 0 {
		return elements
	}
	for n := range root.Descendants() {
		at := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == m.name })
		if at < 0 {
			continue
		}
		if i, err := strconv.Atoi(n.Attr[at].Val); err == nil && i < len(elements) && n.Namespace == "" {
			elements[i] = n
			missing--
		}
		n.Attr = slices.Delete(n.Attr, at, at+1)
	}
	if missing == 0 {
		return elements // where none is missing, none can be anywhere else
	}
	for n := range root.Descendants() {
		for i := range n.Attr {
			n.Attr[i].Val = m.unmark(n.Attr[i].Val)
		}
		if n.Type == html.TextNode || n.Type == html.CommentNode {
			n.Data = m.unmark(n.Data)
		}
	}
	return elements
}

// unmark takes marks (" name=12 ") out of text. They get there only where the
// parser sees text and markTags saw a tag: in rare mixtures of SVG and HTML.
func (m marking) unmark(s string) string {
	for {
		i := strings.Index(s, m.name)
		if i < 0 {
			return s
		}
		_, after, _ := strings.Cut(s[i+len(m.name):], " ")
		s = strings.TrimSuffix(s[:i], " ") + after
	}
}

// replay follows the form element pointer and returns the owners that the
// parser gives to controls.
func (m marking) replay(elements []*html.Node) map[*html.Node]*html.Node {
	owners := make(map[*html.Node]*html.Node)
	var pointer *html.Node
	templates := 0 // open <template> elements; inside, there is no pointer
	for i, t := range m.tags {
		n := elements[i]
		switch {
		case !t.end && n == nil: // the parser ignored it
		case t.tag == atom.Template && !t.end:
			templates++
		case t.tag == atom.Template:
			templates = max(templates-1, 0)
		case templates > 0:
		case t.tag == atom.Form && !t.end:
			pointer = n
		case t.tag == atom.Form:
			pointer = nil
		case pointer != nil:
			owners[n] = pointer
		}
	}
	return owners
}

// index fills d's forms and controls from its tree: a control's owner is the
// form that its form attribute names, else the one that the parser gave it,
// else the nearest form around it ("reset the form owner"). What is inside
// <template> is no part of the document.
func (d *Document) index(parserOwners map[*html.Node]*html.Node) {
	d.owners = make(map[*html.Node]*html.Node)
	d.controls = make(map[*html.Node][]*html.Node)
	var controls []*html.Node
	ids := make(map[string]*html.Node) // first element in tree order
	var walk func(n, form *html.Node)
	walk = func(n, form *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			if id := Attr(c, "id"); id != "" && ids[id] == nil {
				ids[id] = c
			}
			inside := form
			if c.Namespace == "" {
				switch {
				case c.DataAtom == atom.Template:
					continue
				case c.DataAtom == atom.Form:
					d.forms = append(d.forms, c)
					inside = c
				case isControl(c.Data):
					controls = append(controls, c)
					if owner := parserOwners[c]; owner != nil {
						d.owners[c] = owner
					} else if form != nil {
						d.owners[c] = form
					}
				}
			}
			walk(c, inside)
		}
	}
	walk(d.Root, nil)
	for _, c := range controls {
		if id, ok := attr(c, "form"); ok {
			delete(d.owners, c)
			if f := ids[id]; f != nil && f.Namespace == "" && f.DataAtom == atom.Form {
				d.owners[c] = f
			}
		}
		d.controls[d.owners[c]] = append(d.controls[d.owners[c]], c)
	}
}

func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr,
		atom.Image, atom.Img, atom.Input, atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source,
		atom.Track, atom.Wbr:
		return true
	}
	return false
}
