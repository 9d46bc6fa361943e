package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
)

// table is what a person would keep of a page: fields with their values in a record or two.
type table struct {
	dir, id string
	fields  []field
	records int
}

type field struct {
	names    []string // any of them is right
	kind     string
	values   []string // of each record; "" where nothing is said of it
	optional bool     // neither missed nor junk
}

// parse reads truth.txt.
func parse(text string) (out []table, err error) {
	for n, line := range strings.Split(text, "\n") {
		switch words := strings.Fields(line); {
		case len(words) == 0 || strings.HasPrefix(line, "#"):
		case words[0] == "page" && len(words) == 3:
			out = append(out, table{dir: words[1], id: words[2]})
		default:
			cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
			head := strings.Fields(cells[0])
			if len(out) == 0 || len(head) != 2 || len(cells) < 2 {
				return nil, fmt.Errorf("truth.txt:%d: want a page or name type | value | value", n+1)
			}
			t := &out[len(out)-1]
			f := field{kind: head[1]}
			var names string
			names, f.optional = strings.CutPrefix(head[0], "?")
			f.names = strings.Split(names, "/")
			for _, cell := range cells[1:] {
				cell = strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|")
				if cell == "-" {
					cell = ""
				}
				f.values = append(f.values, cell)
			}
			t.records = max(t.records, len(f.values))
			t.fields = append(t.fields, f)
		}
	}
	return out, nil
}

// column is one of the columns that were read: what it has in the records of a table.
type column struct {
	name, kind string
	values     []string
}

// judgement is how the columns of a page compare with its table.
type judgement struct {
	fields, columns, records int
	own                      []pair
	lacking                  []field
	junk                     []column
}

// pair is a field and the column that it has to itself.
type pair struct {
	field        field
	column       column
	named, typed bool
}

func judge(t table, records []extract.Record, labels map[string]bool) judgement {
	var j judgement
	read := make([]*extract.Record, t.records)
	for i := range read {
		if read[i] = t.find(i, records); read[i] != nil {
			j.records++
		}
	}
	columns := columnsOf(read)
	j.columns = len(columns)
	taken := make([]bool, len(columns))
	// Of several columns with the values of a field, the one that says best what it is.
	for _, f := range t.fields {
		if f.optional {
			continue
		}
		j.fields++
		best, most := -1, 0
		for i, c := range columns {
			if taken[i] || !f.in(c) {
				continue
			}
			p := f.with(c, labels)
			if says := 1 + 2*weight(p.named) + weight(p.typed); says > most {
				best, most = i, says
			}
		}
		if best < 0 {
			j.lacking = append(j.lacking, f)
			continue
		}
		taken[best] = true
		j.own = append(j.own, f.with(columns[best], labels))
	}
	for i, c := range columns {
		if !taken[i] && !slices.ContainsFunc(t.fields, func(f field) bool { return f.optional && f.allows(c) }) {
			j.junk = append(j.junk, c)
		}
	}
	return j
}

func weight(b bool) int {
	if b {
		return 1
	}
	return 0
}

// find returns the record that has most of the values of the i-th of the table, at least half.
func (t table) find(i int, records []extract.Record) *extract.Record {
	said := 0
	for _, f := range t.fields {
		if v := f.at(i); v != "" && v != "…" {
			said++
		}
	}
	best, most := -1, 0
	for r := range records {
		text := plain(records[r].Text)
		has := 0
		for _, f := range t.fields {
			if v := f.at(i); v != "" && v != "…" && strings.Contains(text, plain(shown(v))) {
				has++
			}
		}
		if has > most {
			best, most = r, has
		}
	}
	if best < 0 || most*2 < said {
		return nil
	}
	return &records[best]
}

// shown is what of a value stands on the page.
func shown(value string) string {
	value, _, _ = strings.Cut(value, " ~ ")
	return strings.TrimSuffix(value, "…")
}

func (f field) at(i int) string {
	if i < len(f.values) {
		return f.values[i]
	}
	return ""
}

// columnsOf returns the columns that records have: their title and their fields.
func columnsOf(records []*extract.Record) (out []column) {
	index := map[string]int{}
	add := func(i int, name, kind, value string) {
		if value == "" {
			return
		}
		at, ok := index[name]
		if !ok {
			at = len(out)
			index[name] = at
			out = append(out, column{name: name, kind: kind, values: make([]string, len(records))})
		}
		out[at].values[i] = value
		if out[at].kind != kind {
			out[at].kind = ""
		}
	}
	for i, r := range records {
		if r == nil {
			continue
		}
		add(i, "title", "", r.Title)
		seen := map[string]bool{"title": true}
		for _, f := range r.Fields {
			name := f.Name
			if seen[name] {
				name += " (again)"
			}
			seen[name] = true
			add(i, name, f.Kind, f.Value)
		}
	}
	return out
}

// in reports whether c has the values of f, and any of them.
func (f field) in(c column) bool {
	some := false
	for i, got := range c.values {
		want := f.at(i)
		if want == "" || want == "…" {
			continue
		}
		if !same(want, got) {
			return false
		}
		some = true
	}
	return some
}

// allows reports whether c may be f, which nobody misses.
func (f field) allows(c column) bool {
	if !slices.ContainsFunc(f.values, func(v string) bool { return v != "" }) {
		return f.kind == "image" && c.kind == "image" || slices.Contains(f.names, c.name)
	}
	return f.in(c) || slices.Contains(f.names, c.name) && slices.Contains(f.values, "…")
}

// with pairs f with a column. A name that the page itself gives in a header or label is right.
func (f field) with(c column, labels map[string]bool) pair {
	p := pair{field: f, column: c, named: labels[c.name]}
	for _, name := range f.names {
		p.named = p.named || c.name == name || strings.HasPrefix(c.name, name+"_") || strings.HasSuffix(c.name, "_"+name)
	}
	p.named = p.named && strings.TrimRight(c.name, "0123456789") == c.name
	kind := c.kind
	if kind == "" {
		kind = "text"
	}
	p.typed = kind == f.kind
	return p
}

// same reports whether two values say the same, one of those by ~; one that ends with … is
// the beginning.
func same(want, got string) bool {
	if one, other, ok := strings.Cut(want, " ~ "); ok {
		return same(one, got) || same(other, got)
	}
	a, b := plain(want), plain(got)
	if begin, cut := strings.CutSuffix(want, "…"); cut {
		return b != "" && strings.HasPrefix(b, plain(begin))
	}
	return a == b
}

// plain is a text without what white space and brackets around it add.
func plain(s string) string {
	return strings.Trim(strings.ToLower(strings.Join(strings.Fields(s), " ")), " ()[]:;,|·–-")
}
