package storage

import (
	"context"
	"fmt"
	"iter"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
)

// Ledger is the steps of all harvests, and the questions that were asked in them.
type Ledger struct{ file *dbfile.File }

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
	selectDetails = `SELECT d.seq, d.at, r.key, d.status, d.requests, d.gone, d.note, d.request FROM details d CROSS JOIN records r ON r.id = d.record
		WHERE d.harvest = ? AND d.seq > ? AND d.seq <= ? ORDER BY d.seq`
	selectRows = `SELECT a.seq, r.key, coalesce(l.text, v.text, ''), l.fields, coalesce(v.fields, '{}')
		FROM answers a CROSS JOIN answer_records l ON l.answer = a.id CROSS JOIN records r ON r.id = l.record
			LEFT JOIN record_versions v ON v.id = l.version
		WHERE a.harvest = ? AND a.seq > ? AND a.seq <= ? ORDER BY a.seq, l.position`
)

// Steps implements harvest.Store. Steps that are committed while it runs are
// not yielded.
func (l *Ledger) Steps(ctx context.Context, harvestID int64) iter.Seq2[harvest.Step, error] {
	return l.StepsAfter(ctx, harvestID, 0)
}

// StepsAfter is Steps without those up to and with a Seq.
func (l *Ledger) StepsAfter(ctx context.Context, harvestID, seq int64) iter.Seq2[harvest.Step, error] {
	return dbfile.Sequence(l.file, func(found func(harvest.Step) bool) error {
		var last int64
		if err := l.file.R.QueryRowContext(ctx, selectSteps, harvestID).Scan(&last); err != nil {
			return err
		}
		for from := seq; from < last; from += stepsAtOnce {
			steps, err := l.steps(ctx, harvestID, from, min(from+stepsAtOnce, last))
			if err != nil {
				return err
			}
			for _, s := range steps {
				if !found(s) {
					return nil
				}
			}
		}
		return nil
	}, "read the ledger of harvest %d", harvestID)
}

// steps returns the steps after from up to and with to.
func (l *Ledger) steps(ctx context.Context, harvestID, from, to int64) ([]harvest.Step, error) {
	steps := make([]harvest.Step, to-from)
	at := func(seq int64) *harvest.Step { return &steps[seq-from-1] }
	visits := map[int64]*harvest.Step{}
	keep := func(row dbfile.Row, scan func(dbfile.Row, *harvest.Step) error) error {
		var s harvest.Step
		err := scan(row, &s)
		if err == nil {
			*at(s.Seq) = s
		}
		return err
	}
	for _, part := range []struct {
		query string
		read  func(dbfile.Row) error
	}{
		{selectVisits, func(row dbfile.Row) error {
			var id int64
			s := harvest.Step{Visit: &surface.Visit{}}
			err := row.Scan(&id, &s.Seq, dbfile.Time(&s.At), dbfile.JSON("visit", s.Visit))
			if err == nil {
				*at(s.Seq) = s
				visits[id] = at(s.Seq)
			}
			return err
		}},
		{selectForms, func(row dbfile.Row) error {
			var visit int64
			var f forms.Form
			err := row.Scan(&visit, dbfile.JSON("form", &f))
			if err == nil {
				visits[visit].Forms = append(visits[visit].Forms, f)
			}
			return err
		}},
		{selectAnswers, func(row dbfile.Row) error { return keep(row, scanAnswer) }},
		{selectDetails, func(row dbfile.Row) error { return keep(row, scanDetail) }},
		{selectRows, func(row dbfile.Row) error {
			var seq int64
			var r querygen.Row
			var own *string
			var version string
			err := row.Scan(&seq, &r.Key, &r.Text, &own, &version)
			if err == nil {
				r.Fields, err = rowFields(own, version)
			}
			if err == nil {
				o := &at(seq).Answer.Outcome
				o.Rows = append(o.Rows, r)
			}
			return err
		}},
	} {
		if err := dbfile.Each(ctx, l.file.R, part.query, []any{harvestID, from, to}, part.read); err != nil {
			return nil, err
		}
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
func rowFields(own *string, version string) (pairs []page.Pair, err error) {
	if own != nil {
		if err = dbfile.JSON("row", &pairs).Scan(*own); len(pairs) == 0 {
			pairs = nil
		}
		return pairs, err
	}
	fields, err := decodeFields(version)
	return pairsOf(fields), err
}

func pairsOf(fields []extract.Field) (pairs []page.Pair) {
	for _, f := range fields {
		pairs = append(pairs, page.Pair{Name: f.Name, Value: f.Value})
	}
	return pairs
}

func scanAnswer(row dbfile.Row, s *harvest.Step) error {
	s.Answer = &harvest.Answer{}
	a, o := s.Answer, &s.Answer.Outcome
	var rows int64
	var total *int
	var to leads
	err := row.Scan(&s.Seq, dbfile.Time(&s.At), &o.Query.Form, dbfile.JSON("query", &o.Query.Bind), &o.Page, &o.Status, &total, &o.Capped, &o.More,
		&o.Requests, &rows, &o.Reason, &o.Note, &o.Query.Strategy, &o.Query.Why, &o.Query.Expected, &o.Query.Nonsense,
		dbfile.JSON("request", &a.Request), dbfile.JSON("request", &to), dbfile.JSON("offers", &o.Offers), &o.Numbered)
	a.Next, a.Whole = to.Request, to.Whole
	if o.Total = -1; total != nil {
		o.Total = *total
	}
	if len(o.Query.Bind) == 0 {
		o.Query.Bind = nil
	}
	if rows > 0 {
		o.Rows = make([]querygen.Row, 0, rows)
	}
	return err
}

func scanDetail(row dbfile.Row, s *harvest.Step) error {
	d := &harvest.Detail{}
	s.Detail = d
	return row.Scan(&s.Seq, dbfile.Time(&s.At), &d.Key, &d.Status, &d.Requests, &d.Gone, &d.Note, dbfile.JSON("request", &d.Request))
}

// Last returns the Seq of the last step of a harvest, 0 where it has none.
func (l *Ledger) Last(ctx context.Context, harvestID int64) (seq int64, err error) {
	defer l.file.Wrap(&err, "read the ledger of harvest %d", harvestID)
	err = l.file.R.QueryRowContext(ctx, selectSteps, harvestID).Scan(&seq)
	return seq, err
}
