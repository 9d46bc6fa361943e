package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
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
)

// vnode is one visible element or text node. The nodes of a view stand in
// document order, so that a subtree, and any run of siblings, is a contiguous
// range of them.
type vnode struct {
	h                   *html.Node
	parent, next, first int32 // -1 where there is none
	end                 int32 // index after its last descendant
	tag                 string
	class               string // class names without digits
	sym                 uint64 // tag and class
	path, cpath         uint64 // tags, or tags and classes, from the root down
	shape               uint64 // tags of the next levels below
	text                string // of a text node: white space collapsed, not trimmed
	brk                 bool   // a block boundary lies between the text node before and this one
	link                int32  // the <a href> around or at this node, -1 if none
	cell                int32  // position among its parent's cells, for td and th
	zone                zone
}

// sums are counts over the nodes before one; a range's counts are the
// difference of two of them.
type sums struct{ chars, linkChars, links, images, controls, hits, known, echo, leaves int32 }

func (a sums) minus(b sums) sums {
	return sums{a.chars - b.chars, a.linkChars - b.linkChars, a.links - b.links, a.images - b.images,
		a.controls - b.controls, a.hits - b.hits, a.known - b.known, a.echo - b.echo, a.leaves - b.leaves}
}

// view is what a reader sees of a document, indexed for the analysis. Making
// one is linear in the size of the document.
type view struct {
	doc   *page.Document
	nodes []vnode
	sums  []sums             // len(nodes)+1
	urls  map[int32]page.URL // targets of the <a> nodes that lead somewhere over http
	main  int32              // letters outside menus and the like
	query []string           // normalised words that were asked for
	rtl   bool               // written from right to left
	keys  KeyScheme
	said  []line           // see lines; nil until they were asked for
	canon map[int32]string // see canonical
}

// span is a run of sibling nodes, as a range of view.nodes.
type span struct{ lo, hi int32 }

// unseen are elements whose content a reader does not see as page text.
var unseen = map[string]bool{"script": true, "style": true, "head": true, "template": true, "select": true,
	"option": true, "datalist": true, "textarea": true, "iframe": true, "object": true, "svg": true, "noframes": true,
	"math": true, "canvas": true, "audio": true, "video": true, "map": true}

// inline elements do not break a line; all others do.
var inline = map[string]bool{"a": true, "abbr": true, "acronym": true, "b": true, "bdi": true, "bdo": true, "big": true,
	"cite": true, "code": true, "data": true, "del": true, "dfn": true, "em": true, "font": true, "i": true, "img": true,
	"ins": true, "kbd": true, "label": true, "mark": true, "nobr": true, "q": true, "s": true, "samp": true, "small": true,
	"span": true, "strike": true, "strong": true, "sub": true, "sup": true, "time": true, "tt": true, "u": true, "var": true,
	"wbr": true, "input": true, "button": true, "noscript": true}

// formatting elements say how text looks, not what it is.
var formatting = map[string]bool{"b": true, "big": true, "em": true, "font": true, "i": true, "mark": true, "small": true,
	"strong": true, "tt": true, "u": true, "nobr": true, "wbr": true, "sup": true, "sub": true, "code": true, "center": true,
	"s": true, "strike": true, "del": true, "ins": true, "kbd": true, "var": true, "q": true, "cite": true, "bdi": true}

func newView(doc *page.Document, query []string) *view {
	v := &view{doc: doc, urls: map[int32]page.URL{}, canon: map[int32]string{}}
	for _, q := range query {
		v.query = append(v.query, words(q)...)
	}
	brk := false
	v.nodes = make([]vnode, 0, visible(doc.Root))
	v.add(doc.Root, -1, fnvStart, fnvStart, -1, 0, &brk)
	v.count(Background{})
	v.markZones()
	v.rtl = v.rightToLeft()
	return v
}

// visible returns at most how many nodes below h, and h, make up a view.
func visible(h *html.Node) int {
	n := 1
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" || c.Type == html.ElementNode && !unseen[c.Data] {
			n += visible(c)
		}
	}
	return n
}

// add appends h and what is visible below it, and returns its index, or -1.
func (v *view) add(h *html.Node, parent int32, path, cpath uint64, link int32, cell int32, brk *bool) int32 {
	i := int32(len(v.nodes))
	switch h.Type {
	case html.TextNode:
		t := collapse(h.Data)
		if strings.TrimSpace(t) == "" {
			if t != "" && len(v.nodes) > 0 {
				if last := &v.nodes[i-1]; last.tag == "#text" && !strings.HasSuffix(last.text, " ") {
					last.text += " "
				} else {
					*brk = true
				}
			}
			return -1
		}
		v.nodes = append(v.nodes, vnode{h: h, parent: parent, next: -1, first: -1, end: i + 1, tag: "#text", text: t, brk: *brk, link: link,
			sym: hashStep(1, "#text", ""), path: hashStep(path, "#text", ""), cpath: hashStep(cpath, "#text", "")})
		*brk = false
		return i
	case html.ElementNode:
		if unseen[h.Data] || hidden(h) {
			*brk = true
			return -1
		}
	case html.DocumentNode:
	default:
		return -1
	}
	class := classes(h)
	path, cpath = hashStep(path, h.Data, ""), hashStep(cpath, h.Data, class)
	block := h.Type == html.ElementNode && !inline[h.Data]
	if block {
		*brk = true
	}
	if h.Data == "a" && attr(h, "href") != "" {
		link = i
		if u, err := v.doc.Resolve(strings.TrimSpace(attr(h, "href"))); err == nil {
			v.urls[i] = u
		}
	}
	v.nodes = append(v.nodes, vnode{h: h, parent: parent, next: -1, first: -1, tag: h.Data, class: class, link: link, cell: cell,
		sym: hashStep(1, h.Data, class), path: path, cpath: cpath})
	last, cells := int32(-1), int32(0)
	shape := hashStep(2, h.Data, "")
	var prev uint64
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "td" || c.Data == "th" {
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
		if s := v.nodes[k].shape; v.nodes[k].tag != "#text" && !formatting[v.nodes[k].tag] && s != prev {
			shape = shape*1099511628211 ^ hashStep(3, v.nodes[k].tag, "")
			prev = s
		}
	}
	if block {
		*brk = true
	}
	v.nodes[i].end = int32(len(v.nodes))
	v.nodes[i].shape = shape
	return i
}

// canonical returns the canonical address of the target of link i, "" where
// that leads nowhere.
func (v *view) canonical(i int32) string {
	c, ok := v.canon[i]
	if !ok {
		c = v.urls[i].Canonical().String()
		v.canon[i] = c
	}
	return c
}

// count fills the running sums; known text is text that b has seen.
func (v *view) count(b Background) {
	lines, links := b.sets()
	v.sums = make([]sums, len(v.nodes)+1)
	var s sums
	for i := range v.nodes {
		v.sums[i] = s
		n := &v.nodes[i]
		switch n.tag {
		case "#text":
			chars := int32(letters(n.text))
			s.chars += chars
			s.leaves++
			if n.link >= 0 {
				s.linkChars += chars
			}
			if v.asked(n.text) {
				s.hits++
			}
			if b.Pages == 0 {
				continue
			}
			hash := lineHash(n.text, v.query)
			if hash == 0 {
				s.echo += chars
			}
			u, linked := v.urls[n.link]
			if len(lines) > 0 && lines[hash] || linked && links[u.Canonical().String()] {
				s.known += chars
			}
		case "a":
			if _, ok := v.urls[int32(i)]; ok {
				s.links++
			}
		case "img":
			s.images++
		case "input", "button":
			if t := strings.ToLower(attr(n.h, "type")); t != "hidden" && t != "checkbox" {
				s.controls++
			}
		}
	}
	v.sums[len(v.nodes)] = s
}

func (v *view) sum(s span) sums { return v.sums[s.hi].minus(v.sums[s.lo]) }

func (v *view) subtree(i int32) span { return span{i, v.nodes[i].end} }

func (v *view) total() sums { return v.sums[len(v.nodes)] }

// asked reports whether text holds a word of the query.
func (v *view) asked(text string) bool {
	if len(v.query) == 0 {
		return false
	}
	text = strings.ToLower(text)
	for _, q := range v.query {
		if strings.Contains(text, q) {
			return true
		}
	}
	return false
}

// textOf returns the visible text of a span, white space collapsed.
func (v *view) textOf(s span) string {
	var b strings.Builder
	for i := s.lo; i < s.hi; i++ {
		n := &v.nodes[i]
		if n.tag != "#text" {
			continue
		}
		if n.brk && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(n.text)
	}
	return strings.TrimSpace(collapse(b.String()))
}

// label returns what a link or button says: its text, else the alternative
// text of its image, its aria-label or its title.
func (v *view) label(i int32) string {
	if t := v.textOf(v.subtree(i)); t != "" {
		return t
	}
	for k := i; k < v.nodes[i].end; k++ {
		for _, a := range []string{"alt", "aria-label", "title"} {
			if t := strings.TrimSpace(collapse(attr(v.nodes[k].h, a))); t != "" {
				return t
			}
		}
	}
	return ""
}

func hidden(h *html.Node) bool {
	for _, a := range h.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			if len(a.Val) < len("display:none") {
				continue
			}
			s := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(s, "display:none") || strings.Contains(s, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

func attr(h *html.Node, key string) string {
	for _, a := range h.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// classes returns the class names of h, those with digits left out: they
// number or identify one element.
func classes(h *html.Node) string {
	c := attr(h, "class")
	if c == "" {
		return ""
	}
	var keep []string
	for _, f := range strings.Fields(c) {
		if !strings.ContainsAny(f, "0123456789") {
			keep = append(keep, f)
		}
	}
	return strings.Join(keep, " ")
}

// hashStep extends the hash h by a tag and a class (FNV-1a).
func hashStep(h uint64, tag, class string) uint64 {
	h = (h ^ 0x9e3779b97f4a7c15) * fnvPrime
	for i := 0; i < len(tag); i++ {
		h = (h ^ uint64(tag[i])) * fnvPrime
	}
	h = (h ^ 0xff) * fnvPrime
	for i := 0; i < len(class); i++ {
		h = (h ^ uint64(class[i])) * fnvPrime
	}
	return h ^ h>>29
}

const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
)

// collapse replaces each run of white space by one space.
func collapse(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c > ' ' && c < utf8.RuneSelf || c == ' ' && (i == 0 || s[i-1] != ' ')
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// letters counts letters and digits.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if r < utf8.RuneSelf {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				n++
			}
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
			if unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || unicode.Is(unicode.Hangul, r) {
				n++ // a CJK character carries about two letters' worth
			}
		}
	}
	return n
}

// words splits s into lower-case words of letters and digits.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}
