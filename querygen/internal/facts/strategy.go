package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
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

// ProbeStrategy is the strategy of questions that are asked for what they tell
// about the interface.
const ProbeStrategy = "probe"

// Stump returns the start of several words in hand that is itself no word there:
// of the rarest, since broad questions may be refused. It is "" where there is
// none.
func (f *Log) Stump() string {
	const letters, several = 4, 3
	c := &f.Records
	words, df := map[string]int{}, map[string]int{}
	var starts []string
	for w, list := range c.Postings {
		word := c.Words[w]
		if len(list) == 0 || utf8.RuneCountInString(word) <= letters+1 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || text.IsEast(r) }) {
			continue
		}
		start := string([]rune(word)[:letters])
		if id, ok := c.Ids[start]; ok && c.Df(id) > 0 {
			continue
		}
		if words[start]++; words[start] == 1 {
			starts = append(starts, start)
		}
		df[start] += len(list)
	}
	best := ""
	for _, s := range starts {
		if words[s] >= several && (best == "" || df[s] < df[best]) {
			best = s
		}
	}
	return best
}

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
