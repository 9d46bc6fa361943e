package dbfile

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"fmt"
	"time"
)

// Millis is how times stand in the file; NULL is the zero time.
func Millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// Time reads a column that Millis wrote.
func Time(into *time.Time) sql.Scanner { return (*millis)(into) }

type millis time.Time

func (m *millis) Scan(column any) error {
	switch n := column.(type) {
	case nil:
		*m = millis{}
	case int64:
		*m = millis(time.UnixMilli(n).UTC())
	default:
		return fmt.Errorf("%w: a time is %v", ErrCorrupt, column)
	}
	return nil
}

// JSON is a column that holds v as JSON, to be written and, where v is a pointer, to be
// read. NULL leaves v as it is.
func JSON(what string, v any) JSONColumn { return JSONColumn{what, v} }

// JSONColumn implements sql.Scanner and driver.Valuer.
type JSONColumn struct {
	what string
	v    any
}

// Value implements driver.Valuer.
func (c JSONColumn) Value() (driver.Value, error) {
	b, err := json.Marshal(c.v)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", c.what, err)
	}
	return string(b), nil
}

// Scan implements sql.Scanner.
func (c JSONColumn) Scan(column any) error {
	text, ok := bytesOf(column)
	if !ok {
		return nil
	}
	if err := json.Unmarshal(text, c.v); err != nil {
		return fmt.Errorf("read %s: %w: %w", c.what, ErrCorrupt, err)
	}
	return nil
}

// Text reads a column into a value that is written as text, such as an address.
func Text(into encoding.TextUnmarshaler) sql.Scanner { return textColumn{into} }

type textColumn struct{ into encoding.TextUnmarshaler }

func (c textColumn) Scan(column any) error {
	text, _ := bytesOf(column)
	return c.into.UnmarshalText(text)
}

// bytesOf returns the content of a column of text; it is not ok for NULL.
func bytesOf(column any) (text []byte, ok bool) {
	switch s := column.(type) {
	case string:
		return []byte(s), true
	case []byte:
		return s, true
	}
	return nil, false
}
