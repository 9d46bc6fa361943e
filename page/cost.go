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

	treeShare     = 1.85    // lengths of the longest body that a tree may take; of eight, readers need what is left
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
	depth int // open elements that are neither formatting nor void, about

	gathered int // attributes of <html> and <body>

	opens []formatted // open formatting elements, innermost last
	again int         // cost of all of them, once
	row   bool        // a row of a table is open
	body  bool        // so is what rows stand in
	marks []int       // open tables (inTable) and cells (the opens outside of it), innermost last
}

// inTable marks a table that is open, outside of its cells.
const inTable = -1

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
	if t.end {
		c.addEnd(tag)
		return
	}
	cost := nodeCost + attrCost*min(t.attrs, mostAttrs) + len(written)
	c.least += cost + ownCost(tag)
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
	switch tag {
	case atom.Table:
		c.row, c.body = false, false
		c.marks = append(c.marks, inTable)
	case atom.Td, atom.Th, atom.Caption:
		c.leaveCell()
		if len(c.marks) > 0 {
			c.marks = append(c.marks, len(c.opens))
		}
		c.imply(&c.row)
		c.imply(&c.body)
	case atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Col, atom.Colgroup:
		c.leaveCell()
		if c.row = tag == atom.Tr; c.row {
			c.imply(&c.body)
		}
		c.body = true
	}
	if len(c.marks) > mostFormatted {
		c.more = 1 << 50 // deeper than the parser goes
		c.marks = c.marks[:0]
	}
	if setApart(tag) {
		c.more += c.again // the parser may open all of them again
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
	switch tag {
	case atom.Td, atom.Th, atom.Caption, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot:
		c.leaveCell()
		c.row = c.row && (tag == atom.Td || tag == atom.Th)
	case atom.Table:
		c.leaveCell()
		c.row, c.body = false, false
		c.marks = c.marks[:max(0, len(c.marks)-1)]
	}
	c.more += c.again
	c.depth = max(c.depth-1, 0)
}

// imply charges an element of a table that was left out.
func (c *costs) imply(open *bool) {
	if !*open {
		c.least += nodeCost
	}
	*open = true
}

// leaveCell ends the innermost cell, if it is of the innermost table, and all that is open
// in it alone.
func (c *costs) leaveCell() {
	if last := len(c.marks) - 1; last >= 0 && c.marks[last] != inTable {
		for len(c.opens) > c.marks[last] {
			c.drop(len(c.opens) - 1)
		}
		c.marks = c.marks[:last]
	}
}

// open takes a formatting element. Of those that are written alike the parser keeps three.
func (c *costs) open(f formatted) {
	alike := 0
	for i := len(c.opens) - 1; i >= c.outside(); i-- {
		if o := c.opens[i]; o.tag == f.tag && bytes.Equal(o.text, f.text) {
			if alike++; alike == 3 {
				c.drop(i)
				break
			}
		}
	}
	c.opens = append(c.opens, f)
	if c.again += f.cost; len(c.opens) > mostFormatted {
		c.more = 1 << 50 // deeper than the parser goes
		c.opens, c.again, c.marks = c.opens[:0], 0, c.marks[:0]
	}
}

// outside returns how many formatting elements stand outside of the innermost cell, where
// neither ends nor others written alike reach them.
func (c *costs) outside() int {
	if last := len(c.marks) - 1; last >= 0 {
		return max(0, c.marks[last])
	}
	return 0
}

func (c *costs) drop(i int) {
	c.again -= c.opens[i].cost
	c.opens = slices.Delete(c.opens, i, i+1)
}

// close ends the innermost formatting element of a kind. Where blocks are open in
// it, the parser makes copies of it in each of the first eight, with up to three
// others.
func (c *costs) close(tag atom.Atom) {
	for i := len(c.opens) - 1; i >= c.outside(); i-- {
		o := c.opens[i]
		if o.tag != tag {
			continue
		}
		copies := o.cost
		for _, other := range c.opens[i+1 : min(i+4, len(c.opens))] {
			copies += other.cost
		}
		c.more += min(max(c.depth-o.depth, 0), 8) * copies
		if i < len(c.opens)-1 {
			c.more += c.again
		}
		c.drop(i)
		return
	}
}

// formats reports whether an element says how text looks: one that is still open
// is opened again behind the block that it stood in.
func formats(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}
