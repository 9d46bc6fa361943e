package pager

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// Pages that grow ("load more", endless scrolling) fetch what follows from an
// address that an element carries for their script.

// followNames are attributes that hold the address of what follows, whatever
// their element says.
var followNames = []string{"data-next-url", "data-next-page-url", "data-next-href", "data-next-link", "data-load-more-url", "data-loadmore-url", "data-infinite-url", "data-infinite-scroll-url", "data-ajax-next", "data-more-url"}

// fetchNames are attributes that hold an address for many purposes: they count
// on elements that say "more" or "next", or that fetch when they come in sight.
var fetchNames = []string{"hx-get", "data-hx-get", "ic-get-from", "data-url", "data-href", "data-ajax-url", "data-src", "data-link", "src"}

// loadMore finds the address that a growing page fetches its next records from.
func loadMore(v *view.Page) (page.URL, string) {
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.H == nil || n.H.Type != html.ElementNode || n.Tag == "html" || n.Tag == "body" || n.Zone&view.ZoneCalendar != 0 {
			continue
		}
		for _, a := range n.H.Attr {
			if slices.Contains(followNames, a.Key) {
				if u, ok := leadsOnward(v, a.Val); ok {
					return u, a.Key
				}
			}
		}
		if n.Zone&view.ZoneNav != 0 && n.Zone&view.ZonePager == 0 || !slices.ContainsFunc(n.H.Attr, func(a html.Attribute) bool { return slices.Contains(fetchNames, a.Key) }) {
			continue
		}
		says := phrases.WordNone
		if n.Tag == "button" || n.Tag == "a" || page.Attr(n.H, "role") == "button" || page.Attr(n.H, "onclick") != "" || v.Sum(v.Subtree(int32(i))).Chars < 40 {
			says = phrases.WordKind(phrases.NormalLabel(v.Label(int32(i))))
		}
		if says != phrases.WordMore && says < phrases.WordPart && !fetchesInSight(n.H) {
			continue
		}
		for _, name := range fetchNames {
			if u, ok := leadsOnward(v, page.Attr(n.H, name)); ok && (name != "src" || n.Tag == "turbo-frame") {
				return u, name
			}
		}
	}
	return page.URL{}, ""
}

// fetchesInSight reports an element that is replaced by what its address gives
// as soon as it is seen: the end of a list that scrolls endlessly.
func fetchesInSight(h *html.Node) bool {
	for _, name := range []string{"hx-trigger", "data-hx-trigger"} {
		if t := page.Attr(h, name); strings.Contains(t, "revealed") || strings.Contains(t, "intersect") {
			return true
		}
	}
	return h.Data == "turbo-frame" && page.Attr(h, "loading") == "lazy" && strings.Contains(strings.Join(view.NameWords(page.Attr(h, "id")), " "), "page")
}

// leadsOnward resolves the address of what follows, if it is of the page's own site.
func leadsOnward(v *view.Page, href string) (page.URL, bool) {
	href = strings.TrimSpace(href)
	if href == "" || strings.HasPrefix(href, "#") || len(href) > 2000 {
		return page.URL{}, false
	}
	u, err := v.Doc.Resolve(href)
	return u, err == nil && u != v.Doc.URL && own(v, u)
}
