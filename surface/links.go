package surface

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

const (
	maxAnchor = 200    // bytes kept of an anchor
	maxAround = 80     // bytes kept of the text on each side of a link
	maxLinks  = 10_000 // of a page
)

// Links returns the links of doc that a reader, or a script that only shows
// pages, could follow: of all elements and attributes that hold the address of
// a page, of menus, of comments and of strings in scripts. Each address is
// there once (by its canonical form), in document order. Left out are addresses
// that do something (see package deeds), that no page is behind (mailto:, javascript:)
// and files: images, styles, downloads. Style sheets name nothing else.
func Links(doc *page.Document) []Link {
	return linksWithin(doc, 0)
}

// linksWithin is Links for a document written inline in others.
func linksWithin(doc *page.Document, within int) []Link {
	c := newCollector(doc)
	c.within = within
	c.document()
	return c.finish()
}

// collector walks a document: it writes down what a reader sees as one text,
// and for each link where in it the link stands.
type collector struct {
	doc     *page.Document
	text    []byte
	space   bool // a space is due before the next word
	links   []Link
	spans   []span
	index   map[ID]int
	deeds   *deeds.Judging
	anchors int             // open <a> elements
	within  int             // documents around this one
	names   map[string]bool // what links are called, once a menu is held against them
}

// span is where in the text a link stands.
type span struct{ start, end int }

func newCollector(doc *page.Document) *collector {
	c := collectors.Get().(*collector)
	c.doc = doc
	c.index[IDOf(doc.URL)] = -1
	c.deeds.Lang = doc.Lang
	return c
}

// collectors are those at rest: the next page finds room for as much as the
// last ones had.
var collectors = sync.Pool{New: func() any { return &collector{index: map[ID]int{}, deeds: &deeds.Judging{}} }}

const (
	maxIdleText  = 256 << 10 // bytes that a collector at rest may hold
	maxIdleLinks = 2000
)

// rest ends the use of a collector.
func (c *collector) rest() {
	if cap(c.text) > maxIdleText || cap(c.links) > maxIdleLinks {
		return // for one large page the room is not kept
	}
	clear(c.links)
	clear(c.index)
	*c = collector{index: c.index, deeds: c.deeds, text: c.text[:0], links: c.links[:0], spans: c.spans[:0]}
	collectors.Put(c)
}

// add enters the address that ref means and returns its place, -1 where it is
// none to follow.
func (c *collector) add(ref, kind string) int {
	u, err := c.doc.Resolve(ref)
	if err != nil {
		return -1
	}
	return c.addURL(u, kind)
}

func (c *collector) addURL(u page.URL, kind string) int {
	id := IDOf(u)
	if i, known := c.index[id]; known {
		return i
	}
	if len(c.links) >= maxLinks || isFile(u, kind) || c.deeds.Deed(u) != "" {
		c.index[id] = -1
		return -1
	}
	i := len(c.links)
	c.index[id] = i
	c.links = append(c.links, Link{URL: u, ID: id, Kind: kind})
	c.spans = append(c.spans, span{len(c.text), len(c.text)})
	return i
}

// say gives a link words where it has none yet: an image link that is repeated
// as text keeps the words, and with them its place.
func (c *collector) say(i int, anchor string, at span) {
	c.mind(i, anchor)
	if i < 0 || c.links[i].Anchor != "" {
		return
	}
	if anchor = strings.TrimSpace(anchor); anchor != "" {
		c.links[i].Anchor = clip(anchor, maxAnchor)
		c.spans[i] = at
	}
}

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// finish gives each link the text around it, and returns the links. The
// collector is not used any more.
func (c *collector) finish() []Link {
	defer c.rest()
	c.dropOrders()
	for i := range c.links {
		at := c.spans[i]
		before, after := c.text[:at.start], c.text[min(at.end, len(c.text)):]
		if len(before) > maxAround {
			before = before[len(before)-maxAround:]
			for len(before) > 0 && before[0] != ' ' {
				before = before[1:]
			}
		}
		if len(after) > maxAround {
			after = after[:maxAround]
			for len(after) > 0 && after[len(after)-1] != ' ' {
				after = after[:len(after)-1]
			}
		}
		l := &c.links[i]
		if strings.HasPrefix(l.Kind, Comment) || l.Kind == Script || len(before)+len(after) == 0 {
			continue
		}
		before, after = bytes.TrimSpace(before), bytes.TrimSpace(after)
		var room [2*maxAround + 1]byte
		l.Around = string(bytes.TrimSpace(append(append(append(room[:0], before...), ' '), after...)))
	}
	return slices.DeleteFunc(slices.Clone(c.links), func(l Link) bool { return l.Kind == "" })
}

func (c *collector) document() {
	c.walk(c.doc.Root)
	if !c.doc.Refresh.IsZero() {
		c.addURL(c.doc.Refresh, Refresh)
	}
}

func (c *collector) walk(n *html.Node) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch k.Type {
		case html.TextNode:
			c.write(k.Data)
		case html.CommentNode:
			c.comment(k.Data)
		case html.ElementNode:
			c.element(k)
		}
	}
}

// write adds words to the text. Of a long piece these are its first and its last:
// what stands between them is shown with no link.
func (c *collector) write(s string) {
	if len(s) < longPiece {
		c.words(s, len(s))
		return
	}
	first := maxAround
	if c.anchors > 0 {
		first = maxAnchor
	}
	s = c.words(s, first)
	last := len(s)
	for kept := 0; last > 0 && (kept <= maxAround || !isSpace(s[last-1])); last-- {
		if !isSpace(s[last-1]) {
			kept++
		}
	}
	c.words(s[last:], len(s))
}

// longPiece is the length of a piece of text, in bytes, of which the middle may
// be left out.
const longPiece = 2 * maxAnchor

// words adds words to the text, at least so many bytes of them, and returns the
// rest of s.
func (c *collector) words(s string, least int) string {
	text, space := c.text, c.space
	least += len(text)
	i := 0
	for i < len(s) && len(text) <= least {
		if isSpace(s[i]) {
			space = true
			i++
			continue
		}
		word := i
		for i++; i < len(s) && !isSpace(s[i]); i++ {
		}
		if space && len(text) > 0 && text[len(text)-1] != ' ' {
			text = append(text, ' ')
		}
		space = false
		text = append(text, s[word:i]...)
	}
	c.text, c.space = text, space
	return s[i:]
}

func isSpace(c byte) bool {
	return c <= ' ' && (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f')
}

// element takes the links of an element and of what is in it.
func (c *collector) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Script:
		if !page.HasAttr(n, "src") && n.FirstChild != nil {
			c.script(n.FirstChild.Data, false)
		}
		return
	case atom.Style, atom.Template:
		return
	case atom.A, atom.Area:
		c.anchor(n)
		return
	}
	c.attributes(n)
	inline := n.DataAtom == atom.Span || n.DataAtom == atom.B || n.DataAtom == atom.I || n.DataAtom == atom.Em || n.DataAtom == atom.Strong || n.DataAtom == atom.Font
	c.space = c.space || !inline
	if n.DataAtom == atom.Img && c.anchors > 0 {
		c.write(page.Attr(n, "alt"))
	}
	c.walk(n)
	c.space = c.space || !inline
}

// anchor takes <a> and <area>, in HTML and in SVG.
func (c *collector) anchor(n *html.Node) {
	i := -1
	for _, a := range n.Attr {
		if a.Key != "href" || a.Namespace != "" && a.Namespace != "xlink" {
			continue
		}
		if script, ok := cutScript(a.Val); ok {
			c.script(script, true)
			break
		}
		kind := n.Data
		if isFeedType(page.Attr(n, "type")) {
			kind = Feed
		}
		if harms(c.deeds, n) != "" {
			break
		}
		if i = c.add(a.Val, kind); i >= 0 && hasWord(page.Attr(n, "rel"), "nofollow") {
			c.links[i].NoFollow = true
		}
		break
	}
	if i >= 0 || !page.HasAttr(n, "onclick") || harms(c.deeds, n) == "" {
		c.handlers(n)
	}
	if c.space && len(c.text) > 0 && c.text[len(c.text)-1] != ' ' { // so that the anchor begins with its first word
		c.text, c.space = append(c.text, ' '), false
	}
	start := len(c.text)
	c.anchors++
	c.walk(n)
	c.anchors--
	at := span{start, len(c.text)}
	words := string(c.text[start:])
	for _, name := range []string{"aria-label", "title", "alt"} {
		if strings.TrimSpace(words) == "" {
			words = page.Attr(n, name)
		}
	}
	c.mind(i, page.Attr(n, "title"))
	c.mind(i, page.Attr(n, "aria-label"))
	c.say(i, words, at)
}

// mind leaves a link out that gives an order by what it says.
func (c *collector) mind(i int, says string) {
	if i >= 0 && says != "" && c.deeds.Orders(strings.TrimSpace(says), c.links[i].URL) {
		c.index[c.links[i].ID] = -1
		c.links[i].Kind = "" // it is left out in the end
	}
}
