package harvest_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// changes is the history of an archive: the page of its form lists the latest sixty, and an
// answer the latest ten in which a word stands, whose titles seldom show it. Links below
// lead to more of the answer and to fewer; those of the changes repeat how many are shown.
type changes struct {
	titles, texts []string
	fullest       int // rows of the longest answer
}

func newChanges(n int) *changes {
	r := rand.New(rand.NewPCG(5, 8))
	var stock []string
	for range 240 {
		word := ""
		for range 3 {
			word += string("bdfgklmnprstvz"[r.IntN(14)]) + string("aeiou"[r.IntN(5)])
		}
		stock = append(stock, word)
	}
	pick := func(n int) string {
		var words []string
		for range n {
			words = append(words, stock[r.IntN(1+r.IntN(len(stock)))])
		}
		return strings.Join(words, " ")
	}
	c := &changes{}
	for i := range n {
		c.titles = append(c.titles, fmt.Sprintf("%s %d", pick(3), 7001+i*3))
		c.texts = append(c.texts, pick(30))
	}
	return c
}

func (c *changes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if r.URL.Path != "/log" {
		http.Redirect(w, r, "/log", http.StatusFound)
		return
	}
	word, shown := strings.ToLower(r.FormValue("rev")), 10
	if word == "" {
		shown = 60
	}
	if n, err := strconv.Atoi(r.FormValue("count")); err == nil {
		shown = n
	}
	var found []int
	for i := range c.titles {
		if word == "" || slices.Contains(strings.Fields(c.titles[i]+" "+c.texts[i]), word) {
			found = append(found, i)
		}
	}
	fmt.Fprintf(w, `<html lang=en><title>Changes</title><h1>Changes</h1><form action=/log role=search><label>Search <input type=search name=rev value="%s"></label></form>`, word)
	if len(found) == 0 {
		fmt.Fprintf(w, "<p>No change was found for “%s”.</p>", word)
		return
	}
	fmt.Fprintf(w, `<p><a href="/log?rev=%s&count=%d">less</a> <a href="/log?rev=%[1]s&count=%[3]d">more</a></p><table><tr><th>age<th>change`, word, shown/2, shown*2)
	carried := ""
	if r.FormValue("count") != "" {
		carried = "?count=" + r.FormValue("count")
	}
	found = found[:min(shown, len(found))]
	c.fullest = max(c.fullest, len(found))
	for _, i := range found {
		with := carried
		if i%12 == 0 { // some links are written by hand
			with = ""
		}
		fmt.Fprintf(w, `<tr><td>2017-08-%02d<td><a href="/change/%d%s">%s</a>`, 1+i%28, 7001+i*3, with, c.titles[i])
	}
	fmt.Fprint(w, "</table>")
}

// A choice of what the form's page lists is an answer though it does not show the word asked
// for, links to more and to fewer rows say how to ask for all of them, and how many are
// shown is no part of a record's address.
func TestSomeOfTheLatestAreAnAnswer(t *testing.T) {
	c := newChanges(300)
	start, client := serve(t, c)
	store := newMemory()
	sum := lookInto(t, store, start, client, harvest.Options{MaxRequests: 200})
	held := map[string]bool{}
	for _, rec := range store.rows {
		if held[rec.Title] || strings.Contains(rec.URL.String(), "count=") {
			t.Errorf("held %s %q", rec.URL, rec.Title)
		}
		held[rec.Title] = true
	}
	t.Logf("%d of 300, %d requests, longest answer %d rows, %s: %s", len(held), sum.Requests, c.fullest, sum.Stop.Kind, sum.Stop.Reason)
	if len(held) < 294 || sum.Requests > 120 || c.fullest <= 60 {
		t.Errorf("%d of 300 records by %d requests, of which the longest showed %d rows", len(held), sum.Requests, c.fullest)
	}
}
