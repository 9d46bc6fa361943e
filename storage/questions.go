package storage

import (
	"context"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
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
	selectQuestions = `SELECT id, form, bind FROM queries WHERE site = ? ORDER BY id`
	selectQuestion  = `SELECT q.id, q.form, q.bind FROM answers a JOIN queries q ON q.id = a.query
		WHERE a.harvest = (SELECT max(id) FROM harvests WHERE site = ?) AND a.seq = ?`
	selectLines = `SELECT harvest, seq, at, page, status, rows, new, total, capped, more, requests,
			coalesce(json_extract(request, '$.url'), ''), note, strategy, why, iif(expected >= 0, expected, NULL)
		FROM answers WHERE query = ? ORDER BY harvest, seq`
	// A question that an earlier harvest asked, too, is expected anew.
	selectExpected = `SELECT strategy, max(expected), sum(new)
		FROM answers WHERE harvest = (SELECT max(id) FROM harvests WHERE site = ?) AND nonsense = 0 AND status <> 'failed'
		GROUP BY query HAVING max(expected) >= 0 AND max(more * seq) < max(seq) ORDER BY min(seq)`
)

// Questions returns the questions that a site was asked, in the order in which
// they were first asked.
func (l *Ledger) Questions(ctx context.Context, site string) (all []Question, err error) {
	defer l.file.Wrap(&err, "read the questions of %s", site)
	of, id, err := l.questionsOf(ctx, site)
	if err != nil {
		return nil, err
	}
	return dbfile.All(ctx, l.file.R, selectQuestions, []any{id}, func(row dbfile.Row, q *Question) error { return of.scan(row.Scan, q) })
}

// QuestionAt returns the question that a step of a site's latest harvest
// asked. It is not found where there is no such step, or where it visited a page.
func (l *Ledger) QuestionAt(ctx context.Context, site string, step int64) (q Question, found bool, err error) {
	defer l.file.Wrap(&err, "read step %d of %s", step, site)
	of, id, err := l.questionsOf(ctx, site)
	if err == nil {
		err = of.scan(l.file.R.QueryRowContext(ctx, selectQuestion, id, step).Scan, &q)
	}
	return q, err == nil, dbfile.Optional(err)
}

// Answers returns the ledger's lines about a question, oldest first.
func (l *Ledger) Answers(ctx context.Context, q Question) (lines []AnswerLine, err error) {
	defer l.file.Wrap(&err, "read the answers to %q", q.Words)
	return dbfile.All(ctx, l.file.R, selectLines, []any{q.ID}, func(row dbfile.Row, l *AnswerLine) error {
		return row.Scan(&l.Harvest, &l.Step, dbfile.Time(&l.At), &l.Page, &l.Status, &l.Rows, &l.New, &l.Total, &l.Capped, &l.More, &l.Requests,
			&l.URL, &l.Note, &l.Strategy, &l.Why, &l.Expected)
	})
}

// Expectations returns what the questions of a site's latest harvest were
// expected to bring and what they brought, as plan.Planner.Calibration counts
// them.
func (l *Ledger) Expectations(ctx context.Context, site string) (all []plan.Expectation, err error) {
	defer l.file.Wrap(&err, "read the expectations of %s", site)
	id, err := siteID(ctx, l.file.R, site)
	if err != nil {
		return nil, err
	}
	return dbfile.All(ctx, l.file.R, selectExpected, []any{id}, func(row dbfile.Row, x *plan.Expectation) error {
		return row.Scan(&x.Strategy, &x.Expected, &x.Actual)
	})
}

// askedOf is what the questions of a site are told with.
type askedOf struct {
	site string
	form forms.Form // of its latest harvest; zero where none is chosen yet
}

func (l *Ledger) questionsOf(ctx context.Context, site string) (of askedOf, id int64, err error) {
	of.site = site
	id, p, err := profileOf(ctx, l.file.R, site)
	if p.Form != nil {
		of.form = *p.Form
	}
	return of, id, err
}

// scan reads the columns id, form and bind of a question.
func (of askedOf) scan(scan func(...any) error, q *Question) error {
	q.Site = of.site
	err := scan(&q.ID, &q.Form, dbfile.JSON("query", &q.Bind))
	q.Words = strings.Join(querygen.Query{Form: q.Form, Bind: q.Bind}.Words(of.form), ", ")
	return err
}
