package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// RecordName tells a record from others.
type RecordName struct {
	ID    int64  `json:"-"`
	Site  string `json:"site"`
	Key   string `json:"key"`
	URL   string `json:"url"`
	Title string `json:"title"`
}

// History is what the file knows about one record's past.
type History struct {
	FirstSeen time.Time  `json:"first_seen"`
	LastSeen  time.Time  `json:"last_seen"`
	Versions  []Version  `json:"versions"`  // oldest first
	Sightings []Sighting `json:"sightings"` // oldest first
	OwnPages  []OwnPage  `json:"own_pages,omitempty"`
}

// OwnPage is a look at a record's own page.
type OwnPage struct {
	Harvest int64     `json:"harvest"`
	Step    int64     `json:"step"`
	At      time.Time `json:"at"`
}

// Version is something that a record said.
type Version struct {
	Harvest int64     `json:"harvest"`
	Step    int64     `json:"step"` // whose answer brought it
	At      time.Time `json:"at"`
	Title   string    `json:"title"`
	Text    string    `json:"text"`
	Current bool      `json:"current"` // it is what the record says now
}

// Sighting is one page of an answer that showed a record.
type Sighting struct {
	Harvest  int64     `json:"harvest"`
	Step     int64     `json:"step"`
	At       time.Time `json:"at"`
	Question Question  `json:"question"`
	Strategy string    `json:"strategy"`
	Page     int       `json:"page"`
	Place    int       `json:"place"` // on the page: 1, 2, ...
	First    bool      `json:"first"` // its harvest had not seen the record before
}

// namesAtOnce bounds what FindRecords returns.
const namesAtOnce = 20

const (
	selectNames = `SELECT r.id, r.key, v.url, v.title FROM records r CROSS JOIN record_versions v ON v.id = r.version
		WHERE r.site = ?1 AND (%s) ORDER BY r.id LIMIT ?3`
	isExactly    = `r.key = ?2 OR v.url = ?2 OR v.title = ?2 COLLATE NOCASE`
	holds        = `instr(lower(v.title), lower(?2)) > 0 OR instr(v.url, ?2) > 0`
	selectSeen   = `SELECT first_seen, last_seen, version FROM records WHERE id = ?`
	selectSaid   = `SELECT v.id, a.harvest, a.seq, a.at, v.title, v.text FROM record_versions v JOIN answers a ON a.id = v.answer WHERE v.record = ? ORDER BY v.id`
	selectReturn = `SELECT q.id, q.form, q.bind, a.harvest, a.seq, a.at, a.strategy, a.page, l.position + 1, l.version IS NOT NULL
		FROM record_queries rq CROSS JOIN queries q ON q.id = rq.query CROSS JOIN answers a ON a.query = rq.query
			CROSS JOIN answer_records l ON l.answer = a.id AND l.record = rq.record
		WHERE rq.record = ? ORDER BY a.harvest, a.seq, l.position`
	selectOwnPages = `SELECT harvest, seq, at FROM details WHERE record = ? AND status = 'answered' ORDER BY harvest, seq`
)

// FindRecords returns the records of a site whose key, URL or title is text;
// where there is none, those whose title or URL holds it, 20 at most.
func (h *Holdings) FindRecords(ctx context.Context, site, text string) (names []RecordName, err error) {
	defer h.file.Wrap(&err, "look for records of %s", site)
	id, err := siteID(ctx, h.file.R, site)
	for _, condition := range []string{isExactly, holds} {
		if err == nil && len(names) == 0 {
			names, err = dbfile.All(ctx, h.file.R, fmt.Sprintf(selectNames, condition), []any{id, text, namesAtOnce}, func(row dbfile.Row, n *RecordName) error {
				n.Site = site
				return row.Scan(&n.ID, &n.Key, &n.URL, &n.Title)
			})
		}
	}
	return names, err
}

// History returns what the answers of all harvests said about a record.
func (l *Ledger) History(ctx context.Context, r RecordName) (h History, err error) {
	defer l.file.Wrap(&err, "read the history of %s", r.Key)
	var current int64
	err = l.file.R.QueryRowContext(ctx, selectSeen, r.ID).Scan(dbfile.Time(&h.FirstSeen), dbfile.Time(&h.LastSeen), &current)
	if errors.Is(err, sql.ErrNoRows) {
		err = errors.New("there is no such record")
	}
	if err != nil {
		return h, err
	}
	h.Versions, err = dbfile.All(ctx, l.file.R, selectSaid, []any{r.ID}, func(row dbfile.Row, v *Version) error {
		var id int64
		err := row.Scan(&id, &v.Harvest, &v.Step, dbfile.Time(&v.At), &v.Title, &v.Text)
		v.Current = id == current
		return err
	})
	if err != nil {
		return h, err
	}
	of, _, err := l.questionsOf(ctx, r.Site)
	if err != nil {
		return h, err
	}
	h.Sightings, err = dbfile.All(ctx, l.file.R, selectReturn, []any{r.ID}, func(row dbfile.Row, s *Sighting) error {
		return of.scan(func(question ...any) error {
			return row.Scan(append(question, &s.Harvest, &s.Step, dbfile.Time(&s.At), &s.Strategy, &s.Page, &s.Place, &s.First)...)
		}, &s.Question)
	})
	if err != nil {
		return h, err
	}
	h.OwnPages, err = dbfile.All(ctx, l.file.R, selectOwnPages, []any{r.ID}, func(row dbfile.Row, p *OwnPage) error {
		return row.Scan(&p.Harvest, &p.Step, dbfile.Time(&p.At))
	})
	return h, err
}
