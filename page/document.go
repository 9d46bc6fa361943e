package page

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/PuerkitoBio/goquery"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Document is a parsed page: decoded to UTF-8, its tree built by the HTML
// standard with scripting off, and every form control's owner known.
// A Document is read-only after it was made.
type Document struct {
	URL          URL           // where the page came from, after redirects
	Base         URL           // what its relative links resolve against
	Charset      string        // WHATWG name of the encoding that was used, e.g. "utf-8"
	Lang         string        // of <html lang> or Content-Language, lower case; "" where unknown
	Title        string        // text of the first <title>, white space collapsed
	Refresh      URL           // target of a Refresh header or meta refresh (outside <noscript>); zero where none
	RefreshAfter time.Duration // how long a browser shows the page before it goes to Refresh
	Next         URL           // target of the Link header with rel=next; zero where none
	Flat         bool          // the tree was too deep or too large for the parser: Root is a flattened rendition
	Cut          bool          // the page's end, or attributes, are left out of the tree: it would take too much memory
	Most         int64         // the longest body that is read: what readers make of the document stays below a few of it
	Root         *html.Node

	base     func() *whatwg.Url // Base, parsed once for all of a page's links that need it
	forms    []*html.Node
	owners   map[*html.Node]*html.Node
	controls map[*html.Node][]*html.Node // by owner, in tree order
}

// Find returns the elements that match a CSS selector.
func (d *Document) Find(selector string) *goquery.Selection {
	return goquery.NewDocumentFromNode(d.Root).Find(selector)
}

// Forms returns the <form> elements in document order. Those inside <template>
// are no part of the document and not among them.
func (d *Document) Forms() []*html.Node { return d.forms }

// Controls returns the controls (button, fieldset, input, object, output,
// select and textarea elements) whose form owner is form, in tree order. A nil
// form gives those that have no owner.
func (d *Document) Controls(form *html.Node) []*html.Node { return d.controls[form] }

// Owner returns the form that control belongs to, or nil.
func (d *Document) Owner(control *html.Node) *html.Node { return d.owners[control] }

// Resolve returns the URL that ref means in d (see Document.Base).
func (d *Document) Resolve(ref string) (URL, error) {
	if u, ok := resolvePlain(d.Base, ref); ok {
		return u, nil
	}
	if scheme := otherScheme(ref); scheme != "" {
		return URL{}, schemeError(scheme)
	}
	var base *whatwg.Url
	if d.base != nil {
		base = d.base()
	}
	if base == nil {
		return d.Base.Resolve(ref)
	}
	r, err := base.Parse(ref)
	if err != nil {
		return URL{}, fmt.Errorf("resolve %q against %s: %w", ref, d.Base, err)
	}
	return fromWhatwg(r)
}

func isControl(tag string) bool {
	switch tag {
	case "button", "fieldset", "input", "object", "output", "select", "textarea":
		return true
	}
	return false
}

// Document decodes and parses the page's body, with the page's Content-Type,
// Content-Language and Refresh headers. It fails (ErrNotHTML) only for a body
// that is not HTML, XML or text at all, by its content type and its first bytes.
// The tree is bounded against p.Most, see Document.Cut.
func (p *Page) Document() (*Document, error) {
	return parseDocument(p.Body, p.Header, p.Final, p.Most)
}

// ParseDocument parses an HTML body that came from u with the given
// Content-Type header ("" where unknown). XML is parsed as HTML too; plain
// text, JSON and the like become a document with one <pre>, so that markup
// quoted in them is text, as in a browser. Other bodies give ErrNotHTML.
func ParseDocument(body []byte, contentType string, u URL) (*Document, error) {
	return parseDocument(body, http.Header{"Content-Type": {contentType}}, u, DefaultMost)
}

func parseDocument(body []byte, header http.Header, u URL, most int64) (*Document, error) {
	contentType := header.Get("Content-Type")
	kind, err := bodyKind(body, contentType)
	if err != nil {
		return nil, err
	}
	room := roomOf(most)
	text, charset, cut := decode(body, contentType, max(len(body), int(textShare*float64(room)/treeShare)))
	d := &Document{URL: u, Base: u, Charset: charset, Cut: cut, Most: boundOf(most)}
	if kind == textBody {
		d.Root = preformatted(string(text))
		d.index(nil)
	} else {
		d.parse(text, kind == xmlBody, room)
	}
	d.readHead(header)
	return d, nil
}

// parse builds the tree and finds the owners of its controls.
func (d *Document) parse(text []byte, xml bool, bound int) {
	if xml {
		text = writtenAsHTML(text)
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	d.index(d.build(markTags(text, room, bound)))
}

// build makes the tree of a marked text and returns the owners of its controls.
func (d *Document) build(marked marking) map[*html.Node]*html.Node {
	if d.Flat = marked.dear; !d.Flat {
		root, err := html.ParseWithOptions(bytes.NewReader(marked.text), html.ParseOptionEnableScripting(false))
		d.Root, d.Flat = root, err != nil // more than 512 open elements
	}
	if d.Flat {
		d.Root = flatten(marked.text)
	}
	d.Cut = d.Cut || marked.cut
	return marked.replay(marked.collectMarks(d.Root))
}

func preformatted(text string) *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	at := root
	for _, a := range []atom.Atom{atom.Html, atom.Body, atom.Pre} {
		n := &html.Node{Type: html.ElementNode, DataAtom: a, Data: a.String()}
		at.AppendChild(n)
		at = n
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	return root
}

// readHead takes base, title, language and refresh from the tree, and from the
// header what the tree does not say (language) or what comes first (refresh).
func (d *Document) readHead(header http.Header) {
	var h headElements
	h.find(d.Root, false)
	if h.base != nil {
		// A base that is no http URL is none at all (data:, a syntax error).
		if b, err := d.URL.Resolve(Attr(h.base, "href")); err == nil {
			d.Base = b
		}
	}
	d.base = sync.OnceValue(func() *whatwg.Url {
		b, _ := whatwg.Parse(d.Base.String()) // nil where it is not valid
		return b
	})
	if ref := nextLink(header); ref != "" {
		// The header's links resolve against the page's own address (RFC 8288, section 3.2).
		if u, err := d.URL.Resolve(ref); err == nil {
			d.Next = u
		}
	}
	d.Title = Text(h.title)
	d.Lang = language(h.lang)
	if d.Lang == "" {
		d.Lang = language(h.metaLang)
	}
	if d.Lang == "" {
		d.Lang = language(header.Get("Content-Language"))
	}
	for _, value := range append([]string{header.Get("Refresh")}, h.refresh...) {
		after, ref, ok := parseRefresh(value)
		if !ok {
			continue
		}
		if target, err := d.Resolve(ref); err == nil && ref != "" {
			d.Refresh, d.RefreshAfter = target, after
		}
		return // browsers follow the first that they understand
	}
}

type headElements struct {
	base, title    *html.Node
	lang, metaLang string
	refresh        []string
}

func (h *headElements) find(n *html.Node, noscript bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || c.Namespace != "" || c.DataAtom == atom.Template {
			continue
		}
		switch c.DataAtom {
		case atom.Html:
			if h.lang = Attr(c, "lang"); h.lang == "" {
				h.lang = Attr(c, "xml:lang")
			}
		case atom.Base:
			if h.base == nil && HasAttr(c, "href") {
				h.base = c
			}
		case atom.Title:
			if h.title == nil {
				h.title = c
			}
		case atom.Meta:
			switch equiv := Attr(c, "http-equiv"); {
			case strings.EqualFold(equiv, "content-language") && h.metaLang == "":
				h.metaLang = Attr(c, "content")
			case strings.EqualFold(equiv, "refresh") && !noscript:
				// Inside <noscript> it mostly leads away to "please switch on scripts".
				h.refresh = append(h.refresh, Attr(c, "content"))
			}
		}
		h.find(c, noscript || c.DataAtom == atom.Noscript)
	}
}

// language normalises a language tag; what is none, as a list of several, names none.
func language(tag string) string {
	tag = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"))
	if !IsLanguage(tag) {
		return ""
	}
	return tag
}

// IsLanguage reports whether a text has the form of a language tag that begins with a code of
// ISO 639.
func IsLanguage(tag string) bool { return languageTag.MatchString(tag) }

var languageTag = regexp.MustCompile(`^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,8}$`)
