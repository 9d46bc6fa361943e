package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Zone is a part of a page that seldom holds results. Zones are inherited
// by everything inside.
type Zone uint8

const (
	ZoneNav      Zone = 1 << iota // menus, breadcrumbs, side bars, footers
	ZonePager                     // links to other result pages
	ZoneCalendar                  // date pickers and archives
	ZoneForm                      // inside a form
	zoneHeading                   // <header>, <thead>
	ZoneNotes                     // notes to a text, its sources
	zoneTabs                      // tabs; a part of zoneNav where their panels are elsewhere
)

// ZoneAside is what stands beside the contents of a page.
const ZoneAside = ZoneNav | ZonePager | ZoneCalendar

// Node is one visible element or text node. The nodes of a page stand in
// document order, so that a subtree, and any run of siblings, is a contiguous
// range of them.
type Node struct {
	H                   *html.Node
	Tag                 string
	words               string // of a text node: its text, white space collapsed, not trimmed; of an element: its class names without digits
	Sym                 uint64 // tag and class
	Path, Cpath         uint64 // tags, or tags and classes, from the root down
	Shape               uint64 // tags of the next levels below; of a text node the hash of its text
	Parent, Next, First int32  // -1 where there is none
	End                 int32  // index after its last descendant
	Digits              int32  // of a text node: ASCII digits in it
	Link                int32  // the <a href> around or at this node, -1 if none
	To                  int32  // of an <a>: where it leads over http, as a place in Page.Targets; 0 where it does not
	Cell                int32  // position among its parent's cells, for td and th
	Is                  traits
	Zone                Zone
	Brk                 bool // a block boundary lies between the text node before and this one
}

// Text returns the text of a text node, "" of others.
func (n *Node) Text() string {
	if n.Is&IsText == 0 {
		return ""
	}
	return n.words
}

// Class returns the class names of an element.
func (n *Node) Class() string {
	if n.Is&IsText != 0 {
		return ""
	}
	return n.words
}

// Page is what a reader sees of a document, indexed for the analysis. Making
// one is linear in the size of the document.
type Page struct {
	Doc     *page.Document
	Nodes   []Node
	Targets []page.URL       // of the links, see Node.To; the first is none
	Sums    []Sums           // len(nodes)+1
	Main    int32            // letters outside menus and the like
	Query   []string         // normalised words that were asked for
	canon   map[int32]string // see Canonical
	held    heldBack
	Known   Known
	kept    map[any]any // see Kept

	pictures bool // see ReadPictures
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

// Remember returns what of says of a key, which it is asked but once a page. M is a type
// of the asking room alone, as with Kept.
func Remember[M ~map[K]V, K comparable, V any](v *Page, key K, of func() V) V {
	have := Kept[M](v)
	x, known := (*have)[key]
	if !known {
		if x = of(); *have == nil {
			*have = M{}
		}
		(*have)[key] = x
	}
	return x
}

// Span is a run of sibling nodes, as a range of Page.Nodes.
type Span struct{ Lo, Hi int32 }

// Hold reports whether node i stands in one of spans, which are in document order.
func Hold(spans []Span, i int32) bool {
	x, _ := slices.BinarySearchFunc(spans, i, func(s Span, i int32) int { return cmp.Compare(s.Hi, i+1) })
	return x < len(spans) && spans[x].Lo <= i
}

// Known is what stands on the pages of an interface that found nothing, and so is
// template wherever it stands. The zero Known is of a reader who saw none.
type Known struct {
	Pages  int             // that were seen
	Lines  map[uint64]bool // see wording.LineHash
	Links  map[string]bool // canonical addresses
	Counts map[string]bool // numbers of things that they claim, with the wording
}

// New makes the page of doc for a reader who asked for query and knows so much.
func New(doc *page.Document, query []string, known Known) *Page {
	v := &Page{Doc: doc, Known: known, Targets: make([]page.URL, 1), held: heldBack{}, canon: map[int32]string{}, kept: map[any]any{}}
	for _, q := range query {
		v.Query = append(v.Query, wording.Words(q)...)
	}
	brk := false
	v.Nodes = make([]Node, 0, visible(doc.Root))
	v.add(doc.Root, -1, wording.FnvStart, wording.FnvStart, -1, 0, &brk)
	v.count()
	v.markZones()
	return v
}

// Against returns the same page for a reader who knows something else.
func (v *Page) Against(known Known) *Page {
	w := *v
	w.Known, w.kept = known, map[any]any{}
	w.count()
	return &w
}

// visible returns at most how many nodes below h, and h, make up a page.
func visible(h *html.Node) int {
	n := 1
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && !wording.Blank(c.Data) || c.Type == html.ElementNode && TraitsOf(c.DataAtom)&IsUnseen == 0 {
			n += visible(c)
		}
	}
	return n
}

// add appends h and what is visible below it, and returns its index, or -1.
func (v *Page) add(h *html.Node, parent int32, path, cpath uint64, link int32, cell int32, brk *bool) int32 {
	i := int32(len(v.Nodes))
	switch h.Type {
	case html.TextNode:
		if wording.Blank(h.Data) {
			if h.Data != "" && len(v.Nodes) > 0 {
				if last := &v.Nodes[i-1]; last.Is&IsText != 0 && !strings.HasSuffix(last.words, " ") {
					last.words += " "
				} else {
					*brk = true
				}
			}
			return -1
		}
		text := wording.Collapse(h.Data)
		hash, digits := wording.Digest(text)
		v.Nodes = append(v.Nodes, Node{H: h, Parent: parent, Next: -1, First: -1, End: i + 1, Is: IsText | v.traitsAt(parent)&InMain, Tag: "#text", words: text, Brk: *brk, Link: link,
			Shape: hash, Digits: digits, Sym: textSym, Path: wording.HashStep(path, "#text", ""), Cpath: wording.HashStep(cpath, "#text", "")})
		*brk = false
		return i
	case html.ElementNode, html.DocumentNode:
	default:
		return -1
	}
	is := TraitsOf(h.DataAtom)
	if h.Type == html.DocumentNode {
		is = IsInline // it breaks no line
	} else if is&IsUnseen != 0 || Hidden(h) && !v.held.has(h) {
		*brk = true
		return -1
	}
	if is |= v.traitsAt(parent) & InMain; h.DataAtom == atom.Main || h.DataAtom == atom.Article || page.Attr(h, "role") == "main" {
		is |= InMain
	}
	class := classes(h)
	path, cpath = wording.HashStep(path, h.Data, ""), wording.HashStep(cpath, h.Data, class)
	block := is&IsInline == 0
	if block {
		*brk = true
	}
	to := int32(0)
	if h.DataAtom == atom.A {
		if href := page.Attr(h, "href"); href != "" {
			link = i
			if u, err := v.Doc.ResolveRoute(strings.TrimSpace(href)); err == nil {
				to = int32(len(v.Targets))
				v.Targets = append(v.Targets, u)
			}
		}
	}
	v.Nodes = append(v.Nodes, Node{H: h, Parent: parent, Next: -1, First: -1, Is: is, Tag: h.Data, words: class, Link: link, To: to, Cell: cell,
		Sym: wording.HashStep(1, h.Data, class), Path: path, Cpath: cpath})
	last, cells := int32(-1), int32(0)
	shape := wording.HashStep(2, h.Data, "")
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
			v.Nodes[i].First = k
		} else {
			v.Nodes[last].Next = k
		}
		last = k
		// Repeated neighbours count once, so that a list has one shape however long it is.
		if n := &v.Nodes[k]; n.Is&(IsText|IsFormatting) == 0 && n.Shape != prev {
			shape = shape*wording.FnvPrime ^ wording.HashStep(3, n.Tag, "")
			prev = n.Shape
		}
	}
	if block {
		*brk = true
	}
	v.Nodes[i].End = int32(len(v.Nodes))
	v.Nodes[i].Shape = shape
	return i
}

// traitsAt returns the traits of node i; none of no node.
func (v *Page) traitsAt(i int32) traits {
	if i < 0 {
		return 0
	}
	return v.Nodes[i].Is
}

// textSym is the sym of all text nodes.
var textSym = wording.HashStep(1, "#text", "")

// Target returns where the link at node i leads; false where it leads nowhere
// over http, or i is none.
func (v *Page) Target(i int32) (page.URL, bool) {
	u, ok := v.Address(i)
	return u.WithoutRoute(), ok
}

// Address is Target with the route, if there is one: where a person gets by the link.
func (v *Page) Address(i int32) (page.URL, bool) {
	if i < 0 || v.Nodes[i].To == 0 {
		return page.URL{}, false
	}
	return v.Targets[v.Nodes[i].To], true
}

// Canonical returns the canonical address of the target of link i, "" where
// that leads nowhere.
func (v *Page) Canonical(i int32) string {
	c, ok := v.canon[i]
	if u, leads := v.Address(i); leads && !ok {
		c = u.Canonical().String()
		v.canon[i] = c
	}
	return c
}
