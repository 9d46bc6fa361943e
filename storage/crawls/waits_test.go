package crawls_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// A page that was saved waits no more for anyone who asks, though the file is
// told later. Of three pages the first is saved, and each question comes alone.
func TestSavedPagesWaitNoMore(t *testing.T) {
	const origin = "https://books.example"
	links := make([]surface.Link, 4)
	for i := range links {
		u := page.MustParseURL(fmt.Sprint(origin, "/", i))
		links[i] = surface.Link{URL: u, ID: surface.IDOf(u), Kind: "a"}
	}
	counted := func(store crawl.Store) (n int) {
		counts, err := store.Waiting()
		if err != nil {
			t.Error(err)
		}
		for _, c := range counts {
			n += c.Waiting
		}
		return n
	}
	for _, c := range []struct {
		name string
		ask  func(store crawl.Store, rows []int64) (any, error)
		want string
	}{
		{"best", func(s crawl.Store, rows []int64) (any, error) {
			best, err := s.Best(origin, 9)
			return len(best) == 2 && best[0].Row == rows[1] && best[1].Row == rows[2], err
		}, "true"},
		{"rank", func(s crawl.Store, rows []int64) (any, error) {
			_, waits, err := s.Rank(links[0].ID, 7)
			return waits, err
		}, "false"},
		{"reached", func(s crawl.Store, rows []int64) (any, error) {
			waited, before, err := s.Reached(links[0].ID)
			return fmt.Sprint(waited, before), err
		}, "false true"},
		{"waiting", func(s crawl.Store, rows []int64) (any, error) { return counted(s), nil }, "2"},
		{"leave the host", func(s crawl.Store, rows []int64) (any, error) {
			if err := s.SkipHost(origin, "left"); err != nil {
				return nil, err
			}
			_, before, err := s.Reached(links[0].ID)
			return before, err
		}, "true"},
		{"trim", func(s crawl.Store, rows []int64) (any, error) {
			if err := s.Trim(1, "full"); err != nil {
				return nil, err
			}
			_, before, err := s.Reached(links[0].ID)
			return before, err
		}, "true"},
		{"rescore", func(s crawl.Store, rows []int64) (any, error) {
			n := 0
			err := s.Rescore(func(surface.Found) float64 { n++; return 1 })
			return n, err
		}, "2"},
		{"met", func(s crawl.Store, rows []int64) (any, error) { return s.Met(links, nil), nil }, "[true true true false]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "hadal.db"), storage.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			store := crawls.New(db)
			defer store.Close()
			if _, err := store.Open(context.Background(), "c", false); err != nil {
				t.Fatal(err)
			}
			var rows []int64
			for _, l := range links[:3] {
				row, err := store.Add(crawl.Entry{Found: surface.Found{Link: l}, Origin: origin, Site: "books.example"})
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, row)
			}
			v := &surface.Visit{URL: links[0].URL, ID: links[0].ID, Final: links[0].URL, Status: 200}
			if err := store.Save(crawl.Record{Row: rows[0], At: time.Unix(1, 0), Visit: v}); err != nil {
				t.Fatal(err)
			}
			if got, err := c.ask(store, rows); err != nil || fmt.Sprint(got) != c.want {
				t.Errorf("%v, %v; want %s", got, err, c.want)
			}
			if err := store.Flush(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
