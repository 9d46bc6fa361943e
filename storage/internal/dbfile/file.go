// Package dbfile is what the rooms of storage share of one open database file: its
// connections, the lock of a site, the watch over its names, errors that say what to do,
// and the tables that both harvests and crawls write to.
package dbfile

import (
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// File is an open database.
type File struct {
	Path    string
	URL     string  // the same as an absolute file: URL
	W       *sql.DB // one connection; nil when read-only
	R       Reader
	Watched *Watched
}

// Writable returns ErrReadOnly (wrapped) for a file that was opened for reading.
func (f *File) Writable() error {
	if f.W == nil {
		return fmt.Errorf("%s: %w: it was opened for reading", f.Path, ErrReadOnly)
	}
	return nil
}

// DamagedPage says that a page cannot be restored.
func DamagedPage(err error) error { return fmt.Errorf("%w: a kept page: %w", ErrCorrupt, err) }

// FindBody finds an equal body, in the table that the pages of harvests and crawls share.
const FindBody = `SELECT id FROM bodies WHERE digest = ?`

// What can be wrong with a file, for callers that branch on it. Errors that
// wrap them carry the file and what to do.
var (
	ErrLocked   = errors.New("another process is harvesting it")
	ErrVanished = errors.New("database is gone")
	ErrForeign  = errors.New("not a hadal database")
	ErrNewer    = errors.New("database was written by a newer hadal")
	ErrCorrupt  = errors.New("database is damaged")
	ErrFull     = errors.New("database or disk is full")
	ErrIO       = errors.New("database cannot be read or written")
	ErrReadOnly = errors.New("database cannot be written")
)

// Explain turns a driver's error into one that says what to do. Errors that
// are not SQLite's come back as they are.
func Explain(path string, err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	if e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // the index of the log does not grow: SQLite does not say why, and mostly the disk is full
		return fmt.Errorf("%s: %w, or %w: free space and run the same command again, and check the disk if it has space; nothing was lost (%w)", path, ErrFull, ErrIO, err)
	}
	switch e.Code() & 0xff { // extended codes carry the primary code in the low byte
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w: free space and run the same command again; nothing was lost (%w)", path, ErrFull, err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s: %w: check the disk, keep a copy, then take a backup or try sqlite3's .recover (%w)", path, ErrCorrupt, err)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: %w: name another file with --db (%w)", path, ErrForeign, err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%s: %w: check the permissions of the file and its directory (%w)", path, ErrReadOnly, err)
	case sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%s: cannot be opened: check that the path exists and is accessible (%w)", path, err)
	case sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%s: another process kept the database busy for too long: run the same command again; nothing was lost (%w)", path, err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s: %w: check the disk and run the same command again; nothing was lost (%w)", path, ErrIO, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// What is known of hosts stands in two tables: robots.txt apart, because it may be long
// and hosts are written with each answer.
const (
	UpsertHost = `INSERT INTO hosts (host, site, not_before, reason, failures, requests, last_error, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (host) DO UPDATE SET not_before = excluded.not_before, reason = excluded.reason, failures = excluded.failures,
			requests = excluded.requests, last_error = excluded.last_error, state = excluded.state`
	UpsertRobots = `INSERT INTO robots (host, body) VALUES (?, ?)
		ON CONFLICT (host) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`
)

// Host returns the values of a host for UpsertHost and UpsertRobots.
func Host(h fetch.HostState) (host, robots []any, err error) {
	u, err := page.ParseURL(h.Host)
	if err != nil {
		return nil, nil, fmt.Errorf("store host state: %w", err)
	}
	robots = []any{h.Host, nil}
	if h.Robots != nil {
		robots[1] = h.Robots
	}
	h.Robots = nil
	return []any{h.Host, u.Site(), Millis(h.NotBefore), h.Reason, h.Failures, h.Requests, h.LastError, JSON("host state", h)}, robots, nil
}

// ScanHost reads a host's columns hosts.state and robots.body.
func ScanHost(row Row, h *fetch.HostState) error {
	var robots []byte
	err := row.Scan(JSON("host state", h), &robots)
	h.Robots = robots
	return err
}
