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

func prepare(ctx context.Context, w *sql.DB, texts []string) (statements, error) {
	s := statements{}
	for _, text := range texts {
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
	w.err = dbfile.Optional(err)
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
