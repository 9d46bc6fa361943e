package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The rules of the standard's tree construction (section 13.2.6) as far as plain
// documents need them, with what x/net/html makes of them.

// openElement is an element of the standard's stack of open elements.
type openElement struct {
	node *html.Node
	p    bool // a <p> is open in button scope
	a    bool // an <a> is open that another one would end
	cell int  // place in the stack of the cell or caption around; 0 for none
}

func (b *plainBuilder) top() *html.Node {
	if len(b.open) == 0 {
		return b.doc
	}
	return b.open[len(b.open)-1].node
}

func (b *plainBuilder) last() openElement {
	if len(b.open) == 0 {
		return openElement{}
	}
	return b.open[len(b.open)-1]
}

func (b *plainBuilder) pop() { b.open = b.open[:len(b.open)-1] }

func (b *plainBuilder) node(kind html.NodeType, tag atom.Atom, data string) *html.Node {
	if len(b.nodes) == 0 {
		b.nodes = make([]html.Node, roomFor)
	}
	b.room -= nodeCost + len(data)
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.Type, n.DataAtom, n.Data = kind, tag, data
	return n
}

// add puts an element into the one that is open.
func (b *plainBuilder) add(tag atom.Atom, name string) *html.Node {
	n := b.node(html.ElementNode, tag, name)
	if k := len(b.tag); k > 0 {
		if len(b.attrs) < k {
			b.attrs = make([]html.Attribute, max(k, roomFor))
		}
		n.Attr = b.attrs[:copy(b.attrs, b.tag):k]
		b.attrs = b.attrs[k:]
		for _, a := range n.Attr {
			b.room -= plainAttrCost + len(a.Val)
		}
	}
	b.room -= ownCost(tag)
	b.top().AppendChild(n)
	return n
}

// push adds an element that stays open.
func (b *plainBuilder) push(tag atom.Atom, name string) bool {
	e := b.last()
	e.node = b.add(tag, name)
	switch tag {
	case atom.P:
		e.p = true
	case atom.A:
		e.a = true
	case atom.Td, atom.Th, atom.Caption:
		e.p, e.a, e.cell = false, false, len(b.open)
	case atom.Object, atom.Applet, atom.Marquee:
		e.p, e.a = false, false
	case atom.Table:
		e.p, e.cell = false, 0
	case atom.Button, atom.Select, atom.Html:
		e.p = false
	}
	b.open = append(b.open, e)
	return len(b.open) <= plainDepth
}

// implied pushes an element whose tag was left out.
func (b *plainBuilder) implied(tag atom.Atom) bool {
	read := b.tag
	b.tag = nil
	ok := b.push(tag, tag.String())
	b.tag = read
	return ok
}

// toHead and toBody push what stands around the head's elements and the body's.
func (b *plainBuilder) toHead() {
	if b.phase == beforeHTML {
		b.implied(atom.Html)
		b.phase = beforeHead
	}
	if b.phase == beforeHead {
		b.implied(atom.Head)
		b.head, b.phase = b.top(), inHead
	}
}

func (b *plainBuilder) toBody() {
	if b.phase >= inBody {
		return
	}
	b.toHead()
	b.leaveHead()
	b.implied(atom.Body)
	b.phase = inBody
}

func (b *plainBuilder) leaveHead() {
	if b.leaveNoscript(); b.phase == inHead {
		b.pop()
		b.phase = afterHead
	}
}

func (b *plainBuilder) leaveNoscript() {
	if b.phase == inHead && b.top() != b.head {
		b.pop()
	}
}

// start takes a start tag, whose attributes are in b.tag.
func (b *plainBuilder) start(tag atom.Atom, name string) bool {
	switch tag {
	case atom.Html:
		if b.phase == beforeHTML {
			return b.enter(tag, beforeHead)
		}
		return b.giveMore(0)
	case atom.Head:
		if b.phase <= beforeHead {
			if b.phase == beforeHTML {
				b.implied(atom.Html)
			}
			ok := b.enter(tag, inHead)
			b.head = b.top()
			return ok
		}
		return b.phase <= inBody && b.top().DataAtom != atom.Colgroup
	case atom.Body:
		if b.phase < inBody {
			b.toHead()
			b.leaveHead()
			return b.enter(tag, inBody)
		}
		return b.giveMore(1) && b.phase == inBody && b.top().DataAtom != atom.Colgroup
	case atom.Frameset, atom.Frame, atom.Template, atom.Plaintext, atom.Xmp, atom.Image, atom.Rb, atom.Rtc, atom.Rp, atom.Rt:
		return false
	}
	if b.phase < inBody {
		if inTheHead(tag) || tag == atom.Noscript && b.phase <= inHead {
			return b.startInHead(tag, name)
		}
		b.toBody()
	}
	b.phase = inBody
	switch b.top().DataAtom {
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Colgroup:
		return b.startInTable(tag, name)
	}
	return b.startInBody(tag, name)
}

func (b *plainBuilder) enter(tag atom.Atom, next phase) bool {
	b.phase = next
	return b.push(tag, tag.String())
}

// giveMore gives the i-th open element what attributes of the tag it has not.
func (b *plainBuilder) giveMore(i int) bool {
	n := b.open[i].node
	for _, more := range b.tag {
		if !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == more.Key }) {
			n.Attr = append(n.Attr, more)
		}
	}
	return len(n.Attr) <= plainAttrs
}

func inTheHead(tag atom.Atom) bool {
	switch tag {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Title:
		return true
	}
	return false
}

func (b *plainBuilder) startInHead(tag atom.Atom, name string) bool {
	b.toHead()
	if b.phase == afterHead { // late ones are the head's too
		e := b.last()
		e.node = b.head
		b.open = append(b.open, e)
		ok := b.startInHeadElement(tag, name)
		b.pop()
		return ok
	}
	if b.top() != b.head { // in <noscript>
		switch tag {
		case atom.Noscript:
			return true
		case atom.Base, atom.Script, atom.Title:
			b.leaveNoscript()
		}
	}
	return b.startInHeadElement(tag, name)
}

func (b *plainBuilder) startInHeadElement(tag atom.Atom, name string) bool {
	switch tag {
	case atom.Noscript:
		return b.push(tag, name)
	case atom.Noframes, atom.Script, atom.Style, atom.Title:
		return b.holdsText(tag, name)
	}
	b.add(tag, name)
	return true
}

// holdsText takes an element that holds nothing but text, up to its end tag.
func (b *plainBuilder) holdsText(tag atom.Atom, name string) bool {
	n := b.add(tag, name)
	from := b.at
	b.raw = name
	b.skipRaw()
	text := b.body[from:b.at]
	if b.at == len(b.body) {
		return false
	}
	if b.at = tagEnd(b.body, b.at+len("</")+len(name)); b.at < 0 {
		return false
	}
	s := string(text)
	if tag == atom.Title || tag == atom.Textarea {
		s = html.UnescapeString(s)
	}
	if tag == atom.Textarea {
		s = strings.TrimPrefix(s, "\n")
	}
	if s != "" {
		n.AppendChild(b.node(html.TextNode, 0, s))
	}
	return true
}

func (b *plainBuilder) startInBody(tag atom.Atom, name string) bool {
	e := b.last()
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Fieldset,
		atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Search, atom.Section,
		atom.Summary, atom.Ul, atom.Pre, atom.Listing:
		return b.closeP() && b.push(tag, name)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return b.closeP() && !isHeading(b.top().DataAtom) && b.push(tag, name)
	case atom.Form:
		if b.form != nil {
			return true
		}
		if !b.closeP() || !b.push(tag, name) {
			return false
		}
		b.form = b.top()
		return true
	case atom.Li:
		return b.closeItem(atom.Li, atom.Li) && b.closeP() && b.push(tag, name)
	case atom.Dd, atom.Dt:
		return b.closeItem(atom.Dd, atom.Dt) && b.closeP() && b.push(tag, name)
	case atom.Button:
		return b.find(atom.Button, endsScope) < 0 && b.push(tag, name)
	case atom.A:
		return !e.a && b.push(tag, name)
	case atom.Nobr:
		return b.find(atom.Nobr, endsScope) < 0 && b.push(tag, name)
	case atom.Table:
		if e.p && b.odd {
			return false
		}
		return (b.quirks || b.closeP()) && b.push(tag, name)
	case atom.Input:
		if b.find(atom.Select, endsScope) >= 0 {
			return false
		}
		b.add(tag, name)
		return true
	case atom.Hr:
		if !b.closeP() || b.find(atom.Select, endsScope) >= 0 {
			return false
		}
		b.add(tag, name)
		return true
	case atom.Area, atom.Br, atom.Embed, atom.Img, atom.Keygen, atom.Wbr, atom.Param, atom.Source, atom.Track,
		atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
		b.add(tag, name)
		return true
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Iframe, atom.Noembed, atom.Noframes:
		return b.holdsText(tag, name)
	case atom.Select:
		return b.find(atom.Select, endsScope) < 0 && b.push(tag, name)
	case atom.Option, atom.Optgroup:
		if b.find(atom.Select, endsScope) >= 0 {
			b.endImplied(tag == atom.Option)
		} else if b.top().DataAtom == atom.Option {
			b.pop()
		}
		return b.push(tag, name)
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
		if e.cell == 0 {
			return true // counts for nothing
		}
		return b.open[e.cell].node.DataAtom != atom.Caption && b.cut(e.cell, true) && b.startInTable(tag, name)
	}
	return b.push(tag, name)
}

// closeP closes a <p> that a block would end.
func (b *plainBuilder) closeP() bool {
	if !b.last().p {
		return true
	}
	return b.cut(b.find(atom.P, func(a atom.Atom) bool { return a == atom.Button || endsScope(a) }), false)
}

// closeItem closes the list's item that another one ends.
func (b *plainBuilder) closeItem(one, other atom.Atom) bool {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch a := b.open[i].node.DataAtom; {
		case a == one || a == other:
			return b.cut(i, false)
		case isSpecial(a) && a != atom.Address && a != atom.Div && a != atom.P:
			return true
		}
	}
	return true
}

// endImplied closes what needs no end tag.
func (b *plainBuilder) endImplied(keepGroup bool) {
	for {
		switch b.top().DataAtom {
		case atom.Optgroup:
			if keepGroup {
				return
			}
		case atom.Dd, atom.Dt, atom.Li, atom.Option, atom.P:
		default:
			return
		}
		b.pop()
	}
}

// find returns the place of the innermost open element of a kind that no element
// hides; -1 where there is none.
func (b *plainBuilder) find(tag atom.Atom, hides func(atom.Atom) bool) int {
	for i := len(b.open) - 1; i >= 0; i-- {
		a := b.open[i].node.DataAtom
		if a == tag {
			return i
		}
		if hides(a) {
			return -1
		}
	}
	return -1
}

// cut closes the i-th open element and those in it. An element that says how text
// looks would be opened again behind it, but for the end of a cell.
func (b *plainBuilder) cut(i int, cell bool) bool {
	for _, e := range b.open[i+1:] {
		switch a := e.node.DataAtom; {
		case formats(a):
			if !cell {
				return false
			}
		case a == atom.Form || a == atom.Object || a == atom.Applet || a == atom.Marquee:
			return false
		}
	}
	b.open = b.open[:i]
	return true
}
