package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// pageShares learn on which pages of an answer its unseen matches come: new
// records for each expected if they were spread evenly over the matches that
// were not shown yet. First pages bring fewer where all answers have one order,
// since others have shown what tops it. Where rows change places, those that pages
// nearby are expected to have shown do not count (see drift).
// They learn where answers are cut, of those that are not, and where rows change places.
type pageShares struct {
	first, later facts.Ratio
}

// pageMemory is the weight that is left to earlier pages at each page.
const pageMemory = 0.99

// observe takes note of a page of q, an answer of matches that can all be read. What
// was expected is told by what was in hand before: since then the page has shown of
// each of its records whether it is.
func (s *pageShares) observe(q *facts.Question, matches float64) {
	unread := matches - float64(len(q.Rows)-q.LastAdded)
	expected := float64(q.LastRows) * q.LastAnew * statistics.Clamp((matches-q.Before)/max(unread, 1), 0, 1)
	switch {
	case q.Reads > 1:
		s.later.Fade(float64(q.LastFresh), expected, pageMemory)
	case q.More:
		s.first.Fade(float64(q.LastFresh), expected, pageMemory)
	}
}

// split returns how many of the fresh records in an answer of rows rows come
// with its first page, of page rows, and with the others.
func (s *pageShares) split(fresh, rows, page float64) (first, others float64) {
	if rows <= page {
		return fresh, 0
	}
	first = fresh * page / rows * min(s.first.Value(), 1)
	return first, (fresh - first) * s.cautious()
}

// cautious returns how many new records come on later pages for each expected, and no
// more than one: what seems best of many is overrated.
func (s *pageShares) cautious() float64 { return min(s.later.Value(), 1) }
