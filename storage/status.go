package storage

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// SiteStatus is where the latest harvest of a site stands.
type SiteStatus struct {
	Name       string             `json:"name"`
	Start      string             `json:"start"`
	View       string             `json:"view"`        // the site's typed view in the file
	Records    int                `json:"records"`     // held, of all harvests
	Harvests   int                `json:"harvests"`    // begun so far
	Harvest    int64              `json:"harvest"`     // the latest; of a refresh, what follows counts the harvests that it goes on from, too
	Found      int                `json:"found"`       // records that it saw
	Requests   int                `json:"requests"`    // of it
	Queries    int                `json:"queries"`     // distinct, asked by it
	Rate       float64            `json:"rate"`        // Found / Requests
	RecentRate float64            `json:"recent_rate"` // the same over the answers that cost the last 100 requests
	Estimate   *querygen.Estimate `json:"estimate"`    // as committed last; nil before the first question
	LastError  string             `json:"last_error,omitempty"`
	Changed    string             `json:"changed,omitempty"`  // how the site's pages have changed while it was harvested
	NextAt     time.Time          `json:"next_at,omitzero"`   // no request to the start's host is allowed before
	NextWhy    string             `json:"next_why,omitempty"` // reason for NextAt
	Stop       *harvest.Stop      `json:"stop,omitempty"`     // nil while unfinished
	Started    time.Time          `json:"started"`
	LastAt     time.Time          `json:"last_at,omitzero"` // of the last step
}

const (
	selectStatus = `SELECT s.name, s.start, s.view, s.records, (SELECT count(*) FROM harvests WHERE site = s.id),
			h.id, h.records, h.requests, h.estimate, h.stop_kind, h.stop_reason, h.stop_at, h.started, h.last_at,
			h.queries, CASE WHEN json_valid(h.profile) THEN coalesce(h.profile ->> '$.changed', '') ELSE '' END
		FROM sites s JOIN harvests h ON h.id = (SELECT max(id) FROM harvests WHERE site = s.id)
		ORDER BY s.name`
	selectRecent = `SELECT requests, new FROM answers WHERE harvest = ? ORDER BY seq DESC`
	selectWait   = `SELECT not_before, reason FROM hosts WHERE host = ?`
	selectError  = `SELECT last_error FROM hosts WHERE site = ? AND last_error <> '' ORDER BY host = ? DESC, host LIMIT 1`
	// Only the tail of the ledger: an error of long ago says nothing now.
	selectFailure = `SELECT note FROM (SELECT note, status, seq FROM answers WHERE harvest = ? ORDER BY seq DESC LIMIT 100)
		WHERE status = 'failed' AND note <> '' ORDER BY seq DESC LIMIT 1`
)

// Sites returns the status of all sites, by name.
func (db *DB) Sites(ctx context.Context) ([]SiteStatus, error) {
	// One read transaction: the numbers of one site are of one moment.
	tx, err := db.r.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("read status: %w", dbfile.Explain(db.path, err))
	}
	defer tx.Rollback()
	sites, err := readSites(ctx, tx)
	for i := 0; i < len(sites) && err == nil; i++ {
		err = sites[i].complete(ctx, tx)
	}
	if err != nil {
		return nil, fmt.Errorf("read status: %w", dbfile.Explain(db.path, err))
	}
	return sites, nil
}

func readSites(ctx context.Context, tx *sql.Tx) ([]SiteStatus, error) {
	var sites []SiteStatus
	err := dbfile.Each(ctx, tx, selectStatus, nil, func(rows *sql.Rows) error {
		var s SiteStatus
		var estimate, kind, reason sql.NullString
		var stopAt, started, lastAt sql.NullInt64
		err := rows.Scan(&s.Name, &s.Start, &s.View, &s.Records, &s.Harvests, &s.Harvest, &s.Found, &s.Requests, &estimate,
			&kind, &reason, &stopAt, &started, &lastAt, &s.Queries, &s.Changed)
		if err != nil {
			return err
		}
		s.Started, s.LastAt = dbfile.FromMillis(started), dbfile.FromMillis(lastAt)
		if kind.Valid {
			s.Stop = &harvest.Stop{Kind: harvest.StopKind(kind.String), Reason: reason.String, At: dbfile.FromMillis(stopAt)}
		}
		if estimate.Valid {
			s.Estimate = &querygen.Estimate{}
			if err := dbfile.FromJSON("estimate", estimate.String, s.Estimate); err != nil {
				return err
			}
		}
		sites = append(sites, s)
		return nil
	})
	return sites, err
}

// complete adds what stands in the ledger's tail and with the hosts.
func (s *SiteStatus) complete(ctx context.Context, tx *sql.Tx) error {
	if c, ok, err := countSpan(ctx, tx, s.Harvest); err != nil {
		return err
	} else if ok {
		s.Found, s.Requests, s.Queries = c.records, c.requests, c.queries
	}
	if s.Requests > 0 {
		s.Rate = float64(s.Found) / float64(s.Requests)
	}
	if err := s.recentRate(ctx, tx); err != nil {
		return err
	}
	start, err := page.ParseURL(s.Start)
	if err != nil {
		return fmt.Errorf("%w: start of site %s: %w", ErrCorrupt, s.Name, err)
	}
	var at sql.NullInt64
	err = optional(tx.QueryRowContext(ctx, selectWait, start.Origin()).Scan(&at, &s.NextWhy))
	if err != nil {
		return err
	}
	s.NextAt = dbfile.FromMillis(at)
	if err := optional(tx.QueryRowContext(ctx, selectError, start.Site(), start.Origin()).Scan(&s.LastError)); err != nil {
		return err
	}
	if s.LastError != "" {
		return nil
	}
	return optional(tx.QueryRowContext(ctx, selectFailure, s.Harvest).Scan(&s.LastError))
}

func (s *SiteStatus) recentRate(ctx context.Context, tx *sql.Tx) error {
	const window = 100 // requests
	requests, found := 0, 0
	rows, err := tx.QueryContext(ctx, selectRecent, s.Harvest)
	if err != nil {
		return err
	}
	defer rows.Close()
	for requests < window && rows.Next() {
		var r, n int
		if err := rows.Scan(&r, &n); err != nil {
			return err
		}
		requests, found = requests+r, found+n
	}
	if requests > 0 {
		s.RecentRate = float64(found) / float64(requests)
	}
	return rows.Err()
}

// optional drops the error of a row that need not be there.
func optional(err error) error {
	if err == sql.ErrNoRows {
		return nil
	}
	return err
}
