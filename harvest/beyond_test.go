package harvest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
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
			l := serveLedgered(t, func(w http.ResponseWriter, r *http.Request) {
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
			})
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

// Parts that ticks make overlap: their totals have no sum, and no size is told of it.
func TestPartsThatOverlapAreNotSummed(t *testing.T) {
	t.Parallel()
	const n, kinds, most = 300, 12, 20
	has := func(i, kind int) bool { return (i*7+i/5+kind*kind*3)%4 == 0 || i%kinds == kind }
	var all [kinds]int
	form := "<title>Recipes</title><h1>Recipes</h1><form action=/cook role=search>"
	for kind := range kinds {
		form += fmt.Sprintf("<label><input type=checkbox name=have value=%d> Herb %s</label>", kind, letters(kind*31))
		for i := range n {
			if has(i, kind) {
				all[kind]++
			}
		}
	}
	form += "<button>Search</button></form>"
	sum := run(t, harvest.Options{}, stub(func(u *url.URL) (int, string) {
		ticked := u.Query()["have"]
		if u.Path != "/cook" || len(ticked) != 1 {
			return 200, form
		}
		kind, _ := strconv.Atoi(ticked[0])
		if kind < 0 || kind >= kinds {
			return 200, form + "<p>No results found.</p>"
		}
		rows := ""
		for i, shown := 0, 0; i < n && shown < most; i++ {
			if has(i, kind) {
				rows += fmt.Sprintf("<li><a href=/recipe/%d>Recipe %s</a> <i>%s</i></li>", i, letters(i*7919), letters(i*104729))
				shown++
			}
		}
		return 200, fmt.Sprintf("%s<p>%d recipes found</p><ul>%s</ul>", form, all[kind], rows)
	}), newMemory())
	if sum.Stop.Kind != harvest.Incomplete || sum.Estimate.Known() || sum.Records+sum.Estimate.Unreachable > n || !strings.Contains(sum.Stop.Reason, "in several of them") {
		t.Errorf("%d of %d records, of %.0f, %d out of reach, %s: %s", sum.Records, n, sum.Estimate.Size, sum.Estimate.Unreachable, sum.Stop.Kind, sum.Stop.Reason)
	}
}
