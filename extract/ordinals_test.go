package extract

import (
	"fmt"
	"strings"
	"testing"
)

// In a numbered list of plain text, the number of an item does not end the one before.
func TestOrdinalsOfPlainText(t *testing.T) {
	names := []string{"The history of salt", "When tides turn", "Of lamps and oil", "Rope, tar and canvas", "A harbour in winter"}
	people := []string{"Jane Roe", "Ann Poe", "Jim Doe", "Kate Low", "Tom Coe"}
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "%d. <b><a href='%d@x/'>%s</a></b>\n    - by %s @ 2013-10-1%d  0:15 UTC [%d%%]\n\n ", i+9, i, name, people[i], i, i+3)
	}
	r := Read(parse(t, "http://lists.example/list/?q=salt", "<html><title>salt - search results</title><body><form><input name=q value=salt></form><pre> "+b.String()+"</pre><hr><pre>page: 1-5</pre></body></html>"), Options{})
	if len(r.Records) != len(names) {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	for i, rec := range r.Records {
		if rec.Title != names[i] || !strings.HasSuffix(rec.Text, "%]") {
			t.Errorf("%d: %q, %q", i, rec.Title, rec.Text)
		}
	}
}

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
