// Package table holds the records of a site that is looked at in memory, as columns of codes:
// one small number a cell, smaller for what comes first in order. Facets, ranges and sorting
// go over these, so that they take a moment on a million records, and need no index in the
// file that every harvest would pay for. It knows neither requests nor pages.
package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// Head is what a column is called, and what it holds.
type Head struct {
	Name string `json:"name"` // heading in the site's view
	Type string `json:"type"` // text, number or time
}

// Heads are the columns that the table of a site has, before it is read: those of its view,
// between the title and the times.
func Heads(fields []storage.Column) []Head {
	const most = 200
	out := []Head{{"title", "text"}}
	for _, f := range fields[:min(len(fields), most)] {
		kind := "text"
		if f.Numeric {
			kind = "number"
		}
		out = append(out, Head{f.Heading, kind})
	}
	return append(out, Head{"first_seen", "time"}, Head{"last_seen", "time"})
}

// Numeric reports whether ranges make sense.
func (h Head) Numeric() bool { return h.Type != "text" }

// Number reads a bound of a range: a number, or of times a date or a time.
func (h Head) Number(text string) (float64, bool) {
	if h.Type == "time" {
		for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04"} {
			if t, err := time.Parse(layout, text); err == nil {
				return float64(t.UnixMilli()), true
			}
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil && !math.IsNaN(n)
}

// Column is one column of a table.
type Column struct {
	Head
	Filled   int `json:"filled"`
	Distinct int `json:"distinct"`

	codes   []uint32  // by row: 0 for nothing, else 1 + the place of its value in order
	words   []string  // by code - 1, of texts; nil where nearly each record has its own
	numbers []float64 // by code - 1, of numbers and times
}

// fewWords is how many distinct texts a column may have for its texts to be kept.
const fewWords = 50_000

// Table is the records of a site.
type Table struct {
	IDs     []int64 // ascending
	Columns []*Column
	print   string // of the site when it was read
	read    time.Time
	took    time.Duration
}

// Heads are what its columns are called.
func (t *Table) Heads() (out []Head) {
	for _, c := range t.Columns {
		out = append(out, c.Head)
	}
	return out
}

func (t *Table) column(name string) *Column {
	i := slices.IndexFunc(t.Columns, func(c *Column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return t.Columns[i]
}

// Told reports whether it is known which records have a value: of texts, where they are few.
func (t *Table) Told(column string) bool {
	c := t.column(column)
	return c == nil || c.words != nil || c.Numeric()
}

// Value returns what a code stands for.
func (c *Column) Value(code uint32) string {
	switch {
	case code == 0:
		return ""
	case c.Type == "time":
		return time.UnixMilli(int64(c.numbers[code-1])).UTC().Format("2006-01-02T15:04:05.999Z07:00") // Number reads it back
	case c.numbers != nil:
		return strconv.FormatFloat(c.numbers[code-1], 'f', -1, 64)
	case c.words != nil:
		return c.words[code-1]
	}
	return ""
}

// code returns the code of a value that a person wrote, 0 where no record has it.
func (c *Column) code(value string) uint32 {
	if c.Numeric() {
		if n, ok := c.Number(value); ok {
			if i, found := slices.BinarySearch(c.numbers, n); found {
				return uint32(i + 1)
			}
		}
		return 0
	}
	if i, found := slices.BinarySearch(c.words, value); found {
		return uint32(i + 1)
	}
	return 0
}

// facet reports whether there are few enough values to choose from.
func (c *Column) facet() bool {
	return c.Type == "text" && c.words != nil && c.Distinct > 1 && c.Distinct <= 1000 && c.Filled >= 2*c.Distinct
}

// Count is a value of a column, and how many records have it.
type Count struct {
	Value  string `json:"value"`
	Count  int    `json:"count"`
	Chosen bool   `json:"chosen"`
}

// top returns the values with the highest counts, and those that were chosen.
func (c *Column) top(counts []int, most int, chosen []string) (out []Count, more int) {
	order := make([]uint32, 0, len(counts))
	for code, n := range counts {
		if code > 0 && n > 0 {
			order = append(order, uint32(code))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for _, v := range chosen {
		if code := c.code(v); code > 0 {
			out = append(out, Count{v, counts[code], true})
		}
	}
	for _, code := range order {
		v := c.Value(code)
		if slices.Contains(chosen, v) {
			continue
		}
		if len(out) >= most {
			more++
			continue
		}
		out = append(out, Count{Value: v, Count: counts[code]})
	}
	return out, more
}

// Common returns the values that most records have, as far as values are kept.
func (c *Column) Common(most int) []Count {
	if c.words == nil && c.numbers == nil {
		return []Count{}
	}
	counts := make([]int, c.Distinct+1)
	for _, code := range c.codes {
		counts[code]++
	}
	common, _ := c.top(counts, most, nil)
	return common
}
