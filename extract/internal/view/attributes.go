package view

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Hidden reports whether h is not shown. The panels of tabs are taken as shown, all
// of them: which one is in front is mostly told by class names alone.
func Hidden(h *html.Node) bool {
	if Attr(h, "role") == "tabpanel" {
		return false
	}
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

// Attr returns an attribute of h, "" where it has none.
func Attr(h *html.Node, key string) string {
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
	c := Attr(h, "class")
	if plainClass(c) {
		return c
	}
	var keep []string
	for _, f := range strings.Fields(c) {
		if !strings.ContainsAny(f, "0123456789") {
			keep = append(keep, f)
		}
	}
	return strings.Join(keep, " ")
}

// plainClass reports whether a class attribute needs no change: it has no digits, and
// its names are parted by one space.
func plainClass(class string) bool {
	for i := range len(class) {
		c := class[i]
		if c < ' ' || c >= '0' && c <= '9' || c >= utf8.RuneSelf || c == ' ' && (i == 0 || i+1 == len(class) || class[i-1] == ' ') {
			return false
		}
	}
	return true
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
