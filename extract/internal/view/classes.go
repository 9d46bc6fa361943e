package view

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// Spot says where in a record a fragment stands, in a way that a person can
// read and change.
type Spot struct {
	Part int    // the record's how manieth element, where it is several side by side; else 0
	CSS  string // selector of the innermost element within the record; "" is the record itself
	Nth  int    // of the fragments at the same place

	Piece int // of a fragment that is taken apart, from 1; else 0
}

// Within returns the spot of an element inside s. A class or property that
// names what stands there makes all that is around it superfluous.
func (s Spot) Within(n *Node, called Naming) Spot {
	switch {
	case n.Is&IsFormatting != 0 && !called.names:
		return s
	case called.names:
		s.CSS = called.css
		return s
	}
	return s.Below(called.css)
}

// Naming is what an element is called: as a field, "" where nothing names it,
// and by a selector among what stands beside it, which may say what it is.
type Naming struct {
	Field, css string
	names      bool
}

// look is what an element without properties is called by.
type look struct {
	tag, class string
	cell       int32
}

// namings are those of a page, as far as they were asked for.
type namings map[look]Naming

// NamingOf returns what n is called.
func NamingOf(v *Page, n *Node) Naming {
	naming := func() Naming {
		css, names := step(n)
		return Naming{className(n), css, names}
	}
	if HasProperty(n.H) {
		return naming()
	}
	return Remember[namings](v, look{n.Tag, n.Class(), n.Cell}, naming)
}

// Called returns what n is called: by a selector among what stands beside it, as a field, and
// whether the selector says what it is.
func Called(v *Page, n *Node) (css, field string, names bool) {
	c := NamingOf(v, n)
	return c.css, c.Field, c.names
}

// HasProperty reports whether microdata or RDFa name what h is of its record.
func HasProperty(h *html.Node) bool {
	for i := range h.Attr {
		if k := h.Attr[i].Key; (k == "itemprop" || k == "property") && h.Attr[i].Val != "" {
			return true
		}
	}
	return false
}

func (s Spot) Below(step string) Spot {
	if s.CSS != "" {
		step = s.CSS + " " + step
	}
	s.CSS = step
	return s
}

// step returns the selector of one element among what stands beside it, and
// whether it says what the element is.
func step(n *Node) (css string, names bool) {
	for _, a := range [...]string{"itemprop", "property"} {
		if p := page.Attr(n.H, a); p != "" && !strings.ContainsAny(p, "\"\\\n") {
			return fmt.Sprintf(`[%s="%s"]`, a, p), true
		}
	}
	for _, c := range strings.Fields(n.Class()) {
		if s := wording.Snake(c); len(s) >= 3 && len(s) <= 30 && !dullClasses[s] && IsIdentifier(c) {
			css := n.Tag + "." + c
			if n.Cell > 0 {
				css += fmt.Sprintf(":nth-child(%d)", n.Cell)
			}
			return css, true
		}
	}
	if n.Cell > 0 {
		return fmt.Sprintf("%s:nth-child(%d)", n.Tag, n.Cell), false
	}
	return n.Tag, false
}

// IsIdentifier reports whether s can stand in a selector without escapes.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if !(r == '-' || r == '_' || unicode.IsLetter(r) || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != "" && s != "-" && !strings.HasPrefix(s, "--")
}

// Address returns a selector of element i that no other element of the page
// has, where that can be said by tags, classes and identifiers; else the most
// that can be said.
func Address(v *Page, i int32) string {
	var path []string
	for at := i; at >= 0 && v.Nodes[at].H.Parent != nil; at = v.Nodes[at].Parent {
		n := &v.Nodes[at]
		if id := page.Attr(n.H, "id"); id != "" && IsIdentifier(id) && !strings.ContainsAny(id, "0123456789") {
			path = append(path, "#"+id)
			break
		}
		path = append(path, TagAndClasses(n))
		css := join(path)
		if found := v.Doc.Find(css); found.Length() == 1 {
			return css
		}
		if n.Tag == "body" {
			break
		}
	}
	return join(path)
}

// join puts steps, the innermost first, into a selector.
func join(path []string) string {
	path = slices.Clone(path)
	slices.Reverse(path)
	return strings.Join(path, " > ")
}

// TagAndClasses returns the selector of an element by its name and its classes.
func TagAndClasses(n *Node) string {
	css := n.Tag
	for _, c := range strings.Fields(n.Class()) {
		if IsIdentifier(c) && strings.Count(css, ".") < 2 {
			css += "." + c
		}
	}
	return css
}

// Common returns a selector, below the element top, that all nodes have:
// their tags on the way down and the classes that they share. "" where they
// do not stand equally deep.
func Common(v *Page, nodes []int32, top int32) string {
	var path []string
	at := slices.Clone(nodes)
	for {
		first := &v.Nodes[at[0]]
		shared := strings.Fields(first.Class())
		for _, i := range at {
			n := &v.Nodes[i]
			if n.Tag != first.Tag {
				return ""
			}
			has := strings.Fields(n.Class())
			shared = slices.DeleteFunc(shared, func(c string) bool { return !slices.Contains(has, c) })
		}
		css := first.Tag
		for _, c := range shared {
			if IsIdentifier(c) {
				css += "." + c
			}
		}
		path = append(path, css)
		arrived := 0
		for k := range at {
			if at[k] = v.Nodes[at[k]].Parent; at[k] == top {
				arrived++
			} else if at[k] < 0 {
				return ""
			}
		}
		if arrived == len(at) {
			return join(path)
		}
		if arrived > 0 {
			return ""
		}
	}
}

// BareSpan reports whether n only holds text, to which a script or a hint may be tied:
// a link has one where its text is cut short, and none where it is not.
func (n *Node) BareSpan() bool { return n.Tag == "span" && n.Class() == "" && !HasProperty(n.H) }

// dullClasses say how a thing is laid out, not what it is.
var dullClasses = map[string]bool{"row": true, "col": true, "left": true, "right": true, "clearfix": true, "first": true, "last": true, "odd": true,
	"even": true, "item": true, "result": true, "text": true, "content": true, "wrapper": true, "container": true, "inner": true, "body": true,
	"link": true, "active": true, "block": true, "box": true, "group": true, "small": true, "medium": true, "large": true, "bold": true,
	"center": true, "column": true, "cell": true, "list": true, "span": true, "div": true, "p": true, "a": true, "data": true, "field": true,
	"value": true, "label": true, "main": true, "default": true, "highlight": true, "keyword": true,
	"highlighted": true, "hilite": true, "hit": true, "match": true, "term": true, "searchterm": true, "search_term": true, "search_highlight": true,
	"searchword": true, "searchmatch": true, "search_hit": true, "query": true, "searchresult_highlight": true, "strong": true, "alignright": true, "alignleft": true}

// className returns a name from the class attribute (or itemprop, which says
// it better) of n, with a dot before it; "" where that names nothing.
func className(n *Node) string {
	if p := page.Attr(n.H, "itemprop"); p != "" {
		return "." + wording.Snake(p)
	}
	if p := page.Attr(n.H, "property"); p != "" { // RDFa: schema:author, dc:title
		return "." + wording.Snake(p[strings.LastIndexByte(p, ':')+1:])
	}
	for _, c := range strings.Fields(n.Class()) {
		s := wording.Snake(c)
		if len(s) < 3 || len(s) > 30 || dullClasses[s] || strings.ContainsAny(c, ":[]/!@") {
			continue
		}
		return "." + s
	}
	return ""
}
