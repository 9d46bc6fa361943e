package survey

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// A lead is an address that a page leads to, with that page.
type lead struct {
	url, on page.URL
	menu    bool // it is an option of a form
}

// leads are those of all pages that were visited, the first ones.
type leads []lead

// note keeps what a page leads to.
func (l *leads) note(v surface.Visit) {
	const most = 2000
	for _, link := range v.Links {
		if to := (lead{link.URL, v.URL, link.Kind == "form"}); len(*l) < most && !slices.Contains(*l, to) {
			*l = append(*l, to)
		}
	}
}
