package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectLatest = `SELECT id, profile, stop_kind, stop_reason, stop_at FROM harvests WHERE site = ? AND id < ? ORDER BY id DESC LIMIT 1`
	// A record that only later harvests saw has no version before them.
	selectPastRecords = `SELECT r.id, r.key, v.harvest, v.answer, v.url, v.title, v.text, v.fields
		FROM records r CROSS JOIN record_versions v ON v.record = r.id WHERE r.site = ?1 AND v.harvest < ?2 ORDER BY r.id, v.id`
	selectPastAnswers = `SELECT a.id, a.harvest, a.query, q.form, q.bind, a.page, a.at, a.status, a.more, a.capped, a.requests, a.request
		FROM harvests h CROSS JOIN answers a ON a.harvest = h.id CROSS JOIN queries q ON q.id = a.query
		WHERE h.site = ?1 AND h.id < ?2 AND a.nonsense = 0 ORDER BY a.harvest, a.seq`
	selectPastRows = `SELECT a.id, a.harvest, a.at, l.record
		FROM harvests h CROSS JOIN answers a ON a.harvest = h.id CROSS JOIN answer_records l ON l.answer = a.id
		WHERE h.site = ?1 AND h.id < ?2 ORDER BY a.harvest, a.seq, l.position`
	selectPastDetails = `SELECT d.record, d.harvest, d.at, d.status, d.gone FROM harvests h CROSS JOIN details d ON d.harvest = h.id
		WHERE h.site = ?1 AND h.id < ?2 ORDER BY d.harvest, d.seq`
	selectReturners = `SELECT rq.record, rq.query FROM records r CROSS JOIN record_queries rq ON rq.record = r.id WHERE r.site = ?1 ORDER BY rq.record`
)

// Past implements harvest.RefreshStore. A site that is not known has no past.
func (db *DB) Past(ctx context.Context, site string, before int64) (harvest.Past, error) {
	id, err := db.siteID(ctx, site)
	if errors.Is(err, ErrNoSite) {
		return harvest.Past{}, nil
	}
	var past harvest.Past
	if err == nil {
		past, err = db.past(ctx, id, before)
	}
	if err != nil {
		return past, fmt.Errorf("read the past of %s: %w", site, dbfile.Explain(db.path, err))
	}
	return past, nil
}

func (db *DB) past(ctx context.Context, site, before int64) (past harvest.Past, err error) {
	// One read transaction: all of one moment.
	tx, err := db.r.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return past, err
	}
	defer tx.Rollback()
	var profile string
	var kind, reason sql.NullString
	var at sql.NullInt64
	err = tx.QueryRowContext(ctx, selectLatest, site, before).Scan(&past.Harvest, &profile, &kind, &reason, &at)
	if err != nil {
		return past, optional(err)
	}
	if kind.Valid {
		past.Stop = &harvest.Stop{Kind: harvest.StopKind(kind.String), Reason: reason.String, At: dbfile.FromMillis(at)}
	}
	if err := dbfile.FromJSON("site profile", profile, &past.Profile); err != nil {
		return past, err
	}
	p := pastReader{past: &past, index: map[int64]int{}, brought: map[int64]int{}, latest: map[int64]*pastPage{}, asked: map[int64]*pastQuestion{}}
	for _, part := range []struct {
		query string
		args  []any
		read  func(*sql.Rows) error
	}{
		{selectPastRecords, []any{site, before}, p.record},
		{selectPastAnswers, []any{site, before}, p.answer},
		{selectPastRows, []any{site, before}, p.row},
		{selectPastDetails, []any{site, before}, p.detail},
		{selectReturners, []any{site}, p.returner},
	} {
		if err := dbfile.Each(ctx, tx, part.query, part.args, part.read); err != nil {
			return past, err
		}
	}
	p.finish()
	return past, nil
}

// pastReader puts a Past together from the tables.
type pastReader struct {
	past    *harvest.Past
	index   map[int64]int // by id of the record
	states  []pastState   // of past.Records
	said    content       // what it said last
	brought map[int64]int // by answer: records that the site had not shown before

	asked     map[int64]*pastQuestion // by query
	questions []*pastQuestion         // in the order in which they were first asked
	latest    map[int64]*pastPage     // by answer, of those that are a page's latest
}

// pastState is what is known of a record while its past is read.
type pastState struct {
	changes   []int64 // harvests that found it changed
	sightings []sighting
	missedAt  time.Time // when a question that used to show it did not
	questions int       // that showed it
	missedBy  int       // of them
	pageGone  int64     // harvest that found its own page gone
}

type sighting struct {
	harvest int64
	at      time.Time
}

type pastQuestion struct {
	pages []*pastPage
	walk  walked // of the harvest that asked it last
	ended walked // the last walk that came to the end
}

// walked is how far one harvest read an answer, whose pages may come in any order.
type walked struct {
	harvest int64
	at      time.Time
	pages   map[int]bool // read: whether they led on
	cut     bool         // an answer was capped by the site
}

type pastPage struct {
	harvest.PastPage
	answer  int64
	harvest int64
}

// record reads a version of a record.
func (p *pastReader) record(rows *sql.Rows) error {
	var id, by, answer int64
	var key string
	var now content
	if err := rows.Scan(&id, &key, &by, &answer, &now.url, &now.title, &now.text, &now.fields); err != nil {
		return err
	}
	i, known := p.index[id]
	if !known {
		i = len(p.states)
		p.index[id] = i
		p.states = append(p.states, pastState{})
		p.past.Records = append(p.past.Records, harvest.PastRecord{Key: key})
		p.brought[answer]++
	} else {
		changed, err := differs(p.said, now)
		if err != nil {
			return err
		}
		// A second version of one harvest is what another page added.
		if s := &p.states[i]; changed && !slices.Contains(s.changes, by) {
			s.changes = append(s.changes, by)
		}
	}
	p.said = now
	if u, err := page.ParseURL(now.url); err == nil {
		p.past.Records[i].URL = u
	}
	return nil
}

// differs reports whether a value was replaced. A value where there was none
// may always have been there, on a page that had not been read.
func differs(was, is content) (bool, error) {
	changes, err := compare(was, is)
	return slices.ContainsFunc(changes, func(c FieldChange) bool { return c.Old != "" }), err
}

// answer reads a line of the ledger.
func (p *pastReader) answer(rows *sql.Rows) error {
	var id, by, query, ms int64
	var status, bind, request string
	var more, capped bool
	var one harvest.PastPage
	if err := rows.Scan(&id, &by, &query, &one.Query.Form, &bind, &one.Page, &ms, &status, &more, &capped, &one.Requests, &request); err != nil {
		return err
	}
	if s := querygen.Status(status); s != querygen.Answered && s != querygen.Empty {
		return nil
	}
	one.At, one.Last = time.UnixMilli(ms).UTC(), !more
	q := p.asked[query]
	if q == nil {
		q = &pastQuestion{}
		p.asked[query] = q
		p.questions = append(p.questions, q)
	}
	q.walk.observe(by, one, capped)
	if w := q.walk; w.complete() {
		q.ended = w
	}
	if querygen.Status(status) == querygen.Empty && one.Page > 1 { // beyond the end
		q.pages = slices.DeleteFunc(q.pages, func(have *pastPage) bool { return have.Page >= one.Page })
		return nil
	}
	i := slices.IndexFunc(q.pages, func(have *pastPage) bool { return have.Page == one.Page })
	if i < 0 {
		if err := dbfile.FromJSON("query", bind, &one.Query.Bind); err != nil {
			return err
		}
		i = len(q.pages)
		q.pages = append(q.pages, &pastPage{})
	} else {
		before := q.pages[i]
		delete(p.latest, before.answer)
		one.Query, one.Brought, one.Days = before.Query, before.Brought, before.Days
		if by != before.harvest {
			one.Brought += p.brought[id]
			one.Days += refresh.Days(one.At.Sub(before.At))
		}
	}
	if err := dbfile.FromJSON("request", request, &one.Request); err != nil {
		return err
	}
	*q.pages[i] = pastPage{one, id, by}
	p.latest[id] = q.pages[i]
	if !more { // an answer that has become shorter
		q.pages = slices.DeleteFunc(q.pages, func(have *pastPage) bool { return have.Page > one.Page })
	}
	return nil
}

func (w *walked) observe(by int64, one harvest.PastPage, capped bool) {
	if _, again := w.pages[one.Page]; w.harvest != by || one.Page == 1 && again {
		*w = walked{harvest: by, pages: map[int]bool{}}
	}
	w.pages[one.Page] = !one.Last
	w.at, w.cut = one.At, w.cut || capped
}

// complete reports whether the answer was read from its first page to its last.
func (w walked) complete() bool {
	for n := 1; !w.cut; n++ {
		if more, read := w.pages[n]; !read || !more {
			return read
		}
	}
	return false
}

// row reads a record of an answer.
func (p *pastReader) row(rows *sql.Rows) error {
	var answer, by, ms, record int64
	if err := rows.Scan(&answer, &by, &ms, &record); err != nil {
		return err
	}
	i, known := p.index[record]
	if !known {
		return nil
	}
	p.states[i].see(by, time.UnixMilli(ms).UTC())
	if on := p.latest[answer]; on != nil {
		on.Records = append(on.Records, i)
	}
	return nil
}

// see notes that a harvest saw the record. Harvests come in order within each table.
func (s *pastState) see(by int64, at time.Time) {
	i, found := slices.BinarySearchFunc(s.sightings, by, func(g sighting, by int64) int { return int(g.harvest - by) })
	if !found {
		s.sightings = slices.Insert(s.sightings, i, sighting{by, at})
	} else if at.After(s.sightings[i].at) {
		s.sightings[i].at = at
	}
}

// detail reads a look at a record's own page.
func (p *pastReader) detail(rows *sql.Rows) error {
	var record, by, ms int64
	var status string
	var gone bool
	if err := rows.Scan(&record, &by, &ms, &status, &gone); err != nil {
		return err
	}
	i, known := p.index[record]
	switch {
	case !known:
	case status == string(querygen.Answered):
		p.past.Records[i].Detailed = true
		p.states[i].see(by, time.UnixMilli(ms).UTC())
	case gone:
		p.states[i].pageGone = by
	}
	return nil
}

// returner reads that a question has shown a record at some time.
func (p *pastReader) returner(rows *sql.Rows) error {
	var record, query int64
	if err := rows.Scan(&record, &query); err != nil {
		return err
	}
	i, known := p.index[record]
	q := p.asked[query]
	if !known || q == nil {
		return nil
	}
	s := &p.states[i]
	s.questions++
	if n := len(s.sightings); n > 0 && q.ended.harvest > s.sightings[n-1].harvest {
		s.missedBy++
		if q.ended.at.After(s.missedAt) {
			s.missedAt = q.ended.at
		}
	}
	return nil
}

// finish makes checks of what was read.
func (p *pastReader) finish() {
	for i, s := range p.states {
		r := &p.past.Records[i]
		for k, seen := range s.sightings {
			r.Checks = append(r.Checks, refresh.Check{At: seen.at, Changed: k > 0 && slices.Contains(s.changes, seen.harvest)})
		}
		if s.missedBy > 0 {
			r.Lost, r.Gone = true, s.missedBy == s.questions
			r.Checks = append(r.Checks, refresh.Check{At: s.missedAt, Changed: true})
		}
		if n := len(s.sightings); n > 0 && s.pageGone > s.sightings[n-1].harvest {
			r.Gone = true
		}
	}
	for _, q := range p.questions {
		slices.SortFunc(q.pages, func(a, b *pastPage) int { return a.Page - b.Page })
		for _, on := range q.pages {
			p.past.Pages = append(p.past.Pages, on.PastPage)
		}
	}
}
