package extract

// fewFellows is how many items of another shape are no accident.
const fewFellows = 3

// fellowItems extends a list of which some items were taken for records, those of one
// shape, by the others: an item without an excerpt or a picture is a record too. It
// must lead somewhere if they do; what leads on to more of the list is none. Where a
// class tells the records apart, or one or two items are unlike all others, these are
// something else: answers, advertisements.
func fellowItems(v *Page, best region, c claim) region {
	if len(best.recs) < leastNamed || commonKind(v, best) != 0 {
		return best
	}
	list := v.nodes[best.recs[0].lo].parent
	for _, s := range best.recs {
		if n := &v.nodes[s.lo]; n.tag != "li" || n.parent != list || n.end != s.hi {
			return best
		}
	}
	var more []span
	for k := v.nodes[list].first; k >= 0; k = v.nodes[k].next {
		n, s := &v.nodes[k], v.subtree(k)
		if n.tag != "li" || best.touches(s) || n.zone&(zoneNav|zonePager|zoneCalendar) != 0 || v.sum(s).chars == 0 || best.f.linked > 0.8 && !hasLink(v, s) {
			continue
		}
		if label := normalLabel(v.textOf(s)); wordKind(label) != wordNone || isBack(label) != wordNone {
			continue
		}
		more = append(more, s)
	}
	if len(more) < fewFellows || len(more) > len(best.recs) {
		return best
	}
	return best.with(more, c, "the other items of their list")
}
