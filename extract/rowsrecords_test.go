package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A record may take several rows of a table: it begins where the
// page's author has given a row a name, not at the rows of one kind that are most.
func TestRecordsOverRows(t *testing.T) {
	for _, n := range []int{6, 39, 40, 80, 400} { // where a record is every third row, also of those that are looked at
		var b strings.Builder
		for i := range n {
			w := []string{"grain", "salt", "rope", "tar", "wool", "wine"}[i%6]
			fmt.Fprintf(&b, `<tr class=head id=move-%d><td>2024-03-%02d<td colspan=2>%s for the %s barge %d<td></tr>`, i, i%28+1, w, w, i)
			for _, side := range []string{"store", "quay"} {
				fmt.Fprintf(&b, `<tr class=side><td><td><td><a href="/side?of=%s">%s of %s</a><td>%d EUR</tr>`, side, side, w, 40+i)
			}
		}
		doc := parse(t, "http://books.example/moves", `<html><body><table><tr><th>Day<th>What<th>Side<th>Sum</tr><tbody>`+b.String()+`</table></body></html>`)
		r := Read(doc, Options{})
		if len(r.Records) != n || !strings.Contains(r.Records[5].Text, "wine for the wine barge") || !strings.Contains(r.Records[5].Text, "quay of wine") {
			t.Errorf("%d records, want %d: %q", len(r.Records), n, r.Reasons)
		}
	}
}
