package export

import (
	"io"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/hadal-crawler/hadal/storage"
)

const (
	// Rows are buffered by the page and row groups are cut often, so that
	// memory does not grow with the number of records.
	parquetRowsAtOnce = 64
	parquetGroup      = 50_000
)

// parquetWriter writes a table with typed columns: texts as UTF-8 strings,
// integers as such, other numbers as doubles, counts as 64-bit integers, times as UTC timestamps in
// milliseconds. Fields that a record lacks are NULL.
type parquetWriter struct {
	w     *parquet.GenericWriter[any]
	t     *table
	rows  []parquet.Row
	fresh int // rows not written yet
}

// ordered is a group whose fields stand in the order of the table;
// parquet.Group alone sorts them by name.
type ordered struct {
	parquet.Group
	names []string
}

func (o ordered) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(o.names))
	for i, name := range o.names {
		fields[i] = byName[name]
	}
	return fields
}

func newParquetWriter(w io.Writer, columns []Column) *parquetWriter {
	root := ordered{Group: parquet.Group{}}
	for _, c := range columns {
		var n parquet.Node
		switch c.kind {
		case number:
			n = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		case whole:
			n = parquet.Optional(parquet.Int(64))
		case integer:
			n = parquet.Int(64)
		case instant:
			n = parquet.Timestamp(parquet.Millisecond)
		case word:
			n = parquet.Optional(parquet.String())
		default:
			n = parquet.String()
		}
		root.Group[c.Name] = n
		root.names = append(root.names, c.Name)
	}
	return &parquetWriter{
		w: parquet.NewGenericWriter[any](w, parquet.NewSchema("record", root), parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}),
			parquet.MaxRowsPerRowGroup(parquetGroup), parquet.PageBufferSize(256<<10), parquet.CreatedBy("hadal", "1", "")),
		t:    newTable(columns, true),
		rows: make([]parquet.Row, parquetRowsAtOnce),
	}
}

func (p *parquetWriter) write(r storage.Record) error {
	row := p.rows[p.fresh][:0]
	for i, cell := range p.t.cells(r) {
		v, defined := parquet.NullValue(), 0
		switch c := cell.(type) {
		case string:
			v = parquet.ByteArrayValue([]byte(c))
		case int64:
			v = parquet.Int64Value(c)
		case float64:
			v = parquet.DoubleValue(c)
		case time.Time:
			v = parquet.Int64Value(c.UnixMilli())
		}
		if k := p.t.columns[i].kind; cell != nil && (k == word || k == number || k == whole) {
			defined = 1
		}
		row = append(row, v.Level(0, defined, i))
	}
	p.rows[p.fresh] = row
	if p.fresh++; p.fresh == len(p.rows) {
		return p.flush()
	}
	return nil
}

func (p *parquetWriter) flush() error {
	_, err := p.w.WriteRows(p.rows[:p.fresh])
	p.fresh = 0
	return err
}

func (p *parquetWriter) close() error {
	if err := p.flush(); err != nil {
		return err
	}
	return p.w.Close()
}
