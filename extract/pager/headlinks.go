package pager

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// headLinks are the next and the previous page that the page's head names, or
// the answer's Link header. What links say may be the other way round: where
// the newest is first, "previous entries" lead on.
type headLinks struct {
	next, prev page.URL
	why        string // where next stands
}

// headLinksOf reads <link rel="next"> and <link rel="prev">, of several the last.
func headLinksOf(v *view.Page) headLinks {
	var out headLinks
	for _, n := range v.Doc.Find("link[rel][href]").Nodes {
		rel := relOf(n)
		next := slices.Contains(rel, "next")
		if !next && !slices.Contains(rel, "prev") && !slices.Contains(rel, "previous") {
			continue
		}
		u, err := v.Doc.Resolve(strings.TrimSpace(page.Attr(n, "href")))
		switch {
		case err != nil || u == v.Doc.URL:
		case next:
			out.next, out.why = u, "<link rel=next>"
		default:
			out.prev = u
		}
	}
	if u := v.Doc.Next; out.next.IsZero() && !u.IsZero() && u != v.Doc.URL && own(v, u) {
		out.next, out.why = u, "Link header"
	}
	if out.next == out.prev {
		out.prev = page.URL{}
	}
	return out
}
