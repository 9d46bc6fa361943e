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
		for _, c := range store.Waiting() {
			n += c.Waiting
		}
		return n
	}
	for _, c := range []struct {
		name string
		ask  func(store crawl.Store, rows []int64) any
		want string
	}{
		{"best", func(s crawl.Store, rows []int64) any {
			best := s.Best(origin, 9)
			return len(best) == 2 && best[0].Row == rows[1] && best[1].Row == rows[2]
		}, "true"},
		{"rank", func(s crawl.Store, rows []int64) any {
			_, waits := s.Rank(links[0].ID, 7)
			return waits
		}, "false"},
		{"reached", func(s crawl.Store, rows []int64) any {
			return fmt.Sprint(s.Reached(links[0].ID))
		}, "false true"},
		{"waiting", func(s crawl.Store, rows []int64) any { return counted(s) }, "2"},
		{"leave the host", func(s crawl.Store, rows []int64) any {
			s.SkipHost(origin, "left")
			_, before := s.Reached(links[0].ID)
			return before
		}, "true"},
		{"trim", func(s crawl.Store, rows []int64) any {
			s.Trim(1, "full")
			_, before := s.Reached(links[0].ID)
			return before
		}, "true"},
		{"rescore", func(s crawl.Store, rows []int64) any {
			n := 0
			s.Rescore(func(surface.Found) float64 { n++; return 1 })
			return n
		}, "2"},
		{"met", func(s crawl.Store, rows []int64) any { return s.Met(links, nil) }, "[true true true false]"},
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
				rows = append(rows, store.Add(crawl.Entry{Found: surface.Found{Link: l}, Origin: origin, Site: "books.example"}))
			}
			v := &surface.Visit{URL: links[0].URL, ID: links[0].ID, Final: links[0].URL, Status: 200}
			store.Save(crawl.Record{Row: rows[0], At: time.Unix(1, 0), Visit: v})
			if got := c.ask(store, rows); fmt.Sprint(got) != c.want {
				t.Errorf("%v; want %s", got, c.want)
			}
			if err := store.Flush(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
