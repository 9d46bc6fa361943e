package harvest_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A box that ignores words lists everything to a made-up one, too. What is counted there is no
// decoration: a harvest that holds the top of it does not end well.
func TestACountBesideAListThatIgnoresWords(t *testing.T) {
	const boats, shown, size = 87, 18, 6
	site := stub(func(u *url.URL) (int, string) {
		if u.Path != "/" {
			return 404, "<h1>404</h1>"
		}
		form := `<html lang=en><title>Moorings</title><form action=/><label>Harbour text <input name=q></label><button>Search</button></form>`
		if !u.Query().Has("q") {
			return 200, form
		}
		n, _ := strconv.Atoi(u.Query().Get("page"))
		n = max(n, 1)
		var rows strings.Builder
		for i := (n - 1) * size; i < min(n*size, shown); i++ {
			fmt.Fprintf(&rows, "<li><a href=/boat/%d>%s %s</a> <span>berth %d, built %d</span>", 400+7*i,
				[]string{"Heron", "Marsh", "Gannet", "Tern", "Plover"}[i%5], []string{"of Lynn", "of Wells", "of Blakeney", "of Hythe"}[i*3%4], i%31, 1950+i*11%60)
		}
		if n*size < shown {
			fmt.Fprintf(&rows, "</ul><a rel=next href='/?q=%s&page=%d'>Next</a>", url.QueryEscape(u.Query().Get("q")), n+1)
		}
		return 200, fmt.Sprintf("%s<p>%d boats found</p><ul>%s", form, boats, rows.String())
	})
	if sum := run(t, harvest.Options{}, site, newMemory()); sum.Stop.Kind != harvest.Incomplete || sum.Estimate.Size != boats {
		t.Errorf("%d records of %d that the site counts, estimate %+v: %+v", sum.Records, boats, sum.Estimate, sum.Stop)
	}
}

// The quantity of a pair of bounds need not stand first in a record, nor is an answer a fair
// sample of what is there: this one begins with the lightest.
func TestBoundsOfANumberAmongOthers(t *testing.T) {
	const stones, cut, size = 450, 25, 10
	type stone struct{ weight, facets, found, drawer int }
	var all []stone
	rng := rand.New(rand.NewPCG(3, 1))
	for range stones {
		facets := 1 + rng.IntN(5)
		drawer := facets*22 + rng.IntN(25)
		all = append(all, stone{weight: drawer * (60 + rng.IntN(130)) / 10, facets: facets, found: 1900 + rng.IntN(122), drawer: drawer})
	}
	slices.SortFunc(all, func(a, b stone) int { return a.weight - b.weight })
	site := stub(func(u *url.URL) (int, string) {
		if u.Path != "/" {
			return 404, "<h1>404</h1>"
		}
		q := u.Query()
		form := `<html lang=en><title>Stones</title><form action=/>
			<label>Weight from <input name=w1></label> <label>to <input name=w2></label>
			<label>Drawer from <input name=d1></label> <label>to <input name=d2></label><button>Search</button></form>`
		if !q.Has("w1") {
			return 200, form
		}
		within := func(v int, low, top string) bool {
			a, errLow := strconv.Atoi(q.Get(low))
			b, errTop := strconv.Atoi(q.Get(top))
			return (errLow != nil || v >= a) && (errTop != nil || v <= b)
		}
		var found []int
		for i, s := range all {
			if within(s.weight, "w1", "w2") && within(s.drawer, "d1", "d2") {
				found = append(found, i)
			}
		}
		if len(found) == 0 {
			return 200, form + "<p>No stones were found.</p>"
		}
		shown := found[:min(len(found), cut)]
		n, _ := strconv.Atoi(q.Get("page"))
		n = max(n, 1)
		var rows strings.Builder
		for _, i := range shown[(n-1)*size : min(n*size, len(shown))] {
			s := all[i]
			fmt.Fprintf(&rows, "<li><a href=/stone/%d>%d facets, %s</a> <span>%d g</span> <span>no. %d</span> <i>%d</i>", 3000+i, s.facets, []string{"agate", "beryl", "topaz"}[i%3], s.weight, s.drawer, s.found)
		}
		if n*size < len(shown) {
			q.Set("page", strconv.Itoa(n+1))
			fmt.Fprintf(&rows, "</ul><a rel=next href='/?%s'>Next</a>", strings.ReplaceAll(q.Encode(), "&", "&amp;"))
		}
		return 200, fmt.Sprintf("%s<p>%d stones found</p><ul>%s", form, len(found), rows.String())
	})
	m := newMemory()
	if sum := run(t, harvest.Options{}, site, m); sum.Records != stones || len(m.steps) > stones/3 {
		t.Errorf("%d records of %d after %d answers: %+v", sum.Records, stones, len(m.steps), sum.Stop)
	}
}
