package surface

import (
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Reading is what a page says about where to go.
type Reading struct {
	Document   *page.Document // nil for a sitemap, a feed and the like
	Links      []Link
	Directives Directives
}

// Directives are what a page asks of robots.
type Directives struct {
	NoFollow  bool     // follow none of its links
	NoIndex   bool     // do not list it
	Canonical page.URL // its own address among several; zero where it names none
}

// Read reads the links of a page: of its document and of its header, or the
// addresses that a sitemap, feed or OpenSearch description lists. Each is there
// once, by its canonical form, in the order of the page. It fails for a page
// that is none of that.
func Read(p *page.Page) (Reading, error) {
	doc, err := p.Document()
	if err != nil {
		return Reading{}, err
	}
	return Reading{Document: doc, Links: Links(doc), Directives: directives(p, doc)}, nil
}

// directives reads X-Robots-Tag and <meta name=robots>.
func directives(p *page.Page, doc *page.Document) (d Directives) {
	for _, value := range p.Header.Values("X-Robots-Tag") {
		d.add(value)
	}
	return d
}

func (d *Directives) add(value string) {
	for word := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch strings.TrimSpace(word) {
		case "nofollow":
			d.NoFollow = true
		case "noindex":
			d.NoIndex = true
		case "none":
			d.NoFollow, d.NoIndex = true, true
		}
	}
}
