package page

import "golang.org/x/net/html/atom"

// startInTable takes a start tag directly in a table, a part of one or a row.
func (b *plainBuilder) startInTable(tag atom.Atom, name string) bool {
	if b.top().DataAtom == atom.Colgroup {
		if tag == atom.Col {
			b.add(tag, name)
			return true
		}
		b.pop()
	}
	part, row := false, false
	switch tag {
	case atom.Caption, atom.Colgroup, atom.Col, atom.Tbody, atom.Tfoot, atom.Thead:
		part = true
	case atom.Tr:
		row = true
	case atom.Td, atom.Th:
	case atom.Script, atom.Style:
		return b.holdsText(tag, name)
	default:
		return false
	}
	if top := b.top().DataAtom; top == atom.Tr && (part || row) {
		b.pop()
	}
	if top := b.top().DataAtom; part && top != atom.Table {
		b.pop()
	} else if !part && top == atom.Table && !b.implied(atom.Tbody) {
		return false
	}
	switch {
	case tag == atom.Col:
		if !b.implied(atom.Colgroup) {
			return false
		}
		b.add(tag, name)
		return true
	case !part && !row && b.top().DataAtom != atom.Tr && !b.implied(atom.Tr):
		return false
	}
	return b.push(tag, name)
}

// endInTable takes an end tag directly in a table, a part of one or a row.
func (b *plainBuilder) endInTable(tag atom.Atom) bool {
	switch tag {
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Colgroup:
	case atom.Body, atom.Caption, atom.Html, atom.Td, atom.Th, atom.Col:
		return b.top().DataAtom != atom.Colgroup || tag == atom.Col
	default:
		return false
	}
	for i := len(b.open) - 1; i > 0; i-- {
		a := b.open[i].node.DataAtom
		if a == tag {
			b.open = b.open[:i]
			return true
		}
		if a == atom.Table {
			break
		}
	}
	return b.top().DataAtom != atom.Colgroup // counts for nothing
}

// endInCell takes an end tag in a cell or a caption where that matters for it.
func (b *plainBuilder) endInCell(tag atom.Atom, cell int) (done, ok bool) {
	of := b.open[cell].node.DataAtom
	switch tag {
	case atom.Td, atom.Th, atom.Caption:
		if tag != of {
			return true, true
		}
		return true, b.cut(cell, true)
	case atom.Body, atom.Col, atom.Colgroup, atom.Html:
		return true, true
	case atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		if of == atom.Caption {
			return true, true
		}
	case atom.Table:
	default:
		return false, false
	}
	for i := cell - 1; i > 0; i-- {
		a := b.open[i].node.DataAtom
		if a == tag {
			return true, b.cut(cell, true) && b.endInTable(tag)
		}
		if a == atom.Table {
			break
		}
	}
	return true, true
}
