package harvest_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// rooms is a site whose first page lists rooms and has a box that filters this list; the
// search stands in each room, where it is searched at all.
func rooms(names []string, searched bool) stub {
	colours := strings.Fields("crimson indigo olive teal ivory amber beige cyan khaki lilac maroon navy ochre pink rose ruby sepia tan umber violet")
	things := strings.Fields("lantern anchor compass kettle barrel ladder mirror pillow basket hammer bottle carpet drawer easel")
	return func(u *url.URL) (int, string) {
		q := strings.ToLower(u.Query().Get("q"))
		form := fmt.Sprintf(`<form action=%s role=search><label>Search <input type=search name=q value=%q></label><button>Search</button></form>`, u.Path, q)
		name, inside := strings.CutPrefix(u.Path, "/room/")
		switch {
		case u.Path == "/":
			var rows strings.Builder
			for i, name := range names {
				if strings.Contains(name, q) {
					fmt.Fprintf(&rows, "<tr><td><a href=/room/%s>%[1]s</a><td>%d KB</tr>", name, 40+i)
				}
			}
			return 200, fmt.Sprintf("<html lang=en><title>Rooms</title><h1>Rooms</h1>%s<table><tr><th>Name<th>Size</tr>%s</table></html>", form, rows.String())
		case inside && searched && u.Query().Has("q"):
			var rows []string
			for i := range 60 {
				if title := colours[i%20] + " " + things[i*5%14]; strings.Contains(title, q) {
					rows = append(rows, fmt.Sprintf("<li><a href=/thing/%s-%d>%s</a> <span>%d pieces</span></li>", name, i, title, i%7))
				}
			}
			return 200, fmt.Sprintf("<html lang=en><title>%s</title><h1>%[1]s</h1>%s<p>%d results</p><ul>%s</ul></html>", name, form, len(rows), strings.Join(rows, ""))
		case inside && searched:
			return 200, fmt.Sprintf("<html lang=en><title>%s</title><h1>%[1]s</h1>%s<p>Search this room.</p></html>", name, form)
		}
		return 200, "<html lang=en><h1>A room</h1><p>Nothing is kept in it.</p></html>"
	}
}

// A box that filters the list of its page finds what that lists and no more. The search may
// stand on the pages of these: it is harvested in all of them. Where it does not, a harvest
// of hardly any record does not end well.
func TestAFilterOfAListIsNotTheSearch(t *testing.T) {
	ten := strings.Fields("ledger harbour kitchen archive museum garden railway theatre library factory")
	for _, c := range []struct {
		names         []string
		searched      bool
		inside, other int
		end           harvest.StopKind
	}{
		{ten, true, 600, 10, harvest.Exhausted},
		{ten[:3], true, 180, 2, harvest.Exhausted},
		{ten, false, 0, 10, harvest.Exhausted},
		{ten[:2], false, 0, 2, harvest.Incomplete},
	} {
		t.Run(fmt.Sprint(len(c.names), c.searched), func(t *testing.T) {
			db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			sum, err := harvest.RunAll(t.Context(), site, harvest.Options{}, rooms(c.names, c.searched), db, nil)
			if err != nil {
				t.Fatal(err)
			}
			inside := 0
			for _, s := range sum.Sources {
				inside += s.Records
			}
			if inside != c.inside || sum.Records < c.other || sum.Stop.Kind != c.end {
				t.Errorf("%d records, and %d of %d other searches: %s: %s", sum.Records, inside, len(sum.Sources), sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
