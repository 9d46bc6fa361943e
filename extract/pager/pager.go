package pager

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// Links is what was found of the links to other pages of the answer.
type Links struct {
	Next, Prev Step
	Further    []Step
	Pages      []page.URL
	Inner      []page.URL
	Last       int // the greatest number of pages
	Sizes      []SizeChoice
	Sections   Sections
	Why        string
}

// cand is a link that may lead to another page of the answer.
type cand struct {
	node   int32
	url    page.URL // zero where script is set
	script string   // a javascript: address
	label  string   // what it says, lower case
	number int      // where the label is a page number; else -1
	inside bool     // in a record
	own    bool     // leads to the page's own site
}

// to returns where c leads, as text.
func (c cand) to() string {
	if c.script != "" {
		return c.script
	}
	return c.url.String()
}

// Of finds the way to the next page: what the page itself declares
// (rel=next), what a link says, the number after the current one, the submit
// buttons of a form, and what only scripts operate.
func Of(v *view.Page, best region.Region) Links {
	cands, inner := pagerLinks(v, best)
	groups := numbered(v, cands)
	head := headLinksOf(v)
	p := Links{}
	if s, why := operatedNext(v, best, groups); why != "" {
		p.Next, p.Why = s, why
	} else if c, why := wordNext(v, cands, groups, head); why != "" {
		p.Next, p.Why = stepOf(v, c), why
		p.Further = furtherNext(v, cands, groups, head, c)
	} else if c, why := numberNext(v, groups); why != "" {
		p.Next, p.Why = stepOf(v, c), why
	} else if c, why := blockNext(v, cands, groups); why != "" {
		p.Next, p.Why = stepOf(v, c), why
	} else if s, why := buttonNext(v); why != "" {
		p.Next, p.Why = s, why
	} else if s, why := boxNext(v); why != "" {
		p.Next, p.Why = s, why
	} else if !head.next.IsZero() && !atEnd(v, groups) {
		p.Next, p.Why = Step{URL: head.next}, head.why
	} else if u, why := loadMore(v); why != "" {
		p.Next, p.Why = Step{URL: u}, why
	}
	if c, ok := wordPrev(v, cands, groups, head, p.Next); ok {
		p.Prev = stepOf(v, c)
	}
	p.Pages = pageLinks(v, cands, groups, p)
	p.Sizes = pageSizes(v, cands)
	for _, g := range groups {
		p.Last = max(p.Last, g[len(g)-1].number)
	}
	p.Inner = innerLinks(v, inner)
	if s := sectionsOf(v, best); p.Prev.IsZero() && (p.Next.IsZero() || slices.Contains(s.Whole, p.Next.URL)) {
		if p.Sections = s; len(s.Whole) > 0 {
			p.Next, p.Why = Step{}, fmt.Sprintf("%d sections, each with a link to all of it", len(s.Whole))
		}
	}
	return p
}

// maxCands bounds the links that are looked at closely: pagers stand at the
// beginning or the end of a page.
const maxCands = 1000

// pagerLinks returns the links with short labels outside calendars. Inside
// the records only those count that no other record has with another target: a
// pager may have been taken for the last record, or for the first and the last. The numbered links in records are returned
// apart: they lead to further pages of the records themselves.
func pagerLinks(v *view.Page, best region.Region) (out, inner []cand) {
	inside := map[string][]string{} // targets by label
	records := familyOf(v, best)
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Link != int32(i) || n.Zone&view.ZoneCalendar != 0 {
			continue
		}
		c := cand{node: int32(i), number: -1}
		if u, ok := v.Target(int32(i)); ok {
			c.url, c.own = u, own(v, u)
			if u == v.Doc.URL && bareFragment(n.H) {
				continue
			}
		} else if href := strings.TrimSpace(page.Attr(n.H, "href")); len(href) < 2000 && does(href) {
			c.script, c.own = href, true
		} else {
			continue
		}
		c.label = phrases.NormalLabel(v.Label(int32(i)))
		if len(c.label) > 90 {
			continue
		}
		c.inside = best.Score >= region.DoubtfulScore && best.Holds(int32(i))
		if k, ok := phrases.PageNumber(c.label); ok && c.own {
			c.number = k
		} else if records.has(c) {
			continue
		} else if c.url == v.Doc.URL {
			continue
		}
		if c.inside {
			if t := inside[c.label]; len(t) < 2 && !slices.Contains(t, c.to()) {
				inside[c.label] = append(t, c.to())
			}
			if c.number >= 0 {
				inner = append(inner, c)
				c.number = -1
			}
		}
		if out = append(out, c); len(out) > 2*maxCands {
			out = append(out[:maxCands], out[len(out)-maxCands/2:]...)
		}
		if len(inner) > maxCands {
			inner = inner[:maxCands]
		}
	}
	return slices.DeleteFunc(out, func(c cand) bool { return c.inside && len(inside[c.label]) > 1 }), inner
}

// does reports whether href is a javascript: address that does something.
func does(href string) bool {
	if len(href) <= 11 || !strings.EqualFold(href[:11], "javascript:") {
		return false
	}
	code := strings.Trim(strings.ToLower(href[11:]), " ;/")
	return code != "" && code != "void(0)" && code != "void 0" && code != "return false"
}

// own reports whether u is on the site of the page.
func own(v *view.Page, u page.URL) bool {
	if u.Origin() == v.Doc.URL.Origin() {
		return true // the usual case; to find the site of an address takes its time
	}
	s := u.Site()
	return s == v.Doc.URL.Site() || s == v.Doc.Base.Site()
}

// manyTargets is how many places links of one label may lead to before the
// label is taken for a "read on" of articles.
const manyTargets = 4

// wordNext finds the link that says that it leads to the next page.
func wordNext(v *view.Page, cands []cand, groups [][]cand, head headLinks) (cand, string) {
	targets := map[string][]string{}
	for _, c := range cands {
		if t := targets[c.label]; len(t) < manyTargets && !slices.Contains(t, c.to()) {
			targets[c.label] = append(t, c.to())
		}
	}
	best, top, why := cand{}, 0, ""
	for _, c := range cands {
		s, w := nextness(v, c, head)
		if s > 0 && phrases.WordKind(c.label) == phrases.WordArrow && passes(v, c, groups) {
			continue
		}
		if s < 100 && c.label != "" && len(targets[c.label]) >= manyTargets {
			continue
		}
		if s > top {
			best, top, why = c, s, w
		}
	}
	return best, why
}

// relOf returns what a link calls its target, lower case.
func relOf(h *html.Node) []string {
	if rel := page.Attr(h, "rel"); rel != "" {
		return strings.Fields(strings.ToLower(rel))
	}
	return nil
}

// furtherNext finds the next pages of the other lists of a page that has several,
// each with a numbered pager of its own: what says "next" as surely as the one
// that was chosen, beside numbers that lead where it leads and the chosen does not.
func furtherNext(v *view.Page, cands []cand, groups [][]cand, head headLinks, chosen cand) []Step {
	if len(groups) < 2 || chosen.script != "" {
		return nil
	}
	var out []Step
	kind := phrases.WordKind(chosen.label)
	seen := map[string]bool{template(chosen.to()): true}
	for _, c := range cands {
		if !c.own || phrases.WordKind(c.label) != kind || seen[template(c.to())] {
			continue
		}
		numbered := slices.ContainsFunc(groups, func(g []cand) bool {
			return slices.ContainsFunc(g, func(m cand) bool { return template(m.to()) == template(c.to()) }) && besidePager(v, c, pagerParts(v, [][]cand{g}))
		})
		if score, _ := nextness(v, c, head); score > 0 && numbered {
			seen[template(c.to())] = true
			out = append(out, stepOf(v, c))
		}
	}
	return out
}

// nextness scores how surely a link leads to the next page; 0 is not at all.
func nextness(v *view.Page, c cand, head headLinks) (int, string) {
	h := v.Nodes[c.node].H
	rel := relOf(h)
	if slices.Contains(rel, "next") && c.url != v.Doc.URL {
		return 100, "rel=next"
	}
	if slices.Contains(rel, "prev") || head.prev == c.url && c.script == "" || phrases.IsPrev(c.label) || bareFragment(h) || c.url == v.Doc.URL {
		return 0, ""
	}
	kind := phrases.WordKind(c.label)
	if kind == 0 {
		for _, a := range []string{"aria-label", "title"} {
			kind = max(kind, phrases.WordKind(phrases.NormalLabel(page.Attr(h, a))))
		}
	}
	if c.script != "" && kind < phrases.WordPart && kind != phrases.WordArrow {
		return 0, "" // scripts do much else
	}
	inPager := v.Nodes[c.node].Zone&view.ZonePager != 0
	score := 0
	switch kind {
	case phrases.WordExact:
		score = 80
	case phrases.WordPart:
		score = 60
	case phrases.WordMore:
		// On cards it says "read on", in menus "more of this".
		if inPager || direction(v, c.url) > 0 || hasCursor(v, c.url) || phrases.MoreResults.MatchString(phrases.BareLabel(c.label)) {
			score = 30
		}
	case phrases.WordArrow:
		if direction(v, c.url) < 0 {
			return 0, ""
		}
		score = 40
		if phrases.Doubled(c.label) {
			score -= 5 // rather to the last page
		}
	}
	marked := markedNext(v, c.node)
	if marked && score == 0 && c.number < 0 && len(c.label) <= 30 {
		score = 50
	} else if marked && score > 0 {
		score += 10
	}
	if score > 0 && inPager {
		score += 8
	}
	if score > 0 && c.script == "" && differsByOne(v, c.url) {
		score += 5
	}
	if score > 0 && direction(v, c.url) > 0 {
		score += 4 // not the pager of another list on the page
	}
	if score > 0 && !c.own {
		// Searches on another host are common, links to the next site of a web ring too.
		if score < 60 {
			return 0, ""
		}
		score -= 30
	}
	if c.inside {
		score -= 20
	}
	return score, "link \"" + c.label + "\""
}

// hasCursor reports whether an address asks what the page's own does and says beside it, in letters
// and digits that mean nothing to people, where to go on.
func hasCursor(v *view.Page, u page.URL) bool {
	said := func(u page.URL) []page.Pair {
		return slices.DeleteFunc(slices.Clone(u.Params()), func(q page.Pair) bool { return q.Value == "" })
	}
	own, added := said(v.Doc.URL), said(u)
	asked := len(own)
	if !differsByOne(v, u) {
		return false
	}
	added = slices.DeleteFunc(added, func(q page.Pair) bool {
		at := slices.Index(own, q)
		if at >= 0 {
			own = slices.Delete(own, at, at+1)
		}
		return at >= 0
	})
	replaced := len(own) == 1 && len(added) == 1 && own[0].Name == added[0].Name
	return asked > 0 && len(added) == 1 && (len(own) == 0 || replaced) && opaque(added[0].Value)
}

// opaque reports whether a value is hardly a word or a number.
func opaque(value string) bool {
	return len(value) >= 8 && strings.ContainsAny(value, "0123456789") && strings.ContainsFunc(value, unicode.IsLetter) && !strings.ContainsAny(value, " /")
}

// wordPrev finds the link that leads back to the page before.
func wordPrev(v *view.Page, cands []cand, groups [][]cand, head headLinks, next Step) (cand, bool) {
	best, top := cand{}, 0
	parts := pagerParts(v, groups, next)
	for _, c := range cands {
		h := v.Nodes[c.node].H
		rel := relOf(h)
		score := 0
		switch {
		case bareFragment(h) || !c.own || c.url == v.Doc.URL || c.is(next):
			continue
		case head.prev == c.url && c.script == "" && (head.next.IsZero() || c.label != ""):
			score = 90
		case slices.Contains(rel, "prev") || slices.Contains(rel, "previous"):
			score = 100
		default:
			kind := phrases.IsBack(c.label)
			if kind == phrases.WordNone {
				for _, a := range []string{"aria-label", "title"} {
					kind = max(kind, phrases.IsBack(phrases.NormalLabel(page.Attr(h, a))))
				}
			}
			switch kind {
			case phrases.WordExact:
				score = 60
			case phrases.WordPart, phrases.WordArrow:
				score = 40
			case phrases.WordNone:
				if c.label == "" && markedPrev(v, c.node) {
					score = 40
				}
			}
			if phrases.Doubled(c.label) {
				score -= 5 // rather to the first page
			}
			if score > 0 && !besidePager(v, c, parts) && !(kind == phrases.WordExact && (differsByOne(v, c.url) || strings.Contains(c.label, "prev"))) {
				score = 0
			}
			if c.inside {
				score -= 20
			}
		}
		if score > top {
			best, top = c, score
		}
	}
	return best, top > 0
}

// bareFragment reports a link that goes nowhere ("#").
func bareFragment(h *html.Node) bool {
	return strings.HasPrefix(strings.TrimSpace(page.Attr(h, "href")), "#")
}

// differsByOne reports whether u is the page's own URL but for query parameters.
func differsByOne(v *view.Page, u page.URL) bool {
	a, _, _ := strings.Cut(u.String(), "?")
	b, _, _ := strings.Cut(v.Doc.URL.String(), "?")
	return a == b
}
