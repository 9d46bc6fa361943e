package keyword

import "github.com/hadal-crawler/hadal/querygen/internal/facts"

// excluding leaves words out of the answers to others, where the site does that.
type excluding struct {
	f       *facts.Facts
	out     exclusions
	cells   cells
	left    facts.Ratio              // records that come for each that words promise, where others are excluded
	divided map[*facts.Question]bool // given to the cells
	adopted map[*facts.Question]bool // asked for a word without exclusions, that claim it nevertheless
}

// divide gives an answer of which the site shows only a part to the cells. It
// reports whether its further pages should not be read.
func (s *excluding) divide(q *facts.Question) bool {
	m := s.f.Supposed(q)
	if !s.f.TooLong(m) {
		return false
	}
	if !s.out.Has(q.Words.With[0]) {
		return true // asked again without what is claimed by then
	}
	if !s.divided[q] {
		s.divided[q] = true
		s.cells.overflow(q, m, s.f.InHandList(q))
	}
	return true
}
