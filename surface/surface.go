package surface

import "github.com/hadal-crawler/hadal/page"

// Link is one link of a page, with what a reader sees of it.
type Link struct {
	URL      page.URL `json:"url"`
	Kind     string   `json:"kind"`             // a, area, frame, refresh, search (rel=search), sitemap, ...
	Anchor   string   `json:"anchor,omitempty"` // its text, white space collapsed, at most 200 bytes
	NoFollow bool     `json:"nofollow,omitempty"`
}

// Links returns the links of doc that lead to pages, each URL once, in document order.
func Links(doc *page.Document) []Link { return nil }

// Visit is one page fetched while looking for forms.
type Visit struct {
	URL    page.URL `json:"url"`    // asked for
	Final  page.URL `json:"final"`  // after redirects
	Status int      `json:"status"` // HTTP status, 0 where the fetch failed
	Links  []Link   `json:"links"`
	Reward float64  `json:"reward"`         // what it was worth to the caller: 1 for a search interface
	Note   string   `json:"note,omitempty"` // why it failed or was refused
}

// Frontier holds the pages of one site that are worth a look, best first.
type Frontier struct{}

// NewFrontier starts at the seeds. Only URLs that inScope accepts enter.
func NewFrontier(inScope func(page.URL) bool, seeds ...page.URL) *Frontier { return &Frontier{} }

// Next returns the best unvisited page and why it was chosen.
func (f *Frontier) Next() (u page.URL, why string, ok bool) { return }

// Observe folds one visit in.
func (f *Frontier) Observe(v Visit) {}
