package extract

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// MoreControl returns the selector of the control by which a person has the
// next records shown, where only a script can tell where it leads: a button,
// or a link without an address, that says "next" or "more". It is "" where the
// page has none that can be pressed.
func MoreControl(doc *page.Document) string {
	v := newView(doc, nil, Known{})
	var best *html.Node
	bestKind := wordNone
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.h == nil || n.h.Type != html.ElementNode || n.zone&zoneCalendar != 0 || n.zone&zoneNav != 0 && n.zone&zonePager == 0 || !scripted(n.h, doc) || cannotPress(n.h) {
			continue
		}
		label := normalLabel(v.label(int32(i)))
		kind := wordKind(label)
		if kind == wordNone || kind == wordArrow && n.zone&zonePager == 0 {
			continue
		}
		if insideRecord(n.h) {
			continue
		}
		if kind > bestKind {
			best, bestKind = n.h, kind
		}
	}
	if best == nil {
		return ""
	}
	return doc.Selector(best)
}

// scripted reports whether only a script knows what pressing h does.
func scripted(h *html.Node, doc *page.Document) bool {
	switch h.Data {
	case "button":
		owner := doc.Owner(h)
		return owner == nil || strings.EqualFold(page.Attr(h, "type"), "button")
	case "input":
		return strings.EqualFold(page.Attr(h, "type"), "button")
	case "a":
		href := strings.TrimSpace(page.Attr(h, "href"))
		if at, fragment, found := strings.Cut(href, "#"); found && fragment == "" {
			to, err := doc.Resolve(at)
			return err == nil && to == doc.URL
		}
		return href == "" || strings.HasPrefix(strings.ToLower(href), "javascript:")
	}
	return strings.EqualFold(page.Attr(h, "role"), "button") || strings.EqualFold(page.Attr(h, "role"), "link") || page.HasAttr(h, "onclick")
}

func cannotPress(h *html.Node) bool {
	for p := h; p != nil; p = p.Parent {
		if page.HasAttr(p, "disabled") || page.HasAttr(p, "hidden") || strings.EqualFold(page.Attr(p, "aria-disabled"), "true") {
			return true
		}
		if p != h.Parent && p != h {
			continue
		}
		for class := range strings.FieldsSeq(page.Attr(p, "class")) {
			if strings.EqualFold(class, "disabled") || strings.HasSuffix(strings.ToLower(class), "-disabled") {
				return true
			}
		}
	}
	return false
}

// insideRecord reports whether h stands in one of several like elements that
// all have such a control: "more" there is about one record ("read more"), not
// about the list.
func insideRecord(h *html.Node) bool {
	says := page.Text(h)
	for p := h.Parent; p != nil && p.Parent != nil && p.Data != "body"; p = p.Parent {
		like := 0
		for s := range p.Parent.ChildNodes() {
			if s.Type == html.ElementNode && s != p && s.Data == p.Data && holdsLike(s, h.Data, says) {
				like++
			}
		}
		if like >= 2 {
			return true
		}
	}
	return false
}

// holdsLike reports whether an element of a kind that says the same is below n.
func holdsLike(n *html.Node, tag, says string) bool {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == tag && page.Text(d) == says {
			return true
		}
	}
	return false
}
