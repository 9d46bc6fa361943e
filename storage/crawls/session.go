package crawls

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// sessionOptions are those of the writer with less memory for pages of the file:
// a crawl's tables are read in many places, which the system's cache serves.
const sessionOptions = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
	"&_pragma=foreign_keys(1)&_pragma=cache_size(-8192)&_pragma=journal_size_limit(67108864)&_pragma=wal_autocheckpoint(4000)&_dqs=0&_defensive=1"

// session is a crawl's own connection to the file. It begins a transaction with the first
// statement that writes; others who write wait for its end. Its first error stays and makes
// all later calls do nothing.
type session struct {
	file *dbfile.File
	pool *sql.DB
	conn *sql.Conn
	ctx  context.Context      // never done: a call once begun is finished
	stmt map[string]*sql.Stmt // prepared so far, by their text
	open bool                 // a transaction is
	err  error
}

func openSession(ctx context.Context, file *dbfile.File) (s *session, err error) {
	s = &session{file: file, ctx: context.WithoutCancel(ctx), stmt: map[string]*sql.Stmt{}}
	if s.pool, err = sql.Open("sqlite", file.URL+sessionOptions); err == nil {
		s.conn, err = s.pool.Conn(ctx)
	}
	return s, err
}

// Err implements crawl.Store.
func (s *session) Err() error { return s.err }

// fail keeps err, if it is the first one.
func (s *session) fail(err error) {
	if s.err == nil {
		s.err = dbfile.Explain(s.file.Path, err)
	}
}

// prepared returns a statement that was prepared when it was first needed; nil after an error.
func (s *session) prepared(text string) *sql.Stmt {
	stmt := s.stmt[text]
	if stmt == nil && s.err == nil {
		var err error
		if stmt, err = s.conn.PrepareContext(s.ctx, text); err != nil {
			s.fail(fmt.Errorf("prepare %q: %w", text, err))
			return nil
		}
		s.stmt[text] = stmt
	}
	return stmt
}

// begin opens a transaction unless one is open.
func (s *session) begin() {
	if !s.open {
		s.run(`BEGIN IMMEDIATE`)
		s.open = s.err == nil
	}
}

// exec runs a statement that writes, and returns how many rows it changed and the id of
// the row that it added.
func (s *session) exec(text string, args ...any) (changed, id int64) {
	s.begin()
	return s.run(text, args...)
}

func (s *session) run(text string, args ...any) (changed, id int64) {
	stmt := s.prepared(text)
	if s.err != nil {
		return 0, 0
	}
	r, err := stmt.ExecContext(s.ctx, args...)
	if err != nil {
		s.fail(err)
		return 0, 0
	}
	changed, _ = r.RowsAffected() // this driver always knows both
	id, _ = r.LastInsertId()
	return changed, id
}

// one reads the row that a statement gives, and reports whether there is one.
func (s *session) one(text string, args []any, into ...any) bool {
	stmt := s.prepared(text)
	if s.err != nil {
		return false
	}
	err := stmt.QueryRowContext(s.ctx, args...).Scan(into...)
	s.fail(dbfile.Optional(err))
	return err == nil
}

// each calls f for each row of a query that is asked rarely.
func (s *session) each(query string, f func(dbfile.Row) error, args ...any) {
	if s.err == nil {
		s.fail(dbfile.Each(s.ctx, s.conn, query, args, f))
	}
}

// commit ends the transaction.
func (s *session) commit() error {
	if s.run(`COMMIT`); s.err == nil {
		s.open = false
		s.fail(s.file.Watched.There())
	}
	return s.err
}

// close ends the session; what was not committed is lost.
func (s *session) close() (err error) {
	for _, stmt := range s.stmt {
		err = errors.Join(err, stmt.Close())
	}
	if s.conn != nil {
		if s.open {
			s.conn.ExecContext(s.ctx, "ROLLBACK")
		}
		err = errors.Join(err, s.conn.Close())
	}
	if s.pool != nil {
		err = errors.Join(err, s.pool.Close())
	}
	return err
}
