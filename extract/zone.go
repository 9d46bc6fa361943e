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
	"filters": zoneNav, "toolbar": zoneNav, "tabs": zoneNav, "tablist": zoneNav, "language": zoneNav, "languages": zoneNav,
	"related": zoneNav, "suggestions": zoneNav, "tagcloud": zoneNav, "login": zoneNav, "sponsored": zoneNav,
	"pager": zonePager, "pagination": zonePager, "paging": zonePager, "paginator": zonePager, "pagenav": zonePager,
	"calendar": zoneCalendar, "datepicker": zoneCalendar, "archives": zoneCalendar,
}

// markZones finds the parts of the page that are no place for results. A
// class name on a wrapper of most of the page ("has-sidebar") says nothing,
// so only parts with at most half of the page's text are marked, and none
// around what the page calls its main part.
func (v *view) markZones() {
	limit := v.total().chars / 2
	around := v.aroundMain()
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
				n.zone |= z
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

// aroundMain returns the main part of the page, as far as its markup tells
// which it is, and all elements around it.
func (v *view) aroundMain() map[int32]bool {
	out := map[int32]bool{}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.tag == "main" || n.tag != "#text" && attr(n.h, "role") == "main" {
			for k := int32(i); k >= 0 && !out[k]; k = v.nodes[k].parent {
				out[k] = true
			}
		}
	}
	return out
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
