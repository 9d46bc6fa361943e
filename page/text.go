package page

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Attr returns the value of n's attribute name (in lower case), "" where n
// has none.
func Attr(n *html.Node, name string) string {
	v, _ := attr(n, name)
	return v
}

// HasAttr reports whether n has the attribute name (in lower case), be its
// value empty or not: <input disabled>.
func HasAttr(n *html.Node, name string) bool {
	_, ok := attr(n, name)
	return ok
}

func attr(n *html.Node, name string) (value string, ok bool) {
	if n == nil {
		return "", false
	}
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// Below returns the elements below n, in document order; of these tags only, where some are
// named.
func Below(n *html.Node, tags ...string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for c := range n.Descendants() {
			if c.Type == html.ElementNode && (len(tags) == 0 || slices.Contains(tags, c.Data)) && !yield(c) {
				return
			}
		}
	}
}

// Any reports whether an element below n is such a one; of these tags, where some are named.
func Any(n *html.Node, is func(*html.Node) bool, tags ...string) bool {
	for c := range Below(n, tags...) {
		if is(c) {
			return true
		}
	}
	return false
}

// Text returns the text below n that a reader sees in a browser without
// scripts: white space is collapsed (no-break spaces too) and trimmed, the
// edges of blocks, cells, options, buttons, images and line breaks count as a
// space, soft hyphens are taken out. Scripts, styles, templates, the head and
// elements hidden by the hidden attribute or an inline display:none are left
// out; <noscript> is shown. Like innerText in browsers it asks only about the
// descendants: of an n that is itself hidden (<title>, say) it gives the text.
func Text(n *html.Node) string {
	if n == nil {
		return ""
	}
	var t textBuilder
	if n.Type == html.TextNode {
		t.add(n.Data)
	}
	t.children(n)
	return t.b.String()
}

// Text returns the visible text of the whole document; see the function Text.
func (d *Document) Text() string { return Text(d.Root) }

// textBuilder collects text; a space is written only once something follows it.
type textBuilder struct {
	b     strings.Builder
	space bool
}

func (t *textBuilder) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			t.add(c.Data)
		case html.ElementNode:
			if unseen(c) {
				continue
			}
			apart := setApart(c.DataAtom)
			t.space = t.space || apart
			t.children(c)
			t.space = t.space || apart
		}
	}
}

func (t *textBuilder) add(s string) {
	for i := 0; i < len(s); {
		if word := plainWord(s[i:]); word > 0 {
			t.due()
			t.b.WriteString(s[i : i+word])
			i += word
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\u00ad':
		case unicode.IsSpace(r):
			t.space = true
		default:
			t.due()
			t.b.WriteRune(r)
		}
	}
}

// plainWord returns how many bytes s begins with that are letters, digits and
// signs of ASCII: most of the text there is, which needs no second look.
func plainWord(s string) int {
	n := 0
	for n < len(s) && s[n] > ' ' && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// due writes the space that stands before what follows.
func (t *textBuilder) due() {
	if t.space && t.b.Len() > 0 {
		t.b.WriteByte(' ')
	}
	t.space = false
}

// unseen reports whether the browser's default style sheet or the element's
// own attributes keep n off the screen.
func unseen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Head, atom.Title, atom.Script, atom.Style, atom.Template, atom.Datalist,
		atom.Iframe, atom.Noembed, atom.Noframes, atom.Rp:
		return true
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			if hidesByStyle(a.Val) {
				return true
			}
		}
	}
	return false
}

func hidesByStyle(style string) bool {
	for decl := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(decl, ":")
		if strings.EqualFold(strings.TrimSpace(name), "display") {
			value, _, _ = strings.Cut(value, "!")
			if strings.EqualFold(strings.TrimSpace(value), "none") {
				return true
			}
		}
	}
	return false
}

// setApart reports whether an element's content stands apart from the text
// around it: blocks, cells and what is drawn as a box of its own.
func setApart(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Br, atom.Button,
		atom.Caption, atom.Center, atom.Dd, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
		atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frameset,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr,
		atom.Html, atom.Image, atom.Img, atom.Input, atom.Legend, atom.Li, atom.Listing, atom.Main,
		atom.Menu, atom.Nav, atom.Object, atom.Ol, atom.Optgroup, atom.Option, atom.P,
		atom.Plaintext, atom.Pre, atom.Search, atom.Section, atom.Select, atom.Summary, atom.Table,
		atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul,
		atom.Video, atom.Xmp:
		return true
	}
	return false
}

// Heading returns the text of the heading, legend or bold line that stands right
// before n or a box around it, "" where none does.
func Heading(n *html.Node) string {
	const up, back = 3, 2 // boxes, and elements before each
	for range up {
		seen := 0
		for s := n.PrevSibling; s != nil && seen < back; s = s.PrevSibling {
			if s.Type != html.ElementNode {
				continue
			}
			seen++
			if len(s.Data) == 2 && s.Data[0] == 'h' && s.Data[1] >= '1' && s.Data[1] <= '6' || s.Data == "legend" || s.Data == "strong" {
				return Text(s)
			}
		}
		if n = n.Parent; n == nil || n.Data == "body" {
			break
		}
	}
	return ""
}

// Before returns the text that stands right before an element, and that of the element
// which does, or of the cell before its own: a heading, a paragraph, a term, without links.
func Before(n *html.Node) (text, over string) {
	prev := func(n *html.Node) *html.Node {
		for n = n.PrevSibling; n != nil && (n.Type == html.CommentNode || n.Type == html.TextNode && strings.TrimSpace(n.Data) == ""); n = n.PrevSibling {
		}
		return n
	}
	s := prev(n)
	if s == nil && n.Parent != nil && (n.Parent.DataAtom == atom.Td || n.Parent.DataAtom == atom.Dd) {
		s = prev(n.Parent)
	}
	switch {
	case s == nil:
	case s.Type == html.TextNode:
		text = strings.TrimSpace(s.Data)
	case s.Type == html.ElementNode:
		for range Below(s, "a", "form", "select") {
			return "", ""
		}
		over = Text(s)
	}
	const longest = 150
	if len(text) > longest {
		text = ""
	}
	if len(over) > longest {
		over = ""
	}
	return text, over
}
