package harvest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A pager that leads on for ever, to records that nobody has, ends where as many have come as
// the answer claims. A total that lags behind, or is that of a page, ends nothing.
func TestPagerPastTheTotal(t *testing.T) {
	for name, c := range map[string]struct {
		records, total, beyond int // there are, are claimed, and stand on each page past the last one
	}{
		"endless":               {45, 45, 10},
		"endless from a border": {40, 40, 10},
		"the total lags":        {43, 40, 0},
		"the total of a page":   {40, 10, 0},
		"a total that is cut":   {66, 30, 0},
		"a total of parts":      {66, 26, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var seen atomic.Int32
			l := serveLedgered(t, func(w http.ResponseWriter, r *http.Request) {
				if seen.Add(1) > 200 {
					http.Error(w, "enough", http.StatusForbidden)
					return
				}
				if r.URL.Path != "/" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, `<!DOCTYPE html><html lang=en><title>Depot</title><h1>Depot of parts</h1><form role=search>Search <input type=search name=q> <button>Search</button></form>`)
				if !r.Form.Has("q") && r.FormValue("p") == "" && r.URL.RawQuery == "" {
					return
				}
				at, _ := strconv.Atoi(r.FormValue("p"))
				var all []string
				for i := range c.records {
					if row := fmt.Sprintf(`<li><a href="/part/%d">Lever %s</a> <span>hall %s</span>`, i, letters(i*7919+1), letters(i%7+1)); strings.Contains(row, r.FormValue("q")) {
						all = append(all, row)
					}
				}
				if len(all) == 0 {
					fmt.Fprint(w, `<p>Nothing was found.</p>`)
					return
				}
				rows := all[min(at*10, len(all)):min(at*10+10, len(all))]
				more := at*10+10 < len(all)
				if len(rows) > 0 {
					fmt.Fprintf(w, `<p>%d results</p>`, min(c.total, max(len(all), 1)))
				} else {
					for i := range c.beyond {
						rows, more = append(rows, fmt.Sprintf(`<li><a href="/part/%d%d">Ghost %s</a> <span>nowhere</span>`, 100+at, i, letters(at*31+i*7))), true
					}
				}
				fmt.Fprintf(w, `<ul>%s</ul>`, strings.Join(rows, ""))
				if more || c.beyond > 0 {
					fmt.Fprintf(w, `<p><a href="/?q=%s&p=%d">Next</a></p>`, r.FormValue("q"), at+1)
				}
			})
			sum := l.run(t.Context(), harvest.Options{}, func(harvest.Event) {})
			if sum.Records != c.records || sum.Requests > 150 {
				t.Errorf("%d records of %d, %d requests, %s: %s", sum.Records, c.records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
