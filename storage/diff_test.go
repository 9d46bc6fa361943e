package storage_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

func changes(t *testing.T, db *storage.DB, from, to int64) (all []storage.Change) {
	t.Helper()
	for c, err := range db.Diff(context.Background(), "books.example", from, to) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// catalogue is a made-up site that changes: each record answers to the query
// of its shelf and to that of its price.
type shelved struct{ key, shelf, price string }

func (s shelved) record() extract.Record {
	return extract.Record{Key: s.key, Title: "Title " + s.key, Text: s.key + " " + s.price, Fields: []extract.Field{{Name: "price", Value: s.price}, {Name: "shelf", Value: s.shelf}}}
}

// harvestAll asks the queries of a site that changed and returns the harvest.
func harvestAll(t *testing.T, db *storage.DB, at time.Time, site map[string]shelved, queries []string) int64 {
	h := mustBegin(t, db, "books.example", true).Harvest
	keys := []string{}
	for key := range site {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i, q := range queries {
		var records []extract.Record
		for _, key := range keys {
			if s := site[key]; s.shelf == q || s.price == q {
				records = append(records, s.record())
			}
		}
		c := answer(h, int64(i+1), at, q, records...)
		if len(records) == 0 {
			c.Step.Answer.Outcome.Status = querygen.Empty
		}
		mustCommit(t, db, c)
	}
	return h
}

// TestDiffIsExact lets a site of 600 records change at random, by known rates,
// and holds what diff says against what was done.
func TestDiffIsExact(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	site := map[string]shelved{}
	var queries []string
	for i := range 30 {
		queries = append(queries, fmt.Sprint("shelf", i))
	}
	put := func(i int) {
		key := fmt.Sprintf("key%04d", i)
		site[key] = shelved{key, fmt.Sprint("shelf", rnd.IntN(30)), fmt.Sprint(rnd.IntN(100))}
	}
	for i := range 600 {
		put(i)
	}
	last := harvestAll(t, db, noon, site, queries)
	for round := 1; round <= 4; round++ {
		want := map[string]storage.ChangeKind{}
		prices := map[string]storage.FieldChange{}
		asked := queries[:len(queries)-round*2] // the others are not asked again
		for i := range 600 + 40*(round-1) {
			key := fmt.Sprintf("key%04d", i)
			s, there := site[key]
			unasked := !slices.Contains(asked, s.shelf)
			switch x := rnd.IntN(100); {
			case !there:
			case x < 10:
				delete(site, key)
				want[key] = storage.Gone
				if unasked {
					want[key] = storage.Missing
				}
			case unasked:
				want[key] = storage.Missing
			case x < 25:
				was := s.price
				s.price = was + "0"
				site[key] = s
				want[key], prices[key] = storage.Changed, storage.FieldChange{Name: "price", Old: was, New: s.price}
			}
		}
		for i := range 40 {
			put(600 + 40*(round-1) + i)
			if key := fmt.Sprintf("key%04d", 600+40*(round-1)+i); slices.Contains(asked, site[key].shelf) {
				want[key] = storage.Added
			}
		}
		h := harvestAll(t, db, noon.Add(time.Duration(round)*time.Hour), site, asked)
		got := map[string]storage.ChangeKind{}
		for _, c := range changes(t, db, last, h) {
			if got[c.Key] != "" {
				t.Errorf("%s is told twice", c.Key)
			}
			got[c.Key] = c.Kind
			if c.Kind == storage.Changed {
				if diff := cmp.Diff([]storage.FieldChange{prices[c.Key]}, c.Fields); diff != "" {
					t.Errorf("%s:\n%s", c.Key, diff)
				}
			}
		}
		// What the harvest before had not seen cannot be missed by this one.
		for key, kind := range want {
			if kind == storage.Missing && !seen(t, db, last, key) {
				delete(want, key)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d (-done +told):\n%s", round, diff)
		}
		last = h
	}
}

// seen reports whether a harvest saw a record.
func seen(t *testing.T, db *storage.DB, harvest int64, key string) bool {
	t.Helper()
	for s, err := range db.Steps(context.Background(), harvest) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Answer != nil && slices.ContainsFunc(s.Answer.Outcome.Rows, func(r querygen.Row) bool { return r.Key == key }) {
			return true
		}
	}
	return false
}

// A record is gone only when every query that returned it was asked again, and
// its answer read to the end.
func TestGoneOnlyWhenAskedAgain(t *testing.T) {
	lost := extract.Record{Key: "lost", Title: "Lost"}
	for _, c := range []struct {
		name string
		then func(h int64) []querygen.Outcome
		want storage.Change
	}{
		{"not asked at all", func(int64) []querygen.Outcome { return nil }, storage.Change{Kind: storage.Missing, Queries: 2}},
		{"one of two", func(int64) []querygen.Outcome { return []querygen.Outcome{{Status: querygen.Empty}} }, storage.Change{Kind: storage.Missing, Queries: 2, AskedAgain: 1}},
		{"both", func(int64) []querygen.Outcome {
			return []querygen.Outcome{{Status: querygen.Empty}, {Status: querygen.Empty}}
		}, storage.Change{Kind: storage.Gone, Queries: 2, AskedAgain: 2}},
		{"one failed", func(int64) []querygen.Outcome {
			return []querygen.Outcome{{Status: querygen.Empty}, {Status: querygen.Failed}}
		}, storage.Change{Kind: storage.Missing, Queries: 2, AskedAgain: 1}},
		{"one not read to the end", func(int64) []querygen.Outcome {
			return []querygen.Outcome{{Status: querygen.Empty}, {Status: querygen.Answered, More: true}}
		}, storage.Change{Kind: storage.Missing, Queries: 2, AskedAgain: 1}},
		{"one cut off by the site", func(int64) []querygen.Outcome {
			return []querygen.Outcome{{Status: querygen.Empty}, {Status: querygen.Answered, Capped: true}}
		}, storage.Change{Kind: storage.Missing, Queries: 2, AskedAgain: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
			h := mustBegin(t, db, "books.example", false).Harvest
			words := []string{"a", "b"}
			for i, w := range words {
				mustCommit(t, db, answer(h, int64(i+1), noon, w, lost))
			}
			next := mustBegin(t, db, "books.example", true).Harvest
			for i, o := range c.then(next) {
				commit := answer(next, int64(i+1), noon, words[i])
				a := &commit.Step.Answer.Outcome
				a.Status, a.More, a.Capped = o.Status, o.More, o.Capped
				mustCommit(t, db, commit)
			}
			c.want.Site, c.want.Key, c.want.Title = "books.example", "lost", "Lost"
			if diff := cmp.Diff([]storage.Change{c.want}, changes(t, db, h, next), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +told):\n%s", diff)
			}
		})
	}
}

func TestDiffRefuses(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	other := mustBegin(t, db, "films.example", false).Harvest
	for _, pair := range [][2]int64{{h, h}, {h, other}, {h, 99}} {
		for _, err := range db.Diff(context.Background(), "books.example", pair[0], pair[1]) {
			if !errors.Is(err, storage.ErrHarvest) {
				t.Errorf("%v: %v", pair, err)
			}
		}
	}
}

// A value that a row had and has no more is a change where the other rows of the
// page still have such a value; where none of them has, the page does not show it.
func TestDiffTellsVanishedValues(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	row := func(key string, fields ...string) extract.Record {
		r := extract.Record{Key: key, Title: "Title " + key, Text: key}
		for i := 0; i < len(fields); i += 2 {
			r.Fields = append(r.Fields, extract.Field{Name: fields[i], Value: fields[i+1]})
		}
		return r
	}
	first := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(first, 1, noon, "tea", row("a", "price", "1", "sale", "-10 %"), row("b", "price", "2", "sale", "-5 %")))
	mustCommit(t, db, answer(first, 2, noon, "milk", row("c", "price", "3", "sale", "-1 %")))
	second := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(second, 1, noon.Add(time.Hour), "tea", row("a", "price", "1"), row("b", "price", "2", "sale", "-5 %")))
	mustCommit(t, db, answer(second, 2, noon.Add(time.Hour), "milk", row("c", "price", "3")))
	want := []storage.Change{{Kind: storage.Changed, Site: "books.example", Key: "a", Title: "Title a", Fields: []storage.FieldChange{{Name: "sale", Old: "-10 %"}}}}
	if d := cmp.Diff(want, changes(t, db, first, second)); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
	for _, r := range readAll(t, db, "books.example") {
		if has := slices.ContainsFunc(r.Fields, func(f extract.Field) bool { return f.Name == "sale" }); has != (r.Key != "a") {
			t.Errorf("record %s has a sale: %v", r.Key, has)
		}
	}
	// Seen again on another page of the same harvest, it had not vanished.
	third := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(third, 1, noon.Add(2*time.Hour), "tea", row("a", "price", "1", "sale", "new"), row("b", "price", "2")))
	mustCommit(t, db, answer(third, 2, noon.Add(2*time.Hour), "milk", row("c", "price", "3")))
	mustCommit(t, db, answer(third, 3, noon.Add(2*time.Hour), "coffee", row("b", "price", "2", "sale", "-5 %"), row("a", "price", "1", "sale", "new")))
	want = []storage.Change{{Kind: storage.Changed, Site: "books.example", Key: "a", Title: "Title a", Fields: []storage.FieldChange{{Name: "sale", New: "new"}}}}
	if d := cmp.Diff(want, changes(t, db, second, third)); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
}

// A record whose own page is no more is gone, whatever was asked again.
func TestDiffTellsClosedPages(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	rec := func(key string) extract.Record {
		return extract.Record{Key: key, URL: page.MustParseURL("http://books.example/" + key), Title: "Title " + key, Text: key}
	}
	look := func(h, seq int64, key string, gone bool) harvest.Commit {
		return harvest.Commit{Harvest: h, Step: &harvest.Step{Seq: seq, At: noon, Detail: &harvest.Detail{Key: key, Request: page.Get(rec(key).URL), Status: querygen.Failed, Requests: 1, Gone: gone}}}
	}
	first := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(first, 1, noon, "tea", rec("a"), rec("b"), rec("c")))
	second := mustBegin(t, db, "books.example", true).Harvest
	mustCommit(t, db, answer(second, 1, noon, "milk", rec("c")))
	mustCommit(t, db, look(second, 2, "a", true))
	mustCommit(t, db, look(second, 3, "b", false))
	kinds := map[string]storage.ChangeKind{}
	for _, c := range changes(t, db, first, second) {
		kinds[c.Key] = c.Kind
	}
	if d := cmp.Diff(map[string]storage.ChangeKind{"a": storage.Gone, "b": storage.Missing}, kinds); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
}
