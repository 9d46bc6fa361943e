package storage

import (
	"context"
	"errors"
	"fmt"
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
)

// forgetting are the statements that remove a site (?1: its id), what others refer
// to last.
var forgetting = []struct {
	text string
	to   func(*Forgotten) *int64 // counts what is removed; nil: it is not told
}{
	{`DELETE FROM search WHERE rowid IN (SELECT id FROM records WHERE site = ?1)`, nil},
	{`DELETE FROM answer_records WHERE answer IN (SELECT id FROM answers WHERE harvest IN ` + ofSite + `)`, nil},
	{`DELETE FROM record_queries WHERE record IN (SELECT id FROM records WHERE site = ?1)`, nil},
	{`DELETE FROM details WHERE harvest IN ` + ofSite, nil},
	{`DELETE FROM record_versions WHERE record IN (SELECT id FROM records WHERE site = ?1)`, nil},
	{`DELETE FROM records WHERE site = ?1`, func(f *Forgotten) *int64 { return &f.Records }},
	{`DELETE FROM forms WHERE visit IN (SELECT id FROM visits WHERE harvest IN ` + ofSite + `)`, nil},
	{`DELETE FROM visits WHERE harvest IN ` + ofSite, nil},
	{`DELETE FROM answers WHERE harvest IN ` + ofSite, func(f *Forgotten) *int64 { return &f.Answers }},
	{`DELETE FROM queries WHERE site = ?1`, nil},
	{`DELETE FROM pages WHERE harvest IN ` + ofSite, func(f *Forgotten) *int64 { return &f.Pages }},
	{`DELETE FROM harvests WHERE site = ?1`, func(f *Forgotten) *int64 { return &f.Harvests }},
	{`DELETE FROM fields WHERE site = ?1`, nil},
	{`DELETE FROM sites WHERE id = ?1`, nil},
}

// unusedBodies removes what no page has any more; run twice, the bases too that
// nothing is compressed against any more.
const unusedBodies = `DELETE FROM bodies WHERE id NOT IN (SELECT body FROM pages) AND id NOT IN (SELECT body FROM crawl_pages WHERE body IS NOT NULL) AND id NOT IN (SELECT base FROM bodies WHERE base IS NOT NULL)`

// Forget removes a site with everything of it, in one transaction. What is known of
// its hosts goes too, unless another site or a crawl is of the same registrable
// site, or a host still asks to be left alone. It returns ErrLocked (wrapped) where
// a process harvests the site, and ErrNoSuchSite where there is none.
func (db *DB) Forget(ctx context.Context, name string) (f Forgotten, err error) {
	if db.w == nil {
		return f, fmt.Errorf("forget: %s: %w: it was opened for reading", db.path, ErrReadOnly)
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if f, err = db.forget(ctx, name, true); err != nil {
		return f, fmt.Errorf("forget %s: %w", name, dbfile.Explain(db.path, err))
	}
	return f, nil
}

func (db *DB) forget(ctx context.Context, name string, located bool) (f Forgotten, err error) {
	f.Site = name
	var id int64
	var start, view string
	held := db.w.QueryRowContext(ctx, selectOld, name).Scan(&id, &start, &view) == nil
	site := ""
	if held {
		u, err := page.ParseURL(start)
		if err != nil {
			return f, err
		}
		site = u.Site()
		if err := db.lock(site); err != nil {
			return f, err
		}
	}
	// With references checked each record removed would be looked for in the whole
	// ledger. The order of the statements keeps them.
	if _, err := db.w.ExecContext(ctx, `PRAGMA foreign_keys = OFF`); err != nil {
		return f, err
	}
	defer func() {
		_, on := db.w.ExecContext(context.WithoutCancel(ctx), `PRAGMA foreign_keys = ON`)
		err = errors.Join(err, on)
	}()
	err = db.write(ctx, func(w *writeTx) error {
		remove := func(text string, count *int64, args ...any) error {
			r, err := w.tx.ExecContext(ctx, text, args...)
			if err == nil && count != nil {
				*count, _ = r.RowsAffected()
			}
			return err
		}
		if located {
			if err := remove(`DELETE FROM sources WHERE name = ?`, &f.Sources, name); err != nil {
				return err
			}
		}
		if !held {
			if f.Sources == 0 {
				return ErrNoSuchSite
			}
			return nil
		}
		for _, s := range forgetting {
			var count *int64
			if s.to != nil {
				count = s.to(&f)
			}
			if err := remove(s.text, count, id); err != nil {
				return err
			}
		}
		for range 2 {
			if err := remove(unusedBodies, nil); err != nil {
				return err
			}
		}
		w.script("DROP VIEW IF EXISTS " + quote(view))
		return errors.Join(w.err, forgetHosts(ctx, w, site))
	})
	if err == nil {
		for harvest, known := range db.sites {
			if known.id == id {
				delete(db.sites, harvest)
			}
		}
	}
	return f, err
}

// retracting are the statements that remove a harvest (?1: its id) without answers.
var retracting = []string{
	`DELETE FROM forms WHERE visit IN (SELECT id FROM visits WHERE harvest = ?1)`,
	`DELETE FROM visits WHERE harvest = ?1`,
	`DELETE FROM pages WHERE harvest = ?1`,
	`DELETE FROM harvests WHERE id = ?1`,
	unusedBodies, unusedBodies,
}

// Retract implements harvest.Store. A site that has no other harvest goes with it.
func (db *DB) Retract(ctx context.Context, harvest int64) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	var name string
	var harvests, answers int
	err := db.write(ctx, func(w *writeTx) error {
		err := w.tx.QueryRowContext(ctx, `SELECT s.name, (SELECT count(*) FROM harvests WHERE site = s.id), (SELECT count(*) FROM answers WHERE harvest = ?1)
			FROM sites s JOIN harvests h ON h.site = s.id WHERE h.id = ?1`, harvest).Scan(&name, &harvests, &answers)
		switch {
		case err != nil:
			return err
		case answers > 0:
			return fmt.Errorf("%w: harvest %d has answers", ErrStep, harvest)
		case harvests == 1:
			return nil
		}
		for _, text := range retracting {
			if _, err := w.tx.ExecContext(ctx, text, harvest); err != nil {
				return err
			}
		}
		return nil
	})
	if delete(db.sites, harvest); err == nil && harvests == 1 {
		_, err = db.forget(ctx, name, false)
	}
	if err != nil {
		return fmt.Errorf("take harvest %d back: %w", harvest, dbfile.Explain(db.path, err))
	}
	return nil
}

// forgetHosts removes what is known of the hosts of a registrable site.
func forgetHosts(ctx context.Context, w *writeTx, site string) error {
	rows, err := w.tx.QueryContext(ctx, `SELECT start FROM sites`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var start string
		if err := rows.Scan(&start); err != nil {
			return err
		}
		if u, err := page.ParseURL(start); err == nil && u.Site() == site {
			return nil
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	const free = ` site = ?1 AND coalesce(not_before, 0) <= ?2 AND NOT EXISTS (SELECT 1 FROM crawl_hosts WHERE site = ?1)`
	for _, text := range []string{`DELETE FROM robots WHERE host IN (SELECT host FROM hosts WHERE` + free + `)`, `DELETE FROM hosts WHERE` + free} {
		if _, err := w.tx.ExecContext(ctx, text, site, time.Now().UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
