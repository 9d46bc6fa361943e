// Package surface decides where on a site a search interface may be.
//
// A Frontier is a pure fold over visits: the pages fetched so far and the links
// found there, which an Ordering ranks: formfirst by where a search interface may be,
// those of package ordering by how important a page is. It knows link kinds. It knows
// nothing of forms (its caller says what a visit was worth), stores nothing and does no
// I/O. Its other rooms: crawl runs over many sites, duplicates knows pages that are alike.
package surface

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/hadal-crawler/hadal/page"
)

// Link is one link of a page, with what a reader sees of it.
type Link struct {
	URL      page.URL `json:"url"`
	ID       ID       `json:"-"`                // of URL
	Kind     string   `json:"kind"`             // how the page gives it: see the kinds
	Anchor   string   `json:"anchor,omitempty"` // its text or title, white space collapsed, at most 200 bytes
	Around   string   `json:"around,omitempty"` // the text before and after it, at most 80 bytes each
	Menu     string   `json:"menu,omitempty"`   // of an option of a menu: what the page calls the menu
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
	Left       string      `json:"left,omitempty"`       // a choice on it that is not made, since nothing says what it leads to
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

// The kinds of Link that are no names of elements. A link given by an element's
// own attribute has the element's name as its Kind: a, area, frame, iframe,
// object, embed, base, form (a menu sent by GET), and so on.
const (
	Seed            = "seed"             // given by the user
	Refresh         = "refresh"          // meta refresh or Refresh header
	Header          = "header"           // Link header
	Location        = "location"         // Location header
	ContentLocation = "content-location" // Content-Location header
	Canonical       = "canonical"        // rel=canonical
	Alternate       = "alternate"        // rel=alternate: another language or form of the page
	Relation        = "link"             // <link> with another relation to a page: next, help, contents
	SearchRelation  = "search"           // rel=search: an OpenSearch description or a search page
	Data            = "data"             // data-href and its like
	Comment         = "comment"          // in an HTML comment
	Script          = "script"           // a string in a script or an event handler
	Pressed         = "pressed"          // pressing a control in a browser leads there
	Robots          = "robots"           // a Sitemap line of robots.txt
	Sitemap         = "sitemap"          // a sitemap, in an index or in <link>
	Listed          = "listed"           // a page in a sitemap
	Feed            = "feed"             // an entry of an RSS or Atom feed, or a feed
	OpenSearch      = "opensearch"       // the page that an OpenSearch description names
)

// ID identifies a page: the first 64 bits of the SHA-256 of its canonical URL.
// Among a hundred million pages two share one with a chance of 1 in 3,700. It
// is never 0, which stands for no page.
type ID uint64

// IDOf returns the ID of the page at u.
func IDOf(u page.URL) ID {
	var room [256]byte // most addresses fit, and need no other
	sum := sha256.Sum256(append(room[:0], u.Canonical().String()...))
	return max(1, ID(binary.BigEndian.Uint64(sum[:8])))
}

// Found is a page that is known and not yet fetched.
type Found struct {
	Link  Link // by which it was found first; of a seed its Kind is Seed
	Depth int  // links from the nearest seed, as known when it was found
	From  ID   // the page that the link stands on; 0 for a seed
}

// Ordering decides which of the pages found is fetched first. It is a fold
// over visits: the same calls give the same priorities, so that a crawl which
// goes on is one replayed. One goroutine calls it.
//
// For each page fetched, Visited is called first, with all links of the page;
// then Found for each link that leads to a page not known before.
type Ordering interface {
	// Found returns the priority of a page just found, the larger the sooner.
	// on is the page that the link stands on, nil for a seed.
	Found(f Found, on *Visit) float64
	// Visited folds in a page that was fetched, or failed. It calls rank for
	// each page whose priority has changed; a page that does not wait to be
	// fetched (already visited, never found, skipped) is passed over there.
	Visited(v *Visit, rank func(ID, float64))
	// Stale reports whether it has learned so much that Rescore is to be called for
	// the pages that wait; it is false again after that.
	Stale() bool
	Rescore(f Found) float64
	// ReadsText reports whether it needs Visit.Text, or the words of a visit's links
	// also when a crawl is replayed: these are stored with the pages only.
	ReadsText() bool
	// Why says why a page comes next.
	Why(f Found) string
}
