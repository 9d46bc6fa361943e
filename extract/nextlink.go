package extract

import (
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
)

// nextSelector returns a selector of the link to the next page, where its rel
// or a class says that it is one; "" elsewhere: words and numbers are read anew
// on every page.
func nextSelector(v *Page, next Step) string {
	if next.URL.IsZero() {
		return ""
	}
	for i := range v.nodes {
		if u, ok := v.target(int32(i)); !ok || u != next.URL || v.nodes[i].tag != "a" {
			continue
		}
		n := &v.nodes[i]
		if slices.Contains(strings.Fields(strings.ToLower(attr(n.h, "rel"))), "next") {
			return `a[rel~="next"]`
		}
		if c := nextClass(n.class()); c != "" {
			return "a." + c
		}
		if n.parent >= 0 {
			if p := &v.nodes[n.parent]; nextClass(p.class()) != "" {
				return p.tag + "." + nextClass(p.class()) + " > a"
			}
		}
	}
	return ""
}

func nextClass(class string) string {
	for _, c := range strings.Fields(class) {
		if isIdentifier(c) && slices.Contains(nameWords(c), "next") {
			return c
		}
	}
	return ""
}

// nextAt returns where the first link that a selector finds leads.
func nextAt(v *Page, css string) (Step, bool) {
	m, err := cascadia.ParseGroup(css)
	if err != nil || css == "" {
		return Step{}, false
	}
	for i := range v.nodes {
		if u, ok := v.target(int32(i)); ok && u != v.doc.URL && m.Match(v.nodes[i].h) {
			return Step{URL: u}, true
		}
	}
	return Step{}, false
}
