package storage

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// applicationID marks a file as hadal's in the SQLite header: "hadl".
const applicationID = 0x6861646c

// Migration n (n = 1, 2, ... in the order of file names) takes a file from
// user_version n-1 to n. A file that was ever released never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

func migrationFiles() []string {
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		panic(err) // the pattern is a constant
	}
	return names
}

// header is what tells whose file it is.
type header struct {
	application, version int64
	objects              int64 // tables, views, ...
}

// readHeader asks a pool or a transaction.
func readHeader(ctx context.Context, q dbfile.Querier) (h header, err error) {
	err = q.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&h.application, &h.version, &h.objects)
	return h, err
}

// check refuses a header that this program must not touch.
func (h header) check() error {
	switch {
	case h.application != applicationID && (h.application != 0 || h.objects > 0 || h.version != 0):
		return fmt.Errorf("%w but another program's: name another file with --db", ErrForeign)
	case h.version > int64(len(migrationFiles())):
		return fmt.Errorf("%w (schema %d, this program knows %d): update hadal or name another file with --db",
			ErrNewer, h.version, len(migrationFiles()))
	}
	return nil
}

// inspect refuses a file that is not ours, through the read pool, and where it is to be
// read only, what cannot be read without a migration.
func inspect(ctx context.Context, f *dbfile.File, readOnly bool) error {
	h, err := readHeader(ctx, f.R)
	if err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	if readOnly && h.version < int64(len(migrationFiles())) {
		return fmt.Errorf("%s: %w (schema %d, this program wants %d): run any command that writes, such as harvest, to bring it up to date",
			f.Path, ErrReadOnly, h.version, len(migrationFiles()))
	}
	return nil
}

// migrate brings the file to the newest version, one transaction a step. Two
// processes may do so at once: each step looks again under the write lock.
func migrate(ctx context.Context, w *sql.DB) error {
	for i, name := range migrationFiles() {
		script, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if err := migrateTo(ctx, w, int64(i+1), string(script)); err != nil {
			return fmt.Errorf("migrate to version %d (%s): %w", i+1, name, err)
		}
	}
	return nil
}

func migrateTo(ctx context.Context, w *sql.DB, version int64, script string) error {
	tx, err := w.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	h, err := readHeader(ctx, tx)
	if err != nil {
		return err
	}
	if err := h.check(); err != nil {
		return err
	}
	if h.version >= version {
		return nil
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

func cannotOpen(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_CANTOPEN || e.Code()&0xff == sqlite3.SQLITE_READONLY)
}
