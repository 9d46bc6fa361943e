package surface

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/page"
)

// Reading is what a page says about where to go.
type Reading struct {
	Document   *page.Document // nil for a sitemap, a feed and the like
	Links      []Link
	Directives Directives
}

// Directives are what a page asks of robots, in its header or in its head.
type Directives struct {
	NoFollow  bool     // follow none of its links
	Canonical page.URL // its own address among several; zero where it names none
}

// Read reads the links of a page: of its document and of its header, or the
// addresses that a sitemap, feed or OpenSearch description lists. Each is there
// once, by its canonical form, in the order of the page, those of the header
// last. It fails (page.ErrNotHTML) for a page that is none of that.
func Read(p *page.Page) (Reading, error) {
	listed, is, err := listing(p)
	if err != nil {
		return Reading{}, fmt.Errorf("read %s: %w", p.Final, err)
	}
	if is {
		return Reading{Links: listed, Directives: headerDirectives(p)}, nil
	}
	doc, err := p.Document()
	if err != nil {
		return Reading{}, err
	}
	c := newCollector(doc)
	c.document()
	d := headerDirectives(p)
	c.header(p, &d)
	d.head(doc)
	return Reading{Document: doc, Links: c.finish(), Directives: d}, nil
}

// header takes the links of a page's header, which resolve against its own
// address. (A redirect's Location was followed when the page was fetched.)
func (c *collector) header(p *page.Page, d *Directives) {
	add := func(ref, kind string) {
		if ref == "" {
			return
		}
		if u, err := p.Final.Resolve(ref); err == nil {
			c.addURL(u, kind)
		}
	}
	for _, l := range page.HeaderLinks(p.Header) {
		kind := relationKind(l.Rel, "")
		if kind == "" || l.Anchored {
			continue
		}
		if kind != Canonical {
			kind = Header
		} else if u, err := p.Final.Resolve(l.Target); err == nil && d.Canonical.IsZero() {
			d.Canonical = u
		}
		add(l.Target, kind)
	}
	add(p.Header.Get("Location"), Location)
	add(p.Header.Get("Content-Location"), ContentLocation)
}

// headerDirectives reads X-Robots-Tag. A value for one robot by name is not
// for us.
func headerDirectives(p *page.Page) (d Directives) {
	for _, value := range p.Header.Values("X-Robots-Tag") {
		if name, rest, named := strings.Cut(value, ":"); named && !strings.Contains(name, ",") {
			if name = strings.ToLower(strings.TrimSpace(name)); name != "hadal" && name != "*" && name != "unavailable_after" {
				continue
			} else if name != "unavailable_after" {
				value = rest
			}
		}
		d.words(value)
	}
	return d
}

// head reads <meta name=robots> and rel=canonical.
func (d *Directives) head(doc *page.Document) {
	for n := range doc.Root.Descendants() {
		switch n.DataAtom {
		case atom.Body:
			return
		case atom.Meta:
			if name := page.Attr(n, "name"); strings.EqualFold(name, "robots") || strings.EqualFold(name, "hadal") {
				d.words(page.Attr(n, "content"))
			}
		case atom.Link:
			d.canonical(doc, n)
		}
	}
}

func (d *Directives) canonical(doc *page.Document, n *html.Node) {
	ref := page.Attr(n, "href")
	if ref == "" || !d.Canonical.IsZero() || !hasWord(page.Attr(n, "rel"), "canonical") {
		return
	}
	if u, err := doc.Resolve(ref); err == nil {
		d.Canonical = u
	}
}

func (d *Directives) words(value string) {
	for word := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch strings.TrimSpace(word) {
		case "nofollow", "none":
			d.NoFollow = true
		}
	}
}
