package table

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Fragment is a piece of a record that reads as one: text that no block
// boundary, link boundary or element with a class of its own breaks.
type Fragment struct {
	path    uint64     // from the record's top, with table cells' positions
	Spot    view.Spot  // the same for people
	At      int32      // index of its node
	h       *html.Node // the same
	Name    string     // what its elements' tags and classes call it
	Text    string
	raw     string // machine-readable form of it (<time datetime>), if any
	Link    int32  // index of the link around it, -1
	cell    int    // index of the table cell, from 1; 0 outside
	Image   string // address, for an image
	Heading bool
	Labels  bool   // in dt or th: names what follows
	bounds  []int  // where in the text elements begin and end, of the first few
	pieces  int    // of the cell that it is one of
	called  string // the name of a piece of a cell, by its type
	tells   int8   // a label without a colon: of what follows 1, of what stands before it -1
}

// fragmentScratch is memory that fragments uses again and again.
type fragmentScratch struct{ out []Fragment }

// Fragments returns what reads as one piece each in a record.
func Fragments(v *view.Page, s view.Span) []Fragment { return FragmentsUpTo(v, s, MaxFragments) }

// FragmentsUpTo is Fragments for parts of a page that may have more or fewer of them.
func FragmentsUpTo(v *view.Page, s view.Span, limit int) []Fragment {
	type open struct {
		end      int32
		path     uint64
		name     string
		cell     int
		raw      string
		heading  bool
		labels   bool
		breaking bool
		spot     view.Spot
	}
	stack := append(make([]open, 0, 16), open{end: s.Hi, path: 5})
	parts := 0
	memory := view.Kept[fragmentScratch](v)
	out := memory.out[:0]
	var cur Fragment
	reading := false   // cur
	within := int32(0) // the element of its last text
	flush := func() {
		if reading {
			cur.Text = strings.TrimSpace(wording.Collapse(cur.Text))
			if cur.Text != "" {
				if shown := cur.Text; len(cur.Text) > 0 {
					if cur.Text = wholeText(v, shown, cur.At, s.Lo); cur.Text != shown {
						cur.bounds = nil
					}
				}
				out = append(out, cur)
			}
			reading = false
		}
	}
	ordinal := 0
	for i := s.Lo; i < s.Hi && len(out) < limit; i++ {
		n := &v.Nodes[i]
		for len(stack) > 1 && stack[len(stack)-1].end <= i {
			if stack[len(stack)-1].breaking {
				flush()
			}
			stack = stack[:len(stack)-1]
		}
		top := &stack[len(stack)-1]
		switch {
		case n.Is&view.IsText != 0:
			if n.Brk {
				flush()
			}
			if reading && cur.Link != n.Link {
				flush()
			}
			if reading && v.Nodes[i].Parent != within && len(cur.bounds) < cutPieces && len(cur.Text) < 2*cutLetters {
				if b := len(strings.TrimLeft(wording.Collapse(cur.Text), " ")); b > 0 {
					cur.bounds = append(cur.bounds, b)
				}
			}
			within = v.Nodes[i].Parent
			if !reading {
				path := top.path
				if len(stack) == 1 {
					ordinal++
					path = path*31 + uint64(min(ordinal, 8))
				}
				reading = true
				cur = Fragment{path: path, Name: top.name, raw: top.raw, Link: n.Link, cell: top.cell, Heading: top.heading, Labels: top.labels, Spot: top.spot, At: i, h: n.H}
			}
			cur.Text += n.Text()
		case n.Tag == "br":
			flush()
		case n.Tag == "img":
			if src := page.Attr(n.H, "src"); src != "" {
				flush()
				if u, err := v.Doc.Resolve(src); err == nil {
					out = append(out, Fragment{path: wording.HashStep(top.path, "img", ""), Name: joinName(top.name, "image"), Text: wording.Collapse(page.Attr(n.H, "alt")),
						Link: n.Link, cell: top.cell, Image: u.String(), Spot: top.spot.Below("img"), At: i, h: n.H})
				}
			}
		default:
			e := open{end: n.End, path: top.path, name: top.name, cell: top.cell, raw: top.raw, heading: top.heading, labels: top.labels, spot: top.spot}
			if marksMatch(v, i) { // it comes and goes with the question
				stack = append(stack, e)
				continue
			}
			if len(stack) == 1 {
				parts++
				e.spot.Part = parts
			}
			called := view.NamingOf(v, n)
			itself := i == s.Lo && n.End == s.Hi
			looks := n.Is&view.IsFormatting != 0 || n.BareSpan() && n.Link >= 0
			if !itself && !(looks && n.Tag == "span") { // which needs no selector
				e.spot = e.spot.Within(n, called)
			}
			if !looks {
				e.path = wording.HashStep(top.path, n.Tag, "")
				if n.Cell > 0 && i != s.Lo {
					e.path = e.path*31 + uint64(n.Cell)
					e.cell = int(n.Cell)
				}
				e.breaking = n.Tag == "a" && n.Link == i || n.Is&view.IsInline == 0 || called.Field != "" || n.Tag == "time"
			}
			e.breaking = e.breaking || view.HasProperty(n.H)
			if called.Field != "" && !itself { // the record's own class names no field
				e.name = called.Field
			} else if !looks && !wrappers[n.Tag] && i != s.Lo && e.name == top.name && !strings.HasPrefix(top.name, ".") {
				e.name = joinName(top.name, n.Tag)
			}
			switch n.Tag {
			case "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "dt", "th":
				e.heading = true
			case "time":
				e.raw = page.Attr(n.H, "datetime")
			}
			e.labels = e.labels || n.Tag == "dt" || n.Tag == "th"
			if e.breaking {
				flush()
			}
			stack = append(stack, e)
		}
	}
	flush()
	if parts == 1 && s.Lo < s.Hi && v.Nodes[s.Lo].End == s.Hi {
		for i := range out {
			out[i].Spot.Part = 0 // the record is one element
		}
	}
	for i := range out {
		out[i].Spot.Nth = 0
	}
	number(out)
	partLinks(v, out)
	memory.out = out
	return slices.Clone(out)
}

// matchClasses are what elements are called that set off the words asked for in a text.
var matchClasses = map[string]bool{"hl": true, "hit": true, "highlight": true, "highlighted": true, "hilite": true, "match": true, "matched": true, "mark": true,
	"marked": true, "found": true, "keyword": true, "searchterm": true, "search": true, "term": true, "query": true, "result": true, "text": true, "word": true}

// marksMatch reports whether an element sets off words that were asked for, by its class.
func marksMatch(v *view.Page, i int32) bool {
	n := &v.Nodes[i]
	if n.Is&view.IsInline == 0 || n.End-i != 2 || len(v.Query) == 0 || n.Class() == "" {
		return false
	}
	called := strings.FieldsFunc(strings.ToLower(n.Class()), func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
	if slices.ContainsFunc(called, func(c string) bool { return !matchClasses[c] }) {
		return false
	}
	words := wording.Words(v.TextOf(v.Subtree(i)))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(v.Query, w) })
}

// partLinks gives links that stand side by side in a record and lead to different places, as
// its author's before its own, paths of their own.
func partLinks(v *view.Page, row []Fragment) {
	led := map[uint64][]string{}
	for i := range row {
		f := &row[i]
		if f.Link < 0 {
			continue
		}
		path, to := f.path, v.Canonical(f.Link)
		n := slices.Index(led[path], to)
		if n < 0 {
			n = len(led[path])
			led[path] = append(led[path], to)
		}
		if n > 0 {
			f.path = wording.HashStep(path, "link", strconv.Itoa(n))
		}
	}
}

// number counts the fragments that stand at one place of a record.
func number(row []Fragment) {
	count := map[view.Spot]int{}
	for i := range row {
		at := row[i].Spot
		count[at]++
		row[i].Spot.Nth = count[at]
	}
}

var wrappers = map[string]bool{"div": true, "span": true, "tr": true, "tbody": true, "table": true, "td": true, "th": true, "section": true,
	"article": true, "ul": true, "ol": true, "li": true, "center": true, "label": true, "noscript": true}

func joinName(a, b string) string {
	if a == "" {
		return b
	}
	if strings.HasSuffix(a, b) {
		return a
	}
	return a + "_" + b
}

// columnNames returns the names that a table's header row gives its cells,
// by position from 1.
func columnNames(v *view.Page, recs []view.Span) map[int]string {
	names := map[int]string{}
	if len(recs) == 0 || v.Nodes[recs[0].Lo].Tag != "tr" {
		return names
	}
	table := v.Nodes[recs[0].Lo].Parent
	for table > 0 && v.Nodes[table].Tag != "table" {
		table = v.Nodes[table].Parent
	}
	if table < 0 {
		return names
	}
	for i := table; i < recs[0].Lo; i++ {
		n := &v.Nodes[i]
		if n.Tag != "tr" || !region.HeaderRow(v, v.Subtree(i)) {
			continue
		}
		clear(names)
		at := 1
		for k := n.First; k >= 0; k = v.Nodes[k].Next {
			if t := v.Nodes[k].Tag; t != "td" && t != "th" {
				continue
			}
			if name := wording.Snake(firstText(v, k)); name != "" && len(name) <= 60 {
				names[at] = name
			}
			at += spanOf(page.Attr(v.Nodes[k].H, "colspan"))
		}
	}
	return names
}

// firstText returns the first fragment of an element: header cells carry
// sort links and the like behind their name.
func firstText(v *view.Page, i int32) string {
	for _, f := range Fragments(v, v.Subtree(i)) {
		if wording.Useful(f.Text) {
			return f.Text
		}
	}
	return ""
}

func spanOf(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 100 {
			return 1
		}
		n = n*10 + int(r-'0')
	}
	return max(1, n)
}

// MaxFragments bounds the fields of one record.
const MaxFragments = 200
