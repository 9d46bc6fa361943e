package table

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Column is one field of the records of an interface: where it stands in a
// record, and what it is. One without Rows was written by a person; it is what its selector
// selects, be that one piece of the record or several (see Column.Chosen), and without one it is
// the field of that name.
type Column struct {
	Name      string `json:"name"`
	Kind      string `json:"kind,omitempty" also:"type"`       // one of Kinds; "" is text or, where a person says nothing, what the value shows. Other values are kept as text
	Title     bool   `json:"title,omitempty"`                  // it names the record, and its link leads to it
	Page      bool   `json:"page,omitempty"`                   // a person says that its link leads to the record's own page, which is read
	Label     string `json:"label,omitempty"`                  // shown before the value; then it is found by that, wherever it stands
	Head      string `json:"head,omitempty"`                   // what the table's header row calls the cells that it is all of; what is all of such a cell belongs to it, too
	Select    string `json:"select,omitempty" also:"css"`      // selector of the element within the record; "" is the record itself
	Part      int    `json:"part,omitempty"`                   // of a record of several elements side by side: the how manieth; 0: any
	Nth       int    `json:"nth,omitempty"`                    // the how manieth text at that place; 0: all of them, or of what a person selects the first
	Piece     int    `json:"piece,omitempty"`                  // of a cell that is taken apart: the how manieth of its pieces
	Pieces    int    `json:"pieces,omitempty"`                 // that it has
	Unit      string `json:"unit,omitempty"`                   // of a number: what stands behind it
	Alt       bool   `json:"alt,omitempty"`                    // of images that recur: what they say, not where they are
	Attribute string `json:"attribute,omitempty"`              // the value is that of an attribute of the element
	Pattern   string `json:"pattern,omitempty" also:"regex"`   // regular expression whose one group is what is kept of the value; of a list, as often as it matches
	Currency  string `json:"currency,omitempty"`               // of sums whose sign does not tell
	Notation  string `json:"notation,omitempty" also:"format"` // of dates: "dd/mm/yyyy"
	Required  bool   `json:"required,omitempty"`               // what has it not is no record
	Key       bool   `json:"key,omitempty"`                    // it tells records apart, instead of their addresses
	Drop      bool   `json:"drop,omitempty" also:"hide"`       // it is left out
	Only      string `json:"only,omitempty"`                   // what it had in all records so far: once these are many it counts as template, and is left out
	Rows      int    `json:"rows,omitempty"`                   // records that had it
	Odd       int    `json:"odd,omitempty"`                    // of them, those whose value was not of the kind
}

// Place identifies a column among others.
type Place struct {
	label, css string
	part, nth  int
	piece      int
}

func (c Column) Place() Place {
	if c.Label != "" {
		return Place{label: labelName(c.Label)}
	}
	return Place{css: c.Select, part: c.Part, nth: c.Nth, piece: c.Piece}
}

// Shown is the name that the page gives a column by its label, or by the head of its cells;
// "" where it gives none.
func (c Column) Shown() string { return labelName(cmp.Or(c.Label, c.Head)) }

func labelName(shown string) string { return wording.Snake(strings.TrimRight(shown, ":： ")) }

// Bounds of what is told by repetition.
const (
	maxNth       = 12 // texts at one place that are told apart; of more, all are one list
	longText     = 40 // letters that the texts of a description have on average
	templateRows = 8  // records that must agree before a text counts as template
)

// LearnColumns finds the columns of rows. A table's header row and labels give
// the best names; then properties and classes; then the place.
func LearnColumns(rows [][]Cell, headers map[int]string, title func(*Fragment) bool) []Column {
	lists := ListPlaces(rows, title)
	var out []Column
	index := map[Place]int{}
	var kinds []map[string]int
	heads, under := headsOf(rows, lists), map[string]int{}
	holds := map[Place]bool{} // another column stands within
	titled := -1              // the one column that names the records
	var acts []deeds          // of columns
	for _, row := range rows {
		seen := map[Place]bool{}
		outer := around(row)
		for _, c := range row {
			if c.claimed {
				continue
			}
			p := c.Place(lists)
			holds[p] = holds[p] || outer[c.element()]
			i, ok := index[p]
			if head := heads[p]; !ok && head != "" {
				i, ok = under[head]
			}
			if !ok {
				i = len(out)
				kinds = append(kinds, map[string]int{})
				acts = append(acts, deeds{})
				out = append(out, c.column(p, headers, title(c.Fragment) && titled < 0))
				if out[i].Head = heads[p]; out[i].Head != "" {
					under[out[i].Head] = i
				}
			}
			index[p] = i
			if seen[p] {
				continue
			}
			seen[p] = true
			col := &out[i]
			if titled < 0 && title(c.Fragment) {
				titled = i
				col.Title = true
			}
			kinds[i][c.Typed.Kind]++
			acts[i].add(c)
			if _, unit, ok := numberAndUnit(c.Value); ok && c.Typed.Kind == "" {
				kinds[i][unitOf+unit]++
			}
			if col.Rows == 0 {
				col.Only = c.Value
			} else if col.Only != c.Value {
				col.Only = ""
			}
			col.Rows++
		}
	}
	for i := range out {
		c := &out[i]
		if c.Kind == "" {
			c.Kind, c.Unit = usualKind(kinds[i], c.Rows)
		}
		if acts[i].recur(c.Rows) && c.Kind == "image" {
			c.Kind, c.Alt, c.Odd = "", true, 0
			if alts := slices.Collect(maps.Keys(acts[i].alts)); len(alts) == 1 {
				c.Only = alts[0]
			}
		} else if c.Odd = c.Rows - kinds[i][c.Kind]; c.Unit != "" {
			c.Odd = c.Rows - kinds[i][unitOf+c.Unit]
		}
		if c.Kind == "list" {
			c.Odd = 0
		}
		if c.Title || c.Label != "" || !acts[i].only(c.Rows) && (len(headers) > 0 || !holds[c.Place()] && !plainName(c.Name)) {
			c.Only = ""
		}
	}
	nameColumns(out, func(i int) bool { return acts[i].letters >= longText*out[i].Rows })
	return out
}

// nameColumns tells the columns of one name apart, and names those whose names say only
// how or where they stand by what their values are. A record's own columns keep their names.
func nameColumns(columns []Column, long func(i int) bool) {
	taken := map[string]bool{"site": true, "key": true, "url": true, "text": true, "queries": true, "first_seen": true, "last_seen": true}
	plain := func(c Column) bool { return c.Label == "" && (plainName(c.Name) || layoutName(c.Name)) }
	for _, last := range []bool{false, true} {
		for i := range columns {
			c := &columns[i]
			if plain(*c) != last {
				continue
			}
			base := strings.TrimRight(c.Name, "_0123456789")
			if by := c.byKind(); by != "" && !c.Title && (last || taken[base]) && !taken[by] {
				base = by
			} else if last && !c.Title && long(i) {
				base = "description"
			} else if last && !c.Title {
				base = cmp.Or(by, "detail")
			}
			c.Name = unique(base, taken)
		}
	}
}

// byKind names a column by what its values are; "" where that says nothing.
func (c Column) byKind() string {
	switch c.Kind {
	case "money":
		return "price"
	case "date", "time", "duration", "image", "url":
		return c.Kind
	case "number":
		return unitName(c.Unit)
	}
	return ""
}

// tagNames are the names of elements, and of what stands in no other.
var tagNames = wordSet("text link column image button p li td div dd dt span b strong i em u h font small a label ul ol tr article section center blockquote pre code")

// layoutName reports whether all words of a name say how or where something stands.
func layoutName(name string) bool {
	for word := range strings.SplitSeq(name, "_") {
		if !layoutWords[strings.TrimRight(word, "0123456789")] {
			return false
		}
	}
	return true
}

// layoutWords are of the classes that say how something looks or where it stands.
var layoutWords = wordSet(`align aside basis begin big block body bold bottom box btn cell center centre clear clearfix col column color container content danger
	dark default desktop display div ellipsis fit flex float font full grey grid gray grow h half head hidden hide high hover href icon icons in inline inner item justify
	items large layout left lg light line link list low lower main margin material max md mb middle mini min ml mobile mr mt muted no none normal nowrap odd outer
	overflow p padding pb pl pr primary pt pull px py right roboto row secondary semibold shrink side sm small smalltxt span spacer strong success td text thin tiny top
	tr truncate txt ui uppercase visible w warning white wide width wrap wrapper x xl xs y auto blue red green black info`)

func wordSet(words string) map[string]bool {
	out := map[string]bool{"": true}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// deeds counts what of a column says what can be done, and not what a record is: buttons,
// links of one text to something else each, icons.
type deeds struct {
	rows    int
	letters int
	shown   map[string]bool // addresses of images
	alts    map[string]bool // what they say
	links   map[string]bool // targets
}

func (d *deeds) add(c Cell) {
	if d.links == nil {
		d.links, d.shown, d.alts = map[string]bool{}, map[string]bool{}, map[string]bool{}
	}
	d.letters += wording.Letters(c.Value)
	if c.Image != "" {
		d.shown[c.Image] = true
		d.alts[c.Text] = true
	}
	switch {
	case inButton(c.h), c.Image != "", wording.Letters(c.Text) == 0:
		d.rows++
	case c.Link >= 0 && (c.target == "" || !d.links[c.target]):
		d.links[c.target] = true
		d.rows++
	}
}

// recur reports whether a column is of few images in many records: icons, flags, stars.
func (d deeds) recur(rows int) bool {
	return rows >= cutRows && len(d.shown) > 0 && len(d.shown)*3 <= rows
}

func (d deeds) only(rows int) bool { return d.rows == rows }

// headsOf returns the header of the places that are all of their table cell wherever
// they are: a cell may have one of several, each with a class of its own.
func headsOf(rows [][]Cell, lists map[view.Spot]bool) map[Place]string {
	out := map[Place]string{}
	for _, row := range rows {
		for _, c := range row {
			p := c.Place(lists)
			if head, seen := out[p]; !seen || head == c.head {
				out[p] = c.head
			} else {
				out[p] = ""
			}
		}
	}
	return out
}

// announces reports whether a column holds nothing but what the page's template
// says: it had the same text in all records so far, at a place without a name of
// its own, or around another column, which it announces ("Published" before a date).
func (c Column) announces() bool { return c.Only != "" && c.Rows >= templateRows }

// around returns the elements that hold those of several cells of a row.
func around(row []Cell) map[*html.Node]bool {
	out := map[*html.Node]bool{}
	for _, c := range row {
		h := c.element()
		for range 4 {
			if h == nil || h.Parent == nil {
				break
			}
			h = h.Parent
			out[h] = true
		}
	}
	return out
}

// plainName reports whether a column's name says only where it stands.
func plainName(name string) bool {
	name = strings.TrimRight(name, "_0123456789")
	return tagNames[name]
}

// unitOf begins what the numbers of a unit are counted as.
const unitOf = "number of "

// usualKind returns the kind that at least four of five values have, and of numbers their
// unit; "" is text.
func usualKind(counts map[string]int, rows int) (kind, unit string) {
	for _, k := range []string{"number", "money", "date", "time", "duration", "url", "image"} {
		if counts[k]*5 >= rows*4 && counts[k] > 0 {
			return k, ""
		}
	}
	for k, n := range counts {
		if of, ok := strings.CutPrefix(k, unitOf); ok && n*5 >= rows*4 && n >= 2 {
			return "number", of
		}
	}
	return "", ""
}

// ListPlaces returns the places that hold a list: a number of texts that
// differs from record to record, in elements of their own.
func ListPlaces(rows [][]Cell, title func(*Fragment) bool) map[view.Spot]bool {
	type tally struct {
		rows, most, usual int
		stood             map[string]int // the how manieth a text was
		moved             int            // texts that were another one in another record
		named             bool           // the record's title stands there
	}
	tallies := map[view.Spot]*tally{}
	for _, row := range rows {
		counts := map[view.Spot]int{}
		for _, c := range row {
			if c.Label == "" {
				at := c.Spot
				at.Nth, at.Piece = 0, 0
				counts[at] = max(counts[at], c.Spot.Nth)
			}
		}
		for at, n := range counts {
			t := tallies[at]
			if t == nil {
				t = &tally{usual: n, stood: map[string]int{}}
				tallies[at] = t
			}
			t.rows++
			t.most = max(t.most, n)
			if n != t.usual {
				t.usual = -1
			}
		}
		for _, c := range row {
			at := c.Spot
			at.Nth, at.Piece = 0, 0
			if t := tallies[at]; c.Label == "" && t != nil && c.Text != "" {
				t.named = t.named || title(c.Fragment)
				if nth, met := t.stood[c.Text]; met && nth != c.Spot.Nth {
					t.moved++
				}
				t.stood[c.Text] = c.Spot.Nth
			}
		}
	}
	out := map[view.Spot]bool{}
	for at, t := range tallies {
		last := at.CSS[strings.LastIndexByte(at.CSS, ' ')+1:]
		inList := strings.HasPrefix(last, "li") || strings.Contains(at.CSS, "ul ") || strings.Contains(at.CSS, "ol ")
		inList = inList || t.rows >= cutRows && !t.named && t.moved*4 >= t.rows
		if t.most > maxNth || t.most > 1 && t.usual < 0 && inList {
			out[at] = true
		}
	}
	return out
}

// Place identifies the column of c.
func (c Cell) Place(lists map[view.Spot]bool) Place {
	if c.Label != "" {
		return Place{label: c.Label}
	}
	at := c.Spot
	at.Nth, at.Piece = 0, 0
	if lists[at] {
		return Place{css: at.CSS, part: at.Part}
	}
	return Place{css: at.CSS, part: at.Part, nth: c.Spot.Nth, piece: c.Spot.Piece}
}

// column makes the column of c.
func (c Cell) column(p Place, headers map[int]string, title bool) Column {
	out := Column{Label: c.Shown}
	name := c.Label
	if name == "" {
		out.Select, out.Part, out.Nth, out.Piece, out.Pieces = p.css, p.part, p.nth, p.piece, c.pieces
		name = c.fieldName(headers, title)
		if p.nth == 0 {
			out.Kind = "list"
		}
	}
	out.Name = name
	return out
}

// ordinals tell columns of one name apart: a name that ends in a number says nothing.
var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"}

// Nth says the how manieth, from 0, in a word.
func Nth(i int) string {
	return strings.Repeat("further_", i/len(ordinals)) + ordinals[i%len(ordinals)]
}

// unique returns name, told apart where it is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	base := cmp.Or(strings.TrimRight(name, "_0123456789"), "text")
	name = base
	for k := 1; taken[name]; k++ {
		name = Nth(k) + "_" + base
	}
	taken[name] = true
	return name
}

// field returns what c says, typed by itself.
func (c Cell) field() record.Field {
	switch {
	case c.Image != "":
		return record.Field{Value: c.Image, Kind: "image"}
	case c.raw != "":
		return record.Field{Value: c.raw, Kind: "date"}
	}
	return record.Typed("", c.Value)
}

// fieldName names a fragment that has no label: after its table column, its
// class, its place. The name depends on nothing but the fragment itself, so
// that it is the same on all pages.
func (f Fragment) fieldName(headers map[int]string, title bool) string {
	name := strings.TrimPrefix(f.Name, ".")
	switch {
	case f.called != "":
		return f.called
	case headers[f.cell] != "":
		return headers[f.cell]
	case strings.HasPrefix(f.Name, ".") && name != "":
		return name
	case title:
		return "title"
	case f.Image == "" && record.IsURL(f.Text):
		return "url"
	case f.Image == "" && wording.IsRank(f.Text):
		return "rank"
	case f.cell > 0 && f.Image == "":
		return "column"
	case name != "" && name != "a":
		return name
	case f.Link >= 0:
		return "link"
	}
	return "text"
}

// merge returns a with what b, of another page, adds. Columns keep their names
// once they have one.
func MergeColumns(a, b []Column) []Column {
	a = slices.Clone(a)
	index := map[Place]int{}
	under := map[string]int{}
	taken := map[string]bool{}
	for i, c := range a {
		taken[c.Name] = true
		if c.Rows == 0 && c.Said() && (c.Chosen() || c.named()) {
			continue // it is nothing that pages teach
		}
		index[c.Place()] = i
		if c.Head != "" {
			under[c.Head] = i
		}
	}
	for _, c := range b {
		i, ok := index[c.Place()]
		if !ok && c.Label == "" {
			if i, ok = sameList(a, c); ok {
				a[i].Kind, a[i].Nth = "list", 0
				if c.Nth > 1 {
					continue // a further value of records that are counted
				}
			}
		}
		if !ok && c.Head != "" {
			i, ok = under[c.Head]
		}
		if !ok {
			c.Name = unique(c.Name, taken)
			c.Title = false
			index[c.Place()] = len(a)
			a = append(a, c)
			continue
		}
		old := &a[i]
		if old.Head != c.Head {
			old.Head = ""
		}
		if old.Only != c.Only {
			old.Only = ""
		}
		if old.shaped() {
			c.Odd = 0 // a person says what it is
		} else if old.Kind != c.Kind && old.Kind != "list" {
			old.Odd += c.Rows - c.Odd
			if c.Kind == "" {
				old.Odd = old.Odd - (c.Rows - c.Odd) + c.Rows
			}
		} else {
			old.Odd += c.Odd
		}
		old.Rows += c.Rows
		if old.Kind != "list" && !old.shaped() && old.Odd*5 > old.Rows {
			old.Kind, old.Odd = "", 0
		}
	}
	// What turned out to be a list is one column.
	all := slices.Clone(a)
	return slices.DeleteFunc(a, func(c Column) bool {
		return c.Label == "" && c.Nth > 0 && !c.Chosen() && slices.ContainsFunc(all, func(l Column) bool {
			return !l.Chosen() && l.Kind == "list" && l.Label == "" && l.Nth == 0 && l.Select == c.Select && l.Part == c.Part
		})
	})
}

// sameList finds the column of the place that is a list on one of two pages.
func sameList(a []Column, c Column) (int, bool) {
	for i, old := range a {
		if old.Label == "" && !old.Chosen() && old.Select == c.Select && old.Part == c.Part && (old.Nth == 0 || c.Nth == 0) {
			return i, true
		}
	}
	return 0, false
}
