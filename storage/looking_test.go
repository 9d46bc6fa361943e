package storage_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// What is kept for looking says the same as the ledger, stays short however long the
// harvest is, and goes with its site.
func TestCourseAndQuestionsAreKept(t *testing.T) {
	ctx := context.Background()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", true).Harvest
	const steps = 1200
	for seq := range int64(steps) {
		c := answer(h, seq+1, noon.Add(time.Duration(seq)*time.Second), fmt.Sprint("word", seq/2),
			extract.Record{Key: fmt.Sprint("k", seq), Title: fmt.Sprint("Title ", seq), Text: "text"})
		c.Step.Answer.Outcome.Page = 1 + int(seq%2)
		c.Step.Answer.Outcome.Total = 5
		c.Step.Answer.Outcome.Query.Strategy = []string{"frequency", "drilldown"}[seq/2%2]
		c.Estimate = &querygen.Estimate{Held: int(seq) + 1, Size: 2000, Low: 1500, High: 3000, Coverage: float64(seq+1) / 2000, Method: "made up"}
		mustCommit(t, db, c)
	}
	points, err := db.Course(ctx, h)
	if err != nil {
		t.Fatal(err)
	}
	last := points[len(points)-1]
	if len(points) > 400 || len(points) < 100 || last.Records < steps*9/10 || last.Records != last.Requests || last.High == nil || *last.High != 3000 || *last.Total != 5 {
		t.Errorf("%d points, the last %+v", len(points), last)
	}
	page, n, err := db.Asked(ctx, "books.example", h, storage.AskedFilter{Strategy: "drilldown", Sort: "step", Descending: true, Limit: 10, Offset: 10})
	if err != nil || n != steps/4 || len(page) != 10 {
		t.Fatalf("%d of %d questions, %v", len(page), n, err)
	}
	if q := page[0]; q.Pages != 2 || q.New != 2 || q.Rows != 2 || q.Requests != 2 || *q.Total != 5 || !strings.Contains(q.Words, "word579") {
		t.Errorf("question %+v", q)
	}
	if found, n, err := db.Asked(ctx, "books.example", h, storage.AskedFilter{Words: "WORD57", Limit: 50}); err != nil || n != -1 || len(found) != 11 {
		t.Errorf("%d questions with a word, %v", len(found), err)
	}
	tallies, err := db.Tallies(ctx, h)
	if err != nil || len(tallies) != 2 || tallies[0].Questions != steps/4 || tallies[0].New != steps/2 {
		t.Errorf("tallies %+v, %v", tallies, err)
	}
	ids, err := db.Matching(ctx, "books.example", "title 7", 100)
	if err != nil || len(ids) != 1 {
		t.Fatalf("%d records match, %v", len(ids), err)
	}
	held, err := db.Numbered(ctx, append(ids, 1_000_000))
	if err != nil || len(held) != 1 || held[0].Title != "Title 7" {
		t.Errorf("records %+v, %v", held, err)
	}
	if r, found, err := db.RecordOf(ctx, "books.example", "k7"); err != nil || !found || r.ID != ids[0] {
		t.Errorf("record by key %+v %v %v", r, found, err)
	}
	if shown, request, err := db.ShownAt(ctx, "books.example", h, 8); err != nil || len(shown) != 1 || shown[0].Key != "k7" || !shown[0].First || request.URL.IsZero() {
		t.Errorf("step 8 showed %+v of %v, %v", shown, request, err)
	}
	seen := 0
	for r, err := range db.Cells(ctx, "books.example", ids[0]) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; r.Site != "books.example" {
			t.Fatalf("cell %+v", r)
		}
	}
	if seen != steps-8 {
		t.Errorf("%d cells after the eighth", seen)
	}
	if _, err := db.Forget(ctx, "books.example"); err != nil {
		t.Fatal(err)
	}
	left, err := db.Select(ctx, "SELECT (SELECT count(*) FROM harvest_asked) AS a, (SELECT count(*) FROM harvest_course) AS c", 10, time.Second)
	if err != nil || fmt.Sprint(left.Rows) != "[[0 0]]" {
		t.Errorf("left after forgetting: %v, %v", left.Rows, err)
	}
}

func TestBusyIsToldWithoutTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	of := storage.SiteStatus{Name: "books.example", Start: "https://books.example/"}
	if db.Busy(of) {
		t.Error("busy before a harvest began")
	}
	mustBegin(t, db, "books.example", true)
	if !db.Busy(of) {
		t.Error("not busy while it is harvested")
	}
	// A process that died left its lock's file, with a number that another process has now.
	locks, err := filepath.Glob(path + "-harvest-*.lock")
	if err != nil || len(locks) != 1 {
		t.Fatal(locks, err)
	}
	left, err := os.ReadFile(locks[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(locks[0], left, 0o644); err != nil {
		t.Fatal(err)
	}
	if db := mustOpen(t, path); db.Busy(of) {
		t.Error("busy by a process that harvests nothing")
	}
}

// A person's SQL reads, and does nothing else.
func TestSelectOnlyReads(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	path := filepath.Join(dir, "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(h, 1, noon, "tea", extract.Record{Key: "a", Title: "A tea; pot", Text: "a"}))
	for _, good := range []string{
		"SELECT title FROM books_example;", "WITH t AS (SELECT 1 AS one) SELECT * FROM t", "SELECT count(*) FROM search WHERE search MATCH 'tea'",
		"SELECT upper(title) FROM books_example WHERE title LIKE '%;%' -- a remark",
	} {
		if got, err := db.Select(ctx, good, 10, time.Second); err != nil || len(got.Rows) != 1 {
			t.Errorf("%s: %v, %v", good, got, err)
		}
	}
	other := filepath.Join(dir, "other.db")
	for _, bad := range []string{
		"DELETE FROM records", "UPDATE sites SET name = 'x'", "INSERT INTO sites (name, start, view) VALUES ('x', 'y', 'z')", "DROP TABLE records", "CREATE TABLE x (y)",
		"ATTACH '" + other + "' AS o", "VACUUM INTO '" + other + "'", "PRAGMA query_only = 0", "SELECT * FROM pragma_database_list", "CREATE TEMP TABLE x (y)",
		"SELECT 1) ; DELETE FROM records; --", "SELECT 1; DELETE FROM records", "SELECT load_extension('x')", "BEGIN", "REINDEX", "ANALYZE", "",
		"WITH t AS (SELECT 1) DELETE FROM records", "SELECT 1) UNION SELECT (DELETE FROM records",
	} {
		if got, err := db.Select(ctx, bad, 10, time.Second); err == nil {
			t.Errorf("%s: gave %v", bad, got)
		}
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("another file was made")
	}
	began := time.Now()
	_, err := db.Select(ctx, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", 10, 200*time.Millisecond)
	if !errors.Is(err, storage.ErrSQL) || time.Since(began) > 5*time.Second {
		t.Errorf("an endless query: %v after %s", err, time.Since(began))
	}
	if got, err := db.Select(ctx, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", 10, 5*time.Second); err != nil || len(got.Rows) != 10 || !got.Cut {
		t.Errorf("an endless result: %v, %v", got, err)
	}
	if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("afterwards: %v, %v", problems, err)
	}
}
