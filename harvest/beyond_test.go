package harvest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// Where the totals of parts say that more is there than any question brings, or too many
// answers end at the same length for chance, the run does
// not end well, though nothing is left to ask.
func TestPartsOutOfReachAreMissing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sizes  []int
		most   int // rows of an answer
		totals bool
		stop   harvest.StopKind
		says   string
	}{
		"totals tell":                  {[]int{40, 10, 34, 8, 22}, 20, true, harvest.Incomplete, "36 more are out of reach"},
		"all long answers end alike":   {[]int{40, 10, 34, 8, 22}, 20, false, harvest.Incomplete, "60 of them from answers that are cut"},
		"two are of one size":          {[]int{20, 10, 20, 8, 12}, 100, false, harvest.Exhausted, ""},
		"totals tell that they end so": {[]int{20, 10, 20, 8, 20}, 100, true, harvest.Exhausted, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			halls := []string{"North", "South", "East", "West", "Annex"}
			var seen atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				seen.Add(1)
				if r.URL.Path != "/" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, `<title>Store</title><h1>Search the store</h1><form role=search><label>Hall <select name=hall><option value="">choose`)
				for _, h := range halls {
					fmt.Fprintf(w, `<option>%s`, h)
				}
				fmt.Fprint(w, `</select></label> <button>Search</button></form>`)
				for i, h := range halls {
					if h != r.FormValue("hall") {
						continue
					}
					if c.totals {
						fmt.Fprintf(w, `<p>%d items found</p>`, c.sizes[i])
					}
					fmt.Fprint(w, `<ul>`)
					for k := range min(c.sizes[i], c.most) {
						fmt.Fprintf(w, `<li><a href="/item/%s-%d">Item %s %s</a> <span>hall %s</span></li>`, strings.ToLower(h), k, letters(k*7919), letters(k*104729), h)
					}
					fmt.Fprint(w, `</ul>`)
				}
			}))
			t.Cleanup(server.Close)
			l := newLedgered(t, server.URL+"/", func() int { return int(seen.Load()) })
			sum := l.run(t.Context(), harvest.Options{}, nil)
			held := 0
			for _, n := range c.sizes {
				held += min(n, c.most)
			}
			if sum.Records != held || sum.Stop.Kind != c.stop || !strings.Contains(sum.Stop.Reason, c.says) {
				t.Errorf("%d of %d records, %s: %s", sum.Records, held, sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
