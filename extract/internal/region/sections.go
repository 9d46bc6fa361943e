package region

import "github.com/hadal-crawler/hadal/extract/internal/view"

// Bounds of sections.
const (
	mostSections = 12
	sectionHits  = 0.8 // of the rows in sections that have a word that was asked
)

// inSections returns the list that stands in parts in the sections of a page, where best is
// these: each begins with a heading that leads nowhere and lacks what was asked, and has rows of
// one list, nearly all of which have a word of it. Facts about a record hardly do.
func inSections(v *view.Page, best Region, ranked []Region) Region {
	if len(best.Recs) < 2 || len(best.Recs) > mostSections {
		return best
	}
	heads := make([]int32, len(best.Recs))
	for i, s := range best.Recs {
		heads[i] = headOf(v, s)
		if h := heads[i]; h < 0 || !isHead(v, h) || v.Sum(v.Subtree(h)).Hits > 0 {
			return best
		}
	}
	for _, r := range ranked {
		if len(r.Recs) > len(best.Recs) && r.F.Hits >= sectionHits && standIn(v, r.Recs, best.Recs, heads) {
			r.Score = max(r.Score, best.Score)
			r.How += ", in sections"
			return r
		}
	}
	return best
}

// headOf returns the heading that a span begins with; -1 where that is something else.
func headOf(v *view.Page, s view.Span) int32 {
	for i := s.Lo; i < s.Hi && (v.Nodes[i].Is&view.IsText == 0 || v.Sum(v.Subtree(i)).Chars == 0); i++ {
		if HeadTag(v.Nodes[i].Tag) {
			return i
		}
	}
	return -1
}

// standIn reports whether all of rows stand in sections, behind their headings, and each
// section has some.
func standIn(v *view.Page, rows, sections []view.Span, heads []int32) bool {
	x := 0
	for i, s := range sections {
		from := x
		for x < len(rows) && rows[x].Lo >= v.Nodes[heads[i]].End && rows[x].Hi <= s.Hi {
			x++
		}
		if x == from {
			return false
		}
	}
	return x == len(rows)
}
