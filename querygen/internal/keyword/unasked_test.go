package keyword

import (
	"fmt"
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Words that were read to their end leave no weight to the records that hold them; that
// others may have none of these words, the overlap of the words tells.
func TestUnasked(t *testing.T) {
	for _, tt := range []struct {
		name           string
		a, both, b     int // records with the first word alone, with both, with the second one alone
		open           int // matches of the second word that are not held
		hidden         bool
		unseen, within float64 // 0 for no verdict
	}{
		{"words that overlap", 60, 120, 20, 0, false, 80 * 79 / 242.0, 0.01},
		{"words that hardly overlap", 100, 9, 100, 0, false, 0, 0},
		{"an answer to read first", 60, 120, 20, 100, false, 0, 0},
		{"no totals", 60, 120, 20, 0, true, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := facts.New(space.SearchInterface{}, 0, nil)
			f.Totals = !tt.hidden
			a, b := f.Records.Intern("alpha"), f.Records.Intern("beta")
			see := func(n int, text string) (rows []uint32) {
				for i := range n {
					r, _ := f.Records.See(querygen.Row{Key: fmt.Sprint(text, i), Text: text})
					rows = append(rows, r)
				}
				return rows
			}
			ask := func(w uint32, total int, rows []uint32) *facts.Question {
				q := &facts.Question{Kind: facts.Keyword, Word: w, Words: text.Compound{With: []uint32{w}}, Status: querygen.Answered, Reads: 1, Total: total}
				for _, r := range rows {
					q.AddRow(r)
				}
				return q
			}
			onlyA, both, onlyB := see(tt.a, "alpha"), see(tt.both, "alpha beta"), see(tt.b, "beta")
			w := Weights{Unseen: func() (float64, float64, bool) { return 0, 0, false }}
			first := ask(a, tt.a+tt.both, append(onlyA, both...))
			second := ask(b, tt.both+tt.b+tt.open, append(both, onlyB...))
			w.observe(first, f)
			w.observe(second, f)
			w.fit(f)
			raked, reachable := 0.0, float64(tt.open)
			for _, x := range w.Of {
				raked += x
			}
			n, spread, ok := w.unasked(f, reachable)
			if ok != (tt.unseen > 0) || math.Abs(n-tt.unseen) > tt.within*tt.unseen || ok && !(spread > 0) {
				t.Errorf("%.1f records have neither word, give or take %.2f of it: %v; want %.1f", n, spread, ok, tt.unseen)
			}
			if n, _, _ := w.unasked(f, raked); ok && (w.total < 2*raked || w.total > n) {
				t.Errorf("the weights add up to %.1f, want more than the %.1f raked and at most %.1f", w.total, raked, n)
			}
		})
	}
}
