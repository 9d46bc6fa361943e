package region

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Bounds of what makes several lists one answer.
const (
	sameTemplate = 0.5 // likeness of records of one template
	templateSize = 3   // paths that most records of two lists have in common
	mainList     = 0.5 // share of the page's letters that makes a list the main one
)

// AlikeLists extends the likeliest list by the further ones whose records
// have its template: an answer in groups whose elements stand in different
// places or have different classes. Where the page says how many records it
// shows, or how many there are, they are no more than that; where words were
// asked for, they say them about as often.
func AlikeLists(v *view.Page, best Region, ranked []Region, c tally.Claim) Region {
	if len(best.Recs) < 2 {
		return best
	}
	most := c.Most(len(best.Recs))
	for _, r := range Others(v, best, ranked) {
		if most >= 0 && len(best.Recs)+len(r.Recs) > most || r.F.Hits < best.F.Hits/2 || !shareTemplate(v, best.Recs, r.Recs) {
			continue
		}
		recs := append(slices.Clone(best.Recs), r.Recs...)
		slices.SortFunc(recs, func(a, b view.Span) int { return cmp.Compare(a.Lo, b.Lo) })
		best.Recs = recs
		best.How += ", with others alike"
	}
	return best
}

// shareTemplate compares two lists by the paths below their records at which
// text and images stand: what most records of both have, and the sum over all
// paths of the smaller share of the records that have one by that of the larger
// (the weighted Jaccard coefficient).
func shareTemplate(v *view.Page, a, b []view.Span) bool {
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
func support(v *view.Page, recs []view.Span) map[uint64]int {
	recs = sample(recs)
	out := map[uint64]int{}
	for _, s := range recs {
		have := map[uint64]bool{}
		for _, l := range leaves(v, s) {
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

// OfSeveral reports whether r is one of several lists that are the page's answer
// together. All must be regular. Cards with links in what the page calls its main
// part are whatever else it says; further lists are only where it says nothing of
// how many there are and where they go on (alone): what is links or images in the
// main part, and, where no list is the main one, shelves of cards, rows under column
// names and what the page calls items.
func (r Region) OfSeveral(best Region, alone bool) bool {
	if r.cards() || !alone || !r.even() {
		return r.cards()
	}
	linked, cards := r.F.linked > 0.8, r.F.imaged > 0.8
	return r.F.main && (linked || cards) || best.F.share < mainList && (cards && linked || r.F.titled || r.F.named > 0.6)
}

// even reports whether the records of r are rich and alike, and no notes to a text.
func (r Region) even() bool { return r.F.rich > 0.8 && r.F.regular > 0.75 && r.F.notes <= 0.8 }

// cards reports whether r is a list of cards with links in what the page calls its
// main part.
func (r Region) cards() bool {
	return r.F.main && r.F.linked > 0.8 && r.F.imaged > 0.8
}
