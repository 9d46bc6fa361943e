package plan

import (
	"fmt"
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
)

// Where far more records in hand have a word than match it, the site does not search the texts
// that its rows show: which of the unread matches are in hand is told by the rows that it showed.
func TestTextsThatAreNotSearchedTellOfNoMatches(t *testing.T) {
	for _, c := range []struct {
		hold int // of 40 records held, those whose text has the word
		want float64
	}{{40, 4 + 8*0.5}, {14, 4 + 12}} {
		p := mustPlan(t, querygen.Options{Form: boxForm()})
		answer := func(word string, total int, keys []int) {
			o := querygen.Outcome{Query: p.facts.Space.Word(word, "weighted"), Page: 1, Status: querygen.Answered, Total: total, More: total > len(keys), Requests: 1}
			for _, k := range keys {
				text := "beta own" + fmt.Sprint(k)
				if k < c.hold || k >= 40 {
					text += " alpha"
				}
				o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(k), Text: text})
			}
			p.Observe(o)
		}
		var all []int
		for k := range 40 {
			all = append(all, k)
		}
		answer("beta", 40, all)
		answer("alpha", 12, []int{0, 1, 40, 41})
		if got := p.facts.InHand(p.facts.Word(p.facts.Records.Intern("alpha"))); math.Abs(got-c.want) > 0.5 {
			t.Errorf("%d records hold the word: %.1f matches are in hand, want %.1f", c.hold, got, c.want)
		}
	}
}
