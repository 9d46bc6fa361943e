package storage

import (
	"context"
	"fmt"
	"iter"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	insertDetail = `INSERT INTO details (harvest, seq, at, record, status, requests, gone, note, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	answerOf     = `SELECT answer FROM record_versions WHERE id = ?`

	// The rows with a version are those of records that the harvest saw first there.
	selectUndetailed = `SELECT r.key, v.url, v.title, v.fields
		FROM answers a CROSS JOIN answer_records l ON l.answer = a.id AND l.version IS NOT NULL
			CROSS JOIN records r ON r.id = l.record CROSS JOIN record_versions v ON v.id = r.version
		WHERE a.harvest = ? AND v.url <> '' AND NOT EXISTS (SELECT 1 FROM details d WHERE d.record = r.id AND d.harvest = a.harvest)
		ORDER BY a.seq, l.position`
)

// saveDetail stores a detail step and merges its fields into its record.
func saveDetail(w *writeTx, site, harvest int64, s *harvest.Step) {
	d := s.Detail
	var id, seenBy, version, digest int64
	if !w.scan(one(findRecord, site, d.Key), &id, &seenBy, &version, &digest) {
		w.fail(fmt.Errorf("a detail page is of record %q, which is not held", d.Key))
	}
	w.insert(insertDetail, harvest, s.Seq, s.At.UnixMilli(), id, string(d.Status), d.Requests, d.Gone, d.Note, dbfile.JSON("request", d.Request))
	if len(d.Fields) == 0 {
		return
	}
	in := recordWriter{w: w, site: site, harvest: harvest}
	w.scan(one(answerOf, version), &in.answer) // the row that the page belongs to
	// The digest stays that of the row: an unchanged row is known again.
	if now, _ := in.revise(id, version, content{fields: encodeFields(d.Fields)}, false); now != version {
		w.exec(updateRecord, id, s.At.UnixMilli(), seenBy, now, digest)
	}
}

// Undetailed implements harvest.Store.
func (l *Ledger) Undetailed(ctx context.Context, harvestID int64) iter.Seq2[extract.Record, error] {
	return dbfile.Sequence(l.file, func(found func(extract.Record) bool) error {
		all, err := dbfile.All(ctx, l.file.R, selectUndetailed, []any{harvestID}, func(row dbfile.Row, r *extract.Record) error {
			return row.Scan(&r.Key, dbfile.Text(&r.URL), &r.Title, fieldsColumn{&r.Fields})
		})
		for _, r := range all {
			if !found(r) {
				break
			}
		}
		return err
	}, "read the records of harvest %d", harvestID)
}
