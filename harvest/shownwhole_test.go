package harvest_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A page of everything, as the form's page shows it, may have much beside its list that
// answers to words have not: that is not what all answers have in common. Nor is an answer
// nothing because the form's page had all of it.
func TestASearchOfWhatItsPageShows(t *testing.T) {
	colours := strings.Fields("crimson indigo olive teal ivory amber beige cyan khaki lilac maroon navy ochre pink rose ruby sepia tan umber violet")
	things := strings.Fields("lantern anchor compass kettle barrel ladder mirror pillow basket hammer bottle carpet drawer easel")
	for _, size := range []int{40, 120, 400} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			var all []string
			for i := range size {
				all = append(all, fmt.Sprintf("%s %s lot%03d", colours[i%len(colours)], things[i*5%len(things)], i))
			}
			site := stub(func(u *url.URL) (int, string) {
				if u.Path != "/" {
					return 404, "<h1>404</h1>"
				}
				q := strings.ToLower(strings.Trim(u.Query().Get("q"), "*% "))
				var rows, side strings.Builder
				for _, a := range all {
					if strings.Contains(a, q) {
						fmt.Fprintf(&rows, "<tr><td><a href=/lot/%s>%[1]s</a><td>A %s of the collection<td>2 pieces", strings.ReplaceAll(a, " ", "-"), a)
					}
				}
				for _, c := range slices.Concat(colours, things) {
					if strings.Contains(rows.String(), c) {
						fmt.Fprintf(&side, "<p>Account of %s goods</p>", c)
					}
				}
				return 200, fmt.Sprintf(`<html lang=en><title>Journal</title><h1>Journal</h1><form action=/><label>Search <input type=search name=q value="%s"></label><button>Search</button></form>
					<div class=accounts>%s</div><div class=main><h2>General journal</h2><table><tr><th>Lot<th>Description<th>Amount%s</table></div>`, u.Query().Get("q"), side.String(), rows.String())
			})
			m := newMemory()
			sum := run(t, harvest.Options{}, site, m)
			if sum.Records < size*19/20 || sum.Stop.Kind == harvest.Incomplete {
				t.Errorf("%d records, stop %s: %s", sum.Records, sum.Stop.Kind, sum.Stop.Reason)
			}
			for _, step := range m.steps {
				if strings.Contains(step, "lacks what all answers have") {
					t.Errorf("taken for odd: %.300s", step)
				}
			}
		})
	}
}
