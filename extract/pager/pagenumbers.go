package pager

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// numberNext finds the link with the number after the current page's among
// links that number pages.
func numberNext(v *view.Page, groups [][]cand) (cand, string) {
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

// blockNext finds the dots after the last of the numbers that a page shows, where that is
// the current page's: they lead to the page after it, with which the next block begins.
func blockNext(v *view.Page, cands []cand, groups [][]cand) (cand, string) {
	for _, g := range groups {
		cur, ok := current(v, g)
		last := g[len(g)-1]
		if !ok || len(g) < 2 || cur <= last.number {
			continue
		}
		for _, c := range cands {
			runs := digitRuns(c.to())
			if c.node > last.node && c.label != "" && strings.Trim(c.label, ".… ") == "" && near(v, last.node, c.node) &&
				template(c.to()) == template(last.to()) && len(runs) > 0 && slices.Contains(runs, strconv.Itoa(cur+1)) {
				return c, "the dots after page " + strconv.Itoa(cur)
			}
		}
	}
	return cand{}, ""
}

// atEnd reports whether the page shows that it is the last of a numbered pager.
// Some software names a next page in the head of every page.
func atEnd(v *view.Page, groups [][]cand) bool {
	return slices.ContainsFunc(groups, func(g []cand) bool {
		cur, ok := current(v, g)
		return ok && len(g) >= 2 && cur > g[len(g)-1].number
	})
}

// numbered groups candidates with numbers that stand together: in document
// order, near each other, increasing, and most of them to places of one kind.
func numbered(v *view.Page, cands []cand) [][]cand {
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
func innerLinks(v *view.Page, cands []cand) []page.URL {
	groups := numbered(v, cands)
	all := len(groups)
	groups = slices.DeleteFunc(groups, func(g []cand) bool { return g[0].number != 1 && g[0].number != 2 || len(g) < 2 })
	if len(groups)*2 < all {
		return nil
	}
	return pageLinks(v, nil, groups, Links{})
}

// near reports whether little stands between two links.
func near(v *view.Page, a, b int32) bool {
	if v.Nodes[a].End > b {
		return true
	}
	between := v.Sum(view.Span{Lo: v.Nodes[a].End, Hi: b})
	return between.Chars <= 12 && b-v.Nodes[a].End < 24
}

// pagerLike reports whether numbered links look like a pager: small numbers
// (or few), at least one of them following on another or on the current page.
func pagerLike(v *view.Page, g []cand) bool {
	if dated(g) {
		return false // days of a month
	}
	if g[0].number >= 1900 && g[0].number <= 2100 {
		return false // years
	}
	if len(g) == 1 {
		cur, ok := current(v, g)
		return ok && (direction(v, g[0].url) != 0 || cur+g[0].number == 1+2 && g[0].posts() && !g[0].inside)
	}
	if sizes(g) {
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

// posts reports whether a script takes c to its page: its last number is that which c
// shows. A pager of two pages that posts back has one link, and no address that tells.
func (c cand) posts() bool {
	runs := digitRuns(c.script)
	return len(runs) > 0 && runs[len(runs)-1] == c.label
}

// dated reports whether the links of g ask for days: the number that they
// show is that of a parameter for a day.
func dated(g []cand) bool {
	for _, c := range g {
		if !slices.ContainsFunc(c.url.Params(), func(p page.Pair) bool {
			n, ok := wording.Atoi(p.Value)
			name := strings.ToLower(p.Name)
			return slices.Contains(view.NameWords(p.Name), "date") || ok && n == c.number && (strings.Contains(name, "day") || strings.Contains(name, "month") || strings.Contains(name, "year"))
		}) {
			return false
		}
	}
	return true
}

// sizeNames are parameters that set how many records a page shows.
var sizeNames = wording.Set("limit", "size", "pagesize", "page_size", "perpage", "per_page", "show", "count", "rows", "items", "max", "num", "results", "display", "hitsperpage", "ipp", "pp", "psize", "view")

// sizes reports whether the links of g choose how many records a page shows,
// not which page.
func sizes(g []cand) bool {
	for _, c := range g {
		if !slices.ContainsFunc(c.url.Params(), func(p page.Pair) bool {
			n, ok := wording.Atoi(p.Value)
			return ok && n == c.number && sizeNames[strings.ToLower(p.Name)]
		}) {
			return false
		}
	}
	return true
}

// current returns the number of the page that a pager stands on: the link that
// alone is marked so, a number that is text, not link, beside the links, the
// gap in them, or where all are links the one that leads to the page itself.
func current(v *view.Page, g []cand) (int, bool) {
	if k, ok := markedCurrent(v, g); ok {
		return k, true
	}
	first, last := g[0], g[len(g)-1]
	numbers := map[int]bool{}
	for _, c := range g {
		numbers[c.number] = true
	}
	lo, hi := max(0, first.node-14), min(int32(len(v.Nodes)), v.Nodes[last.node].End+12)
	best := -1
	for i := lo; i < hi; i++ {
		n := &v.Nodes[i]
		if n.Tag != "#text" {
			continue
		}
		if _, linked := v.Target(n.Link); linked {
			continue
		}
		for _, w := range strings.Fields(n.Text()) {
			k, ok := phrases.PageNumber(strings.ToLower(w))
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
	return linkedCurrent(v, g)
}

// pageNames are words of the parameters that number pages.
var pageNames = wording.Set(append(lexicon.Words("page"), "p", "pg", "pos", "start", "offset", "from")...)

// linkedCurrent returns the number of the link of g that leads to the page itself; of the first
// page where its address lacks the parameter that all others number pages by. Links that say by
// another parameter what is shown, stars of reviews say, number no pages.
func linkedCurrent(v *view.Page, g []cand) (int, bool) {
	own := v.Doc.URL.Params()
	path, _, _ := strings.Cut(v.Doc.URL.String(), "?")
	number, lacking := 0, g[0].number == 1 && len(g) > 1
	for _, c := range g {
		to, _, _ := strings.Cut(c.url.String(), "?")
		p := slices.Clone(c.url.Params())
		at := slices.IndexFunc(p, func(q page.Pair) bool {
			return slices.ContainsFunc(view.NameWords(q.Name), func(w string) bool { return pageNames[w] })
		})
		if at < 0 && to == path && c.url != v.Doc.URL {
			return 0, false
		}
		if c.url == v.Doc.URL {
			number = c.number
		}
		lacking = lacking && at >= 0 && to == path && slices.Equal(slices.Delete(p, at, at+1), own)
	}
	if number == 0 && lacking {
		number = 1
	}
	return number, number > 0
}

// markedCurrent returns the number of the one link of g that an attribute or a
// class, its own or that of the element around it alone, marks as the current page.
func markedCurrent(v *view.Page, g []cand) (number int, ok bool) {
	for _, c := range g {
		n := &v.Nodes[c.node]
		if n.H == nil || !(page.Attr(n.H, "aria-current") != "" || currentClass(n.Class()) ||
			n.Parent >= 0 && v.Nodes[n.Parent].First == c.node && currentClass(v.Nodes[n.Parent].Class())) {
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
func passes(v *view.Page, c cand, groups [][]cand) bool {
	next, why := numberNext(v, groups)
	return why != "" && next.to() != c.to() && template(next.to()) == template(c.to()) && direction(v, next.url) >= 0 && compareNumbers(next.to(), c.to()) > 0
}

func currentClass(class string) bool {
	for _, w := range view.NameWords(class) {
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
func pageLinks(v *view.Page, cands []cand, groups [][]cand, p Links) []page.URL {
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
	around := pagerParts(v, groups, p.Next, p.Prev)
	for _, c := range cands {
		if c.own && !c.inside && leadsToEnd(c.label) && !c.is(p.Next) && !c.is(p.Prev) && besidePager(v, c, around) {
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
	t := strings.Trim(label, "[]() .…|"+phrases.Arrows+phrases.BackArrows)
	return phrases.EndWords[t] || phrases.EndWords[strings.TrimRight(t, "0123456789 ().,")] || t == "" && label != "" && (phrases.WordKind(label) == phrases.WordArrow || phrases.IsBack(label) == phrases.WordArrow || strings.Contains(label, "|"))
}

// Bounds of what is taken for a pager: its text, and how many a page has.
const (
	PagerText = 160
	maxParts  = 20
)

// pagerParts returns the parts of the page around the numbered links and the
// links of steps that hold little else.
func pagerParts(v *view.Page, groups [][]cand, steps ...Step) []view.Span {
	var out []view.Span
	around := func(lo, hi int32) {
		best := view.Span{Lo: lo, Hi: hi}
		for a := v.Nodes[lo].Parent; a > 0; a = v.Nodes[a].Parent {
			s := v.Subtree(a)
			if v.Sum(s).Chars > PagerText+v.Sum(view.Span{Lo: lo, Hi: hi}).Chars {
				break
			}
			if s.Hi >= hi {
				best = s
			}
		}
		out = append(out, best)
	}
	for _, g := range groups {
		if len(out) >= maxParts {
			break
		}
		around(g[0].node, v.Nodes[g[len(g)-1].node].End)
	}
	for _, s := range steps {
		if s.URL.IsZero() {
			continue
		}
		for i := range v.Nodes {
			if len(out) >= maxParts {
				break
			}
			if n := &v.Nodes[i]; n.Link == int32(i) && v.Targets[n.To] == s.URL {
				around(int32(i), n.End)
			}
		}
	}
	return out
}

// besidePager reports whether c stands in a pager: in a part of the page that
// is called so, in one of parts, or near it.
func besidePager(v *view.Page, c cand, parts []view.Span) bool {
	if v.Nodes[c.node].Zone&view.ZonePager != 0 {
		return true
	}
	for _, s := range parts {
		if c.node >= s.Lo && c.node < s.Hi || c.node < s.Lo && near(v, c.node, s.Lo) || c.node >= s.Hi && near(v, s.Hi-1, c.node) {
			return true
		}
	}
	return false
}
