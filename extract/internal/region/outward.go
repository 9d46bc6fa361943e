package region

import (
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Bounds of what widens records.
const (
	leastAround = 0.6 // elements around records to a record
	moreInMost  = 0.8 // of the elements around records that say more than these
)

// outward widens records to the elements around them: where each stands alone in one
// of its own that says more, and where items of a list hold one or a few of them: an
// item holds a whole record.
func outward(v *view.Page, best Region) Region {
	if len(best.Recs) < leastNamed {
		return best
	}
	at, letters := make([]int32, len(best.Recs)), make([]int32, len(best.Recs))
	for i, s := range best.Recs {
		if v.Nodes[s.Lo].End != s.Hi {
			return best
		}
		at[i], letters[i] = s.Lo, v.Sum(s).Chars
	}
	out := best
	for {
		var around, inside []int32 // the parents, and the letters of records in each
		for i, k := range at {
			p := v.Nodes[k].Parent
			if p <= 0 {
				return out
			}
			if len(around) == 0 || around[len(around)-1] != p {
				around, inside = append(around, p), append(inside, 0)
			}
			inside[len(inside)-1] += letters[i]
		}
		if !alikeOf(v, around) {
			return out
		}
		if float64(len(around)) < leastAround*float64(len(at)) {
			return out
		}
		more := 0
		for i, k := range around {
			if v.Sum(v.Subtree(k)).Chars > inside[i] {
				more++
			}
		}
		if len(around) < len(at) || float64(more) >= moreInMost*float64(len(around)) {
			out.Recs = Single(v, around)
			out.How = best.How + ", widened"
		}
		at, letters = around, inside
	}
}

// alikeOf reports whether nodes, in document order, are different elements of one name
// and class, none in another.
func alikeOf(v *view.Page, nodes []int32) bool {
	for i, k := range nodes {
		if v.Nodes[k].Sym != v.Nodes[nodes[0]].Sym || i > 0 && k < v.Nodes[nodes[i-1]].End {
			return false
		}
	}
	return len(nodes) > 1
}
