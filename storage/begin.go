package storage

import (
	"context"
	"errors"
	"time"

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
		return harvest.State{}, dbfile.Explain(db.file.Path, err)
	}
	return state, nil
}

func (db *DB) begin(ctx context.Context, s harvest.Site, fresh bool) (state harvest.State, err error) {
	if s.Name == "" || s.Start.IsZero() {
		return state, errors.New("a site needs a name and a start URL")
	}
	if db.file.W != nil {
		if err := db.lock(s.Start.Site()); err != nil {
			return state, err
		}
	}
	site := &siteState{}
	err = db.write(ctx, func(w *writeTx) {
		site.open(w, s)
		state = openHarvest(w, site.id, fresh, time.Now())
		state.Hosts = rowsOf(w, selectHosts, []any{s.Start.Site()}, dbfile.ScanHost)
		site.base = baseOf(w, state.Harvest)
	})
	if err != nil {
		return state, err
	}
	db.leave(site.id) // a harvest that a fresh one follows takes no more commits
	db.sites[state.Harvest] = site
	return state, nil
}

// open reads the site's row, made where it is new, with its catalogue.
func (site *siteState) open(w *writeTx, s harvest.Site) {
	if w.scan(one(selectSite, s.Name), &site.id, &site.view) {
		w.exec(updateStart, site.id, s.Start.String())
		site.fields = rowsOf(w, selectFields, []any{site.id}, scanColumn)
		return
	}
	site.view = freeViewName(w, s.Name)
	site.id = w.insert(insertSite, s.Name, s.Start.String(), site.view)
	w.script(site.viewDDL(site.fields))
}

func openHarvest(w *writeTx, site int64, fresh bool, now time.Time) (st harvest.State) {
	var stop stopColumns
	if !fresh && w.scan(one(latestHarvest, site), &st.Harvest, dbfile.Time(&st.Started), &st.Steps, dbfile.JSON("site profile", &st.Profile), &stop.kind, &stop.reason, dbfile.Time(&stop.at)) {
		st.Stop = stop.stop()
		return st
	}
	st.Started = now.UTC().Truncate(time.Millisecond)
	st.Harvest = w.insert(insertHarvest, site, dbfile.Millis(st.Started))
	return st
}
