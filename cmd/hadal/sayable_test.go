package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fixtures"
)

// sayable is something that people want to say of a site, and how its entry says it.
type sayable struct {
	says  string
	site  string
	entry string // START is where the site begins
	flags []string
	path  string // of what is counted
	ways  []string
	want  string // one question after the other; * is one of hadal's own, to which nothing can match
	sent  int    // all requests under the path, further pages among them
	tells string // what the run says; "" for anything
	front func(t *testing.T, behind string) string
}

// What people want to say of a site can be said in its entry, and has its effect: the server saw
// these questions, no others, and as many requests. That init writes a wrapper where words find
// nothing is TestInitLearnsAWrapperWhereWordsFail's.
func TestWhatPeopleSayIsDone(t *testing.T) {
	dir := t.TempDir()
	makes, words := filepath.Join(dir, "makes.csv"), filepath.Join(dir, "words.txt")
	write(t, makes, "id;make\n1;Saab\n2;Lancia\n")
	write(t, words, "history\nriver\n")
	t.Setenv("SAYABLE_KEY", "k-4711")
	t.Setenv("SAYABLE_PASSWORD", "p-4712")
	const only = "questions: {words: {list: [history], nothing-else: true}, pages: 1}"
	cars, books := []string{"make", "fuel", "year_from", "year_to", "max_price"}, []string{"q"}
	for _, c := range []sayable{
		{says: "which values of a menu to ask", site: "cars", entry: "questions: {controls: [{control: Make, only: [Saab, Lancia]}], pages: 1}", path: "/cars/results", ways: cars, want: "*|Lancia|Saab", sent: 3},
		{says: "values from a file", site: "cars", entry: "questions: {controls: [{control: Make, only: {file: " + makes + ", column: make}}], pages: 1}", path: "/cars/results", ways: cars, want: "*|Lancia|Saab", sent: 3},
		{says: "range steps", site: "cars", entry: "questions: {controls: [{control: Year, range: {from: 2000, to: 2011, step: 4}}], split: always, pages: 1}", path: "/cars/results", ways: cars, want: "*|2000 2003|2004 2007|2008 2011", sent: 4},
		{says: "the order of controls", site: "cars", entry: "questions: {controls: [{control: Fuel, only: [Hybrid, LPG]}, {control: Make, only: [Saab, Opel]}], combine: [Make, Fuel], pages: 1}", path: "/cars/results", ways: cars,
			want: "*|Opel Hybrid|Opel LPG|Saab Hybrid|Saab LPG", sent: 5},
		{says: "leaving one out by roles: other", site: "cars", entry: "roles: [{name: Year, value: other}, {name: year_to, value: other}]\nquestions: {controls: [{control: Make, only: [Saab]}], pages: 1}", path: "/cars/results", ways: cars, want: "Saab", sent: 1},
		{says: "dependent choices", site: "library", entry: "questions: {controls: [{control: Section, only: [Crafts]}, {control: Shelf, only: [Joinery]}], pages: 1}", path: "/find", ways: []string{"author", "section", "shelf"}, want: "*|Crafts Joinery", sent: 2},
		{says: "choices in steps", site: "wizard", entry: "questions: {controls: [{control: Country, only: [C2]}], then: {controls: [{control: District, only: [D2]}], then: {words: {list: [history, river], nothing-else: true}, pages: 1}}}", path: "/find", ways: []string{"q"}, want: "*|history|river", sent: 3},
		{says: "cookies", site: "books", entry: "cookies: [{name: key, value: 'env:SAYABLE_KEY'}]\n" + only, path: "/search", ways: books, want: "*|history", sent: 2,
			front: asking(func(r *http.Request) bool { k, err := r.Cookie("key"); return err == nil && k.Value == "k-4711" })},
		{says: "headers", site: "books", entry: "headers: [{name: X-Key, value: 'env:SAYABLE_KEY'}]\n" + only, path: "/search", ways: books, want: "*|history", sent: 2,
			front: asking(func(r *http.Request) bool { return r.Header.Get("X-Key") == "k-4711" })},
		{says: "a login", site: "books", entry: "headers: [{name: X-Key, value: 'env:SAYABLE_KEY'}]\nlogin: {page: /enter, user: me, password: 'env:SAYABLE_PASSWORD'}\n" + only, path: "/search", ways: books, want: "*|history", sent: 2, front: guarded},
		{says: "a proxy", site: "books", entry: "proxy: PROXY\n" + only, path: "/search", ways: books, want: "*|history", sent: 2, front: asking(func(r *http.Request) bool { return r.Host == "books.test" })},
		{says: "addresses to keep out", site: "books", entry: "exclude: ['/book/*']\ndetails: always\n" + only, path: "/book/", want: "", sent: 0},
		{says: "the parameter of a pager", site: "books", entry: "pager: {parameter: page}\n" + strings.Replace(only, "pages: 1", "pages: 2", 1), path: "/search", ways: books, want: "*|history", sent: 3},
		{says: "a column's own CSS selector", site: "books", entry: "profile: PROFILE\ndetails: never\n" + only, path: "/search", ways: books, want: "*|history", sent: 2},
		{says: "labels that no control has are told", site: "cars", entry: "questions: {controls: [{control: Maek, only: [Saab]}]}", path: "/cars/results", ways: cars, want: "", tells: "did you mean make?"},
		{says: "values of no use are told", site: "cars", entry: "questions: {controls: [{control: Make, only: [Saap]}]}", path: "/cars/results", ways: cars, want: "", tells: "did you mean Saab?"},
		{says: "columns that never come are told, and not asked for on each page", site: "books", entry: "columns: [prize]\n" + strings.Replace(only, "pages: 1", "pages: 3", 1), path: "/book/", sent: 20, tells: `column "prize" came on none of 20 pages`},
		{says: "words from a file, by --terms", site: "books", entry: "pager: {off: true}", flags: []string{"--terms", "@" + words}, path: "/search", ways: books, want: "*|history|river", sent: 3},
	} {
		t.Run(c.says, func(t *testing.T) {
			site := cookbookSite(t, c.site)
			if c.site == "wizard" {
				of := func(path string) string { return optionAt(t, pageOf(t, site, path), 1) }
				country, _, _ := strings.Cut(of(site.Start), "|")
				label := strings.Split(of(site.Start), "|")[1]
				c.entry = strings.NewReplacer("C2", label, "D2", strings.Split(of("/country?country="+country), "|")[1]).Replace(c.entry)
			}
			out, server := c.harvest(t, site)
			log := server.Log().Asked(c.path)
			if len(log) != c.sent || !strings.Contains(out, c.tells) {
				t.Errorf("%d requests, want %d, and to be told %q:\n%s", len(log), c.sent, c.tells, out)
			}
			if c.ways == nil {
				return
			}
			got := put(server, c.path, c.ways...)
			if strings.HasPrefix(c.want, "*|") && len(got) > 0 {
				got[0] = "*"
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
				t.Errorf("asked (-want +got):\n%s\n%s", diff, out)
			}
		})
	}
}

// harvest harvests a site as said, perhaps behind something that asks who comes.
func (c sayable) harvest(t *testing.T, site *fixtures.Site) (string, *fixtures.Server) {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	dir, start, entry := t.TempDir(), server.URL(), c.entry
	if c.front != nil {
		start = c.front(t, server.URL())
	}
	if strings.Contains(entry, "PROXY") { // the host is one that nobody but the proxy has
		entry, start = strings.ReplaceAll(entry, "PROXY", start), "http://books.test/"
	}
	if strings.Contains(entry, "PROFILE") {
		file := filepath.Join(dir, "profile.yaml")
		write(t, file, "name: it\nstart: "+start+"\nwrapper:\n  columns:\n    - {name: label, select: a, pattern: '(\\w+)$'}\n")
		entry = strings.ReplaceAll(entry, "PROFILE", file)
	}
	file, db := filepath.Join(dir, "hadal.yaml"), filepath.Join(dir, "h.db")
	write(t, file, "sites:\n  - name: it\n    start: "+start+"\n    loopback-delay: 0s\n    delay: 0s\n    jitter: 0\n    "+strings.ReplaceAll(entry, "\n", "\n    ")+"\n")
	if out, err := hadal(t, "config", "validate", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out, _ := hadal(t, append([]string{"harvest", "it", "--config", file, "--db", db, "--quiet", "--browser", "never"}, c.flags...)...).CombinedOutput()
	if strings.Contains(c.entry, "PROFILE") {
		rows, err := hadal(t, "export", "it", "--db", db, "--format", "jsonl").Output()
		held := strings.Count(string(rows), "\n")
		if err != nil || held == 0 || strings.Count(string(rows), `"label":`) != held {
			t.Errorf("%v: %d records, not all with the column\n%s", err, held, rows)
		}
	}
	return string(out), server
}

// asking serves what is behind it to those who bring something, and whether it was asked by any other.
func asking(brings func(*http.Request) bool) func(*testing.T, string) string {
	return func(t *testing.T, behind string) string {
		to, err := url.Parse(behind)
		if err != nil {
			t.Fatal(err)
		}
		var astray atomic.Int64
		proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = to.Host }}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !brings(r) {
				astray.Add(1)
				http.Error(w, "who are you?", http.StatusUnauthorized)
				return
			}
			proxy.ServeHTTP(w, r)
		}))
		t.Cleanup(func() {
			server.Close()
			if n := astray.Load(); n > 0 {
				t.Errorf("%d requests came without what was said", n)
			}
		})
		return server.URL + "/"
	}
}

// optionAt returns value and label of an option of a page's first list.
func optionAt(t *testing.T, page string, i int) string {
	t.Helper()
	parts := strings.Split(page, `<option value="`)
	if len(parts) < i+2 {
		t.Fatalf("no option %d:\n%s", i, page)
	}
	value, rest, _ := strings.Cut(parts[i+1], `"`)
	_, rest, _ = strings.Cut(rest, ">")
	label, _, _ := strings.Cut(rest, "<")
	return fmt.Sprintf("%s|%s", value, strings.TrimSpace(label))
}
