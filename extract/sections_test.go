package extract

import (
	"fmt"
	"strings"
	"testing"
)

// The rows of a list that stands in sections, each with a heading, are the records, not the
// sections; where what stands in them are facts, they are.
func TestRowsInSections(t *testing.T) {
	rows := func(from, n int, row string) (out string) {
		for i := range n {
			out += fmt.Sprintf(row, shelf[(from+i)%len(shelf)].title, 1900+from+i)
		}
		return out
	}
	hits := "<li><b>%s of salt</b>, %d. On the second floor</li>"
	section := func(head, list string) string {
		return "<section><h2>" + head + "</h2><ul>" + list + "</ul><a href='/find?q=salt&in=" + head + "'>Show all</a></section>"
	}
	for name, c := range map[string]struct {
		body, has string
		want      int
	}{
		"three":          {section("Books (20)", rows(0, 4, hits)) + section("Maps (9)", rows(4, 6, hits)) + section("Notes (3)", rows(10, 3, hits)), "On the second floor", 13},
		"one is one":     {section("Books (20)", rows(0, 4, hits)) + section("Maps (1)", rows(4, 1, hits)), "On the second floor", 5},
		"runs":           {strings.NewReplacer("<section>", "", "</section>", "").Replace(section("Books (20)", rows(0, 4, hits)) + section("Maps (9)", rows(4, 6, hits)) + section("Notes (3)", rows(10, 3, hits))), "On the second floor", 13},
		"heads in boxes": {strings.NewReplacer("<h2>", "<div><span><h2>", "</h2>", "</h2></span></div>").Replace(section("Books (20)", rows(0, 4, hits)) + section("Maps (9)", rows(4, 6, hits))), "On the second floor", 10},
		"facts": {section("The first", "<li>Written in 1920, by A. Berg</li><li>Of salt and of clay, 20 pages</li><li>Kept in hall 4</li>") +
			section("The second", "<li>Written in 1930, by B. Tal</li><li>Of salt and of wood, 40 pages</li><li>Kept in hall 5</li>") +
			section("The third", "<li>Written in 1931, by C. Feld</li><li>Of salt and of iron, 30 pages</li><li>Kept in hall 6</li>"), "Kept in hall", 3},
		"titles that have it": {section("Salt, first", rows(0, 2, hits)) + section("Salt, second", rows(2, 3, hits)) + section("Salt, third", rows(5, 2, hits)), "On the second floor", 3},
	} {
		res := Read(parse(t, "http://h.test/find?q=salt", "<html><body><h1>Catalogue</h1><form action=/find><input name=q></form><main>"+c.body+"</main></body></html>"), Options{Query: []string{"salt"}})
		for _, rec := range res.Records {
			if strings.Count(rec.Text, c.has) == 0 {
				t.Errorf("%s: %q", name, rec.Text)
			}
		}
		if len(res.Records) != c.want {
			t.Errorf("%s: %d records, want %d: %v", name, len(res.Records), c.want, res.Reasons)
		}
	}
}

// Forms of hidden fields and one button without a name are links; how many of how many are shown is
// a total where such a one leads on.
func TestPagersOfHiddenFields(t *testing.T) {
	rows := ""
	for i, b := range shelf[:6] {
		rows += fmt.Sprintf("<tr><td><a href='/printers/%d'>%s</a></td><td>On the second floor, hall %d</td></tr>", i, b.title, i)
	}
	on := "<form action='/printers/' method=GET><input type=hidden name=QUERY value='salt of'><input type=hidden name=FIRST value=6><input type=submit value='Show Next &#x25b6;'></form>"
	for name, c := range map[string]struct {
		says, form, next string
		total            int
	}{
		"leads on":              {"Showing 6 of 391 printers.", on, "http://h.test/printers/?QUERY=salt+of&FIRST=6", 391},
		"leads nowhere":         {"Showing 6 of 391 printers.", "", "", -1},
		"counts others":         {"Showing 20 of 391 printers.", on, "http://h.test/printers/?QUERY=salt+of&FIRST=6", -1},
		"asks for more":         {"", strings.Replace(on, "type=hidden name=FIRST", "type=text name=FIRST", 1), "", -1},
		"is sent by POST":       {"", strings.Replace(on, "GET", "POST", 1), "", -1},
		"leads to another site": {"", strings.Replace(on, "/printers/", "http://other.test/", 1), "", -1},
	} {
		res := Read(parse(t, "http://h.test/printers/?QUERY=salt+of", "<html lang=en><body><h1>Printers</h1><form action=/printers/><input name=QUERY></form><p>"+c.says+"</p>"+c.form+"<table><tr><th>Name<th>Where</tr>"+rows+"</table></body></html>"), Options{Query: []string{"salt of"}})
		if len(res.Records) != 6 || res.Next.URL.String() != c.next || res.Total != c.total {
			t.Errorf("%s: %d records, next %q, total %d: %v", name, len(res.Records), res.Next.URL, res.Total, res.Reasons)
		}
	}
}
