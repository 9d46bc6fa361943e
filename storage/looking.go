package storage

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
)

// What is read here is for people who look while a harvest grows: each answer takes a time
// that does not grow with the file, or hardly.

// Point is how far a harvest was after some requests.
type Point struct {
	Requests int       `json:"requests"`
	Records  int       `json:"records"`
	At       time.Time `json:"at"`
	Total    *int      `json:"total"` // that the answer showed
	Size     *float64  `json:"size"`  // of the estimate then, nil where unknown, as the next two
	Low      *float64  `json:"low"`
	High     *float64  `json:"high"`
}

// Asked is a question of one harvest, with what came of it.
type Asked struct {
	Question
	Number   int64     `json:"number"` // of the question in the file
	Harvest  int64     `json:"harvest"`
	Step     int64     `json:"step"` // of its first answer
	At       time.Time `json:"at"`
	Pages    int       `json:"pages"`
	Requests int       `json:"requests"`
	Rows     int       `json:"rows"`
	New      int       `json:"new"`
	Expected *float64  `json:"expected"`
	Total    *int      `json:"total"`
	Strategy string    `json:"strategy"`
	Status   string    `json:"status"`
	Why      string    `json:"why"`
}

// AskedFilter says which questions of a harvest are wanted. The zero value wants all, in
// the order in which they were asked.
type AskedFilter struct {
	Words            string // that stand in what it binds
	Strategy, Status string
	Sort             string // step, new, rows, requests, expected, pages or total
	Descending       bool
	Offset, Limit    int
}

// AskedSorts are the values of AskedFilter.Sort.
var AskedSorts = []string{"step", "new", "rows", "requests", "expected", "pages", "total"}

// Tally counts the questions of one strategy that ended alike.
type Tally struct {
	Strategy  string `json:"strategy"`
	Status    string `json:"status"`
	Questions int    `json:"questions"`
	Requests  int    `json:"requests"`
	New       int    `json:"new"`
}

const (
	selectCourse = `SELECT requests, records, at, total, size, low, high FROM harvest_course WHERE harvest = ? ORDER BY requests`
	countAsked   = `SELECT count(*) FROM harvest_asked k WHERE k.harvest = ?1`
	ofStrategy   = ` AND k.strategy = ?2`
	ofStatus     = ` AND k.status = ?3`
	withWords    = ` AND k.query IN (SELECT id FROM queries WHERE site = ?7 AND bind LIKE '%' || ?4 || '%' ESCAPE '\')`
	selectAsked  = `SELECT q.id, q.form, q.bind, k.seq, k.at, k.pages, k.requests, k.rows, k.new, iif(k.expected >= 0, k.expected, NULL), k.total, k.strategy, k.status,
			(SELECT why FROM answers WHERE harvest = ?1 AND seq = k.seq)
		FROM (SELECT k.* FROM harvest_asked k WHERE k.harvest = ?1%s ORDER BY k.%s LIMIT ?5 OFFSET ?6) k CROSS JOIN queries q ON q.id = k.query`
	selectTallies  = `SELECT strategy, status, count(*), sum(requests), sum(new) FROM harvest_asked WHERE harvest = ? GROUP BY strategy, status ORDER BY 3 DESC`
	selectByNumber = `SELECT id, form, bind FROM queries WHERE site = ? AND id = ?`
	selectShown    = `SELECT r.id, r.key, v.url, v.title, l.position + 1, l.version IS NOT NULL
		FROM answers a CROSS JOIN answer_records l ON l.answer = a.id CROSS JOIN records r ON r.id = l.record CROSS JOIN record_versions v ON v.id = r.version
		WHERE a.harvest = ?1 AND a.seq = ?2
		UNION ALL SELECT r.id, r.key, v.url, v.title, 0, 0
		FROM details d CROSS JOIN records r ON r.id = d.record CROSS JOIN record_versions v ON v.id = r.version WHERE d.harvest = ?1 AND d.seq = ?2
		ORDER BY 5`
	selectRequest = `SELECT request FROM answers WHERE harvest = ?1 AND seq = ?2 UNION ALL SELECT request FROM details WHERE harvest = ?1 AND seq = ?2`
	selectLooked  = `SELECT seq, at, visit FROM visits WHERE harvest = ? ORDER BY seq LIMIT ?`
	selectCells   = `SELECT r.id, r.key, v.url, v.title, v.fields, r.first_seen, r.last_seen
		FROM records r INDEXED BY records_by_site CROSS JOIN record_versions v ON v.id = r.version
		WHERE r.site = ?1 AND r.id > ?2 ORDER BY r.id LIMIT ?3`
	selectByKey = `SELECT id FROM records WHERE site = ? AND key = ?`
)

// Course returns how a harvest went: some hundred points, the last one after its last step.
func (p *Progress) Course(ctx context.Context, harvest int64) (points []Point, err error) {
	defer p.file.Wrap(&err, "read the course of harvest %d", harvest)
	return dbfile.All(ctx, p.file.R, selectCourse, []any{harvest}, func(row dbfile.Row, p *Point) error {
		return row.Scan(&p.Requests, &p.Records, dbfile.Time(&p.At), &p.Total, &p.Size, &p.Low, &p.High)
	})
}

// Host is what politeness remembers of a host.
type Host struct {
	Host      string    `json:"host"` // origin
	Requests  int       `json:"requests"`
	Failures  int       `json:"failures"` // in a row
	NotBefore time.Time `json:"not_before,omitzero"`
	Why       string    `json:"why,omitempty"` // of NotBefore
	LastError string    `json:"last_error,omitempty"`
	Took      float64   `json:"took_seconds"` // the last answer
	RobotsAt  time.Time `json:"robots_at,omitzero"`
	Robots    string    `json:"robots,omitempty"` // robots.txt
}

// Hosts returns what politeness remembers of the hosts of a site.
func (p *Progress) Hosts(ctx context.Context, site string) (hosts []Host, err error) {
	defer p.file.Wrap(&err, "read the hosts of %s", site)
	start, err := p.startOf(ctx, site)
	if err != nil {
		return nil, err
	}
	return dbfile.All(ctx, p.file.R, selectHosts, []any{start.Site()}, func(row dbfile.Row, h *Host) error {
		var s fetch.HostState
		err := dbfile.ScanHost(row, &s)
		*h = Host{Host: s.Host, Requests: s.Requests, Failures: s.Failures, NotBefore: s.NotBefore, Why: s.Reason, LastError: s.LastError,
			Took: s.LastElapsed.Seconds(), RobotsAt: s.RobotsAt, Robots: strings.ToValidUTF8(string(s.Robots), "\ufffd")}
		return err
	})
}

// Busy reports whether a process, this one or another, harvests a site.
func (p *Progress) Busy(of SiteStatus) bool {
	start, err := page.ParseURL(of.Start)
	return err == nil && dbfile.Held(p.file.Path, start.Site())
}

func (p *Progress) startOf(ctx context.Context, site string) (start page.URL, err error) {
	err = p.file.R.QueryRowContext(ctx, `SELECT start FROM sites WHERE name = ?`, site).Scan(dbfile.Text(&start))
	return start, err
}

// Looked returns the first pages that a harvest looked at in search of a form.
func (l *Ledger) Looked(ctx context.Context, harvestID int64, most int) (all []LookedAt, err error) {
	defer l.file.Wrap(&err, "read the visits of harvest %d", harvestID)
	return dbfile.All(ctx, l.file.R, selectLooked, []any{harvestID, most}, func(row dbfile.Row, s *LookedAt) error {
		return row.Scan(&s.Step, dbfile.Time(&s.At), dbfile.JSON("visit", &s.Visit))
	})
}

// LookedAt is a page that was visited, with its step.
type LookedAt struct {
	Step  int64
	At    time.Time
	Visit surface.Visit
}

// Asked returns the questions of a harvest that f wants, and how many there are of them;
// -1 where that is not known, as it would take too long to count.
func (l *Ledger) Asked(ctx context.Context, site string, harvestID int64, f AskedFilter) (all []Asked, matching int, err error) {
	defer l.file.Wrap(&err, "read the questions of %s", site)
	of, id, err := l.questionsOf(ctx, site)
	if err != nil {
		return nil, 0, err
	}
	args := []any{harvestID, f.Strategy, f.Status, likeText.Replace(f.Words)}
	where := "" // conditions that are not wanted would keep SQLite from its index
	if f.Strategy != "" {
		where += ofStrategy
	}
	if f.Status != "" {
		where += ofStatus
	}
	if matching = -1; f.Words != "" {
		where += withWords
	} else if err := l.file.R.QueryRowContext(ctx, countAsked+where, args[:3]...).Scan(&matching); err != nil {
		return nil, 0, err
	}
	order := "seq"
	if f.Sort != "step" && slices.Contains(AskedSorts, f.Sort) {
		order = f.Sort
	}
	if f.Descending {
		order += " DESC"
	}
	if order != "seq" {
		order += ", k.seq"
	}
	all, err = dbfile.All(ctx, l.file.R, fmt.Sprintf(selectAsked, where, order), append(args, f.Limit, f.Offset, id), func(row dbfile.Row, a *Asked) error {
		a.Harvest = harvestID
		return of.scan(func(question ...any) error {
			return row.Scan(append(question, &a.Step, dbfile.Time(&a.At), &a.Pages, &a.Requests, &a.Rows, &a.New, &a.Expected, &a.Total, &a.Strategy, &a.Status, &a.Why)...)
		}, &a.Question)
	})
	for i := range all {
		all[i].Number = all[i].ID
	}
	return all, matching, err
}

// likeText escapes what LIKE takes for something else.
var likeText = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Tallies counts the questions of a harvest by strategy and by how they ended.
func (l *Ledger) Tallies(ctx context.Context, harvestID int64) (all []Tally, err error) {
	defer l.file.Wrap(&err, "count the questions of harvest %d", harvestID)
	return dbfile.All(ctx, l.file.R, selectTallies, []any{harvestID}, func(row dbfile.Row, t *Tally) error {
		return row.Scan(&t.Strategy, &t.Status, &t.Questions, &t.Requests, &t.New)
	})
}

// QuestionNumbered returns a question of a site by its number in the file.
func (l *Ledger) QuestionNumbered(ctx context.Context, site string, number int64) (q Question, found bool, err error) {
	defer l.file.Wrap(&err, "read question %d of %s", number, site)
	of, id, err := l.questionsOf(ctx, site)
	if err == nil {
		err = of.scan(l.file.R.QueryRowContext(ctx, selectByNumber, id, number).Scan, &q)
	}
	return q, err == nil, dbfile.Optional(err)
}

// Shown is a record on the page of an answer, or the one that a page is of.
type Shown struct {
	RecordName
	Place int  `json:"place"` // 1, 2, ...; 0: the page is the record's own
	First bool `json:"first"` // the harvest had not seen it before
}

// ShownAt returns the records that the answer of a step showed, or the one whose own page the
// step read, and its request.
func (l *Ledger) ShownAt(ctx context.Context, site string, harvestID, step int64) (rows []Shown, request page.Request, err error) {
	defer l.file.Wrap(&err, "read step %d of harvest %d", step, harvestID)
	err = dbfile.Optional(l.file.R.QueryRowContext(ctx, selectRequest, harvestID, step).Scan(dbfile.JSON("request", &request)))
	if err != nil {
		return nil, request, err
	}
	rows, err = dbfile.All(ctx, l.file.R, selectShown, []any{harvestID, step}, func(row dbfile.Row, s *Shown) error {
		s.Site = site
		return row.Scan(&s.ID, &s.Key, &s.URL, &s.Title, &s.Place, &s.First)
	})
	return rows, request, err
}

// Cells yields the records of a site after the one numbered from, in the order in which
// they were first seen, without their text and the number of their queries.
func (h *Holdings) Cells(ctx context.Context, site string, from int64) iter.Seq2[Held, error] {
	return dbfile.Sequence(h.file, func(found func(Held) bool) error {
		id, err := siteID(ctx, h.file.R, site)
		for atOnce := 64; err == nil; atOnce = min(4*atOnce, scannedAtOnce) { // who wants the first ones has them soon
			var batch []Held
			batch, err = dbfile.All(ctx, h.file.R, selectCells, []any{id, from, atOnce}, func(row dbfile.Row, r *Held) error {
				r.Site = site
				return row.Scan(&r.ID, &r.Key, &r.URL, &r.Title, fieldsColumn{&r.Fields}, dbfile.Time(&r.FirstSeen), dbfile.Time(&r.LastSeen))
			})
			for _, r := range batch {
				if !found(r) {
					return nil
				}
				from = r.ID
			}
			if len(batch) < atOnce {
				return err
			}
		}
		return err
	}, "read the records of %s", site)
}

// Numbered returns records by their numbers in the file, those that are there.
func (h *Holdings) Numbered(ctx context.Context, ids []int64) (all []Held, err error) {
	defer h.file.Wrap(&err, "read %d records", len(ids))
	for _, id := range ids {
		var r Held
		err := scanRecord(h.file.R.QueryRowContext(ctx, selectRecord, id), &r)
		if dbfile.Optional(err) != nil {
			return nil, err
		}
		if err == nil {
			all = append(all, r)
		}
	}
	return all, nil
}

// RecordOf returns the record of a site with a key.
func (h *Holdings) RecordOf(ctx context.Context, site, key string) (r Held, found bool, err error) {
	defer h.file.Wrap(&err, "read record %q of %s", key, site)
	id, err := siteID(ctx, h.file.R, site)
	if err != nil {
		return r, false, err
	}
	var number int64
	if err = h.file.R.QueryRowContext(ctx, selectByKey, id, key).Scan(&number); err != nil {
		return r, false, dbfile.Optional(err)
	}
	err = scanRecord(h.file.R.QueryRowContext(ctx, selectRecord, number), &r)
	return r, err == nil, err
}

// commonHere is in how many records a word may stand and still count for the order of
// Matching, which a page waits for.
const commonHere = 3000

// Matching returns the numbers of the records of a site that have all the words, best
// first, most at most; see Search.
func (h *Holdings) Matching(ctx context.Context, site, words string, most int) (ids []int64, err error) {
	defer h.file.Wrap(&err, "search %s", site)
	if _, err := siteID(ctx, h.file.R, site); err != nil {
		return nil, err
	}
	q, err := parseQuestion(words, func(name string) (string, error) { return fieldNamed(ctx, h.file.R, name) })
	if err != nil {
		return nil, err
	}
	stages, err := q.stages(ctx, h.file.R, min(h.common, commonHere), []string{site})
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	for _, s := range stages {
		found, err := dbfile.All(ctx, h.file.R, s.text+fmt.Sprintf(" LIMIT %d", most), s.args, func(row dbfile.Row, id *int64) error {
			var rank float64
			return row.Scan(id, &rank)
		})
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			if seen[id] || len(ids) == most {
				continue
			}
			if q.fields() {
				if r, err := recordByID(ctx, h.file.R, id); err != nil || !q.holds(r) {
					continue
				}
			}
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// RowsRead are the rows that Select gave.
type RowsRead struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Cut     bool     `json:"cut"` // there are more
}

// trimmed is a query without what may stand around it.
func trimmed(query string) string { return strings.TrimRight(strings.TrimSpace(query), "; \t\r\n") }
