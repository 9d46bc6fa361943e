package querygen

// pageShares learn on which pages of an answer its unseen matches come: new
// records for each expected if they were spread evenly over the matches that
// were not shown yet. First pages bring fewer where all answers have one order,
// since others have shown what tops it. Where rows change places, those that pages
// nearby are expected to have shown do not count (see drift).
// They learn where answers are cut, of those that are not, and where rows change places.
type pageShares struct{ first, later ratio }

// pageMemory is the weight that is left to earlier pages at each page.
const pageMemory = 0.99

// observe takes note of a page of q, an answer of matches that can all be read.
func (s *pageShares) observe(q *question, matches, inHand float64) {
	unread := matches - float64(len(q.rows)-q.lastAdded)
	unseen := matches + float64(q.lastFresh) - inHand
	expected := float64(q.lastRows) * q.lastAnew * clamp(unseen/max(unread, 1), 0, 1)
	switch {
	case q.pages > 1:
		s.later.fade(float64(q.lastFresh), expected, pageMemory)
	case q.more:
		s.first.fade(float64(q.lastFresh), expected, pageMemory)
	}
}

// split returns how many of the fresh records in an answer of rows rows come
// with its first page, of page rows, and with the others.
func (s *pageShares) split(fresh, rows, page float64) (first, others float64) {
	if rows <= page {
		return fresh, 0
	}
	first = fresh * page / rows * min(s.first.value(), 1)
	return first, (fresh - first) * s.laterShare()
}

func (s *pageShares) laterShare() float64 { return min(s.later.value(), 1) }
