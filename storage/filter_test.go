package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
)

func filtered(t *testing.T, db *storage.DB, f storage.Filter) []string {
	t.Helper()
	keys := []string{}
	for r, err := range db.RecordsWhere(context.Background(), "books.example", f) {
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
		keys = append(keys, r.Key)
	}
	return keys
}

func TestRecordsWhere(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	priced := func(key string, price float64, author string) extract.Record {
		return extract.Record{Key: key, Title: "Title of " + key, Fields: []extract.Field{
			{Name: "price", Value: fmt.Sprint(price), Kind: "money", Number: price}, {Name: "author", Value: author}}}
	}
	h := mustBegin(t, db, "books.example", false).Harvest
	mustCommit(t, db, answer(h, 1, noon, "a", priced("1", 10, "Jane"), priced("2", 5, "O'Neil"), priced("3", 20, "Jane")))
	other := mustBegin(t, db, "films.example", false).Harvest
	mustCommit(t, db, answer(other, 1, noon, "a", priced("film", 5, "Jane")))
	later := noon.Add(48 * time.Hour)
	h = mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(h, 1, later, "a", priced("1", 10, "Jane"), priced("2", 6, "O'Neil"), priced("4", 1, "Ann")))

	for _, c := range []struct {
		where string
		want  []string
	}{
		{"price >= 10", []string{"1", "3"}},
		{"price > 5 and price < 20", []string{"1", "2"}},
		{"author = 'O''Neil'", []string{"2"}},
		{`"author" like 'j%' or [key] = '4'`, []string{"1", "3", "4"}},
		{"title like '%of 3'", []string{"3"}},
		{"first_seen > '2026-11-22'", []string{"4"}},
		{"queries = 1 and instr(author, ';') = 0", []string{"1", "2", "3", "4"}},
		{"price = (select max(price) from books_example)", []string{"3"}},
		{"0", []string{}},
		{"title = ') or (1'", []string{}},
	} {
		if diff := cmp.Diff(c.want, filtered(t, db, storage.Filter{Where: c.where})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.where, diff)
		}
	}
	if diff := cmp.Diff([]string{"2", "4"}, filtered(t, db, storage.Filter{Since: later})); diff != "" {
		t.Errorf("new or changed since (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1", "2", "4"}, filtered(t, db, storage.Filter{Current: true})); diff != "" {
		t.Errorf("seen by the latest harvest (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"2"}, filtered(t, db, storage.Filter{Current: true, Since: later, Where: "price > 1"})); diff != "" {
		t.Errorf("all together (-want +got):\n%s", diff)
	}

	for where, hint := range map[string]string{
		"prize > 3":                  "no such column: prize; the columns are key, url, title, price, author, text",
		"price >":                    "",
		"1) or (1":                   "a ) closes nothing",
		"1; drop table records":      "without ; and comments",
		"1 -- x":                     "without ; and comments",
		"author = 'Jane":             "a ' is not closed",
		"(price = 1":                 "a ( is not closed",
		"price = ?":                  `"?" has no meaning here`,
		"nofunction(price)":          "no such function",
		"price = 1 union select 1":   "",
		"load_extension('x') = 1":    "", // not authorised, or not there
		"1 limit 1":                  "",
		"attach database 'x' as 'y'": "",
	} {
		n := 0
		for _, err := range db.RecordsWhere(context.Background(), "books.example", storage.Filter{Where: where}) {
			n++
			if !errors.Is(err, storage.ErrCondition) || !strings.Contains(err.Error(), hint) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want one line with %q", where, err, hint)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d results", where, n)
		}
	}
}

// A filter that wants few of many must not stop before the last.
func TestFilterLooksAtAll(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	const n = 12_000
	for seq := range n / 1000 {
		var records []extract.Record
		for i := range 1000 {
			records = append(records, extract.Record{Key: fmt.Sprint(seq*1000 + i)})
		}
		mustCommit(t, db, answer(h, int64(seq+1), noon, fmt.Sprint(seq), records...))
	}
	if got := filtered(t, db, storage.Filter{Where: "key in ('0', '5999', '11999')"}); len(got) != 3 {
		t.Errorf("found %v", got)
	}
	if got := filtered(t, db, storage.Filter{Where: "key not in ('0', '5999')"}); len(got) != n-2 || got[n-3] != "11999" {
		t.Errorf("found %d of %d", len(got), n-2)
	}
}

// Whatever a person writes as a condition selects records or is refused in one
// line; it never ends the statement and begins another.
func FuzzCondition(f *testing.F) {
	for _, s := range []string{"price > 5", "title like '%''x%' or [key] = \"1\"", "1); delete from records; --", "(((", "'", "\x00", "1 = (select count(*) from records)", "x'00'", "title glob '[a-'", "1 /*", "key in ('1','2') and exists (select 1)"} {
		f.Add(s)
	}
	db, err := storage.Open(context.Background(), filepath.Join(f.TempDir(), "hadal.db"), storage.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	st, err := db.Begin(context.Background(), siteAt("books.example"), false)
	if err != nil {
		f.Fatal(err)
	}
	c := answer(st.Harvest, 1, noon, "a", extract.Record{Key: "1", Title: "x", Fields: []extract.Field{{Name: "price", Value: "5", Kind: "money", Number: 5}}}, extract.Record{Key: "2"})
	if err := db.Commit(context.Background(), c); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, where string) {
		n := 0
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // a condition may well be slow
		defer cancel()
		for _, err := range db.RecordsWhere(ctx, "books.example", storage.Filter{Where: where}) {
			if n++; err != nil && !errors.Is(err, storage.ErrCondition) && ctx.Err() == nil {
				t.Fatalf("%q: %v", where, err)
			}
		}
		if n > 2 {
			t.Fatalf("%q: %d results of 2 records", where, n)
		}
		if all := readAll(t, db, "books.example"); len(all) != 2 {
			t.Fatalf("%q left %d records", where, len(all))
		}
	})
}
