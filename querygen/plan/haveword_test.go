package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A word that records held have need not be found where the search looks into other columns only.
func TestWordsOfColumnsThatAreNotSearchedNeedNotBeFound(t *testing.T) {
	box := forms.Field{Name: "q", Control: "text", Role: forms.QueryRole}
	p := mustPlan(t, querygen.Options{Form: forms.Form{Fields: []forms.Field{box}}})
	ask := func(word string) querygen.Query {
		return querygen.Query{Bind: []page.Pair{{Name: "q", Value: word}}}
	}
	var rows []querygen.Row
	for i := range 30 {
		title, year := fmt.Sprintf("lamp word%c", 'a'+i), fmt.Sprint(1900+i)
		rows = append(rows, querygen.Row{Key: title, Text: title + " " + year, Fields: []page.Pair{{Name: "title", Value: title}, {Name: "year", Value: year}}})
	}
	p.Observe(querygen.Outcome{Query: ask("lamp"), Page: 1, Status: querygen.Answered, Rows: rows, Total: -1, Requests: 1})
	if n := p.HaveWord(ask("1929")); n != 1 {
		t.Errorf("%d records have 1929", n)
	}
	for i := range 12 {
		p.Observe(querygen.Outcome{Query: ask(fmt.Sprintf("word%c", 'a'+i)), Page: 1, Status: querygen.Answered, Rows: rows[i : i+1], Total: -1, Requests: 1})
		p.Observe(querygen.Outcome{Query: ask(fmt.Sprint(1900 + i)), Page: 1, Status: querygen.Empty, Total: -1, Requests: 1})
	}
	if year, word := p.HaveWord(ask("1929")), p.HaveWord(ask("wordz")); year != 0 || word != 1 {
		t.Errorf("%d and %d records must be found by 1929 and by wordz", year, word)
	}
}
