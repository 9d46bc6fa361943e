package facts

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// An answer whose pages were full to the last, and that claims more, is short of it, also where a
// page behind them was asked for and had nothing, whatever that says.
func TestAnEmptyPageBehindFullOnesEndsAnAnswerShort(t *testing.T) {
	for total, want := range map[int]bool{30: false, 31: true} {
		f := New(space.SearchInterface{}, 0, nil)
		ask := querygen.Query{Bind: []page.Pair{{Name: "q", Value: "lamp"}}}
		var q *Question
		for n := 1; n <= 11; n++ {
			o := querygen.Outcome{Query: ask, Page: n, Status: querygen.Answered, Total: total, More: true}
			for i := range 3 {
				o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprintf("%d-%d", n, i)})
			}
			if n == 11 {
				o.Status, o.Total, o.More, o.Rows = querygen.Empty, 1, false, nil
			}
			q = f.Fold(o)
		}
		if q.More || q.Short() != want {
			t.Errorf("30 rows of %d: more %t, short %t", total, q.More, q.Short())
		}
	}
}
