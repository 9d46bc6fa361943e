package extract

import (
	"slices"
	"strings"

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
func loadMore(v *Page) (page.URL, string) {
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.h == nil || n.h.Type != html.ElementNode || n.tag == "html" || n.tag == "body" || n.zone&zoneCalendar != 0 {
			continue
		}
		for _, a := range n.h.Attr {
			if slices.Contains(followNames, a.Key) {
				if u, ok := leadsOnward(v, a.Val); ok {
					return u, a.Key
				}
			}
		}
		if n.zone&zoneNav != 0 && n.zone&zonePager == 0 || !slices.ContainsFunc(n.h.Attr, func(a html.Attribute) bool { return slices.Contains(fetchNames, a.Key) }) {
			continue
		}
		says := wordNone
		if n.tag == "button" || n.tag == "a" || attr(n.h, "role") == "button" || attr(n.h, "onclick") != "" || v.sum(v.subtree(int32(i))).chars < 40 {
			says = wordKind(normalLabel(v.label(int32(i))))
		}
		if says != wordMore && says < wordPart && !fetchesInSight(n.h) {
			continue
		}
		for _, name := range fetchNames {
			if u, ok := leadsOnward(v, attr(n.h, name)); ok && (name != "src" || n.tag == "turbo-frame") {
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
		if t := attr(h, name); strings.Contains(t, "revealed") || strings.Contains(t, "intersect") {
			return true
		}
	}
	return h.Data == "turbo-frame" && attr(h, "loading") == "lazy" && strings.Contains(strings.Join(nameWords(attr(h, "id")), " "), "page")
}

// leadsOnward resolves the address of what follows, if it is of the page's own site.
func leadsOnward(v *Page, href string) (page.URL, bool) {
	href = strings.TrimSpace(href)
	if href == "" || strings.HasPrefix(href, "#") || len(href) > 2000 {
		return page.URL{}, false
	}
	u, err := v.doc.Resolve(href)
	return u, err == nil && u != v.doc.URL && own(v, u)
}
