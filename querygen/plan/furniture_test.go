package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Words that stand in every row between the same neighbours, and pieces of dates, are not
// asked, whatever chooses the words; those that most rows have, but between different ones,
// are.
func TestWordsOfTheRowsAreNotAsked(t *testing.T) {
	metals, things := []string{"brass", "copper", "silver", "pewter", "golden"}, []string{"lantern", "anchor", "compass", "kettle", "barrel", "candle", "mirror"}
	var records []string
	for i := range 400 {
		records = append(records, fmt.Sprintf("the %s and the %s of harbour%03d by http, %d bytes (%d words) 2021-08-%02d 10:%02d am, %d left", metals[i%5], things[i/5%7], i/3, 100+i, 200+i%77, 1+i%31, i%60, 100+i%30))
	}
	for _, strategy := range Strategies() {
		t.Run(strategy, func(t *testing.T) {
			p := mustPlan(t, querygen.Options{Form: boxForm(), Strategy: strategy, Seeds: []string{"brass"}})
			var asked []string
			for range 160 {
				ask, ok := p.Next()
				if !ok {
					break
				}
				word := strings.ToLower(strings.Join(ask.Query.Words(boxForm()), " "))
				o := querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Empty, Total: -1, Requests: 1}
				var rows []querygen.Row
				for i, text := range records {
					if slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,()", r) }), word) {
						rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: text, Fields: []page.Pair{pair("text", text)}})
					}
				}
				if from := 25 * (ask.Page - 1); len(rows) > from {
					o.Status, o.Rows, o.More = querygen.Answered, rows[from:min(from+25, len(rows))], len(rows) > from+25 && ask.Page < 2
				}
				asked = append(asked, word)
				p.Observe(o)
			}
			for _, word := range []string{"bytes", "words", "http", "by", "am", "left", "08", "31", "30"} {
				if slices.Contains(asked, word) {
					t.Errorf("%q was asked among %q", word, asked)
				}
			}
			if strategy == "auto" && (len(asked) < 20 || !slices.Contains(asked, "the") && !slices.Contains(asked, "of")) {
				t.Errorf("asked %q", asked)
			}
		})
	}
}
