package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// A failed ask is repeated after retryAfter other outcomes, or when nothing
// else is left, until it has failed maxFailures times; where asking again has
// helped as many questions as not, or where no more than fewFailed did, until it has failed stubborn times.
const (
	RetryAfter  = 20
	MaxFailures = 3
	Stubborn    = 6
	FewFailed   = 3
)

// Retry returns the first failed question that may be asked again, up to so many times.
func (f *Log) Retry(after, tries int) *Question {
	f.Failed = slices.DeleteFunc(f.Failed, func(q *Question) bool {
		return !q.Stuck
	})
	for _, q := range f.Failed {
		if q.Failures < tries && len(f.Spent)-q.failedAt >= after && (q.Failures < MaxFailures || !q.Trial()) {
			return q
		}
	}
	return nil
}

// Trial reports whether q was put only to see whether the site takes such a question, and
// was never answered: nonsense, or signs that may stand for everything. What it would bring
// other questions do.
func (q *Question) Trial() bool { return q.trial && q.Reads == 0 }

// GivenUp reports whether a question for a part of the records failed until it was given up.
func (f *Log) GivenUp() bool {
	return slices.ContainsFunc(f.Failed, func(q *Question) bool {
		return q.Stuck && q.Kind == Template && q.Failures >= f.Tries()
	})
}

// Tries returns how often a question is asked before it is given up.
func (f *Log) Tries() int {
	if f.again.helped > 0 && 2*f.again.helped >= f.again.asked {
		return Stubborn
	}
	return MaxFailures
}

// failedAlike is how many questions must have failed for nonsense to be asked once more.
const failedAlike = 4

// Unlearned returns the first of the made-up questions where it failed and may be
// asked again: nothing can be told from an answer before one to nonsense is known. The more
// questions fail, the likelier it is that they were answered, by a page that nonsense shows.
func (f *Log) Unlearned(probes []querygen.Query) *Question {
	if len(probes) == 0 {
		return nil
	}
	if q := f.ByKey[probes[0].Key()]; q != nil && q.Stuck && q.Failures < min(Stubborn, MaxFailures+len(f.Failed)/failedAlike) {
		return q
	}
	return nil
}
