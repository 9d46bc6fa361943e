package extract

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// fragment is a piece of a record that reads as one: text that no block
// boundary, link boundary or element with a class of its own breaks.
type fragment struct {
	path    uint64     // from the record's top, with table cells' positions
	spot    spot       // the same for people
	at      int32      // index of its node
	h       *html.Node // the same
	name    string     // what its elements' tags and classes call it
	text    string
	raw     string // machine-readable form of it (<time datetime>), if any
	link    int32  // index of the link around it, -1
	cell    int    // index of the table cell, from 1; 0 outside
	image   string // address, for an image
	heading bool
	marked  bool // holds a word set off in the middle of it, as highlighting does
	labels  bool // in dt or th: names what follows
}

// maxFragments bounds the fields of one record.
const maxFragments = 200

// fragmentScratch is memory that fragments uses again and again.
type fragmentScratch struct{ out []fragment }

func fragments(v *Page, s span) []fragment { return fragmentsUpTo(v, s, maxFragments) }

func fragmentsUpTo(v *Page, s span, limit int) []fragment {
	type open struct {
		end      int32
		path     uint64
		name     string
		cell     int
		raw      string
		heading  bool
		labels   bool
		breaking bool
		spot     spot
	}
	stack := append(make([]open, 0, 16), open{end: s.hi, path: 5})
	parts := 0
	memory := Kept[fragmentScratch](v)
	out := memory.out[:0]
	var cur fragment
	reading := false // cur
	flush := func() {
		if reading {
			cur.text = strings.TrimSpace(collapse(cur.text))
			if cur.text != "" {
				cur.text = wholeText(v, cur.text, cur.at, s.lo)
				out = append(out, cur)
			}
			reading = false
		}
	}
	ordinal := 0
	for i := s.lo; i < s.hi && len(out) < limit; i++ {
		n := &v.nodes[i]
		for len(stack) > 1 && stack[len(stack)-1].end <= i {
			if stack[len(stack)-1].breaking {
				flush()
			}
			stack = stack[:len(stack)-1]
		}
		top := &stack[len(stack)-1]
		switch {
		case n.is&isText != 0:
			if n.brk {
				flush()
			}
			if reading && cur.link != n.link {
				flush()
			}
			if !reading {
				path := top.path
				if len(stack) == 1 {
					ordinal++
					path = path*31 + uint64(min(ordinal, 8))
				}
				reading = true
				cur = fragment{path: path, name: top.name, raw: top.raw, link: n.link, cell: top.cell, heading: top.heading, labels: top.labels, spot: top.spot, at: i, h: n.h}
			} else if top.heading {
				cur.marked = true
			}
			cur.text += n.text()
		case n.tag == "br":
			flush()
		case n.tag == "img":
			if src := attr(n.h, "src"); src != "" {
				flush()
				if u, err := v.doc.Resolve(src); err == nil {
					out = append(out, fragment{path: hashStep(top.path, "img", ""), name: joinName(top.name, "image"), text: collapse(attr(n.h, "alt")),
						link: n.link, cell: top.cell, image: u.String(), spot: top.spot.below("img"), at: i, h: n.h})
				}
			}
		default:
			e := open{end: n.end, path: top.path, name: top.name, cell: top.cell, raw: top.raw, heading: top.heading, labels: top.labels, spot: top.spot}
			if len(stack) == 1 {
				parts++
				e.spot.part = parts
			}
			called := namingOf(v, n)
			if called.setsOff && withinText(v, i) {
				continue // what is in it belongs to the text around
			}
			itself := i == s.lo && n.end == s.hi
			looks := n.is&isFormatting != 0 || n.bareSpan() && n.link >= 0
			if !itself && !(looks && n.tag == "span") { // which needs no selector
				e.spot = e.spot.within(n, called)
			}
			if !looks {
				e.path = hashStep(top.path, n.tag, "")
				if n.cell > 0 && i != s.lo {
					e.path = e.path*31 + uint64(n.cell)
					e.cell = int(n.cell)
				}
				e.breaking = n.tag == "a" && n.link == i || n.is&isInline == 0 || n.class() != "" && (called.field != "" || !v.asked(short(v, i)) && !wordless(v, i)) || n.tag == "time"
			}
			e.breaking = e.breaking || hasProperty(n.h)
			if called.field != "" && !itself { // the record's own class names no field
				e.name = called.field
			} else if !looks && !wrappers[n.tag] && i != s.lo && e.name == top.name && !strings.HasPrefix(top.name, ".") {
				e.name = joinName(top.name, n.tag)
			}
			switch n.tag {
			case "h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "dt", "th":
				e.heading = true
			case "time":
				e.raw = attr(n.h, "datetime")
			}
			if date := hintedDate(v, i); date != "" && !itself {
				e.raw, e.breaking = date, true
			}
			e.labels = e.labels || n.tag == "dt" || n.tag == "th"
			if e.breaking {
				flush()
			}
			stack = append(stack, e)
		}
	}
	flush()
	if parts == 1 && s.lo < s.hi && v.nodes[s.lo].end == s.hi {
		for i := range out {
			out[i].spot.part = 0 // the record is one element
		}
	}
	for i := range out {
		out[i].spot.nth = 0
	}
	number(out)
	memory.out = out
	return slices.Clone(out)
}

// bareSpan reports whether n only holds text, to which a script or a hint may be tied:
// a link has one where its text is cut short, and none where it is not.
func (n *vnode) bareSpan() bool { return n.tag == "span" && n.class() == "" && !hasProperty(n.h) }

// fewFragments are up to how many fragments of a record each is compared with
// those before it.
const fewFragments = 24

// number counts the fragments that stand at one place of a record.
func number(row []fragment) {
	if len(row) <= fewFragments {
		for i := range row {
			at := &row[i].spot
			at.nth = 1
			for k := i - 1; k >= 0; k-- {
				if s := &row[k].spot; s.part == at.part && s.css == at.css {
					at.nth = s.nth + 1
					break
				}
			}
		}
		return
	}
	count := map[spot]int{}
	for i := range row {
		at := row[i].spot
		count[at]++
		row[i].spot.nth = count[at]
	}
}

// short returns the text of a small element, "" for a large one.
func short(v *Page, i int32) string {
	if v.nodes[i].end-i > 3 {
		return ""
	}
	return v.textOf(v.subtree(i))
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

// dullClasses say how a thing is laid out, not what it is.
var dullClasses = map[string]bool{"row": true, "col": true, "left": true, "right": true, "clearfix": true, "first": true, "last": true, "odd": true,
	"even": true, "item": true, "result": true, "text": true, "content": true, "wrapper": true, "container": true, "inner": true, "body": true,
	"link": true, "active": true, "block": true, "box": true, "group": true, "small": true, "medium": true, "large": true, "bold": true,
	"center": true, "column": true, "cell": true, "list": true, "span": true, "div": true, "p": true, "a": true, "data": true, "field": true,
	"value": true, "label": true, "main": true, "default": true, "highlight": true, "keyword": true,
	"highlighted": true, "hilite": true, "hit": true, "match": true, "term": true, "searchterm": true, "search_term": true, "search_highlight": true,
	"searchword": true, "search_hit": true, "query": true, "searchresult_highlight": true, "strong": true, "alignright": true, "alignleft": true}

// className returns a name from the class attribute (or itemprop, which says
// it better) of n, with a dot before it; "" where that names nothing.
func className(n *vnode) string {
	if p := attr(n.h, "itemprop"); p != "" {
		return "." + snake(p)
	}
	if p := attr(n.h, "property"); p != "" { // RDFa: schema:author, dc:title
		return "." + snake(p[strings.LastIndexByte(p, ':')+1:])
	}
	for _, c := range strings.Fields(n.class()) {
		s := snake(c)
		if len(s) < 3 || len(s) > 30 || dullClasses[s] || strings.ContainsAny(c, ":[]/!@") {
			continue
		}
		return "." + s
	}
	return ""
}

// snake makes a lower_snake_case name out of any text; "" where nothing remains.
func snake(s string) string {
	var b strings.Builder
	prevLower := false
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if unicode.IsUpper(r) && prevLower {
				b.WriteByte('_')
			}
			prevLower = unicode.IsLower(r)
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsMark(r):
			b.WriteRune(r)
		default:
			prevLower = false
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
		}
	}
	return strings.Trim(b.String(), "_")
}

// columnNames returns the names that a table's header row gives its cells,
// by position from 1.
func columnNames(v *Page, recs []span) map[int]string {
	names := map[int]string{}
	if len(recs) == 0 || v.nodes[recs[0].lo].tag != "tr" {
		return names
	}
	table := v.nodes[recs[0].lo].parent
	for table > 0 && v.nodes[table].tag != "table" {
		table = v.nodes[table].parent
	}
	if table < 0 {
		return names
	}
	for i := table; i < recs[0].lo; i++ {
		n := &v.nodes[i]
		if n.tag != "tr" || !headerRow(v, v.subtree(i)) {
			continue
		}
		clear(names)
		at := 1
		for k := n.first; k >= 0; k = v.nodes[k].next {
			if t := v.nodes[k].tag; t != "td" && t != "th" {
				continue
			}
			if name := snake(firstText(v, k)); name != "" && len(name) <= 60 {
				names[at] = name
			}
			at += spanOf(attr(v.nodes[k].h, "colspan"))
		}
	}
	return names
}

// firstText returns the first fragment of an element: header cells carry
// sort links and the like behind their name.
func firstText(v *Page, i int32) string {
	for _, f := range fragments(v, v.subtree(i)) {
		if useful(f.text) {
			return f.text
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

// isRank reports whether text is a number as lists have it in front: "3.", "[3]", "3)".
func isRank(text string) bool {
	t := strings.Trim(text, ".)#:([] ")
	_, ok := atoi(t)
	return ok && len(t) < len(text)
}
