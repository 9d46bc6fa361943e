package table

import (
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Reader reads rows by columns.
type Reader struct {
	Columns  []Column
	Index    map[Place]int
	heads    map[string]int // columns that are all of a table cell, by its header
	Lists    map[view.Spot]bool
	Template []bool    // of columns: see Column.announces
	foreign  []foreign // columns whose selector is not the place of a piece, or that is rare
	chosen   []chosen  // columns that are read by their selectors
}

// foreign is a column to look for by its selector.
type foreign struct {
	at  int
	css cascadia.Matcher
}

// NewReader makes a reader of rows by these columns.
func NewReader(columns []Column) *Reader {
	r := &Reader{Columns: columns, Index: map[Place]int{}, heads: map[string]int{}, Lists: map[view.Spot]bool{}}
	for i, c := range columns {
		r.Template = append(r.Template, c.announces())
		if c.Chosen() {
			m, err := cascadia.ParseGroup(c.Select)
			if c.Select == "" || c.Select == scope {
				r.chosen = append(r.chosen, chosen{at: i, pattern: c.compiled()})
			} else if err == nil {
				r.chosen = append(r.chosen, chosen{i, m, c.compiled()})
			}
			continue
		}
		if c.named() && c.Rows == 0 {
			continue // it is told by its name alone
		}
		p := c.Place()
		if _, ok := r.Index[p]; !ok || c.Title {
			r.Index[p] = i
		}
		if c.Head != "" {
			r.heads[c.Head] = i
		}
		if c.Label == "" && c.Nth == 0 {
			r.Lists[view.Spot{Part: p.part, CSS: p.css}] = true
		}
		if c.Label == "" && c.Select != "" {
			if m, err := cascadia.ParseGroup(c.Select); err == nil {
				r.foreign = append(r.foreign, foreign{i, m})
			}
		}
	}
	return r
}

// Row fills in the fields and the title of rec, and returns the index of the
// cell that is its title; -1 where it has none.
func (r *Reader) Row(v *view.Page, row []Cell, s view.Span, rec *record.Record) int {
	title := -1
	at := make([]int, len(row)) // column of each cell
	var unknown []int
	have := map[int]bool{}
	for i, c := range row {
		x, ok := r.find(c)
		if !ok {
			x = -1
			if !c.claimed {
				unknown = append(unknown, i)
			}
		}
		at[i] = x
		have[x] = true
	}
	if len(unknown) > 0 {
		r.match(v, row, s, unknown, at, have)
	}
	taken := map[string]bool{}
	fields := map[int]int{} // column to field
	rec.Fields = make([]record.Field, 0, len(row))
	for i, c := range row {
		f := c.Typed
		if at[i] < 0 {
			f.Name = c.Label
			if f.Name == "" {
				f.Name = c.fieldName(nil, false)
			}
			if c.claimed || r.Named(f.Name) || taken[f.Name] {
				continue // it would pass for something else
			}
			taken[f.Name] = true
			rec.Fields = append(rec.Fields, f)
			continue
		}
		col := &r.Columns[at[i]]
		if col.Title && title < 0 && c.Text != "" {
			title, rec.Title = i, c.Text
			if !col.Said() {
				continue // it is no second column
			}
		}
		if col.Alt && c.Image != "" {
			if f = record.Typed("", c.Text); c.Text == "" {
				continue
			}
		}
		if r.Template[at[i]] && f.Value == col.Only {
			continue
		}
		k, ok := fields[at[i]]
		if ok {
			rec.Fields[k] = joinField(rec.Fields[k], f, col.Kind)
			continue
		}
		f.Name = col.Name
		if n, unit, ok := numberAndUnit(f.Value); ok && unit == col.Unit && f.Kind == "" {
			if f.Number, ok = wording.ParseNumber(n); ok {
				f.Kind = "number"
			}
		}
		if f.Kind != col.Kind {
			f.Kind, f.Number, f.Currency = "", 0, ""
			if col.Kind == "list" {
				f.Kind = "list"
			}
		}
		fields[at[i]] = len(rec.Fields)
		rec.Fields = append(rec.Fields, f)
	}
	for _, c := range r.chosen {
		f, from, ok := r.read(v, s, c)
		if !ok {
			continue
		}
		rec.Fields = append(rec.Fields, f)
		if r.Columns[c.at].Title && f.Value != "" {
			rec.Title = f.Value
			held := setOf(from)
			if x := slices.IndexFunc(row, func(c Cell) bool { return within(c.element(), held) }); x >= 0 {
				title = x // its link is the record's
			}
		}
	}
	return title
}

// find returns the column of a cell.
func (r *Reader) find(c Cell) (int, bool) {
	x, ok := r.Index[c.Place(r.Lists)]
	if !ok && c.Label != "" {
		c.Label = ""
		x, ok = r.Index[c.Place(r.Lists)]
	}
	if !ok && c.head != "" {
		x, ok = r.heads[c.head]
	}
	return x, ok
}

// joinField adds a further value of the same column.
func joinField(a, b record.Field, kind string) record.Field {
	sep := " "
	if kind == "list" {
		sep = ", "
	}
	a.Value += sep + b.Value
	if kind != "list" {
		a.Kind, a.Number, a.Currency = "", 0, ""
	}
	return a
}

// Named reports whether a column that has a place has this name.
func (r *Reader) Named(name string) bool {
	for _, c := range r.Columns {
		if c.Name == name && (c.Rows > 0 || !c.named()) {
			return true
		}
	}
	return false
}

// match finds the columns of cells by their selectors: of those that this row
// lacks otherwise, the innermost element that one of them selects.
func (r *Reader) match(v *view.Page, row []Cell, s view.Span, unknown, at []int, have map[int]bool) {
	inside := map[*html.Node]bool{}
	for i := s.Lo; i < s.Hi; i++ {
		inside[v.Nodes[i].H] = true
	}
	for _, i := range unknown {
		best := -1
		for h := row[i].element(); h != nil && inside[h] && best < 0; h = h.Parent {
			for _, f := range r.foreign {
				if c := &r.Columns[f.at]; !have[f.at] && c.Nth <= 1 && f.css.Match(h) && (best < 0 || len(c.Select) > len(r.Columns[best].Select)) {
					best = f.at
				}
			}
		}
		at[i] = best
	}
}

// Fits returns the share of the usual columns (those that nine of ten of the
// records known had) that a row has; 1 where none is usual.
func (r *Reader) Fits(row []Cell, records int) float64 {
	have := map[int]bool{}
	for _, c := range row {
		if x, ok := r.find(c); ok {
			have[x] = true
		}
	}
	found := 0
	for i, c := range r.Columns {
		if c.usual(records) && have[i] {
			found++
		}
	}
	if n := r.Usual(records); n > 0 {
		return float64(found) / float64(n)
	}
	return 1
}

// Titled reports whether a row has the title that each record known had; true where these are
// few, or some had none.
func (r *Reader) Titled(row []Cell, records int) bool {
	title := slices.IndexFunc(r.Columns, func(c Column) bool { return c.Title })
	return title < 0 || records < titledRecords || r.Columns[title].Rows < records || slices.ContainsFunc(row, func(c Cell) bool {
		x, ok := r.find(c)
		return ok && x == title
	})
}

// Leads reports whether a row has the title of records, which leads to a page.
func (r *Reader) Leads(row []Cell) bool {
	return slices.ContainsFunc(row, func(c Cell) bool {
		x, ok := r.find(c)
		return ok && r.Columns[x].Title && c.Link >= 0
	})
}

// titledRecords is how many records tell that each has a title.
const titledRecords = 20

func (r *Reader) Usual(records int) (n int) {
	for _, c := range r.Columns {
		if c.usual(records) {
			n++
		}
	}
	return n
}

func (c Column) usual(records int) bool { return c.Rows > 0 && !c.Chosen() && c.Rows*10 >= records*9 }

// element returns the element that f's text or image stands in.
func (f *Fragment) element() *html.Node {
	if f.h != nil && f.h.Type == html.TextNode {
		return f.h.Parent
	}
	return f.h
}

// labelsOf returns the labels of columns, for cells.
func labelsOf(columns []Column) map[string]bool {
	out := map[string]bool{}
	for _, c := range columns {
		if c.Label != "" {
			out[strings.TrimSpace(labelName(c.Label))] = true
		}
	}
	return out
}
