package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// invariants are what must hold in every file beyond what SQLite itself
// checks: each query selects what is wrong, a line each.
var invariants = []string{
	`SELECT 'table ' || "table" || ': row ' || coalesce(rowid, '?') || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check LIMIT 20`,
	`SELECT 'site ' || name || ' counts ' || records || ' records but has ' || n FROM
		(SELECT s.name, s.records, (SELECT count(*) FROM records r WHERE r.site = s.id) AS n FROM sites s) WHERE records <> n`,
	`SELECT 'harvest ' || id || ' has ' || n || ' steps of ' || steps FROM (SELECT h.id, h.steps, (SELECT count(*) FROM visits WHERE harvest = h.id)
		+ (SELECT count(*) FROM answers WHERE harvest = h.id) + (SELECT count(*) FROM details WHERE harvest = h.id) AS n FROM harvests h) WHERE n <> steps`,
	`SELECT 'record ' || r.id || ' has no version' FROM records r WHERE NOT EXISTS
		(SELECT 1 FROM record_versions v WHERE v.id = r.version AND v.record = r.id) LIMIT 20`,
	`SELECT 'record ' || r.id || ' is known to no answer' FROM records r WHERE NOT EXISTS (SELECT 1 FROM record_queries q WHERE q.record = r.id) LIMIT 20`,
	`SELECT 'page ' || p.id || ' has no body' FROM pages p WHERE NOT EXISTS (SELECT 1 FROM bodies b WHERE b.id = p.body) LIMIT 20`,
	`SELECT 'the search index has ' || i || ' records of ' || n FROM (SELECT (SELECT count(*) FROM search_docsize) AS i, (SELECT count(*) FROM records) AS n) WHERE i <> n`,
	`SELECT 'record ' || r.id || ' is not in the search index' FROM records r WHERE NOT EXISTS (SELECT 1 FROM search_docsize d WHERE d.id = r.id) LIMIT 20`,
}

// Check reads the whole file and returns what is wrong with it, a line each;
// none where all is well. It takes no lock that a harvest would wait for.
func (db *DB) Check(ctx context.Context) (problems []string, err error) {
	// PRAGMA integrity_check covers the search index too.
	problems, err = dbfile.Column[string](ctx, db.file.R, `PRAGMA integrity_check(20)`)
	if problems = slices.DeleteFunc(problems, func(s string) bool { return s == "ok" }); len(problems) == 0 {
		for i := 0; i < len(invariants) && err == nil; i++ {
			var broken []string
			broken, err = dbfile.Column[string](ctx, db.file.R, invariants[i])
			problems = append(problems, broken...)
		}
	}
	if err == nil && len(problems) == 0 {
		problems, err = db.checkPages(ctx)
	}
	if db.file.Wrap(&err, "check"); errors.Is(err, ErrCorrupt) { // so damaged that it cannot be looked at
		return append(problems, err.Error()), nil
	}
	return problems, err
}

// checkPages unpacks every kept page.
func (db *DB) checkPages(ctx context.Context) (problems []string, err error) {
	harvests, err := dbfile.Column[int64](ctx, db.file.R, `SELECT id FROM harvests ORDER BY id`)
	for _, h := range harvests {
		for _, err := range db.Pages(ctx, h) {
			if errors.Is(err, ErrCorrupt) {
				problems = append(problems, err.Error())
			} else if err != nil {
				return problems, err
			}
		}
	}
	return problems, err
}

// Compacted is what Compact did.
type Compacted struct {
	Before  int64 `json:"before"` // bytes of the file
	After   int64 `json:"after"`
	Dropped int64 `json:"dropped"` // pages
}

// Idle returns ErrLocked (wrapped) where another process harvests into the file.
// It would wait for Compact, and give up after ten seconds.
func (db *DB) Idle() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := dbfile.Harvesting(db.file.Path, db.locks); err != nil {
		return fmt.Errorf("%s is in use: %w", db.file.Path, err)
	}
	return nil
}

// Compact merges the search index and gives unused space back to the system.
// Pages that were answered before drop are dropped first, unless it is zero;
// everything that was read from them stays. It needs as much free space as the
// file is large, and no other process may be harvesting into it.
func (db *DB) Compact(ctx context.Context, drop time.Time) (c Compacted, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	defer db.file.Wrap(&err, "compact")
	if err := db.file.Writable(); err != nil {
		return c, err
	}
	if _, err := db.file.W.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		return c, err
	}
	if c.Before, err = fileSize(db.file.Path); err != nil {
		return c, err
	}
	if !drop.IsZero() {
		err = db.write(ctx, func(w *writeTx) {
			c.Dropped = w.script(`DELETE FROM pages WHERE at < ?`, drop.UnixMilli())
			dropBodies(w)
		})
		if err != nil {
			return c, err
		}
	}
	for _, step := range []string{
		`INSERT INTO search (search) VALUES ('optimize')`, `PRAGMA optimize`, `VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		if _, err := db.file.W.ExecContext(ctx, step); err != nil {
			return c, err
		}
	}
	c.After, err = fileSize(db.file.Path)
	return c, err
}

func fileSize(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Backup writes a compact copy of the file, of one moment, while harvests into
// it go on. The copy is whole or not there at all; to must not exist.
func (db *DB) Backup(ctx context.Context, to string) (err error) {
	defer db.file.Wrap(&err, "backup")
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w: name another file", to, fs.ErrExist)
	}
	part := dbfile.Part(to)
	defer os.Remove(part)
	// The read pool's connections refuse even to write another file.
	c, err := sql.Open("sqlite", db.file.URL+backupOptions)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return err
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if os.Link(part, to) == nil { // unlike a rename it replaces nothing
		return nil
	}
	return os.Rename(part, to) // a file system without links
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
