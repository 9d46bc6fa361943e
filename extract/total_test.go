package extract

import (
	"fmt"
	"strings"
	"testing"
)

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
