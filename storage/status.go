package storage

import (
	"context"
	"database/sql"
	"errors"
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

// Harvest is one harvest of a site.
type Harvest struct {
	ID      int64     `json:"harvest"`
	Started time.Time `json:"started"`
	LastAt  time.Time `json:"last_at,omitzero"` // of its last step
	Records int       `json:"records"`          // that it saw; a refresh, with those that it goes on from
}

// Progress is how the harvests of each site stand, and what changed between them.
type Progress struct{ file *dbfile.File }

const (
	selectHarvestList = `SELECT id, started, last_at, records FROM harvests WHERE site = ? ORDER BY id`

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

// Profile returns what the latest harvest of a site believes about it.
func (p *Progress) Profile(ctx context.Context, site string) (_ harvest.Profile, err error) {
	defer p.file.Wrap(&err, "read the profile of %s", site)
	_, profile, err := profileOf(ctx, p.file.R, site)
	return profile, err
}

// Harvests returns the harvests of a site, oldest first.
func (p *Progress) Harvests(ctx context.Context, site string) (list []Harvest, err error) {
	defer p.file.Wrap(&err, "read the harvests of %s", site)
	id, err := siteID(ctx, p.file.R, site)
	if err != nil {
		return nil, err
	}
	list, err = dbfile.All(ctx, p.file.R, selectHarvestList, []any{id}, func(row dbfile.Row, h *Harvest) error {
		return row.Scan(&h.ID, dbfile.Time(&h.Started), dbfile.Time(&h.LastAt), &h.Records)
	})
	for i := 0; i < len(list) && err == nil; i++ {
		var c spanned
		var ok bool
		if c, ok, err = countSpan(ctx, p.file.R, list[i].ID); ok {
			list[i].Records = c.records
		}
	}
	return list, err
}

// Sites returns the status of all sites, by name.
func (p *Progress) Sites(ctx context.Context) (sites []SiteStatus, err error) {
	defer p.file.Wrap(&err, "read status")
	if err := p.file.Watched.There(); err != nil {
		return nil, err // whoever looks on sees what nobody else does
	}
	// One read transaction: the numbers of one site are of one moment.
	tx, err := p.file.R.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	sites, err = dbfile.All(ctx, tx, selectStatus, nil, scanStatus)
	for i := 0; i < len(sites) && err == nil; i++ {
		err = sites[i].complete(ctx, tx)
	}
	return sites, err
}

// Starts returns the names of all sites, and where they begin: no more, since of thousands
// the rest takes seconds.
func (p *Progress) Starts(ctx context.Context) (sites []harvest.Site, err error) {
	defer p.file.Wrap(&err, "read the sites")
	return dbfile.All(ctx, p.file.R, `SELECT name, start FROM sites ORDER BY name`, nil, func(row dbfile.Row, s *harvest.Site) error {
		return row.Scan(&s.Name, dbfile.Text(&s.Start))
	})
}

func scanStatus(row dbfile.Row, s *SiteStatus) error {
	var stop stopColumns
	err := row.Scan(&s.Name, &s.Start, &s.View, &s.Records, &s.Harvests, &s.Harvest, &s.Found, &s.Requests, dbfile.JSON("estimate", &s.Estimate),
		&stop.kind, &stop.reason, dbfile.Time(&stop.at), dbfile.Time(&s.Started), dbfile.Time(&s.LastAt), &s.Queries, &s.Changed)
	s.Stop = stop.stop()
	return err
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
	err = dbfile.Optional(tx.QueryRowContext(ctx, selectWait, start.Origin()).Scan(dbfile.Time(&s.NextAt), &s.NextWhy))
	if err != nil {
		return err
	}
	if err := dbfile.Optional(tx.QueryRowContext(ctx, selectError, start.Site(), start.Origin()).Scan(&s.LastError)); err != nil || s.LastError != "" {
		return err
	}
	return dbfile.Optional(tx.QueryRowContext(ctx, selectFailure, s.Harvest).Scan(&s.LastError))
}

func (s *SiteStatus) recentRate(ctx context.Context, tx *sql.Tx) error {
	const window = 100 // requests
	requests, found := 0, 0
	err := dbfile.Each(ctx, tx, selectRecent, []any{s.Harvest}, func(row dbfile.Row) error {
		if requests >= window {
			return dbfile.ErrEnough
		}
		var r, n int
		err := row.Scan(&r, &n)
		requests, found = requests+r, found+n
		return err
	})
	if requests > 0 {
		s.RecentRate = float64(found) / float64(requests)
	}
	return err
}

// stopColumns are the columns of a harvest that say how it ended.
type stopColumns struct {
	kind, reason *string // nil: it has not ended
	at           time.Time
}

func (c stopColumns) stop() *harvest.Stop {
	if c.kind == nil {
		return nil
	}
	return &harvest.Stop{Kind: harvest.StopKind(*c.kind), Reason: *c.reason, At: c.at}
}

// A refresh looks at a part of the records and goes on from the harvests before it:
// together they are one data set, its span.

const (
	selectOf = `SELECT h.value FROM harvests, json_each(harvests.profile, '$.refresh.of') h WHERE harvests.id = ?`
	// A harvest without others in its span has its counts in its row.
	selectSpan = `SELECT (SELECT count(DISTINCT l.record) FROM answers a CROSS JOIN answer_records l ON l.answer = a.id WHERE a.harvest IN (SELECT value FROM json_each(?1))),
		(SELECT sum(requests) FROM harvests WHERE id IN (SELECT value FROM json_each(?1))),
		(SELECT count(DISTINCT query) FROM answers WHERE harvest IN (SELECT value FROM json_each(?1)))`
)

// spanOf returns the harvests of a harvest's span, itself last.
func spanOf(ctx context.Context, q dbfile.Querier, harvest int64) ([]int64, error) {
	ids, err := dbfile.Column[int64](ctx, q, selectOf, harvest)
	return append(ids, harvest), err
}

// spanned are the counts of a span.
type spanned struct{ records, requests, queries int }

// countSpan counts what the span of a harvest has; it is not ok where that is only the
// harvest itself.
func countSpan(ctx context.Context, q dbfile.Querier, harvest int64) (c spanned, ok bool, err error) {
	ids, err := spanOf(ctx, q, harvest)
	if err != nil || len(ids) == 1 {
		return c, false, err
	}
	err = q.QueryRowContext(ctx, selectSpan, dbfile.JSON("harvests", ids)).Scan(&c.records, &c.requests, &c.queries)
	return c, err == nil, err
}

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
