package extract

import "strings"

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
func operatedNext(v *Page, best region, groups [][]cand) (Step, string) {
	for _, g := range groups {
		leading := 0
		for _, c := range g {
			if c.url != v.doc.URL {
				leading++
			}
		}
		if leading >= operatedPages {
			return Step{}, "" // the numbers have addresses
		}
	}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.link != int32(i) || n.zone&zoneCalendar != 0 || !operated(v, int32(i)) || best.score >= doubtfulScore && best.holds(int32(i)) {
			continue
		}
		label := normalLabel(v.label(int32(i)))
		if kind := wordKind(label); kind < wordPart && kind != wordArrow || isPrev(label) || cannotPress(n.h) {
			continue
		}
		if operatedNumbers(v, int32(i)) >= operatedPages {
			return Step{Script: strings.TrimSpace(attr(n.h, "href"))}, "link \"" + label + "\", which a script operates"
		}
	}
	return Step{}, ""
}

// operated reports whether link i has no address but that of the page it is on.
func operated(v *Page, i int32) bool {
	href := strings.TrimSpace(attr(v.nodes[i].h, "href"))
	if to, ok := v.target(i); ok {
		at, fragment, found := strings.Cut(href, "#")
		return found && to == v.doc.URL && (fragment == "" || at == "" && !hasID(v, fragment))
	}
	return len(href) >= len("javascript:") && strings.EqualFold(href[:len("javascript:")], "javascript:") && !does(href)
}

// hasID reports whether the page has a place of that name to go to.
func hasID(v *Page, name string) bool {
	for i := range v.nodes {
		if h := v.nodes[i].h; attr(h, "id") == name || attr(h, "name") == name {
			return true
		}
	}
	return false
}

// operatedNumbers counts the page numbers that scripts operate in the smallest
// part of the page around link i that has some.
func operatedNumbers(v *Page, i int32) int {
	at := v.nodes[i].parent
	for level := 0; level < operatedLevels && at >= 0; level, at = level+1, v.nodes[at].parent {
		s := v.subtree(at)
		if v.sum(s).chars > operatedText {
			return 0
		}
		seen := map[int]bool{}
		for k := s.lo; k < s.hi; k++ {
			if v.nodes[k].link != k || !operated(v, k) {
				continue
			}
			if number, ok := pageNumber(normalLabel(v.label(k))); ok {
				seen[number] = true
			}
		}
		if len(seen) > 0 {
			return len(seen)
		}
	}
	return 0
}
