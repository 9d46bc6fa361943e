package dbfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"
)

// Querier is a connection or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is one row that a query gives.
type Row interface{ Scan(into ...any) error }

// ErrEnough ends an Each without an error.
var ErrEnough = errors.New("enough")

// Each runs a query and calls f for each of its rows, until f returns an error.
func Each(ctx context.Context, q Querier, query string, args []any, f func(Row) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err == ErrEnough {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Err()
}

// All returns what scan makes of each row of a query.
func All[T any](ctx context.Context, q Querier, query string, args []any, scan func(Row, *T) error) (all []T, err error) {
	err = Each(ctx, q, query, args, func(row Row) error {
		var one T
		err := scan(row, &one)
		all = append(all, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Column returns the values of a query with one column.
func Column[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	return All(ctx, q, query, args, func(row Row, into *T) error { return row.Scan(into) })
}

// Optional drops the error of a row that need not be there.
func Optional(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// Wrap says of an error, if there is one, what was tried and what to do about it.
func (f *File) Wrap(err *error, tried string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(tried, args...), Explain(f.Path, *err))
	}
}

// Sequence yields what walk finds until walk ends or the caller has enough, which walk
// is told by false. An error of walk comes last.
func Sequence[T any](f *File, walk func(found func(T) bool) error, tried string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		left := false
		err := walk(func(one T) bool {
			left = !yield(one, nil)
			return !left
		})
		if err != nil && !left {
			f.Wrap(&err, tried, args...)
			var none T
			yield(none, err)
		}
	}
}

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
