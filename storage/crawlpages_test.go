package storage_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/storage/storagetest"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Pages of a crawl come back as they were; a harvest that meets one of them
// again stores its body once, though it packs bodies in another way.
func TestCrawlPagesComeBackAsTheyWere(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	store := crawls.New(db)
	defer store.Close()
	if _, err := store.Open(ctx, "c", false); err != nil {
		t.Fatal(err)
	}
	same := bytes.Repeat([]byte("<li>a row \x00\xff</li>"), 2000)
	var want []*page.Page
	for i, body := range [][]byte{same, nil, []byte("x"), same, []byte("\x28\xb5\x2f\xfd")} {
		u := page.MustParseURL(fmt.Sprint("https://books.example/", i))
		p := keptPage(u.String(), body)
		if i == 2 {
			p.Sent = p.Request
		}
		want = append(want, p)
		f := surface.Found{Link: surface.Link{URL: u, ID: surface.IDOf(u), Kind: surface.Seed}}
		row := store.Add(crawl.Entry{Found: f, Origin: u.Origin(), Site: u.Site()})
		v := &surface.Visit{URL: u, ID: f.Link.ID, Final: p.Final, Status: p.Status}
		for k := range i {
			to := page.MustParseURL(fmt.Sprint("https://books.example/", k, "/to"))
			v.Links = append(v.Links, surface.Link{URL: to, ID: surface.IDOf(to), Kind: "a", NoFollow: k == 1})
		}
		store.Save(crawl.Record{Row: row, At: p.FetchedAt, Visit: v, Page: p})
	}
	if err := store.Flush(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for past, err := range store.Visits(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if past.Visit == nil {
			continue
		}
		if len(past.Visit.Links) != n || n > 1 && (!past.Visit.Links[1].NoFollow || past.Visit.Links[1].URL.PathQuery() != "/1/to") {
			t.Errorf("visit %d: links %+v", n, past.Visit.Links)
		}
		got, err := past.Body()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[n], got, storagetest.Same); diff != "" {
			t.Errorf("page %d (-saved +read):\n%s", n, diff)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d visits, %d were saved", n, len(want))
	}
	h := mustBegin(t, db, "books.example", false).Harvest
	c := answer(h, 1, noon, "w", extract.Record{Key: "1"})
	c.Page = keptPage("https://books.example/again", same)
	mustCommit(t, db, c)
	if p, err := db.Page(ctx, h, 1); err != nil || !bytes.Equal(p.Body, same) {
		t.Errorf("the page of a harvest: %v, %v", p, err)
	}
	if n := table(t, path, "SELECT count(*) AS n FROM bodies"); n[0] != "n=4" {
		t.Errorf("bodies: %s; equal ones are to be stored once", n)
	}
}
