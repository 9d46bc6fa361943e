package export

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
)

// listSeparator joins the values of a field that has several.
const listSeparator = "; "

// kind is the type of a table's column.
type kind int

const (
	text    kind = iota // string, never NULL
	word                // string, NULL where the record has none
	number              // float64, NULL where the record has none
	whole               // int64, NULL where the record has none
	integer             // int64
	instant             // time.Time in UTC, to the millisecond
)

// Column is one column of a table: what every record has, or a field.
type Column struct {
	Name  string
	kind  kind
	field string // of words and numbers that are fields
	of    func(storage.Record) any
}

// Table returns the columns of a table with these fields: site, key, url,
// title, the fields, text, queries, first_seen, last_seen.
func Table(fields []storage.Column) []Column {
	columns := []Column{
		{Name: "site", of: func(r storage.Record) any { return r.Site }},
		{Name: "key", of: func(r storage.Record) any { return r.Key }},
		{Name: "url", kind: word, of: func(r storage.Record) any { return orNull(r.URL) }},
		{Name: "title", of: func(r storage.Record) any { return r.Title }},
	}
	for _, f := range fields {
		c := Column{Name: f.Heading, kind: word, field: f.Field}
		switch {
		case f.Whole:
			c.kind = whole
		case f.Numeric:
			c.kind = number
		}
		columns = append(columns, c)
	}
	return append(columns,
		Column{Name: "text", of: func(r storage.Record) any { return r.Text }},
		Column{Name: "queries", kind: integer, of: func(r storage.Record) any { return int64(r.Queries) }},
		Column{Name: "first_seen", kind: instant, of: func(r storage.Record) any { return r.FirstSeen.UTC() }},
		Column{Name: "last_seen", kind: instant, of: func(r storage.Record) any { return r.LastSeen.UTC() }},
	)
}

// Pick returns the named columns in the order of the names.
func Pick(columns []Column, names []string) ([]Column, error) {
	var out []Column
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		if i < 0 {
			var known []string
			for _, c := range columns {
				known = append(known, c.Name)
			}
			return nil, fmt.Errorf("no column %q; there are %s", name, strings.Join(known, ", "))
		}
		if slices.ContainsFunc(out, func(c Column) bool { return c.Name == columns[i].Name }) {
			return nil, fmt.Errorf("column %q is named twice", name)
		}
		out = append(out, columns[i])
	}
	return out, nil
}

// table turns records into rows of cells: nil, string, int64, float64 or
// time.Time, as the kinds of its columns say.
type table struct {
	columns []Column
	index   map[string]int // of a field's column
	row     []any
	strict  bool // a number's column takes nothing but numbers
}

func newTable(columns []Column, strict bool) *table {
	t := &table{columns: columns, index: map[string]int{}, row: make([]any, len(columns)), strict: strict}
	for i, c := range columns {
		if c.of == nil {
			t.index[c.field] = i
		}
	}
	return t
}

// cells returns the row of a record. It is overwritten by the next call.
func (t *table) cells(r storage.Record) []any {
	for i, c := range t.columns {
		t.row[i] = nil
		if c.of != nil {
			t.row[i] = c.of(r)
		}
		if s, ok := t.row[i].(string); ok {
			t.row[i] = valid(s)
		}
	}
	for _, f := range r.Fields {
		i, ok := t.index[f.Name]
		if !ok {
			continue // beyond the catalogue's bound, or not asked for
		}
		n, isNumber := value(f).(float64)
		switch {
		case t.columns[i].kind != number && t.columns[i].kind != whole:
			t.join(i, valid(f.Value))
		case isNumber && t.row[i] == nil && t.columns[i].kind == whole && n == math.Trunc(n):
			t.row[i] = int64(n)
		case isNumber && t.row[i] == nil && (t.columns[i].kind == number || !t.strict):
			t.row[i] = n
		case !t.strict: // the catalogue has not seen this value yet
			t.join(i, valid(f.Value))
		}
	}
	return t.row
}

func (t *table) join(i int, s string) {
	switch held := t.row[i].(type) {
	case string:
		s = held + listSeparator + s
	case float64, int64:
		s = show(held) + listSeparator + s
	}
	t.row[i] = s
}

// show writes a cell as text.
func show(cell any) string {
	switch c := cell.(type) {
	case string:
		return c
	case int64:
		return strconv.FormatInt(c, 10)
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	case time.Time:
		return rfc3339(c)
	}
	return ""
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// value is a field's value as a number or a string.
func value(f extract.Field) any {
	if storage.IsNumber(f) {
		return f.Number
	}
	return f.Value
}
