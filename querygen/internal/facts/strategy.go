package facts

import (
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Strategy proposes what to ask. It is part of the fold: propose may reorder
// what the strategy remembers, but only as a function of the outcomes so far,
// and the planner calls it exactly once between two outcomes.
type Strategy interface {
	// propose returns the best ask: a page of a question that is open, or a
	// new question. It returns false when nothing is left.
	Propose() (Proposal, bool)
	// observe is told which question an outcome was folded into.
	Observe(q *Question)
	// why tells why propose has nothing left.
	Why() string
}

// Proposal is an ask and what it promises.
type Proposal struct {
	Ask  querygen.Ask
	Rate float64 // new records expected for its next request; +Inf for what is settled to be done
}

// ElsewhereStrategy is what questions of elsewhere are marked with.
const ElsewhereStrategy = "elsewhere"

// SampleStrategy marks the questions that are asked to learn how much is left,
// not for what they bring. The planner's other questions cannot tell: they are
// chosen to bring what is not held.
const SampleStrategy = "sample"

// KnownSummed is how many of the records held with a word are summed up; of
// more, so many stand for all: their mean is known to a few percent, a sample's
// result to sixty.
const KnownSummed = 1000

// WordOf returns what q binds in the query box.
func WordOf(si *space.SearchInterface, q querygen.Query) string {
	for _, p := range q.Bind {
		if p.Name == si.Box.Name {
			return p.Value
		}
	}
	return ""
}
