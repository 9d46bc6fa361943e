package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

func TestStoreKeepsTheContract(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) storagetest.Open {
		path := filepath.Join(t.TempDir(), "hadal.db")
		var last *storage.DB
		return func(t *testing.T) harvest.Store {
			if last != nil {
				if err := last.Close(); err != nil {
					t.Fatal(err)
				}
			}
			last = mustOpen(t, path)
			return last
		}
	})
}

func mustOpen(t testing.TB, path string) *storage.DB {
	t.Helper()
	db, err := storage.Open(context.Background(), path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustBegin(t testing.TB, db *storage.DB, name string, fresh bool) harvest.State {
	t.Helper()
	st, err := db.Begin(context.Background(), siteAt(name), fresh)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// siteAt is the site of a name, at a host of its own.
func siteAt(name string) harvest.Site {
	u, err := page.ParseURL("https://" + name + "/")
	if err != nil {
		u = page.MustParseURL(fmt.Sprintf("https://x%x.example/", name[:3]))
	}
	return harvest.Site{Name: name, Start: u}
}

func isCorrupt(err error) bool { return errors.Is(err, storage.ErrCorrupt) }
