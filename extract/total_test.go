package extract

import "testing"

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
