package keyword

import (
	"container/heap"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// openAnswer is an answer with a further page.
type openAnswer struct {
	q     *facts.Question
	reads int     // pages read when it was queued: an entry for fewer than q has now is void
	rate  float64 // new records that the next page is expected to bring
}

// openQueue is a heap of answers by rate. Rates mostly fall while an answer
// waits, so that revaluing the top suffices between two fits of the weights.
type openQueue []openAnswer

func (h openQueue) Len() int { return len(h) }

func (h openQueue) Less(i, j int) bool { return h[i].rate > h[j].rate }

func (h openQueue) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *openQueue) Push(x any) { *h = append(*h, x.(openAnswer)) }

func (h *openQueue) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// bestPage returns the open answer whose next page promises most.
func (s *Weighted) bestPage() (*facts.Question, float64) {
	for len(s.open) > 0 {
		top := s.open[0]
		if !top.q.More || top.reads != top.q.Reads || top.q.Hopeless() && !s.explained(top.q) {
			heap.Pop(&s.open)
			continue
		}
		if s.f.Regime().Excludes && s.divide(top.q) || s.f.Widened(top.q) {
			heap.Pop(&s.open)
			continue
		}
		rate := s.pageRate(top.q)
		if rate < top.rate*0.999 {
			s.open[0].rate = rate
			heap.Fix(&s.open, 0)
			continue
		}
		if top.q.Stuck {
			heap.Pop(&s.open) // comes back with its next answer
			continue
		}
		return top.q, rate
	}
	return nil, 0
}

// mostRead returns the open answer to a word of which most rows were read, as far as its
// unread matches are new: the fewest records held lie beside it, each of which comes again
// when a word of its own is read. It is nil where words are claimed already.
func (s *Weighted) mostRead() *facts.Question {
	var best *facts.Question
	var most float64
	for _, a := range s.open {
		q := a.q
		m := s.f.Supposed(q)
		if len(s.out.claimed) > 0 || q.Kind != facts.Keyword || !q.Open() || s.out.TooBroad(q.Word, m) {
			continue
		}
		share := (m - s.f.InHand(q)) / max(m-float64(len(q.Rows)), 1)
		if worth := share * float64(len(q.Rows)); worth > most {
			best, most = q, worth
		}
	}
	return best
}

// reorder values all open answers anew.
func (s *Weighted) reorder() {
	s.open = slices.DeleteFunc(s.open, func(a openAnswer) bool { return !a.q.More || a.reads != a.q.Reads })
	for i := range s.open {
		s.open[i].rate = s.pageRate(s.open[i].q)
	}
	heap.Init(&s.open)
}

// explained reports whether it is no wonder that the latest pages of q brought
// nothing new: a ranking that is the same for all questions shows first what
// others have brought, and there is more of that to come.
func (s *Weighted) explained(q *facts.Question) bool {
	return s.f.IsKnown(q) && s.f.Seeing.Share() >= facts.WholeShown && s.f.Fitting(q) > len(q.Rows)
}

// nextShare returns how many new records the next page of q brings for each that it
// would if those expected were spread evenly over the rows that are left. Where rows keep
// their places and texts are whole, the pages of an answer that is not cut are sure to
// bring all of its matches that are not in hand: no more is promised than was expected,
// since what seems best of many is overrated.
func (s *Weighted) nextShare(q *facts.Question, left float64, cut bool) float64 {
	moves, share := s.f.Regime().Moves, 1.0
	if moves { // rows shown twice leave more matches than rows
		at := s.pageToRead(q).Page
		share = s.f.Anew(q, at) * min(s.rowsOn(q, at)*s.pages(left)/left, 1)
	}
	switch {
	case cut:
		return share
	case moves:
		return share * s.shares.later.Value()
	}
	return share * s.shares.cautious()
}

// lateCounts is how many rows what cut answers brought so far counts for.
const lateCounts = 10

// pageRate returns what reading q on is worth, as promise.index has it. Of the
// unread matches those are new that are in no record in hand, where the total
// is known; else the future is like the past.
func (s *Weighted) pageRate(q *facts.Question) float64 {
	site := s.f.Regime()
	if s.inOrder() && q.Kind == facts.Keyword {
		return s.gaugedRate(q)
	}
	m := s.supposed(q)
	unread := m - float64(len(q.Rows))
	left, cut := unread, false
	if k := site.Limit; k > 0 {
		if s.f.Matches(q) >= 0 {
			left = m - float64(q.Shown) // rows that came twice stood where others should
		}
		if most := float64(k - q.Shown); most < left {
			left, cut = most, true
		}
	}
	if left <= 0 {
		return 0
	}
	share := statistics.Clamp((m-s.f.InHand(q))/unread, 0, 1)
	share *= s.nextShare(q, left, cut)
	if site.Excludes && q.Kind == facts.Keyword && !s.adopted[q] { // the rest comes by the cells of others
		list := s.f.InHandList(q)
		some := facts.Spread(list, summedUp)
		raw := s.out.Unseen(some, float64(len(some))/float64(max(len(list), 1)))
		share = min(share, raw*s.left.Value()/unread)
	}
	switch { // a cut answer shows the top of the ranking, which other answers show, too
	case cut && s.stops():
		at := float64(q.Shown) / m
		last := share * s.tops.between(at-float64(q.LastRows)/m, at)
		share *= s.tops.between(at, at+left/m) * (lateCounts + float64(q.LastFresh)) / (lateCounts + last*float64(q.LastRows))
	case cut:
		share = min(share, q.Late)
	}
	if q.Dry > 1 && !s.f.IsKnown(q) {
		share /= float64(q.Dry)
	}
	if s.stops() {
		return left * share / s.pages(left) * s.locked(left*share)
	}
	return s.index(left*share, left)
}
