package refresh

import (
	"cmp"
	"container/heap"
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
	var open offers
	for i, w := range ways {
		if v := price(w); v > 0 {
			open = append(open, offer{i, v})
		}
	}
	heap.Init(&open)
	var chosen []int
	for len(open) > 0 && budget > 0 {
		best := &open[0]
		w := ways[best.way]
		now := price(w)
		switch {
		case now <= 0 || max(w.Requests, 1) > budget:
			heap.Pop(&open)
		case now < best.value:
			best.value = now
			heap.Fix(&open, 0)
		default:
			chosen = append(chosen, best.way)
			budget -= max(w.Requests, 1)
			for _, r := range w.Records {
				covered[r] = true
			}
			heap.Pop(&open)
		}
	}
	return chosen
}

// offer is a way and what it was worth, for a request, when it was last looked at.
type offer struct {
	way   int
	value float64
}

// offers is a heap with the best on top; of equals, the first.
type offers []offer

func (o offers) Len() int { return len(o) }
func (o offers) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(o[j].value, o[i].value), cmp.Compare(o[i].way, o[j].way)) < 0
}
func (o offers) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o *offers) Push(x any)   { *o = append(*o, x.(offer)) }
func (o *offers) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}
