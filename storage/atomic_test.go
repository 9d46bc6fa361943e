package storage_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
)

func TestAtomically(t *testing.T) {
	ctx := context.Background()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	old := mustBegin(t, db, "books.example", false).Harvest
	mustCommit(t, db, answer(old, 1, noon, "a", extract.Record{Key: "1", Title: "old"}))
	broken := errors.New("broken")
	for _, fails := range []bool{true, false} {
		err := db.Atomically(ctx, func() error {
			st := mustBegin(t, db, "books.example", true)
			mustCommit(t, db, answer(st.Harvest, 1, noon, "a", extract.Record{Key: "1", Title: "new"}, extract.Record{Key: "2"}))
			if got := readAll(t, db, "books.example"); len(got) != 1 || got[0].Title != "old" {
				t.Errorf("readers see what is not committed: %v", got)
			}
			if fails {
				return broken
			}
			return nil
		})
		if fails != errors.Is(err, broken) || !fails && err != nil {
			t.Fatalf("error %v", err)
		}
		want, records := old, 1
		if !fails {
			want, records = old+1, 2
		}
		if st := mustBegin(t, db, "books.example", false); st.Harvest != want || st.Steps != 1 || len(readAll(t, db, "books.example")) != records {
			t.Errorf("failed %v: harvest %d with %d steps, %d records", fails, st.Harvest, st.Steps, len(readAll(t, db, "books.example")))
		}
		if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
			t.Errorf("failed %v: %v %v", fails, problems, err)
		}
	}
	// A commit that is refused within undoes all.
	err := db.Atomically(ctx, func() error {
		mustBegin(t, db, "books.example", true)
		return db.Commit(ctx, answer(99, 1, noon, "a"))
	})
	if err == nil {
		t.Error("a refused commit was passed over")
	}
	if st := mustBegin(t, db, "books.example", false); st.Harvest != old+1 {
		t.Errorf("harvest %d is the latest", st.Harvest)
	}
}
