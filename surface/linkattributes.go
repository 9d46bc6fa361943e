package surface

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// attributes takes the links that an element other than <a> holds in its
// attributes.
func (c *collector) attributes(n *html.Node) {
	switch n.DataAtom {
	case atom.Base:
		if ref := page.Attr(n, "href"); ref != "" {
			c.add(ref, "base")
		}
	case atom.Link:
		c.link(n)
	case atom.Frame, atom.Iframe:
		c.frame(n)
	case atom.Object:
		c.embedded(n, page.Attr(n, "data"))
	case atom.Embed:
		c.embedded(n, page.Attr(n, "src"))
	case atom.Img:
		c.say(c.optional(page.Attr(n, "longdesc"), "img"), page.Attr(n, "alt"), c.here())
	case atom.Blockquote, atom.Q, atom.Ins, atom.Del:
		c.optional(page.Attr(n, "cite"), n.Data)
	case atom.Form:
		c.menu(n)
	case atom.Select:
		c.jumps(n)
	}
	c.handlers(n)
}

// optional is add for a reference that may be missing.
func (c *collector) optional(ref, kind string) int {
	if strings.TrimSpace(ref) == "" {
		return -1
	}
	return c.add(ref, kind)
}

func (c *collector) here() span { return span{len(c.text), len(c.text)} }

// frame takes a frame's page, and what stands in a page written inline. A
// frame that is loaded late has its address in a data attribute.
func (c *collector) frame(n *html.Node) {
	for _, name := range []string{"src", "data-src", "data-lazy-src"} {
		if ref := page.Attr(n, name); ref != "" && ref != "about:blank" {
			c.say(c.optional(ref, n.Data), page.Attr(n, "title"), c.here())
			break
		}
	}
	c.optional(page.Attr(n, "longdesc"), n.Data)
	const deepest = 2 // documents in one another
	if inner := page.Attr(n, "srcdoc"); inner != "" && c.within < deepest {
		// Its addresses resolve against the page around it, unless it has a base of its own.
		if d, err := page.ParseDocument([]byte(inner), "text/html; charset=utf-8", c.doc.Base); err == nil {
			for _, l := range linksWithin(d, c.within+1) {
				c.say(c.addURL(l.URL, l.Kind), l.Anchor, c.here())
			}
		}
	}
}

// embedded takes what <object> and <embed> show, where that is a page.
func (c *collector) embedded(n *html.Node, ref string) {
	kind := strings.ToLower(page.Attr(n, "type"))
	if kind == "" || strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "application/xhtml") {
		c.say(c.optional(ref, n.Data), page.Attr(n, "title"), c.here())
	}
}

// link takes <link>.
func (c *collector) link(n *html.Node) {
	if kind := relationKind(strings.Fields(strings.ToLower(page.Attr(n, "rel"))), page.Attr(n, "type")); kind != "" {
		c.say(c.optional(page.Attr(n, "href"), kind), page.Attr(n, "title"), c.here())
	}
}

// relationKind returns the kind of a link by its relations and the type of its
// target, "" where that is no page: a style sheet, an icon, a host to connect to.
func relationKind(rel []string, contentType string) string {
	kind := ""
	for _, r := range rel {
		switch r {
		case "stylesheet", "icon", "preload", "modulepreload", "manifest", "dns-prefetch", "preconnect", "pingback", "edituri", "edit", "wlwmanifest",
			"mask-icon", "apple-touch-icon", "apple-touch-icon-precomposed", "image_src", "shortcut", "import", "hub", "webmention", "micropub":
			return ""
		case "canonical":
			kind = Canonical
		case "search":
			kind = SearchRelation
		case "alternate", "amphtml":
			if kind = Alternate; isFeedType(contentType) {
				kind = Feed
			}
		case "sitemap":
			kind = Sitemap
		case "next", "prev", "previous", "first", "last", "start", "up", "top", "home", "index", "contents", "toc", "chapter", "section", "subsection", "appendix",
			"glossary", "help", "author", "license", "copyright", "bookmark", "shortlink", "archives", "collection", "item", "tag", "about", "prefetch", "prerender",
			"original", "related", "self", "latest-version", "describedby", "service-doc":
			if kind == "" {
				kind = Relation
			}
		}
	}
	if contentType = strings.ToLower(contentType); kind == Relation && contentType != "" && !strings.Contains(contentType, "html") && !strings.Contains(contentType, "xml") {
		return ""
	}
	return kind
}

func isFeedType(contentType string) bool {
	kind, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	switch strings.TrimSpace(kind) {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+xml":
		return true
	}
	return false
}

// handlers takes what the scripts of an element's events say, and addresses in
// data attributes, which scripts follow.
func (c *collector) handlers(n *html.Node) {
	says := cmp.Or(page.Attr(n, "title"), page.Attr(n, "aria-label"))
	for _, a := range n.Attr {
		switch {
		case len(a.Key) > 2 && a.Key[:2] == "on" && c.deeds.Command(says):
		case len(a.Key) > 2 && a.Key[:2] == "on":
			if n.DataAtom != atom.Body && n.DataAtom != atom.Form {
				c.script(a.Val, true)
			}
		case strings.HasPrefix(a.Key, "data-") && namesPage(a.Key[len("data-"):]) && looksLikeAddress(a.Val):
			c.optional(a.Val, Data)
		}
	}
}

// namesPage reports whether a data attribute is named for the address of a
// page: data-href, data-url, data-link, data-item-url; and not data-img-url.
func namesPage(name string) bool {
	found := false
	for word := range strings.SplitSeq(name, "-") {
		switch word {
		case "href", "url", "link", "uri", "permalink", "location", "page", "path", "goto":
			found = true
		case "img", "image", "src", "thumb", "thumbnail", "poster", "background", "bg", "avatar", "icon", "logo", "post", "submit", "save", "delete", "api", "ajax", "action", "upload":
			return false
		}
	}
	return found
}

// isFile reports whether u's path names something that is no page.
func isFile(u page.URL, kind string) bool {
	p, _, _ := strings.Cut(u.PathQuery(), "?")
	switch strings.ToLower(path.Ext(p)) {
	case ".gz", ".rss", ".atom", ".xml", ".txt":
		switch kind {
		case Feed, Sitemap, Robots, SearchRelation, Header, Alternate:
			return false
		}
		return path.Ext(p) != ".xml" && path.Ext(p) != ".txt"
	case ".pdf", ".jpg", ".jpeg", ".jpe", ".png", ".gif", ".svg", ".webp", ".avif", ".ico", ".bmp", ".tif", ".tiff", ".css", ".js", ".mjs", ".map", ".zip", ".bz2", ".xz", ".zst", ".7z",
		".rar", ".tar", ".tgz", ".jar", ".mp3", ".mp4", ".m4a", ".m4v", ".avi", ".mov", ".mpg", ".mpeg", ".wmv", ".webm", ".ogg", ".ogv", ".wav", ".flac", ".doc", ".docx", ".xls",
		".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".rtf", ".csv", ".exe", ".msi", ".dmg", ".apk", ".deb", ".rpm", ".iso", ".bin", ".woff", ".woff2", ".ttf", ".otf", ".eot",
		".swf", ".epub", ".mobi", ".ps", ".eps", ".ics", ".vcf", ".torrent", ".sig", ".asc", ".bib", ".ris":
		return true
	}
	return false
}

// cutScript cuts "javascript:" off, as browsers see it: blanks in front and case do not matter.
func cutScript(ref string) (rest string, ok bool) {
	const scheme = "javascript"
	ref = strings.TrimLeft(ref, " \t\r\n\f\x00")
	if len(ref) <= len(scheme) || ref[len(scheme)] != ':' || !strings.EqualFold(ref[:len(scheme)], scheme) {
		return "", false
	}
	return ref[len(scheme)+1:], true
}

// hasWord reports whether a list of words, as in rel, has word.
func hasWord(list, word string) bool {
	return slices.Contains(strings.Fields(strings.ToLower(list)), word)
}
