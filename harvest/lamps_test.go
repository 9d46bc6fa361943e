package harvest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// pager is a made-up site that shows no totals: lamps behind a box, ten a page.
// link writes where its pager leads for a page, and number reads it.
type pager struct {
	link   func(q string, page int) string
	number func(r *http.Request) int
	beyond string   // what stands beyond the end: "" nothing, "404", "last", "first", "sent" to the first
	window int      // the pager leads to no page after this one, and pages show the total; 0: to all
	wall   int      // pages from this one on show nothing; 0: none
	opened bool     // a further page is shown only of a question whose first page was asked for, else the first
	lamps  []string // what each is said to be made of
	seen   map[string]bool
	asked  []string
}

// lampWords are materials, and each how manyth of fewLamps is made of them.
var lampWords = map[string]int{"brass": 1, "paper": 2, "copper": 3, "glass": 11}

// fewLamps returns 90 lamps, all of brass.
func fewLamps() (out []string) {
	for i := range 90 {
		made := ""
		for _, word := range slices.Sorted(maps.Keys(lampWords)) {
			if i%lampWords[word] == 0 {
				made += word + " "
			}
		}
		out = append(out, made)
	}
	return out
}

// manyLamps returns lamps of words that are as frequent as words of a language.
func manyLamps(n int) (out []string) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		k := int(math.Exp(r.Float64() * math.Log(100))) // the k-th word about as often as 1/k
		return string([]byte{"bdfgklmnprstv"[k%13], "aeiou"[k/13%5], "bdfgklmnprstv"[k/65%13], "aeiou"[k%5], "lmnrstxz"[k%8]})
	}
	for range n {
		out = append(out, strings.Join([]string{word(), word(), word(), word(), word(), word(), word(), word()}, " "))
	}
	return out
}

// find returns the lamps of a material, in an order that is the same always.
func (s *pager) find(q string) (found []int) {
	for i, made := range s.lamps {
		if slices.Contains(strings.Fields(made), q) {
			found = append(found, i)
		}
	}
	return found
}

func (s *pager) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	q := r.FormValue("q")
	if query, ok := strings.CutPrefix(r.URL.RawQuery, "sort=name;q="); ok {
		q, _, _ = strings.Cut(query, ";")
	}
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
	if s.wall > 0 && n >= s.wall {
		n = pages + 1
	}
	rows := found[min(len(found), 10*n-10):min(len(found), 10*n)]
	if len(rows) == 0 {
		fmt.Fprint(w, form, `<p>No lamps were found.</p>`)
		return
	}
	fmt.Fprint(w, form, `<ul class=results>`)
	for _, i := range rows {
		fmt.Fprintf(w, `<li><h3><a href="/lamp/%d">lamp %d</a></h3><p>Made of %s in the year %d</p></li>`, i, i, s.lamps[i], 1800+i)
	}
	fmt.Fprint(w, `</ul>`)
	if s.window > 0 {
		fmt.Fprintf(w, `<p>Results %d-%d of %d</p>`, 10*n-9, 10*n-10+len(rows), len(found))
		pages = min(pages, s.window)
	}
	fmt.Fprint(w, `<p class=pager>`)
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

// bySemicolons sets the parameters apart by semicolons.
func bySemicolons() *pager {
	return &pager{
		link: func(q string, page int) string { return fmt.Sprintf("/find?sort=name;q=%s;page=%d", q, page) },
		number: func(r *http.Request) int {
			n := 1
			for part := range strings.SplitSeq(r.URL.RawQuery, ";") {
				fmt.Sscanf(part, "page=%d", &n)
			}
			return n
		},
	}
}

// serve serves a site until the test ends, and returns its start page and a client that may ask it.
func serve(t *testing.T, site http.Handler) (start page.URL, client *fetch.Client) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	start = page.MustParseURL(server.URL + "/")
	return start, clientFor(t, start)
}

// clientFor returns a client that may ask a site.
func clientFor(t *testing.T, start page.URL) *fetch.Client {
	t.Helper()
	client, err := fetch.New(fetch.Options{LoopbackDelay: time.Microsecond, Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	client.AddTarget(start)
	return client
}

// look harvests a site that is served, without a browser and into a store of its own.
func look(t *testing.T, site http.Handler, o harvest.Options) harvest.Summary {
	t.Helper()
	start, client := serve(t, site)
	return lookAt(t, start, client, o)
}

func lookAt(t *testing.T, start page.URL, client harvest.Network, o harvest.Options) harvest.Summary {
	t.Helper()
	return lookInto(t, newMemory(), start, client, o)
}

func lookInto(t *testing.T, store harvest.Store, start page.URL, client harvest.Network, o harvest.Options) harvest.Summary {
	t.Helper()
	o.Browser = harvest.RenderNever
	sum, err := harvest.Run(t.Context(), harvest.Site{Name: "site", Start: start}, o, client, store, nil)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// lookOn harvests a site in as many runs as it takes where each has a limit: each goes on from
// the ledger of those before it, as a program of its own.
func lookOn(t *testing.T, store harvest.Store, start page.URL, o harvest.Options) (sum harvest.Summary) {
	t.Helper()
	for range 100 {
		if sum = lookInto(t, store, start, clientFor(t, start), o); sum.Stop.Kind != harvest.Limit {
			return sum
		}
	}
	t.Fatal("it does not end")
	return sum
}
