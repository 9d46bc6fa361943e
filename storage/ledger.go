package storage

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Entry is one step of a site's ledger, with the harvest that it belongs to.
type Entry struct {
	Harvest int64
	Step    harvest.Step // as harvest.Store's Steps gives it
}

const selectHarvests = `SELECT id FROM harvests WHERE site = ? ORDER BY id`

// Ledger yields all steps of all harvests of a site, oldest first.
func (db *DB) Ledger(ctx context.Context, site string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		harvests, err := db.harvests(ctx, site)
		if err != nil {
			yield(Entry{}, fmt.Errorf("read the ledger of %s: %w", site, dbfile.Explain(db.path, err)))
			return
		}
		for _, h := range harvests {
			for step, err := range db.Steps(ctx, h) {
				if !yield(Entry{Harvest: h, Step: step}, err) || err != nil {
					return
				}
			}
		}
	}
}

func (db *DB) harvests(ctx context.Context, site string) (ids []int64, err error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectHarvests, []any{id}, func(rows *sql.Rows) error {
		var h int64
		err := rows.Scan(&h)
		ids = append(ids, h)
		return err
	})
	return ids, err
}
