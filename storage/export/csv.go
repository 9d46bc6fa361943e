package export

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
)

// listSeparator joins the values of a field that has several.
const listSeparator = "; "

// csvWriter writes site, key, url, title, the fields, text, queries,
// first_seen and last_seen. A numeric column holds bare numbers, any other
// values as shown; a record without a field leaves its column empty.
type csvWriter struct {
	w       *csv.Writer
	columns []storage.Column
	index   map[string]int // of a field's column in row
	row     []string
	started bool
}

const fieldsStart = 4 // columns before the fields

func newCSVWriter(w io.Writer, columns []storage.Column) *csvWriter {
	c := &csvWriter{w: csv.NewWriter(w), columns: columns, index: map[string]int{}}
	for i, col := range columns {
		c.index[col.Field] = fieldsStart + i
	}
	return c
}

func (c *csvWriter) header() error {
	if c.started {
		return nil
	}
	c.started = true
	row := []string{"site", "key", "url", "title"}
	for _, col := range c.columns {
		row = append(row, col.Heading)
	}
	row = append(row, "text", "queries", "first_seen", "last_seen")
	c.row = make([]string, len(row))
	return c.w.Write(row)
}

func (c *csvWriter) write(r storage.Record) error {
	if err := c.header(); err != nil {
		return err
	}
	clear(c.row)
	copy(c.row, []string{r.Site, r.Key, r.URL, r.Title})
	used := map[string]bool{}
	for _, f := range r.Fields {
		i, ok := c.index[f.Name]
		if !ok {
			continue // beyond the catalogue's bound, or not asked for
		}
		shown := f.Value
		if n, ok := value(f).(float64); ok && c.columns[i-fieldsStart].Numeric {
			shown = strconv.FormatFloat(n, 'f', -1, 64)
		}
		if used[f.Name] {
			shown = c.row[i] + listSeparator + shown
		}
		used[f.Name] = true
		c.row[i] = shown
	}
	copy(c.row[fieldsStart+len(c.columns):], []string{r.Text, strconv.Itoa(r.Queries), rfc3339(r.FirstSeen), rfc3339(r.LastSeen)})
	for i := range c.row {
		c.row[i] = strings.ToValidUTF8(c.row[i], "\uFFFD")
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
