package plan_test

import (
	"fmt"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// A planner says what to ask next, and is told what came. The same outcomes lead to the
// same questions.
func Example() {
	form := forms.Form{ID: "lamps", Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole}}}
	p, err := plan.New(querygen.Options{Form: form, Strategy: "frequency", Seeds: []string{"lamp"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	answers := map[string][]string{
		"lamp":  {"brass lamp", "paper lamp", "brass reading lamp"},
		"brass": {"brass lamp", "brass reading lamp", "brass bell"},
	}
	for {
		ask, ok := p.Next()
		if !ok || p.Queries() == 4 {
			break
		}
		o := querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Empty, Total: 0, Requests: 1}
		for _, b := range ask.Query.Bind {
			for _, text := range answers[b.Value] {
				o.Status = querygen.Answered
				o.Rows = append(o.Rows, querygen.Row{Key: text, Text: text})
			}
		}
		o.Total = len(o.Rows)
		p.Observe(o)
		fmt.Printf("%v: %s, %d held (%s)\n", ask.Query.Words(form), o.Status, p.Held(), ask.Query.Why)
	}
	// Output:
	// [boredenovq]: empty, 0 held (a made-up word that nothing matches: shows what an empty answer looks like)
	// [lamp]: answered, 3 held (a word to start from)
	// [brass]: answered, 4 held (most frequent word not asked yet, in 2 of 3 records)
	// [paper]: empty, 4 held (most frequent word not asked yet, in 1 of 4 records)
}
