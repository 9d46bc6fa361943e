package extract

import (
	"strings"
	"unicode"
)

// zoneWords are class, id and role words that say what a part of a page is.
var zoneWords = map[string]zone{
	"nav": zoneNav, "navbar": zoneNav, "navigation": zoneNav, "menu": zoneNav, "submenu": zoneNav, "menubar": zoneNav, "breadcrumb": zoneNav,
	"breadcrumbs": zoneNav, "sidebar": zoneNav, "sidenav": zoneNav, "topnav": zoneNav, "footer": zoneNav, "contentinfo": zoneNav,
	"cookie": zoneNav, "cookies": zoneNav, "consent": zoneNav, "onetrust": zoneNav, "gdpr": zoneNav, "social": zoneNav, "share": zoneNav, "facet": zoneNav, "facets": zoneNav,
	"filters": zoneNav, "toolbar": zoneNav, "tabs": zoneTabs, "tablist": zoneTabs, "language": zoneNav, "languages": zoneNav,
	"related": zoneNav, "suggestions": zoneNav, "tagcloud": zoneNav, "login": zoneNav, "sponsored": zoneNav,
	"pager": zonePager, "pagination": zonePager, "paging": zonePager, "paginator": zonePager, "pagenav": zonePager,
	"references": zoneNotes, "reflist": zoneNotes, "footnote": zoneNotes, "footnotes": zoneNotes, "endnotes": zoneNotes, "citations": zoneNotes,
	"calendar": zoneCalendar, "datepicker": zoneCalendar, "archives": zoneCalendar,
}

// markZones finds the parts of the page that are no place for results. A
// class name on a wrapper of most of the page ("has-sidebar") says nothing,
// so only parts with at most half of the page's text are marked, and none
// around what the page calls its main part. What is called tabs is a menu where
// the panels of these are elsewhere.
func (v *Page) markZones() {
	limit := v.total().chars / 2
	around, panels := v.mainAndPanels()
	called := map[string]zone{} // zones by attribute: a page has few different ones
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.parent >= 0 {
			n.zone |= v.nodes[n.parent].zone
		}
		if n.tag == "#text" {
			if n.zone&(zoneNav|zonePager|zoneCalendar) == 0 {
				v.main += v.sum(span{int32(i), int32(i) + 1}).chars
			}
			continue
		}
		switch n.tag {
		case "form":
			n.zone |= zoneForm
		case "thead", "header":
			n.zone |= zoneHeading
		}
		if around[int32(i)] || v.sum(v.subtree(int32(i))).chars > limit {
			continue
		}
		switch n.tag {
		case "nav", "footer", "menu", "address":
			n.zone |= zoneNav
		}
		for _, key := range [...]string{"class", "id", "role"} {
			if a := attr(n.h, key); a != "" {
				z, ok := called[a]
				if !ok {
					z = zoneOf(a)
					called[a] = z
				}
				if z&zoneTabs != 0 && !panels[int32(i)] {
					z |= zoneNav
				}
				n.zone |= z &^ zoneTabs
			}
		}
	}
}

// zoneOf returns the zones that the words of an attribute name.
func zoneOf(attribute string) zone {
	var z zone
	before := ""
	for _, w := range nameWords(attribute) {
		if before != "with" && before != "has" && before != "no" {
			z |= zoneWords[w]
		}
		before = w
	}
	return z
}

// mainAndPanels returns the main part of the page, as far as its markup tells which
// it is, and the panels of tabs, each with all elements around it.
func (v *Page) mainAndPanels() (around, panels map[int32]bool) {
	around, panels = map[int32]bool{}, map[int32]bool{}
	mark := func(k int32, in map[int32]bool) {
		for ; k >= 0 && !in[k]; k = v.nodes[k].parent {
			in[k] = true
		}
	}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.is&isText != 0 {
			continue
		}
		switch role := attr(n.h, "role"); {
		case n.tag == "main" || role == "main":
			mark(int32(i), around)
		case role == "tabpanel":
			mark(int32(i), panels)
		}
	}
	return around, panels
}

// nameWords splits an identifier into its lower-case words, at case changes
// and at everything that is no letter.
func nameWords(s string) []string {
	var out []string
	start, prevLower := -1, false
	for i, r := range s {
		letter := unicode.IsLetter(r)
		if start >= 0 && (!letter || unicode.IsUpper(r) && prevLower) {
			out = append(out, strings.ToLower(s[start:i]))
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
		prevLower = unicode.IsLower(r)
	}
	if start >= 0 {
		out = append(out, strings.ToLower(s[start:]))
	}
	return out
}
