package harvest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// leading is a site that leads straight to a record that alone matches, and, where nothing
// matches, home: by a status, to an address that is relative or not. It counts how often.
type leading struct {
	status   int
	relative bool
	paged    bool // two pages can be had of an answer; what is asked for beyond leads to its first record
	strategy string
	singles  int
	homes    int
}

func (l *leading) names() (out []string) {
	metals, things := []string{"brass", "copper", "silver", "pewter"}, []string{"lantern", "anchor", "compass", "kettle", "barrel", "candle"}
	place := func(i int) string { // half of them are of one piece only
		i %= 61
		return []string{"Aber", "Berg", "Cad", "Dun", "Es", "Fal", "Gen", "Ham"}[i%8] + []string{"deen", "holm", "iz", "kirk", "by", "mouth", "oa", "burg"}[i/8]
	}
	for i := range 72 {
		out = append(out, fmt.Sprintf("%s %s of %s near %s", metals[i%4], things[i/4%6], place(i), place(i*i)))
	}
	return append(out, alone)
}

// alone is the name of a record in no list: it shares no word with another.
const alone = "Earthen ocarina from Vilnius"

func slug(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func (l *leading) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lead := func(to string) {
		if !l.relative {
			to = "http://" + r.Host + to
		}
		w.Header().Set("Location", to)
		w.WriteHeader(l.status)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	item, isItem := strings.CutPrefix(r.URL.Path, "/item/")
	q := strings.ToLower(strings.TrimSpace(r.FormValue("q")))
	var hits []string
	for _, name := range l.names() {
		if isItem && slug(name) == item {
			fmt.Fprintf(w, `%s<h2>Item</h2><h1>%s</h1><p>It was found in a cellar, and is kept in the archive since.</p><ul><li><a href=/help>Opening hours of the archive</a><li><a href=/terms>Terms of the archive</a></ul>`, stubForm, name)
			return
		}
		if q != "" && slices.Contains(strings.Fields(strings.ToLower(name)), q) {
			hits = append(hits, name)
		}
	}
	switch {
	case isItem:
		http.NotFound(w, r)
	case r.URL.Path == "/":
		fmt.Fprintf(w, `%s<p>Brass, lantern, ocarina and Riga are words of the archive.</p>`, stubForm)
	case r.URL.Path != "/find":
		fmt.Fprintf(w, `<html lang=en><title>%s</title><p>The archive.`, r.URL.Path)
	case len(hits) == 0:
		l.homes++
		lead("/")
	case l.paged && r.FormValue("page") > "2":
		lead("/item/" + slug(hits[0]))
	case len(hits) == 1:
		l.singles++
		lead("/item/" + slug(hits[0]))
	default:
		fmt.Fprintf(w, `%s<h2>Results</h2><p>%d results found</p><ul class=results>`, stubForm, len(hits))
		from := 0
		if l.paged && r.FormValue("page") == "2" {
			from = 8
		}
		for _, name := range hits[from:min(from+8, len(hits))] {
			fmt.Fprintf(w, `<li><h3><a href="/item/%s">%s</a></h3><p>A piece kept in the archive.</p>`, slug(name), name)
		}
		if fmt.Fprint(w, "</ul>"); l.paged && len(hits) > 8 {
			fmt.Fprintf(w, `<nav><a href="/find?q=%s&page=1">1</a> <a href="/find?q=%[1]s&page=2">2</a></nav>`, q)
		}
	}
}

// A search that leads straight to a record has found that record, and nothing else of its
// page; one that leads home has found none.
func TestASearchThatLeadsStraightToARecord(t *testing.T) {
	for _, l := range []*leading{{status: 301}, {status: 302, relative: true}, {status: 303}, {status: 307, relative: true}, {status: 302, paged: true}, {status: 302, strategy: "probe"}} {
		t.Run(fmt.Sprint(l.status, l.paged, l.strategy), func(t *testing.T) {
			t.Parallel()
			start, client := serve(t, l)
			store := newMemory()
			sum, err := harvest.Run(t.Context(), harvest.Site{Name: "leading", Start: start}, harvest.Options{Browser: harvest.RenderNever, Strategy: l.strategy, SeedWords: []string{"abermouth"}}, client, store, func(e harvest.Event) {
				if strings.Contains(e.Message, "the pager ends before") {
					t.Error(e.Message)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			held := map[string]string{}
			for _, rec := range store.rows {
				path := rec.URL.PathQuery()
				if held[path] != "" || !strings.HasPrefix(path, "/item/") || !slices.Contains(l.names(), rec.Title) {
					t.Errorf("held %s %q, beside %q", path, rec.Title, held[path])
				}
				held[path] = rec.Title
			}
			t.Logf("%d records, %d straight, %d home, %d requests, %s: %s", len(held), l.singles, l.homes, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
			if l.strategy == "" && held["/item/"+slug(alone)] == "" {
				t.Errorf("%s is not held, to which only a search leads", alone)
			}
			if l.strategy == "" && (len(held) < 70 || l.singles < 10 || l.homes < 10) {
				t.Errorf("%d of 73 records, after %d answers that were one and %d that were none", len(held), l.singles, l.homes)
			}
		})
	}
}
