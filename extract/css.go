package extract

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// spot says where in a record a fragment stands, in a way that a person can
// read and change.
type spot struct {
	part int    // the record's how manieth element, where it is several side by side; else 0
	css  string // selector of the innermost element within the record; "" is the record itself
	nth  int    // of the fragments at the same place
}

// within returns the spot of an element inside s. A class or property that
// names what stands there makes all that is around it superfluous.
func (s spot) within(n *vnode, called naming) spot {
	switch {
	case n.is&isFormatting != 0 && !called.names:
		return s
	case called.names:
		s.css = called.css
		return s
	}
	return s.below(called.css)
}

// naming is what an element is called: as a field, "" where nothing names it,
// and by a selector among what stands beside it, which may say what it is.
type naming struct {
	field, css string
	names      bool
	setsOff    bool // it sets off what was asked for
}

// look is what an element without properties is called by.
type look struct {
	tag, class string
	cell       int32
}

// namings are those of a page, as far as they were asked for.
type namings map[look]naming

// namingOf returns what n is called.
func namingOf(v *Page, n *vnode) naming {
	l := look{n.tag, n.class(), n.cell}
	have := *Kept[namings](v)
	called, known := have[l]
	if known && !hasProperty(n.h) {
		return called
	}
	called.field = className(n)
	called.css, called.names = step(n)
	called.setsOff = setsOff(n.class())
	if !hasProperty(n.h) {
		if have == nil {
			have = namings{}
			*Kept[namings](v) = have
		}
		have[l] = called
	}
	return called
}

// hasProperty reports whether microdata or RDFa name what h is of its record.
func hasProperty(h *html.Node) bool {
	for i := range h.Attr {
		if k := h.Attr[i].Key; (k == "itemprop" || k == "property") && h.Attr[i].Val != "" {
			return true
		}
	}
	return false
}

// withoutBareSpans returns a selector without the steps that need none: elements within
// a link that only hold text (see vnode.bareSpan). Profiles may have been written with them.
func withoutBareSpans(css string) string {
	if !strings.Contains(css, " span") || strings.ContainsAny(css, ">,+~[") {
		return css
	}
	linked := false
	return strings.Join(slices.DeleteFunc(strings.Fields(css), func(step string) bool {
		if step == "span" {
			return linked
		}
		linked = linked || step == "a" || strings.HasPrefix(step, "a.")
		return false
	}), " ")
}

func (s spot) below(step string) spot {
	if s.css != "" {
		step = s.css + " " + step
	}
	s.css = step
	return s
}

// step returns the selector of one element among what stands beside it, and
// whether it says what the element is.
func step(n *vnode) (css string, names bool) {
	for _, a := range [...]string{"itemprop", "property"} {
		if p := attr(n.h, a); p != "" && !strings.ContainsAny(p, "\"\\\n") {
			return fmt.Sprintf(`[%s="%s"]`, a, p), true
		}
	}
	for _, c := range strings.Fields(n.class()) {
		if s := snake(c); len(s) >= 3 && len(s) <= 30 && !dullClasses[s] && isIdentifier(c) {
			css := n.tag + "." + c
			if n.cell > 0 {
				css += fmt.Sprintf(":nth-child(%d)", n.cell)
			}
			return css, true
		}
	}
	if n.cell > 0 {
		return fmt.Sprintf("%s:nth-child(%d)", n.tag, n.cell), false
	}
	return n.tag, false
}

// isIdentifier reports whether s can stand in a selector without escapes.
func isIdentifier(s string) bool {
	for i, r := range s {
		if !(r == '-' || r == '_' || unicode.IsLetter(r) || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != "" && s != "-" && !strings.HasPrefix(s, "--")
}

// address returns a selector of element i that no other element of the page
// has, where that can be said by tags, classes and identifiers; else the most
// that can be said.
func address(v *Page, i int32) string {
	var path []string
	for at := i; at >= 0 && v.nodes[at].h.Parent != nil; at = v.nodes[at].parent {
		n := &v.nodes[at]
		if id := attr(n.h, "id"); id != "" && isIdentifier(id) && !strings.ContainsAny(id, "0123456789") {
			path = append(path, "#"+id)
			break
		}
		path = append(path, tagAndClasses(n))
		css := join(path)
		if found := v.doc.Find(css); found.Length() == 1 {
			return css
		}
		if n.tag == "body" {
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

func tagAndClasses(n *vnode) string {
	css := n.tag
	for _, c := range strings.Fields(n.class()) {
		if isIdentifier(c) && strings.Count(css, ".") < 2 {
			css += "." + c
		}
	}
	return css
}

// common returns a selector, below the element top, that all nodes have:
// their tags on the way down and the classes that they share. "" where they
// do not stand equally deep.
func common(v *Page, nodes []int32, top int32) string {
	var path []string
	at := slices.Clone(nodes)
	for {
		first := &v.nodes[at[0]]
		shared := strings.Fields(first.class())
		for _, i := range at {
			n := &v.nodes[i]
			if n.tag != first.tag {
				return ""
			}
			has := strings.Fields(n.class())
			shared = slices.DeleteFunc(shared, func(c string) bool { return !slices.Contains(has, c) })
		}
		css := first.tag
		for _, c := range shared {
			if isIdentifier(c) {
				css += "." + c
			}
		}
		path = append(path, css)
		arrived := 0
		for k := range at {
			if at[k] = v.nodes[at[k]].parent; at[k] == top {
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
