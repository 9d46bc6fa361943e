package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Record is one stored record of a site: what was said last, see merge.
type Record struct {
	Site      string // name
	Key       string // identifies the record on its site
	URL       string // "" where it has none
	Title     string
	Fields    []extract.Field // in the order in which they appeared; values of one name stand together
	Text      string
	Queries   int // distinct queries that returned it
	FirstSeen time.Time
	LastSeen  time.Time
}

// ErrNoSite is returned (wrapped) for a site that the file does not know.
var ErrNoSite = errors.New("no such site in the database")

// recordsAtOnce bounds memory, and how long a read transaction keeps the log
// from being checkpointed, while records are read.
const (
	recordsAtOnce = 500
	scannedAtOnce = 5000 // ids looked at for those that a filter wants
)

// recordColumns are what scanRecord reads.
const recordColumns = `r.id, r.key, v.url, v.title, v.fields, v.text,
			(SELECT count(*) FROM record_queries q WHERE q.record = r.id), r.first_seen, r.last_seen`

const (
	findSite   = `SELECT id FROM sites WHERE name = ?`
	lastRecord = `SELECT coalesce(max(id), 0) FROM records WHERE site = ?`
	// The index on site holds ids in order, so each range is found at once.
	selectRecords = `SELECT ` + recordColumns + `
		FROM records r INDEXED BY records_by_site CROSS JOIN record_versions v ON v.id = r.version
		WHERE r.site = ? AND r.id > ? AND r.id <= ?%s ORDER BY r.id LIMIT ?`
	selectRecord = `SELECT ` + recordColumns + `, s.name
		FROM records r JOIN record_versions v ON v.id = r.version JOIN sites s ON s.id = r.site WHERE r.id = ?`
)

// Records yields the records of a site in the order in which they were first
// seen. It reads in ranges: memory stays flat, and a harvest into the same file
// goes on meanwhile (records that it adds are not yielded, changes may be).
func (db *DB) Records(ctx context.Context, site string) iter.Seq2[Record, error] {
	return db.RecordsWhere(ctx, site, Filter{})
}

// RecordsWhere is Records for those that f wants. A condition that cannot be
// used gives ErrCondition (wrapped) before any record.
func (db *DB) RecordsWhere(ctx context.Context, site string, f Filter) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		err := db.records(ctx, site, f, func(r Record) bool { return yield(r, nil) })
		if err != nil {
			yield(Record{}, fmt.Errorf("read the records of %s: %w", site, dbfile.Explain(db.path, err)))
		}
	}
}

func (db *DB) records(ctx context.Context, site string, f Filter, yield func(Record) bool) error {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return err
	}
	condition, more, err := f.condition(ctx, db, id)
	if err != nil {
		return err
	}
	var last int64
	if err := db.r.QueryRowContext(ctx, lastRecord, id).Scan(&last); err != nil {
		return err
	}
	text := fmt.Sprintf(selectRecords, condition)
	batch := make([]Record, 0, recordsAtOnce)
	for from := int64(0); from < last; {
		to, args := last, []any{id, from, last}
		if condition != "" { // few may be wanted of many: bound what is looked at
			to = min(from+scannedAtOnce, last)
			args[2] = to
		}
		for _, a := range more {
			if r, ok := a.(rangeArg); ok {
				a = args[r]
			}
			args = append(args, a)
		}
		batch = batch[:0]
		reached := to
		err := dbfile.Each(ctx, db.r, text, append(args, recordsAtOnce), func(rows *sql.Rows) error {
			id, r, err := scanRecord(rows.Scan)
			if err != nil {
				return err
			}
			r.Site = site
			if batch = append(batch, r); len(batch) == recordsAtOnce {
				reached = id
			}
			return nil
		})
		if err != nil {
			return f.blame(err)
		}
		for _, r := range batch {
			if !yield(r) {
				return nil
			}
		}
		from = reached
	}
	return nil
}

// scanRecord reads recordColumns, and what more is selected after them.
func scanRecord(scan func(...any) error, more ...any) (id int64, r Record, err error) {
	var first, last int64
	var fields string
	err = scan(append([]any{&id, &r.Key, &r.URL, &r.Title, &fields, &r.Text, &r.Queries, &first, &last}, more...)...)
	if err != nil {
		return id, r, err
	}
	r.FirstSeen, r.LastSeen = time.UnixMilli(first).UTC(), time.UnixMilli(last).UTC()
	r.Fields, err = decodeFields(fields)
	return id, r, err
}

func recordByID(ctx context.Context, q dbfile.Querier, id int64) (Record, error) {
	var site string
	_, r, err := scanRecord(q.QueryRowContext(ctx, selectRecord, id).Scan, &site)
	r.Site = site
	return r, err
}

func (db *DB) siteID(ctx context.Context, site string) (id int64, err error) {
	err = db.r.QueryRowContext(ctx, findSite, site).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w: `hadal status` lists those that are there", site, ErrNoSite)
	}
	return id, err
}

// Columns returns the field catalogue of the named sites together, in order of
// appearance: the columns of a table of their records. A field is numeric when
// it is on all sites that have it. With one site, headings are those of its view.
func (db *DB) Columns(ctx context.Context, sites ...string) ([]Column, error) {
	var columns []Column
	for _, site := range sites {
		id, err := db.siteID(ctx, site)
		var of []Column
		if err == nil {
			of, err = db.columns(ctx, id)
		}
		if err != nil {
			return nil, fmt.Errorf("read the fields of %s: %w", site, dbfile.Explain(db.path, err))
		}
		for _, c := range of {
			if i := indexColumn(columns, c.Field); i >= 0 {
				columns[i].Numeric = columns[i].Numeric && c.Numeric
				continue
			}
			if len(sites) > 1 {
				c.Heading = heading(columns, c.Field)
			}
			columns = append(columns, c)
		}
	}
	return slices.Clip(columns), nil
}

// columns returns the field catalogue of one site.
func (db *DB) columns(ctx context.Context, site int64) (columns []Column, err error) {
	err = dbfile.Each(ctx, db.r, selectFields, []any{site}, func(rows *sql.Rows) error {
		var c Column
		err := rows.Scan(&c.Field, &c.Heading, &c.Numeric)
		columns = append(columns, c)
		return err
	})
	return columns, err
}
