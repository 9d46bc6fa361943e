package storage_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
)

// table reads a whole result as text, with typeof in front of each value.
func table(t *testing.T, path, text string) (out []string) {
	t.Helper()
	err := query(t, path, text, func(rows *sql.Rows) error {
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		values := make([]any, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		var line []string
		for i, v := range values {
			line = append(line, fmt.Sprintf("%s=%#v", names[i], v))
		}
		out = append(out, strings.Join(line, " "))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestViewHasOneTypedColumnAField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", false).Harvest
	if got := table(t, path, "SELECT * FROM books_example"); len(got) != 0 {
		t.Fatalf("view of a site without records: %q", got)
	}
	num := func(name, shown string, n float64) extract.Field {
		return extract.Field{Name: name, Value: shown, Kind: "money", Number: n}
	}
	mustCommit(t, db, answer(h, 1, noon, "a", extract.Record{Key: "1", Title: "One", Fields: []extract.Field{num("price", "£10", 10), num("year", "1999", 1999)}}))
	mustCommit(t, db, answer(h, 2, noon, "b",
		extract.Record{Key: "2", Title: "Two", Text: "t", Fields: []extract.Field{num("price", "£9", 9), {Name: "author", Value: "O'Neil"}, {Name: "year", Value: "n. d."}}},
		extract.Record{Key: "3", Title: "Three", Fields: []extract.Field{
			{Name: "tag", Value: "x"}, {Name: "tag", Value: "y"}, {Name: "when", Value: "1 May", Kind: "date"}, {Name: "Title", Value: "clash"},
			{Name: `qu"ote\'`, Value: "odd"}, {Name: "", Value: "nameless"}, {Name: "a.b[0]", Value: "path"}, num("n", "0", 0)}}))

	want := []string{
		`key="2" title="Two" price=9 year="n. d." author="O'Neil" tag=<nil> when=<nil> field_title=<nil>`,
		`key="1" title="One" price=10 year="1999" author=<nil> tag=<nil> when=<nil> field_title=<nil>`,
		`key="3" title="Three" price=<nil> year=<nil> author=<nil> tag="[\"x\",\"y\"]" when="1 May" field_title="clash"`,
	}
	got := table(t, path, `SELECT key, title, price, year, author, tag, "when", field_title FROM books_example ORDER BY price IS NULL, price`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	got = table(t, path, "SELECT * FROM books_example WHERE key = '3'")
	for _, part := range []string{`qu_ote="odd"`, `="nameless"`, `a_b_0="path"`, `n=0 `, `url=<nil>`, `queries=1 first_seen="2026-11-21T12:00:00Z" last_seen="2026-11-21T12:00:00Z"`} {
		if !strings.Contains(got[0], part) {
			t.Errorf("%s is not in %s", part, got[0])
		}
	}
	if got := table(t, path, "SELECT typeof(price) AS p, typeof(year) AS y FROM books_example WHERE key = '1'"); got[0] != `p="integer" y="text"` {
		t.Errorf("types: %s", got[0])
	}

	columns, err := db.Columns(context.Background(), "books.example")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]storage.Column{{Field: "price", Heading: "price", Numeric: true}, {Field: "year", Heading: "year"}}, columns[:2]); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}

// The catalogue in memory must be as it is in the file after a restart.
func TestCatalogueSurvivesReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	for i := range int64(3) {
		db := mustOpen(t, path)
		h := mustBegin(t, db, "books.example", false).Harvest
		mustCommit(t, db, answer(h, i+1, noon, "a", extract.Record{Key: "1", Fields: []extract.Field{
			{Name: fmt.Sprint("f", i), Value: fmt.Sprint(i)}, {Name: "n", Value: "1", Kind: "number", Number: 1}}}))
		db.Close()
	}
	if got := table(t, path, "SELECT f0, n, f1, f2 FROM books_example"); got[0] != `f0="0" n=1 f1="1" f2="2"` {
		t.Errorf("view: %s", got[0])
	}
}

func TestViewNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	for _, c := range []struct{ site, view string }{
		{"books.example", "books_example"},
		{"books-example", "books_example_2"},
		{"BOOKS_EXAMPLE", "books_example_3"},
		{"127.0.0.1:8080", "site_127_0_0_1_8080"},
		{"records", "records_2"},
		{"pages", "pages_2"},
		{"sqlite_master", "site_sqlite_master"},
		{"...", "site"},
		{"select", "select"},
		{"bücher.example", "bücher_example"},
		{`a"b'; DROP TABLE records; --`, "a_b_drop_table_records"},
		{strings.Repeat("x", 300), strings.Repeat("x", 60)},
	} {
		st, err := db.Begin(context.Background(), siteAt(c.site), false)
		if err != nil {
			t.Errorf("%s: %v", c.site, err)
			continue
		}
		mustCommit(t, db, answer(st.Harvest, 1, noon, "a", extract.Record{Key: c.site, Fields: []extract.Field{{Name: "f", Value: "v"}}}))
		if got := table(t, path, `SELECT f FROM "`+c.view+`"`); len(got) != 1 || got[0] != `f="v"` {
			t.Errorf("view %s of %s: %q", c.view, c.site, got)
		}
	}
}

// A site can make up field names without end; none of them may hurt.
func TestFieldNamesWithoutEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", false).Harvest
	var r extract.Record
	r.Key = "1"
	for i := range 3000 {
		r.Fields = append(r.Fields, extract.Field{Name: fmt.Sprint("f", i), Value: "v"})
	}
	mustCommit(t, db, answer(h, 1, noon, "a", r))
	if got := table(t, path, "SELECT f0, f499 FROM books_example"); got[0] != `f0="v" f499="v"` {
		t.Errorf("view: %q", got)
	}
	if got := readAll(t, db, "books.example"); len(got[0].Fields) != 3000 {
		t.Errorf("%d fields were kept", len(got[0].Fields))
	}
}
