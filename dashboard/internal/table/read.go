package table

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/storage"
)

// Store is what tables are read from.
type Store interface {
	Columns(ctx context.Context, sites ...string) ([]storage.Column, error)
	Cells(ctx context.Context, site string, from int64) iter.Seq2[storage.Held, error]
}

// builder gathers a column.
type builder struct {
	*Column
	field  string
	texts  map[string]uint32
	values map[float64]uint32
}

// codeOf returns the code of a value in the order in which values come.
func codeOf[T comparable](known map[T]uint32, value T) uint32 {
	code, ok := known[value]
	if !ok {
		code = uint32(len(known) + 1)
		known[value] = code
	}
	return code
}

func (b *builder) number(n float64) { b.codes = append(b.codes, codeOf(b.values, n)) }

func (b *builder) text(s string) {
	code := uint32(0)
	if s != "" {
		code = codeOf(b.texts, s)
	}
	b.codes = append(b.codes, code)
}

// done puts the values in order, and the codes with them.
func (b *builder) done() *Column {
	if b.Numeric() {
		b.numbers = reorder(b.codes, b.values)
		b.Distinct = len(b.numbers)
	} else {
		b.words = reorder(b.codes, b.texts)
		if b.Distinct = len(b.words); b.Distinct > fewWords {
			b.words = nil
		}
	}
	for _, c := range b.codes {
		if c > 0 {
			b.Filled++
		}
	}
	return b.Column
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

// read reads the records of a site; progress is told how many were read.
func read(ctx context.Context, store Store, site string, progress func(int)) (*Table, error) {
	fields, err := store.Columns(ctx, site)
	if err != nil {
		return nil, err
	}
	var of []*builder
	for i, h := range Heads(fields) {
		b := &builder{Column: &Column{Head: h}, texts: map[string]uint32{}, values: map[float64]uint32{}}
		if i > 0 && h.Type != "time" {
			b.field = fields[i-1].Field
		}
		of = append(of, b)
	}
	t := &Table{}
	title, first, last := of[0], of[len(of)-2], of[len(of)-1]
	for r, err := range store.Cells(ctx, site, 0) {
		if err != nil {
			return nil, err
		}
		t.IDs = append(t.IDs, r.ID)
		title.text(text.Clip(200, r.Title))
		for _, b := range of[1 : len(of)-2] {
			b.read(r)
		}
		first.number(float64(r.FirstSeen.UnixMilli()))
		last.number(float64(r.LastSeen.UnixMilli()))
		if len(t.IDs)%1000 == 0 {
			progress(len(t.IDs))
		}
	}
	for _, b := range of {
		t.Columns = append(t.Columns, b.done())
		b.texts, b.values = nil, nil
	}
	return t, nil
}

// read takes a record's value: the number, or the texts of that name together.
func (b *builder) read(r storage.Held) {
	together := ""
	for _, f := range r.Fields {
		switch {
		case f.Name != b.field:
		case b.Numeric():
			if storage.IsNumber(f) {
				b.number(f.Number)
				return
			}
		case together == "":
			together = f.Value
		default:
			together += "; " + f.Value
		}
	}
	b.text(text.Clip(300, together))
}
