package extract

import (
	"fmt"
	"strings"
	"testing"
)

// Names that are cut short stand in an element with a hint of the whole, others do not:
// they are one column, and each names its record.
func TestNamesWithHints(t *testing.T) {
	names := []string{"Test what ranges tell", "Believe ranges of up to two thousand rows and more", "Know a range by its boxes", "Walk the graph of attribute values in the order of ...", "Cut ranges of dates"}
	var b strings.Builder
	for i, name := range names {
		shown := name
		if len(name) > 30 {
			shown = fmt.Sprintf("<span title='%s'>%s... </span>", name, name[:30])
		}
		fmt.Fprintf(&b, "<tr><td title=2026-11-2%d><i>%d hours ago</i><td class=author><a class=list href='?a=search;s=Ada+Lovelace'><span title='Ada Lovelace'>Ada Love... </span></a>"+
			"<td><a class='list subject' href='?a=commit;h=%d81634bb'>%s<br></a><td class=link><a href='?a=commit;h=%d81634bb'>commit</a> | <a href='?a=tree;h=%dcdbe13'>tree</a>", i, i+3, i, shown, i, i+5)
	}
	r := Read(parse(t, "http://git.example/?a=search;s=range", wrap("<table class=commits>"+b.String()+"</table>")), Options{Query: []string{"range"}})
	if len(r.Records) != len(names) {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	for i, rec := range r.Records {
		if !strings.HasPrefix(rec.Title, names[i][:15]) || !strings.HasSuffix(rec.URL.String(), fmt.Sprintf("h=%d81634bb", i)) || rec.Key != rec.URL.Canonical().String() {
			t.Errorf("%d: %q at %s, key %s", i, rec.Title, rec.URL, rec.Key)
		}
	}
}
