package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// wholes mark the records that answers showed which were read to their end and
// not cut: drawn from all ranks alike, where cut answers show the top of a ranking.
// An answer that lacks those of its word is cut. The longest answer may be a cut one, and
// marks nothing.
type wholes struct {
	marked  []bool // by record
	longest *Question
	reach   int        // rows of longest
	claims  [2]float64 // marked records that answers shorter than longest should have shown, and of them those that they did not
	cut     bool       // longest lacks marked records that it should have shown, unlike shorter ones
}

// An answer read to its end counts as cut if it lacks as many marked records, and
// that share of them, and shorter ones hardly lack any: else the site searches
// only a part of what it shows.
const (
	lackedByCut = 5
	cutLacks    = 0.1
	wholeLacks  = 0.05
)

// observe takes note of a page of q.
func (w *wholes) observe(f *Extent, q *Question) {
	if !q.read() {
		return
	}
	if n := len(q.Rows); n < w.reach {
		w.mark(f, q)
	} else if n > w.reach {
		w.markFrom(f, q)
	}
	if l := w.longest; l != nil && l.full && l.Pages > 1 {
		all, shown := w.caught(f, l)
		w.cut = all-shown >= max(lackedByCut, cutLacks*all) && w.claims[0] >= lackedByCut && w.claims[1] <= wholeLacks*w.claims[0]
	}
}

// begin takes note of all answers so far.
func (w *wholes) begin(f *Extent) {
	var longest *Question
	for _, q := range f.Asked {
		if q.read() && (longest == nil || len(q.Rows) > len(longest.Rows)) {
			longest = q
		}
	}
	if longest != nil {
		w.markFrom(f, longest)
	}
}

// markFrom begins anew with the longest answer, which marks nothing.
func (w *wholes) markFrom(f *Extent, longest *Question) {
	*w = wholes{reach: len(longest.Rows), longest: longest}
	for _, other := range f.Asked {
		if other != longest && other.read() {
			w.mark(f, other)
		}
	}
}

// read reports whether q is a word's answer that was read to its end.
func (q *Question) read() bool {
	return q.Kind == Keyword && q.Status == querygen.Answered && !q.More && q.By == nil
}

// mark marks the rows of q, an answer read to its end.
func (w *wholes) mark(f *Extent, q *Question) {
	if len(q.Rows) >= w.reach || q.Short() {
		return
	}
	all, shown := w.caught(f, q)
	w.claims[0] += all
	w.claims[1] += all - shown
	for len(w.marked) < f.Records.Held() {
		w.marked = append(w.marked, false)
	}
	for _, r := range q.Rows {
		w.marked[r] = true
	}
}

// caught returns how many marked records hold the word of q, by their texts, and
// how many of these q has shown.
func (w *wholes) caught(f *Extent, q *Question) (all, shown float64) {
	list := f.InHandList(q)
	some := Spread(list, KnownSummed)
	for _, r := range some {
		if int(r) < len(w.marked) && w.marked[r] {
			all++
			if _, found := slices.BinarySearch(q.Rows, r); found {
				shown++
			}
		}
	}
	part := float64(len(list)) / float64(max(len(some), 1))
	return all * part, shown * part
}
