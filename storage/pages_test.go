package storage_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// keptPage is a page with all that must come back.
func keptPage(url string, body []byte) *page.Page {
	asked := page.Request{Method: "POST", URL: page.MustParseURL(url), ContentType: "application/x-www-form-urlencoded", Body: "q=\xe4"}
	led := page.Get(page.MustParseURL(url + "/answer"))
	return &page.Page{
		Request: asked, Sent: led, SentHead: http.Header{"User-Agent": {"hadal"}}, Final: led.URL,
		Status: 203, Header: http.Header{"Content-Type": {"text/html"}, "Set-Cookie": {"a=1", "b=2"}},
		Body: body, Truncated: true, FetchedAt: noon.Add(time.Millisecond), Elapsed: 17 * time.Millisecond, Requests: 2,
	}
}

func TestPagesComeBackAsTheyWere(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", false).Harvest
	same := bytes.Repeat([]byte("<li>a row \x00\xff</li>"), 2000)
	bodies := [][]byte{same, nil, []byte("other"), same}
	want := map[int64]*page.Page{}
	for i, body := range bodies {
		c := answer(h, int64(i+1), noon, fmt.Sprint("w", i), extract.Record{Key: "1"})
		if i != 1 { // a step whose page is not kept
			c.Page = keptPage(fmt.Sprint("https://books.example/", i), body)
			want[int64(i+1)] = c.Page
		}
		mustCommit(t, db, c)
	}
	got := map[int64]*page.Page{}
	for k, err := range db.Pages(ctx, h) {
		if err != nil {
			t.Fatal(err)
		}
		got[k.Seq] = &k.Page
	}
	if diff := cmp.Diff(want, got, storagetest.Same); diff != "" {
		t.Errorf("pages (-committed +read):\n%s", diff)
	}
	if p, err := db.Page(ctx, h, 3); err != nil || string(p.Body) != "other" {
		t.Errorf("page of step 3: %v, %v", p, err)
	}
	if p, err := db.Page(ctx, h, 2); err != nil || p != nil {
		t.Errorf("page of a step that has none: %v, %v", p, err)
	}
	if n := table(t, path, "SELECT count(*) AS n, max(size) AS s, sum(length(packed)) < 1000 AS z FROM bodies"); n[0] != fmt.Sprintf("n=2 s=%d z=1", len(same)) {
		t.Errorf("bodies: %s; equal ones are to be stored once, compressed", n)
	}
	// A refused step leaves no page.
	c := answer(h, 9, noon, "late", extract.Record{Key: "1"})
	c.Page = keptPage("https://books.example/late", []byte("late"))
	if err := db.Commit(ctx, c); err == nil {
		t.Error("a step out of order was accepted")
	}
	if n := table(t, path, "SELECT (SELECT count(*) FROM pages) AS p, (SELECT count(*) FROM bodies) AS b"); n[0] != "p=3 b=2" {
		t.Errorf("after a refused step: %s", n)
	}
}

// Pages of a site are compressed against one of them, over restarts too, and
// dropping pages takes none away that others need.
func TestPagesOfOneTemplate(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "hadal.db")
	template := noise(1, 1)
	want := map[int64]string{}
	other := mustOpen(t, path) // a process that began before pages were dropped
	mustBegin(t, other, "films.example", false)
	db := mustOpen(t, path)
	h := mustBegin(t, db, "books.example", false).Harvest
	for seq := range int64(12) {
		if seq == 6 {
			db.Close()
			db = mustOpen(t, path)
			mustBegin(t, db, "books.example", false)
		}
		if seq == 9 { // while db goes on
			if _, err := other.Compact(ctx, noon.Add(10*time.Hour)); err != nil {
				t.Fatal(err)
			}
			clear(want)
		}
		body := string(template) + fmt.Sprint("page ", seq)
		c := answer(h, seq+1, noon, fmt.Sprint(seq), extract.Record{Key: fmt.Sprint(seq)})
		c.Page = keptPage(fmt.Sprint("https://books.example/", seq), []byte(body))
		c.Page.FetchedAt = noon.Add(time.Duration(seq) * time.Hour)
		if seq == 9 {
			c.Page.FetchedAt = noon.Add(100 * time.Hour)
		}
		mustCommit(t, db, c)
		want[seq+1] = body
		if seq == 8 {
			if got := table(t, path, "SELECT sum(length(packed)) < 7000 AS small, count(DISTINCT base) AS bases FROM bodies"); got[0] != "small=1 bases=1" {
				t.Errorf("nine pages of 5 KB of one template: %s", got)
			}
		}
	}
	got := map[int64]string{}
	for k, err := range db.Pages(ctx, h) {
		if err != nil {
			t.Fatal(err)
		}
		got[k.Seq] = string(k.Page.Body)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-committed +read):\n%s", diff)
	}
	// The base is dropped only with the last page that needs it.
	if _, err := db.Compact(ctx, noon.Add(11*time.Hour+time.Minute)); err != nil {
		t.Fatal(err)
	}
	for k, err := range db.Pages(ctx, h) {
		if err != nil || string(k.Page.Body) != want[k.Seq] {
			t.Errorf("page %d after dropping others: %v", k.Seq, err)
		}
	}
	if problems, err := db.Check(ctx); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	if _, err := db.Compact(ctx, noon.Add(1000*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := table(t, path, "SELECT count(*) AS n FROM bodies"); got[0] != "n=0" {
		t.Errorf("bodies without pages: %s", got)
	}
}

func TestDamagedPageIsToldAsSuch(t *testing.T) {
	ctx := context.Background()
	for _, damage := range []string{"UPDATE bodies SET packed = x'28b52ffd00'", "UPDATE pages SET head = x'00'", "DELETE FROM bodies"} {
		path := filepath.Join(t.TempDir(), "hadal.db")
		db := mustOpen(t, path)
		h := mustBegin(t, db, "books.example", false).Harvest
		c := answer(h, 1, noon, "a", extract.Record{Key: "1"})
		c.Page = keptPage("https://books.example/", bytes.Repeat([]byte("body "), 50))
		mustCommit(t, db, c)
		mustExec(t, path, damage)
		if _, err := db.Page(ctx, h, 1); !isCorrupt(err) {
			t.Errorf("%s: %v", damage, err)
		}
	}
}
