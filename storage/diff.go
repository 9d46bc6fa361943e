package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// ChangeKind says what became of a record from one harvest to a later one.
type ChangeKind string

// The kinds of a Change.
const (
	Added   ChangeKind = "added"   // not held when the earlier harvest ended, seen by the later
	Changed ChangeKind = "changed" // both read it, with other values
	Gone    ChangeKind = "gone"    // every query that returned it was asked again, to the end, without it; or its page is no more (404, 410)
	Missing ChangeKind = "missing" // not seen again, but not all of those queries were asked to the end: it may be there. After a refresh, some of them
)

// Change is what became of one record.
type Change struct {
	Kind       ChangeKind    `json:"change"`
	Site       string        `json:"site"`
	Key        string        `json:"key"`
	URL        string        `json:"url"`
	Title      string        `json:"title"`
	Fields     []FieldChange `json:"fields,omitempty"`      // of Changed
	Queries    int           `json:"queries,omitempty"`     // of Gone and Missing: that returned it
	AskedAgain int           `json:"asked_again,omitempty"` // of them
}

// FieldChange is one field's values before and after, as shown; "" for none,
// several joined by "; ". Names are those of fields, or url, title or text.
type FieldChange struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// The harvests that are compared: ?1 is the earlier and ?2 the later one, ?3 and
// ?4 are JSON arrays of these with the harvests that they go on from, where they
// are refreshes; ?4 has none of those up to ?1.
const (
	earlier = `(SELECT value FROM json_each(?3))`
	later   = `(SELECT value FROM json_each(?4))`
	seen    = `(SELECT l.record FROM answers a CROSS JOIN answer_records l ON l.answer = a.id WHERE a.harvest IN ` + later + ` AND l.version IS NOT NULL
		UNION SELECT record FROM details WHERE harvest IN ` + later + ` AND status = 'answered')`

	// What a record said when a harvest had ended: its last version up to then.
	selectAdded = `SELECT r.key, v.url, v.title FROM records r CROSS JOIN record_versions v
			ON v.id = (SELECT max(id) FROM record_versions WHERE record = r.id AND harvest <= ?2)
		WHERE r.id IN ` + seen + ` AND NOT EXISTS (SELECT 1 FROM record_versions o WHERE o.record = r.id AND o.harvest <= ?1)
		ORDER BY r.id`
	selectChanged = `SELECT r.key, o.url, o.title, o.text, o.fields, v.url, v.title, v.text, v.fields
		FROM records r CROSS JOIN record_versions o ON o.id = (SELECT max(id) FROM record_versions WHERE record = r.id AND harvest <= ?1)
			CROSS JOIN record_versions v ON v.id = (SELECT max(id) FROM record_versions WHERE record = r.id AND harvest <= ?2)
		WHERE r.id IN ` + seen + ` AND o.id <> v.id ORDER BY r.id`
	// A harvest asked a query to the end when it has every page up to the first
	// that leads nowhere further, in whatever order they came, and none was cut
	// off by the site. SQLite takes the bare columns beside max() from the row
	// that has the maximum.
	// Looked for are the records that the earlier harvests saw and the later one
	// did not; what was gone by the end of the earlier one is not told again.
	selectGone = `WITH whole AS MATERIALIZED (SELECT value AS id FROM json_each(?3) UNION SELECT value FROM json_each(?4)),
		pages AS MATERIALIZED (SELECT query, harvest, page, more, status, capped, max(seq) FROM answers
			WHERE harvest IN (SELECT id FROM whole) GROUP BY query, harvest, page),
		ends AS MATERIALIZED (SELECT query, harvest, min(page) AS last FROM pages
			WHERE NOT more AND status IN ('answered', 'empty') GROUP BY query, harvest),
		complete AS MATERIALIZED (
			SELECT e.query, e.harvest FROM ends e JOIN pages p ON p.query = e.query AND p.harvest = e.harvest
			GROUP BY e.query, e.harvest
			HAVING count(CASE WHEN p.page <= e.last AND p.status IN ('answered', 'empty') THEN 1 END) = e.last AND NOT max(p.capped)),
		sightings AS MATERIALIZED (
			SELECT l.record AS record, a.query AS query, a.harvest AS harvest FROM answers a CROSS JOIN answer_records l ON l.answer = a.id
			WHERE a.harvest IN (SELECT id FROM whole) GROUP BY l.record, a.query, a.harvest),
		away AS MATERIALIZED (
			SELECT record, max(harvest) AS last FROM (
				SELECT record, harvest FROM sightings
				UNION ALL SELECT record, harvest FROM details WHERE harvest IN (SELECT id FROM whole) AND status = 'answered')
			GROUP BY record HAVING max(harvest) < ?2 AND min(harvest) <= ?1),
		closed AS MATERIALIZED (
			SELECT w.record AS record, min(d.harvest) AS since FROM away w CROSS JOIN details d ON d.record = w.record AND d.harvest > w.last
			WHERE d.harvest IN (SELECT id FROM whole) AND d.gone GROUP BY w.record),
		lost AS MATERIALIZED (
			SELECT record, count(*) AS queries, sum(before) AS before, sum(again) AS again FROM (
				SELECT DISTINCT s.record AS record, s.query AS query,
					EXISTS (SELECT 1 FROM complete c WHERE c.query = s.query AND c.harvest > w.last AND c.harvest <= ?1) AS before,
					EXISTS (SELECT 1 FROM complete c WHERE c.query = s.query AND c.harvest > w.last) AS again
				FROM away w JOIN sightings s ON s.record = w.record)
			GROUP BY record)
		SELECT r.key, v.url, v.title, lost.queries, lost.again, closed.since IS NOT NULL
		FROM lost CROSS JOIN records r ON r.id = lost.record LEFT JOIN closed ON closed.record = lost.record
			CROSS JOIN record_versions v ON v.id = (SELECT max(id) FROM record_versions WHERE record = r.id AND harvest <= ?2)
		WHERE lost.before < lost.queries AND coalesce(closed.since, ?2) > ?1 ORDER BY r.id`
)

// ErrHarvest is returned (wrapped) where two harvests cannot be compared.
var ErrHarvest = errors.New("nothing to compare")

// Diff yields what changed on a site from one of its harvests to a later one:
// first what was added, then what changed, then what is gone or missing.
//
// A refresh, which looks at a part of the records, counts together with the
// harvests that it goes on from.
func (p *Progress) Diff(ctx context.Context, site string, from, to int64) iter.Seq2[Change, error] {
	return dbfile.Sequence(p.file, func(found func(Change) bool) error {
		id, err := siteID(ctx, p.file.R, site)
		if err != nil {
			return err
		}
		return compareHarvests(ctx, p.file, id, from, to, func(c Change) bool {
			c.Site = site
			return found(c)
		})
	}, "compare harvests of %s", site)
}

func compareHarvests(ctx context.Context, file *dbfile.File, site, from, to int64, found func(Change) bool) error {
	// One transaction: all of one moment.
	tx, err := file.R.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	harvests, err := dbfile.Column[int64](ctx, tx, selectHarvests, site)
	if err != nil {
		return err
	}
	for _, id := range []int64{from, to} {
		if !slices.Contains(harvests, id) {
			return fmt.Errorf("%w: harvest %d is none of this site", ErrHarvest, id)
		}
	}
	if from >= to {
		return fmt.Errorf("%w: harvest %d does not come before harvest %d", ErrHarvest, from, to)
	}
	before, err := spanOf(ctx, tx, from)
	if err != nil {
		return err
	}
	span, err := spanOf(ctx, tx, to)
	if err != nil {
		return err
	}
	goesOn := slices.Contains(span, from)
	after := slices.DeleteFunc(span, func(id int64) bool { return id <= from })
	args := []any{from, to, dbfile.JSON("harvests", before), dbfile.JSON("harvests", after)}
	more := true
	for _, part := range []struct {
		query string
		scan  func(dbfile.Row, *Change) error
	}{{selectAdded, scanAdded}, {selectChanged, scanChanged}, {selectGone, scanGone}} {
		if err != nil || !more {
			break
		}
		err = dbfile.Each(ctx, tx, part.query, args, func(row dbfile.Row) error {
			var c Change
			err := part.scan(row, &c)
			if c.Kind == Missing && c.AskedAgain == 0 && goesOn {
				return err // it was not looked at: what was held of it is held
			}
			if err == nil && c.Kind != "" {
				if more = found(c); !more {
					return dbfile.ErrEnough
				}
			}
			return err
		})
	}
	return err
}

func scanAdded(row dbfile.Row, c *Change) error {
	c.Kind = Added
	return row.Scan(&c.Key, &c.URL, &c.Title)
}

func scanGone(row dbfile.Row, c *Change) error {
	var closed bool
	err := row.Scan(&c.Key, &c.URL, &c.Title, &c.Queries, &c.AskedAgain, &closed)
	if c.Kind = Missing; c.AskedAgain == c.Queries || closed {
		c.Kind = Gone
	}
	return err
}

// scanChanged leaves the zero Change where the versions say the same.
func scanChanged(row dbfile.Row, c *Change) error {
	var key string
	var old, now content
	if err := row.Scan(&key, &old.url, &old.title, &old.text, &old.fields, &now.url, &now.title, &now.text, &now.fields); err != nil {
		return err
	}
	changes, err := compare(old, now)
	if len(changes) > 0 {
		*c = Change{Kind: Changed, Key: key, URL: now.url, Title: now.title, Fields: changes}
	}
	return err
}

// compare returns the fields that differ, in the order of now, then those that
// old alone has. The text holds what the fields say, so it counts only where
// nothing else tells the difference.
func compare(old, now content) (changes []FieldChange, err error) {
	add := func(name, was, is string) {
		if was != is {
			changes = append(changes, FieldChange{name, was, is})
		}
	}
	add("url", old.url, now.url)
	add("title", old.title, now.title)
	if old.fields != now.fields {
		was, err := decodeFields(old.fields)
		if err != nil {
			return nil, err
		}
		is, err := decodeFields(now.fields)
		if err != nil {
			return nil, err
		}
		done := map[string]bool{}
		for _, f := range slices.Concat(is, was) {
			if !done[f.Name] {
				done[f.Name] = true
				add(f.Name, valuesOf(was, f.Name), valuesOf(is, f.Name))
			}
		}
	}
	if len(changes) == 0 {
		add("text", old.text, now.text)
	}
	return changes, nil
}
