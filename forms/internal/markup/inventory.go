package markup

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Inventory is what several forms of one document need to know about it.
type Inventory struct {
	Doc    *page.Document
	called *html.Node // the page's title; nil where it has none
	read   struct {   // see Prose
		form  *html.Node
		prose string
	}
	scripts  []string // inline scripts that speak of change
	data     []string // all inline scripts
	pickers  []string // inline scripts that speak of picking something, and of formats
	elements int      // of the document
	selected int      // selectors made; see Selector
	byID     map[string]*html.Node
	labels   map[string][]*html.Node     // label elements by their for attribute
	Controls map[*html.Node][]*html.Node // by form owner (nil: none), in tree order

	rows    map[*html.Node][]*html.Node // of what is on or off each, by what holds them; nil: see findRows
	rowed   map[*html.Node]bool         // the parts of rows
	toggles int                         // in rows
}

// Read walks a document once for all of its forms.
func Read(doc *page.Document) *Inventory {
	in := &Inventory{Doc: doc, Controls: map[*html.Node][]*html.Node{}, byID: map[string]*html.Node{}, labels: map[string][]*html.Node{}}
	var walk func(parent *html.Node)
	walk = func(parent *html.Node) { // plainly: every page of a crawl is walked
		for n := parent.FirstChild; n != nil; n = n.NextSibling {
			if n.Type != html.ElementNode {
				continue
			}
			in.elements++
			if id := Attr(n, "id"); id != "" && in.byID[id] == nil {
				in.byID[id] = n
			}
			switch n.Data {
			case "script":
				in.keepScript(n)
			case "label":
				if id := Attr(n, "for"); id != "" {
					in.labels[id] = append(in.labels[id], n)
				}
			case "title":
				if in.called == nil && n.Parent != nil && n.Parent.Data == "head" {
					in.called = n
				}
			case "input", "select", "textarea", "button":
				owner := doc.Owner(n)
				in.Controls[owner] = append(in.Controls[owner], n)
			default:
				if made(n) != "" {
					in.Controls[formAround(n)] = append(in.Controls[formAround(n)], n)
				}
			}
			walk(n)
		}
	}
	walk(doc.Root)
	return in
}

// formAround returns the form that an element is in, nil where it is in none.
func formAround(n *html.Node) *html.Node {
	for ; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && n.Data == "form" {
			return n
		}
	}
	return nil
}

// Bounds of the selectors that are made for the controls of a document: each takes
// walks through it.
const (
	maxSelectors = 200
	maxWalked    = 2_000_000 // elements of the document, once for each selector
)

// Selector returns the selector of a control, "" where that would take too long: the
// document has too many controls for its size.
func (in *Inventory) Selector(n *html.Node) string {
	if in.selected++; in.selected > maxSelectors || in.selected*in.elements > maxWalked {
		return ""
	}
	return in.Doc.Selector(n)
}

// longestScript is how much of an inline script is looked at, in bytes.
const longestScript = 200_000

// keepScript keeps an inline script for those who look for what it says of lists
// and dates.
func (in *Inventory) keepScript(n *html.Node) {
	if Attr(n, "src") != "" || strings.EqualFold(Attr(n, "type"), "application/ld+json") {
		return
	}
	text := Clip(rawText(n), longestScript)
	in.data = append(in.data, text)
	if strings.Contains(text, "change") {
		in.scripts = append(in.scripts, text)
	}
	if strings.Contains(text, "ormat") && strings.Contains(text, "pick") {
		in.pickers = append(in.pickers, text)
	}
}

// Title is the page's title, folded, with the words of its path.
func (in *Inventory) Title() string {
	if in.called == nil {
		return ""
	}
	return lexicon.Fold(Clip(page.Text(in.called), 200)) + " " + lexicon.Split(PathOf(in.Doc.URL))
}

// Action resolves an action attribute; zero where it is not http or https. An
// empty one means the document's own URL, not its base (HTML, "form
// submission algorithm", step "If action is the empty string").
func (in *Inventory) Action(raw string) page.URL {
	if raw == "" {
		return in.Doc.URL
	}
	u, err := in.Doc.Resolve(encode.QueryPart(raw, in.Doc.Charset))
	if err != nil {
		return page.URL{}
	}
	return u
}

// Script returns an address that is a script which the page runs, "" for any other.
func Script(raw string) string {
	raw = strings.TrimSpace(raw)
	if scheme, _, found := strings.Cut(raw, ":"); found && strings.EqualFold(scheme, "javascript") {
		return raw
	}
	return ""
}

// formMethod maps a method attribute to GET, POST or DIALOG; whatever is not
// a method is GET.
func formMethod(raw string) string {
	switch m := strings.ToUpper(raw); m {
	case "POST", "DIALOG":
		return m
	}
	return "GET"
}

// Sends returns the method by which a form is sent, or the one that its button has instead
// of that: as its attributes have scripts send it, else as this one says. Where scripts send
// it elsewhere, that is returned, too.
func Sends(n *html.Node, attribute string) (method, address string) {
	if page.HasAttr(n, attribute) || n.Data == "form" {
		method = formMethod(Attr(n, attribute))
	}
	for _, a := range n.Attr {
		if m, to := deeds.MethodOf(a.Key, a.Val); m != "" {
			return m, valid(to)
		}
	}
	return method, ""
}

// FormEnctype maps an enctype attribute to one that searches are sent in; "" stands for
// the default.
func FormEnctype(raw string) string {
	if e := strings.ToLower(raw); e == encode.MultipartType {
		return e
	}
	return ""
}

// PathOf returns u's path without query and without path parameters, which
// some servers use for session ids (;jsessionid=...).
func PathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	path, _, _ = strings.Cut(path, ";")
	return path
}

// Attr is page.Attr, made valid UTF-8 so that forms survive JSON.
func Attr(n *html.Node, name string) string {
	return valid(page.Attr(n, name))
}

func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
