package storage

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	insertDetail = `INSERT INTO details (harvest, seq, at, record, status, requests, gone, note, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	answerOf     = `SELECT answer FROM record_versions WHERE id = ?`

	selectDetails = `SELECT d.seq, d.at, r.key, d.status, d.requests, d.gone, d.note, d.request FROM details d CROSS JOIN records r ON r.id = d.record
		WHERE d.harvest = ? AND d.seq > ? AND d.seq <= ? ORDER BY d.seq`
	// The rows with a version are those of records that the harvest saw first there.
	selectUndetailed = `SELECT r.key, v.url, v.title, v.fields
		FROM answers a CROSS JOIN answer_records l ON l.answer = a.id AND l.version IS NOT NULL
			CROSS JOIN records r ON r.id = l.record CROSS JOIN record_versions v ON v.id = r.version
		WHERE a.harvest = ? AND v.url <> '' AND NOT EXISTS (SELECT 1 FROM details d WHERE d.record = r.id AND d.harvest = a.harvest)
		ORDER BY a.seq, l.position`
)

// saveDetail stores a detail step and merges its fields into its record.
func saveDetail(w *writeTx, site, harvest int64, s *harvest.Step) error {
	d := s.Detail
	var id, seenBy, version, digest int64
	if !w.scan(one(findRecord, site, d.Key), &id, &seenBy, &version, &digest) {
		if w.err != nil {
			return w.err
		}
		return fmt.Errorf("a detail page is of record %q, which is not held", d.Key)
	}
	request, err := dbfile.ToJSON("request", d.Request)
	if err != nil {
		return err
	}
	w.insert(insertDetail, harvest, s.Seq, s.At.UnixMilli(), id, string(d.Status), d.Requests, d.Gone, d.Note, request)
	if len(d.Fields) == 0 {
		return w.err
	}
	in := recordWriter{w: w, site: site, harvest: harvest}
	w.scan(one(answerOf, version), &in.answer) // the row that the page belongs to
	// The digest stays that of the row: an unchanged row is known again.
	now, _, err := in.revise(id, version, content{fields: encodeFields(d.Fields)}, false)
	if err == nil && now != version {
		w.exec(updateRecord, id, s.At.UnixMilli(), seenBy, now, digest)
	}
	if err != nil {
		return err
	}
	return w.err
}

func scanDetail(rows *sql.Rows) (s harvest.Step, err error) {
	d := &harvest.Detail{}
	s.Detail = d
	var ms int64
	var status, request string
	if err := rows.Scan(&s.Seq, &ms, &d.Key, &status, &d.Requests, &d.Gone, &d.Note, &request); err != nil {
		return s, err
	}
	s.At = time.UnixMilli(ms).UTC()
	d.Status = querygen.Status(status)
	return s, dbfile.FromJSON("request", request, &d.Request)
}

// Undetailed implements harvest.Store.
func (db *DB) Undetailed(ctx context.Context, harvestID int64) iter.Seq2[extract.Record, error] {
	return func(yield func(extract.Record, error) bool) {
		var all []extract.Record
		err := dbfile.Each(ctx, db.r, selectUndetailed, []any{harvestID}, func(rows *sql.Rows) error {
			var r extract.Record
			var url, fields string
			err := rows.Scan(&r.Key, &url, &r.Title, &fields)
			if err != nil {
				return err
			}
			if r.Fields, err = decodeFields(fields); err != nil {
				return err
			}
			if r.URL, err = page.ParseURL(url); err == nil {
				all = append(all, r)
			}
			return nil
		})
		if err != nil {
			yield(extract.Record{}, fmt.Errorf("read the records of harvest %d: %w", harvestID, dbfile.Explain(db.path, err)))
			return
		}
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}
