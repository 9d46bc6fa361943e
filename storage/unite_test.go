package storage_test

import (
	"path/filepath"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
)

// What was held as two records is one from then on, in the ledger as well; what nobody holds
// under its new key is renamed, and what another harvest saw stays.
func TestUnitedRecords(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	old := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(old, 1, noon, "old", extract.Record{Key: "old", Title: "Old"}))
	h := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(h, 1, noon, "one", extract.Record{Key: "a", Title: "A", Text: "A 1"}, extract.Record{Key: "b", Title: "B", Text: "B 2"}))
	mustCommit(t, db, answer(h, 2, noon, "two", extract.Record{Key: "a2", Title: "A", Text: "A 7"}, extract.Record{Key: "c", Title: "C", Text: "C 3"}))
	mustCommit(t, db, harvest.Commit{Harvest: h, Merged: []harvest.Merge{{Key: "a2", Into: "a"}, {Key: "c", Into: "c2"}, {Key: "old", Into: "a"}, {Key: "none", Into: "a"}}})
	var keys []string
	for _, r := range readAll(t, db, "books.example") {
		keys = append(keys, r.Key)
	}
	if len(keys) != 4 || keys[0] != "old" || keys[1] != "a" || keys[2] != "b" || keys[3] != "c2" {
		t.Errorf("records %v", keys)
	}
	var rows []string
	for step, err := range db.Steps(t.Context(), h) {
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range step.Answer.Outcome.Rows {
			rows = append(rows, row.Key+": "+row.Text)
		}
	}
	if want := []string{"a: A 1", "b: B 2", "a: A 7", "c2: C 3"}; len(rows) != 4 || rows[0] != want[0] || rows[2] != want[2] || rows[3] != want[3] {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if problems, err := db.Check(t.Context()); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}
