package extract

import (
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// numberNext finds the link with the number after the current page's among
// links that number pages.
func (v *view) numberNext(groups [][]cand) (cand, string) {
	for _, g := range groups {
		if cur, ok := v.current(g); ok {
			for _, c := range g {
				if c.number == cur+1 {
					return c, "page number " + c.label
				}
			}
		}
	}
	return cand{}, ""
}

// numbered groups candidates with numbers that stand together: in document
// order, near each other, increasing, and most of them to places of one kind.
func (v *view) numbered(cands []cand) [][]cand {
	var out [][]cand
	var cur []cand
	flush := func() {
		if len(cur) > 0 && v.oneKind(cur) && v.pagerLike(cur) {
			out = append(out, cur)
		}
		cur = nil
	}
	for _, c := range cands {
		if c.number < 0 {
			continue
		}
		if n := len(cur); n > 0 && (c.number <= cur[n-1].number || !v.near(cur[n-1].node, c.node)) {
			flush()
		}
		cur = append(cur, c)
	}
	flush()
	return out
}

// oneKind reports whether all links of g but one or two (the first page often
// has a shorter address) differ in digits only.
func (v *view) oneKind(g []cand) bool {
	kinds := map[string]int{}
	most := 0
	for _, c := range g {
		t := template(c.to())
		kinds[t]++
		most = max(most, kinds[t])
	}
	return most == len(g) || len(kinds) == 2 && most >= len(g)-1 && len(g) >= 2
}

// near reports whether little stands between two links.
func (v *view) near(a, b int32) bool {
	between := v.sum(span{v.nodes[a].end, b})
	return between.chars <= 12 && b-v.nodes[a].end < 24
}

// pagerLike reports whether numbered links look like a pager: small numbers
// (or few), at least one of them following on another or on the current page.
func (v *view) pagerLike(g []cand) bool {
	if g[0].number > 5000 || g[0].number >= 1900 && g[0].number <= 2100 {
		return false // years
	}
	if len(g) >= 28 && g[0].number <= 2 && g[len(g)-1].number <= 31 && !v.changesOnly(g) {
		return false // days of a month
	}
	if len(g) == 1 {
		_, ok := v.current(g)
		return ok && v.changesOnly(g)
	}
	runs := 0
	for i := 1; i < len(g); i++ {
		if g[i].number-g[i-1].number <= 2 {
			runs++
		}
	}
	_, ok := v.current(g)
	return runs > 0 || ok
}

// changesOnly reports whether the links of g have the page's own path, or
// differ from it in digits only.
func (v *view) changesOnly(g []cand) bool {
	own := template(v.doc.URL.String())
	for _, c := range g {
		if c.script == "" && !v.differsByOne(c.url) && template(c.to()) != own {
			return false
		}
	}
	return true
}

// current returns the number of the page that a pager stands on: a number
// that is text, not link, beside the links; else the gap in them.
func (v *view) current(g []cand) (int, bool) {
	first, last := g[0], g[len(g)-1]
	numbers := map[int]bool{}
	for _, c := range g {
		numbers[c.number] = true
	}
	lo, hi := max(0, first.node-14), min(int32(len(v.nodes)), v.nodes[last.node].end+12)
	best := -1
	for i := lo; i < hi; i++ {
		n := &v.nodes[i]
		if n.tag != "#text" {
			continue
		}
		if _, linked := v.urls[n.link]; linked {
			continue
		}
		for _, w := range strings.Fields(n.text) {
			k, ok := pageNumber(strings.ToLower(w))
			if !ok || numbers[k] {
				continue
			}
			if numbers[k+1] || k == last.number+1 && numbers[k-1] {
				if best < 0 || numbers[k+1] {
					best = k
				}
			}
		}
	}
	if best >= 0 {
		return best, true
	}
	for _, c := range g {
		if n := &v.nodes[c.node]; n.h != nil && (attr(n.h, "aria-current") != "" || currentClass(n.class) ||
			n.parent >= 0 && v.nodes[n.parent].first == c.node && currentClass(v.nodes[n.parent].class)) {
			return c.number, true
		}
	}
	if len(g) >= 2 {
		for k := first.number; k < last.number; k++ {
			if !numbers[k] && numbers[k+1] && (k == first.number || numbers[k-1]) {
				return k, true
			}
		}
		if first.number == 2 && numbers[3] {
			return 1, true
		}
	}
	return 0, false
}

func currentClass(class string) bool {
	for _, w := range nameWords(class) {
		switch w {
		case "current", "active", "selected", "on", "cur":
			return true
		}
	}
	return false
}

// template returns an address with each run of digits as one sign.
func template(address string) string {
	var b strings.Builder
	prev := false
	for _, r := range address {
		d := r >= '0' && r <= '9'
		if d && !prev {
			b.WriteByte('#')
		} else if !d {
			b.WriteRune(r)
		}
		prev = d
	}
	return b.String()
}

// pageLinks returns the targets of all numbered pager links and of those
// beside them that say first or last, in order.
func (v *view) pageLinks(cands []cand, groups [][]cand, p pager) []page.URL {
	var out []page.URL
	seen := map[page.URL]bool{}
	add := func(c cand) {
		if !c.url.IsZero() && !seen[c.url] {
			seen[c.url] = true
			out = append(out, c.url)
		}
	}
	for _, g := range groups {
		for _, c := range g {
			add(c)
		}
	}
	for _, c := range cands {
		if c.own && !c.inside && endWords[strings.Trim(c.label, "[]() .…")] && v.besidePager(c, groups, p.next) {
			add(c)
		}
	}
	return out
}

// besidePager reports whether c stands near numbered links or the next link.
func (v *view) besidePager(c cand, groups [][]cand, next Step) bool {
	if v.nodes[c.node].zone&zonePager != 0 {
		return true
	}
	for _, g := range groups {
		first, last := g[0].node, g[len(g)-1].node
		if c.node < first && v.near(c.node, first) || c.node > last && v.near(last, c.node) || c.node > first && c.node < last {
			return true
		}
	}
	if next.URL.IsZero() {
		return false
	}
	lo, hi := max(0, c.node-30), min(int32(len(v.nodes)), v.nodes[c.node].end+30)
	for i := lo; i < hi; i++ {
		if v.urls[i] == next.URL && (i < c.node && v.near(i, c.node) || i > c.node && v.near(c.node, i)) {
			return true
		}
	}
	return false
}
