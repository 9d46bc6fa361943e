package surface

import (
	"container/heap"
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Bounds of a frontier: enough for any site's navigation, small enough that an
// endless calendar costs nothing.
const (
	maxPending    = 5000 // URLs waiting; the rest are not entered
	maxPerPattern = 3    // visits of URLs that differ only in digits and parameter values
)

// Frontier holds the pages of one site that are worth a look, best first: by
// the words in a link's anchor and URL that lead to search pages, then by
// depth, then in the order found. It is a pure fold over visits.
type Frontier struct {
	inScope  func(page.URL) bool
	pending  linkHeap
	known    map[page.URL]bool // canonical: pending or visited
	depth    map[page.URL]int  // canonical, of visited pages and pending links
	patterns map[string]int    // visits by URL pattern
	found    int               // links entered so far: the tie breaker
}

type candidate struct {
	url   page.URL
	why   string
	score float64
	order int
}

// NewFrontier starts at the seeds. Only URLs that inScope accepts enter.
func NewFrontier(inScope func(page.URL) bool, seeds ...page.URL) *Frontier {
	f := &Frontier{
		inScope:  inScope,
		known:    map[page.URL]bool{},
		depth:    map[page.URL]int{},
		patterns: map[string]int{},
	}
	for _, u := range seeds {
		f.enter(u, 0, 10, "the start page")
	}
	return f
}

// Next returns the best page not yet visited and why it was chosen. It returns
// the same page until a visit of it is observed.
func (f *Frontier) Next() (u page.URL, why string, ok bool) {
	for len(f.pending) > 0 {
		best := f.pending[0]
		if f.patterns[pattern(best.url)] < maxPerPattern {
			return best.url, best.why, true
		}
		heap.Pop(&f.pending)
	}
	return page.URL{}, "", false
}

// Observe folds one visit in.
func (f *Frontier) Observe(v Visit) {
	id := v.URL.Canonical()
	f.known[id] = true
	f.patterns[pattern(v.URL)]++
	for i, c := range f.pending {
		if c.url.Canonical() == id {
			heap.Remove(&f.pending, i)
			break
		}
	}
	if !v.Final.IsZero() {
		f.known[v.Final.Canonical()] = true
	}
	d := f.depth[id] + 1
	for _, l := range v.Links {
		score, why := promise(l)
		f.enter(l.URL, d, score-0.3*float64(d), why)
	}
}

func (f *Frontier) enter(u page.URL, depth int, score float64, why string) {
	id := u.Canonical()
	if f.known[id] || len(f.pending) >= maxPending || !f.inScope(u) {
		return
	}
	f.known[id] = true
	f.depth[id] = depth
	f.found++
	heap.Push(&f.pending, candidate{url: u, why: why, score: score, order: f.found})
}

// Words that lead to search interfaces, and words that lead away from them, as
// found in anchors and URLs. Substrings, lower case.
var (
	searchWords = []string{
		"search", "suche", "recherche", "buscar", "busca", "búsqueda", "ricerca", "zoek", "søk", "sök", "haku", "hledat", "szukaj", "wyszuk",
		"поиск", "検索", "搜索", "查询", "查詢", "검색", "arama", "بحث", "find", "query", "lookup", "advanced", "erweitert", "avanc",
	}
	catalogueWords = []string{
		"catalog", "katalog", "database", "datenbank", "browse", "directory", "archive", "library", "collection", "listing", "records", "register",
		"inventory", "explore", "recherch", "products", "index",
	}
	awayWords = []string{
		"login", "logout", "signin", "sign-in", "signup", "register.", "account", "password", "cart", "checkout", "basket", "privacy", "terms", "imprint",
		"impressum", "cookie", "contact", "about", "help", "faq", "print", "calendar", "share", "facebook", "twitter", "rss", "feed", "download", "delete", "edit",
	}
)

// promise guesses how likely a link leads to a search interface.
func promise(l Link) (score float64, why string) {
	text := strings.ToLower(l.Anchor + " " + l.URL.PathQuery())
	score, why = 0, "a link of the site"
	if w := firstIn(text, searchWords); w != "" {
		score, why = 3, fmt.Sprintf("its link says %q", w)
	} else if w := firstIn(text, catalogueWords); w != "" {
		score, why = 1.5, fmt.Sprintf("its link says %q", w)
	}
	if firstIn(text, awayWords) != "" {
		score -= 2
	}
	if l.NoFollow {
		score--
	}
	if l.Kind == "frame" || l.Kind == "iframe" || l.Kind == "refresh" {
		score += 2 // part of the page itself
	}
	return score, why
}

func firstIn(text string, words []string) string {
	for _, w := range words {
		if strings.Contains(text, w) {
			return w
		}
	}
	return ""
}

// pattern is u with runs of digits and parameter values blanked: calendars and
// listings have few patterns however many pages they have.
func pattern(u page.URL) string {
	var b strings.Builder
	b.WriteString(u.Origin())
	value := false
	for _, r := range u.PathQuery() {
		switch {
		case r == '&' || r == '?':
			value = false
			b.WriteRune(r)
		case value:
		case r == '=':
			value = true
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if s := b.String(); s[len(s)-1] != '0' {
				b.WriteByte('0')
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

type linkHeap []candidate

func (h linkHeap) Len() int { return len(h) }
func (h linkHeap) Less(i, j int) bool {
	if h[i].score != h[j].score {
		return h[i].score > h[j].score
	}
	return h[i].order < h[j].order
}
func (h linkHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *linkHeap) Push(x any)   { *h = append(*h, x.(candidate)) }
func (h *linkHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
