package page

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// Below flatDepth a flattened tree keeps only elements that carry meaning
	// by themselves (links, controls, ...), and below flatDepth+flatSlack none that
	// others could stand in.
	flatDepth = 200
	flatSlack = 32
)

// flatten builds a tree of a document that nests deeper than the parser allows, or of
// which the parser would make too much: of its text without the tags that are to blame.
// The outer levels look as usual; what lies deeper becomes flat. Elements whose end tags
// may be left out can nest in others all the same, so that a smaller depth is tried
// where the first is none.
func flatten(text []byte) *html.Node {
	for depth := flatDepth; ; depth /= 2 {
		root, err := html.ParseWithOptions(bytes.NewReader(thinned(text, depth)), html.ParseOptionEnableScripting(false))
		if err == nil {
			return root
		}
		if depth == 0 {
			return preformatted("")
		}
	}
}

// thinned leaves out of a text the tags below a depth, all of elements that say how text
// looks, which the parser opens again and again, and all but the first <html> and <body>.
// Links end where blocks begin: these are opened again, too.
func thinned(text []byte, depth int) []byte {
	type level struct {
		tag   atom.Atom
		depth int // outside of it
	}
	out := make([]byte, 0, len(text))
	var open []level // elements that are kept
	deep, link := 0, false
	dropped := map[atom.Atom]int{} // start tags left out that wait for their end tags
	once := map[atom.Atom]bool{}
	for s := (tagScanner{body: text}); ; {
		from := s.at
		t, ok := s.next()
		if !ok {
			return append(out, text[from:]...)
		}
		out = append(out, text[from:t.from]...)
		keep := !formats(t.tag) || t.tag == atom.A
		switch {
		case t.tag == atom.A:
			link = !t.end
		case !keep:
		case t.tag == atom.Html || t.tag == atom.Body:
			keep = t.end || !once[t.tag]
			once[t.tag] = true
		case t.end && dropped[t.tag] > 0:
			dropped[t.tag]--
			keep = false
		case t.end:
			for i := len(open) - 1; i >= 0; i-- {
				if open[i].tag == t.tag {
					deep = open[i].depth
					if open = open[:i]; deep < depth {
						clear(dropped)
					}
					break
				}
				if open[i].tag == atom.Table {
					break // an end tag inside a cell does not end what is outside
				}
			}
		case isVoid(t.tag) || nestsInNone(t.tag) || t.closes && s.foreign.inside():
		case deep >= depth && !(keptDeep(t.tag) && deep < depth+flatSlack):
			dropped[t.tag]++
			keep = false
		default:
			open = append(open, level{t.tag, deep})
			deep += weight(t.tag)
		}
		if block := setApart(t.tag) && !isVoid(t.tag); block && !keep {
			out = append(out, ' ')
		} else if block && link && !t.end && t.tag != atom.Button && t.tag != atom.Select && t.tag != atom.Textarea {
			out, link = append(out, "</a>"...), false
		}
		if keep {
			out = append(out, text[t.from:t.to]...)
		}
	}
}

// weight is how deep the parser nests an element, with those that it makes in it.
func weight(a atom.Atom) int {
	switch a {
	case atom.Table:
		return 4
	case atom.Ul, atom.Ol, atom.Menu, atom.Dl, atom.Object:
		return 2
	}
	return 1
}

// nestsInNone reports whether an element ends where the next one of its kind begins, or
// holds nothing but text.
func nestsInNone(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Option, atom.Optgroup, atom.Tr, atom.Td, atom.Th,
		atom.Thead, atom.Tbody, atom.Tfoot, atom.Caption, atom.Colgroup, atom.Rt, atom.Rp, atom.Head,
		atom.Form, atom.Select, atom.Button:
		return true
	}
	return holdsRawText([]byte(a.String()))
}

// keptDeep reports whether an element is worth its place at any depth.
func keptDeep(a atom.Atom) bool {
	switch a {
	case atom.Label, atom.Legend, atom.Datalist, atom.Output, atom.Template, atom.Svg, atom.Math:
		return true
	}
	return false
}
