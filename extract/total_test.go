package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A heading that is a number and a word counts what is listed, unless it is a
// date or a length of time.
func TestHeadingsThatCount(t *testing.T) {
	for heading, want := range map[string]int{
		"84 volumes": 84, "12+ volumes": 12, "3 April": -1, "12. März": -1, "24 hours": -1, "7 дней": -1, "5 Stars": -1, "14 Sept.": -1, "21 maja": -1, "30 days": -1, "31 grudnia": -1,
	} {
		doc := parse(t, "http://books.example/new", wrap("<h2>"+heading+"</h2>"+layouts["list"](shelf)))
		if r := Read(doc, Options{}); r.Total != want {
			t.Errorf("%q is read as a total of %d, not %d", heading, r.Total, want)
		}
	}
}

// The number of rows of a long page is not its total.
func TestTotalOfALongPage(t *testing.T) {
	var rows strings.Builder
	for i := range 503 {
		fmt.Fprintf(&rows, `<li><a href="/word/%d">Word %[1]d of the list</a><p>its meaning, in a few words, %[1]d</p></li>`, i)
	}
	doc := parse(t, "http://books.example/find?q=salt&limit=500", wrap(`<div class=info>Results <strong>1 – 503</strong> of <strong>1,421</strong></div><ul class=results>`+rows.String()+`</ul>`))
	if r := Read(doc, Options{Query: []string{"salt"}}); r.Total != 1421 || len(r.Records) != 503 {
		t.Errorf("a total of %d over %d records: %v", r.Total, len(r.Records), r.Reasons)
	}
}
