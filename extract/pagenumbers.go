package extract

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// numberNext finds the link with the number after the current page's among
// links that number pages.
func numberNext(v *Page, groups [][]cand) (cand, string) {
	for _, g := range groups {
		if cur, ok := current(v, g); ok {
			for _, c := range g {
				if c.number == cur+1 {
					return c, "page number " + c.label
				}
			}
		}
	}
	return cand{}, ""
}

// atEnd reports whether the page shows that it is the last of a numbered pager.
// Some software names a next page in the head of every page.
func atEnd(v *Page, groups [][]cand) bool {
	return slices.ContainsFunc(groups, func(g []cand) bool {
		cur, ok := current(v, g)
		return ok && len(g) >= 2 && cur > g[len(g)-1].number
	})
}

// numbered groups candidates with numbers that stand together: in document
// order, near each other, increasing, and most of them to places of one kind.
func numbered(v *Page, cands []cand) [][]cand {
	var out [][]cand
	var cur []cand
	flush := func() {
		if len(cur) > 0 && pagerLike(v, cur) {
			out = append(out, cur)
		}
		cur = nil
	}
	for _, c := range cands {
		if c.number < 0 {
			continue
		}
		if n := len(cur); n > 0 && (c.number <= cur[n-1].number || !near(v, cur[n-1].node, c.node) || !alike(cur, c)) {
			flush()
		}
		cur = append(cur, c)
	}
	flush()
	return out
}

// alike reports whether c leads to a place of the kind that the links of g
// lead to: the addresses differ in digits only. That of the first page is
// often shorter.
func alike(g []cand, c cand) bool {
	last := g[len(g)-1]
	return template(last.to()) == template(c.to()) || len(g) == 1 && last.number == 1
}

// innerLinks returns the targets of numbered links in records, if these start
// at the first or second page: otherwise they are the days of a calendar.
func innerLinks(v *Page, cands []cand) []page.URL {
	groups := numbered(v, cands)
	all := len(groups)
	groups = slices.DeleteFunc(groups, func(g []cand) bool { return g[0].number != 1 && g[0].number != 2 || len(g) < 2 })
	if len(groups)*2 < all {
		return nil
	}
	return pageLinks(v, nil, groups, pager{})
}

// near reports whether little stands between two links.
func near(v *Page, a, b int32) bool {
	if v.nodes[a].end > b {
		return true
	}
	between := v.sum(span{v.nodes[a].end, b})
	return between.chars <= 12 && b-v.nodes[a].end < 24
}

// pagerLike reports whether numbered links look like a pager: small numbers
// (or few), at least one of them following on another or on the current page.
func pagerLike(v *Page, g []cand) bool {
	if dated(g) {
		return false // days of a month
	}
	if g[0].number > 5000 || g[0].number >= 1900 && g[0].number <= 2100 {
		return false // years
	}
	if len(g) >= 28 && g[0].number <= 2 && g[len(g)-1].number <= 31 && !changesOnly(v, g) {
		return false // days of a month
	}
	if len(g) == 1 {
		if slices.Contains(v.query, strconv.Itoa(g[0].number)) {
			return false // it repeats the number that was asked for
		}
		_, ok := current(v, g)
		return ok && (changesOnly(v, g) || direction(v, g[0].url) != 0 || g[0].number == 1 && above(v, g[0].url))
	}
	if sizes(g) || spread(g) && setsNumber(g) && sizeBeside(v, g) {
		return false
	}
	runs := 0
	for i := 1; i < len(g); i++ {
		if g[i].number-g[i-1].number <= 2 {
			runs++
		}
	}
	_, ok := current(v, g)
	return runs > 0 || ok
}

// changesOnly reports whether the links of g have the page's own path, or
// differ from it in digits only.
func changesOnly(v *Page, g []cand) bool {
	own := template(v.doc.URL.String())
	for _, c := range g {
		if c.script == "" && !differsByOne(v, c.url) && template(c.to()) != own {
			return false
		}
	}
	return true
}

// dated reports whether the links of g ask for days: the number that they
// show is that of a parameter for a day.
func dated(g []cand) bool {
	for _, c := range g {
		if c.script != "" || !slices.ContainsFunc(params(c.url), func(p page.Pair) bool {
			n, ok := atoi(p.Value)
			name := strings.ToLower(p.Name)
			return slices.Contains(nameWords(p.Name), "date") || ok && n == c.number && (strings.Contains(name, "day") || strings.Contains(name, "month") || strings.Contains(name, "year"))
		}) {
			return false
		}
	}
	return true
}

// above reports whether the page's own address continues that of u, as that
// of page 2 often does that of page 1.
func above(v *Page, u page.URL) bool {
	return !u.IsZero() && strings.HasPrefix(v.doc.URL.String(), u.String())
}

// sizeNames are parameters that set how many records a page shows.
var sizeNames = set("limit", "size", "pagesize", "page_size", "perpage", "per_page", "show", "count", "rows", "items", "max", "num", "results", "display", "hitsperpage", "ipp", "pp", "psize", "view")

// sizes reports whether the links of g choose how many records a page shows,
// not which page.
func sizes(g []cand) bool {
	for _, c := range g {
		if c.script != "" || !slices.ContainsFunc(params(c.url), func(p page.Pair) bool {
			n, ok := atoi(p.Value)
			return ok && n == c.number && sizeNames[strings.ToLower(p.Name)]
		}) {
			return false
		}
	}
	return true
}

// current returns the number of the page that a pager stands on: the link that
// alone is marked so, a number that is text, not link, beside the links, or the
// gap in them.
func current(v *Page, g []cand) (int, bool) {
	if k, ok := markedCurrent(v, g); ok {
		return k, true
	}
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
		if _, linked := v.target(n.link); linked {
			continue
		}
		for _, w := range strings.Fields(n.text()) {
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

// markedCurrent returns the number of the one link of g that an attribute or a
// class, its own or that of the element around it alone, marks as the current page.
func markedCurrent(v *Page, g []cand) (number int, ok bool) {
	for _, c := range g {
		n := &v.nodes[c.node]
		if n.h == nil || !(attr(n.h, "aria-current") != "" || currentClass(n.class()) ||
			n.parent >= 0 && v.nodes[n.parent].first == c.node && currentClass(v.nodes[n.parent].class())) {
			continue
		}
		if ok {
			return 0, false
		}
		number, ok = c.number, true
	}
	return number, ok
}

// passes reports whether c, an arrow, leads over the page after the current one,
// which a numbered link leads to: it stands for the last page or the next block.
func passes(v *Page, c cand, groups [][]cand) bool {
	next, why := numberNext(v, groups)
	return why != "" && next.to() != c.to() && template(next.to()) == template(c.to()) && direction(v, next.url) >= 0 && compareNumbers(next.to(), c.to()) > 0
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
func pageLinks(v *Page, cands []cand, groups [][]cand, p pager) []page.URL {
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
	around := pagerParts(v, groups, p.next, p.prev)
	for _, c := range cands {
		if c.own && !c.inside && leadsToEnd(c.label) && !c.is(p.next) && !c.is(p.prev) && besidePager(v, c, around) {
			add(c)
		}
	}
	return out
}

// is reports whether c is the link of s.
func (c cand) is(s Step) bool { return c.to() == s.Address() }

// leadsToEnd reports whether a label says "first" or "last": by word, or by
// an arrow. An arrow beside the links to the next and the previous page that
// is neither leads to an end.
func leadsToEnd(label string) bool {
	t := strings.Trim(label, "[]() .…|"+arrows+backArrows)
	return endWords[t] || endWords[strings.TrimRight(t, "0123456789 ().,")] || t == "" && label != "" && (wordKind(label) == wordArrow || isBack(label) == wordArrow || strings.Contains(label, "|"))
}

// Bounds of what is taken for a pager: its text, and how many a page has.
const (
	pagerText = 160
	maxParts  = 20
)

// pagerParts returns the parts of the page around the numbered links and the
// links of steps that hold little else.
func pagerParts(v *Page, groups [][]cand, steps ...Step) []span {
	var out []span
	around := func(lo, hi int32) {
		best := span{lo, hi}
		for a := v.nodes[lo].parent; a > 0; a = v.nodes[a].parent {
			s := v.subtree(a)
			if v.sum(s).chars > pagerText+v.sum(span{lo, hi}).chars {
				break
			}
			if s.hi >= hi {
				best = s
			}
		}
		out = append(out, best)
	}
	for _, g := range groups {
		if len(out) >= maxParts {
			break
		}
		around(g[0].node, v.nodes[g[len(g)-1].node].end)
	}
	for _, s := range steps {
		if s.URL.IsZero() {
			continue
		}
		for i := range v.nodes {
			if len(out) >= maxParts {
				break
			}
			if n := &v.nodes[i]; n.link == int32(i) && v.targets[n.to] == s.URL {
				around(int32(i), n.end)
			}
		}
	}
	return out
}

// besidePager reports whether c stands in a pager: in a part of the page that
// is called so, in one of parts, or near it.
func besidePager(v *Page, c cand, parts []span) bool {
	if v.nodes[c.node].zone&zonePager != 0 {
		return true
	}
	for _, s := range parts {
		if c.node >= s.lo && c.node < s.hi || c.node < s.lo && near(v, c.node, s.lo) || c.node >= s.hi && near(v, s.hi-1, c.node) {
			return true
		}
	}
	return false
}
