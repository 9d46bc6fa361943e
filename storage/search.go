package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// Hit is one record that a search found.
type Hit struct {
	Record  Record
	Score   float64 // the higher the better: bm25, words of the title counting five times
	Title   []Span
	Snippet []Span // of the text, or of the field that matches
}

// SearchOptions narrow a search down.
type SearchOptions struct {
	Sites []string // names; nil: all
}

const (
	selectHits = `SELECT s.rowid, s.rank FROM search s WHERE search MATCH ? ORDER BY s.rank`
	// CROSS JOIN keeps the index outside, whose order by rank is then that of the result.
	selectSiteHits = `SELECT s.rowid, s.rank FROM search s CROSS JOIN records r ON r.id = s.rowid
		WHERE search MATCH ? AND r.site IN (SELECT id FROM sites WHERE name IN (%s)) ORDER BY s.rank`
)

// Search yields the records that have all the words, best first; parseQuestion
// says what may be asked. Words that make no sense give ErrQuestion (wrapped).
func (db *DB) Search(ctx context.Context, words string, o SearchOptions) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		err := db.search(ctx, words, o, func(h Hit) bool { return yield(h, nil) })
		if err != nil {
			yield(Hit{}, fmt.Errorf("search: %w", explain(db.path, err)))
		}
	}
}

func (db *DB) search(ctx context.Context, words string, o SearchOptions, found func(Hit) bool) error {
	for _, site := range o.Sites {
		if _, err := db.siteID(ctx, site); err != nil {
			return err
		}
	}
	q, err := parseQuestion(words, func(name string) (string, error) { return db.fieldNamed(ctx, name) })
	if err != nil {
		return err
	}
	text, args := selectHits, []any{q.match()}
	if len(o.Sites) > 0 {
		text = fmt.Sprintf(selectSiteHits, strings.Repeat("?,", len(o.Sites)-1)+"?")
		for _, s := range o.Sites {
			args = append(args, s)
		}
	}
	// One transaction, and with it one connection: searches that each held one
	// and waited for a second would block each other.
	tx, err := db.r.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var rank float64
		if err := rows.Scan(&id, &rank); err != nil {
			return err
		}
		r, err := recordByID(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%w: record %d is in the search index only", ErrCorrupt, id)
		}
		if err != nil {
			return err
		}
		if q.fields() && !q.holds(r) {
			continue
		}
		if !found(q.show(r, -rank)) {
			return nil
		}
	}
	return rows.Err()
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
func (db *DB) fieldNamed(ctx context.Context, name string) (field string, err error) {
	if strings.EqualFold(name, titleField) {
		return titleField, nil
	}
	var known []string
	err = each(ctx, db.r, selectFieldNames, nil, func(rows *sql.Rows) error {
		var n, heading string
		if err := rows.Scan(&n, &heading); err != nil {
			return err
		}
		if field == "" && (strings.EqualFold(n, name) || strings.EqualFold(heading, name)) {
			field = n
		}
		known = append(known, heading)
		return nil
	})
	if err == nil && field == "" {
		const most = 20
		if len(known) > most {
			known = append(known[:most], "...")
		}
		err = fmt.Errorf("%s: %w: there is no field of this name but %s; a text with a colon goes into quotation marks",
			name, ErrQuestion, strings.Join(append([]string{titleField}, known...), ", "))
	}
	return field, err
}
