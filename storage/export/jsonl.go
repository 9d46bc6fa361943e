package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// jsonlWriter writes the contract of `hadal export --format jsonl`:
//
//	{"site":"..","key":"..","url":"..","title":"..","fields":{..},"text":"..","queries":3,"first_seen":"..","last_seen":".."}
//
// Fields stand in the order in which they were read. Numbers and money are JSON
// numbers (in the unit shown), all else strings as shown; a field with several
// values is an array.
type jsonlWriter struct {
	w    *bufio.Writer
	only map[string]bool // fields that are written; nil: all
	buf  bytes.Buffer
}

func newJSONLWriter(w *bufio.Writer, columns []Column) *jsonlWriter {
	j := &jsonlWriter{w: w}
	if columns != nil {
		j.only = map[string]bool{}
		for _, c := range columns {
			j.only[c.field] = c.of == nil
		}
	}
	return j
}

func (j *jsonlWriter) write(r storage.Record) error {
	j.buf.Reset()
	fields := Fields(r.Fields)
	if j.only != nil {
		fields = slices.DeleteFunc(slices.Clone(fields), func(f extract.Field) bool { return !j.only[f.Name] })
	}
	e := json.NewEncoder(&j.buf)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Site      string `json:"site"`
		Key       string `json:"key"`
		URL       string `json:"url"`
		Title     string `json:"title"`
		Fields    Fields `json:"fields"`
		Text      string `json:"text"`
		Queries   int    `json:"queries"`
		FirstSeen string `json:"first_seen"`
		LastSeen  string `json:"last_seen"`
	}{r.Site, r.Key, r.URL, r.Title, fields, r.Text, r.Queries, rfc3339(r.FirstSeen), rfc3339(r.LastSeen)})
	if err != nil {
		return err
	}
	_, err = j.w.Write(visible.JSON(j.buf.Bytes()))
	return err
}

func (j *jsonlWriter) close() error { return nil }

// Fields is a list of fields as a JSON object in the list's order: numbers and
// money as numbers, all else as shown, several values of one name as an array.
type Fields []extract.Field

// MarshalJSON implements json.Marshaler.
func (fields Fields) MarshalJSON() ([]byte, error) { return storage.FieldsObject(fields, value), nil }
