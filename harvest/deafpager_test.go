package harvest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// deafPager is a catalogue of lamps, 60 a page, that shows the first page for every number but
// those of a few pages at most.
type deafPager struct {
	lamps   []string
	boxless bool // there is a menu instead of a box
	counts  bool // pages say how many records they show, not how many match
	always  bool // a next page is led to whatever comes
	reach   int  // pages that it shows
}

func (s *deafPager) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	asks := `<label>Search <input type=search name=q></label>`
	if s.boxless {
		asks = `<label>Room <select name=room><option value="">Any</option><option value=0>Hall</option><option value=1>Kitchen</option><option value=2>Study</option></select></label>`
	}
	fmt.Fprintf(w, `<html lang=en><title>Lamps</title><h1>Lamps of the coast</h1><form action="/find" role=search>%s<button>Search</button></form>`, asks)
	if r.URL.Path != "/find" {
		return
	}
	q, room := r.FormValue("q"), r.FormValue("room")
	var found []int
	for i, made := range s.lamps {
		if (q == "" || slices.Contains(strings.Fields(made), q)) && (room == "" || strconv.Itoa(i%3) == room) {
			found = append(found, i)
		}
	}
	const size = 60
	n, _ := strconv.Atoi(r.FormValue("page"))
	n = max(n, 1)
	at := 0
	if n <= s.reach {
		at = min((n-1)*size, len(found))
	}
	rows := found[at:min(len(found), at+size)]
	if len(rows) == 0 {
		fmt.Fprint(w, `<p>No lamps were found.</p>`)
		return
	}
	if s.counts {
		fmt.Fprintf(w, `<p>%d results</p>`, len(rows))
	}
	fmt.Fprint(w, `<ul class=results>`)
	for _, i := range rows {
		fmt.Fprintf(w, `<li><h3><a href="/lamp/%d">lamp %d</a></h3><p>Made of %s in the year %d</p></li>`, i, i, s.lamps[i], 1800+i)
	}
	fmt.Fprint(w, `</ul>`)
	if s.always || n*size < len(found) {
		fmt.Fprintf(w, `<p class=pager><a rel=next href="/find?q=%s&amp;room=%s&amp;page=%d">Next</a></p>`, q, room, n+1)
	}
}

// A pager that brings the same rows whatever its number is not paging: what it leaves out is
// found by words, or told. One that stands there whatever comes says nothing.
func TestAPagerThatDoesNotPage(t *testing.T) {
	for _, counts := range []bool{false, true} {
		for _, c := range []struct {
			boxless, always bool
			reach, n, held  int
			want            harvest.StopKind
		}{
			{false, false, 1, 300, 297, harvest.Exhausted},
			{true, false, 1, 300, 180, harvest.Incomplete},
			{true, false, 2, 600, 360, harvest.Incomplete},
			{true, true, 1, 150, 150, harvest.Exhausted},
		} {
			sum := look(t, &deafPager{lamps: manyLamps(c.n), boxless: c.boxless, counts: counts, always: c.always, reach: c.reach}, harvest.Options{})
			if sum.Records < c.held || sum.Stop.Kind != c.want || sum.Requests > 160 {
				t.Errorf("counts %t, %+v: %d records with %d requests: %s: %s", counts, c, sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
			}
		}
	}
}
