package dbfile

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

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
