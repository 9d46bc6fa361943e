package storage_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A file of before reasons were stored is read by the notes that stood for them.
func TestReasonsOfOldLedgers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", true).Harvest
	first := answer(h, 1, noon, "tea", extract.Record{Key: "a", Title: "A", Text: "a"})
	first.Step.Answer.Outcome.Note = "of no other kind"
	second := answer(h, 2, noon, "milk")
	second.Step.Answer.Outcome.Status, second.Step.Answer.Outcome.Note = querygen.Failed, "the site does not show pages by their number: it sends on to /"
	third := harvest.Commit{Harvest: h, Step: &harvest.Step{Seq: 3, At: noon, Detail: &harvest.Detail{Key: "a",
		Request: page.Get(page.MustParseURL("http://books.example/a")), Status: querygen.Failed, Requests: 1, Note: "status 404"}}}
	for _, c := range []harvest.Commit{first, second, third} {
		mustCommit(t, db, c)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"ALTER TABLE answers DROP COLUMN reason", "ALTER TABLE details DROP COLUMN gone", "ALTER TABLE crawl_hosts DROP COLUMN owed",
		"DROP TABLE harvest_course", "DROP TABLE harvest_asked", "DROP TABLE work", "DROP TABLE leases", "DROP TABLE workers", "DROP INDEX answer_records_by_version", "ALTER TABLE fields DROP COLUMN whole", "ALTER TABLE harvests DROP COLUMN owed", "PRAGMA user_version = 4"} {
		if _, err := raw.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	db = mustOpen(t, path)
	var reasons []querygen.Reason
	gone := false
	for s, err := range db.Steps(context.Background(), h) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Answer != nil {
			reasons = append(reasons, s.Answer.Outcome.Reason)
		}
		gone = gone || s.Detail != nil && s.Detail.Gone
	}
	if len(reasons) != 2 || reasons[0] != "" || reasons[1] != "misplaced" || !gone {
		t.Errorf("reasons are %q, gone %v; want \"\" and misplaced, true", reasons, gone)
	}
}

// What a profile of an old file bound in every query is said by its plan.
func TestProfilesOfOldFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	mustBegin(t, db, "books.example", true)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{`UPDATE harvests SET profile = '{"fixed":[{"name":"lang","value":"en"},{"name":"kind","value":"x"},{"name":"kind","value":"y"}],"empty":"none"}'`, "ALTER TABLE harvests DROP COLUMN owed", "PRAGMA user_version = 11"} {
		if _, err := raw.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := mustOpen(t, path).Profile(t.Context(), "books.example")
	if err != nil || p.Empty != "none" || p.Questions == nil || len(p.Questions.Controls) != 2 {
		t.Fatalf("%v, %+v", err, p)
	}
	for i, want := range []string{"lang=en", "kind=x,y"} {
		if c := p.Questions.Controls[i]; c.Control+"="+strings.Join(c.Always.List, ",") != want {
			t.Errorf("%+v, want %s", c, want)
		}
	}
}
