package dashboard

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// The records of a site that is looked at are held in memory as columns of codes: one small
// number a cell, smaller for what comes first in order. Facets, ranges and sorting go over
// these, so that they take a moment on a million records, and need no index in the file that
// every harvest would pay for. A table is read anew, behind the pages, when its site has
// moved on, and at most a twentieth of the time.

// column is one column of a table.
type column struct {
	Name     string `json:"name"` // heading in the site's view
	Type     string `json:"type"` // text, number or time
	Filled   int    `json:"filled"`
	Distinct int    `json:"distinct"`

	codes   []uint32  // by row: 0 for nothing, else 1 + the place of its value in order
	words   []string  // by code - 1, of texts; nil where nearly each record has its own
	numbers []float64 // by code - 1, of numbers and times
}

// fewWords is how many distinct texts a column may have for its texts to be kept.
const fewWords = 50_000

// table is the records of a site.
type table struct {
	ids     []int64 // ascending
	columns []*column
	of      string // fingerprint of the site when it was read
	read    time.Time
	took    time.Duration
}

func (t *table) column(name string) *column {
	i := slices.IndexFunc(t.columns, func(c *column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return t.columns[i]
}

// value returns what a code stands for.
func (c *column) value(code uint32) string {
	switch {
	case code == 0:
		return ""
	case c.Type == "time":
		return time.UnixMilli(int64(c.numbers[code-1])).UTC().Format(time.RFC3339)
	case c.numbers != nil:
		return plain(c.numbers[code-1])
	case c.words != nil:
		return c.words[code-1]
	}
	return ""
}

// code returns the code of a value that a person wrote, 0 where no record has it.
func (c *column) code(value string) uint32 {
	if c.numbers != nil {
		if n, ok := c.number(value); ok {
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

// number reads a bound of a range: a number, or of times a date or a time.
func (c *column) number(text string) (float64, bool) {
	if c.Type == "time" {
		for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04"} {
			if t, err := time.Parse(layout, text); err == nil {
				return float64(t.UnixMilli()), true
			}
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n, err == nil && !math.IsNaN(n)
}

// numeric reports whether ranges make sense.
func (c *column) numeric() bool { return c.numbers != nil }

// facet reports whether there are few enough values to choose from.
func (c *column) facet() bool {
	return c.Type == "text" && c.words != nil && c.Distinct > 1 && c.Distinct <= 1000 && c.Filled >= 2*c.Distinct
}

// builder gathers a column.
type builder struct {
	*column
	field   string
	texts   map[string]uint32
	numbers map[float64]uint32
}

func newBuilder(name, field, kind string) *builder {
	b := &builder{column: &column{Name: name, Type: kind}, field: field}
	if kind == "text" {
		b.texts = map[string]uint32{}
	} else {
		b.numbers = map[float64]uint32{}
	}
	return b
}

func (b *builder) none() { b.codes = append(b.codes, 0) }

func (b *builder) text(s string) {
	if s == "" {
		b.none()
		return
	}
	code, known := b.texts[s]
	if !known {
		code = uint32(len(b.texts) + 1)
		b.texts[s] = code
	}
	b.codes = append(b.codes, code)
}

func (b *builder) number(n float64) {
	code, known := b.numbers[n]
	if !known {
		code = uint32(len(b.numbers) + 1)
		b.numbers[n] = code
	}
	b.codes = append(b.codes, code)
}

// done puts the values in order, and the codes with them.
func (b *builder) done() *column {
	if b.Type == "text" {
		b.words = reorder(b.codes, b.texts)
		b.Distinct = len(b.words)
		if b.Distinct > fewWords {
			b.words = nil
		}
	} else {
		b.column.numbers = reorder(b.codes, b.numbers)
		b.Distinct = len(b.column.numbers)
	}
	for _, c := range b.codes {
		if c > 0 {
			b.Filled++
		}
	}
	return b.column
}

func reorder[T cmp.Ordered](codes []uint32, known map[T]uint32) []T {
	values := make([]T, 0, len(known))
	for v := range known {
		values = append(values, v)
	}
	slices.Sort(values)
	place := make([]uint32, len(known)+1)
	for i, v := range values {
		place[known[v]] = uint32(i + 1)
	}
	for i, c := range codes {
		codes[i] = place[c]
	}
	return values
}

// readTable reads the records of a site; progress is told how many were read.
func readTable(ctx context.Context, store Store, site string, progress func(int)) (*table, error) {
	fields, err := store.Columns(ctx, site)
	if err != nil {
		return nil, err
	}
	const most = 200 // columns
	fields = fields[:min(len(fields), most)]
	title := newBuilder("title", "", "text")
	first, last := newBuilder("first_seen", "", "time"), newBuilder("last_seen", "", "time")
	var of []*builder
	for _, f := range fields {
		kind := "text"
		if f.Numeric {
			kind = "number"
		}
		of = append(of, newBuilder(f.Heading, f.Field, kind))
	}
	t := &table{}
	for r, err := range store.Cells(ctx, site, 0) {
		if err != nil {
			return nil, err
		}
		t.ids = append(t.ids, r.ID)
		title.text(clip(200, r.Title))
		first.number(float64(r.FirstSeen.UnixMilli()))
		last.number(float64(r.LastSeen.UnixMilli()))
		for _, b := range of {
			b.read(r)
		}
		if len(t.ids)%1000 == 0 {
			progress(len(t.ids))
		}
	}
	for _, b := range slices.Concat([]*builder{title}, of, []*builder{first, last}) {
		t.columns = append(t.columns, b.done())
		b.texts, b.numbers = nil, nil
	}
	return t, nil
}

// read takes a record's value: the number, or the texts of that name together.
func (b *builder) read(r storage.Held) {
	text := ""
	for _, f := range r.Fields {
		switch {
		case f.Name != b.field:
		case b.Type == "number":
			if storage.IsNumber(f) {
				b.number(f.Number)
				return
			}
		case text == "":
			text = f.Value
		default:
			text += "; " + f.Value
		}
	}
	if b.Type == "number" {
		b.none()
		return
	}
	b.text(clip(300, text))
}

// tables are the tables of the sites that were looked at lately.
type tables struct {
	store Store
	mu    sync.Mutex
	known map[string]*entry
}

type entry struct {
	table   *table
	reading chan struct{} // closed when the table that is being read is there; nil: none is
	rows    int           // read so far
	err     error
	used    time.Time
}

const (
	tablesKept = 4
	restFactor = 20                     // a table is read at most this part of the time
	quick      = 100 * time.Millisecond // unless that takes hardly any
)

// get returns a site's table, read at most patience ago or waited for that long; nil, and how
// many records of it were read, where that is not enough. A table of before is better than
// none.
func (ts *tables) get(ctx context.Context, of storage.SiteStatus, patience time.Duration) (t *table, rows int, err error) {
	print := of.LastAt.String() + strconv.Itoa(of.Records) + strconv.FormatInt(of.Harvest, 10)
	ts.mu.Lock()
	e := ts.known[of.Name]
	if e == nil {
		if ts.known == nil {
			ts.known = map[string]*entry{}
		}
		e = &entry{}
		ts.known[of.Name] = e
		ts.forget()
	}
	e.used = time.Now()
	stale := e.table == nil || e.table.of != print
	rested := e.table == nil || e.table.took < quick || time.Since(e.table.read) > restFactor*e.table.took
	if stale && rested && e.reading == nil {
		e.reading = make(chan struct{})
		go ts.read(e, of.Name, print)
	}
	if !stale || e.reading == nil || e.table != nil && e.table.took > patience {
		defer ts.mu.Unlock()
		return e.table, e.rows, nil
	}
	wait := e.reading
	ts.mu.Unlock()
	select {
	case <-wait:
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	case <-time.After(patience):
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return e.table, e.rows, e.err
}

func (ts *tables) read(e *entry, site, print string) {
	began := time.Now()
	t, err := readTable(context.Background(), ts.store, site, func(n int) {
		ts.mu.Lock()
		e.rows = n
		ts.mu.Unlock()
	})
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if e.err = err; err == nil {
		t.of, t.read, t.took = print, time.Now(), time.Since(began)
		e.table = t
	}
	close(e.reading)
	e.reading = nil
}

// forget drops the table that was not looked at for the longest time.
func (ts *tables) forget() {
	for len(ts.known) > tablesKept {
		oldest := ""
		for name, e := range ts.known {
			if e.reading == nil && (oldest == "" || e.used.Before(ts.known[oldest].used)) && !e.used.IsZero() {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		delete(ts.known, oldest)
	}
}

// wish is which rows of a table a person wants, and in which order.
type wish struct {
	equal      map[string][]string // of a column, any of these values; "" is nothing
	least      map[string]float64  // of a column
	most       map[string]float64
	among      []int64 // ids, best first; nil: all
	sort       string
	descending bool
}

// test is one condition on a column, by its codes.
type test struct {
	*column
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
func (t *table) tests(w wish) (out []test) {
	for _, c := range t.columns {
		if values, ok := w.equal[c.Name]; ok {
			one := test{column: c, any: []uint32{}}
			for _, v := range values {
				if code := c.code(v); code > 0 || v == "" {
					one.any = append(one.any, code)
				}
			}
			out = append(out, one)
		}
		least, atLeast := w.least[c.Name]
		most, atMost := w.most[c.Name]
		if (atLeast || atMost) && c.numeric() {
			one := test{column: c, from: 1, to: uint32(len(c.numbers))}
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
func (t *table) candidates(w wish) []uint32 {
	if w.among == nil {
		rows := make([]uint32, len(t.ids))
		for i := range rows {
			rows[i] = uint32(i)
		}
		return rows
	}
	rows := make([]uint32, 0, len(w.among))
	for _, id := range w.among {
		if i, found := slices.BinarySearch(t.ids, id); found {
			rows = append(rows, uint32(i))
		}
	}
	return rows
}

// rows returns the rows that a person wants, in their order.
func (t *table) rows(w wish) []uint32 {
	rows := t.candidates(w)
	if tests := t.tests(w); len(tests) > 0 {
		rows = slices.DeleteFunc(rows, func(row uint32) bool {
			return slices.ContainsFunc(tests, func(c test) bool { return !c.holds(int(row)) })
		})
	}
	c := t.column(w.sort)
	if c == nil {
		if w.descending {
			slices.Reverse(rows)
		}
		return rows
	}
	keys := make([]uint64, len(rows)) // what is empty comes last, either way
	for i, row := range rows {
		code := c.codes[row]
		if w.descending {
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

// valueCount is a value of a column, and how many records have it.
type valueCount struct {
	Value  string `json:"value"`
	Count  int    `json:"count"`
	Chosen bool   `json:"chosen"`
}

// facet is the values of a column to choose from.
type facet struct {
	Name   string       `json:"name"`
	Values []valueCount `json:"values"`
	More   int          `json:"more"` // values that are not listed
}

// facets counts the values of columns over the records that all conditions but those on the
// column itself let pass.
func (t *table) facets(w wish, most, values int) (out []facet) {
	rows, tests := t.candidates(w), t.tests(w)
	for _, c := range t.columns {
		if !c.facet() || len(out) == most {
			continue
		}
		counts := make([]int, c.Distinct+1)
	rows:
		for _, row := range rows {
			for _, other := range tests {
				if other.column != c && !other.holds(int(row)) {
					continue rows
				}
			}
			counts[c.codes[row]]++
		}
		out = append(out, facet{Name: c.Name})
		f := &out[len(out)-1]
		f.Values, f.More = c.top(counts, values, w.equal[c.Name])
	}
	return out
}

// top returns the values with the highest counts, and those that were chosen.
func (c *column) top(counts []int, most int, chosen []string) (out []valueCount, more int) {
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
			out = append(out, valueCount{v, counts[code], true})
		}
	}
	for _, code := range order {
		v := c.value(code)
		if slices.Contains(chosen, v) {
			continue
		}
		if len(out) >= most {
			more++
			continue
		}
		out = append(out, valueCount{Value: v, Count: counts[code]})
	}
	return out, more
}

// counts counts the records of each code.
func (c *column) counts() []int {
	counts := make([]int, c.Distinct+1)
	for _, code := range c.codes {
		counts[code]++
	}
	return counts
}
