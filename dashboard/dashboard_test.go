package dashboard_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/surface"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// hostile is what a site may write wherever it writes a text.
const hostile = `"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'` + "\u202egnp.exe\u2066 " + `</td></textarea><style>*{display:none}</style>`

// fill makes a database with a site of three harvest steps: a visit and two answers, whose
// texts are hostile.
func fill(t testing.TB, path string) *storage.DB {
	t.Helper()
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := page.MustParseURL("https://books.example/")
	state, err := db.Begin(ctx, harvest.Site{Name: "books.example", Start: start}, true)
	if err != nil {
		t.Fatal(err)
	}
	form := forms.Form{ID: "f", Page: start, Method: "GET", Action: page.MustParseURL("https://books.example/search"), Score: 0.97, Reasons: []string{hostile}, Submit: true,
		Fields: []forms.Field{{Name: "q", Control: "text", Label: "Words " + hostile, Role: forms.QueryRole, Score: 0.9},
			{Name: "kind", Control: "select", Label: "Kind", Role: forms.CategoryRole, Score: 0.8, Options: []forms.Option{{Value: "a", Label: hostile}}}}}
	profile := harvest.Profile{Form: &form, Why: []string{hostile}, Empty: hostile,
		Wrapper: extract.Wrapper{Region: "#list", Record: ".record", Columns: []extract.Column{{Name: "make", Select: "b.make", Nth: 1, Rows: 2}, {Name: "price", Kind: "money", Select: "i.cost", Nth: 1, Rows: 2}}}}
	commit := func(c harvest.Commit) {
		t.Helper()
		c.Harvest = state.Harvest
		if err := db.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	hosts := []fetch.HostState{{Host: "https://books.example", Requests: 3, LastError: hostile, Robots: []byte("User-agent: *\nCrawl-delay: 2\nDisallow: /s\nAllow: /sea\n# " + hostile)}}
	commit(harvest.Commit{Profile: &profile, Hosts: hosts, Step: &harvest.Step{Seq: 1, At: noon, Visit: &surface.Visit{URL: start, Status: 200, Reward: 1, Requests: 1, Note: hostile,
		Links: []surface.Link{{URL: page.MustParseURL("https://books.example/about"), Kind: "link", Anchor: hostile},
			{URL: page.MustParseURL("https://books.example/stock"), Kind: "a"}, {URL: page.MustParseURL("https://other.example/"), Kind: "a"}}}}})
	for i := range 2 {
		var records []extract.Record
		var rows []querygen.Row
		for k := range 30 {
			n := float64(10*i + k)
			r := extract.Record{Key: fmt.Sprintf("k%d/%d?&", i, k), URL: page.MustParseURL(fmt.Sprintf("https://books.example/%d/%d", i, k)), Title: fmt.Sprintf("Title %d of %d", k, i), Text: "some tea",
				Fields: []extract.Field{{Name: "make", Value: []string{"Fiat", "Opel", "Audi"}[k%3]}, {Name: "price", Value: fmt.Sprintf("£%v", n), Kind: "money", Number: n},
					{Name: "link", Value: "javascript:window.hacked=1", Kind: "url"}, {Name: hostile, Value: hostile}}}
			if k == 0 {
				r.Title, r.Text = hostile, strings.Repeat("long ", 200_000)
			}
			records, rows = append(records, r), append(rows, querygen.Row{Key: r.Key, Text: r.Text})
		}
		u := page.MustParseURL(fmt.Sprintf("https://books.example/search?q=w%d", i))
		commit(harvest.Commit{
			Page: &page.Page{Request: page.Get(u), Sent: page.Get(u), Final: u, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, FetchedAt: noon,
				Body: []byte(`<html><head><meta http-equiv=refresh content="0;url=https://evil.example/"><link rel=stylesheet href=https://evil.example/x.css><base href=https://evil.example/></head>
<body onload="parent.hacked=1"><div id=list><p class=record onclick="parent.hacked=1"><b class=make>Fiat</b> <i class=cost title="&quot;b">£1</i> <a href="https://evil.example/" target=_top><u>more</u></a><svg><a><set attributeName="href" to="https://evil.example/"/><animate attributeName="xlink:href" values="javascript:parent.hacked=1"/><text>z</text></a></svg></p></div><script>parent.hacked=1; top.location="https://evil.example/"</script><img src=https://evil.example/x.png>
<a href="javascript:parent.hacked=1">x</a><form action=https://evil.example/><button>go</button></form><iframe src=https://evil.example/></iframe><svg><script>parent.hacked=1</script><a xlink:href="javascript:1">y</a></svg></body></html>`)},
			Step: &harvest.Step{Seq: int64(2 + i), At: noon.Add(time.Duration(i)*time.Minute + 7*time.Millisecond), Answer: &harvest.Answer{Request: page.Get(u), Records: records,
				Outcome: querygen.Outcome{Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: fmt.Sprint("w", i, hostile)}}, Strategy: "frequency", Why: hostile, Expected: 12},
					Page: 1, Status: querygen.Answered, Rows: rows, Total: 90, Requests: 1, Note: hostile}}},
			Estimate: &querygen.Estimate{Held: 30 * (i + 1), Size: 90, Low: 80, High: 100, Coverage: float64(i+1) / 3, Method: hostile},
			Stop:     &harvest.Stop{Kind: harvest.Blocked, Reason: hostile, At: noon},
		})
	}
	own := page.MustParseURL("https://books.example/0/1")
	commit(harvest.Commit{
		Page: &page.Page{Request: page.Get(own), Sent: page.Get(own), Final: own, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, FetchedAt: noon,
			Body: []byte(`<h1>Title 1</h1><p class=leaves onclick="parent.hacked=1">312 leaves</p><a href="https://evil.example/" target=_top>x</a><script>parent.hacked=1</script>`)},
		Step: &harvest.Step{Seq: 4, At: noon, Detail: &harvest.Detail{Key: "k0/1?&", Status: querygen.Answered, Request: page.Get(own), Requests: 1}},
	})
	work := []storage.Work{{Name: "books.example", Target: "books", Start: "https://books.example/", Site: "books.example"}, {Name: "films.example", Target: hostile, Site: "films.example"}}
	if err := db.Submit(ctx, work, noon); err != nil {
		t.Fatal(err)
	}
	lease, _, ok, err := db.Grant(ctx, "films.example", hostile, noon)
	if err == nil && ok {
		err = db.HandBack(ctx, lease, storage.Handed{Said: hostile, Tries: 1, Needs: hostile})
	}
	if _, _, granted, failed := db.Grant(ctx, "books.example", hostile, noon); err != nil || failed != nil || !granted || !ok {
		t.Fatal(ok, granted, err, failed)
	}
	if err := db.KeepWorkers(ctx, []storage.Worker{{Said: storage.Said{Name: hostile, Version: hostile, Slots: 3, Sites: []string{"books.example"}}, Seen: noon}}, noon.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // gives the lock up
		t.Fatal(err)
	}
	if db, err = storage.Open(ctx, path, storage.Options{ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// fillTwice makes it with a second harvest, in which all that was hostile is so in another way,
// records are new, and some are gone.
func fillTwice(t testing.TB, path string) *storage.DB {
	t.Helper()
	ctx := context.Background()
	looks := fill(t, path)
	profile, err := looks.Profile(ctx, "books.example")
	if err != nil {
		t.Fatal(err)
	}
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	start := page.MustParseURL("https://books.example/")
	state, err := db.Begin(ctx, harvest.Site{Name: "books.example", Start: start}, true)
	if err != nil {
		t.Fatal(err)
	}
	var records []extract.Record
	var rows []querygen.Row
	for _, key := range []string{"k0/0?&", "k0/1?&", "new" + hostile} {
		records = append(records, extract.Record{Key: key, URL: page.MustParseURL("https://books.example/x"), Title: "Other " + hostile, Text: hostile + strings.Repeat("longer ", 150_000),
			Fields: []extract.Field{{Name: "make", Value: hostile}, {Name: "link", Value: "javascript:window.hacked=2", Kind: "url"}, {Name: hostile, Value: "now " + hostile}, {Name: "story", Value: strings.Repeat("longer ", 150_000)}}})
		rows = append(rows, querygen.Row{Key: key, Text: hostile})
	}
	u := page.MustParseURL("https://books.example/search?q=w0")
	if err := db.Commit(ctx, harvest.Commit{Harvest: state.Harvest, Profile: &profile, Step: &harvest.Step{Seq: 1, At: noon.Add(time.Hour), Answer: &harvest.Answer{Request: page.Get(u), Records: records,
		Outcome: querygen.Outcome{Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: fmt.Sprint("w", 0, hostile)}}, Strategy: "frequency", Why: hostile},
			Page: 1, Status: querygen.Answered, Rows: rows, Total: 3, Requests: 1, Note: hostile}}}}); err != nil {
		t.Fatal(err)
	}
	return looks
}

const theDiff = theSite + "/history?from=1&to=2"

const addr = "127.0.0.1:8440"

// serve makes the pages of a filled database.
func serve(t testing.TB, change func(*dashboard.Options)) http.Handler {
	t.Helper()
	o := dashboard.Options{Store: fill(t, filepath.Join(t.TempDir(), "hadal.db")), Addr: addr, Database: "hadal.db"}
	if change != nil {
		change(&o)
	}
	s, err := dashboard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s.Handler()
}

// ask sends a request as a browser at the right address would.
func ask(h http.Handler, method, target string, body url.Values, change func(*http.Request)) *httptest.ResponseRecorder {
	var r *http.Request
	if body != nil {
		r = httptest.NewRequest(method, target, strings.NewReader(body.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	} else {
		r = httptest.NewRequest(method, target, nil)
	}
	r.Host = addr
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const theSite = "/sites/books.example"

// pages are addresses of all kinds of pages.
var pages = []string{"/", theSite, theSite + "/questions", theSite + "/questions?q=w1&sort=new&desc=1&status=answered&strategy=frequency", theSite + "/questions/1", theSite + "/steps/1/2",
	theSite + "/steps/1/4", theSite + "/steps/1/4/pick?piece=1", theSite + "/steps/1/2/pick", theSite + "/steps/1/2/pick?record=0&piece=1", theSite + "/steps/1/2/pick?record=0&new.name=x&new.select=%5B&new.pattern=(",
	theSite + "/records", theSite + "/records?q=tea&f.make=Fiat&min.price=3&max.price=20&sort=price&desc=1&c=make&c=price", theSite + "/record?key=k0%2F0%3F%26", theSite + "/columns",
	theSite + "/looked", theSite + "/history", theSite + "/beliefs", "/search?q=tea", "/sql?q=SELECT+*+FROM+books_example", "/start", "/runs", "/workers"}

func start(o *dashboard.Options) {
	o.Runs = &runs.Keeper{Program: "/bin/false", Target: func(s string) string { return s }}
}

func TestEverythingIsJSON(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
		path, query, _ := strings.Cut(at, "?")
		if path == "/" {
			path = "/index"
		}
		twin := ask(h, "GET", path+".json?"+query, nil, nil)
		same := ask(h, "GET", at, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
		var a, b map[string]any
		for w, into := range map[*httptest.ResponseRecorder]*map[string]any{twin: &a, same: &b} {
			if err := json.Unmarshal(w.Body.Bytes(), into); err != nil || w.Code != 200 || len(*into) == 0 {
				t.Fatalf("%s: status %d, %v: %.200s", at, w.Code, err, w.Body)
			}
			if strings.Contains(w.Body.String(), "\u202e") {
				t.Errorf("%s: JSON turns text around", at)
			}
		}
	}
	if w := ask(h, "GET", "/sites/none.json", nil, nil); w.Code != 404 || !strings.Contains(w.Body.String(), `"error":`) {
		t.Errorf("an error is %d %s", w.Code, w.Body)
	}
}

// What a coordinator hands out is shown to people as hadal status tells it to scripts.
func TestWorkersAreShown(t *testing.T) {
	h := serve(t, nil)
	var team storage.Team
	if err := json.Unmarshal(ask(h, "GET", "/workers.json", nil, nil).Body.Bytes(), &team); err != nil {
		t.Fatal(err)
	}
	if len(team.Workers) != 1 || team.Workers[0].State() != "not heard of" || len(team.Leases) != 1 || team.Leases[0].Work != "books.example" || len(team.Queue) != 1 || team.Queue[0].Tries != 1 {
		t.Errorf("%+v", team)
	}
	page := ask(h, "GET", "/workers", nil, nil).Body.String()
	for _, want := range []string{"1 of 3", "not heard of", `<a href="/sites/books.example">`, "films.example"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q: %s", want, page)
		}
	}
	if !strings.Contains(ask(h, "GET", "/", nil, nil).Body.String(), `href="/workers"`) {
		t.Error("the list of sites does not lead to the workers")
	}
}

func TestRecordsAreNarrowedAndSorted(t *testing.T) {
	h := serve(t, nil)
	var d struct {
		Matching int
		Records  []struct{ Title string }
		Facets   []struct {
			Name   string
			Values []struct {
				Value string
				Count int
			}
		}
		Ranges []struct{ Name, Min, Max string }
	}
	get := func(query string) {
		t.Helper()
		d.Records, d.Facets = nil, nil
		if err := json.Unmarshal(ask(h, "GET", theSite+"/records.json?"+query, nil, nil).Body.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
	}
	get("")
	if d.Matching != 60 || len(d.Records) != 50 || d.Facets[0].Name != "make" || d.Facets[0].Values[0].Count != 20 || d.Ranges[0].Name != "price" || d.Ranges[0].Max != "39" {
		t.Fatalf("all: %+v", d)
	}
	get("f.make=Fiat&min.price=10&max.price=19&sort=price&desc=1")
	if d.Matching != 7 || d.Records[0].Title != "Title 9 of 1" || d.Facets[0].Values[0].Count != 7 || d.Facets[0].Values[1].Count == 0 {
		t.Errorf("narrowed: %+v", d)
	}
	get("q=" + url.QueryEscape(`"title 7"`))
	if d.Matching != 2 {
		t.Errorf("search: %+v", d)
	}
	get("offset=50")
	if len(d.Records) != 10 {
		t.Errorf("the second page has %d records", len(d.Records))
	}
	for _, cannot := range []string{"f.nope=1", "min.nope=1", "min.make=3", "max.price=cheap", "min.price=NaN", "sort=nope"} {
		for _, at := range []string{"/records.json?", "/records?", "/export?format=csv&"} {
			if w := ask(h, "GET", theSite+at+cannot, nil, nil); w.Code != http.StatusBadRequest {
				t.Errorf("%s%s: status %d, want that it is refused", at, cannot, w.Code)
			}
		}
	}
	if w := ask(h, "GET", theSite+"/export?format=csv&c=nope", nil, nil); w.Code != http.StatusBadRequest || w.Header().Get("Content-Disposition") != "" {
		t.Errorf("an export of a column that is not there: status %d, %v", w.Code, w.Header())
	}
	for _, format := range []string{"csv", "jsonl", "xlsx", "parquet", "warc"} {
		w := ask(h, "GET", theSite+"/export?f.make=Fiat&format="+format, nil, nil)
		if w.Code != 200 || w.Body.Len() < 500 || !strings.Contains(w.Header().Get("Content-Disposition"), "books_example."+format) {
			t.Errorf("%s: status %d, %d bytes, %s", format, w.Code, w.Body.Len(), w.Header())
		}
		if format == "jsonl" && strings.Count(w.Body.String(), "\n") != 20 {
			t.Errorf("an export of 20 records has %d", strings.Count(w.Body.String(), "\n"))
		}
	}
}

// Each value that the page of columns shows leads to the records that have it.
// Words that make no sense are told beside the field that they stand in; a program gets the
// error alone.
func TestWordsThatCannotBeSearchedFor(t *testing.T) {
	h := serve(t, nil)
	for _, at := range []string{theSite + "/records", "/search"} {
		at += "?q=" + url.QueryEscape(`"half`)
		if w := ask(h, "GET", at, nil, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "a quotation mark is missing") || !strings.Contains(w.Body.String(), `value="&#34;half"`) {
			t.Errorf("%s: %d %s", at, w.Code, w.Body)
		}
		if w := ask(h, "GET", at, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") }); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "a quotation mark is missing") {
			t.Errorf("%s as JSON: %d %s", at, w.Code, w.Body)
		}
	}
}

func TestCommonValuesLeadToTheirRecords(t *testing.T) {
	h := serve(t, nil)
	var d struct {
		Columns []struct {
			Name   string
			Common []struct {
				Value string
				Count int
			}
		}
	}
	if err := json.Unmarshal(ask(h, "GET", theSite+"/columns.json", nil, nil).Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, c := range d.Columns {
		for _, v := range c.Common {
			var found struct{ Matching int }
			w := ask(h, "GET", theSite+"/records.json?"+url.Values{"f." + c.Name: {v.Value}}.Encode(), nil, nil)
			if err := json.Unmarshal(w.Body.Bytes(), &found); err != nil || found.Matching != v.Count {
				t.Errorf("%s = %q: %d records, want %d, %v", c.Name, v.Value, found.Matching, v.Count, err)
			}
			tried++
		}
	}
	if tried < 10 {
		t.Errorf("only %d values were tried", tried)
	}
}

// A facet lists all its values where that is asked for, and a form that asks for one thing
// keeps what else is asked for.
func TestFacetsOpenAndFormsKeep(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Store = shelved{o.Store} })
	shown := func(query string) string { return ask(h, "GET", theSite+"/records?"+query, nil, nil).Body.String() }
	for at := 0; !strings.Contains(shown(""), "?all=shelf"); at++ { // once the columns were read
		if at > 500 {
			t.Fatal("the facet leads to no more values: " + shown(""))
		}
		time.Sleep(10 * time.Millisecond)
	}
	if few, all := strings.Count(shown(""), "f.shelf="), strings.Count(shown("all=shelf"), "f.shelf="); few != 8 || all != 20 {
		t.Errorf("%d values, and %d where all are asked for", few, all)
	}
	text := shown("q=tea&f.make=Fiat&min.price=3&sort=price&c=make&offset=0")
	for field, want := range map[string]int{`name="q" value="tea"`: 3, `name="f.make" value="Fiat"`: 3, `name="min.price" value="3"`: 3, `name="sort" value="price"`: 3, `name="c" value="make"`: 3, `name="offset"`: 0} {
		if n := strings.Count(text, field); n != want {
			t.Errorf("%s is in the forms %d times, want %d", field, n, want)
		}
	}
}

// shelved is a store whose records stand on twenty shelves.
type shelved struct{ dashboard.Store }

func (s shelved) Columns(ctx context.Context, sites ...string) ([]storage.Column, error) {
	all, err := s.Store.Columns(ctx, sites...)
	return append(all, storage.Column{Field: "shelf", Heading: "shelf"}), err
}

func (s shelved) Cells(ctx context.Context, site string, from int64) iter.Seq2[storage.Held, error] {
	return func(yield func(storage.Held, error) bool) {
		for h, err := range s.Store.Cells(ctx, site, from) {
			h.Fields = append(h.Fields, extract.Field{Name: "shelf", Value: fmt.Sprint("shelf ", h.ID%20)})
			if !yield(h, err) {
				return
			}
		}
	}
}

func TestPagesStaySmall(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
		if w := ask(h, "GET", at, nil, nil); w.Code != 200 || w.Body.Len() > 200_000 {
			t.Errorf("%s: status %d, %d bytes", at, w.Code, w.Body.Len())
		}
	}
}

// many is a store of ten thousand sites, one of them with a name like that of a JSON page.
type many struct{ dashboard.Store }

func (m many) Sites(ctx context.Context) ([]storage.SiteStatus, error) {
	all, err := m.Store.Sites(ctx)
	for i := range 10_000 {
		one := all[0]
		one.Name, one.View = fmt.Sprintf("site%d.example", i), fmt.Sprintf("site%d_example", i)
		all = append(all, one)
	}
	all[7].Name = "x.json"
	return all, err
}

func TestManySites(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { start(o); o.Store = many{o.Store} })
	for _, at := range []string{"/", "/?offset=9990", "/sql", "/start"} {
		if w := ask(h, "GET", at, nil, nil); w.Code != 200 || w.Body.Len() > 200_000 {
			t.Errorf("%s: status %d, %d bytes", at, w.Code, w.Body.Len())
		}
	}
	if text := ask(h, "GET", "/", nil, nil).Body.String(); !strings.Contains(text, "?offset=100") || !strings.Contains(text, `"/sites/x%2Ejson"`) {
		t.Error("the list leads to no next page, or not to a site that is called x.json")
	}
	if text := ask(h, "GET", "/?q=SITE77.", nil, nil).Body.String(); strings.Count(text, "<th scope=\"row\">") != 1 || !strings.Contains(text, "site77.example") {
		t.Error("a site is not found by its name")
	}
	for at, want := range map[string]string{"/sites/x%2Ejson": "text/html", "/sites/x%2Ejson.json": "application/json", "/sites/x.json": "application/json"} {
		if kind := ask(h, "GET", at, nil, nil).Header().Get("Content-Type"); !strings.HasPrefix(kind, want) {
			t.Errorf("%s is %s", at, kind)
		}
	}
}

func TestHostileRecordsAreText(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { start(o); o.Store = fillTwice(t, filepath.Join(t.TempDir(), "twice.db")) })
	ask(h, "GET", theDiff, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") }) // waits for it
	if text := ask(h, "GET", theDiff, nil, nil).Body.String(); strings.Count(text, "&lt;script&gt;") < 5 || len(text) > 200_000 {
		t.Errorf("the difference of two harvests shows nothing hostile, or too much, in %d bytes", len(text))
	}
	for _, at := range append(slices.Clone(pages), theDiff) {
		text := ask(h, "GET", at, nil, nil).Body.String()
		for _, bad := range []string{"<script>window", "<img src=x", "<style>*", `href="javascript:`, "\u202e", "\u2066", "</textarea><style"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", at, bad)
			}
		}
	}
}

func TestKeptPagesRunNothing(t *testing.T) {
	h := serve(t, nil)
	w := ask(h, "GET", theSite+"/steps/1/2/page", nil, nil)
	text := strings.ToLower(w.Body.String())
	for _, bad := range []string{"script", "evil.example", "onload", "href", "<meta", "<link", "<base", "<iframe", "action="} {
		if strings.Contains(text, bad) {
			t.Errorf("a kept page has %q: %s", bad, text)
		}
	}
	if !strings.Contains(text, "fiat") || !strings.Contains(text, "#list .record { outline") {
		t.Errorf("a kept page is without its text or its boxes: %s", text)
	}
	if p := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "sandbox; default-src 'none'") {
		t.Errorf("its policy is %q", p)
	}
	if text := ask(h, "GET", theSite+"/steps/1/2", nil, nil).Body.String(); !strings.Contains(text, "<iframe sandbox ") {
		t.Error("its frame is no sandbox")
	}
}

func TestNothingComesFromElsewhere(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
		w := ask(h, "GET", at, nil, nil)
		if p := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'; script-src 'self'; style-src 'self';") {
			t.Errorf("%s: policy %q", at, p)
		}
		for _, bad := range []string{`src="http`, `<link rel="stylesheet" href="http`, " style=", "<script>", " onclick"} {
			if strings.Contains(w.Body.String(), bad) {
				t.Errorf("%s has %q", at, bad)
			}
		}
	}
	for _, name := range []string{"app.css", "app.js", "icon.svg"} {
		if w := ask(h, "GET", "/assets/"+name, nil, nil); w.Code != 200 {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
}

func TestForeignHostsAreRefused(t *testing.T) {
	h := serve(t, nil)
	for host, want := range map[string]int{addr: 200, "localhost:8440": 200, "[::1]:8440": 200, "evil.example:8440": 421, "evil.example": 421, "localhost:9000": 200, "127.0.0.1.evil.example:8440": 421, "": 421} {
		if w := ask(h, "GET", "/", nil, func(r *http.Request) { r.Host = host }); w.Code != want {
			t.Errorf("host %q: status %d, want %d", host, w.Code, want)
		}
	}
	if w := ask(h, "GET", "/sql?q=SELECT+1", nil, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Mode", "no-cors")
	}); w.Code != 403 {
		t.Errorf("another site may have it ask: status %d", w.Code)
	}
}

func TestPostsOfOtherSitesAreRefused(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/false", Target: func(s string) string { return s }}
	h := serve(t, func(o *dashboard.Options) { o.Runs = k })
	for _, from := range []func(*http.Request){
		func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		func(r *http.Request) { r.Header.Set("Origin", "null") },
		func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		func(r *http.Request) { r.Header.Set("Origin", "http://localhost:9999") },
	} {
		if w := ask(h, "POST", "/start", url.Values{"site": {"books.example"}}, from); w.Code != 403 || len(k.Runs()) > 0 {
			t.Errorf("a post of another site: status %d, %d runs", w.Code, len(k.Runs()))
		}
	}
	if w := ask(h, "POST", "/start", url.Values{"site": {"books.example"}}, func(r *http.Request) { r.Header.Set("Origin", "http://"+addr) }); w.Code != 303 || len(k.Runs()) != 1 {
		t.Errorf("a post of our own: status %d, %d runs", w.Code, len(k.Runs()))
	}
}

// sleepy keeps runs that go on until they are ended.
func sleepy(t *testing.T) *runs.Keeper {
	program := filepath.Join(t.TempDir(), "sleepy")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec sleep 30\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	k := &runs.Keeper{Program: program, Target: func(s string) string { return s }}
	t.Cleanup(func() { k.Close(10 * time.Second) })
	return k
}

func TestNothingIsChangedByGet(t *testing.T) {
	k := sleepy(t)
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	if _, err := k.Start(runs.Order{Site: "other.example"}); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"/start?site=books.example", "/runs/1/end", "/runs/1/again", theSite + "/beliefs?action=save&name.0=x", theSite + "/steps/1/2/pick?record=0&piece=1&new.name=x&new.select=i&action=save", "/login?token=x"} {
		for _, method := range []string{"GET", "HEAD"} {
			ask(h, method, at, nil, nil)
		}
	}
	if r := k.Runs(); len(r) != 1 || r[0].State != runs.Running || f.saved != "" {
		t.Errorf("runs %+v, saved %q", r, f.saved)
	}
	k.End(1)
	for k.Runs()[0].State != runs.Ended {
		time.Sleep(5 * time.Millisecond)
	}
	if ask(h, "GET", "/runs/1/again", nil, nil); len(k.Runs()) != 1 {
		t.Error("a run goes on by GET")
	}
}

func TestTokenIsNeeded(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Token = "secret" })
	with := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "hadal", Value: value}) }
	}
	for at, want := range map[string]int{"/": 303, theSite + "/records.json": 401, theSite + "/export?format=csv": 303, "/metrics": 303, "/events": 303, "/healthz": 200, "/login": 200} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second) // a stream that begins does not end
		w := ask(h, "GET", at, nil, func(r *http.Request) { *r = *r.WithContext(ctx) })
		if cancel(); w.Code != want || strings.Contains(w.Body.String(), "books.example") {
			t.Errorf("%s without a token: status %d, want %d", at, w.Code, want)
		}
	}
	for _, wrong := range []string{"", "Secret", "secret ", "secre", "secretsecret"} {
		if w := ask(h, "GET", "/", nil, with(wrong)); w.Code != 303 {
			t.Errorf("token %q: status %d", wrong, w.Code)
		}
	}
	if w := ask(h, "POST", "/login", url.Values{"token": {"wrong"}}, nil); w.Code != 403 || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("a wrong token: status %d", w.Code)
	}
	w := ask(h, "POST", "/login", url.Values{"token": {"secret"}}, nil)
	if c := w.Header().Get("Set-Cookie"); w.Code != 303 || !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Strict") {
		t.Errorf("the right token: status %d, %s", w.Code, c)
	}
	for name, as := range map[string]func(*http.Request){"cookie": with("secret"), "bearer": func(r *http.Request) { r.Header.Set("Authorization", "Bearer secret") }} {
		if w := ask(h, "GET", "/", nil, as); w.Code != 200 {
			t.Errorf("with the token as %s: status %d", name, w.Code)
		}
	}
}

func TestNoTokenBeyondLoopback(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:8440", ":8440", "192.168.1.2:8440", "some.host:8440", "[::]:8440"} {
		if _, err := dashboard.New(dashboard.Options{Addr: addr}); err == nil || !strings.Contains(err.Error(), "token") {
			t.Errorf("%s is served without a token: %v", addr, err)
		}
	}
}

func TestSQLOnlyReads(t *testing.T) {
	h := serve(t, nil)
	for query, want := range map[string]int{"SELECT count(*) FROM books_example": 200, "DELETE FROM records": 400, "ATTACH 'x.db' AS x": 400, "SELECT 1; DROP TABLE records": 400, "PRAGMA query_only=0": 400,
		"VACUUM INTO '/tmp/x'": 400, "SELECT readfile('/etc/passwd')": 400} {
		if w := ask(h, "GET", "/sql.json?q="+url.QueryEscape(query), nil, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d: %s", query, w.Code, want, w.Body)
		}
	}
}

func TestPathsLeadNowhere(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/false", Target: func(s string) string { return s }}
	h := serve(t, func(o *dashboard.Options) { o.Runs = k })
	for _, at := range []string{"/assets/..%2f..%2fserver.go", "/assets/%2e%2e/server.go", "/assets/app.css%00", "/sites/..%2f..%2fetc%2fpasswd", "/sites/..%2f..%2fetc%2fpasswd/beliefs", "/sites/books.example/steps/1/999999/page",
		"/sites/books.example/steps/2/2", "/sites/books.example/steps/-1/x", "/sites/books.example/steps/1/999999"} {
		if w := ask(h, "GET", at, nil, nil); w.Code != 404 && w.Code != 307 && w.Code != 301 {
			t.Errorf("%s: status %d", at, w.Code)
		}
	}
	for _, form := range []url.Values{{"url": {"/etc/passwd"}}, {"url": {"file:///etc/passwd"}}, {"url": {"--config=/etc/passwd"}}, {"url": {"x.yaml"}}, {"site": {"/etc/passwd.yaml"}}, {"site": {"--help"}}, {"url": {"https://x.example/"}, "max_requests": {"1 --db=x"}}, {}} {
		if w := ask(h, "POST", "/start", form, nil); w.Code < 400 || len(k.Runs()) > 0 {
			t.Errorf("%v: status %d, %d runs", form, w.Code, len(k.Runs()))
		}
	}
	if w := ask(serve(t, func(o *dashboard.Options) { o.Store = broken{o.Store} }), "GET", "/", nil, nil); w.Code != 500 || strings.Contains(w.Body.String(), "/home/") {
		t.Errorf("an error tells a path: %d %s", w.Code, w.Body)
	}
}

// failing is a store of which something fails when the head of a page, or the beginning of a
// file, is sent already.
type failing struct{ dashboard.Store }

var errFailing = fmt.Errorf("/home/me/hadal.db: it is damaged")

func (f failing) Numbered(ctx context.Context, ids []int64) ([]storage.Held, error) {
	if slices.Contains(ids, 60) {
		return nil, errFailing
	}
	return f.Store.Numbered(ctx, ids)
}
func (failing) Tallies(context.Context, int64) ([]storage.Tally, error) { return nil, errFailing }
func (failing) Looked(context.Context, int64, int) ([]storage.LookedAt, error) {
	return nil, errFailing
}
func (failing) Search(context.Context, string, storage.SearchOptions) iter.Seq2[storage.Hit, error] {
	return func(yield func(storage.Hit, error) bool) { yield(storage.Hit{}, errFailing) }
}
func (failing) Select(context.Context, string, int, time.Duration) (storage.RowsRead, error) {
	return storage.RowsRead{}, errFailing
}

// A page whose data cannot be found says so, under its head, and ends as a page does; as JSON
// it has a status of its own. A record that cannot be read, on the second page, is none that is
// left out.
func TestPagesThatFailSaySo(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Store = failing{o.Store} })
	for at, want := range map[string]int{theSite: 500, theSite + "/records?offset=50": 500, theSite + "/questions": 500, theSite + "/looked": 500, "/search?q=tea": 500, "/sql?q=SELECT+1": 500} {
		w := ask(h, "GET", at, nil, nil)
		text := w.Body.String()
		if !strings.Contains(text, `role="alert">this page could not be made`) || !strings.HasSuffix(strings.TrimSpace(text), "</html>") || strings.Contains(text, "/home/") || strings.Contains(text, "<table") {
			t.Errorf("%s: status %d, %s", at, w.Code, text)
		}
		if w := ask(h, "GET", at, nil, func(r *http.Request) { r.Header.Set("Accept", "application/json") }); w.Code != want || !strings.Contains(w.Body.String(), `"error":`) || strings.Contains(w.Body.String(), "/home/") {
			t.Errorf("%s as JSON: status %d, %s", at, w.Code, w.Body)
		}
	}
	for at, want := range map[string]int{"/sites/none/records": 404, theSite + "/records?sort=nope": 400, theSite + "/questions/99": 404} { // checked before anything is sent
		if w := ask(h, "GET", at, nil, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", at, w.Code, want)
		}
	}
}

// The head of a page is sent before its data is found.
func TestHeadsAreSentFirst(t *testing.T) {
	found := make(chan bool)
	server := httptest.NewServer(serve(t, func(o *dashboard.Options) { o.Store, o.Addr, o.Token = waiting{o.Store, found}, ":0", "x" }))
	defer server.Close()
	r, err := http.NewRequest("GET", server.URL+theSite+"/questions", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer x")
	answer, err := http.DefaultClient.Do(r) // returns once the head of the answer is there
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	head := make([]byte, 200)
	if _, err := io.ReadFull(answer.Body, head); err != nil || !strings.Contains(string(head), "<html") {
		t.Errorf("%v: %s", err, head)
	}
	close(found)
	if rest, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(rest), "frequency") {
		t.Errorf("%v: %s", err, rest)
	}
}

// waiting is a store whose questions are found when that is wanted.
type waiting struct {
	dashboard.Store
	found chan bool
}

func (w waiting) Asked(ctx context.Context, site string, harvest int64, f storage.AskedFilter) ([]storage.Asked, int, error) {
	<-w.found
	return w.Store.Asked(ctx, site, harvest, f)
}

// slowly is a store that finds the first change between two harvests at once, and the others
// when that is wanted.
type slowly struct {
	dashboard.Store
	found chan bool
}

func (s slowly) Diff(ctx context.Context, site string, from, to int64) iter.Seq2[storage.Change, error] {
	return func(yield func(storage.Change, error) bool) {
		for i := range 5 {
			if i == 1 {
				<-s.found
			}
			if !yield(storage.Change{Kind: storage.Added, Key: fmt.Sprint("change ", i)}, nil) {
				return
			}
		}
	}
}

// What takes long to compare is shown as far as it was found, and found once.
func TestComparisonsGoOnBehindThePage(t *testing.T) {
	found := make(chan bool)
	h := serve(t, func(o *dashboard.Options) {
		o.Store = slowly{fillTwice(t, filepath.Join(t.TempDir(), "twice.db")), found}
	})
	for began := time.Now(); !strings.Contains(ask(h, "GET", theDiff, nil, nil).Body.String(), "change 0"); {
		if time.Since(began) > time.Minute {
			t.Fatal("the first change is not shown")
		}
	}
	for range 2 {
		if text := ask(h, "GET", theDiff, nil, nil).Body.String(); !strings.Contains(text, "change 0") || !strings.Contains(text, "this is so far") || !strings.Contains(text, "data-again") || strings.Contains(text, "that is all") {
			t.Errorf("before all is found: %s", text)
		}
	}
	close(found)
	var d struct {
		Ready   bool
		Changes []struct{ Key string }
	}
	as := func(r *http.Request) { r.Header.Set("Accept", "application/json") }
	if err := json.Unmarshal(ask(h, "GET", theDiff, nil, as).Body.Bytes(), &d); err != nil || !d.Ready || len(d.Changes) != 5 {
		t.Errorf("%v, %+v", err, d)
	}
	if text := ask(h, "GET", theDiff, nil, nil).Body.String(); !strings.Contains(text, "change 4") || !strings.Contains(text, "that is all") {
		t.Errorf("once all is found: %s", text)
	}
}

// A download that cannot be ended is broken off: whoever gets it must not take it for the
// whole.
func TestExportsThatFailAreBrokenOff(t *testing.T) {
	server := httptest.NewServer(serve(t, func(o *dashboard.Options) { o.Store, o.Addr, o.Token = failing{o.Store}, ":0", "x" }))
	defer server.Close()
	for _, format := range []string{"csv", "jsonl", "xlsx", "parquet"} {
		r, err := http.NewRequest("GET", server.URL+theSite+"/export?format="+format, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer x")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			continue // broken off before its first byte
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK {
			t.Errorf("%s ends as if it were whole, with %d bytes", format, len(text))
		}
	}
}

// broken fails with an error that names a file.
type broken struct{ dashboard.Store }

func (broken) Sites(context.Context) ([]storage.SiteStatus, error) {
	return nil, fmt.Errorf("/home/me/hadal.db: it is damaged")
}

// files keeps a profile as JSON.
type files struct{ saved string }

func (f *files) Saved(string) (string, []byte, error) {
	if f.saved == "" {
		return "books.yaml", nil, nil
	}
	return "books.yaml", []byte(f.saved), nil
}
func (f *files) Read(_ string, text []byte) (p harvest.Profile, err error) {
	if err = json.Unmarshal(text, &p); err != nil {
		err = fmt.Errorf("%w: books.yaml:1: %w", dashboard.ErrProfile, err)
	}
	return p, err
}
func (f *files) Write(_ context.Context, _ storage.SiteStatus, p harvest.Profile) ([]byte, error) {
	return json.MarshalIndent(p, "", " ")
}
func (f *files) Questions(p harvest.Profile) (string, error) {
	if p.Questions == nil {
		return "", nil
	}
	text, err := json.Marshal(p.Questions)
	return string(text), err
}
func (f *files) Ask(p harvest.Profile, text string) (harvest.Profile, error) {
	p.Questions = nil
	if text == "" {
		return p, nil
	}
	if err := json.Unmarshal([]byte(text), &p.Questions); err != nil {
		return p, fmt.Errorf("plan:1: %w", err)
	}
	return p, nil
}
func (f *files) Save(_ string, text []byte) error { f.saved = string(text); return nil }

func TestCorrectionsAreShownThenSavedThenReplayed(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/true", Target: func(s string) string { return s + ".yaml" }}
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	form := url.Values{"role.1": {"view"}, "fixed.0": {"tea"}, "name.0": {"brand"}, "kind.1": {"number"}, "next": {"a.next"}, "action": {"preview"}}
	w := ask(h, "POST", theSite+"/beliefs", form, nil)
	for _, want := range []string{"brand", "a.next", `class="add"`, `class="del"`} {
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("the preview has no %q: status %d", want, w.Code)
		}
	}
	if f.saved != "" || len(k.Runs()) > 0 {
		t.Fatal("a preview was saved")
	}
	form.Set("action", "save")
	if w := ask(h, "POST", theSite+"/beliefs", form, nil); w.Code != 303 {
		t.Fatalf("saving: status %d: %s", w.Code, w.Body)
	}
	p, err := f.Read("", []byte(f.saved))
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Wrapper.Columns; len(c) != 2 || c[0].Name != "brand" || c[1].Kind != "number" || p.Wrapper.Next != "a.next" || p.Frozen ||
		p.Form.Fields[1].Role != "view" || p.Questions == nil || p.Questions.Controls[0].Control != "q" || p.Questions.Controls[0].Always.List[0] != "tea" {
		t.Errorf("saved: %+v", p)
	}
	if r := k.Runs(); len(r) != 1 || !r[0].Order.Replay || r[0].Order.Site != "books.example" {
		t.Errorf("runs: %+v", r)
	}
	for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
		ended = k.Runs()[0].State == runs.Ended
	}
	if w := ask(h, "POST", theSite+"/beliefs", url.Values{"role.1": {"other"}, "action": {"save"}}, nil); w.Code != 303 {
		t.Fatalf("a role: status %d", w.Code)
	}
	if p, _ := f.Read("", []byte(f.saved)); !p.Form.Fields[1].Other() {
		t.Errorf("it may still be asked: %+v", p.Form.Fields[1])
	}
	for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
		ended = !slices.ContainsFunc(k.Runs(), func(r runs.Run) bool { return r.State != runs.Ended })
	}
	hide := url.Values{"hide.1": {"1"}, "fixed.0": {""}, "action": {"save"}, "freezing": {"1"}}
	if w := ask(h, "POST", theSite+"/beliefs", hide, nil); w.Code != 303 {
		t.Fatalf("hiding: status %d", w.Code)
	}
	if p, _ := f.Read("", []byte(f.saved)); len(p.Wrapper.Columns) != 2 || !p.Wrapper.Columns[1].Drop || p.Frozen || p.Questions != nil {
		t.Errorf("hidden: %+v", p)
	}
	for _, bad := range []url.Values{{"role.0": {"boss"}}, {"name.0": {""}}, {"kind.0": {"poem"}}, {"print": {"of another time"}}} {
		if w := ask(h, "POST", theSite+"/beliefs", bad, nil); w.Code < 400 {
			t.Errorf("%v: status %d", bad, w.Code)
		}
	}
}

// A file that was moved away is told, for what is shown of it would be of before; put back, it
// is shown again.
func TestVanishedFilesAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "moved.db")
	h := serve(t, func(o *dashboard.Options) { start(o); o.Store = fill(t, path) })
	for _, there := range []bool{true, false, true} {
		want := http.StatusOK
		if !there {
			want = http.StatusServiceUnavailable
			if err := os.Rename(path, path+".old"); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []string{"/", theSite, theSite + "/records.json", "/healthz"} {
			told := func(w *httptest.ResponseRecorder) bool {
				return w.Code == want && !strings.Contains(w.Body.String(), filepath.Dir(path)) && strings.Contains(w.Body.String(), "moved, removed or replaced") != there
			}
			w := ask(h, "GET", at, nil, nil)
			// On a busy machine it is told for a while how sites stood a moment ago.
			for end := time.Now().Add(30 * time.Second); !told(w) && time.Now().Before(end); w = ask(h, "GET", at, nil, nil) {
				time.Sleep(20 * time.Millisecond)
			}
			if !told(w) {
				t.Errorf("%s where the file is there (%v): status %d, %.300s", at, there, w.Code, w.Body)
			}
		}
		if !there {
			if err := os.Rename(path+".old", path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Nothing is shown as the program writes its values, where a person reads.
func TestPagesAreForPeople(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
		text := ask(h, "GET", at, nil, nil).Body.String()
		for _, bad := range []string{"0000 UTC", "map[", "&lt;nil&gt;", "%!", "ZgotmplZ", "{https", "[{", "(0x"} {
			if i := strings.Index(text, bad); i >= 0 {
				t.Errorf("%s has %q: %s", at, bad, text[max(0, i-60):min(len(text), i+100)])
			}
		}
	}
}

// A correction that is saved while the site is harvested is saved, and that is told; what is
// wrong with a file that was edited by hand is told, too, as is that another saved first.
// A plan of questions is shown, changed and taken out as other beliefs are, and one that cannot
// be meant is refused.
func TestAPlanOfQuestionsIsCorrected(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/true", Target: func(s string) string { return s + ".yaml" }}
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	post := func(text, action string) *httptest.ResponseRecorder {
		return ask(h, "POST", theSite+"/beliefs", url.Values{"questions": {text}, "action": {action}}, nil)
	}
	ended := func() {
		for slices.ContainsFunc(k.Runs(), func(r runs.Run) bool { return r.State != runs.Ended }) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	plan := `{"controls":[{"control":"Make","only":["Saab & Co"]}]}`
	if w := post(plan, "preview"); w.Code != 200 || !strings.Contains(w.Body.String(), "Saab \\u0026 Co") || f.saved != "" {
		t.Errorf("the preview: %d, saved %q\n%s", w.Code, f.saved, w.Body)
	}
	if w := post(plan, "save"); w.Code != 303 || !strings.Contains(f.saved, "Saab") {
		t.Fatalf("%d, saved %s", w.Code, f.saved)
	}
	ended()
	if w := ask(h, "GET", theSite+"/beliefs", nil, nil); !strings.Contains(w.Body.String(), "Saab") {
		t.Error("the plan is not shown")
	}
	if w := post(`{"controls"`, "save"); w.Code != 400 || !strings.Contains(w.Body.String(), "plan:1: ") || !strings.Contains(f.saved, "Saab") {
		t.Errorf("a plan that cannot be read: %d", w.Code)
	}
	if w := ask(h, "POST", theSite+"/beliefs", url.Values{"name.0": {"brand"}, "action": {"save"}}, nil); w.Code != 303 || !strings.Contains(f.saved, "Saab") {
		t.Errorf("another correction: %d, saved %s", w.Code, f.saved)
	}
	ended()
	if w := post("", "save"); w.Code != 303 || strings.Contains(f.saved, "Saab") {
		t.Errorf("taken out: %d, saved %s", w.Code, f.saved)
	}
	ended()
}

func TestCorrectionsThatCannotBeReadAgain(t *testing.T) {
	k := sleepy(t)
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	if _, err := k.Start(runs.Order{Site: "books.example"}); err != nil {
		t.Fatal(err)
	}
	form := url.Values{"name.0": {"brand"}, "action": {"save"}}
	if w := ask(h, "POST", theSite+"/beliefs", form, nil); w.Code != 409 || !strings.Contains(w.Body.String(), "It is saved as books.yaml, but") || !strings.Contains(f.saved, "brand") {
		t.Errorf("saved while it is harvested: status %d %s", w.Code, w.Body)
	}
	f.saved = "{"
	for _, method := range []string{"GET", "POST"} {
		if w := ask(h, method, theSite+"/beliefs", nil, nil); w.Code != 409 || !strings.Contains(w.Body.String(), "books.yaml:1: unexpected end") {
			t.Errorf("%s of a file that is damaged: status %d %s", method, w.Code, w.Body)
		}
	}
	f.saved = ""
	old := regexp.MustCompile(`name="print" value="(\w+)"`).FindStringSubmatch(ask(h, "GET", theSite+"/beliefs", nil, nil).Body.String())
	f.saved = `{"wrapper": {"record": "li"}}`
	form.Set("print", old[1])
	if w := ask(h, "POST", theSite+"/beliefs", form, nil); w.Code != 409 || strings.Contains(f.saved, "brand") {
		t.Errorf("the file has changed meanwhile: status %d, saved %s", w.Code, f.saved)
	}
}

// The rule that decides of the search is told, for the agent that asks.
func TestRobotsRuleInForce(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Agent = "hadal" })
	var d struct {
		Hosts []struct {
			Host, Rule string
			Allowed    *bool
			CrawlDelay string `json:"crawl_delay"`
		}
	}
	if err := json.Unmarshal(ask(h, "GET", theSite+".json", nil, nil).Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Hosts) != 1 || d.Hosts[0].Rule != "Allow: /sea" || d.Hosts[0].Allowed == nil || !*d.Hosts[0].Allowed || d.Hosts[0].CrawlDelay != "2s" {
		t.Errorf("hosts: %+v", d.Hosts)
	}
	var looked struct{ Skipped []struct{ URL, Why string } }
	if err := json.Unmarshal(ask(h, "GET", theSite+"/looked.json", nil, nil).Body.Bytes(), &looked); err != nil {
		t.Fatal(err)
	}
	if l := looked.Skipped; len(l) != 3 || l[1].Why != "robots.txt: Disallow: /s" || l[2].Why != "another site" || !strings.HasPrefix(l[0].Why, "others looked better") {
		t.Errorf("links that were not followed: %+v", l)
	}
}

// harvested is a store whose site another process harvests.
type harvested struct {
	dashboard.Store
	next time.Time
}

func (harvested) Busy(storage.SiteStatus) bool { return true }
func (h harvested) Hosts(ctx context.Context, site string) ([]storage.Host, error) {
	hosts, err := h.Store.Hosts(ctx, site)
	hosts[0].NotBefore = h.next
	return append(hosts, storage.Host{Host: "https://other.example"}), err
}

// While a site is harvested, its page says of the host that is asked whether a request is in
// flight, or how long it waits.
func TestWhatIsInFlight(t *testing.T) {
	for wait, want := range map[time.Duration]string{-time.Second: "a request is in flight", time.Minute: "waits"} {
		h := serve(t, func(o *dashboard.Options) { o.Store = harvested{o.Store, time.Now().Add(wait)} })
		var d struct{ Hosts []struct{ Now string } }
		if err := json.Unmarshal(ask(h, "GET", theSite+".json", nil, nil).Body.Bytes(), &d); err != nil || len(d.Hosts) != 2 || d.Hosts[0].Now != want || d.Hosts[1].Now != "" {
			t.Errorf("%s: %v, %+v", wait, err, d.Hosts)
		}
		if text := ask(h, "GET", theSite, nil, nil).Body.String(); !strings.Contains(text, want) {
			t.Errorf("%s: the page does not say %q", wait, want)
		}
	}
}

func TestMetrics(t *testing.T) {
	w := ask(serve(t, nil), "GET", "/metrics", nil, nil)
	for _, want := range []string{`hadal_site_records{site="books.example"} 60`, `hadal_site_warning{site="books.example"} 1`, `hadal_site_coverage_ratio{site="books.example"} 0.66`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
}

func TestEventsTellWhatMoves(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/true", Target: func(s string) string { return s }}
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	defer server.Close()
	handler = serve(t, func(o *dashboard.Options) { o.Runs, o.Addr = k, strings.TrimPrefix(server.URL, "http://") })
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	time.Sleep(100 * time.Millisecond)
	if _, err := k.Start(runs.Order{Site: "books.example"}); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 4096)
	for text := ""; !strings.Contains(text, "data: run:1"); {
		n, err := answer.Body.Read(buffer)
		if text += string(buffer[:n]); err != nil && err != io.EOF || n == 0 {
			t.Fatalf("%v after %q", err, text)
		}
	}
}

// moving is a store whose site moves at each look, and whose pages take long.
type moving struct {
	dashboard.Store
	looks *atomic.Int64
}

func (m moving) Sites(ctx context.Context) ([]storage.SiteStatus, error) {
	all, err := m.Store.Sites(ctx)
	all[0].Requests = int(m.looks.Add(1))
	return all, err
}

func (m moving) Harvests(ctx context.Context, site string) ([]storage.Harvest, error) {
	time.Sleep(200 * time.Millisecond)
	return m.Store.Harvests(ctx, site)
}

// Open pages are told of what moves at most as often as leaves a harvest fifty times as long
// as they took: ten seconds after one of 200 ms, where it is else two.
func TestOpenPagesLeaveTimeToHarvests(t *testing.T) {
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	defer server.Close()
	k := &runs.Keeper{Program: "/bin/true", Target: func(s string) string { return s }}
	handler = serve(t, func(o *dashboard.Options) {
		o.Runs = k
		o.Store, o.Addr = moving{o.Store, new(atomic.Int64)}, strings.TrimPrefix(server.URL, "http://")
	})
	told := func(pages int) time.Duration {
		ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		began := time.Now()
		for range pages {
			if page, err := http.Get(server.URL + theSite + "/history"); err != nil || page.StatusCode != http.StatusOK {
				t.Fatal(page, err)
			} else {
				page.Body.Close()
			}
		}
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if lines.Text() == "event: moved" {
				return time.Since(began)
			}
		}
		return time.Since(began) // it was not told
	}
	if after := told(0); after > 5*time.Second {
		t.Errorf("nobody looks at a page, and it is told after %s", after)
	}
	if after := told(1); after < 5*time.Second {
		t.Errorf("a page took 200 ms, and it is told to look again after %s", after)
	}
	time.AfterFunc(time.Second, func() {
		if _, err := k.Start(runs.Order{Site: "books.example"}); err != nil {
			t.Error(err)
		}
	})
	if after := told(1); after > 5*time.Second {
		t.Errorf("a run has ended, and it is told after %s", after)
	}
}

// With runs, without: nothing can be started by who may only look.
func TestReadOnlyStartsNothing(t *testing.T) {
	h := serve(t, nil)
	for _, at := range []string{"/start", "/runs/1/end", "/runs/1/again", theSite + "/beliefs"} {
		if w := ask(h, "POST", at, url.Values{"site": {"books.example"}}, nil); w.Code != 404 {
			t.Errorf("%s: status %d", at, w.Code)
		}
	}
	text := ask(h, "GET", theSite, nil, nil).Body.String()
	if strings.Contains(text, "<form method=") {
		t.Error("a page offers what cannot be done")
	}
}
