package divide

import (
	"math"
	"slices"
)

const (
	filling     = 0.9  // of the limit that a part is meant to have
	emptiness   = 0.5  // pages that the last page of an answer wastes on average
	menuWaste   = 5.0  // pages per limit that dividing by menus is expected to waste
	menuDepth   = 1.0  // and again for each time that it doubles
	rangeWaste  = 0.7  // pages per limit that cutting ranges wastes
	missingPays = 0.05 // share of records from which dividing again is sure to be worth it
	unsampled   = 2    // records that a sample is taken to lack
)

// prices tell what reading parts costs in pages, where so many rows of an answer can be
// read, and a page has so many.
type prices struct{ limit, page float64 }

// waste is the pages beyond size/page that reading a part is expected to cost.
func (p prices) waste(size float64) float64 {
	if size <= p.limit {
		// A part expected to have less than a record may be empty, which is
		// known without a question when its siblings add up.
		nonEmpty := 1 - math.Exp(-size)
		return math.Max(0, nonEmpty*math.Max(1, size/p.page+emptiness)-size/p.page)
	}
	return 1 + size/p.limit*(menuWaste+menuDepth*math.Log2(size/p.limit))
}

// cuts is the waste of cutting a part along a pair of bounds. Single values that alone
// exceed the limit must be divided otherwise.
func (p prices) cuts(values []float64, size float64) float64 {
	waste := size / (filling * p.limit) * rangeWaste
	if len(values) == 0 {
		return 2 * waste // cut blindly
	}
	// Cuts can only fall between two values: the fewer there are, the farther
	// off the mark. A sample shows at most as many as it has records.
	distinct := float64(len(slices.Compact(slices.Clone(values))))
	waste *= 1 + size/p.limit/(2*distinct)
	run := 0
	for i, v := range values {
		if run++; i == len(values)-1 || values[i+1] != v {
			if m := size * float64(run) / float64(len(values)+unsampled); m > p.limit && run > 1 {
				waste += p.waste(m)
			}
			run = 0
		}
	}
	return waste
}

// again is the pages that are wasted where a share of a part lacks the value that it is
// divided by: the division by another control that these need brings the others, too.
func (p prices) again(share, size float64) float64 {
	if share*size < 0.5 {
		return 0
	}
	return math.Min(1, share/missingPays) * (p.waste(share*size) + (1-share)*size/p.page)
}

// rate is the records for each request that reading a part of this size gives, its
// division included.
func (p prices) rate(size float64) float64 {
	switch {
	case math.IsInf(size, 1):
		return p.page
	case size <= 0:
		return 0
	}
	return size / (p.waste(size) + size/p.page)
}
