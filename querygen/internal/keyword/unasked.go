package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Where words have been read to their end, raking leaves hardly any weight to the records
// that hold them, and these are all there are: that others have none of these words, no
// margin says. So, while no samples tell, the words asked are taken for occasions at which
// records were caught, as in Chao's lower bound: from how many hold just one of them, and
// just two, follows how many hold none. Where totals are hidden, the few answers known
// to their end were chosen for being short, and overlap too little to tell.

// Of unasked.
const (
	unaskedTwice = 10   // records held with just two of the words asked, from which it tells
	unaskedOpen  = 0.25 // matches of words asked that are not held, for each record held with one or two of them; more, and their answers are to be read first
)

// unasked returns the number of records not held, reachable of which have one of the
// words asked, and its relative error. It is not ok where too little tells.
func (w *Weights) unasked(f *facts.Facts, reachable float64) (n, spread float64, ok bool) {
	if !f.Regime().Totals {
		return 0, 0, false
	}
	times := make([]int, len(w.Of))
	for _, m := range w.known {
		if _, told := m.unseen(f); told && m.q.Kind == facts.Keyword {
			for _, d := range f.InHandList(m.q) {
				if int(d) < len(times) {
					times[d]++
				}
			}
		}
	}
	once, twice := 0.0, 0.0
	for _, n := range times {
		switch n {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	if twice < unaskedTwice || reachable > unaskedOpen*(once+twice) {
		return 0, 0, false
	}
	none, variance := statistics.ChaoUnseen(once+reachable, twice)
	n = none + reachable
	return n, math.Sqrt(variance) / n, none > 0
}
