package storage

import (
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
)

// DB is one open database file. It is safe for concurrent use; commits that
// come while another one is written share the next transaction.
//
// What can be read of it stands in its parts. What writes is its own.
type DB struct {
	Ledger
	Holdings
	KeptPages
	Progress

	file   *dbfile.File
	packer *packing.Packer
	groups groups

	mu    sync.Mutex // guards what follows, and serialises commits and packing
	stmts statements
	batch *writeTx                    // of Atomically, while it runs
	sites map[int64]*siteState        // by harvest
	locks map[string]*dbfile.SiteLock // by registrable site
}

// siteState is what a begun harvest keeps in memory of its site. It is changed
// only after the transaction that says the same was committed.
type siteState struct {
	siteView
	of   string       // registrable site
	base packing.Base // of its pages; without ID until one was answered with records
}

// Shared is for the rooms of storage, whose tables lie in the same file.
func (db *DB) Shared() (*dbfile.File, *packing.Packer) { return db.file, db.packer }

// leave ends the harvests of a site that were begun.
func (db *DB) leave(site int64) {
	maps.DeleteFunc(db.sites, func(_ int64, known *siteState) bool { return known.id == site })
}

// unlock ends all harvests of a registrable site here, and gives up its lock.
func (db *DB) unlock(site string) error {
	maps.DeleteFunc(db.sites, func(_ int64, known *siteState) bool { return known.of == site })
	l := db.locks[site]
	if l == nil {
		return nil
	}
	delete(db.locks, site)
	return l.Release()
}

func (db *DB) lock(site string) error {
	if db.locks[site] != nil {
		return nil
	}
	l, err := dbfile.LockSite(db.file.Path, site)
	if err == nil {
		db.locks[site] = l
	}
	return err
}

// write runs f in one immediate transaction and commits it, or leaves no trace.
func (db *DB) write(ctx context.Context, f func(*writeTx)) error {
	if err := db.file.Writable(); err != nil {
		return err
	}
	if db.batch != nil {
		f(db.batch)
		return db.batch.err
	}
	if err := db.file.Watched.There(); err != nil {
		return err
	}
	tx, err := db.file.W.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := &writeTx{ctx: ctx, tx: tx, stmts: db.stmts, bound: statements{}}
	if f(w); w.err != nil {
		return w.err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return db.file.Watched.There() // what went into a file without a name is not saved
}

// Atomically implements harvest.Archive. Other writers to the file wait until f
// returns. After an error the sites that f began must be begun again.
func (db *DB) Atomically(ctx context.Context, f func() error) error {
	db.mu.Lock()
	running := db.batch != nil
	db.mu.Unlock()
	if running {
		return errors.New("storage: Atomically within Atomically")
	}
	err := db.write(ctx, func(w *writeTx) {
		db.setBatch(w)
		defer db.setBatch(nil)
		w.fail(f())
	})
	if err != nil {
		db.mu.Lock()
		clear(db.sites)
		db.mu.Unlock()
		return dbfile.Explain(db.file.Path, err)
	}
	return nil
}

func (db *DB) setBatch(w *writeTx) {
	db.mu.Lock()
	db.batch = w
	db.mu.Unlock()
}

// What can be wrong with a file, for callers that branch on it. Errors that
// wrap them carry the file and what to do.
var (
	ErrLocked   = dbfile.ErrLocked
	ErrVanished = dbfile.ErrVanished
	ErrForeign  = dbfile.ErrForeign
	ErrNewer    = dbfile.ErrNewer
	ErrCorrupt  = dbfile.ErrCorrupt
	ErrFull     = dbfile.ErrFull
	ErrIO       = dbfile.ErrIO
	ErrReadOnly = dbfile.ErrReadOnly
	ErrStep     = errors.New("not the harvest's next step")
)
