package extract

import (
	"cmp"
	"slices"
	"strings"
)

// Bounds of what belongs to a list by its class names.
const (
	leastNamed   = 3    // records of a list whose class names mean something
	ofOneName    = 0.8  // of these that have the same
	commonPath   = 700  // records in a thousand that have a path that is a part of the template
	templatePart = 3    // of so many paths of the template, an element must have one
	otherUses    = 0.34 // elements of these names that are something else
)

// kindred extends the likeliest list by what else on the page is a record by its
// element and class names: a first one that is larger, those between rows of
// advertisements, groups that are nested otherwise. Where the names mean something
// else as well, there are none; where the page says how many records it shows, there
// are no more.
func kindred(v *Page, best region, c claim) region {
	kind := commonKind(v, best)
	if kind == 0 {
		return best
	}
	template := support(v, best.recs)
	for p, n := range template {
		if n < commonPath {
			delete(template, p)
		}
	}
	var more []span
	others := 0.0
	for i := int32(0); i < int32(len(v.nodes)); i++ {
		n := &v.nodes[i]
		s := v.subtree(i)
		if n.is&isText != 0 || n.sym != kind || best.touches(s) {
			continue
		}
		switch t := v.sum(s); {
		case t.chars == 0 && t.images == 0:
		case n.zone&(zoneNav|zonePager|zoneCalendar) != 0, t.leaves < 2, best.f.linked > 0.8 && !hasLink(v, s), best.f.imaged > 0.8 && t.images == 0,
			!namesRecord(v, n) && !has(v, s, template):
			others++
		default:
			more = append(more, s)
			i = n.end - 1
		}
	}
	if len(more) == 0 || others > otherUses*(others+float64(len(more))) {
		return best
	}
	return best.with(more, c, "others of their class")
}

// with returns a list with more records in it, which are called what; without them where
// the page says that it shows fewer.
func (r region) with(more []span, c claim, what string) region {
	if most := c.most(len(r.recs)); most >= 0 && len(r.recs)+len(more) > most {
		return r
	}
	r.recs = append(slices.Clone(r.recs), more...)
	slices.SortFunc(r.recs, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	r.how += ", with " + what
	return r
}

// commonKind returns the element and class names of most records of a list; 0 where there
// are none, or the records are runs of elements.
func commonKind(v *Page, r region) uint64 {
	if len(r.recs) < leastNamed {
		return 0
	}
	count := map[uint64]int{}
	for _, s := range r.recs {
		if n := &v.nodes[s.lo]; n.class() != "" && n.end == s.hi {
			count[n.sym]++
			if float64(count[n.sym]) >= ofOneName*float64(len(r.recs)) {
				return n.sym
			}
		}
	}
	return 0
}

// touches reports whether a span has nodes in common with one of the records, which
// are in document order.
func (r region) touches(s span) bool {
	x, _ := slices.BinarySearchFunc(r.recs, s.lo, func(r span, lo int32) int { return cmp.Compare(r.hi, lo+1) })
	return x < len(r.recs) && r.recs[x].lo < s.hi
}

// namesRecord reports whether the class of an element, or its own name where that is
// made up for the page, says that it is a record.
func namesRecord(v *Page, n *vnode) bool {
	return calledRecord(v, n) || strings.Contains(n.tag, "-") && hasRecordWord(v, n.tag)
}

// has reports whether a good part of the paths of a template are in s.
func has(v *Page, s span, template map[uint64]int) bool {
	have := map[uint64]bool{}
	for _, l := range leaves(v, s, sampleLeaves) {
		if template[l.path] > 0 {
			have[l.path] = true
		}
	}
	return len(have)*templatePart >= len(template)
}
