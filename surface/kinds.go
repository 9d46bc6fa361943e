package surface

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
