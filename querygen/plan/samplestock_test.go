package plan

import (
	"fmt"
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Records that share with others one word only, which was asked and whose answer was
// cut, are told of by its total: no word that may be drawn tells of them.
func TestSamplesCountRecordsOfWordsAsked(t *testing.T) {
	t.Parallel()
	const n, lone, runs = 900, 600, 3
	sum := 0.0
	for seed := range uint64(runs) {
		records := zipfRecords(n, seed+1)
		for i := range lone {
			records = append(records, model.Record{Key: fmt.Sprint("lone", i), Fields: []page.Pair{pair("text", fmt.Sprint("gathered only", i))}})
		}
		for i := 0; i < n; i += 4 {
			f := &records[i].Fields[0]
			f.Value += " gathered"
		}
		m, err := model.New(records, model.Options{Box: true, TopK: 100, RankSeed: seed})
		if err != nil {
			t.Fatal(err)
		}
		e := sampled(t, m, seed, 0.4, 150).Estimate()
		t.Logf("seed %d: %.0f (%.0f-%.0f) of %d", seed, e.Size, e.Low, e.High, n+lone)
		sum += (e.Size/(n+lone) - 1) / runs
	}
	if math.Abs(sum) > 0.15 {
		t.Errorf("the estimate is off by %+.0f %%", 100*sum)
	}
}

// What a word asked tells depends on its answer.
func TestStockTellsByTotals(t *testing.T) {
	for _, tt := range []struct {
		name                string
		total, shown, other int     // its answer's, and records that another answer brought
		unseen, alone       float64 // matches that are not held, and rows that no other question returned
	}{
		{"a page read of many", 100, 10, 10, 80, 10},
		{"read to its end", 10, 10, 0, 0, 0},
		{"all in hand", 20, 10, 10, 0, 0},
		{"the site means something else", 12, 10, 10, 0, 0},
		{"no total", -1, 10, 10, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustPlan(t, querygen.Options{Form: boxForm()})
			answer := func(word string, total, from, to int) {
				o := querygen.Outcome{Query: p.facts.Space.Word(word, ""), Page: 1, Status: querygen.Answered, Total: total, More: total > to-from, Requests: 1}
				for i := from; i < to; i++ {
					o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprint("asked record", i)})
				}
				p.Observe(o)
			}
			answer("record", 1000, tt.shown, tt.shown+tt.other)
			answer("asked", tt.total, 0, tt.shown)
			w := estimate.NewStock(p.sampler, p.sampler.Pool()).Word(p.facts.Records.Intern("asked"))
			if w.Unseen != tt.unseen || w.Alone != tt.alone {
				t.Errorf("%.0f matches not held, %.0f rows alone; want %.0f, %.0f", w.Unseen, w.Alone, tt.unseen, tt.alone)
			}
		})
	}
}
