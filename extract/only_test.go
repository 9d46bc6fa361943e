package extract

import (
	"fmt"
	"testing"
)

// A page with a single result, read by itself, shows it in what otherwise
// holds a list: one row under column names, or one block called a record.
func TestOnlyOneOfATemplate(t *testing.T) {
	b := shelf[3]
	row := func(format string) string { return fmt.Sprintf("<tr>"+format, b.id, b.title, b.author) }
	cells := "<td>2021-04-03<td><a href='/book/%d'>%s</a><td>%s"
	notes := "<table><tr><td><p>Books may be kept for <a href='/rules'>four weeks</a>; who keeps one for longer pays for every week that has begun.<p>All books are kept <a href='/rooms'>in the house</a>, in rooms that are dark and cold.<p>Write to us where one is missing.</table>"
	for name, c := range map[string]struct {
		body string
		one  bool
	}{
		"row under names in bold":  {"<table><tr><td><b>April</b><tr><td><b>Date</b><td><strong>Title</strong><td><b>Author</b>" + row(cells) + "</table>" + notes, true},
		"row under headings":       {"<table><tr><th>Date<th>Title<th>Author" + row(cells) + "</table>" + notes, true},
		"a block called a result":  {fmt.Sprintf("<section class='search-results'><div><div class=day><h3>Saturday</h3><div class='item book-result'><h4>%s</h4><p>%s</p><p><a href='/book/%d'>Read</a></p></div></div></div></section>", b.title, b.author, b.id) + notes, true},
		"no column names":          {"<table>" + row(cells) + "</table>" + notes, false},
		"a row that leads nowhere": {"<table><tr><th>Date<th>Title<th>Author<tr><td>2021<td>The Salt Road West<td>Hanne Lund</table>" + notes, false},
		"more by its own words":    {"<p>Showing 1 to 2 of 2 books</p><table><tr><th>Date<th>Title<th>Author" + row(cells) + "</table>" + notes, false},
	} {
		r := Read(parse(t, "http://books.example/list", wrap(c.body)), Options{})
		got := len(r.Records) == 1 && r.Records[0].URL.String() == "http://books.example/book/104"
		if got != c.one {
			t.Errorf("%s: %d records, %v", name, len(r.Records), r.Reasons)
		}
	}
}
