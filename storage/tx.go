package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// statements are the prepared statements of the write connection, by their
// text. They are prepared once: a commit of ten records runs about sixty.
type statements map[string]*sql.Stmt

func prepare(ctx context.Context, w *sql.DB) (statements, error) {
	s := statements{}
	for _, text := range writeStatements {
		stmt, err := w.PrepareContext(ctx, text)
		if err != nil {
			s.close()
			return nil, fmt.Errorf("prepare %q: %w", text, err)
		}
		s[text] = stmt
	}
	return s, nil
}

func (s statements) close() error {
	var errs []error
	for _, stmt := range s {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

// writeTx is one write transaction. Its first error stays and makes all later
// calls do nothing, so that a sequence of statements needs one check.
type writeTx struct {
	ctx   context.Context
	tx    *sql.Tx
	stmts statements
	bound statements

	err error
}

// write runs f in one immediate transaction and commits it, or leaves no trace.
func (db *DB) write(ctx context.Context, f func(*writeTx)) error {
	if err := db.file.Writable(); err != nil {
		return err
	}
	if db.batch != nil {
		f(db.batch)
		return db.batch.err
	}
	if err := db.file.Watched.There(); err != nil {
		return err
	}
	tx, err := db.file.W.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := &writeTx{ctx: ctx, tx: tx, stmts: db.stmts, bound: statements{}}
	if f(w); w.err != nil {
		return w.err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.file.Watched.There() // what went into a file without a name is not saved
}

// Atomically implements harvest.Archive. Other writers to the file wait until f
// returns. After an error the sites that f began must be begun again.
func (db *DB) Atomically(ctx context.Context, f func() error) error {
	db.mu.Lock()
	running := db.batch != nil
	db.mu.Unlock()
	if running {
		return errors.New("storage: Atomically within Atomically")
	}
	err := db.write(ctx, func(w *writeTx) {
		db.setBatch(w)
		defer db.setBatch(nil)
		w.fail(f())
	})
	if err != nil {
		db.mu.Lock()
		clear(db.sites)
		db.mu.Unlock()
		return dbfile.Explain(db.file.Path, err)
	}
	return nil
}

func (db *DB) setBatch(w *writeTx) {
	db.mu.Lock()
	db.batch = w
	db.mu.Unlock()
}

func (w *writeTx) stmt(text string) *sql.Stmt {
	s := w.bound[text]
	if s == nil {
		if w.stmts[text] == nil {
			panic("storage: statement is not in writeStatements: " + text)
		}
		s = w.tx.StmtContext(w.ctx, w.stmts[text])
		w.bound[text] = s
	}
	return s
}

// exec runs a prepared statement and returns the number of rows it changed.
func (w *writeTx) exec(text string, args ...any) int64 {
	n, _ := w.run(text, args...)
	return n
}

// insert runs a prepared INSERT and returns the new row's id.
func (w *writeTx) insert(text string, args ...any) int64 {
	_, id := w.run(text, args...)
	return id
}

func (w *writeTx) run(text string, args ...any) (changed, id int64) {
	if w.err != nil {
		return 0, 0
	}
	r, err := w.stmt(text).ExecContext(w.ctx, args...)
	if err != nil {
		w.err = err
		return 0, 0
	}
	changed, _ = r.RowsAffected() // this driver always knows both
	id, _ = r.LastInsertId()
	return changed, id
}

// row is the single row that a query asks for.
type row struct {
	text string
	args []any
}

func one(text string, args ...any) row { return row{text, args} }

// scan reads a row and reports whether there is one.
func (w *writeTx) scan(r row, into ...any) bool {
	if w.err != nil {
		return false
	}
	err := w.stmt(r.text).QueryRowContext(w.ctx, r.args...).Scan(into...)
	w.err = optional(err)
	return err == nil
}

// rowsOf returns what scan makes of each row of a query that is not prepared, as it is
// rarely asked.
func rowsOf[T any](w *writeTx, query string, args []any, scan func(dbfile.Row, *T) error) (all []T) {
	if w.err == nil {
		all, w.err = dbfile.All(w.ctx, w.tx, query, args, scan)
	}
	return all
}

// fail ends the transaction with err, if it is one.
func (w *writeTx) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// script runs SQL that is not prepared, as it is rarely run, and returns how many rows
// it changed.
func (w *writeTx) script(text string, args ...any) (changed int64) {
	if w.err != nil {
		return 0
	}
	r, err := w.tx.ExecContext(w.ctx, text, args...)
	if w.err = err; err == nil {
		changed, _ = r.RowsAffected() // this driver always knows
	}
	return changed
}
