// Package dbfile is what the rooms of storage share of one open database file: its
// connections, the lock of a site, the watch over its names, errors that say what to do,
// and the tables that both harvests and crawls write to.
package dbfile

import (
	"database/sql"
	"fmt"

	"github.com/hadal-crawler/hadal/page"
)

// File is an open database.
type File struct {
	Path    string
	URL     string  // the same as an absolute file: URL
	W       *sql.DB // one connection; nil when read-only
	R       *sql.DB
	Watched *Watched // nil when read-only
	Pages   Pages
}

// Pages packs and restores what is kept of a page.
type Pages interface {
	// Head returns what is kept of a page beside its body, not packed.
	Head(p *page.Page) (string, error)
	// Unpack restores a page from its head and body, and from the base that the body
	// is compressed against, where that is not 0.
	Unpack(head, body []byte, baseID int64, base []byte, into *page.Page) error
	// UnpackBytes undoes a compression without a base.
	UnpackBytes(packed []byte) ([]byte, error)
}

// DamagedPage says that a page cannot be restored.
func DamagedPage(err error) error { return fmt.Errorf("%w: a kept page: %w", ErrCorrupt, err) }

// Statements on the tables that harvests and crawls share.
const (
	UpsertHost = `INSERT INTO hosts (host, site, not_before, reason, failures, requests, last_error, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (host) DO UPDATE SET not_before = excluded.not_before, reason = excluded.reason, failures = excluded.failures,
			requests = excluded.requests, last_error = excluded.last_error, state = excluded.state`
	UpsertRobots = `INSERT INTO robots (host, body) VALUES (?, ?)
		ON CONFLICT (host) DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`
	FindBody = `SELECT id FROM bodies WHERE digest = ?`
)
