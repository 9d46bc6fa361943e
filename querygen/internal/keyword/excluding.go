package keyword

import "github.com/hadal-crawler/hadal/querygen/internal/facts"

// excluding leaves words out of the answers to others, where the site does that.
type excluding struct {
	f       *facts.Facts
	out     exclusions
	cells   cells
	left    facts.Ratio              // records that come for each that words promise, where others are excluded
	aside   []*facts.Question        // see putAside
	divided map[*facts.Question]bool // given to the cells
	adopted map[*facts.Question]bool // asked for a word without exclusions, that claim it nevertheless
}

// putAside reports whether the answer to a word alone should not be read on for now: its page shows
// rather what is held, and without what is claimed the word may be asked once more.
func (s *excluding) putAside(q *facts.Question) bool {
	if q.Kind != facts.Keyword || !q.More || s.adopted[q] || len(s.out.claimed) == 0 || s.out.Has(q.Word) || 2*q.LastFresh >= q.LastRows {
		return false
	}
	s.aside = append(s.aside, q)
	return true
}

// resume returns the answers that were put aside, which are to be read on.
func (s *excluding) resume() (out []*facts.Question) {
	for _, q := range s.aside {
		if q.Open() && !s.adopted[q] && !s.out.Has(q.Word) {
			s.adopted[q], out = true, append(out, q)
		}
	}
	s.aside = nil
	return out
}

// divide gives an answer of which the site shows only a part to the cells. It
// reports whether its further pages should not be read.
func (s *excluding) divide(q *facts.Question) bool {
	m := s.f.Supposed(q)
	if !s.f.TooLong(m) {
		return s.putAside(q)
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
