package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A record may take several rows of a table: it begins where the
// page's author has given a row a name, not at the rows of one kind that are most.
func TestRecordsOverRows(t *testing.T) {
	var b strings.Builder
	for i, w := range []string{"grain", "salt", "rope", "tar", "wool", "wine"} {
		fmt.Fprintf(&b, `<tr class=head id=move-%d><td>2024-03-%02d<td colspan=2>%s for the %s barge<td></tr>`, i, i+1, w, w)
		for _, side := range []string{"store", "quay"} {
			fmt.Fprintf(&b, `<tr class=side><td><td><td><a href="/side?of=%s">%s of %s</a><td>%d EUR</tr>`, side, side, w, 40+i)
		}
	}
	doc := parse(t, "http://books.example/moves", `<html><body><table><tr><th>Day<th>What<th>Side<th>Sum</tr><tbody>`+b.String()+`</table></body></html>`)
	r := Read(doc, Options{})
	if len(r.Records) != 6 || !strings.Contains(r.Records[5].Text, "wine for the wine barge") || !strings.Contains(r.Records[5].Text, "quay of wine") {
		t.Errorf("%d records: %q", len(r.Records), r.Reasons)
	}
}
