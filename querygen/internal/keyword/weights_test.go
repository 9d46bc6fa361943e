package keyword

import (
	"math"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// What counts of the weights adds up to what raking tells of the unseen, and a record
// weighs less for each further question that returned it.
func TestTemperedWeights(t *testing.T) {
	four := func(totals bool) *facts.Facts {
		f := facts.New(space.SearchInterface{}, 0, nil)
		f.Totals = totals
		for _, key := range []string{"a", "b", "c", "d"} {
			f.Records.See(querygen.Row{Key: key, Text: key})
		}
		f.Records.Caught = []uint8{1, 2, 3, 1}
		return f
	}
	for _, tt := range []struct {
		name  string
		raked []float64
		total float64
		ratio float64 // of the last record's weight to the first one's
	}{
		{"raked alike", []float64{4, 4, 4, 4}, 16, 1},
		{"raked apart", []float64{1, 1, 1, 13}, 16, math.Pow(13, temper)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, w := four(true), Weights{Of: tt.raked}
			w.fit(f)
			_, sum := w.sum([]uint32{0, 1, 2, 3})
			if math.Abs(sum-tt.total) > 1e-9 || math.Abs(w.total-tt.total) > 1e-9 || math.Abs(4*w.mean-tt.total) > 1e-9 {
				t.Errorf("the weights add up to %g, %g in all, %g on average; want %g", sum, w.total, w.mean, tt.total)
			}
			if first, second, third, last := w.at(0), w.at(1), w.at(2), w.at(3); math.Abs(second-caughtAgain*first) > 1e-9 || math.Abs(third-caughtAgain*second) > 1e-9 || math.Abs(last-tt.ratio*first) > 1e-9 {
				t.Errorf("weights %g, %g, %g and %g", first, second, third, last)
			}
			f.Records.See(querygen.Row{Key: "e", Text: "e"})
			w.grow(f)
			if _, sum := w.sum([]uint32{0, 1, 2, 3, 4}); math.Abs(sum-w.total) > 1e-9 || w.at(4) <= 0 {
				t.Errorf("a new record weighs %g; %g in all, but the weights add up to %g", w.at(4), w.total, sum)
			}
		})
	}
	w := Weights{Of: []float64{4, 4, 4, 4}}
	if w.fit(four(false)); w.at(0) != 4 || w.at(1) != 4 || w.total != 16 {
		t.Errorf("where no totals tell, what was raked counts: %v", w)
	}
}

// What marked records tell of an answer counts once, however often the weights are
// fitted: what is expected of it is not what it told before.
func TestMarginIsNotHeldAgainstItself(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	f.Told = 10
	word := f.Records.Intern("alpha")
	q := &facts.Question{Kind: facts.Keyword, Word: word, Words: text.Compound{With: []uint32{word}}, Status: querygen.Answered, Reads: 1, More: true}
	for i := range 40 {
		r, _ := f.Records.See(querygen.Row{Key: strconv.Itoa(i), Text: "alpha"})
		f.Wholes.Marked = append(f.Wholes.Marked, i >= 20)
		if i < 10 {
			q.AddRow(r)
		}
	}
	q.Visible, f.Wholes.Count, f.Wholes.Answers = len(q.Rows), 20, 1
	w := Weights{Of: make([]float64, 40)}
	for i := range w.Of {
		w.Of[i] = 1
	}
	w.observe(q, f)
	var sums []float64
	for range 100 {
		w.fit(f)
		_, sum := sumOf(w.Of, f.Records.Postings[word])
		sums = append(sums, sum)
	}
	if first, last := sums[4], sums[99]; first < 45 || last > 1.1*first {
		t.Errorf("40 unseen matches were expected, marked records speak for more: %.0f, %.0f later", first, last)
	}
}
