package extract

import (
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// reader reads rows by columns.
type reader struct {
	columns  []Column
	index    map[place]int
	heads    map[string]int // columns that are all of a table cell, by its header
	lists    map[spot]bool
	template []bool    // of columns: see Column.announces
	foreign  []foreign // columns whose selector a person wrote, or that is rare
}

// foreign is a column to look for by its selector.
type foreign struct {
	at  int
	css cascadia.Matcher
}

func newReader(columns []Column) *reader {
	r := &reader{columns: columns, index: map[place]int{}, heads: map[string]int{}, lists: map[spot]bool{}}
	for i, c := range columns {
		r.template = append(r.template, c.announces())
		p := c.place()
		if _, ok := r.index[p]; !ok || c.Title {
			r.index[p] = i
		}
		if c.Head != "" {
			r.heads[c.Head] = i
		}
		if c.Label == "" && c.Nth == 0 {
			r.lists[spot{part: p.part, css: p.css}] = true
		}
		if c.Label == "" && c.Select != "" {
			if m, err := cascadia.ParseGroup(c.Select); err == nil {
				r.foreign = append(r.foreign, foreign{i, m})
			}
		}
	}
	return r
}

// row fills in the fields and the title of rec, and returns the index of the
// cell that is its title; -1 where it has none.
func (r *reader) row(v *Page, row []cell, s span, rec *Record) int {
	title := -1
	at := make([]int, len(row)) // column of each cell
	var unknown []int
	have := map[int]bool{}
	for i, c := range row {
		x, ok := r.find(c)
		if !ok {
			x = -1
			unknown = append(unknown, i)
		}
		at[i] = x
		have[x] = true
	}
	if len(unknown) > 0 {
		r.match(v, row, s, unknown, at, have)
	}
	taken := map[string]bool{}
	fields := map[int]int{} // column to field
	rec.Fields = make([]Field, 0, len(row))
	for i, c := range row {
		f := c.typed
		if at[i] < 0 {
			f.Name = c.label
			if f.Name == "" {
				f.Name = c.fieldName(nil, false)
			}
			if r.named(f.Name) || taken[f.Name] {
				continue // it would pass for something else
			}
			taken[f.Name] = true
			rec.Fields = append(rec.Fields, f)
			continue
		}
		col := &r.columns[at[i]]
		if col.Title && title < 0 && c.text != "" {
			title, rec.Title = i, c.text
		}
		if r.template[at[i]] && f.Value == col.Only {
			continue
		}
		k, ok := fields[at[i]]
		if ok {
			rec.Fields[k] = joinField(rec.Fields[k], f, col.Kind)
			continue
		}
		f.Name = col.Name
		if f.Kind != col.Kind {
			f.Kind, f.Number, f.Currency = "", 0, ""
			if col.Kind == "list" {
				f.Kind = "list"
			}
		}
		fields[at[i]] = len(rec.Fields)
		rec.Fields = append(rec.Fields, f)
	}
	return title
}

// find returns the column of a cell.
func (r *reader) find(c cell) (int, bool) {
	x, ok := r.index[c.place(r.lists)]
	if !ok && c.label != "" {
		c.label = ""
		x, ok = r.index[c.place(r.lists)]
	}
	if !ok && c.head != "" {
		x, ok = r.heads[c.head]
	}
	return x, ok
}

// joinField adds a further value of the same column.
func joinField(a, b Field, kind string) Field {
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

// named reports whether a column has this name.
func (r *reader) named(name string) bool {
	for _, c := range r.columns {
		if c.Name == name {
			return true
		}
	}
	return false
}

// match finds the columns of cells by their selectors: of those that this row
// lacks otherwise, the innermost element that one of them selects.
func (r *reader) match(v *Page, row []cell, s span, unknown, at []int, have map[int]bool) {
	inside := map[*html.Node]bool{}
	for i := s.lo; i < s.hi; i++ {
		inside[v.nodes[i].h] = true
	}
	for _, i := range unknown {
		best := -1
		for h := row[i].element(); h != nil && inside[h] && best < 0; h = h.Parent {
			for _, f := range r.foreign {
				if c := &r.columns[f.at]; !have[f.at] && c.Nth <= 1 && f.css.Match(h) && (best < 0 || len(c.Select) > len(r.columns[best].Select)) {
					best = f.at
				}
			}
		}
		at[i] = best
	}
}

// fits returns the share of the usual columns (those that nine of ten of the
// records known had) that a row has; 1 where none is usual.
func (r *reader) fits(row []cell, records int) float64 {
	have := map[int]bool{}
	for _, c := range row {
		if x, ok := r.find(c); ok {
			have[x] = true
		}
	}
	found := 0
	for i, c := range r.columns {
		if c.usual(records) && have[i] {
			found++
		}
	}
	if n := r.usual(records); n > 0 {
		return float64(found) / float64(n)
	}
	return 1
}

func (r *reader) usual(records int) (n int) {
	for _, c := range r.columns {
		if c.usual(records) {
			n++
		}
	}
	return n
}

func (c Column) usual(records int) bool { return c.Rows > 0 && c.Rows*10 >= records*9 }

// element returns the element that f's text or image stands in.
func (f *fragment) element() *html.Node {
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
