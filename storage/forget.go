package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// ErrNoSuchSite is returned for the name of a site that the file does not hold.
var ErrNoSuchSite = errors.New("no such site")

// Forgotten is what Forget removed.
type Forgotten struct {
	Site     string `json:"site"`
	Harvests int64  `json:"harvests"`
	Answers  int64  `json:"answers"`
	Records  int64  `json:"records"`
	Pages    int64  `json:"pages"`
	Sources  int64  `json:"sources"` // located, of that name
}

const (
	ofSite    = `(SELECT id FROM harvests WHERE site = ?1)`
	selectOld = `SELECT id, start, view FROM sites WHERE name = ?`
	// What no page has any more; run twice, the bases too that nothing is compressed
	// against any more.
	unusedBodies = `DELETE FROM bodies WHERE id NOT IN (SELECT body FROM pages) AND id NOT IN (SELECT body FROM crawl_pages WHERE body IS NOT NULL) AND id NOT IN (SELECT base FROM bodies WHERE base IS NOT NULL)`
)

// Forget removes a site with everything of it, in one transaction. What is known of
// its hosts goes too, unless another site or a crawl is of the same registrable
// site, or a host still asks to be left alone. It returns ErrLocked (wrapped) where
// a process harvests the site, and ErrNoSuchSite where there is none.
func (db *DB) Forget(ctx context.Context, name string) (f Forgotten, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	defer db.file.Wrap(&err, "forget %s", name)
	return db.forget(ctx, name, true)
}

// forget removes a site; with located, what locating said of it, too.
func (db *DB) forget(ctx context.Context, name string, located bool) (f Forgotten, err error) {
	f.Site = name
	if err := db.file.Writable(); err != nil {
		return f, err
	}
	var id int64
	var start page.URL
	var view string
	err = db.file.W.QueryRowContext(ctx, selectOld, name).Scan(&id, dbfile.Text(&start), &view)
	held := err == nil
	if held {
		err = db.lock(start.Site())
	}
	if err = dbfile.Optional(err); err != nil {
		return f, err
	}
	// With references checked each record removed would be looked for in the whole
	// ledger. The order of the statements keeps them.
	if _, err := db.file.W.ExecContext(ctx, `PRAGMA foreign_keys = OFF`); err != nil {
		return f, err
	}
	defer func() {
		_, on := db.file.W.ExecContext(context.WithoutCancel(ctx), `PRAGMA foreign_keys = ON`)
		err = errors.Join(err, on)
	}()
	err = db.write(ctx, func(w *writeTx) {
		if located {
			f.Sources = w.script(`DELETE FROM sources WHERE name = ?`, name)
		}
		if held {
			forgetSite(w, id, &f)
			w.script("DROP VIEW IF EXISTS " + quote(view))
			forgetHosts(w, start.Site())
		} else if f.Sources == 0 {
			w.fail(ErrNoSuchSite)
		}
	})
	if err == nil {
		db.leave(id)
	}
	return f, err
}

// forgetSite removes what a site has, and last what others refer to.
func forgetSite(w *writeTx, id int64, f *Forgotten) {
	w.script(`DELETE FROM search WHERE rowid IN (SELECT id FROM records WHERE site = ?1)`, id)
	w.script(`DELETE FROM answer_records WHERE answer IN (SELECT id FROM answers WHERE harvest IN `+ofSite+`)`, id)
	w.script(`DELETE FROM record_queries WHERE record IN (SELECT id FROM records WHERE site = ?1)`, id)
	w.script(`DELETE FROM details WHERE harvest IN `+ofSite, id)
	w.script(`DELETE FROM record_versions WHERE record IN (SELECT id FROM records WHERE site = ?1)`, id)
	f.Records = w.script(`DELETE FROM records WHERE site = ?1`, id)
	w.script(`DELETE FROM forms WHERE visit IN (SELECT id FROM visits WHERE harvest IN `+ofSite+`)`, id)
	w.script(`DELETE FROM visits WHERE harvest IN `+ofSite, id)
	f.Answers = w.script(`DELETE FROM answers WHERE harvest IN `+ofSite, id)
	w.script(`DELETE FROM harvest_asked WHERE harvest IN `+ofSite, id)
	w.script(`DELETE FROM harvest_course WHERE harvest IN `+ofSite, id)
	w.script(`DELETE FROM queries WHERE site = ?1`, id)
	f.Pages = w.script(`DELETE FROM pages WHERE harvest IN `+ofSite, id)
	f.Harvests = w.script(`DELETE FROM harvests WHERE site = ?1`, id)
	w.script(`DELETE FROM fields WHERE site = ?1`, id)
	w.script(`DELETE FROM sites WHERE id = ?1`, id)
	dropBodies(w)
}

// dropBodies removes the bodies of no page, and then the bases that nothing is
// compressed against any more.
func dropBodies(w *writeTx) {
	w.script(unusedBodies)
	w.script(unusedBodies)
}

// Retract implements harvest.Store. A site that has no other harvest goes with it.
func (db *DB) Retract(ctx context.Context, harvest int64) (err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	defer db.file.Wrap(&err, "take harvest %d back", harvest)
	var name string
	var harvests, answers int
	err = db.write(ctx, func(w *writeTx) {
		w.fail(w.tx.QueryRowContext(ctx, `SELECT s.name, (SELECT count(*) FROM harvests WHERE site = s.id), (SELECT count(*) FROM answers WHERE harvest = ?1)
			FROM sites s JOIN harvests h ON h.site = s.id WHERE h.id = ?1`, harvest).Scan(&name, &harvests, &answers))
		if answers > 0 {
			w.fail(fmt.Errorf("%w: harvest %d has answers", ErrStep, harvest))
		}
		if harvests > 1 {
			w.script(`DELETE FROM forms WHERE visit IN (SELECT id FROM visits WHERE harvest = ?1)`, harvest)
			w.script(`DELETE FROM visits WHERE harvest = ?1`, harvest)
			w.script(`DELETE FROM pages WHERE harvest = ?1`, harvest)
			w.script(`DELETE FROM harvest_course WHERE harvest = ?1`, harvest)
			w.script(`DELETE FROM harvests WHERE id = ?1`, harvest)
			dropBodies(w)
		}
	})
	if delete(db.sites, harvest); err == nil && harvests == 1 {
		_, err = db.forget(ctx, name, false)
	}
	return err
}

// forgetHosts removes what is known of the hosts of a registrable site.
func forgetHosts(w *writeTx, site string) {
	others := rowsOf(w, `SELECT start FROM sites`, nil, func(row dbfile.Row, u *page.URL) error { return row.Scan(dbfile.Text(u)) })
	if slices.ContainsFunc(others, func(u page.URL) bool { return u.Site() == site }) {
		return
	}
	const free = ` site = ?1 AND coalesce(not_before, 0) <= ?2 AND NOT EXISTS (SELECT 1 FROM crawl_hosts WHERE site = ?1)`
	now := time.Now().UnixMilli()
	w.script(`DELETE FROM robots WHERE host IN (SELECT host FROM hosts WHERE`+free+`)`, site, now)
	w.script(`DELETE FROM hosts WHERE`+free, site, now)
}
