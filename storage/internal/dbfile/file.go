// Package dbfile is what the rooms of storage share of one open database file: its
// connections, the lock of a site, the watch over its names, errors that say what to do,
// and the tables that both harvests and crawls write to.
package dbfile

import (
	"database/sql"
	"fmt"
)

// File is an open database.
type File struct {
	Path    string
	URL     string  // the same as an absolute file: URL
	W       *sql.DB // one connection; nil when read-only
	R       *sql.DB
	Watched *Watched // nil when read-only
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
