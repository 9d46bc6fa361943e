//go:build unix

package storage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// However the file is named, it has one lock for a site.
func TestLockIsByFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "hadal.db")
	db := mustOpen(t, path)
	mustBegin(t, db, "a.example", false)
	elsewhere := t.TempDir()
	link := func(to, name string) string {
		name = filepath.Join(elsewhere, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	t.Chdir(elsewhere)
	relative, err := filepath.Rel(elsewhere, path)
	if err != nil {
		t.Fatal(err)
	}
	file := link(path, "link.db")
	for _, other := range []string{
		path, file, link(file, "again.db"), filepath.Join(link(dir, "folder"), "hadal.db"),
		relative, "link.db", dir + "/./" + filepath.Base(dir) + "/../hadal.db", dir + "//hadal.db",
	} {
		if strings.Contains(other, "/./") {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Base(dir)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		b := mustOpen(t, other)
		_, err := b.Begin(context.Background(), siteAt("a.example"), false)
		if !errors.Is(err, storage.ErrLocked) || !strings.Contains(err.Error(), "(process ") || strings.Contains(err.Error(), "a.example") {
			t.Errorf("%s: %v", other, err)
		}
	}
}

func TestHardLinkedFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	mustOpen(t, path).Close()
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, other} {
		if _, err := storage.Open(context.Background(), name, storage.Options{}); err == nil || !strings.Contains(err.Error(), "2 names") {
			t.Errorf("%s: %v", name, err)
		}
		r, err := storage.Open(context.Background(), name, storage.Options{ReadOnly: true})
		if err != nil {
			t.Errorf("%s cannot be read: %v", name, err)
			continue
		}
		r.Close()
	}
}

// A commit into a file that lost its name, or that was emptied, fails, and so do
// all after it.
func TestVanishedFile(t *testing.T) {
	replace := func(path string) error {
		return errors.Join(os.WriteFile(path+".new", []byte("something else"), 0o644), os.Rename(path+".new", path))
	}
	for name, harm := range map[string]func(path string) error{
		"removed":            os.Remove,
		"renamed":            func(path string) error { return os.Rename(path, path+".old") },
		"replaced":           replace,
		"emptied":            func(path string) error { return os.Truncate(path, 0) },
		"log removed":        func(path string) error { return os.Remove(path + "-wal") },
		"log replaced":       func(path string) error { return replace(path + "-wal") },
		"index removed":      func(path string) error { return os.Remove(path + "-shm") },
		"directory renamed":  func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
		"directory removed":  func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"replaced by a copy": func(path string) error { return replaceByCopy(path) },
		"became a dead link": func(path string) error { return errors.Join(os.Remove(path), os.Symlink(path+".none", path)) },
		"became a directory": func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
		"removed, with a log": func(path string) error {
			return errors.Join(os.Remove(path), os.Remove(path+"-wal"), os.Remove(path+"-shm"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			path := filepath.Join(t.TempDir(), "data", "hadal.db")
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			db := mustOpen(t, path)
			h := mustBegin(t, db, "a.example", false).Harvest
			if err := db.Commit(ctx, answer(h, 1, noon, "a", extract.Record{Key: "1"})); err != nil {
				t.Fatal(err)
			}
			if err := harm(path); err != nil {
				t.Fatal(err)
			}
			for seq := range int64(2) {
				err := db.Commit(ctx, answer(h, seq+2, noon, "a", extract.Record{Key: "2"}))
				if !errors.Is(err, storage.ErrVanished) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
					t.Errorf("a commit ended with %v", err)
				}
			}
			if err := db.Commit(ctx, harvest.Commit{Harvest: h, Stop: &harvest.Stop{Kind: harvest.Exhausted, At: noon}}); !errors.Is(err, storage.ErrVanished) {
				t.Errorf("the stop was saved: %v", err)
			}
		})
	}
}

func replaceByCopy(path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path+".new", b, 0o644), os.Rename(path+".new", path))
}

// Compacting would make a harvest wait, and give up.
func TestCompactBesideHarvest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	a, b := mustOpen(t, path), mustOpen(t, path)
	mustBegin(t, a, "a.example", false)
	if err := b.Idle(); !errors.Is(err, storage.ErrLocked) || !strings.Contains(err.Error(), "a.example") {
		t.Errorf("compacted beside a harvest: %v", err)
	}
	if err := a.Idle(); err != nil {
		t.Errorf("the harvest's own process may: %v", err)
	}
	a.Close()
	if err := b.Idle(); err != nil {
		t.Error(err)
	}
}

func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		dir: "is a directory", pipe: "is no regular file", os.DevNull: "is no regular file", text: "not a hadal database", filepath.Join(dir, "none", "hadal.db"): "",
	} {
		for _, o := range []storage.Options{{}, {ReadOnly: true}} {
			_, err := storage.Open(context.Background(), path, o)
			if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// What compresses the pages of a site against each other is shared: sites that
// take turns in one file do not keep encoders, of megabytes each.
func TestManySitesShareEncoders(t *testing.T) {
	ctx := context.Background()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	const sites = 40
	var harvests []int64
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	commit := func(h, seq int64) {
		c := answer(h, seq, noon, "a", extract.Record{Key: "1"})
		body := strings.Repeat("a page of site "+string(rune('A'+h))+" that others are like. ", 100) + string(rune('a'+seq))
		u := page.MustParseURL("https://a.example/")
		c.Page = &page.Page{Request: page.Get(u), Sent: page.Get(u), Final: u, Status: 200, Body: []byte(body), FetchedAt: noon}
		if err := db.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range sites {
		harvests = append(harvests, mustBegin(t, db, "s"+string(rune('A'+i))+".example", false).Harvest)
	}
	commit(harvests[0], 1)
	commit(harvests[0], 2)
	before := live()
	for seq := range int64(3) {
		for _, h := range harvests[1:] {
			commit(h, seq+1)
		}
	}
	if grew := int64(live()-before) / (sites - 1); grew > 200<<10 {
		t.Errorf("each site keeps %d KB", grew>>10)
	}
	for _, h := range harvests[1:] {
		n := 0
		for k, err := range db.Pages(ctx, h) {
			if err != nil || !strings.HasPrefix(string(k.Page.Body), "a page of site "+string(rune('A'+h))) {
				t.Fatalf("harvest %d: %q, %v", h, k.Page.Body, err)
			}
			n++
		}
		if n != 3 {
			t.Errorf("harvest %d has %d pages", h, n)
		}
	}
}
