package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// tops learn how many new records come in answers that are cut for each expected,
// by depth (see depths): where all answers have one order, what tops one of them is
// in hand from others, and what comes further down is less so. Where answers are
// read from their ends, the depth is the share of the matches that was read until then.
type tops struct {
	at  [len(depthEnds)]facts.Ratio
	all facts.Ratio
}

// topCounts is how many new records expected count for what is known without a
// page of a range of depths.
const topCounts = 10

// add takes note of a page up to a depth.
func (t *tops) add(depth, actual, expected float64) {
	t.all.Add(actual, expected)
	t.at[rangeOf(depth)].Add(actual, expected)
}

// between returns how many come for each expected from one depth to another. A
// range of which no page was read is taken to be half as bad as the one above it:
// frequent words, whose first pages bring nothing, would never be read on.
func (t *tops) between(low, high float64) float64 {
	sum, from, value := 0.0, 0.0, t.all.Value()
	for i, end := range depthEnds {
		prior := value
		if i > 0 {
			prior = (value + 1) / 2
		}
		value = (t.at[i].Actual + topCounts*prior) / (t.at[i].Predicted + topCounts)
		sum += value * max(min(high, end)-max(low, from), 0)
		from = end
	}
	return sum / max(high-low, 1e-9)
}
