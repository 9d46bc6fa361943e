package storage

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectLatest = `SELECT id, profile, stop_kind, stop_reason, stop_at FROM harvests WHERE site = ? AND id < ? ORDER BY id DESC LIMIT 1`
	// A record that only later harvests saw has no version before them.
	selectPastRecords = `SELECT r.id, r.key, v.harvest, v.answer, v.url, v.title, v.text, v.fields
		FROM records r CROSS JOIN record_versions v ON v.record = r.id WHERE r.site = ?1 AND v.harvest < ?2 ORDER BY r.id, v.id`
	selectPastAnswers = `SELECT a.id, a.harvest, a.query, q.form, q.bind, a.page, a.at, a.status = 'empty', NOT a.more, a.capped, a.requests, a.request
		FROM harvests h CROSS JOIN answers a ON a.harvest = h.id CROSS JOIN queries q ON q.id = a.query
		WHERE h.site = ?1 AND h.id < ?2 AND a.nonsense = 0 AND a.status IN ('answered', 'empty') ORDER BY a.harvest, a.seq`
	selectPastRows = `SELECT a.id, a.harvest, a.at, l.record
		FROM harvests h CROSS JOIN answers a ON a.harvest = h.id CROSS JOIN answer_records l ON l.answer = a.id
		WHERE h.site = ?1 AND h.id < ?2 ORDER BY a.harvest, a.seq, l.position`
	selectPastDetails = `SELECT d.record, d.harvest, d.at, d.status = 'answered', d.gone FROM harvests h CROSS JOIN details d ON d.harvest = h.id
		WHERE h.site = ?1 AND h.id < ?2 ORDER BY d.harvest, d.seq`
	selectReturners = `SELECT rq.record, rq.query FROM records r CROSS JOIN record_queries rq ON rq.record = r.id WHERE r.site = ? ORDER BY rq.record`
)

// Past implements harvest.RefreshStore. A site that is not known has no past.
func (p *Progress) Past(ctx context.Context, site string, before int64) (past harvest.Past, err error) {
	defer p.file.Wrap(&err, "read the past of %s", site)
	// One read transaction: all of one moment.
	tx, err := p.file.R.Snapshot(ctx)
	if err != nil {
		return past, err
	}
	defer tx.Rollback()
	id, err := siteID(ctx, tx, site)
	if errors.Is(err, ErrNoSite) {
		return past, nil
	}
	if err != nil {
		return past, err
	}
	var stop stopColumns
	err = tx.QueryRowContext(ctx, selectLatest, id, before).Scan(&past.Harvest, dbfile.JSON("site profile", &past.Profile), &stop.kind, &stop.reason, dbfile.Time(&stop.at))
	if err != nil {
		return past, dbfile.Optional(err)
	}
	past.Stop = stop.stop()
	read := pastReader{past: &past, index: map[int64]int{}, brought: map[int64]int{}, latest: map[int64]*pastPage{}, asked: map[int64]*pastQuestion{}}
	for _, part := range []struct {
		query string
		read  func(dbfile.Row) error
	}{
		{selectPastRecords, read.record},
		{selectPastAnswers, read.answer},
		{selectPastRows, read.row},
		{selectPastDetails, read.detail},
	} {
		if err := dbfile.Each(ctx, tx, part.query, []any{id, before}, part.read); err != nil {
			return past, err
		}
	}
	err = dbfile.Each(ctx, tx, selectReturners, []any{id}, read.returner)
	read.finish()
	return past, err
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
func (p *pastReader) record(row dbfile.Row) error {
	var id, by, answer int64
	var key string
	var now content
	if err := row.Scan(&id, &key, &by, &answer, &now.url, &now.title, &now.text, &now.fields); err != nil {
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
	_ = p.past.Records[i].URL.UnmarshalText([]byte(now.url)) // one that is none stays zero
	return nil
}

// differs reports whether a value was replaced. A value where there was none
// may always have been there, on a page that had not been read.
func differs(was, is content) (bool, error) {
	changes, err := compare(was, is)
	return slices.ContainsFunc(changes, func(c FieldChange) bool { return c.Old != "" }), err
}

// answer reads a line of the ledger.
func (p *pastReader) answer(row dbfile.Row) error {
	var id, by, query int64
	var empty, capped bool
	var one harvest.PastPage
	if err := row.Scan(&id, &by, &query, &one.Query.Form, dbfile.JSON("query", &one.Query.Bind), &one.Page, dbfile.Time(&one.At), &empty, &one.Last, &capped,
		&one.Requests, dbfile.JSON("request", &one.Request)); err != nil {
		return err
	}
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
	if empty && one.Page > 1 { // beyond the end
		q.pages = slices.DeleteFunc(q.pages, func(have *pastPage) bool { return have.Page >= one.Page })
		return nil
	}
	i := slices.IndexFunc(q.pages, func(have *pastPage) bool { return have.Page == one.Page })
	if i < 0 {
		i = len(q.pages)
		q.pages = append(q.pages, &pastPage{})
	} else {
		before := q.pages[i]
		delete(p.latest, before.answer)
		one.Brought, one.Days = before.Brought, before.Days
		if by != before.harvest {
			one.Brought += p.brought[id]
			one.Days += refresh.Days(one.At.Sub(before.At))
		}
	}
	*q.pages[i] = pastPage{one, id, by}
	p.latest[id] = q.pages[i]
	if one.Last { // an answer that has become shorter
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
func (p *pastReader) row(row dbfile.Row) error {
	var answer, by, record int64
	var at time.Time
	err := row.Scan(&answer, &by, dbfile.Time(&at), &record)
	i, known := p.index[record]
	if !known {
		return err
	}
	p.states[i].see(by, at)
	if on := p.latest[answer]; on != nil {
		on.Records = append(on.Records, i)
	}
	return err
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
func (p *pastReader) detail(row dbfile.Row) error {
	var record, by int64
	var at time.Time
	var read, gone bool
	err := row.Scan(&record, &by, dbfile.Time(&at), &read, &gone)
	i, known := p.index[record]
	switch {
	case !known:
	case read:
		p.past.Records[i].Detailed = true
		p.states[i].see(by, at)
	case gone:
		p.states[i].pageGone = by
	}
	return err
}

// returner reads that a question has shown a record at some time.
func (p *pastReader) returner(row dbfile.Row) error {
	var record, query int64
	err := row.Scan(&record, &query)
	i, known := p.index[record]
	q := p.asked[query]
	if !known || q == nil {
		return err
	}
	s := &p.states[i]
	s.questions++
	if n := len(s.sightings); n > 0 && q.ended.harvest > s.sightings[n-1].harvest {
		s.missedBy++
		if q.ended.at.After(s.missedAt) {
			s.missedAt = q.ended.at
		}
	}
	return err
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
