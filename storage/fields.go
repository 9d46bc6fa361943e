package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// cell is a field's value in the file, where it is more than a text.
type cell struct {
	Value    string   `json:"v"`
	Kind     string   `json:"k"`
	Number   *float64 `json:"n,omitempty"` // of number and money
	Currency string   `json:"c,omitempty"` // of money
}

// IsNumber reports whether f's number is a value of its own.
func IsNumber(f extract.Field) bool {
	return (f.Kind == "number" || f.Kind == "money") && !math.IsNaN(f.Number) && !math.IsInf(f.Number, 0)
}

// encodeFields writes fields as one JSON object in their order:
//
//	{"author":"J. Roe","price":{"v":"£12.50","k":"money","n":12.5},"tag":["a","b"]}
//
// A text is a string, any other kind an object, a name that occurs several
// times an array of these. The site's view reads it by JSON paths.
func encodeFields(fields []extract.Field) string { return string(FieldsObject(fields, cellOf)) }

func cellOf(f extract.Field) any {
	switch {
	case IsNumber(f):
		return cell{Value: f.Value, Kind: f.Kind, Number: &f.Number, Currency: f.Currency}
	case f.Kind == "" || f.Kind == "text":
		return f.Value
	}
	return cell{Value: f.Value, Kind: f.Kind}
}

// FieldsObject writes fields as one JSON object in their order, each as value says:
// a string, a number or a struct of these. Several of one name are an array.
func FieldsObject(fields []extract.Field, value func(extract.Field) any) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if indexField(fields[:i], f.Name) >= 0 {
			continue // written with its first occurrence
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		writeJSON(&b, f.Name)
		b.WriteByte(':')
		if indexField(fields[i+1:], f.Name) < 0 {
			writeJSON(&b, value(f))
			continue
		}
		var all []any
		for _, g := range fields[i:] {
			if g.Name == f.Name {
				all = append(all, value(g))
			}
		}
		writeJSON(&b, all)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// writeJSON appends a value that cannot fail as compact JSON.
func writeJSON(b *bytes.Buffer, v any) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	b.Truncate(b.Len() - 1) // the encoder's newline
}

func indexField(fields []extract.Field, name string) int {
	return slices.IndexFunc(fields, func(f extract.Field) bool { return f.Name == name })
}

// decodeFields is the inverse of encodeFields. A text's Kind comes back as ""
// and repeated names stand together.
func decodeFields(text string) ([]extract.Field, error) {
	if text == "{}" {
		return nil, nil
	}
	var fields []extract.Field
	err := ordered.Members([]byte(text), func(name string, value jsontext.Value) error {
		cells := []json.RawMessage{json.RawMessage(value)}
		if value.Kind() == '[' {
			if err := json.Unmarshal(value, &cells); err != nil {
				return err
			}
		}
		for _, c := range cells {
			f := extract.Field{Name: name}
			if err := parseCell(c, &f); err != nil {
				return err
			}
			fields = append(fields, f)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read fields of a record: %w: %w", ErrCorrupt, err)
	}
	return fields, nil
}

// fieldsColumn reads a column that encodeFields wrote.
type fieldsColumn struct{ into *[]extract.Field }

// Scan implements sql.Scanner.
func (c fieldsColumn) Scan(column any) (err error) {
	text, _ := column.(string)
	*c.into, err = decodeFields(text)
	return err
}

func parseCell(raw json.RawMessage, f *extract.Field) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &f.Value)
	}
	var c cell
	if err := json.Unmarshal(raw, &c); err != nil {
		return err
	}
	f.Value, f.Kind, f.Currency = c.Value, c.Kind, c.Currency
	if c.Number != nil {
		f.Number = *c.Number
	}
	return nil
}

// valuesOf returns the values of a name as one text.
func valuesOf(fields []extract.Field, name string) string {
	var values []string
	for _, f := range fields {
		if f.Name == name {
			values = append(values, f.Value)
		}
	}
	return strings.Join(values, "; ")
}
