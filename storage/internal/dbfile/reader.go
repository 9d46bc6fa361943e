package dbfile

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Reader is the connections for reading. Where another connection has changed the schema,
// SQLite reads it anew for a query, and gives up where it has changed once more by then: as
// it does where a thousand sites learn their columns, each in a view of its own. Such a query
// has given nothing yet, and is put again.
type Reader struct{ *sql.DB }

// QueryContext is that of sql.DB.
func (r Reader) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	err = again(func() (err error) { rows, err = r.DB.QueryContext(ctx, query, args...); return err })
	return rows, err
}

// QueryRowContext is that of sql.DB.
func (r Reader) QueryRowContext(ctx context.Context, query string, args ...any) (row *sql.Row) {
	_ = again(func() error { row = r.DB.QueryRowContext(ctx, query, args...); return row.Err() }) // which the row has
	return row
}

// PrepareContext is that of sql.DB.
func (r Reader) PrepareContext(ctx context.Context, query string) (stmt *sql.Stmt, err error) {
	err = again(func() (err error) { stmt, err = r.DB.PrepareContext(ctx, query); return err })
	return stmt, err
}

// Snapshot begins a transaction that reads what is there now, whatever is written meanwhile.
func (r Reader) Snapshot(ctx context.Context) (*sql.Tx, error) {
	tx, err := r.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	var n int
	err = again(func() error { return tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE 0").Scan(&n) })
	if err != nil {
		_ = tx.Rollback() // the query's error says why
		return nil, err
	}
	return tx, nil
}

// schemaTries is how often a query is put while the schema changes.
const schemaTries = 200

func again(ask func() error) (err error) {
	for range schemaTries {
		err = ask()
		if e, ok := errors.AsType[*sqlite.Error](err); !ok || e.Code()&0xff != sqlite3.SQLITE_SCHEMA {
			break
		}
	}
	return err
}
