package extract

// Bounds of what widens records.
const (
	leastInItems = 0.6 // items of a list to a record in them, where the items are the records
	moreInMost   = 0.8 // of the elements around records that say more than these
)

// outward widens records to the elements around them: where each stands alone in one
// of its own that says more, and where items of a list hold one or a few of them: an
// item holds a whole record.
func outward(v *Page, best region) region {
	if len(best.recs) < leastNamed {
		return best
	}
	at, letters := make([]int32, len(best.recs)), make([]int32, len(best.recs))
	for i, s := range best.recs {
		if v.nodes[s.lo].end != s.hi {
			return best
		}
		at[i], letters[i] = s.lo, v.sum(s).chars
	}
	out := best
	for {
		var around, inside []int32 // the parents, and the letters of records in each
		for i, k := range at {
			p := v.nodes[k].parent
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
		if len(around) < len(at) {
			items := v.nodes[shell(v, around[0])].tag == "li" && v.nodes[at[0]].tag != "li"
			if !items || float64(len(around)) < leastInItems*float64(len(at)) {
				return out
			}
		}
		more := 0
		for i, k := range around {
			if v.sum(v.subtree(k)).chars > inside[i] {
				more++
			}
		}
		if len(around) < len(at) || float64(more) >= moreInMost*float64(len(around)) {
			out.recs = single(v, around)
			out.how = best.how + ", widened"
		}
		at, letters = around, inside
	}
}

// alikeOf reports whether nodes, in document order, are different elements of one name
// and class, none in another.
func alikeOf(v *Page, nodes []int32) bool {
	for i, k := range nodes {
		if v.nodes[k].sym != v.nodes[nodes[0]].sym || i > 0 && k < v.nodes[nodes[i-1]].end {
			return false
		}
	}
	return len(nodes) > 1
}

// shell returns the outermost element with the same text as node k.
func shell(v *Page, k int32) int32 {
	chars := v.sum(v.subtree(k)).chars
	for p := v.nodes[k].parent; p > 0 && v.sum(v.subtree(p)).chars == chars; p = v.nodes[p].parent {
		k = p
	}
	return k
}
