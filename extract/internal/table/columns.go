package table

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Column is one field of the records of an interface: where it stands in a
// record, and what it is.
type Column struct {
	Name   string `json:"name"`
	Kind   string `json:"kind,omitempty"`   // number, money, date, url, image, list; "" is text. Other values are kept as text
	Title  bool   `json:"title,omitempty"`  // it names the record, and its link leads to it
	Label  string `json:"label,omitempty"`  // shown before the value; then it is found by that, wherever it stands
	Head   string `json:"head,omitempty"`   // what the table's header row calls the cells that it is all of; what is all of such a cell belongs to it, too
	Select string `json:"select,omitempty"` // selector of the element within the record; "" is the record itself
	Part   int    `json:"part,omitempty"`   // of a record of several elements side by side: the how manieth; 0: any
	Nth    int    `json:"nth,omitempty"`    // the how manieth text at that place; 0: all of them
	Only   string `json:"only,omitempty"`   // what it had in all records so far: once these are many it counts as template, and is left out
	Rows   int    `json:"rows,omitempty"`   // records that had it
	Odd    int    `json:"odd,omitempty"`    // of them, those whose value was not of the kind
}

// Place identifies a column among others.
type Place struct {
	label, css string
	part, nth  int
}

func (c Column) Place() Place {
	if c.Label != "" {
		return Place{label: labelName(c.Label)}
	}
	return Place{css: c.Select, part: c.Part, nth: c.Nth}
}

func labelName(shown string) string { return wording.Snake(strings.TrimRight(shown, ":： ")) }

// Bounds of what is told by repetition.
const (
	maxNth       = 12 // texts at one place that are told apart; of more, all are one list
	templateRows = 8  // records that must agree before a text counts as template
)

// LearnColumns finds the columns of rows. A table's header row and labels give
// the best names; then properties and classes; then the place.
func LearnColumns(rows [][]Cell, headers map[int]string, title func(*Fragment) bool) []Column {
	lists := ListPlaces(rows)
	var out []Column
	index := map[Place]int{}
	var kinds []map[string]int
	heads, under := headsOf(rows, lists), map[string]int{}
	taken := map[string]bool{}
	holds := map[Place]bool{} // another column stands within
	titled := -1              // the one column that names the records
	for _, row := range rows {
		seen := map[Place]bool{}
		outer := around(row)
		for _, c := range row {
			p := c.Place(lists)
			holds[p] = holds[p] || outer[c.element()]
			i, ok := index[p]
			if head := heads[p]; !ok && head != "" {
				i, ok = under[head]
			}
			if !ok {
				i = len(out)
				kinds = append(kinds, map[string]int{})
				out = append(out, c.column(p, headers, title(c.Fragment) && titled < 0, taken))
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
			c.Kind = usualKind(kinds[i], c.Rows)
		}
		c.Odd = c.Rows - kinds[i][c.Kind]
		if c.Kind == "list" {
			c.Odd = 0
		}
		if c.Title || c.Label != "" || len(headers) > 0 || !holds[c.Place()] && !plainName(c.Name) {
			c.Only = ""
		}
	}
	return out
}

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
	return name == "text" || name == "link" || name == "column" || name == "image" || name == "button" || name == "p" || name == "li" || name == "td" || name == "div"
}

// usualKind returns the kind that at least four of five values have; "" is text.
func usualKind(counts map[string]int, rows int) string {
	for _, k := range []string{"number", "money", "date", "url", "image"} {
		if counts[k]*5 >= rows*4 && counts[k] > 0 {
			return k
		}
	}
	return ""
}

// ListPlaces returns the places that hold a list: a number of texts that
// differs from record to record, in elements of their own.
func ListPlaces(rows [][]Cell) map[view.Spot]bool {
	type tally struct{ rows, texts, most, usual int }
	tallies := map[view.Spot]*tally{}
	for _, row := range rows {
		counts := map[view.Spot]int{}
		for _, c := range row {
			if c.Label == "" {
				at := c.Spot
				at.Nth = 0
				counts[at] = max(counts[at], c.Spot.Nth)
			}
		}
		for at, n := range counts {
			t := tallies[at]
			if t == nil {
				t = &tally{usual: n}
				tallies[at] = t
			}
			t.rows++
			t.texts += n
			t.most = max(t.most, n)
			if n != t.usual {
				t.usual = -1
			}
		}
	}
	out := map[view.Spot]bool{}
	for at, t := range tallies {
		last := at.CSS[strings.LastIndexByte(at.CSS, ' ')+1:]
		inList := strings.HasPrefix(last, "li") || strings.Contains(at.CSS, "ul ") || strings.Contains(at.CSS, "ol ")
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
	at.Nth = 0
	if lists[at] {
		return Place{css: at.CSS, part: at.Part}
	}
	return Place{css: at.CSS, part: at.Part, nth: c.Spot.Nth}
}

// column makes the column of c.
func (c Cell) column(p Place, headers map[int]string, title bool, taken map[string]bool) Column {
	out := Column{Label: c.Shown}
	name := c.Label
	if name == "" {
		out.Select, out.Part, out.Nth = p.css, p.part, p.nth
		name = c.fieldName(headers, title)
		if p.nth == 0 {
			out.Kind = "list"
		}
	}
	out.Name = unique(name, taken)
	return out
}

// unique returns name, numbered where it is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	if name == "" {
		name = "text"
	}
	base := name
	for k := 2; taken[name]; k++ {
		name = fmt.Sprintf("%s_%d", base, k)
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
		return fmt.Sprintf("column_%d", f.cell)
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
		index[c.Place()] = i
		taken[c.Name] = true
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
		if old.Kind != c.Kind && old.Kind != "list" {
			old.Odd += c.Rows - c.Odd
			if c.Kind == "" {
				old.Odd = old.Odd - (c.Rows - c.Odd) + c.Rows
			}
		} else {
			old.Odd += c.Odd
		}
		old.Rows += c.Rows
		if old.Kind != "list" && old.Odd*5 > old.Rows {
			old.Kind, old.Odd = "", 0
		}
	}
	// What turned out to be a list is one column.
	all := slices.Clone(a)
	return slices.DeleteFunc(a, func(c Column) bool {
		return c.Label == "" && c.Nth > 0 && slices.ContainsFunc(all, func(l Column) bool {
			return l.Kind == "list" && l.Label == "" && l.Nth == 0 && l.Select == c.Select && l.Part == c.Part
		})
	})
}

// sameList finds the column of the place that is a list on one of two pages.
func sameList(a []Column, c Column) (int, bool) {
	for i, old := range a {
		if old.Label == "" && old.Select == c.Select && old.Part == c.Part && (old.Nth == 0 || c.Nth == 0) {
			return i, true
		}
	}
	return 0, false
}
