package dashboard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
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
		Wrapper: extract.Wrapper{Region: "#list", Record: ".record", Columns: []extract.Column{{Name: "make", Select: "b", Rows: 2}, {Name: "price", Kind: "money", Select: "i", Rows: 2}}}}
	commit := func(c harvest.Commit) {
		t.Helper()
		c.Harvest = state.Harvest
		if err := db.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	hosts := []fetch.HostState{{Host: "https://books.example", Requests: 3, LastError: hostile, Robots: []byte("User-agent: *\nCrawl-delay: 2\nDisallow: /s\nAllow: /sea\n# " + hostile)}}
	commit(harvest.Commit{Profile: &profile, Hosts: hosts, Step: &harvest.Step{Seq: 1, At: noon, Visit: &surface.Visit{URL: start, Status: 200, Reward: 1, Requests: 1, Note: hostile,
		Links: []surface.Link{{URL: page.MustParseURL("https://books.example/about"), Kind: "link", Anchor: hostile}}}}})
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
<body onload="parent.hacked=1"><div id=list><p class=record><b>Fiat</b> <i>£1</i></p></div><script>parent.hacked=1; top.location="https://evil.example/"</script><img src=https://evil.example/x.png>
<a href="javascript:parent.hacked=1">x</a><form action=https://evil.example/><button>go</button></form><iframe src=https://evil.example/></iframe><svg><script>parent.hacked=1</script><a xlink:href="javascript:1">y</a></svg></body></html>`)},
			Step: &harvest.Step{Seq: int64(2 + i), At: noon.Add(time.Duration(i) * time.Minute), Answer: &harvest.Answer{Request: page.Get(u), Records: records,
				Outcome: querygen.Outcome{Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: fmt.Sprint("w", i, hostile)}}, Strategy: "frequency", Why: hostile, Expected: 12},
					Page: 1, Status: querygen.Answered, Rows: rows, Total: 90, Requests: 1, Note: hostile}}},
			Estimate: &querygen.Estimate{Held: 30 * (i + 1), Size: 90, Low: 80, High: 100, Coverage: float64(i+1) / 3, Method: hostile},
			Stop:     &harvest.Stop{Kind: harvest.Blocked, Reason: hostile, At: noon},
		})
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
	theSite + "/records", theSite + "/records?q=tea&f.make=Fiat&min.price=3&max.price=20&sort=price&desc=1&c=make&c=price", theSite + "/record?key=k0%2F0%3F%26", theSite + "/columns",
	theSite + "/looked", theSite + "/history", theSite + "/beliefs", "/search?q=tea", "/sql?q=SELECT+*+FROM+books_example", "/start", "/runs"}

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

func TestPagesStaySmall(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
		if w := ask(h, "GET", at, nil, nil); w.Code != 200 || w.Body.Len() > 200_000 {
			t.Errorf("%s: status %d, %d bytes", at, w.Code, w.Body.Len())
		}
	}
}

func TestHostileRecordsAreText(t *testing.T) {
	h := serve(t, start)
	for _, at := range pages {
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

func TestNothingIsChangedByGet(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/false", Target: func(s string) string { return s }}
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	for _, at := range []string{"/start?site=books.example", "/runs/1/end", "/runs/1/again", theSite + "/beliefs?action=save&name.0=x", "/login?token=x"} {
		for _, method := range []string{"GET", "HEAD"} {
			ask(h, method, at, nil, nil)
		}
	}
	if len(k.Runs()) > 0 || f.saved != "" {
		t.Errorf("%d runs, saved %q", len(k.Runs()), f.saved)
	}
}

func TestTokenIsNeeded(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Token = "secret" })
	with := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "hadal", Value: value}) }
	}
	for at, want := range map[string]int{"/": 303, theSite + "/records.json": 401, theSite + "/export?format=csv": 303, "/metrics": 303, "/events": 303, "/healthz": 200, "/login": 200} {
		if w := ask(h, "GET", at, nil, nil); w.Code != want || strings.Contains(w.Body.String(), "books.example") {
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
		"/sites/books.example/steps/2/2", "/sites/books.example/steps/-1/x"} {
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
	err = json.Unmarshal(text, &p)
	return p, err
}
func (f *files) Write(_ context.Context, _ storage.SiteStatus, p harvest.Profile) ([]byte, error) {
	return json.MarshalIndent(p, "", " ")
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
		p.Form.Fields[1].Role != "view" || len(p.Fixed) != 1 || p.Fixed[0] != (page.Pair{Name: "q", Value: "tea"}) {
		t.Errorf("saved: %+v", p)
	}
	if r := k.Runs(); len(r) != 1 || !r[0].Order.Replay || r[0].Order.Site != "books.example" {
		t.Errorf("runs: %+v", r)
	}
	for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
		ended = k.Runs()[0].State == runs.Ended
	}
	hide := url.Values{"hide.1": {"1"}, "fixed.0": {""}, "action": {"save"}, "freezing": {"1"}}
	if w := ask(h, "POST", theSite+"/beliefs", hide, nil); w.Code != 303 {
		t.Fatalf("hiding: status %d", w.Code)
	}
	if p, _ := f.Read("", []byte(f.saved)); len(p.Wrapper.Columns) != 1 || !p.Frozen || len(p.Fixed) != 0 {
		t.Errorf("hidden: %+v", p)
	}
	for _, bad := range []url.Values{{"role.0": {"boss"}}, {"name.0": {""}}, {"kind.0": {"poem"}}, {"print": {"of another time"}}} {
		if w := ask(h, "POST", theSite+"/beliefs", bad, nil); w.Code < 400 {
			t.Errorf("%v: status %d", bad, w.Code)
		}
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
