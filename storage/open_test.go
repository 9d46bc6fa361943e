package storage_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

func TestOpenRefusesWhatIsNotOurs(t *testing.T) {
	run := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) { mustExec(t, path, statements) }
	}
	newer := func(t *testing.T, path string) {
		mustOpen(t, path).Close()
		mustExec(t, path, "PRAGMA user_version = 4711")
	}
	for _, c := range []struct {
		name  string
		make  func(*testing.T, string)
		want  error
		hints string
	}{
		{"text", func(t *testing.T, path string) {
			mustWrite(t, path, bytes.Repeat([]byte("title,price\nOne,1\n"), 500))
		}, storage.ErrForeign, "--db"},
		{"another program's database", run("CREATE TABLE notes (x)"), storage.ErrForeign, "--db"},
		{"another application id", run("PRAGMA application_id = 1; CREATE TABLE notes (x)"), storage.ErrForeign, "--db"},
		{"a newer file", newer, storage.ErrNewer, "update hadal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hadal.db")
			c.make(t, path)
			before := mustRead(t, path)
			for _, o := range []storage.Options{{}, {ReadOnly: true}} {
				_, err := storage.Open(context.Background(), path, o)
				if !errors.Is(err, c.want) {
					t.Fatalf("%+v: error %v, want %v", o, err, c.want)
				}
				if !strings.Contains(err.Error(), c.hints) || !strings.Contains(err.Error(), path) {
					t.Errorf("error does not name the file and say what to do: %v", err)
				}
			}
			if !bytes.Equal(before, mustRead(t, path)) {
				t.Error("the refused file was changed")
			}
		})
	}
}

func TestOpenReadOnly(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "none.db")
	if _, err := storage.Open(ctx, path, storage.Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("reading created the file")
	}
	db := mustOpen(t, path)
	h := mustBegin(t, db, "a.example", false).Harvest
	for _, state := range []string{"while it is written", "afterwards"} {
		r, err := storage.Open(ctx, path, storage.Options{ReadOnly: true})
		if err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		if _, err := r.Begin(ctx, siteAt("a.example"), false); !errors.Is(err, storage.ErrReadOnly) {
			t.Errorf("%s: Begin: %v", state, err)
		}
		if err := r.Commit(ctx, harvest.Commit{Harvest: h}); !errors.Is(err, storage.ErrReadOnly) {
			t.Errorf("%s: Commit: %v", state, err)
		}
		if s, err := r.Sites(ctx); err != nil || len(s) != 1 {
			t.Errorf("%s: status %v, %v", state, s, err)
		}
		r.Close()
		db.Close()
	}
}

func TestOddPaths(t *testing.T) {
	for _, name := range []string{"with space.db", "100%.db", "a?mode=ro.db", "#.db", "ü'\".db", "%41.db", "a;b&c.db"} {
		path := filepath.Join(t.TempDir(), name)
		db := mustOpen(t, path)
		h := mustBegin(t, db, "a.example", false).Harvest
		mustCommit(t, db, answer(h, 1, noon, "a", extract.Record{Key: "1"}))
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(entries) != 1 || entries[0].Name() != name {
			t.Errorf("%s: the directory holds %v after Close (%v)", name, entries, err)
		}
	}
	dir := t.TempDir()
	if _, err := storage.Open(context.Background(), dir, storage.Options{}); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := storage.Open(context.Background(), filepath.Join(dir, "no", "such.db"), storage.Options{}); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("a missing directory: %v", err)
	}
}

// Every damage is either reported as such or does not matter; none panics or
// passes for records.
func TestDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "a.example", false).Harvest
	for seq := range int64(100) {
		mustCommit(t, db, answer(h, seq+1, noon, "a", extract.Record{Key: string(rune('a' + seq)), Text: strings.Repeat("text ", 100)}))
	}
	db.Close()
	whole := mustRead(t, path)
	reported := 0
	for from := 0; from < len(whole); from += 4096 {
		bad := bytes.Clone(whole)
		copy(bad[from:], bytes.Repeat([]byte{0xa5}, 4096))
		mustWrite(t, path, bad)
		err := readEverything(path)
		if err == nil {
			continue // an index page, or one that no reader needs
		}
		reported++
		if !errors.Is(err, storage.ErrCorrupt) && !errors.Is(err, storage.ErrForeign) {
			t.Errorf("page at %d damaged: %v", from, err)
		}
	}
	if reported < 10 {
		t.Errorf("only %d of %d damaged pages were noticed", reported, len(whole)/4096)
	}
}

func readEverything(path string) error {
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Sites(ctx); err != nil {
		return err
	}
	harvests, err := db.Harvests(ctx, "a.example")
	if err != nil {
		return err
	}
	for _, h := range harvests {
		for _, err := range db.Steps(ctx, h.ID) {
			if err != nil {
				return err
			}
		}
	}
	for _, err := range db.Records(ctx, "a.example") {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestFullDisk(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "a.example", false).Harvest
	storage.LimitPages(t, db, 90)
	big := func(seq int64) harvest.Commit {
		return answer(h, seq, noon, "a", extract.Record{Key: string(rune('a' + seq)), Text: strings.Repeat("x", 20_000)})
	}
	var err error
	done := int64(0)
	for err == nil && done < 100 {
		if err = db.Commit(ctx, big(done+1)); err == nil {
			done++
		}
	}
	if !errors.Is(err, storage.ErrFull) || !strings.Contains(err.Error(), "free space and run the same command again") {
		t.Fatalf("after %d commits: %v", done, err)
	}
	// Nothing was lost, and the same process goes on once there is space.
	if st := mustBegin(t, db, "a.example", false); st.Steps != done || len(readAll(t, db, "a.example")) != int(done) {
		t.Errorf("%d steps after %d acknowledged commits", st.Steps, done)
	}
	storage.LimitPages(t, db, 1_000_000)
	mustCommit(t, db, big(done+1))
}

func TestOneProcessASite(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	a, b := mustOpen(t, path), mustOpen(t, path)
	h := mustBegin(t, a, "a.example", false).Harvest
	for _, name := range []string{"a.example", "another name"} {
		_, err := b.Begin(ctx, harvest.Site{Name: name, Start: page.MustParseURL("https://www.a.example/x")}, false)
		if !errors.Is(err, storage.ErrLocked) || !strings.Contains(err.Error(), "process ") {
			t.Errorf("%s is harvested twice at once: %v", name, err)
		}
	}
	if err := b.Commit(ctx, answer(h, 1, noon, "a", extract.Record{Key: "1"})); err == nil {
		t.Error("a commit without Begin was accepted")
	}
	// Another site, and reading, go on beside it.
	other := mustBegin(t, b, "b.example", false).Harvest
	var wg sync.WaitGroup
	for _, w := range []struct {
		db *storage.DB
		h  int64
	}{{a, h}, {b, other}} {
		wg.Go(func() {
			for seq := range int64(50) {
				if err := w.db.Commit(ctx, answer(w.h, seq+1, noon, "a", extract.Record{Key: string(rune('a' + seq%7))})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(readAll(t, b, "a.example")); n != 7 {
		t.Errorf("%d records", n)
	}
	a.Close()
	mustBegin(t, b, "a.example", false) // free again
}

// All that race to create the file must end with one that works.
func TestOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			db, err := storage.Open(context.Background(), path, storage.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if _, err := db.Sites(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func mustExec(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustWrite(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}
