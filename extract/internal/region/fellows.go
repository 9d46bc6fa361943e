package region

import (
	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// fewFellows is how many items of another shape are no accident.
const fewFellows = 3

// FellowItems extends a list of which some items were taken for records, those of one
// shape, by the others: an item without an excerpt or a picture is a record too. It
// must lead somewhere if they do; what leads on to more of the list is none. Where a
// class tells the records apart, or one or two items are unlike all others, these are
// something else: answers, advertisements.
func FellowItems(v *view.Page, best Region, c tally.Claim) Region {
	if len(best.Recs) < leastNamed || commonKind(v, best) != 0 {
		return best
	}
	list := v.Nodes[best.Recs[0].Lo].Parent
	for _, s := range best.Recs {
		if n := &v.Nodes[s.Lo]; n.Tag != "li" || n.Parent != list || n.End != s.Hi {
			return best
		}
	}
	var more []view.Span
	for k := v.Nodes[list].First; k >= 0; k = v.Nodes[k].Next {
		n, s := &v.Nodes[k], v.Subtree(k)
		if n.Tag != "li" || best.touches(s) || n.Zone&(view.ZoneNav|view.ZonePager|view.ZoneCalendar) != 0 || v.Sum(s).Chars == 0 || best.F.linked > 0.8 && !hasLink(v, s) {
			continue
		}
		if label := phrases.NormalLabel(v.TextOf(s)); phrases.WordKind(label) != phrases.WordNone || phrases.IsBack(label) != phrases.WordNone {
			continue
		}
		more = append(more, s)
	}
	if len(more) < fewFellows || len(more) > len(best.Recs) {
		return best
	}
	return best.with(more, c, "the other items of their list")
}
