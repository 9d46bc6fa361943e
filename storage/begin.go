package storage

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectSite    = `SELECT id, view FROM sites WHERE name = ?`
	insertSite    = `INSERT INTO sites (name, start, view) VALUES (?, ?, ?)`
	updateStart   = `UPDATE sites SET start = ?2 WHERE id = ?1 AND start IS NOT ?2`
	latestHarvest = `SELECT id, started, steps, profile, stop_kind, stop_reason, stop_at
		FROM harvests WHERE site = ? ORDER BY id DESC LIMIT 1`
	insertHarvest = `INSERT INTO harvests (site, started) VALUES (?, ?)`
	selectHosts   = `SELECT h.state, r.body FROM hosts h LEFT JOIN robots r ON r.host = h.host
		WHERE h.site = ? ORDER BY h.host`
)

// Begin implements harvest.Store. It returns ErrLocked (wrapped) at once when
// another process harvests the same registrable site into this file; the lock
// is held until Close.
func (db *DB) Begin(ctx context.Context, s harvest.Site, fresh bool) (harvest.State, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	state, err := db.begin(ctx, s, fresh)
	if err != nil {
		return harvest.State{}, dbfile.Explain(db.path, err)
	}
	return state, nil
}

func (db *DB) begin(ctx context.Context, s harvest.Site, fresh bool) (state harvest.State, err error) {
	if s.Name == "" || s.Start.IsZero() {
		return state, fmt.Errorf("a site needs a name and a start URL")
	}
	if db.w != nil {
		if err := db.lock(s.Start.Site()); err != nil {
			return state, err
		}
	}
	var site *siteState
	err = db.write(ctx, func(w *writeTx) error {
		site, err = openSite(w, s)
		if err != nil {
			return err
		}
		state, err = openHarvest(w, site.id, fresh, time.Now())
		if err != nil {
			return err
		}
		if state.Hosts, err = loadHosts(w, s.Start.Site()); err != nil {
			return err
		}
		site.base, err = w.baseOf(state.Harvest)
		return err
	})
	if err != nil {
		return harvest.State{}, err
	}
	for old, known := range db.sites {
		if known.id == site.id {
			delete(db.sites, old) // a harvest that a fresh one follows takes no more commits
		}
	}
	db.sites[state.Harvest] = site
	return state, nil
}

func (db *DB) lock(site string) error {
	if db.locks[site] != nil {
		return nil
	}
	l, err := dbfile.LockSite(db.path, site)
	if err == nil {
		db.locks[site] = l
	}
	return err
}

// openSite returns the site's row, made where it is new, with its catalogue.
func openSite(w *writeTx, s harvest.Site) (*siteState, error) {
	site := &siteState{}
	if w.scan(one(selectSite, s.Name), &site.id, &site.view) {
		w.exec(updateStart, site.id, s.Start.String())
		if err := site.loadCatalogue(w); err != nil {
			return nil, err
		}
		return site, w.err
	}
	view, err := freeViewName(w, s.Name)
	if err != nil {
		return nil, err
	}
	site.view = view
	site.id = w.insert(insertSite, s.Name, s.Start.String(), view)
	w.script(site.viewDDL(site.fields))
	return site, w.err
}

func openHarvest(w *writeTx, site int64, fresh bool, now time.Time) (st harvest.State, err error) {
	var started, stopAt sql.NullInt64
	var profile string
	var kind, reason sql.NullString
	if !fresh && w.scan(one(latestHarvest, site), &st.Harvest, &started, &st.Steps, &profile, &kind, &reason, &stopAt) {
		st.Started = dbfile.FromMillis(started)
		if kind.Valid {
			st.Stop = &harvest.Stop{Kind: harvest.StopKind(kind.String), Reason: reason.String, At: dbfile.FromMillis(stopAt)}
		}
		return st, dbfile.FromJSON("site profile", profile, &st.Profile)
	}
	st.Started = now.UTC().Truncate(time.Millisecond)
	st.Harvest = w.insert(insertHarvest, site, dbfile.Millis(st.Started))
	return st, w.err
}

func loadHosts(w *writeTx, site string) ([]fetch.HostState, error) {
	if w.err != nil {
		return nil, w.err
	}
	rows, err := w.stmt(selectHosts).QueryContext(w.ctx, site)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var hosts []fetch.HostState
	for rows.Next() {
		var state string
		var body []byte
		if err := rows.Scan(&state, &body); err != nil {
			return nil, err
		}
		var h fetch.HostState
		if err := dbfile.FromJSON("host state", state, &h); err != nil {
			return nil, err
		}
		h.Robots = body
		hosts = append(hosts, h)
	}
	return hosts, rows.Err()
}
