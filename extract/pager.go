package extract

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// pager is what was found of the links to other pages of the answer.
type pager struct {
	next  Step
	pages []page.URL
	why   string
}

// cand is a link that may lead to another page of the answer.
type cand struct {
	node   int32
	url    page.URL
	label  string // what it says, lower case
	number int    // where the label is a page number; else -1
	inside bool   // in a record
	own    bool   // leads to the page's own site
}

// pager finds the way to the next page: what the page itself declares
// (rel=next), what a link says, the number after the current one, and last
// the submit buttons of a form.
func (v *view) pager(best region) pager {
	cands := v.pagerLinks(best)
	p := pager{pages: v.pageLinks(cands)}
	if u, why := v.wordNext(cands); why != "" {
		p.next, p.why = Step{URL: u}, why
	} else if u, why := v.numberNext(cands); why != "" {
		p.next, p.why = Step{URL: u}, why
	} else if s, why := v.buttonNext(); why != "" {
		p.next, p.why = s, why
	} else if u, why := v.headNext(); why != "" {
		p.next, p.why = Step{URL: u}, why
	}
	if u := p.next.URL; !u.IsZero() && !slices.Contains(p.pages, u) {
		p.pages = append(p.pages, u)
	}
	return p
}

// pagerLinks returns the links with short labels outside calendars. Inside
// the records only those count that no other record has: a pager may have
// been taken for the last record.
func (v *view) pagerLinks(best region) []cand {
	var out []cand
	inside := map[string]int{}
	for i := range v.nodes {
		u, ok := v.urls[int32(i)]
		if !ok || v.nodes[i].zone&zoneCalendar != 0 || u == v.doc.URL {
			continue
		}
		label := strings.ToLower(strings.TrimSpace(v.label(int32(i))))
		if len(label) > 60 {
			continue
		}
		c := cand{node: int32(i), url: u, label: label, number: -1, inside: best.holds(int32(i)), own: v.own(u)}
		if c.inside {
			inside[label]++
		}
		if n, ok := pageNumber(label); ok && c.own && !c.inside {
			c.number = n
		}
		out = append(out, c)
	}
	return slices.DeleteFunc(out, func(c cand) bool { return c.inside && inside[c.label] > 1 })
}

// own reports whether u is on the site of the page.
func (v *view) own(u page.URL) bool {
	s := u.Site()
	return s == v.doc.URL.Site() || s == v.doc.Base.Site()
}

// pageNumber reads "3", "[3]", "page 3" and the like.
func pageNumber(label string) (int, bool) {
	s := strings.Trim(label, "[](){}|<>.,·•- \u00a0")
	for _, w := range pageWords {
		if t, ok := strings.CutPrefix(s, w); ok {
			s = strings.TrimSpace(t)
			break
		}
	}
	return atoiAny(s)
}

// atoiAny is atoi for the digits of any script.
func atoiAny(s string) (int, bool) {
	n, ok := parseNumber(s)
	if !ok || n < 0 || n > 1e6 || n != float64(int(n)) || strings.ContainsAny(s, ".,") {
		return 0, false
	}
	return int(n), true
}

// wordNext finds the link that says that it leads to the next page.
func (v *view) wordNext(cands []cand) (page.URL, string) {
	best, top, why := page.URL{}, 0, ""
	for _, c := range cands {
		s, w := v.nextness(c)
		if s > top {
			best, top, why = c.url, s, w
		}
	}
	return best, why
}

// nextness scores how surely a link leads to the next page; 0 is not at all.
func (v *view) nextness(c cand) (int, string) {
	h := v.nodes[c.node].h
	rel := strings.Fields(strings.ToLower(attr(h, "rel")))
	if slices.Contains(rel, "next") {
		return 100, "rel=next"
	}
	if slices.Contains(rel, "prev") || v.isPrev(c.label) || bareFragment(h) {
		return 0, ""
	}
	kind := wordKind(c.label)
	if kind == 0 {
		for _, a := range []string{"aria-label", "title"} {
			kind = max(kind, wordKind(strings.ToLower(collapse(attr(h, a)))))
		}
	}
	score := 0
	switch kind {
	case wordExact:
		score = 80
	case wordPart:
		score = 60
	case wordMore:
		score = 30
	case wordArrow:
		score = 40
	}
	marked := v.markedNext(c.node)
	if marked && score == 0 && c.number < 0 && len(c.label) <= 30 {
		score = 50
	} else if marked && score > 0 {
		score += 10
	}
	if score > 0 && v.nodes[c.node].zone&zonePager != 0 {
		score += 8
	}
	if score > 0 && v.differsByOne(c.url) {
		score += 5
	}
	if score > 0 && !c.own {
		// Searches on another host are common, links to the next site of a web ring too.
		if score < 60 || !v.asksThere(c.url) {
			return 0, ""
		}
		score -= 30
	}
	if c.inside {
		score -= 20
	}
	return score, "link \"" + c.label + "\""
}

// asksThere reports whether u has query parameters: a page of an answer on
// another host is asked for, not a static page.
func (v *view) asksThere(u page.URL) bool { return strings.Contains(u.PathQuery(), "?") }

// bareFragment reports a link that goes nowhere ("#").
func bareFragment(h *html.Node) bool {
	return strings.HasPrefix(strings.TrimSpace(attr(h, "href")), "#")
}

// markedNext reports whether a class or id of the link, its parent or its
// image says "next".
func (v *view) markedNext(i int32) bool {
	check := func(k int32) bool {
		for _, a := range []string{"class", "id", "name"} {
			ws := nameWords(attr(v.nodes[k].h, a))
			if slices.Contains(ws, "next") && !slices.Contains(ws, "prev") {
				return true
			}
		}
		return false
	}
	if check(i) {
		return true
	}
	// A picture tells by its file name.
	if f := v.nodes[i].first; f >= 0 && v.nodes[f].tag == "img" && v.sum(v.subtree(i)).chars == 0 {
		src := attr(v.nodes[f].h, "src")
		ws := nameWords(src[strings.LastIndexByte(src, '/')+1:])
		if !slices.Contains(ws, "prev") && slices.ContainsFunc(ws, func(w string) bool { return w == "next" || w == "forward" || w == "nextpage" }) {
			return true
		}
	}
	p := v.nodes[i].parent
	return p >= 0 && v.nodes[p].first == i && v.nodes[i].next < 0 && check(p)
}

// differsByOne reports whether u is the page's own URL but for query parameters.
func (v *view) differsByOne(u page.URL) bool {
	a, _, _ := strings.Cut(u.String(), "?")
	b, _, _ := strings.Cut(v.doc.URL.String(), "?")
	return a == b
}

// numberNext finds the link with the number after the current page's among
// links that number pages.
func (v *view) numberNext(cands []cand) (page.URL, string) {
	for _, g := range v.numbered(cands) {
		if cur, ok := v.current(g); ok {
			for _, c := range g {
				if c.number == cur+1 {
					return c.url, "page number " + c.label
				}
			}
		}
	}
	return page.URL{}, ""
}

// numbered groups candidates with numbers that stand together: in document
// order, under one near ancestor, increasing, to different places of one kind.
func (v *view) numbered(cands []cand) [][]cand {
	var out [][]cand
	var cur []cand
	flush := func() {
		if len(cur) > 0 && v.pagerLike(cur) {
			out = append(out, cur)
		}
		cur = nil
	}
	for _, c := range cands {
		if c.number < 0 {
			continue
		}
		if n := len(cur); n > 0 && (c.number <= cur[n-1].number || !v.near(cur[n-1].node, c.node) || template(cur[n-1].url) != template(c.url)) {
			flush()
		}
		cur = append(cur, c)
	}
	flush()
	return out
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
	own := template(v.doc.URL)
	for _, c := range g {
		if !v.differsByOne(c.url) && template(c.url) != own {
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

// template returns u with each run of digits as one sign.
func template(u page.URL) string {
	var b strings.Builder
	prev := false
	for _, r := range u.String() {
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

// pageLinks returns the targets of all numbered pager links, in order.
func (v *view) pageLinks(cands []cand) []page.URL {
	var out []page.URL
	seen := map[page.URL]bool{}
	for _, g := range v.numbered(cands) {
		for _, c := range g {
			if !seen[c.url] {
				seen[c.url] = true
				out = append(out, c.url)
			}
		}
	}
	return out
}

// headNext reads <link rel="next"> of the page's head.
func (v *view) headNext() (page.URL, string) {
	var out page.URL
	for _, n := range v.doc.Find("link[rel][href]").Nodes {
		if slices.Contains(strings.Fields(strings.ToLower(attr(n, "rel"))), "next") {
			if u, err := v.doc.Resolve(attr(n, "href")); err == nil && u != v.doc.URL {
				out = u
			}
		}
	}
	if out.IsZero() {
		return out, ""
	}
	return out, "<link rel=next>"
}

// buttonNext finds the submit button that leads to the next page: one that
// says so, else the one whose number follows that of a disabled button.
func (v *view) buttonNext() (Step, string) {
	for i, form := range v.doc.Forms() {
		current := -1
		var numbers []page.Pair
		for _, c := range v.doc.Controls(form) {
			if c.Data != "input" && c.Data != "button" {
				continue
			}
			t := strings.ToLower(attr(c, "type"))
			if t != "submit" && t != "image" && !(t == "" && c.Data == "button") {
				continue
			}
			pair := page.Pair{Name: attr(c, "name"), Value: attr(c, "value")}
			disabled := hasAttr(c, "disabled")
			says := pair.Value
			if c.Data == "button" {
				says = nodeText(c)
			} else if t == "image" {
				says = attr(c, "alt")
			}
			says = strings.ToLower(strings.TrimSpace(collapse(says)))
			name := strings.ToLower(pair.Name)
			word := wordKind(says)
			if word == wordMore {
				word = 0 // "more options" buttons are common
			}
			if !disabled && pair.Name != "" && (word >= wordPart || word == wordArrow && len(numbers) > 0 || wordKind(name) != 0 && word != 0) && !v.isPrev(says) {
				return Step{Form: i, Button: pair}, "button \"" + says + "\""
			}
			if k, ok := pageNumber(says); ok {
				if disabled {
					current = k
				} else if pair.Name != "" {
					numbers = append(numbers, pair)
				}
			}
		}
		for _, p := range numbers {
			if k, _ := pageNumber(strings.ToLower(p.Value)); current >= 0 && k == current+1 {
				return Step{Form: i, Button: p}, "button " + p.Value
			}
		}
	}
	return Step{}, ""
}

func hasAttr(h *html.Node, key string) bool {
	return slices.ContainsFunc(h.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func nodeText(h *html.Node) string {
	var b strings.Builder
	for n := range h.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}
