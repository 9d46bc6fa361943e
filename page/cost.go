package page

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"
)

// What a document takes in memory is bounded against the longest body that is
// read, whatever the page consists of: <b> makes of three bytes a node of over a
// hundred. So tags, attributes and texts are charged before the parser sees them.
// What lies behind the bound is left out, and the document says so (Document.Cut).
//
// A parser that puts things right can make hundreds of nodes of one tag: it opens
// <b>, <font> and kin again in each block that follows. What that may cost at most
// is followed apart, and a page where it is too much is taken as its tags come
// (flatten), which makes one node of each.
const (
	// DefaultMost is the longest body in bytes that the bound of a document is
	// taken from where nothing else is said.
	DefaultMost = 10 << 20
	leastMost   = 1 << 20 // a smaller bound would cut small pages of many tags

	treeShare     = 2.2     // lengths of the longest body that a tree may take; of eight, readers need what is left
	textShare     = 1.      // likewise of the text in UTF-8, of which the parser makes copies
	nodeCost      = 112     // bytes of an html.Node
	textCost      = 112 + 8 // of a text's node, its words apart
	saidCost      = 200     // of a text that says something: it may be a field of a record
	attrCost      = 96      // of an html.Attribute, in a slice that may be half empty
	controlCost   = 500     // of a control's place among those of its form, and of what a form knows of it
	mostAttrs     = 500     // attributes of one tag that are read
	mostFormatted = 500     // formatting elements that may be open; the parser gives up at 512
)

// roomOf returns the bytes that the tree of a page may take, where most is the
// longest body that is read.
func roomOf(most int64) int { return int(treeShare * float64(boundOf(most))) }

// boundOf returns the length of a body that bounds are taken from.
func boundOf(most int64) int64 {
	if most <= 0 {
		most = DefaultMost
	}
	return max(most, leastMost)
}

// costs charges the tags of a document, in their order.
type costs struct {
	least int // bytes: one node for each tag and text
	more  int // what the parser may make beyond that
	part  atom.Atom
	depth int // open elements that are neither formatting nor void, about

	gathered int // attributes of <html> and <body>

	scopes []scope // tables and their cells, innermost last
}

// scope is a table or a cell of it: formatting elements are opened again up to its bounds.
type scope struct {
	tag   atom.Atom // 0: outside of all
	opens []formatted
	cost  int // of all of them
}

type formatted struct {
	tag   atom.Atom
	text  []byte // the tag
	cost  int
	depth int
}

// text charges what stands between two tags.
func (c *costs) text(s []byte) {
	if len(s) > 0 {
		c.least += textCost + len(s)
	}
	if len(bytes.TrimSpace(s)) > 0 {
		c.least += saidCost
	}
}

// add charges a tag.
func (c *costs) add(t foundTag, written []byte) {
	tag := t.tag
	if len(c.scopes) == 0 {
		c.scopes = append(c.scopes, scope{})
	}
	if t.end {
		c.addEnd(tag)
		return
	}
	cost := nodeCost + attrCost*min(t.attrs, mostAttrs) + len(written)
	c.least += cost + nodeCost*c.implied(tag) + ownCost(tag)
	if tag == atom.Body || tag == atom.Html {
		c.gathered += t.attrs
		c.more += attrCost * c.gathered // the parser looks at all that the element has, each time
	}
	if formats(tag) {
		if tag == atom.A || tag == atom.Nobr {
			c.close(tag)
		}
		c.open(formatted{tag: tag, text: written, cost: cost, depth: c.depth})
		return
	}
	c.enter(tag)
	if setApart(tag) {
		c.reopen()
	}
	if !isVoid(tag) {
		c.depth++
	}
}

// ownCost returns what an element takes beside its node.
func ownCost(tag atom.Atom) int {
	if tag == atom.Form || tag == atom.Template || isControl(tag.String()) {
		return controlCost
	}
	return 0
}

func (c *costs) addEnd(tag atom.Atom) {
	switch {
	case formats(tag):
		c.close(tag)
		return
	case tag == atom.P || tag == atom.Br:
		c.least += nodeCost // it makes an element where it ends none
	}
	c.leave(tag)
	c.reopen()
	c.depth = max(c.depth-1, 0)
}

// implied returns how many elements of a table a start tag may bring that were left out.
func (c *costs) implied(tag atom.Atom) int {
	was := c.part
	switch tag {
	case atom.Table, atom.Caption, atom.Colgroup, atom.Tbody, atom.Thead, atom.Tfoot:
		c.part = tag
	case atom.Col:
		if c.part = tag; was != atom.Col && was != atom.Colgroup {
			return 1
		}
	case atom.Tr, atom.Td, atom.Th:
		c.part = atom.Tr
		switch {
		case was == atom.Tr:
		case was == atom.Tbody || was == atom.Thead || was == atom.Tfoot:
			if tag != atom.Tr {
				return 1
			}
		case tag == atom.Tr:
			return 1
		default:
			return 2
		}
	}
	return 0
}

func (c *costs) scope() *scope { return &c.scopes[len(c.scopes)-1] }

// enter follows start tags into tables and cells.
func (c *costs) enter(tag atom.Atom) {
	in := c.scope().tag
	switch tag {
	case atom.Table:
		c.push(tag)
	case atom.Td, atom.Th, atom.Caption:
		if in != 0 && in != atom.Table {
			c.pop()
			in = atom.Table
		}
		if in == atom.Table {
			c.push(tag)
		}
	case atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Col, atom.Colgroup:
		if in != 0 && in != atom.Table {
			c.pop()
		}
	}
}

// leave follows end tags out of them.
func (c *costs) leave(tag atom.Atom) {
	in := c.scope().tag
	switch tag {
	case atom.Td, atom.Th, atom.Caption:
		if in == tag {
			c.pop()
		}
	case atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot:
		c.part = atom.Tbody
		if in == atom.Td || in == atom.Th {
			c.pop()
		}
	case atom.Table:
		c.part = tag
		if in != 0 && in != atom.Table {
			c.pop()
		}
		if c.scope().tag == atom.Table {
			c.pop()
		}
	}
}

// push opens a table or a cell. In a table, outside of its cells, what was open
// around it may be opened again, too.
func (c *costs) push(tag atom.Atom) {
	if len(c.scopes) > mostFormatted {
		c.more = 1 << 50 // deeper than the parser goes
		return
	}
	around := 0
	if tag == atom.Table {
		around = c.scope().cost
	}
	c.scopes = append(c.scopes, scope{tag: tag, cost: around})
}

func (c *costs) pop() { c.scopes = c.scopes[:len(c.scopes)-1] }

// open takes a formatting element. Of those that are written alike the parser keeps three.
func (c *costs) open(f formatted) {
	s := c.scope()
	alike := 0
	for i := len(s.opens) - 1; i >= 0; i-- {
		if o := s.opens[i]; o.tag == f.tag && bytes.Equal(o.text, f.text) {
			if alike++; alike == 3 {
				s.cost -= o.cost
				s.opens = slices.Delete(s.opens, i, i+1)
				break
			}
		}
	}
	s.opens = append(s.opens, f)
	s.cost += f.cost
	if len(s.opens) > mostFormatted {
		c.more = 1 << 50 // deeper than the parser goes
		s.opens = s.opens[:0]
	}
}

// close ends the innermost formatting element of a kind. Where blocks are open in
// it, the parser makes copies of it in each of the first eight, with up to three
// others.
func (c *costs) close(tag atom.Atom) {
	s := c.scope()
	for i := len(s.opens) - 1; i >= 0; i-- {
		o := s.opens[i]
		if o.tag != tag {
			continue
		}
		copies := o.cost
		for _, other := range s.opens[i+1 : min(i+4, len(s.opens))] {
			copies += other.cost
		}
		c.more += min(max(c.depth-o.depth, 0), 8) * copies
		if i < len(s.opens)-1 {
			c.reopen()
		}
		s.cost -= o.cost
		s.opens = slices.Delete(s.opens, i, i+1)
		return
	}
}

// reopen charges all formatting elements that the parser would open again if the
// block that they stand in ended here.
func (c *costs) reopen() { c.more += c.scope().cost }

// formats reports whether an element says how text looks: one that is still open
// is opened again behind the block that it stood in.
func formats(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}
