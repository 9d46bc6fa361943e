package view

import (
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page"
)

// zoneWords are class, id and role words that say what a part of a page is.
var zoneWords = map[string]Zone{
	"nav": ZoneNav, "navbar": ZoneNav, "navigation": ZoneNav, "menu": ZoneNav, "submenu": ZoneNav, "menubar": ZoneNav, "breadcrumb": ZoneNav,
	"breadcrumbs": ZoneNav, "sidebar": ZoneNav, "sidenav": ZoneNav, "topnav": ZoneNav, "footer": ZoneNav, "contentinfo": ZoneNav,
	"cookie": ZoneNav, "cookies": ZoneNav, "consent": ZoneNav, "onetrust": ZoneNav, "gdpr": ZoneNav, "social": ZoneNav, "share": ZoneNav, "facet": ZoneNav, "facets": ZoneNav,
	"filters": ZoneNav, "toolbar": ZoneNav, "tabs": zoneTabs, "tablist": zoneTabs, "language": ZoneNav, "languages": ZoneNav,
	"related": ZoneNav, "suggestions": ZoneNav, "tagcloud": ZoneNav, "login": ZoneNav, "sponsored": ZoneNav,
	"pager": ZonePager, "pagination": ZonePager, "paging": ZonePager, "paginator": ZonePager, "pagenav": ZonePager,
	"references": ZoneNotes, "reflist": ZoneNotes, "footnote": ZoneNotes, "footnotes": ZoneNotes, "endnotes": ZoneNotes, "citations": ZoneNotes,
	"calendar": ZoneCalendar, "datepicker": ZoneCalendar, "archives": ZoneCalendar,
}

// markZones finds the parts of the page that are no place for results. A
// class name on a wrapper of most of the page ("has-sidebar") says nothing,
// so only parts with at most half of the page's text are marked, and none
// around what the page calls its main part. What is called tabs is a menu where
// the panels of these are elsewhere.
func (v *Page) markZones() {
	limit := v.Total().Chars / 2
	around, panels := v.mainAndPanels()
	called := map[string]Zone{} // zones by attribute: a page has few different ones
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Parent >= 0 {
			n.Zone |= v.Nodes[n.Parent].Zone
		}
		if n.Tag == "#text" {
			if n.Zone&ZoneAside == 0 {
				v.Main += v.Sum(Span{int32(i), int32(i) + 1}).Chars
			}
			continue
		}
		switch n.Tag {
		case "form":
			n.Zone |= ZoneForm
		case "thead", "header":
			n.Zone |= zoneHeading
		}
		if around[int32(i)] || v.Sum(v.Subtree(int32(i))).Chars > limit {
			continue
		}
		switch n.Tag {
		case "nav", "footer", "menu", "address":
			n.Zone |= ZoneNav
		}
		for _, key := range [...]string{"class", "id", "role"} {
			if a := page.Attr(n.H, key); a != "" {
				z, ok := called[a]
				if !ok {
					z = zoneOf(a)
					called[a] = z
				}
				if z&zoneTabs != 0 && !panels[int32(i)] {
					z |= ZoneNav
				}
				n.Zone |= z &^ zoneTabs
			}
		}
	}
}

// zoneOf returns the zones that the words of an attribute name.
func zoneOf(attribute string) Zone {
	var z Zone
	before := ""
	for _, w := range NameWords(attribute) {
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
		for ; k >= 0 && !in[k]; k = v.Nodes[k].Parent {
			in[k] = true
		}
	}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Is&IsText != 0 {
			continue
		}
		switch role := page.Attr(n.H, "role"); {
		case n.Tag == "main" || role == "main":
			mark(int32(i), around)
		case role == "tabpanel":
			mark(int32(i), panels)
		}
	}
	return around, panels
}

// NameWords splits an identifier into its lower-case words, at case changes
// and at everything that is no letter.
func NameWords(s string) []string {
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
