package export

import (
	"encoding/csv"
	"io"

	"github.com/hadal-crawler/hadal/storage"
)

// csvWriter writes a table as text. A numeric column holds bare numbers, any
// other values as shown; a record without a field leaves its column empty.
type csvWriter struct {
	w       *csv.Writer
	t       *table
	row     []string
	started bool
}

func newCSVWriter(w io.Writer, columns []Column) *csvWriter {
	return &csvWriter{w: csv.NewWriter(w), t: newTable(columns, false), row: make([]string, len(columns))}
}

func (c *csvWriter) header() error {
	if c.started {
		return nil
	}
	c.started = true
	for i, col := range c.t.columns {
		c.row[i] = col.Name
	}
	return c.w.Write(c.row)
}

func (c *csvWriter) write(r storage.Record) error {
	if err := c.header(); err != nil {
		return err
	}
	for i, cell := range c.t.cells(r) {
		c.row[i] = show(cell)
	}
	return c.w.Write(c.row)
}

// close writes the header where there was no record.
func (c *csvWriter) close() error {
	if err := c.header(); err != nil {
		return err
	}
	c.w.Flush()
	return c.w.Error()
}
