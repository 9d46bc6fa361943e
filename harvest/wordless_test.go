package harvest_test

import (
	"fmt"
	"net/url"
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
