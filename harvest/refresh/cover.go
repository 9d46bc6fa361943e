package refresh

import (
	"cmp"

	"github.com/hadal-crawler/hadal/internal/heap"
)

// Way is one way to look at records again.
type Way struct {
	Requests int   // that it costs, at least 1
	Records  []int // that it shows, as far as is known: indices
	// New is how many records it is expected to show that are not held, and
	// Found what one of these is worth.
	New, Found float64
}

// Choose returns ways that are worth most for at most budget requests, best
// first: greedy weighted set cover (Chvatal 1979), a record counting once, for
// the first way that shows it. worth is that of each record. Ways that add
// nothing are left out.
func Choose(ways []Way, worth []float64, budget int) []int {
	covered := make([]bool, len(worth))
	price := func(w Way) float64 {
		sum := w.New * w.Found
		for _, r := range w.Records {
			if !covered[r] {
				sum += worth[r]
			}
		}
		return sum / float64(max(w.Requests, 1))
	}
	// What a way is worth only falls while others are chosen, so the best old
	// value that stands up to being computed again is the best (Minoux 1978).
	open := heap.Heap[offer]{Before: func(a, b offer) bool {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.way, b.way)) < 0
	}}
	for i, w := range ways {
		if v := price(w); v > 0 {
			open.Push(offer{i, v})
		}
	}
	var chosen []int
	for len(open.Items) > 0 && budget > 0 {
		best := &open.Items[0]
		w := ways[best.way]
		now := price(w)
		switch {
		case now <= 0 || max(w.Requests, 1) > budget:
			open.Remove(0)
		case now < best.value:
			best.value = now
			open.Fix(0)
		default:
			chosen = append(chosen, best.way)
			budget -= max(w.Requests, 1)
			for _, r := range w.Records {
				covered[r] = true
			}
			open.Remove(0)
		}
	}
	return chosen
}

// offer is a way and what it was worth, for a request, when it was last looked at.
type offer struct {
	way   int
	value float64
}
