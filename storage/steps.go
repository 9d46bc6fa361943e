package storage

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
)

// stepsAtOnce bounds memory, and how long a read transaction keeps the log
// from being checkpointed, while the ledger is replayed.
const stepsAtOnce = 256

const (
	selectSteps  = `SELECT steps FROM harvests WHERE id = ?`
	selectVisits = `SELECT id, seq, at, visit FROM visits WHERE harvest = ? AND seq > ? AND seq <= ? ORDER BY seq`
	selectForms  = `SELECT f.visit, f.definition FROM visits v CROSS JOIN forms f ON f.visit = v.id
		WHERE v.harvest = ? AND v.seq > ? AND v.seq <= ? ORDER BY v.seq, f.position`
	selectAnswers = `SELECT a.seq, a.at, q.form, q.bind, a.page, a.status, a.total, a.capped, a.more, a.requests, a.rows, a.reason, a.note,
			a.strategy, a.why, a.expected, a.nonsense, a.request, a.next, a.offers, a.numbered
		FROM answers a CROSS JOIN queries q ON q.id = a.query
		WHERE a.harvest = ? AND a.seq > ? AND a.seq <= ? ORDER BY a.seq`
	selectRows = `SELECT a.seq, r.key, coalesce(l.text, v.text, ''), l.fields, coalesce(v.fields, '{}')
		FROM answers a CROSS JOIN answer_records l ON l.answer = a.id CROSS JOIN records r ON r.id = l.record
			LEFT JOIN record_versions v ON v.id = l.version
		WHERE a.harvest = ? AND a.seq > ? AND a.seq <= ? ORDER BY a.seq, l.position`
)

// Steps implements harvest.Store. Steps that are committed while it runs are
// not yielded.
func (db *DB) Steps(ctx context.Context, harvestID int64) iter.Seq2[harvest.Step, error] {
	return func(yield func(harvest.Step, error) bool) {
		fail := func(err error) {
			yield(harvest.Step{}, fmt.Errorf("read the ledger of harvest %d: %w", harvestID, dbfile.Explain(db.path, err)))
		}
		var last int64
		if err := db.r.QueryRowContext(ctx, selectSteps, harvestID).Scan(&last); err != nil {
			fail(err)
			return
		}
		for from := int64(0); from < last; from += stepsAtOnce {
			steps, err := db.readSteps(ctx, harvestID, from, min(from+stepsAtOnce, last))
			if err != nil {
				fail(err)
				return
			}
			for _, s := range steps {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// readSteps returns the steps after from up to and with to.
func (db *DB) readSteps(ctx context.Context, harvestID, from, to int64) ([]harvest.Step, error) {
	steps := make([]harvest.Step, to-from)
	at := func(seq int64) *harvest.Step { return &steps[seq-from-1] }
	span := []any{harvestID, from, to}

	visits := map[int64]*harvest.Step{}
	err := dbfile.Each(ctx, db.r, selectVisits, span, func(rows *sql.Rows) error {
		var id, seq, ms int64
		var text string
		if err := rows.Scan(&id, &seq, &ms, &text); err != nil {
			return err
		}
		v := &surface.Visit{}
		*at(seq) = harvest.Step{Seq: seq, At: time.UnixMilli(ms).UTC(), Visit: v}
		visits[id] = at(seq)
		return dbfile.FromJSON("visit", text, v)
	})
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectForms, span, func(rows *sql.Rows) error {
		var visit int64
		var text string
		if err := rows.Scan(&visit, &text); err != nil {
			return err
		}
		var f forms.Form
		if err := dbfile.FromJSON("form", text, &f); err != nil {
			return err
		}
		visits[visit].Forms = append(visits[visit].Forms, f)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectAnswers, span, func(rows *sql.Rows) error {
		s, err := scanAnswer(rows)
		if err == nil {
			*at(s.Seq) = s
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectDetails, span, func(rows *sql.Rows) error {
		s, err := scanDetail(rows)
		if err == nil {
			*at(s.Seq) = s
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectRows, span, func(rows *sql.Rows) error {
		var seq int64
		var row querygen.Row
		var fields sql.NullString
		var version string
		if err := rows.Scan(&seq, &row.Key, &row.Text, &fields, &version); err != nil {
			return err
		}
		if row.Fields, err = rowFields(fields, version); err != nil {
			return err
		}
		o := &at(seq).Answer.Outcome
		o.Rows = append(o.Rows, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, s := range steps {
		if s.Seq == 0 {
			return nil, fmt.Errorf("%w: step %d is missing", ErrCorrupt, from+int64(i)+1)
		}
	}
	return steps, nil
}

// rowFields returns the named values of a row: those stored with it, else
// those of its record's version.
func rowFields(own sql.NullString, version string) ([]page.Pair, error) {
	if own.Valid {
		var pairs []page.Pair
		if own.String == "[]" {
			return nil, nil
		}
		err := dbfile.FromJSON("row", own.String, &pairs)
		return pairs, err
	}
	fields, err := decodeFields(version)
	var pairs []page.Pair
	for _, f := range fields {
		pairs = append(pairs, page.Pair{Name: f.Name, Value: f.Value})
	}
	return pairs, err
}

func scanAnswer(rows *sql.Rows) (s harvest.Step, err error) {
	a := &harvest.Answer{}
	s.Answer = a
	o := &a.Outcome
	var ms, n int64
	var total sql.NullInt64
	var bind, status, request string
	var next, offers sql.NullString
	err = rows.Scan(&s.Seq, &ms, &o.Query.Form, &bind, &o.Page, &status, &total, &o.Capped, &o.More, &o.Requests, &n, &o.Reason, &o.Note,
		&o.Query.Strategy, &o.Query.Why, &o.Query.Expected, &o.Query.Nonsense, &request, &next, &offers, &o.Numbered)
	if err != nil {
		return s, err
	}
	s.At = time.UnixMilli(ms).UTC()
	o.Status = querygen.Status(status)
	o.Total = -1
	if total.Valid {
		o.Total = int(total.Int64)
	}
	if n > 0 {
		o.Rows = make([]querygen.Row, 0, n)
	}
	if bind != "[]" {
		var pairs []page.Pair
		if err := dbfile.FromJSON("query", bind, &pairs); err != nil {
			return s, err
		}
		o.Query.Bind = pairs
	}
	if offers.Valid {
		if err := dbfile.FromJSON("offers", offers.String, &o.Offers); err != nil {
			return s, err
		}
	}
	if next.Valid {
		if err := dbfile.FromJSON("request", next.String, &a.Next); err != nil {
			return s, err
		}
	}
	return s, dbfile.FromJSON("request", request, &a.Request)
}
