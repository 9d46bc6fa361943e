//go:build linux && (amd64 || arm64)

package storage_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// Every write that fails, wherever it comes in the life of a file, gives an
// error that says what to do; what was acknowledged is there afterwards and
// what was not is not.
func TestFailingFiles(t *testing.T) {
	for _, c := range []struct {
		errno syscall.Errno
		want  error
		hint  string
	}{
		{syscall.ENOSPC, storage.ErrFull, "free space and run the same command again"},
		{syscall.EIO, storage.ErrIO, "check the disk"},
	} {
		for round := range 12 {
			t.Run(fmt.Sprint(c.errno, round), func(t *testing.T) { failAt(t, c.errno, c.want, c.hint, uint64(round)) })
		}
	}
}

func failAt(t *testing.T, errno syscall.Errno, want error, hint string, seed uint64) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "a.example", false).Harvest
	rnd := rand.New(rand.NewPCG(seed, 1))
	var left atomic.Int64
	left.Store(int64(rnd.IntN(400)))
	restore, err := storagetest.FailFiles(func(call string, n int64) syscall.Errno {
		if call == "write" && left.Add(-1) < 0 {
			return errno
		}
		return 0
	})
	if err != nil {
		t.Fatal(err)
	}
	defer restore()
	commit := func(seq int64) error {
		return db.Commit(ctx, answer(h, seq, noon, "a", extract.Record{Key: fmt.Sprint(seq), Text: strings.Repeat("text ", 500)}))
	}
	done := int64(0)
	for err = nil; err == nil && done < 400; {
		if err = commit(done + 1); err == nil {
			done++
		}
	}
	if !errors.Is(err, want) || !strings.Contains(err.Error(), hint) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("after %d commits: %v, want %v and %q in one line", done, err, want, hint)
	}
	check := func(db *storage.DB, when string) {
		t.Helper()
		if st := mustBegin(t, db, "a.example", false); st.Steps != done || len(readAll(t, db, "a.example")) != int(done) {
			t.Errorf("%s: %d steps and %d records after %d acknowledged commits", when, st.Steps, len(readAll(t, db, "a.example")), done)
		}
		if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
			t.Errorf("%s: %v %v", when, problems, err)
		}
	}
	db.Close() // whatever it says: the disk still fails
	restore()
	db = mustOpen(t, path)
	check(db, "reopened")
	if err := db.Commit(ctx, answer(mustBegin(t, db, "a.example", false).Harvest, done+1, noon, "a", extract.Record{Key: "after"})); err != nil {
		t.Errorf("the next commit: %v", err)
	}
	db.Close()
}

// A file that cannot be read is told as such, and never taken for an empty one.
func TestUnreadableFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "a.example", false).Harvest
	for seq := range int64(50) {
		mustCommit(t, db, answer(h, seq+1, noon, "a", extract.Record{Key: fmt.Sprint(seq), Text: strings.Repeat("text ", 500)}))
	}
	db.Close()
	for skip := range int64(30) {
		var left atomic.Int64
		left.Store(skip)
		restore, err := storagetest.FailFiles(func(call string, n int64) syscall.Errno {
			if call == "read" && left.Add(-1) < 0 {
				return syscall.EIO
			}
			return 0
		})
		if err != nil {
			t.Fatal(err)
		}
		err = readEverything(path)
		restore()
		// SQLite takes a read that the disk refuses for damage.
		if left.Load() < 0 && !errors.Is(err, storage.ErrIO) && !isCorrupt(err) {
			t.Errorf("read %d failed: %v", skip, err)
		}
	}
}

// A file that cannot even be opened because nothing can be written says so in
// the same words, whichever of its parts it is that does not grow.
func TestOpenWhereWritesFail(t *testing.T) {
	for _, c := range []struct {
		errno syscall.Errno
		want  error
		hint  string
	}{
		{syscall.ENOSPC, storage.ErrFull, "free space and run the same command again"},
		{syscall.EIO, storage.ErrIO, "check the disk"},
	} {
		failed := 0
		for writes := range int64(40) {
			path := filepath.Join(t.TempDir(), "hadal.db")
			var left atomic.Int64
			left.Store(writes)
			restore, err := storagetest.FailFiles(func(call string, n int64) syscall.Errno {
				if call == "write" && left.Add(-1) < 0 {
					return c.errno
				}
				return 0
			})
			if err != nil {
				t.Fatal(err)
			}
			db, err := storage.Open(context.Background(), path, storage.Options{})
			restore()
			if err == nil {
				_ = db.Close()
				continue
			}
			failed++
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.hint) {
				t.Errorf("%v after %d writes: %v", c.errno, writes, err)
			}
		}
		if failed < 3 {
			t.Errorf("%v: %d of 40 openings failed: nothing was tested", c.errno, failed)
		}
	}
}
