package table

import (
	"math"
	"slices"
)

// Wish is which rows of a table a person wants, and in which order.
type Wish struct {
	Equal      map[string][]string // of a column, any of these values; "" is nothing
	Least      map[string]float64  // of a column
	Most       map[string]float64
	Among      []int64 // ids, best first; nil: all
	Sort       string
	Descending bool
}

// test is one condition on a column, by its codes.
type test struct {
	*Column
	any      []uint32 // of equal; nil: a range
	from, to uint32   // of a range
}

func (t test) holds(row int) bool {
	code := t.codes[row]
	if t.any == nil {
		return code != 0 && code >= t.from && code <= t.to
	}
	return slices.Contains(t.any, code)
}

// tests returns a wish's conditions by column.
func (t *Table) tests(w Wish) (out []test) {
	for _, c := range t.Columns {
		if values, ok := w.Equal[c.Name]; ok {
			one := test{Column: c, any: []uint32{}}
			for _, v := range values {
				if code := c.code(v); code > 0 || v == "" {
					one.any = append(one.any, code)
				}
			}
			out = append(out, one)
		}
		least, atLeast := w.Least[c.Name]
		most, atMost := w.Most[c.Name]
		if (atLeast || atMost) && c.Numeric() {
			one := test{Column: c, from: 1, to: uint32(len(c.numbers))}
			if atLeast {
				i, _ := slices.BinarySearch(c.numbers, least)
				one.from = uint32(i + 1)
			}
			if atMost {
				i, found := slices.BinarySearch(c.numbers, most)
				if one.to = uint32(i); found {
					one.to++
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// candidates returns the rows that a search found, best first, or all.
func (t *Table) candidates(w Wish) []uint32 {
	if w.Among == nil {
		rows := make([]uint32, len(t.IDs))
		for i := range rows {
			rows[i] = uint32(i)
		}
		return rows
	}
	rows := make([]uint32, 0, len(w.Among))
	for _, id := range w.Among {
		if i, found := slices.BinarySearch(t.IDs, id); found {
			rows = append(rows, uint32(i))
		}
	}
	return rows
}

// Rows returns the rows that a person wants, in their order.
func (t *Table) Rows(w Wish) []uint32 {
	rows := t.candidates(w)
	if tests := t.tests(w); len(tests) > 0 {
		rows = slices.DeleteFunc(rows, func(row uint32) bool {
			return slices.ContainsFunc(tests, func(c test) bool { return !c.holds(int(row)) })
		})
	}
	c := t.column(w.Sort)
	if c == nil {
		if w.Descending {
			slices.Reverse(rows)
		}
		return rows
	}
	keys := make([]uint64, len(rows)) // what is empty comes last, either way
	for i, row := range rows {
		code := c.codes[row]
		if w.Descending {
			code = math.MaxUint32 - code
		} else if code == 0 {
			code = math.MaxUint32
		}
		keys[i] = uint64(code)<<32 | uint64(row)
	}
	slices.Sort(keys)
	for i, k := range keys {
		rows[i] = uint32(k)
	}
	return rows
}

// openValues is how many values "all" are at most.
const openValues = 200

// Facet is the values of a column to choose from.
type Facet struct {
	Name   string  `json:"name"`
	Values []Count `json:"values"`
	More   int     `json:"more"` // values that are not listed
}

// Facets counts the values of columns over the records that all conditions but those on the
// column itself let pass: of so many columns, and so many values of each; all of one column.
func (t *Table) Facets(w Wish, most, values int, open string) (out []Facet) {
	rows, tests := t.candidates(w), t.tests(w)
	for _, c := range t.Columns {
		if !c.facet() || len(out) >= most && c.Name != open {
			continue
		}
		counts := make([]int, c.Distinct+1)
	rows:
		for _, row := range rows {
			for _, other := range tests {
				if other.Column != c && !other.holds(int(row)) {
					continue rows
				}
			}
			counts[c.codes[row]]++
		}
		out = append(out, Facet{Name: c.Name})
		f, listed := &out[len(out)-1], values
		if c.Name == open {
			listed = openValues
		}
		f.Values, f.More = c.top(counts, listed, w.Equal[c.Name])
	}
	return out
}
