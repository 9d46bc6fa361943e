package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// answer returns the commit of one answer to the query word.
func answer(harvestID, seq int64, at time.Time, word string, records ...extract.Record) harvest.Commit {
	o := querygen.Outcome{
		Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: word}}, Strategy: "frequency", Expected: -1},
		Page:  1, Status: querygen.Answered, Total: -1, Requests: 1,
	}
	for _, r := range records {
		o.Rows = append(o.Rows, querygen.Row{Key: r.Key, Text: r.Text})
	}
	return harvest.Commit{Harvest: harvestID, Step: &harvest.Step{Seq: seq, At: at,
		Answer: &harvest.Answer{Outcome: o, Request: page.Get(page.MustParseURL("https://books.example/?q=" + word)), Records: records}}}
}

func mustCommit(t testing.TB, db *storage.DB, c harvest.Commit) {
	t.Helper()
	if err := db.Commit(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

func readAll(t testing.TB, db *storage.DB, site string) []storage.Record {
	t.Helper()
	var all []storage.Record
	for r, err := range db.Records(context.Background(), site) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestRecordsMergeWhatAnswersSay(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	u := page.MustParseURL("https://books.example/1")
	money := func(shown string, n float64) extract.Field {
		return extract.Field{Name: "price", Value: shown, Kind: "money", Number: n}
	}
	text := func(name, value string) extract.Field { return extract.Field{Name: name, Value: value} }

	mustCommit(t, db, answer(h, 1, noon, "a",
		extract.Record{Key: "1", URL: u, Title: "One", Text: "One by A", Fields: []extract.Field{text("author", "A"), money("£1.50", 1.5)}},
		extract.Record{Key: "2", Title: "Two", Text: "Two"}))
	// The same query again (its second page, say) is no further query.
	mustCommit(t, db, answer(h, 2, noon.Add(time.Second), "a", extract.Record{Key: "2", Title: "Two", Text: "Two"}))
	// What one answer says stays; what another one says beside it is added, all of one name together.
	mustCommit(t, db, answer(h, 3, noon.Add(time.Minute), "b",
		extract.Record{Key: "1", Title: "One!", Fields: []extract.Field{money("£2", 2), text("tag", "x"), text("tag", "y"), text("author", "")}}))

	want := []storage.Record{
		{Site: "books.example", Key: "1", URL: u.String(), Title: "One", Text: "One by A", Queries: 2, FirstSeen: noon, LastSeen: noon.Add(time.Minute),
			Fields: []extract.Field{text("author", "A"), money("£1.50", 1.5), text("tag", "x"), text("tag", "y")}},
		{Site: "books.example", Key: "2", Title: "Two", Text: "Two", Queries: 1, FirstSeen: noon, LastSeen: noon.Add(time.Second)},
	}
	if diff := cmp.Diff(want, readAll(t, db, "books.example")); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	for _, err := range db.Records(context.Background(), "nowhere.example") {
		if !errors.Is(err, storage.ErrNoSite) {
			t.Errorf("records of an unknown site: %v", err)
		}
	}
}

// A page whose texts depend on the query must not make a version a sighting.
func TestVersionsStayFew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	for i := range 3 { // harvests
		h := mustBegin(t, db, "books.example", true).Harvest
		for seq := range int64(9) {
			mustCommit(t, db, answer(h, seq+1, noon, fmt.Sprint("w", seq), extract.Record{Key: "1", Text: fmt.Sprintf("snippet %d of harvest %d", seq, i)}))
		}
	}
	var texts []string
	err := query(t, path, "SELECT text FROM record_versions ORDER BY id", func(rows *sql.Rows) error {
		var s string
		err := rows.Scan(&s)
		texts = append(texts, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"snippet 0 of harvest 0", "snippet 0 of harvest 1", "snippet 0 of harvest 2"}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

// Another reading of a row is no change of its record: it stands in the place of the one before,
// also in a harvest that begins anew. The ledger keeps what the row was read as.
func TestAmendedRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	first := extract.Record{Key: "1", Title: "One", Text: "One 12 p.", Fields: []extract.Field{{Name: "detail", Value: "12 p."}}}
	then := extract.Record{Key: "1", Title: "One", Text: "One 12 p.", Fields: []extract.Field{{Name: "pages", Value: "12", Kind: "number", Number: 12}}}
	for range 2 {
		h := mustBegin(t, db, "books.example", true).Harvest
		c := answer(h, 1, noon, "one", first)
		c.Step.Answer.Outcome.Rows[0].Fields = []page.Pair{{Name: "detail", Value: "12 p."}}
		mustCommit(t, db, c)
		mustCommit(t, db, harvest.Commit{Harvest: h, Amended: []harvest.Amendment{{Record: then, Gone: []string{"detail"}}}})
		for step, err := range db.Steps(t.Context(), h) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.Step.Answer.Outcome.Rows, step.Answer.Outcome.Rows); diff != "" {
				t.Errorf("harvest %d: rows (-want +got):\n%s", h, diff)
			}
		}
	}
	if got := readAll(t, db, "books.example"); len(got) != 1 || !slices.Equal(got[0].Fields, then.Fields) {
		t.Errorf("records %v", got)
	}
	var versions int
	if err := query(t, path, "SELECT count(*) FROM record_versions", func(rows *sql.Rows) error { return rows.Scan(&versions) }); err != nil || versions != 1 {
		t.Errorf("%d versions, %v", versions, err)
	}
}

func TestRecordsReadMoreThanOneRange(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	a, b := mustBegin(t, db, "a.example", false).Harvest, mustBegin(t, db, "b.example", false).Harvest
	const n = 1203
	var keys []string
	for seq := range int64(n / 3) {
		var records []extract.Record
		for i := range 3 {
			records = append(records, extract.Record{Key: fmt.Sprintf("k%04d", (seq*3+int64(i))*7919%n)})
			keys = append(keys, records[i].Key)
		}
		mustCommit(t, db, answer(a, seq+1, noon, "x", records...))
		mustCommit(t, db, answer(b, seq+1, noon, "x", records[0])) // interleaves the ids
	}
	var got []string
	for r, err := range db.Records(context.Background(), "a.example") {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, r.Key); len(got) == 600 { // what comes meanwhile is not yielded
			mustCommit(t, db, answer(a, n/3+1, noon, "x", extract.Record{Key: "late"}))
		}
	}
	if diff := cmp.Diff(keys, got); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	if got := len(readAll(t, db, "b.example")); got != n/3 {
		t.Errorf("%d records of the other site, want %d", got, n/3)
	}
}

func TestStatus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	mustBegin(t, db, "a.example", false)
	h := mustBegin(t, db, "b.example", false).Harvest
	rec := func(i int) extract.Record { return extract.Record{Key: fmt.Sprint(i)} }
	for i := range 120 { // two new records a request, then one
		c := answer(h, int64(i+1), noon.Add(time.Duration(i)*time.Second), fmt.Sprint(i%60), rec(2*i), rec(2*i+1))
		if i >= 60 {
			c = answer(h, int64(i+1), noon.Add(time.Duration(i)*time.Second), fmt.Sprint(i%60), rec(i+60), rec(0))
		}
		mustCommit(t, db, c)
	}
	stop := &harvest.Stop{Kind: harvest.Blocked, Reason: "captcha", At: noon.Add(time.Hour)}
	later := noon.Add(24 * time.Hour)
	mustCommit(t, db, harvest.Commit{Harvest: h, Stop: stop, Hosts: []fetch.HostState{
		{Host: "https://b.example", NotBefore: later, Reason: "Retry-After", LastError: "429"},
		{Host: "https://static.b.example", LastError: "404"},
	}})
	reader, err := storage.Open(context.Background(), path, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, db := range []*storage.DB{db, reader} {
		got, err := db.Sites(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		// 60 answers brought 120 records (0..119), the other 60 the keys 120..179: one each.
		want := []storage.SiteStatus{
			{Name: "a.example", Start: "https://a.example/", View: "a_example", Harvests: 1, Harvest: 1},
			{Name: "b.example", Start: "https://b.example/", View: "b_example", Harvests: 1, Harvest: 2, Records: 180, Found: 180, Requests: 120,
				Queries: 60, Rate: 1.5, RecentRate: (60*1 + 40*2) / 100., LastError: "429", NextAt: later, NextWhy: "Retry-After", Stop: stop,
				LastAt: noon.Add(119 * time.Second)},
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(storage.SiteStatus{}, "Started")); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}
	}
}

// query reads the file as another program would.
func query(t testing.TB, path, text string, f func(*sql.Rows) error) error {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
