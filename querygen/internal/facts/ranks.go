package facts

import (
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// ranks learn where the records in hand stand in the site's order, where all
// answers have one: a record that is a tenth of the way down one answer is near there
// in all others. The parts of the order have equally many records, so that it shows
// what share of each is unseen: where answers are cut, few of what is near the top,
// and most of what is far down.
type ranks struct {
	of    []rank // by record
	parts [rankParts]float64
	known float64 // records in parts
}

const (
	rankParts  = 64  // of the order
	rankUnsure = 0.4 // of the share of all records that is unseen, is in each part at least: ranks are estimates
)

// rank is where a record stands, from 0 to 1: the mean of what answers told, by
// the number of their matches.
type rank struct{ at, sure float32 }

// Add takes note that a record stands at a depth of an answer with so many matches.
func (r *ranks) Add(record uint32, depth, matches float64) {
	for int(record) >= len(r.of) {
		r.of = append(r.of, rank{})
	}
	x := &r.of[record]
	if x.sure > 0 {
		r.parts[partOf(x.at)]--
		r.known--
	}
	x.at = (x.at*x.sure + float32(depth*matches)) / (x.sure + float32(matches))
	x.sure += float32(matches)
	r.parts[partOf(x.at)]++
	r.known++
}

func partOf(depth float32) int { return statistics.Clamp(int(depth*rankParts), 0, rankParts-1) }

// Unseen returns how many of so many records in all are not in hand between two
// places of the order.
func (r *ranks) Unseen(low, high, all float64) float64 {
	each := all / rankParts
	least := rankUnsure * max(1-r.known/all, 0.002) * each
	sum := 0.0
	for i, held := range r.parts {
		from, to := float64(i)/rankParts, float64(i+1)/rankParts
		if part := min(to, high) - max(from, low); part > 0 {
			sum += max(each-held, least) * part * rankParts
		}
	}
	return sum
}
