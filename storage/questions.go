package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Question is one question that a site was asked, in whichever harvests.
type Question struct {
	ID    int64       `json:"-"`
	Site  string      `json:"site"`
	Words string      `json:"words"` // what it asks for, as a person would say it; "" for the form as served
	Form  string      `json:"form"`
	Bind  []page.Pair `json:"bind"`
}

// AnswerLine is a line of the ledger: one page of the answer to a question.
type AnswerLine struct {
	Harvest  int64     `json:"harvest"`
	Step     int64     `json:"step"` // within the harvest
	At       time.Time `json:"at"`
	Page     int       `json:"page"`
	Status   string    `json:"status"`
	Rows     int       `json:"rows"`
	New      int       `json:"new"`   // records that the harvest had not seen before
	Total    *int      `json:"total"` // shown on the page, nil where none is
	Capped   bool      `json:"capped"`
	More     bool      `json:"more"`
	Requests int       `json:"requests"`
	URL      string    `json:"url"` // requested
	Note     string    `json:"note,omitempty"`
	Strategy string    `json:"strategy"`
	Why      string    `json:"why"`
	Expected *float64  `json:"expected"` // new records of the whole answer, nil where unknown
}

const (
	selectProfile   = `SELECT profile FROM harvests WHERE site = ? ORDER BY id DESC LIMIT 1`
	selectQuestions = `SELECT id, form, bind FROM queries WHERE site = ? ORDER BY id`
	selectQuestion  = `SELECT q.id, q.form, q.bind FROM answers a JOIN queries q ON q.id = a.query
		WHERE a.harvest = (SELECT max(id) FROM harvests WHERE site = ?) AND a.seq = ?`
	selectLines = `SELECT harvest, seq, at, page, status, rows, new, total, capped, more, requests,
			coalesce(json_extract(request, '$.url'), ''), note, strategy, why, expected
		FROM answers WHERE query = ? ORDER BY harvest, seq`
	// A question that an earlier harvest asked, too, is expected anew.
	selectExpected = `SELECT strategy, max(expected), sum(new), max(more * seq) = max(seq)
		FROM answers WHERE harvest = (SELECT max(id) FROM harvests WHERE site = ?) AND nonsense = 0 AND status <> 'failed'
		GROUP BY query HAVING max(expected) >= 0 ORDER BY min(seq)`
)

// Questions returns the questions that a site was asked, in the order in which
// they were first asked.
func (db *DB) Questions(ctx context.Context, site string) ([]Question, error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return nil, err
	}
	form, err := db.form(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the questions of %s: %w", site, dbfile.Explain(db.path, err))
	}
	var all []Question
	err = dbfile.Each(ctx, db.r, selectQuestions, []any{id}, func(rows *sql.Rows) error {
		q, err := scanQuestion(rows, site, form)
		all = append(all, q)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the questions of %s: %w", site, dbfile.Explain(db.path, err))
	}
	return all, nil
}

// QuestionAt returns the question that a step of a site's latest harvest
// asked. It is not found where there is no such step, or where it visited a page.
func (db *DB) QuestionAt(ctx context.Context, site string, step int64) (q Question, found bool, err error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return q, false, err
	}
	form, err := db.form(ctx, id)
	if err == nil {
		q, err = scanQuestion(db.r.QueryRowContext(ctx, selectQuestion, id, step), site, form)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return q, false, nil
	}
	if err != nil {
		return q, false, fmt.Errorf("read step %d of %s: %w", step, site, dbfile.Explain(db.path, err))
	}
	return q, true, nil
}

// Answers returns the ledger's lines about a question, oldest first.
func (db *DB) Answers(ctx context.Context, q Question) (lines []AnswerLine, err error) {
	err = dbfile.Each(ctx, db.r, selectLines, []any{q.ID}, func(rows *sql.Rows) error {
		var l AnswerLine
		var ms int64
		var total sql.NullInt64
		var expected float64
		err := rows.Scan(&l.Harvest, &l.Step, &ms, &l.Page, &l.Status, &l.Rows, &l.New, &total, &l.Capped, &l.More, &l.Requests,
			&l.URL, &l.Note, &l.Strategy, &l.Why, &expected)
		l.At = time.UnixMilli(ms).UTC()
		if total.Valid {
			l.Total = new(int(total.Int64))
		}
		if expected >= 0 {
			l.Expected = &expected
		}
		lines = append(lines, l)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the answers to %q: %w", q.Words, dbfile.Explain(db.path, err))
	}
	return lines, nil
}

// Expectations returns what the questions of a site's latest harvest were
// expected to bring and what they brought, as plan.Planner.Calibration counts
// them.
func (db *DB) Expectations(ctx context.Context, site string) (all []plan.Expectation, err error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return nil, err
	}
	err = dbfile.Each(ctx, db.r, selectExpected, []any{id}, func(rows *sql.Rows) error {
		var x plan.Expectation
		var open bool
		err := rows.Scan(&x.Strategy, &x.Expected, &x.Actual, &open)
		if !open {
			all = append(all, x)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the expectations of %s: %w", site, dbfile.Explain(db.path, err))
	}
	return all, nil
}

// Profile returns what the latest harvest of a site believes about it.
func (db *DB) Profile(ctx context.Context, site string) (harvest.Profile, error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return harvest.Profile{}, err
	}
	p, err := db.profile(ctx, id)
	if err != nil {
		return p, fmt.Errorf("read the profile of %s: %w", site, dbfile.Explain(db.path, err))
	}
	return p, nil
}

func (db *DB) profile(ctx context.Context, site int64) (p harvest.Profile, err error) {
	var text string
	if err := db.r.QueryRowContext(ctx, selectProfile, site).Scan(&text); err != nil {
		return p, err
	}
	err = dbfile.FromJSON("site profile", text, &p)
	return p, err
}

// form returns the search interface of a site's latest harvest; the zero Form
// where none is chosen yet.
func (db *DB) form(ctx context.Context, site int64) (forms.Form, error) {
	p, err := db.profile(ctx, site)
	if err != nil || p.Form == nil {
		return forms.Form{}, err
	}
	return *p.Form, nil
}

func scanQuestion(row interface{ Scan(...any) error }, site string, form forms.Form) (Question, error) {
	q := Question{Site: site}
	var bind string
	if err := row.Scan(&q.ID, &q.Form, &bind); err != nil {
		return q, err
	}
	if err := dbfile.FromJSON("query", bind, &q.Bind); err != nil {
		return q, err
	}
	q.Words = strings.Join(querygen.Query{Form: q.Form, Bind: q.Bind}.Words(form), ", ")
	return q, nil
}
