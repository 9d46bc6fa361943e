package region

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Bounds of what belongs to a list by its class names.
const (
	leastNamed = 3    // records of a list whose class names mean something
	ofOneName  = 0.8  // of these that have the same
	otherUses  = 0.34 // elements of these names that are something else
)

// Kindred extends the likeliest list by what else on the page is a record by its
// element and class names: a first one that is larger, those between rows of
// advertisements, groups that are nested otherwise. Where the names mean something
// else as well, there are none; where the page says how many records it shows, there
// are no more.
func Kindred(v *view.Page, best Region, c tally.Claim) Region {
	kind := commonKind(v, best)
	if kind == 0 {
		return best
	}
	var more []view.Span
	others := 0.0
	for i := int32(0); i < int32(len(v.Nodes)); i++ {
		n := &v.Nodes[i]
		s := v.Subtree(i)
		if n.Is&view.IsText != 0 || n.Sym != kind || best.touches(s) {
			continue
		}
		switch t := v.Sum(s); {
		case t.Chars == 0 && t.Images == 0:
		case n.Zone&view.ZoneAside != 0, t.Leaves < 2, best.F.linked > 0.8 && !hasLink(v, s), best.F.imaged > 0.8 && t.Images == 0:
			others++
		default:
			more = append(more, s)
			i = n.End - 1
		}
	}
	if len(more) == 0 || others > otherUses*(others+float64(len(more))) {
		return best
	}
	return best.with(more, c)
}

// with returns a list with others of their class in it; without them where the page says that
// it shows fewer.
func (r Region) with(more []view.Span, c tally.Claim) Region {
	if most := c.Most(len(r.Recs)); most >= 0 && len(r.Recs)+len(more) > most {
		return r
	}
	r.Recs = append(slices.Clone(r.Recs), more...)
	slices.SortFunc(r.Recs, func(a, b view.Span) int { return cmp.Compare(a.Lo, b.Lo) })
	r.How += ", with others of their class"
	return r
}

// commonKind returns the element and class names of most records of a list; 0 where there
// are none, or the records are runs of elements.
func commonKind(v *view.Page, r Region) uint64 {
	if len(r.Recs) < leastNamed {
		return 0
	}
	count := map[uint64]int{}
	for _, s := range r.Recs {
		if n := &v.Nodes[s.Lo]; n.Class() != "" && n.End == s.Hi {
			count[n.Sym]++
			if float64(count[n.Sym]) >= ofOneName*float64(len(r.Recs)) {
				return n.Sym
			}
		}
	}
	return 0
}

// touches reports whether a span has nodes in common with one of the records, which
// are in document order.
func (r Region) touches(s view.Span) bool {
	x, _ := slices.BinarySearchFunc(r.Recs, s.Lo, func(r view.Span, lo int32) int { return cmp.Compare(r.Hi, lo+1) })
	return x < len(r.Recs) && r.Recs[x].Lo < s.Hi
}
