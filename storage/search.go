package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Hit is one record that a search found.
type Hit struct {
	Record  Record
	Score   float64 // the higher the better: bm25, words of the title counting five times; 0 where all words are very common
	Title   []Span
	Snippet []Span // of the text, or of the field that matches
}

// SearchOptions narrow a search down.
type SearchOptions struct {
	Sites []string // names; nil: all
}

// defaultCommon is in how many records a word may stand and still count for the order
// of what is found. FTS5's bm25 visits every record that has a word, and sorts
// all that match, so the time that an answer takes would grow with the file.
const defaultCommon = 20_000

const (
	countHits = `SELECT count(*) FROM (SELECT rowid FROM search WHERE search MATCH ? LIMIT ?)`
	// CROSS JOIN keeps the index outside, whose order is then that of the result;
	// + keeps FTS5 from looking each of them up by itself.
	selectRanked = `SELECT s.rowid, s.rank FROM search s CROSS JOIN records r ON r.id = s.rowid
		WHERE search MATCH ?%s ORDER BY s.rank`
	alsoMatching = ` AND +s.rowid IN (SELECT rowid FROM search WHERE search MATCH ?)`
	selectNewest = `SELECT s.rowid, 0.0 FROM search s CROSS JOIN records r ON r.id = s.rowid
		WHERE search MATCH ?%s ORDER BY s.rowid DESC`
	ofSites = ` AND r.site IN (SELECT id FROM sites WHERE name IN (%s))`
)

// stage is one query of a search. What an earlier stage found is left out.
type stage struct {
	text string
	args []any
}

// stages returns how q is answered in a time that hardly grows with the file:
// by bm25 of its words. Words in very many records are asked for, but say
// little, and are left out of the order; where there are no others, those with
// the words in the title come first, and the newest first.
func (q question) stages(ctx context.Context, db dbfile.Querier, common int, sites []string) ([]stage, error) {
	var rare question
	for _, t := range q {
		if t.not {
			continue
		}
		var n int
		if err := db.QueryRowContext(ctx, countHits, t.match(), common+1).Scan(&n); err != nil {
			return nil, err
		}
		if n <= common {
			rare = append(rare, t)
		}
	}
	narrow, names := "", []any{}
	if len(sites) > 0 {
		narrow = fmt.Sprintf(ofSites, strings.Repeat("?,", len(sites)-1)+"?")
		for _, s := range sites {
			names = append(names, s)
		}
	}
	of := func(text, also string, args ...any) stage {
		return stage{fmt.Sprintf(text, also+narrow), append(args, names...)}
	}
	switch {
	case len(rare) == q.positive():
		return []stage{of(selectRanked, "", q.match())}, nil
	case len(rare) > 0:
		return []stage{of(selectRanked, alsoMatching, rare.match(), q.match())}, nil
	}
	return []stage{of(selectNewest, "", q.matchIn("title : ")), of(selectNewest, "", q.match())}, nil
}

// Search yields the records that have all the words, best first; parseQuestion
// says what may be asked. Words that make no sense give ErrQuestion (wrapped).
func (h *Holdings) Search(ctx context.Context, words string, o SearchOptions) iter.Seq2[Hit, error] {
	return dbfile.Sequence(h.file, func(found func(Hit) bool) error { return h.search(ctx, words, o, found) }, "search")
}

func (h *Holdings) search(ctx context.Context, words string, o SearchOptions, found func(Hit) bool) error {
	// One transaction, and with it one connection: searches that each held one
	// and waited for a second would block each other.
	tx, err := h.file.R.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, site := range o.Sites {
		if _, err := siteID(ctx, tx, site); err != nil {
			return err
		}
	}
	q, err := parseQuestion(words, func(name string) (string, error) { return fieldNamed(ctx, tx, name) })
	if err != nil {
		return err
	}
	stages, err := q.stages(ctx, tx, h.common, o.Sites)
	if err != nil {
		return err
	}
	shown := map[int64]bool{} // by earlier stages
	for i, s := range stages {
		more, err := q.run(ctx, tx, s, func(id int64, h Hit) bool {
			if shown[id] {
				return true
			}
			if i < len(stages)-1 {
				shown[id] = true
			}
			return found(h)
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// run yields what one stage finds until yield has enough; then more is false.
func (q question) run(ctx context.Context, tx *sql.Tx, s stage, yield func(int64, Hit) bool) (more bool, err error) {
	more = true
	err = dbfile.Each(ctx, tx, s.text, s.args, func(row dbfile.Row) error {
		var id int64
		var rank float64
		if err := row.Scan(&id, &rank); err != nil {
			return err
		}
		r, err := recordByID(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%w: record %d is in the search index only", ErrCorrupt, id)
		}
		if err != nil || q.fields() && !q.holds(r) {
			return err
		}
		if more = yield(id, q.show(r, -rank)); !more {
			return dbfile.ErrEnough
		}
		return nil
	})
	return more, err
}

// show makes a hit of a record: the text's snippet, or where the text has less
// of what is asked than a field, that field's.
func (q question) show(r Record, score float64) Hit {
	h := Hit{Record: r, Score: score}
	if words := q.mark(r.Title); len(words) > 0 {
		h.Title = spans(r.Title, words, true, true)
	}
	var terms int
	h.Snippet, terms = q.snippet(r.Text)
	for _, f := range r.Fields {
		if s, n := q.snippet(f.Value); n > terms {
			h.Snippet, terms = append([]Span{{Text: f.Name + ": "}}, s...), n
		}
	}
	return h
}

const selectFieldNames = `SELECT name, heading FROM fields GROUP BY name, heading ORDER BY count(*) DESC, min(position)`

// fieldNamed returns the field that a person means by name: its name, or that
// of its column, in any case.
func fieldNamed(ctx context.Context, q dbfile.Querier, name string) (field string, err error) {
	if strings.EqualFold(name, titleField) {
		return titleField, nil
	}
	known := []string{titleField}
	err = dbfile.Each(ctx, q, selectFieldNames, nil, func(row dbfile.Row) error {
		var n, heading string
		err := row.Scan(&n, &heading)
		if field == "" && (strings.EqualFold(n, name) || strings.EqualFold(heading, name)) {
			field = n
		}
		known = append(known, heading)
		return err
	})
	if err == nil && field == "" {
		const most = 20
		if len(known) > most+1 {
			known = append(known[:most+1], "...")
		}
		err = fmt.Errorf("%s: %w: there is no field of this name but %s; a text with a colon goes into quotation marks",
			name, ErrQuestion, strings.Join(known, ", "))
	}
	return field, err
}
