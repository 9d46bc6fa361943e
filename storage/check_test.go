package storage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// filled returns a database with two harvests of records and pages.
func filled(t *testing.T) (db *storage.DB, path string) {
	path = filepath.Join(t.TempDir(), "hadal.db")
	db = mustOpen(t, path)
	for harvest := range 2 {
		h := mustBegin(t, db, "books.example", true).Harvest
		for seq := range int64(30) {
			c := answer(h, seq+1, noon, fmt.Sprint("w", seq), extract.Record{Key: fmt.Sprint(seq), Title: fmt.Sprint("title ", seq, " of ", harvest), Text: strings.Repeat("words ", 60)})
			u := page.MustParseURL(fmt.Sprint("https://books.example/", seq))
			c.Page = &page.Page{Request: page.Get(u), Sent: page.Get(u), Final: u, Status: 200, FetchedAt: noon.Add(time.Duration(harvest*24) * time.Hour),
				Body: noise(harvest, seq)}
			mustCommit(t, db, c)
		}
	}
	return db, path
}

// noise is a body that cannot be compressed.
func noise(harvest int, seq int64) []byte {
	rnd := rand.NewChaCha8([32]byte{byte(harvest), byte(seq)})
	b := make([]byte, 5000)
	rnd.Read(b)
	return b
}

func TestCheck(t *testing.T) {
	ctx := context.Background()
	db, path := filled(t)
	if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("a sound file: %q, %v", problems, err)
	}
	db.Close()
	whole := mustRead(t, path)
	for statement, want := range map[string]string{
		"UPDATE sites SET records = 7":                                   "counts 7 records but has 30",
		"DELETE FROM answers WHERE seq = 5":                              "refers to a missing row of answers",
		"DELETE FROM record_versions WHERE id = 40":                      "has no version",
		"DELETE FROM record_queries WHERE record = 3":                    "record 3 is known to no answer",
		"DELETE FROM bodies WHERE id = 2":                                "page 2 has no body",
		"UPDATE bodies SET packed = x'00' WHERE id = 2":                  "a kept page",
		"DELETE FROM search WHERE rowid = 4":                             "search index has 29 records of 30",
		"INSERT OR REPLACE INTO search (rowid, title) VALUES (999, 'x')": "search index has 31 records of 30",
		"UPDATE harvests SET steps = 31 WHERE id = 1":                    "harvest 1 has 30 steps of 31",
		"DELETE FROM search_data WHERE id > 1000":                        "search",
	} {
		mustWrite(t, path, whole)
		mustExec(t, path, statement)
		db := mustOpen(t, path)
		problems, err := db.Check(ctx)
		if err != nil || !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%s: %q, %v; want %q", statement, problems, err, want)
		}
		db.Close()
	}
}

func TestCompact(t *testing.T) {
	ctx := context.Background()
	db, path := filled(t)
	before := readAll(t, db, "books.example")
	c, err := db.Compact(ctx, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if c.Dropped != 30 || c.After >= c.Before || c.After == 0 {
		t.Errorf("%+v, want 30 pages of 60 dropped and a smaller file", c)
	}
	if got := table(t, path, "SELECT (SELECT count(*) FROM pages) AS p, (SELECT count(*) FROM bodies) AS b"); got[0] != "p=30 b=30" {
		t.Errorf("left: %s", got)
	}
	if diff := cmp.Diff(before, readAll(t, db, "books.example")); diff != "" {
		t.Errorf("records changed:\n%s", diff)
	}
	if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("afterwards: %q, %v", problems, err)
	}
	if got := found(t, db, `"title 7"`); len(got) != 1 {
		t.Errorf("the search finds %v", got)
	}
	// The same DB goes on.
	mustCommit(t, db, answer(mustBegin(t, db, "books.example", false).Harvest, 31, noon, "more", extract.Record{Key: "more"}))
	if c, err := db.Compact(ctx, time.Time{}); err != nil || c.Dropped != 0 {
		t.Errorf("again: %+v, %v", c, err)
	}
}

func TestBackup(t *testing.T) {
	ctx := context.Background()
	db, path := filled(t)
	to := filepath.Join(t.TempDir(), "copy of % it.db")
	r, err := storage.Open(ctx, path, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Backup(ctx, to); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, db, answer(mustBegin(t, db, "books.example", false).Harvest, 31, noon, "later", extract.Record{Key: "later"}))
	copied := mustOpen(t, to)
	if problems, err := copied.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("the copy: %q, %v", problems, err)
	}
	if n := len(readAll(t, copied, "books.example")); n != 30 {
		t.Errorf("the copy has %d records", n)
	}
	if st := mustBegin(t, copied, "books.example", false); st.Steps != 30 {
		t.Errorf("the copy goes on after step %d", st.Steps)
	}
	before := mustRead(t, path)
	for _, bad := range []string{to, path} {
		if err := r.Backup(ctx, bad); !errors.Is(err, fs.ErrExist) {
			t.Errorf("over a file that is there: %v", err)
		}
	}
	if !bytes.Equal(before, mustRead(t, path)) {
		t.Error("the database was changed")
	}
	if err := r.Backup(ctx, filepath.Join(t.TempDir(), "no", "such.db")); err == nil || strings.Contains(err.Error(), path) && !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("into a missing directory: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(to))
	for _, e := range entries {
		if strings.Contains(e.Name(), ".part") {
			t.Errorf("left over: %s (%v)", e.Name(), err)
		}
	}
}
