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
	selectReturn = `SELECT a.harvest, a.seq, a.at, q.id, q.form, q.bind, a.strategy, a.page, l.position, l.version IS NOT NULL
		FROM record_queries rq CROSS JOIN queries q ON q.id = rq.query CROSS JOIN answers a ON a.query = rq.query
			CROSS JOIN answer_records l ON l.answer = a.id AND l.record = rq.record
		WHERE rq.record = ? ORDER BY a.harvest, a.seq, l.position`
)

// FindRecords returns the records of a site whose key, URL or title is text;
// where there is none, those whose title or URL holds it, 20 at most.
func (db *DB) FindRecords(ctx context.Context, site, text string) ([]RecordName, error) {
	id, err := db.siteID(ctx, site)
	if err != nil {
		return nil, err
	}
	for _, condition := range []string{isExactly, holds} {
		var names []RecordName
		err := dbfile.Each(ctx, db.r, fmt.Sprintf(selectNames, condition), []any{id, text, namesAtOnce}, func(rows *sql.Rows) error {
			n := RecordName{Site: site}
			err := rows.Scan(&n.ID, &n.Key, &n.URL, &n.Title)
			names = append(names, n)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("look for records of %s: %w", site, dbfile.Explain(db.path, err))
		}
		if len(names) > 0 {
			return names, nil
		}
	}
	return nil, nil
}

// History returns what the answers of all harvests said about a record.
func (db *DB) History(ctx context.Context, r RecordName) (History, error) {
	h, err := db.history(ctx, r)
	if err != nil {
		return h, fmt.Errorf("read the history of %s: %w", r.Key, dbfile.Explain(db.path, err))
	}
	return h, nil
}

func (db *DB) history(ctx context.Context, r RecordName) (h History, err error) {
	var first, last sql.NullInt64
	var current int64
	if err := db.r.QueryRowContext(ctx, selectSeen, r.ID).Scan(&first, &last, &current); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errors.New("there is no such record")
		}
		return h, err
	}
	h.FirstSeen, h.LastSeen = dbfile.FromMillis(first), dbfile.FromMillis(last)
	err = dbfile.Each(ctx, db.r, selectSaid, []any{r.ID}, func(rows *sql.Rows) error {
		var v Version
		var id, ms int64
		err := rows.Scan(&id, &v.Harvest, &v.Step, &ms, &v.Title, &v.Text)
		v.At, v.Current = time.UnixMilli(ms).UTC(), id == current
		h.Versions = append(h.Versions, v)
		return err
	})
	if err != nil {
		return h, err
	}
	site, err := db.siteID(ctx, r.Site)
	if err != nil {
		return h, err
	}
	form, err := db.form(ctx, site)
	if err != nil {
		return h, err
	}
	err = dbfile.Each(ctx, db.r, selectReturn, []any{r.ID}, func(rows *sql.Rows) error {
		var s Sighting
		var ms int64
		q, err := scanQuestion(scanner(func(question ...any) error {
			return rows.Scan(append(append([]any{&s.Harvest, &s.Step, &ms}, question...), &s.Strategy, &s.Page, &s.Place, &s.First)...)
		}), r.Site, form)
		s.Question, s.At = q, time.UnixMilli(ms).UTC()
		s.Place++
		h.Sightings = append(h.Sightings, s)
		return err
	})
	return h, err
}

// scanner is a row of which a part was asked for.
type scanner func(...any) error

func (s scanner) Scan(into ...any) error { return s(into...) }
