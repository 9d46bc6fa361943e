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

// A wrapper that was written when such elements had a selector still finds what stands in
// them, and what stands in the link alone.
func TestWrapperWithBareSpans(t *testing.T) {
	for name, columns := range map[string][]Column{
		"names only": {{Name: "age", Select: "td:nth-child(1)", Nth: 1, Rows: 40}, {Name: "subject", Title: true, Select: "td:nth-child(2) a span", Nth: 1, Rows: 40}},
		"both":       {{Name: "age", Select: "td:nth-child(1)", Nth: 1, Rows: 40}, {Name: "bare", Select: "td:nth-child(2) a", Nth: 1, Rows: 14}, {Name: "subject", Title: true, Select: "td:nth-child(2) a span", Nth: 1, Rows: 26}},
	} {
		t.Run(name, func(t *testing.T) {
			w := Wrapper{Region: "table", Record: "tr", Columns: columns, Pages: 4, Records: 40}
			var b strings.Builder
			for i := range 6 {
				subject := fmt.Sprintf("Range %d of values", i)
				if i%3 == 0 {
					subject = fmt.Sprintf("<span title='%s and rows'>%s... </span>", subject, subject)
				}
				fmt.Fprintf(&b, "<tr><td>%d hours ago<td><a href='?h=%d81634bb'>%s</a>", i, i, subject)
			}
			r := Read(parse(t, "http://git.example/?s=range", wrap("<table>"+b.String()+"</table>")), Options{Query: []string{"range"}, Wrapper: &w})
			if len(r.Records) != 6 || r.Misfit != "" {
				t.Fatalf("%d records: %s", len(r.Records), r.Misfit)
			}
			for i, rec := range r.Records {
				if len(rec.Fields) != 2 || rec.Fields[1].Name != "subject" || rec.Fields[1].Value != rec.Title {
					t.Errorf("%d: %+v", i, rec)
				}
			}
		})
	}
}
