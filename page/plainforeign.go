package page

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// foreignElement takes an element of SVG or MathML as the parser makes it alone,
// where it is whole and has nothing of HTML in it.
func (b *plainBuilder) foreignElement(from int) bool {
	s := tagScanner{body: b.body, at: from, most: plainComments}
	var names []string // of the elements open in it
	for done := false; !done; done = len(names) == 0 {
		t, ok := s.next()
		if !ok || len(b.open)+len(names) > plainDepth || t.attrs > plainAttrs {
			return false
		}
		if b.room -= nodeCost + textCost + attrCost*t.attrs + t.to - t.from; b.room < 0 {
			return false
		}
		tag, name := nameOf(t.name)
		last := len(names) - 1
		switch {
		case t.end && (last < 0 || names[last] != name):
			return false
		case t.end:
			names = names[:last]
		case last >= 0 && (breaksOut([]byte(name)) || tag == atom.Font || name == "annotation-xml" || integrates([]byte(names[last]))):
			return false
		case !t.closes:
			names = append(names, name)
		}
	}
	root, err := html.ParseWithOptions(bytes.NewReader(b.body[from:s.at]), html.ParseOptionEnableScripting(false))
	if err != nil {
		return false
	}
	body := root.FirstChild.LastChild
	n := body.FirstChild
	b.toBody()
	b.phase = inBody
	switch b.top().DataAtom {
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Colgroup:
		return false
	}
	body.RemoveChild(n)
	b.top().AppendChild(n)
	b.at = s.at
	return true
}
