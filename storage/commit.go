package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	updateProfile  = `UPDATE harvests SET profile = ? WHERE id = ?`
	updateEstimate = `UPDATE harvests SET estimate = ? WHERE id = ?`
	updateStop     = `UPDATE harvests SET stop_kind = ?1, stop_reason = ?2, stop_at = ?3, requests = requests - owed + ?4, owed = ?4
		WHERE id = ?5 AND id = (SELECT max(h.id) FROM harvests h WHERE h.site = harvests.site)`
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
	keepAsked = `INSERT INTO harvest_asked (harvest, query, seq, at, pages, requests, rows, new, expected, total, strategy, status)
		VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
		ON CONFLICT DO UPDATE SET pages = pages + 1, requests = requests + ?5, rows = rows + ?6, new = new + ?7, expected = max(expected, ?8),
			total = coalesce(?9, total), status = ?11`
	// A 64th more requests than the last point has: some hundred points, however long it is.
	keepPoint = `INSERT INTO harvest_course (harvest, requests, records, at, total, size, low, high)
		SELECT h.id, h.requests, h.records, ?2, ?3, h.estimate ->> '$.size', h.estimate ->> '$.low', h.estimate ->> '$.high'
		FROM harvests h WHERE h.id = ?1 AND h.requests > coalesce((SELECT max(requests) * 65 / 64 FROM harvest_course WHERE harvest = ?1), -1)`
	askedBefore = `SELECT EXISTS (SELECT 1 FROM answers WHERE query = ? AND harvest = ?)`
	updateNew   = `UPDATE answers SET new = ? WHERE id = ?`
)

// writeStatements are all statements of write transactions.
var writeStatements = []string{
	selectSite, insertSite, updateStart, latestHarvest, insertHarvest, insertField, nameTaken,
	updateProfile, updateEstimate, updateStop, advance, stepsTaken, dbfile.UpsertHost, dbfile.UpsertRobots, insertVisit, insertForm, selectQuery, insertQuery,
	insertAnswer, updateNew, keepAsked, keepPoint, insertPage, dbfile.FindBody, insertBody, hasBase, selectBase, askedBefore, indexRecord, lastVersion, findRecord, insertRecord, updateRecord, selectVersion, insertVersion, replaceVersion,
	insertLink, versionBefore, showVersion, deleteVersion, keepRow, countHarvests, deleteFields, insertRecordQuery, countRecords, insertDetail, answerOf,
	submitWork, grantLease, epochOf, releaseLease, handBack, leaseLast, markLast, keepWorker, dropWorkers,
}

// hasRecords reports whether a step is an answer with records: the page of the first one
// is what the next ones are compressed against.
func hasRecords(s *harvest.Step) bool { return s.Answer != nil && len(s.Answer.Outcome.Rows) > 0 }

// saveBeliefs stores what a commit says beside its step.
func saveBeliefs(w *writeTx, c harvest.Commit) {
	if c.Profile != nil {
		w.exec(updateProfile, dbfile.JSON("site profile", c.Profile), c.Harvest)
	}
	if c.Estimate != nil {
		w.exec(updateEstimate, dbfile.JSON("estimate", c.Estimate), c.Harvest)
	}
	var kind, reason, at any // a commit without a Stop clears the one before
	if c.Stop != nil {
		kind, reason, at = string(c.Stop.Kind), c.Stop.Reason, c.Stop.At.UnixMilli()
	}
	if w.exec(updateStop, kind, reason, at, c.Owed, c.Harvest) != 1 {
		w.fail(fmt.Errorf("%w: harvest %d was followed by a fresh one", ErrStep, c.Harvest))
	}
	for _, h := range c.Hosts {
		host, robots, err := dbfile.Host(h)
		w.fail(err)
		w.exec(dbfile.UpsertRobots, robots...)
		w.exec(dbfile.UpsertHost, host...)
	}
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

func saveStep(w *writeTx, site int64, c harvest.Commit) {
	s := c.Step
	var requests, found, queries int
	var total any
	switch {
	case s.Visit != nil && s.Answer == nil && s.Detail == nil:
		requests = s.Visit.Requests
		saveVisit(w, c.Harvest, s)
	case s.Answer != nil && s.Visit == nil && s.Detail == nil && len(s.Forms) == 0:
		requests = s.Answer.Outcome.Requests
		found, queries = saveAnswer(w, site, c.Harvest, s)
		if s.Answer.Outcome.Total >= 0 {
			total = s.Answer.Outcome.Total
		}
	case s.Detail != nil && s.Visit == nil && s.Answer == nil && len(s.Forms) == 0:
		requests = s.Detail.Requests
		saveDetail(w, site, c.Harvest, s)
	default:
		w.fail(errors.New("a step is a visit, an answer or a detail page"))
	}
	if w.exec(advance, c.Harvest, s.Seq, s.At.UnixMilli(), requests, found, queries) != 1 {
		var steps int64
		w.scan(one(stepsTaken, c.Harvest), &steps)
		w.fail(fmt.Errorf("%w: harvest %d has %d steps, and step %d was to be added", ErrStep, c.Harvest, steps, s.Seq))
	}
	w.exec(keepPoint, c.Harvest, s.At.UnixMilli(), total)
}

func saveVisit(w *writeTx, harvest int64, s *harvest.Step) {
	visit := w.insert(insertVisit, harvest, s.Seq, s.At.UnixMilli(), s.Visit.URL.String(), s.Visit.Status, s.Visit.Reward, dbfile.JSON("visit", s.Visit))
	for i, f := range s.Forms {
		w.insert(insertForm, visit, i, f.ID, string(f.Purpose), dbfile.JSON("form", f))
	}
}

// saveAnswer returns how many of the answer's records, and of its one query,
// are new to the harvest.
func saveAnswer(w *writeTx, site, harvest int64, s *harvest.Step) (found, queries int) {
	a, o := s.Answer, s.Answer.Outcome
	if len(o.Rows) != len(a.Records) {
		w.fail(fmt.Errorf("an answer has %d rows but %d records", len(o.Rows), len(a.Records)))
		return 0, 0
	}
	query := saveQuery(w, site, o.Query)
	var asked bool
	w.scan(one(askedBefore, query, harvest), &asked)
	if !asked {
		queries = 1
	}
	var next, total, offers any
	if len(o.Offers) > 0 {
		offers = dbfile.JSON("offers", o.Offers)
	}
	if a.Next != (page.Request{}) {
		next = dbfile.JSON("request", leads{a.Next, whole{a.Whole}})
	}
	if o.Total >= 0 {
		total = o.Total
	}
	expected := o.Query.Expected
	if math.IsNaN(expected) { // SQLite has no such number
		expected = -1
	}
	answer := w.insert(insertAnswer, harvest, s.Seq, s.At.UnixMilli(), query, o.Page, string(o.Status), total, o.Capped, o.More,
		o.Requests, len(o.Rows), string(o.Reason), o.Note, o.Query.Strategy, o.Query.Why, expected, o.Query.Nonsense,
		dbfile.JSON("request", a.Request), next, offers, o.Numbered)

	in := recordWriter{w: w, site: site, harvest: harvest, answer: answer, query: query, at: s.At.UnixMilli(), columns: columnsOf(a.Records)}
	for i, rec := range a.Records {
		if rec.Key != o.Rows[i].Key {
			w.fail(fmt.Errorf("row %d of an answer is of record %q, not %q", i, o.Rows[i].Key, rec.Key))
		}
		if in.save(i, rec, o.Rows[i]); w.err != nil {
			return 0, 0
		}
	}
	if in.seenFirst > 0 {
		w.exec(updateNew, in.seenFirst, answer)
	}
	w.exec(keepAsked, harvest, query, s.Seq, s.At.UnixMilli(), o.Requests, len(o.Rows), in.seenFirst, expected, total, o.Query.Strategy, string(o.Status))
	if in.created > 0 {
		w.exec(countRecords, in.created, site)
	}
	return in.seenFirst, queries
}

// leads is where an answer leads to: its next page, and all of its sections.
type leads struct {
	page.Request
	whole
}

type whole struct {
	Whole []page.Request `json:"whole"`
}

// MarshalJSON writes the request to the next page, and the others among its fields.
func (l leads) MarshalJSON() ([]byte, error) {
	next, err := json.Marshal(l.Request)
	if err != nil || len(l.Whole) == 0 {
		return next, err
	}
	more, err := json.Marshal(l.whole)
	return slices.Concat(next[:len(next)-1], []byte(","), more[1:]), err
}

// UnmarshalJSON reads what MarshalJSON has written.
func (l *leads) UnmarshalJSON(b []byte) error {
	return errors.Join(json.Unmarshal(b, &l.Request), json.Unmarshal(b, &l.whole))
}

func saveQuery(w *writeTx, site int64, q querygen.Query) (id int64) {
	if len(q.Bind) == 0 {
		q.Bind = []page.Pair{} // one spelling, for the unique index
	}
	bind := dbfile.JSON("query", q.Bind)
	if !w.scan(one(selectQuery, site, q.Form, bind), &id) {
		id = w.insert(insertQuery, site, q.Form, bind)
	}
	return id
}

const (
	selectSite    = `SELECT id, view FROM sites WHERE name = ?`
	insertSite    = `INSERT INTO sites (name, start, view) VALUES (?, ?, ?)`
	updateStart   = `UPDATE sites SET start = ?2 WHERE id = ?1 AND start IS NOT ?2`
	latestHarvest = `SELECT id, started, steps, profile, stop_kind, stop_reason, stop_at, owed
		FROM harvests WHERE site = ? ORDER BY id DESC LIMIT 1`
	insertHarvest = `INSERT INTO harvests (site, started) VALUES (?, ?)`
	selectHosts   = `SELECT h.state, r.body FROM hosts h LEFT JOIN robots r ON r.host = h.host
		WHERE h.site = ? ORDER BY h.host`
)

// Begin implements harvest.Store. It returns ErrLocked (wrapped) at once when
// another process harvests the same registrable site into this file; the lock
// is held until Close.
func (db *DB) Begin(ctx context.Context, s harvest.Site, fresh bool) (harvest.State, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	state, err := db.begin(ctx, s, fresh)
	if err != nil {
		return harvest.State{}, dbfile.Explain(db.file.Path, err)
	}
	return state, nil
}

func (db *DB) begin(ctx context.Context, s harvest.Site, fresh bool) (state harvest.State, err error) {
	if s.Name == "" || s.Start.IsZero() {
		return state, errors.New("a site needs a name and a start URL")
	}
	if db.file.W != nil {
		if err := db.lock(s.Start.Site()); err != nil {
			return state, err
		}
	}
	site := &siteState{of: s.Start.Site()}
	err = db.write(ctx, func(w *writeTx) {
		site.open(w, s)
		state = openHarvest(w, site.id, fresh, time.Now())
		state.Hosts = rowsOf(w, selectHosts, []any{s.Start.Site()}, dbfile.ScanHost)
		site.base = baseOf(w, state.Harvest)
	})
	if err != nil {
		return state, err
	}
	db.leave(site.id) // a harvest that a fresh one follows takes no more commits
	db.sites[state.Harvest] = site
	return state, nil
}

// open reads the site's row, made where it is new, with its catalogue.
func (site *siteState) open(w *writeTx, s harvest.Site) {
	if w.scan(one(selectSite, s.Name), &site.id, &site.view) {
		w.exec(updateStart, site.id, s.Start.String())
		site.fields = rowsOf(w, selectFields, []any{site.id}, scanColumn)
		return
	}
	site.view = freeViewName(w, s.Name)
	site.id = w.insert(insertSite, s.Name, s.Start.String(), site.view)
	w.script(site.viewDDL(site.fields))
}

func openHarvest(w *writeTx, site int64, fresh bool, now time.Time) (st harvest.State) {
	var stop stopColumns
	if !fresh && w.scan(one(latestHarvest, site), &st.Harvest, dbfile.Time(&st.Started), &st.Steps, dbfile.JSON("site profile", &st.Profile), &stop.kind, &stop.reason, dbfile.Time(&stop.at), &st.Owed) {
		st.Stop = stop.stop()
		return st
	}
	st.Started = now.UTC().Truncate(time.Millisecond)
	st.Harvest = w.insert(insertHarvest, site, dbfile.Millis(st.Started))
	return st
}
