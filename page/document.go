package page

import (
	"bytes"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// Document is a parsed page: decoded to UTF-8, its tree built by the HTML
// standard with scripting off, and every form control's owner known.
// A Document is read-only after it was made.
type Document struct {
	URL     URL    // where the page came from, after redirects
	Base    URL    // what its relative links resolve against
	Charset string // WHATWG name of the encoding that was used, e.g. "utf-8"
	Lang    string // of <html lang> or Content-Language, lower case; "" where unknown
	Title   string
	Refresh URL  // target of a meta refresh (or Refresh header); zero where none
	Flat    bool // the tree was too deep for the parser: Root is a flattened rendition
	Root    *html.Node

	forms  []*html.Node
	owners map[*html.Node]*html.Node
}

// Find returns the elements that match a CSS selector.
func (d *Document) Find(selector string) *goquery.Selection {
	return goquery.NewDocumentFromNode(d.Root).Find(selector)
}

// Forms returns the <form> elements in document order.
func (d *Document) Forms() []*html.Node { return d.forms }

// Controls returns the controls (button, fieldset, input, object, output,
// select and textarea elements) whose form owner is form, in tree order. A nil
// form gives those that have no owner.
func (d *Document) Controls(form *html.Node) []*html.Node {
	var out []*html.Node
	for n := range d.Root.Descendants() {
		if n.Type == html.ElementNode && isControl(n.Data) && d.owners[n] == form {
			out = append(out, n)
		}
	}
	return out
}

// Owner returns the form that control belongs to, or nil.
func (d *Document) Owner(control *html.Node) *html.Node { return d.owners[control] }

// Resolve returns the URL that ref means in d (see Document.Base).
func (d *Document) Resolve(ref string) (URL, error) { return d.Base.Resolve(ref) }

func isControl(tag string) bool {
	switch tag {
	case "button", "fieldset", "input", "object", "output", "select", "textarea":
		return true
	}
	return false
}

// Document decodes and parses the page's body. It fails only for a body that
// is not HTML or XML at all (by its content type and its first bytes).
func (p *Page) Document() (*Document, error) {
	return ParseDocument(p.Body, p.Header.Get("Content-Type"), p.Final)
}

// ParseDocument parses an HTML body that came from u with the given
// Content-Type header ("" where unknown).
func ParseDocument(body []byte, contentType string, u URL) (*Document, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	d := &Document{URL: u, Base: u, Charset: "utf-8", Root: root, owners: map[*html.Node]*html.Node{}}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "form" {
			d.forms = append(d.forms, n)
		}
		if isControl(n.Data) {
			for p := n.Parent; p != nil; p = p.Parent {
				if p.Type == html.ElementNode && p.Data == "form" {
					d.owners[n] = p
					break
				}
			}
		}
	}
	return d, nil
}
