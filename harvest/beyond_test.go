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

// Where the totals of parts say that more is there than any question brings, the run does
// not end well, though nothing is left to ask.
func TestPartsOutOfReachAreMissing(t *testing.T) {
	t.Parallel()
	halls := []string{"North", "South", "East", "West", "Annex"}
	sizes := []int{40, 10, 34, 8, 22}
	const most = 20 // rows of an answer
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
			fmt.Fprintf(w, `<p>%d items found</p><ul>`, sizes[i])
			for k := range min(sizes[i], most) {
				fmt.Fprintf(w, `<li><a href="/item/%s-%d">Item %s %s</a> <span>hall %s</span></li>`, strings.ToLower(h), k, letters(k*7919), letters(k*104729), h)
			}
			fmt.Fprint(w, `</ul>`)
		}
	}))
	t.Cleanup(server.Close)
	l := newLedgered(t, server.URL+"/", func() int { return int(seen.Load()) })
	sum := l.run(t.Context(), harvest.Options{}, nil)
	if held := 20 + 10 + 20 + 8 + 20; sum.Records != held || sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "36 more are out of reach") {
		t.Errorf("%d of %d records, %s: %s", sum.Records, held, sum.Stop.Kind, sum.Stop.Reason)
	}
}
