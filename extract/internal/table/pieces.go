package table

import (
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Piece is an element of a record that a person may choose as a column.
type Piece struct {
	Node       *html.Node  `json:"-"`
	Record     int         `json:"record"` // the how manieth of the page, from 0
	Text       string      `json:"text"`
	Attributes []page.Pair `json:"attributes,omitempty"`
}

// maxPieces bounds the pieces of a record, or of its own page.
const maxPieces = 300

// Pieces returns the elements of a record that say something themselves: by a text, as an
// image, by a property. The first is the record itself, where it is one element.
func Pieces(v *view.Page, s view.Span, record int) (out []Piece) {
	add := func(h *html.Node) {
		p := Piece{Node: h, Record: record, Text: textOf(v, h)}
		for _, a := range h.Attr {
			if a.Namespace == "" && strings.TrimSpace(a.Val) != "" && !styling[a.Key] && !strings.HasPrefix(a.Key, "on") {
				p.Attributes = append(p.Attributes, page.Pair{Name: a.Key, Value: a.Val})
			}
		}
		if len(out) < maxPieces && (p.Text != "" || len(p.Attributes) > 0) {
			out = append(out, p)
		}
	}
	one := s.Lo < s.Hi && v.Nodes[s.Lo].End == s.Hi && v.Nodes[s.Lo].H.Type == html.ElementNode
	for i := s.Lo; i < s.Hi; i = v.Nodes[i].End {
		if top := v.Nodes[i].H; one || speaks(top) {
			add(top)
		}
		for h := range v.Nodes[i].H.Descendants() {
			if speaks(h) {
				add(h)
			}
		}
	}
	return out
}

// styling are the attributes that say how an element looks or is used, not what it is.
var styling = map[string]bool{"class": true, "style": true, "width": true, "height": true, "align": true, "valign": true, "border": true, "role": true, "tabindex": true, "target": true, "rel": true, "loading": true, "sizes": true, "srcset": true}

// speaks reports whether an element says something itself.
func speaks(h *html.Node) bool {
	if h.Type != html.ElementNode || h.Data == "script" || h.Data == "style" || h.Data == "template" || h.Data == "mark" {
		return false // a mark is on what was asked for
	}
	if h.Data == "img" || view.HasProperty(h) {
		return true
	}
	for c := h.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return true
		}
	}
	return false
}

// ColumnFor returns a column that selects a piece in its record and what is like it in others.
// Its selector is the shortest one, from the element outward, that selects the piece before
// anything else; what an element is called, by a property or a class, stands for it rather
// than its tag, and a place among others only where nothing else tells: names outlive a
// change of what stands beside. A name that few of the other records have tells in what state
// an element is (visited, new, sold), and does not count.
func ColumnFor(v *view.Page, recs []view.Span, p Piece) Column {
	s := recs[p.Record]
	c := Column{Name: p.Node.Data}
	var chain []string // of p, then of what is around it within the record
	var named []bool
	for h := p.Node; h != nil && h.Parent != nil; h = h.Parent {
		if v.Nodes[s.Lo].H == h && v.Nodes[s.Lo].End == s.Hi {
			break // the record itself
		}
		css, field, names := calledIn(v, h)
		chain, named = append(chain, css), append(named, names)
		if h == p.Node && field != "" {
			c.Name = field
		}
		if slices.ContainsFunc(tops(v, s), func(top *html.Node) bool { return top == h }) {
			break
		}
	}
	if len(chain) == 0 {
		c.Name, c.Select = "text", scope
		return c
	}
	if p.Node.Data == "img" || p.Node.Data == "meta" {
		for _, name := range []string{"src", "content"} {
			if page.HasAttr(p.Node, name) {
				c.Attribute = name
			}
		}
		if c.Attribute == "src" {
			c.Kind = "image"
		}
	}
	tried := []string{chain[0]}
	css := chain[0]
	for i := 1; i < len(chain); i++ {
		if named[i] {
			css = chain[i] + " " + css
			tried = append(tried, css)
		}
	}
	for i := 1; i < len(chain); i++ {
		tried = append(tried, strings.Join(reversed(chain[:i+1]), " > "))
	}
	tried = append(tried, p.Node.Data)
	for i := 1; i < len(chain); i++ { // without the name of the element itself
		tried = append(tried, strings.Join(reversed(append([]string{p.Node.Data}, chain[1:i+1]...)), " > "))
	}
	type way struct {
		css     string
		nth, in int
	}
	var first, others []way // that select the piece before anything else, or after
	most := 0
	for _, css := range tried {
		m, err := cascadia.ParseGroup(css)
		if err != nil || len(css) > maxSelector {
			continue
		}
		at := slices.Index(all(v, s, m), p.Node)
		if at < 0 {
			continue
		}
		w := way{css: css, nth: at + 1}
		for _, rec := range recs[:min(len(recs), 50)] {
			if len(all(v, rec, m)) > at {
				w.in++
			}
		}
		most = max(most, w.in)
		if at == 0 {
			w.nth = 0
			first = append(first, w)
		} else {
			others = append(others, w)
		}
	}
	for _, w := range append(first, others...) {
		if w.in*2 >= most {
			c.Select, c.Nth = w.css, w.nth
			break
		}
	}
	return c
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// tops are the elements that a record is made of.
func tops(v *view.Page, s view.Span) (out []*html.Node) {
	for i := s.Lo; i < s.Hi; i = v.Nodes[i].End {
		out = append(out, v.Nodes[i].H)
	}
	return out
}

// all returns what a selector selects in a record.
func all(v *view.Page, s view.Span, m cascadia.Matcher) (out []*html.Node) {
	for _, top := range tops(v, s) {
		if m.Match(top) {
			out = append(out, top)
		}
		for h := range page.Below(top) {
			if m.Match(h) {
				out = append(out, h)
			}
		}
	}
	return out
}

// calledIn returns the selector of an element of a record by itself, the name that it gives a
// field, and whether it says what the element is.
func calledIn(v *view.Page, h *html.Node) (css, field string, names bool) {
	n := &view.Node{H: h, Tag: h.Data}
	if i, seen := placeOf(v, h); seen {
		n = &v.Nodes[i]
	}
	css, field, names = view.Called(v, n)
	return css, wording.Snake(strings.TrimPrefix(field, ".")), names
}
