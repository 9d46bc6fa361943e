package extract

import (
	"cmp"
	"slices"
)

// Bounds of what makes several lists one answer.
const (
	sameTemplate = 0.5 // likeness of records of one template
	templateSize = 3   // paths that most records of two lists have in common
	mainList     = 0.5 // share of the page's letters that makes a list the main one
)

// alikeLists extends the likeliest list by the further ones whose records
// have its template: an answer in groups whose elements stand in different
// places or have different classes. Where the page says how many records it
// shows, or how many there are, they are no more than that; where words were
// asked for, they say them about as often.
func alikeLists(v *Page, best region, ranked []region, c claim) region {
	if len(best.recs) < 2 {
		return best
	}
	most := c.most(len(best.recs))
	for _, r := range others(v, best, ranked) {
		if most >= 0 && len(best.recs)+len(r.recs) > most || r.f.hits < best.f.hits/2 || !shareTemplate(v, best.recs, r.recs) {
			continue
		}
		recs := append(slices.Clone(best.recs), r.recs...)
		slices.SortFunc(recs, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
		best.recs = recs
		best.how += ", with others alike"
	}
	return best
}

// shareTemplate compares two lists by the paths below their records at which
// text and images stand: what most records of both have, and the sum over all
// paths of the smaller share of the records that have one by that of the larger
// (the weighted Jaccard coefficient).
func shareTemplate(v *Page, a, b []span) bool {
	x, y := support(v, a), support(v, b)
	both, either, size := 0, 0, 0
	for p := range x {
		both += min(x[p], y[p])
		either += max(x[p], y[p])
		if min(x[p], y[p]) >= thousand/2 {
			size++
		}
	}
	for p := range y {
		if _, ok := x[p]; !ok {
			either += y[p]
		}
	}
	return size >= templateSize && float64(both) >= sameTemplate*float64(either)
}

// thousand stands for all records: sums of whole numbers are the same in any order.
const thousand = 1000

// support returns how many of a thousand records have something at a path.
func support(v *Page, recs []span) map[uint64]int {
	recs = sample(recs)
	out := map[uint64]int{}
	for _, s := range recs {
		have := map[uint64]bool{}
		for _, l := range leaves(v, s, sampleLeaves) {
			if !have[l.path] {
				have[l.path] = true
				out[l.path]++
			}
		}
	}
	for p := range out {
		out[p] = out[p] * thousand / len(recs)
	}
	return out
}

// ofSeveral reports whether r is one of several lists that are the page's answer
// together. All must be regular. Cards with links in what the page calls its main
// part are whatever else it says; further lists are only where it says nothing of
// how many there are and where they go on (alone): what is links or images in the
// main part, and, where no list is the main one, shelves of cards, rows under column
// names and what the page calls items.
func (r region) ofSeveral(best region, alone bool) bool {
	if r.cards() || !alone || !r.even() {
		return r.cards()
	}
	linked, cards := r.f.linked > 0.8, r.f.imaged > 0.8
	return r.f.main && (linked || cards) || best.f.share < mainList && (cards && linked || r.f.titled || r.f.named > 0.6)
}

// even reports whether the records of r are rich and alike, and no notes to a text.
func (r region) even() bool { return r.f.rich > 0.8 && r.f.regular > 0.75 && r.f.notes <= 0.8 }

// cards reports whether r is a list of cards with links in what the page calls its
// main part.
func (r region) cards() bool {
	return r.even() && r.f.main && r.f.linked > 0.8 && r.f.imaged > 0.8
}

// cardsFirst sorts lists of cards before others, which then hide none that stands
// inside their records.
func cardsFirst(ranked []region) []region {
	out := slices.Clone(ranked)
	slices.SortStableFunc(out, func(a, b region) int {
		switch {
		case a.cards() == b.cards():
			return 0
		case a.cards():
			return -1
		}
		return 1
	})
	return out
}
