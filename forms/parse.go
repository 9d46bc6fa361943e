package forms

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Parse returns the forms of a document in document order, judged, and after
// them the search boxes that belong to no form (Index -1).
func Parse(doc *page.Document) []Form { return ParseWith(doc, Learned()) }

// ParseWith is Parse with other learned weights than those of the program; nil
// stands for none.
func ParseWith(doc *page.Document, w *Weights) []Form {
	return (&parser{Read(doc), func(e *evidence) *judgement { return e.judge(w) }}).all()
}

// Reader is Parse for the pages of a crawl: the search box in the header of a
// site is on all of its pages, and is judged once. It is safe for concurrent
// use.
type Reader struct{ memory *memory }

// NewReader returns a Reader that has read nothing.
func NewReader() *Reader { return &Reader{newMemory()} }

// Parse returns the same as the function Parse.
func (r *Reader) Parse(doc *page.Document) []Form {
	return (&parser{Read(doc), r.memory.judge}).all()
}

// parser makes forms of what a document has of them.
type parser struct {
	in      *inventory
	opinion func(*evidence) *judgement
}

func (p *parser) all() []Form {
	var out []Form
	for i, n := range p.in.doc.Forms() {
		f := readForm(p.in, n, i)
		p.judge(&f, n)
		out = append(out, f)
	}
	return append(out, p.looseForms()...)
}

// inventory is what several forms of one document need to know about it.
type inventory struct {
	doc    *page.Document
	called *html.Node // the page's title; nil where it has none
	read   struct {   // see prose
		form  *html.Node
		prose string
	}
	scripts    []string       // inline scripts that speak of change
	data       []string       // all inline scripts
	pickers    []string       // inline scripts that speak of picking something, and of formats
	targets    []searchTarget // searches that the page declares for machines
	openSearch bool           // the page links to an OpenSearch description
	byID       map[string]*html.Node
	labels     map[string][]*html.Node     // label elements by their for attribute
	controls   map[*html.Node][]*html.Node // by form owner (nil: none), in tree order
	links      map[string][]string         // query parameter names of links, by action path
}

func Read(doc *page.Document) *inventory {
	in := &inventory{doc: doc, controls: map[*html.Node][]*html.Node{}, byID: map[string]*html.Node{}, labels: map[string][]*html.Node{}, links: map[string][]string{}}
	var hrefs []string
	names := map[string]bool{} // of all controls
	var walk func(parent *html.Node)
	walk = func(parent *html.Node) { // plainly: every page of a crawl is walked
		for n := parent.FirstChild; n != nil; n = n.NextSibling {
			if n.Type != html.ElementNode {
				continue
			}
			if id := attr(n, "id"); id != "" && in.byID[id] == nil {
				in.byID[id] = n
			}
			in.declare(n)
			switch n.Data {
			case "title":
				if in.called == nil && n.Parent != nil && n.Parent.Data == "head" {
					in.called = n
				}
			case "input", "select", "textarea", "button":
				owner := doc.Owner(n)
				in.controls[owner] = append(in.controls[owner], n)
				names[attr(n, "name")] = true
			case "label":
				if id := attr(n, "for"); id != "" {
					in.labels[id] = append(in.labels[id], n)
				}
			case "a":
				if href := attr(n, "href"); strings.Contains(href, "?") && len(href) < 2000 {
					hrefs = append(hrefs, href)
				}
			}
			walk(n)
		}
	}
	walk(doc.Root)
	for _, href := range hrefs {
		in.noteLink(href, names)
	}
	return in
}

// title is the page's title, folded, with the words of its path.
func (in *inventory) title() string {
	if in.called == nil {
		return ""
	}
	return lexicon.Fold(clip(page.Text(in.called), 200)) + " " + lexicon.Split(pathOf(in.doc.URL))
}

// noteLink remembers which of the named parameters the page's own links give
// to a path: a link to /find?q=cats says that /find answers questions.
func (in *inventory) noteLink(href string, names map[string]bool) {
	path, query, _ := strings.Cut(href, "?")
	query, _, _ = strings.Cut(query, "#")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name == "" || value == "" || !names[name] {
			continue
		}
		u := in.doc.URL
		if path != "" {
			var err error
			if u, err = in.doc.Resolve(path); err != nil {
				return
			}
		}
		if key := pathOf(u); !slices.Contains(in.links[key], name) {
			in.links[key] = append(in.links[key], name)
		}
	}
}

// readForm reads one <form> element. It is not judged yet.
func readForm(in *inventory, n *html.Node, index int) Form {
	f := Form{
		Page:       in.doc.URL,
		Index:      index,
		Name:       cmp.Or(attr(n, "name"), attr(n, "id")),
		Method:     formMethod(attr(n, "method")),
		Enctype:    formEnctype(attr(n, "enctype")),
		Charset:    encode.FormCharset(attr(n, "accept-charset"), in.doc.Charset),
		NoValidate: page.HasAttr(n, "novalidate"),
	}
	f.Action = in.action(attr(n, "action"))
	f.Around = in.said(n)
	f.Fields = in.fields(n, in.controls[n])
	in.markDependents(f.Fields, in.controls[n])
	in.dependentOptions(f.Fields, in.controls[n])
	f.ID = f.identity()
	return f
}

// action resolves an action attribute; zero where it is not http or https. An
// empty one means the document's own URL, not its base (HTML, "form
// submission algorithm", step "If action is the empty string").
func (in *inventory) action(raw string) page.URL {
	if raw == "" {
		return in.doc.URL
	}
	u, err := in.doc.Resolve(encode.QueryPart(raw, in.doc.Charset))
	if err != nil {
		return page.URL{}
	}
	return u
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

// formEnctype maps an enctype attribute to one of the three that exist; ""
// stands for the default.
func formEnctype(raw string) string {
	switch e := strings.ToLower(raw); e {
	case encode.MultipartType, encode.PlainType:
		return e
	}
	return ""
}

// identity derives Form.ID from what stays the same when the page is loaded
// again: method, origin and path of the action without a session id in it,
// and the names of the controls that people see.
func (f *Form) identity() string {
	var names []string
	for _, c := range f.Fields {
		if c.Control != "hidden" && c.Name != "" && (f.Index >= 0 || !c.Control.IsButton()) {
			names = append(names, string(c.Control)+" "+c.Name)
		}
	}
	slices.Sort(names)
	h := sha256.New()
	for _, s := range append([]string{f.Method, f.Action.Origin(), pathOf(f.Action)}, slices.Compact(names)...) {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// pathOf returns u's path without query and without path parameters, which
// some servers use for session ids (;jsessionid=...).
func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	path, _, _ = strings.Cut(path, ";")
	return path
}

// attr is page.Attr, made valid UTF-8 so that forms survive JSON.
func attr(n *html.Node, name string) string {
	return valid(page.Attr(n, name))
}

func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
