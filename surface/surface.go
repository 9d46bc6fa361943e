package surface

import "github.com/hadal-crawler/hadal/page"

// Link is one link of a page, with what a reader sees of it.
type Link struct {
	URL      page.URL `json:"url"`
	ID       ID       `json:"-"`                // of URL
	Kind     string   `json:"kind"`             // how the page gives it: see the kinds
	Anchor   string   `json:"anchor,omitempty"` // its text or title, white space collapsed, at most 200 bytes
	Around   string   `json:"around,omitempty"` // the text before and after it, at most 80 bytes each
	NoFollow bool     `json:"nofollow,omitempty"`
}

// Visit is one page fetched while looking for forms.
type Visit struct {
	URL        page.URL    `json:"url"`                  // asked for
	Final      page.URL    `json:"final,omitzero"`       // after redirects
	Status     int         `json:"status"`               // HTTP status, 0 where the fetch failed or was refused
	Links      []Link      `json:"links,omitempty"`      // of the page, in document order
	Reward     float64     `json:"reward"`               // what it was worth to the caller: 1 for a search interface
	Note       string      `json:"note,omitempty"`       // why it failed or was refused
	Unfinished bool        `json:"unfinished,omitempty"` // no page was visited: a stop cut it short, and this is what was spent
	Requests   int         `json:"requests"`             // HTTP requests that it cost
	Rendered   bool        `json:"rendered,omitempty"`   // it was shown in a browser
	Depth      int         `json:"depth,omitempty"`      // links from the nearest seed, where the caller knows it
	Steps      []page.Step `json:"steps,omitempty"`      // taken on it in a browser
	Explored   bool        `json:"explored,omitempty"`   // its controls were pressed to see where they lead
	Leads      []page.Lead `json:"leads,omitempty"`      // found so, to what has no address of its own
	ID         ID          `json:"-"`                    // of URL
	Text       string      `json:"-"`                    // what the page says, for an Ordering that is a Reader
}

// Identify sets the IDs of v and its links that are not yet set: a Visit that
// was stored comes back without them.
func (v *Visit) Identify() {
	if v.ID == 0 {
		v.ID = IDOf(v.URL)
	}
	for i := range v.Links {
		if l := &v.Links[i]; l.ID == 0 {
			l.ID = IDOf(l.URL)
		}
	}
}
