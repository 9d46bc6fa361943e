package querygen

import (
	"math"
	"slices"
)

// Where pages can be asked for by their numbers, an answer need not be read from
// its first page on. What tops a ranking is in hand from other answers; where answers
// are cut, what is far down comes with few of them. So cut and uncut ones are read
// from their ends. And where no totals are shown, the page with the row after all
// those that are in hand tells how many there are: if the answer ends there or before.

// deep reports whether answers are read from their ends: where they are cut.
func (s *weighted) deep() bool {
	return s.f.numbered && !s.excludes() && s.f.limit() > 0
}

// openAt returns the page to open the answer to a word with: of those that are
// sure to be full the last one, or where no totals are shown the one behind it. Where
// ends tell, it is near the end that is expected.
func (s *weighted) openAt(w uint32) int {
	k, size := s.f.limit(), s.f.rowsAPage()
	if !s.f.numbered || s.excludes() || s.f.totals && k == 0 {
		return 1
	}
	if s.f.finds.doubtful(w) {
		return 1
	}
	shown := s.f.records.df(w) // there are as many at least
	switch {
	case k > 0 && shown >= k:
		return max(k/size, 1)
	case s.f.totals:
		return max(shown/size, 1)
	}
	at := float64(shown) / s.f.seeing.share()
	if s.isWord && s.proposed == w && s.f.endsTell() { // rather just in front of the end than where nothing is new
		if unseen := s.unseenOf(w, s.predicted) * (1 - endSlack); unseen > float64(size) {
			at += unseen
		}
	}
	page := int(at)/size + 1
	if k > 0 {
		page = min(page, max(k/size, 1))
	}
	return page
}

// pageToRead returns the page of an open answer to read next.
func (s *weighted) pageToRead(q *question) Ask {
	if !s.deep() || q.ordered || q.misread && q.top() == 0 {
		return s.f.nextPage(q)
	}
	at, found := s.towardsEnd(q)
	if !found {
		at = s.deepest(q)
	}
	if at == 0 {
		return q.nextPage()
	}
	return Ask{Query: q.query, Page: at}
}

// towardsEnd returns a page that tells more about where q ends; it is not found
// where that is known. A page in front of the end brings records, one behind it
// nothing: it rather comes too early.
func (s *weighted) towardsEnd(q *question) (at int, found bool) {
	low, high := q.top(), s.f.limit()/s.f.rowsAPage()
	if q.beyond > 0 {
		high = min(high, q.beyond-1)
	}
	if q.last > 0 || q.total >= 0 || low >= high {
		return 0, false
	}
	at = int(math.Ceil(s.supposed(q) / float64(s.f.rowsAPage())))
	switch {
	case q.beyond > 0:
		at = (low + high + 1) / 2
	case at < high:
		at = int(math.Sqrt(float64(at) * float64(max(low, 1))))
	}
	return clamp(at, low+1, high), true
}

// deepest returns the last unread page of q that can be had and is full, or the one
// behind it if that brings more new records; 0 where all are read. Where rows change
// places, it is of the last few the one that brings most.
func (s *weighted) deepest(q *question) (at int) {
	m, size := s.supposed(q), float64(s.f.rowsAPage())
	end := min(m, float64(s.f.limit()))
	all := s.weights.total + float64(s.f.records.held())
	most, tries := 0.0, 0
	for p := int(math.Ceil(end / size)); p > q.pages; p-- {
		if _, read := slices.BinarySearch(q.apart, p); read {
			continue
		}
		to := float64(p) * size
		upTo := min(to, end) // as many rows as a full page has tell about a short one, since hardly any rank is estimated to be the last
		x := s.f.ranks.unseen((upTo-size)/m, upTo/m, all) * s.rowsOn(q, p) * s.f.anew(q, p)
		if x > most || at == 0 {
			at, most = p, x
		}
		if tries++; to <= end && (!s.f.signs.moves() || tries > driftKept) {
			break
		}
	}
	return at
}

// rowsOn returns how many rows a page of q is supposed to have.
func (s *weighted) rowsOn(q *question, at int) float64 {
	m, size := s.supposed(q), float64(s.f.rowsAPage())
	if k := s.f.limit(); k > 0 {
		m = min(m, float64(k))
	}
	return clamp(m-float64(at-1)*size, 0, size)
}

// depthOf returns the depth of the middle of a page of q.
func (s *weighted) depthOf(q *question, at int) float64 {
	return (float64((at-1)*s.f.rowsAPage()) + s.rowsOn(q, at)/2) / max(s.supposed(q), 1)
}

// fromPages returns a supposed number of matches of q, within what its pages tell.
func (f *facts) fromPages(q *question, m float64) float64 {
	size := float64(f.rowsAPage())
	if q.beyond > 0 {
		m = min(m, float64(q.beyond-1)*size)
	}
	return max(m, float64(q.top()-1)*size+1)
}

// supposedEnd returns the page of a question that it should end with if it is cut
// like the longest answer, which ended with a full page; 0 where that is no question.
// Two long answers that end alike show a limit.
func (f *facts) supposedEnd(q *question) int {
	if q == nil || !f.numbered || !f.wholes.suspect() || q.kind != keyword || q.last > 0 || q.beyond > 0 || q.ordered || f.ended[0] != f.reach {
		return 0
	}
	if at := f.reach / f.rowsAPage(); q.top() < at && f.supposed(q) >= float64(f.reach) {
		return at
	}
	return 0
}
