package extract

import (
	"strings"
	"unicode"
)

// column is what stands at one path in the records of a region.
type column struct {
	name    string
	path    uint64
	rows    int             // records that have it
	chars   int             // letters in all of them
	targets map[string]bool // of its links
	texts   map[string]bool
	heading bool // in h1-h6, b, strong, dt, th
	first   int  // its place in the record where it was first seen
	linked  int
	actions int // that say what one can do or what follows, not what it is
}

// records turns the runs of nodes of a region into records.
func records(v *Page, r region, by KeyScheme) []Record {
	t := tableOf(v, r.recs)
	return t.records(learnColumns(t.rows, t.headers, t.isTitle), "", nil, nil, by)
}

// table is a region taken apart: a row of cells for each record. Of a large region
// the rows of some records are kept, evenly spread, to see what they have in common;
// the others are made as they are read, for all together would take more memory than
// the rest of the page.
type table struct {
	v       *Page
	recs    []span
	rows    [][]cell // of all records, or of some
	whole   bool     // of all
	common  func([]fragment)
	labels  map[string]bool
	headers map[int]string
	isTitle func(*fragment) bool
}

// tableOf takes a region apart by what its records have in common.
func tableOf(v *Page, recs []span) table {
	t, rows := takeApart(v, recs)
	title := titleColumn(v, rows, t.headers)
	t.isTitle = func(f *fragment) bool { return f.path == title }
	t.labels = rowLabels(rows, t.isTitle)
	t.fill(rows)
	return t
}

// takeApart begins the table of a region: with its rows, or some, before they are cells.
func takeApart(v *Page, recs []span) (table, [][]fragment) {
	some := spreadRecords(v, recs)
	rows := make([][]fragment, len(some))
	for i, s := range some {
		rows[i] = fragments(v, s)
	}
	t := table{v: v, recs: recs, headers: columnNames(v, recs), whole: len(some) == len(recs), common: commonTo(rows)}
	for _, row := range rows {
		t.common(row)
	}
	return t, rows
}

// nodesToSee are how many nodes of a region of a page of so many bytes at most are
// enough to see what its records have in common: of the usual ten megabytes 8,000.
const nodesToSee = 1. / 1300

// spreadRecords returns records, or of those of a large region some, evenly spread.
func spreadRecords(v *Page, recs []span) []span {
	nodes := 0
	for _, s := range recs {
		nodes += int(s.hi - s.lo)
	}
	enough := int(nodesToSee * float64(v.doc.Most))
	if nodes <= enough {
		return recs
	}
	out := make([]span, max(1, len(recs)*enough/nodes))
	for i := range out {
		out[i] = recs[i*len(recs)/len(out)]
	}
	return out
}

func (t *table) fill(rows [][]fragment) {
	t.rows = make([][]cell, len(rows))
	for i, row := range rows {
		t.rows[i] = t.cells(row, t.labels)
	}
}

// row returns the cells of the i-th record.
func (t *table) row(i int) []cell {
	if t.whole {
		return t.rows[i]
	}
	row := fragments(t.v, t.recs[i])
	t.common(row)
	return t.cells(row, t.labels)
}

// cells are those of a row, with the headers of those that are all of their table cell.
func (t *table) cells(row []fragment, labels map[string]bool) []cell {
	out := cells(row, labels, len(t.headers) > 0, t.isTitle)
	if len(t.headers) == 0 {
		return out
	}
	held, called := map[int]int{}, map[string]int{}
	for _, c := range out {
		held[c.cell]++
	}
	for _, name := range t.headers {
		called[name]++
	}
	for i := range out {
		c := &out[i]
		if head := t.headers[c.cell]; held[c.cell] == 1 && called[head] == 1 && c.spot.part == 0 && c.label == "" && c.image == "" {
			c.head = head
		}
	}
	return out
}

// records makes a record of each row by columns. group is the name of the column for
// the heading that it stands under (see Wrapper). drop are parameters of addresses
// that tell no records apart, beside those that the page shows; fixed are those to keep.
func (t table) records(columns []Column, group string, drop, fixed []string, by KeyScheme) []Record {
	read := newReader(columns)
	keys := newKeys(t.v)
	keys.add(drop, fixed)
	keys.by = by
	out := make([]Record, len(t.recs))
	for i := range out {
		rec, row := &out[i], t.row(i)
		rec.Text = t.v.textOf(t.recs[i])
		title := read.row(t.v, row, t.recs[i], rec)
		link := titleLink(t.v, row, title)
		if u, ok := t.v.target(link); ok {
			keys.see(u)
			rec.URL = u
		}
		if rec.Title == "" && !rec.URL.IsZero() {
			rec.Title = nameOf(t.v, link, t.recs[i].lo)
		}
		if rec.Title == "" {
			rec.Title = firstTitle(row)
		}
	}
	t.nameGroups(out, group, read.named)
	return keys.assign(out, func(i int) string { return rowKey(t.row(i), t.headers) })
}

// titleColumn returns the path of the fragments that name the records: there
// in most records, different in each, a link rather than not, set off rather
// than not, early rather than late. Zero where there is none.
func titleColumn(v *Page, rows [][]fragment, names map[int]string) uint64 {
	cols := map[uint64]*column{}
	var order []*column
	rows = someRows(rows)
	for _, row := range rows {
		seen := map[uint64]bool{}
		for x, f := range row {
			if seen[f.path] || f.image != "" && f.text == "" {
				continue
			}
			seen[f.path] = true
			c := cols[f.path]
			if c == nil {
				c = &column{path: f.path, name: strings.TrimPrefix(f.name, "."), first: x, targets: map[string]bool{}, texts: map[string]bool{}}
				if h := names[f.cell]; h != "" {
					c.name = h
				}
				cols[f.path] = c
				order = append(order, c)
			}
			c.rows++
			c.chars += min(letters(f.text), 80)
			if strings.HasSuffix(f.text, ":") {
				c.actions++ // it announces what follows
			} else if len(f.text) <= longestAction && actions[strings.ToLower(strings.Trim(f.text, " []()›»>.…"))] {
				c.actions++
			}
			c.texts[f.text] = true
			c.heading = c.heading || f.heading
			if _, ok := v.target(f.link); ok {
				c.linked++
				c.targets[v.canonical(f.link)] = true
			}
		}
	}
	var best uint64
	top := 0.0
	n := float64(len(rows))
	for _, c := range order {
		mean := float64(c.chars) / float64(c.rows)
		s := float64(c.rows) / n * float64(len(c.texts)) / float64(c.rows) * mean / (mean + 8)
		if c.linked > 0 {
			// One record alone does not show that its link is its own.
			weight := 2.0
			if len(rows) == 1 {
				weight = 0.5
			}
			s *= 1 + weight*float64(len(c.targets))/float64(c.rows)
		}
		if c.heading {
			s *= 1.4
		}
		s *= 1 - 0.9*float64(c.actions)/float64(c.rows)
		if titleNames[c.name] {
			s *= 3
		}
		s /= 1 + 0.08*float64(c.first)
		if s > top {
			top, best = s, c.path
		}
	}
	return best
}

// titleLink returns the link of the record: the title's own, else the first
// that leads over http and says something. -1 where there is none.
func titleLink(v *Page, row []cell, title int) int32 {
	first := int32(-1)
	for i, c := range row {
		if u, ok := v.target(c.link); !ok || u == v.doc.URL {
			continue // a link within the page tells no record apart
		}
		if i == title {
			return c.link
		}
		if first < 0 || !useful(v.label(first)) && useful(c.text) {
			first = c.link
		}
	}
	return first
}

// firstTitle returns the first text of a record that is more than a number.
func firstTitle(row []cell) string {
	for _, f := range row {
		if useful(f.text) {
			return f.text
		}
	}
	if len(row) > 0 {
		return row[0].text
	}
	return ""
}

// actions are what links to a record say instead of its name.
var actions = map[string]bool{"edit": true, "view": true, "details": true, "detail": true, "more": true, "more info": true, "read more": true, "show": true, "open": true,
	"select": true, "download": true, "delete": true, "add": true, "buy": true, "pdf": true, "html": true, "full text": true, "abstract": true, "preview": true, "cached": true,
	"ansehen": true, "anzeigen": true, "mehr": true, "bearbeiten": true, "voir": true, "détails": true, "lire la suite": true, "ver": true, "ver más": true, "detalles": true,
	"detalhes": true, "dettagli": true, "подробнее": true, "詳細": true, "查看": true, "details »": true, "click here": true, "similar": true, "learn more": true, "view details": true}

// titleNames are what columns and classes call the name of a record.
var titleNames = map[string]bool{"title": true, "name": true, "subject": true, "heading": true, "headline": true, "titel": true, "titre": true, "nom": true,
	"título": true, "titulo": true, "nombre": true, "nome": true, "titolo": true, "naam": true, "название": true, "наименование": true, "caption": true,
	"entry_title": true, "product_name": true, "item_title": true, "result_title": true, "bezeichnung": true, "case_name": true, "題名": true, "タイトル": true, "标题": true, "제목": true}

// longestAction is the length of the longest text that is looked up among actions.
const longestAction = 40

// useful reports whether text has a letter in it.
func useful(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }
