package extract

import (
	"fmt"
	"strings"
	"testing"
)

// Items of a list are records each: one that lacks what the others have does not go
// on with the one before.
func TestItemsOfAListAreNotJoined(t *testing.T) {
	var b strings.Builder
	for i := range 14 {
		fmt.Fprintf(&b, "<li><a href='/doc/%d'>Page %c of the manual</a> ", i, 'A'+i)
		if i%2 == 1 {
			b.WriteString("<span>(a function, in Tables)</span>")
		} else {
			fmt.Fprintf(&b, "<p class=context>...some %d words around what was asked for, and what follows...</p>", i+7)
		}
		b.WriteString("</li>")
	}
	doc := parse(t, "http://docs.example/search?q=page", wrap("<div id=search-results><h2>Search Results</h2><ul class=search>"+b.String()+"</ul></div>"))
	r := Read(doc, Options{Query: []string{"page"}})
	if len(r.Records) != 14 {
		t.Errorf("%d records: %v", len(r.Records), r.Reasons)
	}
	for _, rec := range r.Records {
		if strings.Count(rec.Text, "manual") != 1 {
			t.Errorf("%q", rec.Text)
		}
	}
}
