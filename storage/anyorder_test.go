package storage_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// A record is gone when a question that used to show it was asked to its end,
// from the first page to the last. The pages may come in any order, and some
// from beyond the end.
func TestPagesInAnyOrder(t *testing.T) {
	type asked struct {
		page int
		says string // "more", "last", "empty", "failed"
	}
	for _, c := range []struct {
		name  string
		pages []asked
		gone  bool
	}{
		{"in order", []asked{{1, "more"}, {2, "more"}, {3, "last"}}, true},
		{"the last first", []asked{{3, "last"}, {1, "more"}, {2, "more"}}, true},
		{"backwards", []asked{{3, "last"}, {2, "more"}, {1, "more"}}, true},
		{"from beyond the end", []asked{{9, "empty"}, {1, "more"}, {2, "last"}}, true},
		{"the end only", []asked{{3, "last"}}, false},
		{"beyond the end only", []asked{{2, "empty"}}, false},
		{"one lacks", []asked{{3, "last"}, {1, "more"}}, false},
		{"one failed", []asked{{3, "last"}, {1, "more"}, {2, "failed"}}, false},
		{"no end", []asked{{1, "more"}, {3, "more"}, {2, "more"}}, false},
		{"asked anew", []asked{{1, "more"}, {2, "last"}, {1, "last"}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
			before := mustBegin(t, db, "books.example", false).Harvest
			mustCommit(t, db, answer(before, 1, noon, "a", extract.Record{Key: "lost", Title: "Lost"}))
			after := mustBegin(t, db, "books.example", true).Harvest
			for i, p := range c.pages {
				commit := answer(after, int64(i+1), noon, "a")
				o := &commit.Step.Answer.Outcome
				o.Page, o.More, o.Numbered = p.page, p.says == "more", p.says == "more"
				switch p.says {
				case "empty":
					o.Status = querygen.Empty
				case "failed":
					o.Status = querygen.Failed
				default:
					o.Status = querygen.Answered
				}
				mustCommit(t, db, commit)
			}
			told := changes(t, db, before, after)
			if len(told) != 1 || told[0].Kind == storage.Gone != c.gone {
				t.Errorf("told %v, want gone %v", told, c.gone)
			}
			past, err := db.Past(ctx, "books.example", math.MaxInt64)
			if err != nil || len(past.Records) != 1 || past.Records[0].Gone != c.gone {
				t.Errorf("the past has %v (%v), want gone %v", past.Records, err, c.gone)
			}
			for _, p := range past.Pages {
				if c.pages[0].says == "empty" && p.Page == c.pages[0].page {
					t.Errorf("page %d, which is not there, is to be asked for again", p.Page)
				}
			}
			i := 0
			for step, err := range db.Steps(ctx, after) {
				if o := step.Answer.Outcome; err != nil || o.Page != c.pages[i].page || o.Numbered != (c.pages[i].says == "more") {
					t.Errorf("step %d: page %d, numbered %v, %v", i+1, o.Page, o.Numbered, err)
				}
				i++
			}
		})
	}
}
