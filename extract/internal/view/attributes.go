package view

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// Hidden reports whether h is not shown, or is a button that is on or off. The panels of tabs are taken as shown, all
// of them: which one is in front is mostly told by class names alone.
func Hidden(h *html.Node) bool {
	if page.Attr(h, "role") == "tabpanel" {
		return false
	}
	for _, a := range h.Attr {
		switch a.Key {
		case "hidden", "aria-pressed": // what is on or off is a control: what it says is no data
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

// classes returns the class names of h, those with digits left out: they
// number or identify one element.
func classes(h *html.Node) string {
	c := page.Attr(h, "class")
	var keep []string
	for _, f := range strings.Fields(c) {
		if !strings.ContainsAny(f, "0123456789") {
			keep = append(keep, f)
		}
	}
	return strings.Join(keep, " ")
}

// NodeText returns all text within h as it is written, seen or not.
func NodeText(h *html.Node) string {
	var b strings.Builder
	for n := range h.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}
