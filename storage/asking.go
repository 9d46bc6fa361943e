package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What a person's own SQL may cost.
const (
	longestValue = 4 << 20 // bytes
)

// ErrSQL is returned (wrapped) for SQL that cannot be run, is not allowed or takes too long.
var ErrSQL = errors.New("cannot be run")

// Select runs one query of a person and returns its first rows. It can only read: the
// connection is its own and opened for reading, SQLite asks mayRead for each thing that a
// statement would do before it does anything, and no other file can be attached.
func (h *Holdings) Select(ctx context.Context, query string, most int, limit time.Duration) (t RowsRead, err error) {
	defer func() {
		if _, ok := errors.AsType[*sqlite.Error](err); ok {
			err = fmt.Errorf("%w: %s", ErrSQL, sqlMessage(err))
		}
	}()
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	pool, err := sql.Open("sqlite", h.file.URL+readerOptions)
	if err != nil {
		return t, err
	}
	defer pool.Close()
	conn, err := pool.Conn(within)
	if err != nil {
		return t, err
	}
	defer conn.Close()
	for id, most := range map[int]int{sqlite3.SQLITE_LIMIT_ATTACHED: 0, sqlite3.SQLITE_LIMIT_LENGTH: longestValue, sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
		sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1000, sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200} {
		if _, err := sqlite.Limit(conn, id, most); err != nil {
			return t, err
		}
	}
	err = conn.Raw(func(c any) error {
		r, ok := c.(sqlite.AuthorizerRegisterer)
		if !ok {
			return fmt.Errorf("%w: the driver cannot bound what SQL does", ErrSQL)
		}
		return r.RegisterAuthorizer(mayRead)
	})
	if err != nil {
		return t, err
	}
	// As a part of another statement it is one query, and nothing can stand behind it.
	rows, err := conn.QueryContext(within, "SELECT * FROM (\n"+trimmed(query)+"\n)")
	if err == nil {
		defer rows.Close()
		err = t.read(rows, most)
	}
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: it took longer than %s", ErrSQL, limit)
	}
	return t, err
}

func (t *RowsRead) read(rows *sql.Rows, most int) (err error) {
	if t.Columns, err = rows.Columns(); err != nil {
		return err
	}
	for size := 0; rows.Next(); {
		if len(t.Rows) == most || size > longestValue {
			t.Cut = true
			return nil
		}
		row := make([]any, len(t.Columns))
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, v := range row {
			switch v := v.(type) {
			case []byte:
				row[i] = fmt.Sprintf("(%d bytes)", len(v))
			case string:
				size += len(v)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return rows.Err()
}

// mayRead lets pass what reads tables and computes.
func mayRead(action sqlite.AuthorizerActionCode, what, _, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRead, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthPragma: // the full-text index asks whether the file has changed
		if what == "data_version" {
			return sqlite.AuthorizerOK
		}
	case sqlite.AuthFunction:
		if what != "load_extension" {
			return sqlite.AuthorizerOK
		}
	}
	return sqlite.AuthorizerDeny
}
