package export

import (
	"encoding/csv"
	"io"
	"regexp"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// csvWriter writes a table as text. A numeric column holds bare numbers, any
// other values as shown; a record without a field leaves its column empty.
//
// What a spreadsheet would compute is not left so where safe is set: a cell that
// begins with = + - @ (of full width, too), a tab or a line break gets a single
// quote before it, headings included. Bare numbers stay numbers.
type csvWriter struct {
	w       *csv.Writer
	safe    bool
	t       *table
	row     []string
	started bool
}

func newCSVWriter(w io.Writer, columns []Column, safe bool) *csvWriter {
	return &csvWriter{w: csv.NewWriter(w), safe: safe, t: newTable(columns, false), row: make([]string, len(columns))}
}

// formula matches the beginning of what spreadsheets compute.
var formula = regexp.MustCompile(`^[=+\-@\t\r\n＝＋－＠]`)

// bareNumber matches what may begin like a formula, but computes nothing.
var bareNumber = regexp.MustCompile(`^[+-]?(?:[0-9][0-9., \x{a0}\x{202f}'’]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)? ?%?$`)

// text returns a cell as it is written.
func (c *csvWriter) text(s string) string {
	s = visible.Without(s)
	if c.safe && formula.MatchString(s) && !bareNumber.MatchString(s) {
		return "'" + s
	}
	return s
}

func (c *csvWriter) header() error {
	if c.started {
		return nil
	}
	c.started = true
	for i, col := range c.t.columns {
		c.row[i] = c.text(col.Name)
	}
	return c.w.Write(c.row)
}

func (c *csvWriter) write(r storage.Record) error {
	if err := c.header(); err != nil {
		return err
	}
	for i, cell := range c.t.cells(r) {
		c.row[i] = c.text(show(cell))
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
