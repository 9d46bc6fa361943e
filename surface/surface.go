package surface

import (
	"path"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// maxAnchor bounds the anchor text kept of one link, in bytes.
const maxAnchor = 200

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
	URL      page.URL `json:"url"`             // asked for
	Final    page.URL `json:"final,omitzero"`  // after redirects
	Status   int      `json:"status"`          // HTTP status, 0 where the fetch failed or was refused
	Links    []Link   `json:"links,omitempty"` // of the page, in document order
	Reward   float64  `json:"reward"`          // what it was worth to the caller: 1 for a search interface
	Note     string   `json:"note,omitempty"`  // why it failed or was refused
	Requests int      `json:"requests"`        // HTTP requests that it cost
	Depth    int      `json:"depth,omitempty"` // links from the nearest seed, where the caller knows it
	ID       ID       `json:"-"`               // of URL
	Text     string   `json:"-"`               // what the page says, for an Ordering that is a Reader
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

// Links returns the links of doc that a reader could follow to another page,
// each URL once (by its canonical form), in document order.
func Links(doc *page.Document) []Link {
	var out []Link
	seen := map[page.URL]int{doc.URL.Canonical(): -1}
	add := func(ref, kind, anchor string, nofollow bool) {
		u, err := doc.Resolve(ref)
		if err != nil || isFile(u) || Writes(u) {
			return // mailto:, javascript:, unparsable, or no page
		}
		id := u.Canonical()
		if i, ok := seen[id]; ok {
			if i >= 0 && out[i].Anchor == "" {
				out[i].Anchor = anchor // an image link repeated as text: keep the words
			}
			return
		}
		seen[id] = len(out)
		out = append(out, Link{URL: u, ID: IDOf(u), Kind: kind, Anchor: anchor, NoFollow: nofollow})
	}
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "a", "area":
			if page.HasAttr(n, "href") {
				nofollow := strings.Contains(strings.ToLower(page.Attr(n, "rel")), "nofollow")
				add(page.Attr(n, "href"), n.Data, anchorText(n), nofollow)
			}
		case "frame", "iframe":
			if page.HasAttr(n, "src") {
				add(page.Attr(n, "src"), n.Data, page.Attr(n, "title"), false)
			}
		}
	}
	if !doc.Refresh.IsZero() {
		add(doc.Refresh.String(), "refresh", "", false)
	}
	return out
}

func anchorText(n *html.Node) string {
	text := page.Text(n)
	for _, name := range []string{"aria-label", "title", "alt"} {
		if text == "" {
			text = page.Attr(n, name)
		}
	}
	if len(text) > maxAnchor {
		text = strings.ToValidUTF8(text[:maxAnchor], "")
	}
	return text
}

// isFile reports whether u's path names something that is no page.
func isFile(u page.URL) bool {
	p, _, _ := strings.Cut(u.PathQuery(), "?")
	switch strings.ToLower(path.Ext(p)) {
	case ".pdf", ".jpg", ".jpeg", ".png", ".gif", ".svg", ".webp", ".ico", ".css", ".js", ".zip", ".gz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz",
		".mp3", ".mp4", ".avi", ".mov", ".webm", ".ogg", ".wav", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".exe", ".dmg", ".deb", ".rpm",
		".iso", ".bin", ".woff", ".woff2", ".ttf", ".eot", ".swf", ".epub", ".ps", ".rss", ".atom":
		return true
	}
	return false
}
