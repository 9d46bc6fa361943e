package storage

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	updateProfile  = `UPDATE harvests SET profile = ? WHERE id = ?`
	updateEstimate = `UPDATE harvests SET estimate = ? WHERE id = ?`
	updateStop     = `UPDATE harvests SET stop_kind = ?, stop_reason = ?, stop_at = ?
		WHERE id = ? AND id = (SELECT max(h.id) FROM harvests h WHERE h.site = harvests.site)`
	advance = `UPDATE harvests SET steps = ?2, last_at = ?3, started = min(started, ?3), requests = requests + ?4, records = records + ?5, queries = queries + ?6
		WHERE id = ?1 AND steps = ?2 - 1`
	stepsTaken = `SELECT steps FROM harvests WHERE id = ?`

	insertVisit = `INSERT INTO visits (harvest, seq, at, url, status, reward, visit) VALUES (?, ?, ?, ?, ?, ?, ?)`
	insertForm  = `INSERT INTO forms (visit, position, form, purpose, definition) VALUES (?, ?, ?, ?, ?)`

	selectQuery  = `SELECT id FROM queries WHERE site = ? AND form = ? AND bind = ?`
	insertQuery  = `INSERT INTO queries (site, form, bind) VALUES (?, ?, ?)`
	insertAnswer = `INSERT INTO answers (harvest, seq, at, query, page, status, total, capped, more, requests, rows, new, reason, note,
			strategy, why, expected, nonsense, request, next, offers, numbered)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	askedBefore = `SELECT EXISTS (SELECT 1 FROM answers WHERE query = ? AND harvest = ?)`
	updateNew   = `UPDATE answers SET new = ? WHERE id = ?`
)

// writeStatements are all statements of write transactions.
var writeStatements = []string{
	selectSite, insertSite, updateStart, latestHarvest, insertHarvest, selectHosts, selectFields, insertField, nameTaken,
	updateProfile, updateEstimate, updateStop, advance, stepsTaken, dbfile.UpsertHost, dbfile.UpsertRobots, insertVisit, insertForm, selectQuery, insertQuery,
	insertAnswer, updateNew, insertPage, dbfile.FindBody, insertBody, hasBase, selectBase, askedBefore, indexRecord, lastVersion, findRecord, insertRecord, updateRecord, selectVersion, insertVersion, replaceVersion,
	insertLink, insertRecordQuery, countRecords, insertDetail, answerOf,
}

// Commit implements harvest.Store. The harvest must have been begun with this
// DB and not been followed by a fresh one; a step whose Seq is not the next
// one is refused with ErrStep (wrapped), so that two writers cannot mix their
// ledgers.
func (db *DB) Commit(ctx context.Context, c harvest.Commit) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.commit(ctx, c); err != nil {
		return fmt.Errorf("commit: %w", dbfile.Explain(db.path, err))
	}
	return nil
}

func (db *DB) commit(ctx context.Context, c harvest.Commit) error {
	site := db.sites[c.Harvest]
	if site == nil && db.w != nil {
		return fmt.Errorf("harvest %d is not the one that was begun here last", c.Harvest)
	}
	var fields []Column
	var learned bool
	var packedAgainst base
	if site != nil {
		packedAgainst = site.base
	}
	kept, err := db.pack.pack(c.Page, packedAgainst)
	if err != nil {
		return err
	}
	var body int64
	err = db.write(ctx, func(w *writeTx) error {
		if c.Profile != nil {
			text, err := dbfile.ToJSON("site profile", c.Profile)
			if err != nil {
				return err
			}
			w.exec(updateProfile, text, c.Harvest)
		}
		if c.Estimate != nil {
			text, err := dbfile.ToJSON("estimate", c.Estimate)
			if err != nil {
				return err
			}
			w.exec(updateEstimate, text, c.Harvest)
		}
		var kind, reason, at any // a commit without a Stop clears the one before
		if c.Stop != nil {
			kind, reason, at = string(c.Stop.Kind), c.Stop.Reason, c.Stop.At.UnixMilli()
		}
		if w.exec(updateStop, kind, reason, at, c.Harvest) != 1 && w.err == nil {
			return fmt.Errorf("%w: harvest %d was followed by a fresh one", ErrStep, c.Harvest)
		}
		for _, h := range c.Hosts {
			if err := saveHost(w, h); err != nil {
				return err
			}
		}
		if c.Step == nil {
			return nil
		}
		if fields, learned = site.learn(recordsOf(c.Step)); learned {
			site.saveCatalogue(w, fields)
		}
		if kept != nil {
			body = savePage(w, c.Harvest, c.Step.Seq, kept)
		}
		return saveStep(w, site.id, c)
	})
	if err != nil {
		return err
	}
	if learned {
		site.fields = fields
	}
	if kept != nil && kept.isBase(body, c.Step) {
		site.base = base{id: body, digest: kept.digest, packed: kept.body}
	}
	return nil
}

// recordsOf returns what a step says of records.
func recordsOf(s *harvest.Step) []extract.Record {
	switch {
	case s.Answer != nil:
		return s.Answer.Records
	case s.Detail != nil:
		return []extract.Record{{Fields: s.Detail.Fields}}
	}
	return nil
}

func saveHost(w *writeTx, h fetch.HostState) error {
	u, err := page.ParseURL(h.Host)
	if err != nil {
		return fmt.Errorf("store host state: %w", err)
	}
	var body any
	if h.Robots != nil {
		body = h.Robots
	}
	w.exec(dbfile.UpsertRobots, h.Host, body)
	h.Robots = nil
	state, err := dbfile.ToJSON("host state", h)
	if err != nil {
		return err
	}
	w.exec(dbfile.UpsertHost, h.Host, u.Site(), dbfile.Millis(h.NotBefore), h.Reason, h.Failures, h.Requests, h.LastError, state)
	return nil
}

func saveStep(w *writeTx, site int64, c harvest.Commit) (err error) {
	s := c.Step
	var requests, found, queries int
	switch {
	case s.Visit != nil && s.Answer == nil && s.Detail == nil:
		requests = s.Visit.Requests
		err = saveVisit(w, c.Harvest, s)
	case s.Answer != nil && s.Visit == nil && s.Detail == nil && len(s.Forms) == 0:
		requests = s.Answer.Outcome.Requests
		found, queries, err = saveAnswer(w, site, c.Harvest, s)
	case s.Detail != nil && s.Visit == nil && s.Answer == nil && len(s.Forms) == 0:
		requests = s.Detail.Requests
		err = saveDetail(w, site, c.Harvest, s)
	default:
		return errors.New("a step is a visit, an answer or a detail page")
	}
	if err != nil {
		return err
	}
	if w.exec(advance, c.Harvest, s.Seq, s.At.UnixMilli(), requests, found, queries) != 1 && w.err == nil {
		var steps int64
		w.scan(one(stepsTaken, c.Harvest), &steps)
		return fmt.Errorf("%w: harvest %d has %d steps, and step %d was to be added", ErrStep, c.Harvest, steps, s.Seq)
	}
	return nil
}

func saveVisit(w *writeTx, harvest int64, s *harvest.Step) error {
	text, err := dbfile.ToJSON("visit", s.Visit)
	if err != nil {
		return err
	}
	visit := w.insert(insertVisit, harvest, s.Seq, s.At.UnixMilli(), s.Visit.URL.String(), s.Visit.Status, s.Visit.Reward, text)
	for i, f := range s.Forms {
		text, err := dbfile.ToJSON("form", f)
		if err != nil {
			return err
		}
		w.insert(insertForm, visit, i, f.ID, string(f.Purpose), text)
	}
	return nil
}

// saveAnswer returns how many of the answer's records, and of its one query,
// are new to the harvest.
func saveAnswer(w *writeTx, site, harvest int64, s *harvest.Step) (found, queries int, err error) {
	a, o := s.Answer, s.Answer.Outcome
	if len(o.Rows) != len(a.Records) {
		return 0, 0, fmt.Errorf("an answer has %d rows but %d records", len(o.Rows), len(a.Records))
	}
	query, err := saveQuery(w, site, o.Query)
	if err != nil {
		return 0, 0, err
	}
	var asked bool
	w.scan(one(askedBefore, query, harvest), &asked)
	if !asked {
		queries = 1
	}
	request, err := dbfile.ToJSON("request", a.Request)
	if err != nil {
		return 0, 0, err
	}
	var next, total, offers any
	if len(o.Offers) > 0 {
		if offers, err = dbfile.ToJSON("offers", o.Offers); err != nil {
			return 0, 0, err
		}
	}
	if a.Next != (page.Request{}) {
		if next, err = dbfile.ToJSON("request", a.Next); err != nil {
			return 0, 0, err
		}
	}
	if o.Total >= 0 {
		total = o.Total
	}
	expected := o.Query.Expected
	if math.IsNaN(expected) { // SQLite has no such number
		expected = -1
	}
	answer := w.insert(insertAnswer, harvest, s.Seq, s.At.UnixMilli(), query, o.Page, string(o.Status), total, o.Capped, o.More,
		o.Requests, len(o.Rows), string(o.Reason), o.Note, o.Query.Strategy, o.Query.Why, expected, o.Query.Nonsense, request, next, offers, o.Numbered)

	in := recordWriter{w: w, site: site, harvest: harvest, answer: answer, query: query, at: s.At.UnixMilli(), columns: columnsOf(a.Records)}
	for i, rec := range a.Records {
		if rec.Key != o.Rows[i].Key {
			return 0, 0, fmt.Errorf("row %d of an answer is of record %q, not %q", i, o.Rows[i].Key, rec.Key)
		}
		if err := in.save(i, rec, o.Rows[i]); err != nil {
			return 0, 0, err
		}
	}
	if in.seenFirst > 0 {
		w.exec(updateNew, in.seenFirst, answer)
	}
	if in.created > 0 {
		w.exec(countRecords, in.created, site)
	}
	return in.seenFirst, queries, w.err
}

func saveQuery(w *writeTx, site int64, q querygen.Query) (id int64, err error) {
	if len(q.Bind) == 0 {
		q.Bind = []page.Pair{} // one spelling, for the unique index
	}
	bind, err := dbfile.ToJSON("query", q.Bind)
	if err != nil {
		return 0, err
	}
	if !w.scan(one(selectQuery, site, q.Form, bind), &id) {
		id = w.insert(insertQuery, site, q.Form, bind)
	}
	return id, w.err
}
