package view

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// minShown is how many of a kind must be shown before those that are not count as
// more of them.
const minShown = 2

// heldBack tells what a page holds back until a click ("show more", pages turned by
// a script) from what it hides for good: the last of the children of one kind, behind
// all that are shown, and a further body of a table's rows. By parent, it knows how
// many children of each kind are shown; -1 where one that is hidden stands before one
// that is shown, as templates and rows that unfold do.
type heldBack map[*html.Node]map[kin]int

// kin is what children of one kind have in common.
type kin struct{ tag, class string }

// kinOf returns the kind of an element; false where nothing tells it from others.
func kinOf(h *html.Node) (kin, bool) {
	switch h.DataAtom {
	case atom.Tbody:
		return kin{tag: h.Data}, true
	case atom.Li, atom.Tr, atom.Article:
		return kin{h.Data, classes(h)}, true
	}
	k := kin{h.Data, classes(h)}
	return k, k.class != ""
}

// has reports whether h, which is hidden, is held back.
func (b heldBack) has(h *html.Node) bool {
	k, ok := kinOf(h)
	if !ok || h.Parent == nil {
		return false
	}
	kinds, known := b[h.Parent]
	if !known {
		kinds = shownKinds(h.Parent)
		b[h.Parent] = kinds
	}
	return kinds[k] >= minShown || h.DataAtom == atom.Tbody && kinds[k] > 0
}

func shownKinds(parent *html.Node) map[kin]int {
	kinds, gone := map[kin]int{}, map[kin]bool{}
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		k, ok := kinOf(c)
		switch {
		case !ok:
		case Hidden(c):
			gone[k] = true
		case gone[k]:
			kinds[k] = -1
		case kinds[k] >= 0:
			kinds[k]++
		}
	}
	return kinds
}
