package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// ErrNoSite is returned (wrapped) for a site that the file does not know.
var ErrNoSite = errors.New("no such site in the database")

const (
	findSite       = `SELECT id FROM sites WHERE name = ?`
	selectHarvests = `SELECT id FROM harvests WHERE site = ? ORDER BY id`
	selectProfile  = `SELECT profile FROM harvests WHERE site = ? ORDER BY id DESC LIMIT 1`
)

func siteID(ctx context.Context, q dbfile.Querier, site string) (id int64, err error) {
	err = q.QueryRowContext(ctx, findSite, site).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w: `hadal status` lists those that are there", site, ErrNoSite)
	}
	return id, err
}

// harvestsOf returns the harvests of a site, oldest first.
func harvestsOf(ctx context.Context, q dbfile.Querier, site string) ([]int64, error) {
	id, err := siteID(ctx, q, site)
	if err != nil {
		return nil, err
	}
	return dbfile.Column[int64](ctx, q, selectHarvests, id)
}

// profileOf returns a site and what its latest harvest believes about it.
func profileOf(ctx context.Context, q dbfile.Querier, site string) (id int64, p harvest.Profile, err error) {
	if id, err = siteID(ctx, q, site); err == nil {
		err = q.QueryRowContext(ctx, selectProfile, id).Scan(dbfile.JSON("site profile", &p))
	}
	return id, p, err
}
