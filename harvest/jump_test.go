package harvest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// pager is a made-up site that shows no totals: 90 lamps behind a box, ten a
// page. link writes where its pager leads for a page, and number reads it.
type pager struct {
	link   func(q string, page int) string
	number func(r *http.Request) int
	beyond string // what stands beyond the end: "" nothing, "404", "last", "first", "sent" to the first
	opened bool   // a further page is shown only of a question whose first page was asked for, else the first
	seen   map[string]bool
	asked  []string
}

var lampWords = map[string]int{"brass": 1, "paper": 2, "copper": 3, "glass": 11} // by how many lamps have it: each n-th

func (s *pager) find(q string) (found []int) {
	for i := range 90 {
		if n := lampWords[q]; n > 0 && i%n == 0 {
			found = append(found, i)
		}
	}
	return found
}

func (s *pager) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	q := r.FormValue("q")
	form := `<html lang=en><title>Lamps</title><h1>Lamps of the coast</h1><form action="/find" role=search><label>Search <input type=search name=q required></label><button>Search</button></form>`
	if r.URL.Path == "/data" {
		s.data(w, r)
		return
	}
	if !strings.HasPrefix(r.URL.Path, "/find") {
		fmt.Fprint(w, form)
		return
	}
	s.asked = append(s.asked, r.URL.RequestURI())
	n := s.number(r)
	if s.opened && n > 1 && !s.seen[q] {
		n = 1
	}
	s.seen[q] = true
	found := s.find(q)
	pages := (len(found) + 9) / 10
	if n > pages && pages > 0 {
		switch s.beyond {
		case "404":
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintf(w, `<p>No such page.</p><ul><li><a href="/lamp/7">lamp 7</a> is liked<li><a href="/lamp/8">lamp 8</a> is liked<li><a href="/lamp/9">lamp 9</a> is liked</ul>`)
			return
		case "last":
			n = pages
		case "first":
			n = 1
		case "sent":
			w.Header().Set("Location", "/find?q="+q)
			w.WriteHeader(http.StatusFound)
			return
		}
	}
	rows := found[min(len(found), 10*n-10):min(len(found), 10*n)]
	if len(rows) == 0 {
		fmt.Fprint(w, form, `<p>No lamps were found.</p>`)
		return
	}
	fmt.Fprint(w, form, `<ul class=results>`)
	for _, i := range rows {
		fmt.Fprintf(w, `<li><h3><a href="/lamp/%d">lamp %d</a></h3><p>Made of good stuff in the year %d, and hung in a house by the sea</p></li>`, i, i, 1800+i)
	}
	fmt.Fprint(w, `</ul><p class=pager>`)
	for k := max(1, n-3); k <= min(pages, n+3); k++ {
		fmt.Fprintf(w, `<a href="%s">%d</a> `, strings.ReplaceAll(s.link(q, k), "&", "&amp;"), k)
	}
	if n < pages {
		fmt.Fprintf(w, `<a rel=next href="%s">Next</a>`, strings.ReplaceAll(s.link(q, n+1), "&", "&amp;"))
	}
	fmt.Fprint(w, `</p>`)
}

// data is the request behind the page: it has no total, and begins at a row.
func (s *pager) data(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.URL.RequestURI())
	found := s.find(r.FormValue("q"))
	at, _ := strconv.Atoi(r.FormValue("at"))
	if s.beyond == "last" && at >= len(found) {
		at = (len(found) - 1) / 10 * 10
	}
	type lamp struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	lamps := []lamp{}
	for _, i := range found[min(at, len(found)):min(at+10, len(found))] {
		lamps = append(lamps, lamp{i, fmt.Sprintf("lamp %d", i)})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"lamps": lamps, "cursor": at + 10})
}

// byParameter numbers pages by a parameter that begins at first.
func byParameter(name string, first, step int, rest string) *pager {
	return &pager{
		link: func(q string, page int) string {
			return fmt.Sprintf("/find?%sq=%s&%s=%d", rest, q, name, first+step*(page-1))
		},
		number: func(r *http.Request) int {
			n, err := strconv.Atoi(r.FormValue(name))
			if err != nil {
				return 1
			}
			return (n-first)/step + 1
		},
	}
}

func byPath() *pager {
	return &pager{
		link: func(q string, page int) string { return fmt.Sprintf("/find/page/%d/?q=%s", page, q) },
		number: func(r *http.Request) int {
			n := 1
			fmt.Sscanf(r.URL.Path, "/find/page/%d/", &n)
			return n
		},
	}
}

// lampAsk is a page asked for and what should come: the status, and whether the
// pages of such answers are numbered.
type lampAsk struct {
	word     string
	page     int
	status   querygen.Status
	numbered bool
}

// Pages of answers come in any order by their number, where the site keeps to
// it: those of questions of which nothing else was asked, beyond the end, and
// after a stop in between. Each is asked for by the address that the site's own
// pager has for it.
func TestPagesByNumber(t *testing.T) {
	learn := []lampAsk{
		{"brass", 1, "answered", false}, {"brass", 2, "answered", false}, {"brass", 3, "answered", true},
	}
	jumps := []lampAsk{
		{"paper", 1, "answered", true}, {"copper", 3, "answered", false}, {"copper", 2, "answered", true}, {"copper", 7, "empty", false},
		{"paper", 3, "answered", true}, {"paper", 4, "answered", true}, {"paper", 2, "answered", true}, {"paper", 5, "answered", false},
		{"copper", 1, "answered", true}, {"glass", 2, "empty", false}, {"glass", 1, "answered", false},
		{"brass", 8, "answered", true}, {"brass", 9, "answered", false}, {"brass", 4, "answered", true}, {"brass", 5, "answered", true},
		{"brass", 6, "answered", true}, {"brass", 7, "answered", true},
	}
	second := []lampAsk{{"paper", 1, "answered", false}}
	for name, c := range map[string]struct {
		site  *pager
		learn []lampAsk
	}{
		"pages":     {byParameter("page", 1, 1, ""), learn},
		"rows":      {byParameter("start", 0, 10, ""), learn},
		"rows of 1": {byParameter("first", 1, 10, ""), learn},
		// What the pager adds must be seen twice.
		"more": {byParameter("page", 0, 1, "cmd=list&"), slices.Concat(learn[:2], []lampAsk{{"brass", 3, "answered", false}}, second)},
		"path": {byPath(), slices.Concat(learn[:2], []lampAsk{{"brass", 3, "answered", false}}, second)},
		"404":  {func() *pager { s := byParameter("page", 1, 1, ""); s.beyond = "404"; return s }(), learn},
	} {
		t.Run(name, func(t *testing.T) {
			site := c.site
			ask := askLamps(t, site)
			ask(c.learn)
			ask(jumps[:3])
			ask(jumps[3:6])
			records := ask(jumps[6:])
			if records != 90 {
				t.Errorf("%d records, want 90", records)
			}
			for _, target := range site.asked {
				known := false
				for word := range lampWords {
					known = known || target == "/find?q="+word
					for k := 2; k < 12; k++ {
						known = known || target == site.link(word, k)
					}
				}
				if !known {
					t.Errorf("asked for %s, which no pager leads to", target)
				}
			}
			if want := len(c.learn) + len(jumps) + 1; len(site.asked) != want { // one to see what stands beyond the end
				t.Errorf("%d requests, want %d", len(site.asked), want)
			}
		})
	}
}

// askLamps returns what asks for pages, each time in a run of its own, holds the
// outcomes against those wanted, and returns how many records are held then.
func askLamps(t *testing.T, site *pager, by ...forms.Endpoint) func([]lampAsk) int {
	t.Helper()
	site.seen = map[string]bool{}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	client, err := fetch.New(fetch.Options{LoopbackDelay: time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	start := page.MustParseURL(server.URL + "/")
	client.AddTarget(start)
	for i := range by {
		by[i].Request = page.Get(page.MustParseURL(server.URL + "/data?q=brass&at=0"))
	}
	store := newMemory()
	return func(asks []lampAsk) int {
		t.Helper()
		i := 0
		o := harvest.Options{Browser: harvest.RenderNever, Profile: &harvest.Profile{Endpoints: by}}
		err := harvest.AskPages(t.Context(), harvest.Site{Name: "lamps", Start: start}, o, client, store, func(a harvest.Answer) (string, int, bool) {
			if i > 0 {
				want := asks[i-1]
				checkLamps(t, site, want, a)
			}
			if i == len(asks) {
				return "", 0, false
			}
			i++
			return asks[i-1].word, asks[i-1].page, true
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(store.records)
	}
}

func checkLamps(t *testing.T, site *pager, want lampAsk, a harvest.Answer) {
	t.Helper()
	o := a.Outcome
	if o.Status != want.status || o.Numbered != want.numbered {
		t.Errorf("%s, page %d: %s, numbered %v, want %s, %v (%s)", want.word, want.page, o.Status, o.Numbered, want.status, want.numbered, o.Note)
	}
	if o.Status != querygen.Answered {
		if len(o.Rows) > 0 {
			t.Errorf("%s, page %d: %s with %d rows", want.word, want.page, o.Status, len(o.Rows))
		}
		return
	}
	found := site.find(want.word)
	rows := found[10*want.page-10 : min(len(found), 10*want.page)]
	if more := 10*want.page < len(found); o.More != more {
		t.Errorf("%s, page %d: more %v, want %v (%s)", want.word, want.page, o.More, more, o.Note)
	}
	for i, rec := range a.Records {
		if i >= len(rows) || rec.Title != fmt.Sprintf("lamp %d", rows[i]) {
			t.Errorf("%s, page %d, row %d is %q", want.word, want.page, i, rec.Title)
		}
	}
	if len(a.Records) != len(rows) {
		t.Errorf("%s, page %d: %d rows, want %d", want.word, want.page, len(a.Records), len(rows))
	}
}

// A site that shows another page than the one asked for is found out, and from
// then on its pages are read as its pager leads through them.
func TestPagesByNumberAreDoubted(t *testing.T) {
	with := func(beyond string, opened bool) *pager {
		s := byParameter("page", 1, 1, "")
		s.beyond, s.opened = beyond, opened
		return s
	}
	for name, site := range map[string]*pager{
		"the last page beyond the end":  with("last", false),
		"the first page beyond the end": with("first", false),
		"sent to the first page":        with("sent", false),
		"the first page of any other":   with("", true),
	} {
		t.Run(name, func(t *testing.T) {
			ask := askLamps(t, site)
			ask([]lampAsk{{"brass", 1, "answered", false}, {"brass", 2, "answered", false}, {"brass", 3, "answered", true}, {"copper", 3, "failed", false}})
			// The ledger tells it, and what cannot be built fails without a request.
			requests := len(site.asked)
			ask([]lampAsk{{"paper", 4, "failed", false}})
			if len(site.asked) != requests {
				t.Errorf("asked for %s", site.asked[requests:])
			}
			records := ask([]lampAsk{{"copper", 1, "answered", false}, {"copper", 2, "answered", false}, {"copper", 3, "answered", false},
				{"brass", 4, "answered", false}, {"brass", 5, "answered", false}, {"brass", 6, "answered", false}, {"brass", 7, "answered", false},
				{"brass", 8, "answered", false}, {"brass", 9, "answered", false}})
			if records != 90 {
				t.Errorf("%d records, want 90", records)
			}
		})
	}
}

// The request behind a page is asked for any page where it has a place for the
// number of the page or of its first row, not where it needs what the page
// before said.
func TestEndpointPagesByNumber(t *testing.T) {
	by := func(part forms.Part) forms.Endpoint {
		part.At = "query at"
		return forms.Endpoint{
			Asked:  []page.Pair{{Name: "q", Value: "brass"}},
			Parts:  []forms.Part{{At: "query q", Is: forms.PartControl, Control: "q"}, part},
			Answer: forms.Answer{JSON: true, List: "/lamps", Title: "/name", Link: "/lamp/{/id}"},
			Rows:   10,
		}
	}
	learn := []lampAsk{{"brass", 1, "answered", false}, {"brass", 2, "answered", false}}
	for name, c := range map[string]struct {
		site *pager
		by   forms.Endpoint
		asks []lampAsk
	}{
		"rows": {&pager{}, by(forms.Part{Is: forms.PartOffset, Value: "0"}), []lampAsk{
			{"brass", 3, "answered", true}, {"copper", 2, "answered", true}, {"copper", 4, "empty", false}, {"paper", 4, "answered", true},
			{"paper", 5, "answered", false}, {"paper", 1, "answered", true}, {"brass", 8, "answered", true}, {"brass", 4, "answered", true}}},
		"the last page beyond the end": {&pager{beyond: "last"}, by(forms.Part{Is: forms.PartOffset, Value: "0"}), []lampAsk{
			{"brass", 3, "answered", true}, {"paper", 5, "failed", false}, {"paper", 1, "answered", false}, {"paper", 2, "answered", false}}},
		"cursor": {&pager{}, by(forms.Part{Is: forms.PartCursor, Found: &forms.Found{In: "json /cursor"}}), []lampAsk{
			{"copper", 2, "failed", false}, {"brass", 3, "answered", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			ask := askLamps(t, c.site, c.by)
			ask(learn)
			ask(c.asks[:2])
			ask(c.asks[2:])
			for _, target := range c.site.asked {
				if !strings.HasPrefix(target, "/data?") {
					t.Errorf("asked for %s", target)
				}
			}
		})
	}
}
