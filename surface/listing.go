package surface

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// Bounds of a list of addresses, those that sitemaps.org sets for sitemaps.
const (
	maxListing = 50 << 20 // bytes, unpacked
	maxListed  = 50_000   // addresses

	sniffed = 1024 // bytes that tell a list
)

// listing reads a page that is a list of addresses: a sitemap or an index of
// sitemaps (XML, or text with an address a line, packed by gzip or not), a feed
// (RSS, Atom) or an OpenSearch description. is is false for other pages. A list
// that breaks off gives what stands before.
func listing(p *page.Page) (links []Link, is bool, err error) {
	var r io.Reader = bytes.NewReader(p.Body)
	packed := bytes.HasPrefix(p.Body, []byte("\x1f\x8b"))
	if start := p.Body[:min(len(p.Body), sniffed)]; !packed && !isListingXML(start) && !isAddressLines(start) {
		return nil, false, nil // nearly all pages: they need no buffer
	}
	if packed {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, false, nil // some other binary file
		}
		defer z.Close()
		r = z
	}
	in := bufio.NewReaderSize(io.LimitReader(r, maxListing), 4096)
	start, _ := in.Peek(sniffed) // short where the file is
	l := &lister{base: p.Final, seen: map[ID]bool{IDOf(p.Final): true}}
	switch {
	case isListingXML(start):
		err = l.xml(in)
	case isAddressLines(start):
		l.lines(in)
	default:
		return nil, false, nil
	}
	return l.links, true, err
}

// isListingXML reports whether one of the roots of listings begins the file.
func isListingXML(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(start, []byte("<")) {
		return false
	}
	start, _, _ = bytes.Cut(start, []byte("<html"))
	for _, root := range []string{"<urlset", "<sitemapindex", "<rss", "<rdf:RDF", "<feed", "<OpenSearchDescription"} {
		if bytes.Contains(start, []byte(root)) {
			return true
		}
	}
	return false
}

// isAddressLines reports whether the first lines are addresses and nothing else.
func isAddressLines(start []byte) bool {
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	if !bytes.HasPrefix(start, []byte("http://")) && !bytes.HasPrefix(start, []byte("https://")) {
		return false
	}
	for i, line := range strings.Split(string(start), "\n") {
		if line = strings.TrimSpace(line); i < 3 && line != "" && (!strings.HasPrefix(line, "http") || strings.ContainsAny(line, " <>")) {
			return false
		}
	}
	return true
}

// lister collects the addresses of a list.
type lister struct {
	base  page.URL
	seen  map[ID]bool
	links []Link
	deeds deeds.Addresses
}

func (l *lister) add(ref, kind, anchor, around string) {
	if ref = strings.TrimSpace(ref); ref == "" || len(l.links) >= maxListed {
		return
	}
	u, err := l.base.Resolve(ref)
	if err != nil || isFile(u, kind) || l.deeds.Deed(u) != "" {
		return
	}
	id := IDOf(u)
	if l.seen[id] {
		return
	}
	l.seen[id] = true
	l.links = append(l.links, Link{URL: u, ID: id, Kind: kind, Anchor: clip(strings.Join(strings.Fields(anchor), " "), maxAnchor), Around: clip(around, 2*maxAround)})
}

func (l *lister) lines(r io.Reader) {
	s := bufio.NewScanner(r)
	for s.Scan() && len(l.links) < maxListed {
		if line := strings.TrimSpace(s.Text()); strings.HasPrefix(line, "http") {
			l.add(line, Listed, "", "")
		}
	}
}

// entry is what a list says of one address.
type entry struct{ ref, permalink, title string }

// xml reads the file token by token. Names count without their spaces' prefix.
func (l *lister) xml(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	var root string
	var e entry
	var text strings.Builder
	var short string // name of an OpenSearch description
	depth := 0
	for len(l.links) < maxListed {
		token, err := d.RawToken()
		if err != nil {
			if len(l.links) > 0 || root != "" || errors.Is(err, io.EOF) {
				return nil // it breaks off
			}
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 {
				root = t.Name.Local
			}
			text.Reset()
			switch name := t.Name.Local; {
			case name == "url" || name == "sitemap" || name == "item" || name == "entry":
				e = entry{}
			case name == "link" && attribute(t, "href") != "" && (attribute(t, "rel") == "" || attribute(t, "rel") == "alternate"):
				if t.Name.Space == "xhtml" { // the page in another language
					l.add(attribute(t, "href"), Alternate, "", "")
				} else {
					e.ref = attribute(t, "href")
				}
			case name == "Url" && root == "OpenSearchDescription":
				l.template(attribute(t, "template"), attribute(t, "type"), short)
			}
		case xml.CharData:
			if text.Len() < 4096 {
				text.Write(t)
			}
		case xml.EndElement:
			depth--
			value := strings.TrimSpace(text.String())
			text.Reset()
			switch t.Name.Local {
			case "loc":
				if t.Name.Space == "" { // not image:loc, video:...
					e.ref = value
				}
			case "link":
				if value != "" {
					e.ref = value
				}
			case "guid", "id":
				e.permalink = value
			case "title":
				e.title = value
			case "ShortName":
				short = value
			case "url":
				l.add(e.ref, Listed, "", "")
			case "sitemap":
				l.add(e.ref, Sitemap, "", "")
			case "channel", "feed":
				l.add(e.ref, Feed, e.title, "")
			case "item", "entry":
				if e.ref == "" && strings.HasPrefix(e.permalink, "http") {
					e.ref = e.permalink
				}
				l.add(e.ref, Feed, e.title, "")
				e = entry{}
			}
		}
	}
	return nil
}

// template takes the search that an OpenSearch description offers: the page
// that answers, without a question, is the one most likely to have the form.
// The template itself stands in Around.
func (l *lister) template(template, contentType, short string) {
	if contentType != "" && !strings.Contains(contentType, "html") || !strings.Contains(template, "{searchTerms") {
		return
	}
	address, _, _ := strings.Cut(template, "?")
	if address, _, _ = strings.Cut(address, "{"); address != "" {
		l.add(address, OpenSearch, "search "+short, template)
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}
