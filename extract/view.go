package extract

import (
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A zone is a part of a page that seldom holds results. Zones are inherited
// by everything inside.
type zone uint8

const (
	zoneNav      zone = 1 << iota // menus, breadcrumbs, side bars, footers
	zonePager                     // links to other result pages
	zoneCalendar                  // date pickers and archives
	zoneForm                      // inside a form
	zoneHeading                   // <header>, <thead>
	zoneNotes                     // notes to a text, its sources
	zoneTabs                      // tabs; a part of zoneNav where their panels are elsewhere
)

// vnode is one visible element or text node. The nodes of a view stand in
// document order, so that a subtree, and any run of siblings, is a contiguous
// range of them.
type vnode struct {
	h                   *html.Node
	tag                 string
	words               string // of a text node: its text, white space collapsed, not trimmed; of an element: its class names without digits
	sym                 uint64 // tag and class
	path, cpath         uint64 // tags, or tags and classes, from the root down
	shape               uint64 // tags of the next levels below; of a text node the hash of its text
	parent, next, first int32  // -1 where there is none
	end                 int32  // index after its last descendant
	digits              int32  // of a text node: ASCII digits in it
	link                int32  // the <a href> around or at this node, -1 if none
	to                  int32  // of an <a>: where it leads over http, as a place in view.targets; 0 where it does not
	cell                int32  // position among its parent's cells, for td and th
	is                  traits
	zone                zone
	brk                 bool // a block boundary lies between the text node before and this one
}

// text returns the text of a text node, "" of others.
func (n *vnode) text() string {
	if n.is&isText == 0 {
		return ""
	}
	return n.words
}

// class returns the class names of an element.
func (n *vnode) class() string {
	if n.is&isText != 0 {
		return ""
	}
	return n.words
}

// Page is what a reader sees of a document, indexed for the analysis. Making
// one is linear in the size of the document.
type Page struct {
	doc     *page.Document
	nodes   []vnode
	targets []page.URL       // of the links, see vnode.to; the first is none
	sums    []sums           // len(nodes)+1
	main    int32            // letters outside menus and the like
	query   []string         // normalised words that were asked for
	rtl     bool             // written from right to left
	canon   map[int32]string // see canonical
	held    heldBack
	known   Known
	kept    map[any]any // see Kept
}

// Kept is what a room keeps of a page, so that it works it out but once: one T a
// page, which is zero at first. T is a type of that room alone.
func Kept[T any](v *Page) *T {
	k, ok := v.kept[(*T)(nil)].(*T)
	if !ok {
		k = new(T)
		v.kept[(*T)(nil)] = k
	}
	return k
}

// span is a run of sibling nodes, as a range of view.nodes.
type span struct{ lo, hi int32 }

// Known is what stands on the pages of an interface that found nothing, and so is
// template wherever it stands. The zero Known is of a reader who saw none.
type Known struct {
	Pages  int             // that were seen
	Lines  map[uint64]bool // see lineHash
	Links  map[string]bool // canonical addresses
	Counts map[string]bool // numbers of things that they claim, with the wording
}

// newView makes the view of doc for a reader who asked for query and knows so much.
func newView(doc *page.Document, query []string, known Known) *Page {
	v := &Page{doc: doc, known: known, targets: make([]page.URL, 1), held: heldBack{}, canon: map[int32]string{}, kept: map[any]any{}}
	for _, q := range query {
		v.query = append(v.query, words(q)...)
	}
	brk := false
	v.nodes = make([]vnode, 0, visible(doc.Root))
	v.add(doc.Root, -1, fnvStart, fnvStart, -1, 0, &brk)
	v.cutOrdinals()
	v.count()
	v.markZones()
	v.rtl = rightToLeft(v)
	return v
}

// visible returns at most how many nodes below h, and h, make up a view.
func visible(h *html.Node) int {
	n := 1
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && !blank(c.Data) || c.Type == html.ElementNode && traitsOf(c.DataAtom)&isUnseen == 0 {
			n += visible(c)
		}
	}
	return n
}

// add appends h and what is visible below it, and returns its index, or -1.
func (v *Page) add(h *html.Node, parent int32, path, cpath uint64, link int32, cell int32, brk *bool) int32 {
	i := int32(len(v.nodes))
	switch h.Type {
	case html.TextNode:
		if blank(h.Data) {
			if h.Data != "" && len(v.nodes) > 0 {
				if last := &v.nodes[i-1]; last.is&isText != 0 && !strings.HasSuffix(last.words, " ") {
					last.words += " "
				} else {
					*brk = true
				}
			}
			return -1
		}
		text := collapse(h.Data)
		hash, digits := digest(text)
		v.nodes = append(v.nodes, vnode{h: h, parent: parent, next: -1, first: -1, end: i + 1, is: isText | v.traitsAt(parent)&inMain, tag: "#text", words: text, brk: *brk, link: link,
			shape: hash, digits: digits, sym: textSym, path: hashStep(path, "#text", ""), cpath: hashStep(cpath, "#text", "")})
		*brk = false
		return i
	case html.ElementNode, html.DocumentNode:
	default:
		return -1
	}
	is := traitsOf(h.DataAtom)
	if h.Type == html.DocumentNode {
		is = isInline // it breaks no line
	} else if is&isUnseen != 0 || hidden(h) && !v.held.has(h) {
		*brk = true
		return -1
	}
	if is |= v.traitsAt(parent) & inMain; h.DataAtom == atom.Main || h.DataAtom == atom.Article || attr(h, "role") == "main" {
		is |= inMain
	}
	class := classes(h)
	path, cpath = hashStep(path, h.Data, ""), hashStep(cpath, h.Data, class)
	block := is&isInline == 0
	if block {
		*brk = true
	}
	to := int32(0)
	if h.DataAtom == atom.A {
		if href := attr(h, "href"); href != "" {
			link = i
			if u, err := v.doc.Resolve(strings.TrimSpace(href)); err == nil {
				to = int32(len(v.targets))
				v.targets = append(v.targets, u)
			}
		}
	}
	v.nodes = append(v.nodes, vnode{h: h, parent: parent, next: -1, first: -1, is: is, tag: h.Data, words: class, link: link, to: to, cell: cell,
		sym: hashStep(1, h.Data, class), path: path, cpath: cpath})
	last, cells := int32(-1), int32(0)
	shape := hashStep(2, h.Data, "")
	var prev uint64
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			cells++
		}
		k := v.add(c, i, path, cpath, link, cells, brk)
		if k < 0 {
			continue
		}
		if last < 0 {
			v.nodes[i].first = k
		} else {
			v.nodes[last].next = k
		}
		last = k
		// Repeated neighbours count once, so that a list has one shape however long it is.
		if n := &v.nodes[k]; n.is&(isText|isFormatting) == 0 && n.shape != prev {
			shape = shape*fnvPrime ^ hashStep(3, n.tag, "")
			prev = n.shape
		}
	}
	if block {
		*brk = true
	}
	v.nodes[i].end = int32(len(v.nodes))
	v.nodes[i].shape = shape
	return i
}

// traitsAt returns the traits of node i; none of no node.
func (v *Page) traitsAt(i int32) traits {
	if i < 0 {
		return 0
	}
	return v.nodes[i].is
}

// textSym is the sym of all text nodes.
var textSym = hashStep(1, "#text", "")

// target returns where the link at node i leads; false where it leads nowhere
// over http, or i is none.
func (v *Page) target(i int32) (page.URL, bool) {
	if i < 0 || v.nodes[i].to == 0 {
		return page.URL{}, false
	}
	return v.targets[v.nodes[i].to], true
}

// canonical returns the canonical address of the target of link i, "" where
// that leads nowhere.
func (v *Page) canonical(i int32) string {
	c, ok := v.canon[i]
	if u, leads := v.target(i); leads && !ok {
		c = u.Canonical().String()
		v.canon[i] = c
	}
	return c
}
