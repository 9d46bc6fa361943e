package facts

import (
	"github.com/hadal-crawler/hadal/querygen"
)

// Expectations guess what a question brings whose strategy does not say: from
// what others of that strategy brought, latest first in weight, for each record
// held that shows the word, or for each page where no word is asked for.
type Expectations map[string]*experience

// experience is what the questions of one strategy brought.
type experience struct {
	words  Ratio // new records for the records held that show the word
	others Ratio // new records for the rows of a page
}

// ExperienceKept is the weight that is left to earlier answers at each page.
const ExperienceKept = 0.97

func (e Expectations) of(strategy string) *experience {
	x := e[strategy]
	if x == nil {
		x = &experience{}
		e[strategy] = x
	}
	return x
}

// add takes a page of q into account, and on the first one what was to be expected.
func (e Expectations) add(f *Facts, q *Question, first bool) {
	x := e.of(q.Query.Strategy)
	sum, predicted := &x.others, float64(f.RowsAPage())
	if first && q.Kind == Keyword {
		q.Holders = f.Records.Df(q.Word) - q.Fresh
	}
	if q.Holders > 0 {
		sum, predicted = &x.words, float64(q.Holders)
	}
	if !first {
		predicted = 0
	}
	sum.Fade(float64(q.LastFresh), predicted, ExperienceKept)
}

// Expected guesses the new records that a question brings.
func (f *Facts) Expected(q querygen.Query) float64 {
	x := f.Experience.of(q.Strategy)
	if f.Space.Box != nil {
		if id, ok := f.Records.ID(WordOf(&f.Space, q)); ok && f.Records.Df(id) > 0 {
			return float64(f.Records.Df(id)) * x.words.Value()
		}
	}
	return float64(f.RowsAPage()) * x.others.Value()
}

// Ratio is a smoothed, forgetting quotient of sums, 1 at first. It remembers
// about twenty summands: what a word brings falls as the coverage grows.
type Ratio struct{ Actual, Predicted float64 }

func (r *Ratio) Add(actual, predicted float64) { r.Fade(actual, predicted, 0.95) }

// Fade is add with the weight that is left to earlier summands.
func (r *Ratio) Fade(actual, predicted, memory float64) {
	r.Actual = r.Actual*memory + actual
	r.Predicted = r.Predicted*memory + predicted
}

func (r *Ratio) Value() float64 {
	const smoothing = 10
	return (r.Actual + smoothing) / (r.Predicted + smoothing)
}
