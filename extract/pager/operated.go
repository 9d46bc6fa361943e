package pager

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// Bounds of a pager that scripts operate.
const (
	operatedLevels = 5   // around the link to the next page in which its numbers stand
	operatedText   = 240 // letters of a pager
	operatedPages  = 2   // numbers beside the link to the next page
)

// operatedNext finds the link to the next page of a pager that only scripts
// operate: it and the numbers beside it lead nowhere ("#", the page's own address
// with "#", "javascript:;"). Such a link is given as it is written. An address
// that another link of that pager has is what a script left there, not a page.
// Without numbers beside it nothing is given: what else is called "next" and leads
// nowhere shows the next picture.
func operatedNext(v *view.Page, best region.Region, groups [][]cand) (Step, string) {
	for _, g := range groups {
		leading := 0
		for _, c := range g {
			if c.url != v.Doc.URL {
				leading++
			}
		}
		if leading >= operatedPages {
			return Step{}, "" // the numbers have addresses
		}
	}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Link != int32(i) || n.Zone&view.ZoneCalendar != 0 || !operated(v, int32(i)) || best.Score >= region.DoubtfulScore && best.Holds(int32(i)) {
			continue
		}
		label := phrases.NormalLabel(v.Label(int32(i)))
		if kind := phrases.WordKind(label); kind < phrases.WordPart && kind != phrases.WordArrow || phrases.IsPrev(label) || CannotPress(n.H) {
			continue
		}
		if operatedNumbers(v, int32(i)) >= operatedPages {
			return Step{Script: strings.TrimSpace(page.Attr(n.H, "href"))}, "link \"" + label + "\", which a script operates"
		}
	}
	return Step{}, ""
}

// operated reports whether link i has no address but that of the page it is on.
func operated(v *view.Page, i int32) bool {
	href := strings.TrimSpace(page.Attr(v.Nodes[i].H, "href"))
	if to, ok := v.Target(i); ok {
		at, fragment, found := strings.Cut(href, "#")
		return found && to == v.Doc.URL && (fragment == "" || at == "")
	}
	return len(href) >= len("javascript:") && strings.EqualFold(href[:len("javascript:")], "javascript:") && !does(href)
}

// operatedNumbers counts the page numbers that scripts operate in the smallest
// part of the page around link i that has some.
func operatedNumbers(v *view.Page, i int32) int {
	at := v.Nodes[i].Parent
	for level := 0; level < operatedLevels && at >= 0; level, at = level+1, v.Nodes[at].Parent {
		s := v.Subtree(at)
		if v.Sum(s).Chars > operatedText {
			return 0
		}
		seen := map[int]bool{}
		for k := s.Lo; k < s.Hi; k++ {
			if v.Nodes[k].Link != k || !operated(v, k) {
				continue
			}
			if number, ok := phrases.PageNumber(phrases.NormalLabel(v.Label(k))); ok {
				seen[number] = true
			}
		}
		if len(seen) > 0 {
			return len(seen)
		}
	}
	return 0
}

// Scripted reports whether only a script knows what pressing h does.
func Scripted(h *html.Node, doc *page.Document) bool {
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

// CannotPress reports whether a control is switched off or hidden.
func CannotPress(h *html.Node) bool {
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
