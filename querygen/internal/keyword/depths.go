package keyword

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// depths learn where in an answer its new records are: where all answers have
// one order, what tops it is in hand from others, and what comes far down is not.
// The depth of a row is its place among all matches, from 0 to 1.
type depths [len(depthEnds)]struct{ fresh, rows float64 }

// depthEnds are the ends of the ranges of depths that are told apart.
var depthEnds = [...]float64{1. / 64, 1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2, 3. / 4, 1}

// rangeOf returns the range that a depth is in.
func rangeOf(depth float64) int {
	i, _ := slices.BinarySearch(depthEnds[:], min(depth, 1))
	return i
}

const (
	depthMemory = 0.95 // that is left to earlier pages of a range at each page
	depthPrior  = 20   // rows of all ranges that count for each
)

// add takes note of a page of rows rows up to depth.
func (d *depths) add(depth float64, rows, fresh int) {
	x := &d[rangeOf(depth)]
	x.fresh = x.fresh*depthMemory + float64(fresh)
	x.rows = x.rows*depthMemory + float64(rows)
}

// above returns the share of an answer's new records that is expected above a depth.
func (d *depths) above(depth float64) float64 {
	fresh, rows := 1.0, 1.0
	for _, x := range d {
		fresh, rows = fresh+x.fresh, rows+x.rows
	}
	mean := fresh / rows
	part, all, from := 0.0, 0.0, 0.0
	for i, end := range depthEnds {
		density := (d[i].fresh + depthPrior*mean) / (d[i].rows + depthPrior)
		all += density * (end - from)
		part += density * statistics.Clamp(depth-from, 0, end-from)
		from = end
	}
	return part / all
}
