package page

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// Below flatDepth a flattened tree keeps only elements that carry meaning
	// by themselves (links, controls, ...), and below flatDepth+flatSlack those
	// follow each other instead of nesting.
	flatDepth = 200
	flatSlack = 32
)

// flatten builds a tree of a document that nests deeper than the parser
// allows. It takes the tags as they come, with the common implied end tags, so
// that the outer flatDepth levels look as usual; what lies deeper becomes
// flat. Time and memory are linear in the document's length: a tag makes one element.
func flatten(text []byte) *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	f := &flattener{html: element(atom.Html), body: element(atom.Body)}
	root.AppendChild(f.html)
	f.html.AppendChild(f.body)
	f.open = []*html.Node{f.body}
	f.dropped = make(map[atom.Atom]int)
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return root
		case html.TextToken:
			if f.templates == 0 {
				f.text(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.DataAtom == atom.Noscript {
				z.NextIsNotRawText()
			}
			f.start(t)
		case html.EndTagToken:
			f.end(z.Token())
		}
	}
}

func element(a atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: a, Data: a.String()}
}

type flattener struct {
	html, body *html.Node
	open       []*html.Node      // the open elements, body first; at most flatDepth+flatSlack
	form       *html.Node        // the standard's form element pointer
	dropped    map[atom.Atom]int // start tags left out below flatDepth that wait for their end tag
	templates  int               // open <template> elements, whose content is left out
}

func (f *flattener) top() *html.Node { return f.open[len(f.open)-1] }

func (f *flattener) text(s string) {
	if last := f.top().LastChild; s != " " || last == nil || last.Data != s {
		f.top().AppendChild(&html.Node{Type: html.TextNode, Data: s})
	}
}

func (f *flattener) start(t html.Token) {
	n := &html.Node{Type: html.ElementNode, DataAtom: t.DataAtom, Data: t.Data, Attr: t.Attr}
	if t.DataAtom == atom.Template {
		f.templates++
		f.top().AppendChild(n)
	}
	if f.templates > 0 {
		return
	}
	switch t.DataAtom {
	case atom.Html:
		f.html.Attr = append(f.html.Attr, t.Attr...)
		return
	case atom.Body:
		f.body.Attr = append(f.body.Attr, t.Attr...)
		return
	case atom.Head:
		return
	case atom.Form:
		if f.form != nil {
			return // forms do not nest
		}
	}
	f.implyEnds(t.DataAtom)
	if len(f.open) >= flatDepth && !keptDeep(t.DataAtom) {
		if setApart(t.DataAtom) {
			f.text(" ")
		}
		if !endsOptional(t.DataAtom) && !isVoid(t.DataAtom) {
			f.dropped[t.DataAtom]++
		}
		return
	}
	if len(f.open) >= flatDepth+flatSlack {
		f.open = f.open[:len(f.open)-1]
	}
	f.top().AppendChild(n)
	if isVoid(t.DataAtom) {
		return
	}
	f.open = append(f.open, n)
	if t.DataAtom == atom.Form {
		f.form = n
	}
}

func (f *flattener) end(t html.Token) {
	if f.templates > 0 {
		if t.DataAtom == atom.Template {
			f.templates--
		}
		return
	}
	if t.DataAtom == atom.Form {
		// Like the standard: the form ends, what was opened inside it stays open.
		if i := slices.Index(f.open, f.form); i > 0 {
			f.open = slices.Delete(f.open, i, i+1)
		}
		f.form = nil
		return
	}
	if f.dropped[t.DataAtom] > 0 {
		f.dropped[t.DataAtom]--
		if setApart(t.DataAtom) {
			f.text(" ")
		}
		return
	}
	for i := len(f.open) - 1; i > 0; i-- {
		n := f.open[i]
		if n.Data == t.Data {
			f.cut(i)
			return
		}
		if holds(n.DataAtom) && !holds(t.DataAtom) {
			break // an end tag inside a cell does not end what is outside
		}
	}
	if len(f.open) >= flatDepth && setApart(t.DataAtom) {
		f.text(" ")
	}
}

// cut closes the open elements from the i-th on, and what was left out in them.
func (f *flattener) cut(i int) {
	f.open = f.open[:i]
	if i < flatDepth {
		clear(f.dropped)
	}
}

// implyEnds closes what a start tag ends without saying so.
func (f *flattener) implyEnds(tag atom.Atom) {
	var ends, within []atom.Atom
	switch tag {
	case atom.Li:
		ends, within = []atom.Atom{atom.Li}, []atom.Atom{atom.Ul, atom.Ol, atom.Menu}
	case atom.Dt, atom.Dd:
		ends, within = []atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}
	case atom.Option, atom.Optgroup:
		ends, within = []atom.Atom{atom.Option, tag}, []atom.Atom{atom.Select, atom.Datalist}
	case atom.Td, atom.Th:
		ends = []atom.Atom{atom.Td, atom.Th}
	case atom.Tr:
		ends = []atom.Atom{atom.Td, atom.Th, atom.Tr}
	case atom.Tbody, atom.Thead, atom.Tfoot:
		ends = []atom.Atom{atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot}
	case atom.A, atom.Button:
		ends = []atom.Atom{tag}
	default:
		if !setApart(tag) || tag == atom.Br || tag == atom.Img || tag == atom.Input || tag == atom.Select {
			return
		}
		ends = []atom.Atom{atom.P}
	}
	last := len(f.open)
	for i := len(f.open) - 1; i > 0; i-- {
		a := f.open[i].DataAtom
		if slices.Contains(ends, a) {
			last = i
			continue
		}
		// Cells and rows end rows and cells of their own table only.
		inTable := tag == atom.Td || tag == atom.Th || tag == atom.Tr || tag == atom.Tbody || tag == atom.Thead || tag == atom.Tfoot
		if slices.Contains(within, a) || a == atom.Table || !inTable && holds(a) {
			break
		}
	}
	if last < len(f.open) {
		f.cut(last)
	}
}

// holds reports whether an element shields what is open around it.
func holds(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption,
		atom.Object, atom.Select:
		return true
	}
	return false
}

// endsOptional reports whether authors may leave out an element's end tag.
func endsOptional(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Option, atom.Optgroup, atom.Tr, atom.Td, atom.Th,
		atom.Thead, atom.Tbody, atom.Tfoot, atom.Caption, atom.Colgroup, atom.Rt, atom.Rp:
		return true
	}
	return false
}

// keptDeep reports whether an element is worth its place at any depth.
func keptDeep(a atom.Atom) bool {
	switch a {
	case atom.A, atom.Form, atom.Label, atom.Legend, atom.Optgroup, atom.Option, atom.Img, atom.Br, atom.Hr,
		atom.Title, atom.Base, atom.Meta, atom.Link, atom.Script, atom.Style, atom.Iframe,
		atom.Noframes, atom.Noembed, atom.Datalist:
		return true
	}
	return a != atom.Fieldset && a != atom.Object && isControl(a.String()) // these two hold other things
}
