package facts

import (
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Extent is what is known of how many records match a question, and how many of them can
// be read.
type Extent struct {
	Log
	Told        int    // the limit that the user says; 0 where it says none
	Totals      bool   // an answer to a word shows how many match; see Regime
	Claims      claims // these totals, held against the answers
	Reach       int    // most rows that one question has shown,
	ReachBeside int    // and one beside the form as served
	Signs       signs
	Cut         int    // most rows of a question that ended short of its total
	shut        int    // fewest rows that shutAt has told
	Ended       [2]int // of the questions that ended with more than a page: the most rows of any, and how many ended there
	onePage     onePage
	clipped     clipped
	Broad       breadth
	Seeing      Visibility
	Wholes      wholes
	drift       drift
	Finds       WordColumns
	Classes     text.WordClasses
	Operators   operators
	unboxed     [2]int // questions that left the query box empty: refused, and answered in any way
}

// Matches returns the number of matches that the site claims for q or shows to
// the end, -1 where it is unknown.
func (f *Extent) Matches(q *Question) int {
	switch {
	case q.By != nil:
		return f.Matches(q.By)
	case q.Status == querygen.Empty:
		return 0
	case q.Capped:
		return -1
	case q.Total >= 0 && !f.Guesses(q):
		return max(q.Total, len(q.Rows))
	case q.Status == querygen.Answered && !q.More && (f.limit() == 0 || len(q.Rows) < f.limit()):
		return len(q.Rows)
	case q.Counted > 0 && (f.limit() == 0 || q.Counted < f.limit()):
		return max(q.Counted, len(q.Rows))
	}
	return -1
}

// Supposed returns matches(q) where that is known. Else it takes the records
// that hold the word and are in hand for the share of the matches that the
// latest rows of q suggest. It is only for questions that are worded.
func (f *Extent) Supposed(q *Question) float64 {
	if q.By != nil {
		q = q.By
	}
	if m := f.Matches(q); m >= 0 {
		return float64(m)
	}
	if f.Guesses(q) {
		m, _ := f.Claims.Matches(q.Claim)
		return max(f.FromPages(q, m), f.InHand(q))
	}
	m := float64(f.Fitting(q)) / (1 - min(q.Late, 0.98))
	if f.Regime().Gauging() && q.Kind == Keyword {
		unseen := max(m-f.InHand(q), 1)
		m, _ = f.Gauged(q, m, UntoldSpread*unseen*unseen+unseen)
	}
	m = f.FromPages(q, m)
	if q.More && q.Beyond == 0 {
		return max(m, float64(len(q.Rows)+f.RowsAPage()))
	}
	return max(m, float64(len(q.Rows)))
}

// UntoldSpread is the relative variance of the unseen matches of a word, about
// those that the weights have.
const UntoldSpread = 0.5

// FromPages returns a supposed number of matches of q, within what its pages tell.
func (f *Extent) FromPages(q *Question, m float64) float64 {
	size := float64(f.RowsAPage())
	if q.Beyond > 0 {
		m = min(m, float64(q.Beyond-1)*size)
	}
	return max(m, float64(q.Top()-1)*size+1)
}

// Teaser reports whether q, the form as served, shows a few records of a number that need
// not be that of what can be asked for.
func (f *Extent) Teaser(q *Question) bool {
	return !q.More && q.Pages == 1 && len(q.Rows) < q.Total && f.Reach <= len(q.Rows) && f.limit() == 0
}
