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
