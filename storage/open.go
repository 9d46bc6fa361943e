package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"modernc.org/sqlite"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
)

// Options of Open.
type Options struct {
	ReadOnly bool // readers only; the file must exist and is not changed, not even by a migration
}

// Open opens the database at path, and creates it unless o.ReadOnly. It
// refuses, without changing it, a file that is not hadal's (ErrForeign) or
// that a newer hadal wrote (ErrNewer). A file of an older version is migrated.
// The caller closes the DB.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	// DSN pragmas run as SQL. No foreign text gets there (the path is escaped),
	// and this makes the driver refuse it if ever some did.
	sqlite.StrictPragmas(true)
	packer, err := packing.New()
	if err != nil {
		return nil, err
	}
	file := &dbfile.File{Path: path, URL: fileURL(abs)}
	db := &DB{
		Ledger: Ledger{file}, Holdings: Holdings{file, defaultCommon}, KeptPages: KeptPages{file, packer}, Progress: Progress{file},
		file: file, packer: packer, sites: map[int64]*siteState{}, locks: map[string]*dbfile.SiteLock{},
		groups: groups{turn: make(chan struct{}, 1)},
	}
	if err := db.open(ctx, o); err != nil {
		db.Close()
		return nil, fmt.Errorf("open database: %w", dbfile.Explain(path, err))
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, o Options) error {
	f := db.file
	info, err := os.Stat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.ReadOnly:
		return fmt.Errorf("%s: %w: nothing was harvested into it yet", f.Path, fs.ErrNotExist)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a directory: name a file", f.Path)
	case err == nil && !info.Mode().IsRegular(): // to open a pipe would wait for its other end
		return fmt.Errorf("%s is no regular file (%s): name another file", f.Path, info.Mode().Type())
	case err == nil && !o.ReadOnly:
		if err := refuseLinked(f.Path, info); err != nil {
			return err
		}
	}

	if f.R.DB, err = openReader(ctx, f.URL, err == nil && o.ReadOnly); err != nil {
		return err
	}
	// Looked at through the read-only pool first, because the writer's pragmas
	// would already change a file that is not ours.
	if o.ReadOnly || info != nil && info.Size() > 0 {
		if err := inspect(ctx, f, o.ReadOnly); err != nil {
			return err
		}
	}
	if o.ReadOnly {
		f.Watched, err = dbfile.Watch(f.Path, false)
		return err
	}
	if f.W, err = sql.Open("sqlite", f.URL+writerOptions); err != nil {
		return err
	}
	f.W.SetMaxOpenConns(1)
	if err := migrate(ctx, f.W); err != nil {
		return err
	}
	if db.stmts, err = prepare(ctx, f.W, writeStatements); err != nil {
		return err
	}
	f.Watched, err = dbfile.Watch(f.Path, true)
	return err
}

const (
	// synchronous FULL: an acknowledged answer was paid for in requests, so it
	// must survive a power cut too. _txlock=immediate: a transaction that reads
	// before it writes would fail at once beside another writer otherwise.
	writerOptions = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=cache_size(-8192)&_pragma=journal_size_limit(67108864)&_pragma=wal_autocheckpoint(8000)" +
		"&_txlock=immediate&_dqs=0&_defensive=1"
	readerOptions = "?mode=ro&_pragma=busy_timeout(10000)&_pragma=query_only(1)&_pragma=cache_size(-4096)&_dqs=0"
	backupOptions = "?mode=ro&_pragma=busy_timeout(10000)&_dqs=0"
)

// openReader opens the read pool. A file in WAL mode cannot be read where its
// directory cannot be written, unless it is declared immutable; that is safe
// when no log lies beside it, because then nobody is writing.
func openReader(ctx context.Context, file string, mustExist bool) (*sql.DB, error) {
	r, err := sql.Open("sqlite", file+readerOptions)
	if err != nil {
		return nil, err
	}
	// Each connection has its own page cache and schema, in which every site has a view.
	readers := max(2, runtime.NumCPU())
	r.SetMaxOpenConns(readers)
	r.SetMaxIdleConns(readers)
	if !mustExist {
		return r, nil
	}
	var n int
	probe := r.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n)
	if !cannotOpen(probe) {
		return r, nil // other errors are told by what comes next
	}
	i, err := sql.Open("sqlite", file+readerOptions+"&immutable=1")
	if err != nil || i.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n) != nil {
		return r, err
	}
	r.Close()
	return i, nil
}

// fileURL returns the file: URL of an absolute path. Only in this form does
// SQLite see its own parameters (mode=ro), and only escaped are ?, # and % part
// of the name.
func fileURL(abs string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(abs)}).EscapedPath()
}

// Close moves what the write-ahead log holds into the database file, closes it
// and gives up the locks. Further calls do nothing.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	var errs []error
	if db.file.R.DB != nil {
		errs = append(errs, db.file.R.Close())
	}
	if db.file.W != nil {
		errs = append(errs, db.stmts.close())
		// Readers in other processes may be in the way: then the log stays, and
		// the next Close moves it. So neither wait long nor fail.
		db.file.W.Exec("PRAGMA busy_timeout = 200")
		db.file.W.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
		errs = append(errs, db.file.W.Close())
	}
	for _, l := range db.locks {
		errs = append(errs, l.Release())
	}
	clear(db.locks)
	return errors.Join(errs...)
}
