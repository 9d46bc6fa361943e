package extract

import (
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/pager"
	"github.com/hadal-crawler/hadal/page"
)

// MoreControl returns the selector of the control by which a person has the
// next records shown, where only a script can tell where it leads: a button,
// or a link without an address, that says "next" or "more". It is "" where the
// page has none that can be pressed.
func MoreControl(doc *page.Document) string {
	v := view.New(doc, nil, view.Known{})
	var best *html.Node
	bestKind := phrases.WordNone
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.H == nil || n.H.Type != html.ElementNode || n.Zone&view.ZoneCalendar != 0 || n.Zone&view.ZoneNav != 0 && n.Zone&view.ZonePager == 0 || !pager.Scripted(n.H, doc) || pager.CannotPress(n.H) {
			continue
		}
		label := phrases.NormalLabel(v.Label(int32(i)))
		kind := phrases.WordKind(label)
		if kind == phrases.WordNone && phrases.LoadsMore(label) {
			kind = phrases.WordMore
		}
		if kind == phrases.WordNone || kind == phrases.WordArrow && n.Zone&view.ZonePager == 0 {
			continue
		}
		if insideRecord(n.H) {
			continue
		}
		if kind > bestKind {
			best, bestKind = n.H, kind
		}
	}
	if best == nil {
		return ""
	}
	return doc.Selector(best)
}

// insideRecord reports whether h stands in one of several like elements that
// all have such a control: "more" there is about one record ("read more"), not
// about the list.
func insideRecord(h *html.Node) bool {
	says := page.Text(h)
	for p := h.Parent; p != nil && p.Parent != nil && p.Data != "body"; p = p.Parent {
		like := 0
		for s := range p.Parent.ChildNodes() {
			if s.Type == html.ElementNode && s != p && s.Data == p.Data && page.Any(s, func(d *html.Node) bool { return page.Text(d) == says }, h.Data) {
				like++
			}
		}
		if like >= 2 {
			return true
		}
	}
	return false
}
