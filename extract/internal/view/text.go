package view

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// TextOf returns the visible text of a span, white space collapsed.
func (v *Page) TextOf(s Span) string {
	var b strings.Builder
	for i := s.Lo; i < s.Hi; i++ {
		n := &v.Nodes[i]
		if n.Tag != "#text" {
			continue
		}
		if n.Brk && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(n.Text())
	}
	return strings.TrimSpace(wording.Collapse(b.String()))
}

// Label returns what a link or button says: its text, else the alternative
// text of its image, its aria-label or its title.
func (v *Page) Label(i int32) string {
	if t := v.TextOf(v.Subtree(i)); t != "" {
		return t
	}
	for k := i; k < v.Nodes[i].End; k++ {
		for _, a := range []string{"alt", "aria-label", "title"} {
			if t := strings.TrimSpace(wording.Collapse(page.Attr(v.Nodes[k].H, a))); t != "" {
				return t
			}
		}
	}
	return ""
}
