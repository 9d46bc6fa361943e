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
// statement that writes; others who write wait for its end.
type session struct {
	file *dbfile.File
	pool *sql.DB
	conn *sql.Conn
	ctx  context.Context      // never done: a call once begun is finished
	stmt map[string]*sql.Stmt // prepared so far, by their text
	open bool                 // a transaction is
}

func openSession(ctx context.Context, file *dbfile.File) (s *session, err error) {
	s = &session{file: file, ctx: context.WithoutCancel(ctx), stmt: map[string]*sql.Stmt{}}
	if s.pool, err = sql.Open("sqlite", file.URL+sessionOptions); err == nil {
		s.conn, err = s.pool.Conn(ctx)
	}
	return s, err
}

// prepared returns a statement that was prepared when it was first needed.
func (s *session) prepared(text string) (*sql.Stmt, error) {
	if stmt := s.stmt[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(s.ctx, text)
	if err != nil {
		return nil, fmt.Errorf("prepare %q: %w", text, err)
	}
	s.stmt[text] = stmt
	return stmt, nil
}

// begin opens a transaction unless one is open.
func (s *session) begin() error {
	if s.open {
		return nil
	}
	_, _, err := s.run(`BEGIN IMMEDIATE`)
	s.open = err == nil
	return err
}

// exec runs a statement that writes, and returns how many rows it changed and the id of
// the row that it added.
func (s *session) exec(text string, args ...any) (changed, id int64, err error) {
	if err := s.begin(); err != nil {
		return 0, 0, err
	}
	return s.run(text, args...)
}

func (s *session) run(text string, args ...any) (changed, id int64, err error) {
	stmt, err := s.prepared(text)
	if err != nil {
		return 0, 0, dbfile.Explain(s.file.Path, err)
	}
	r, err := stmt.ExecContext(s.ctx, args...)
	if err != nil {
		return 0, 0, dbfile.Explain(s.file.Path, err)
	}
	changed, _ = r.RowsAffected() // this driver always knows both
	id, _ = r.LastInsertId()
	return changed, id, nil
}

// one reads the row that a statement gives, and reports whether there is one.
func (s *session) one(text string, args []any, into ...any) (found bool, err error) {
	stmt, err := s.prepared(text)
	if err == nil {
		err = stmt.QueryRowContext(s.ctx, args...).Scan(into...)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, dbfile.Explain(s.file.Path, err)
}

// each calls f for each row of a query that is asked rarely.
func (s *session) each(query string, f func(dbfile.Row) error, args ...any) error {
	return dbfile.Explain(s.file.Path, dbfile.Each(s.ctx, s.conn, query, args, f))
}

// commit ends the transaction.
func (s *session) commit() error {
	if _, _, err := s.run(`COMMIT`); err != nil {
		return err
	}
	s.open = false
	return dbfile.Explain(s.file.Path, s.file.Watched.There())
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
