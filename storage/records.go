package storage

import (
	"context"
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

// Holdings is the records that are held of all sites: read, looked for, searched.
type Holdings struct {
	file   *dbfile.File
	common int // see defaultCommon
}

// recordsAtOnce bounds memory, and how long a read transaction keeps the log
// from being checkpointed, while records are read.
const (
	recordsAtOnce = 500
	scannedAtOnce = 5000 // ids looked at for those that a filter wants
)

const (
	lastRecord = `SELECT coalesce(max(id), 0) FROM records WHERE site = ?`
	// recordColumns are what scanRecord reads.
	recordColumns = `r.id, (SELECT s.name FROM sites s WHERE s.id = r.site), r.key, v.url, v.title, v.fields, v.text,
			(SELECT count(*) FROM record_queries q WHERE q.record = r.id), r.first_seen, r.last_seen`
	// The index on site holds ids in order, so each range is found at once.
	selectRecords = `SELECT ` + recordColumns + `
		FROM records r INDEXED BY records_by_site CROSS JOIN record_versions v ON v.id = r.version
		WHERE r.site = ?1 AND r.id > ?2 AND r.id <= ?3%s ORDER BY r.id LIMIT ?`
	selectRecord = `SELECT ` + recordColumns + ` FROM records r JOIN record_versions v ON v.id = r.version WHERE r.id = ?`
)

// Records yields the records of a site in the order in which they were first
// seen. It reads in ranges: memory stays flat, and a harvest into the same file
// goes on meanwhile (records that it adds are not yielded, changes may be).
func (h *Holdings) Records(ctx context.Context, site string) iter.Seq2[Record, error] {
	return h.RecordsWhere(ctx, site, Filter{})
}

// RecordsWhere is Records for those that f wants. A condition that cannot be
// used gives ErrCondition (wrapped) before any record.
func (h *Holdings) RecordsWhere(ctx context.Context, site string, f Filter) iter.Seq2[Record, error] {
	return dbfile.Sequence(h.file, func(found func(Record) bool) error { return h.records(ctx, site, f, found) }, "read the records of %s", site)
}

func (h *Holdings) records(ctx context.Context, site string, f Filter, found func(Record) bool) error {
	id, err := siteID(ctx, h.file.R, site)
	if err != nil {
		return err
	}
	condition, more, err := f.condition(ctx, h.file, id)
	if err != nil {
		return err
	}
	var last int64
	if err := h.file.R.QueryRowContext(ctx, lastRecord, id).Scan(&last); err != nil {
		return err
	}
	text := fmt.Sprintf(selectRecords, condition)
	for from := int64(0); from < last; {
		to := last
		if condition != "" { // few may be wanted of many: bound what is looked at
			to = min(from+scannedAtOnce, last)
		}
		batch, err := dbfile.All(ctx, h.file.R, text, slices.Concat([]any{id, from, to}, more, []any{recordsAtOnce}), scanRecord)
		if err != nil {
			return f.blame(err)
		}
		for _, r := range batch {
			if !found(r.Record) {
				return nil
			}
		}
		if from = to; len(batch) == recordsAtOnce {
			from = batch[len(batch)-1].ID
		}
	}
	return nil
}

// Held is a record with its number in the file.
type Held struct {
	ID int64
	Record
}

// scanRecord reads recordColumns.
func scanRecord(row dbfile.Row, r *Held) error {
	return row.Scan(&r.ID, &r.Site, &r.Key, &r.URL, &r.Title, fieldsColumn{&r.Fields}, &r.Text, &r.Queries, dbfile.Time(&r.FirstSeen), dbfile.Time(&r.LastSeen))
}

func recordByID(ctx context.Context, q dbfile.Querier, id int64) (Record, error) {
	var r Held
	err := scanRecord(q.QueryRowContext(ctx, selectRecord, id), &r)
	return r.Record, err
}

// Columns returns the field catalogue of the named sites together, in order of
// appearance: the columns of a table of their records. A field is numeric when
// it is on all sites that have it. With one site, headings are those of its view.
func (h *Holdings) Columns(ctx context.Context, sites ...string) (columns []Column, err error) {
	for _, site := range sites {
		of, err := h.columnsOf(ctx, site)
		if err != nil {
			return nil, err
		}
		for _, c := range of {
			if i := indexColumn(columns, c.Field); i >= 0 {
				columns[i].Numeric, columns[i].Whole = columns[i].Numeric && c.Numeric, columns[i].Whole && c.Whole
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

func (h *Holdings) columnsOf(ctx context.Context, site string) (_ []Column, err error) {
	defer h.file.Wrap(&err, "read the fields of %s", site)
	id, err := siteID(ctx, h.file.R, site)
	if err != nil {
		return nil, err
	}
	return dbfile.All(ctx, h.file.R, selectFields, []any{id}, scanColumn)
}
