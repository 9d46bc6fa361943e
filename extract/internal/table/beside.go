package table

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// A label need not end with a colon: "Price" stands above 12 EUR, or "rooms" below 4. It is
// told by what it does over the records: it says the same in most of them, in an element
// beside one that says something else, and does so in several places of a record, or in an
// element that is called a label.

// Bounds of a label without a colon.
const (
	longestLabel = 40
	labelledRows = 3 // records that must have it, and three of five
)

// besides tells the labels of rows without a colon.
type besides struct {
	v    *view.Page
	said map[string]int // records that have the text as a whole
	rows int

	known map[string]bool // as field names, of columns that were learned
}

func newBesides(v *view.Page, rows [][]Fragment, known map[string]bool) besides {
	b := besides{v, map[string]int{}, len(rows), known}
	for _, row := range rows {
		seen := map[string]bool{}
		for i := range row {
			if f := &row[i]; f.mayLabel() && !seen[f.Text] {
				seen[f.Text] = true
				b.said[f.Text]++
			}
		}
	}
	return b
}

// mayLabel reports whether a text could be a label: short words that lead nowhere.
func (f *Fragment) mayLabel() bool {
	return f.Image == "" && f.Link < 0 && len(f.Text) <= longestLabel && wording.Useful(f.Text) && !strings.ContainsFunc(f.Text, unicode.IsDigit) && !inButton(f.h)
}

func (b besides) usual(f *Fragment) bool {
	n := b.said[f.Text]
	return n >= labelledRows && n*5 >= b.rows*3
}

// mark says of the fragments of a record which are labels of the one behind or before them.
func (b besides) mark(row []Fragment, s view.Span) {
	type found struct {
		at  int
		way int8
	}
	var all []found
	places := map[string]int{} // where labels stand: by class or tag
	for i := range row {
		f := &row[i]
		called := saysLabel(f.h) && b.rows > 1 || b.known[wording.Snake(f.Text)]
		if n := b.said[f.Text]; f.Labels || !(b.usual(f) || called && (n >= 2 || b.known != nil)) || !f.mayLabel() {
			continue
		}
		if way := b.beside(row, i, s); way != 0 {
			all = append(all, found{i, way})
			if places[f.Spot.CSS]++; called {
				places[f.Spot.CSS]++
			}
		}
	}
	for _, l := range all {
		if f := &row[l.at]; places[f.Spot.CSS] >= 2 {
			f.tells = l.way
		}
	}
}

// beside returns where the value of a label stands, 1 behind it and -1 before it; 0 where it
// has none: in the element around the two, within the record.
func (b besides) beside(row []Fragment, i int, s view.Span) int8 {
	v := b.v
	at, ok := placeOf(v, row[i].element())
	if !ok || at < s.Lo {
		return 0
	}
	alone := func(k int32) bool { // nothing but the label stands in it
		n := &v.Nodes[k]
		return (i == 0 || row[i-1].At < k) && (i+1 == len(row) || row[i+1].At >= n.End)
	}
	if !alone(at) {
		return 0
	}
	for p := v.Nodes[at].Parent; p >= s.Lo && alone(p); p = v.Nodes[p].Parent {
		at = p
	}
	around := v.Nodes[at].Parent
	if around < s.Lo-1 || around < 0 || v.Nodes[at].Cell > 0 && around <= s.Lo {
		return 0 // the cells of a row are no pairs
	}
	inside := func(k int) bool {
		return k >= 0 && k < len(row) && row[k].At > around && row[k].At < v.Nodes[around].End && row[k].At >= s.Lo && row[k].At < s.Hi
	}
	called := saysLabel(row[i].h)
	value := func(k int) bool {
		return inside(k) && row[k].Image == "" && (!b.usual(&row[k]) || called && !saysLabel(row[k].h))
	}
	switch {
	case value(i + 1):
		return 1
	case value(i-1) && !inside(i-2) && !inside(i+1):
		return -1
	}
	return 0
}

// labelWords are what classes of labels have.
var labelWords = map[string]bool{"label": true, "lbl": true, "key": true, "caption": true, "term": true, "labels": true, "legend": true}

// saysLabel reports whether the element of a text is called a label.
func saysLabel(h *html.Node) bool {
	if h != nil && h.Type == html.TextNode {
		h = h.Parent
	}
	for range 2 {
		if h == nil || h.Type != html.ElementNode {
			return false
		}
		switch h.Data {
		case "label", "dt", "th":
			return true
		}
		for _, a := range h.Attr {
			if a.Key != "class" {
				continue
			}
			for _, class := range strings.Fields(a.Val) {
				if words := strings.Split(wording.Snake(class), "_"); labelWords[words[len(words)-1]] {
					return true
				}
			}
		}
		h = h.Parent
	}
	return false
}

// inButton reports whether a text stands in a button: it says what can be done.
func inButton(h *html.Node) bool {
	for range 5 {
		if h == nil {
			return false
		}
		if h.Data == "button" && h.Type == html.ElementNode {
			return true
		}
		for _, a := range h.Attr {
			if a.Key == "role" && a.Val == "button" {
				return true
			}
		}
		h = h.Parent
	}
	return false
}
