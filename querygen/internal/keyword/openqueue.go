package keyword

import (
	"slices"

	"github.com/hadal-crawler/hadal/internal/heap"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// openAnswer is an answer with a further page.
type openAnswer struct {
	q     *facts.Question
	reads int     // pages read when it was queued: an entry for fewer than q has now is void
	rate  float64 // new records that the next page is expected to bring
}

// openAnswers are the answers that were begun, by what their next pages promise. Rates
// mostly fall while an answer waits, so that revaluing the top suffices between two fits of
// the weights.
type openAnswers struct {
	f         *facts.Facts
	outlook   *outlook
	excluding *excluding
	reading   reading
	waiting   heap.Heap[openAnswer]
}

// add makes an answer wait for its next page to be read.
func (s *openAnswers) add(q *facts.Question) {
	if q.Open() {
		s.waiting.Push(openAnswer{q, q.Reads, s.pageRate(q)})
	}
}

// bestPage returns the open answer whose next page promises most.
func (s *openAnswers) bestPage() (*facts.Question, float64) {
	for len(s.waiting.Items) > 0 {
		top := s.waiting.Items[0]
		if !top.q.More || top.reads != top.q.Reads || top.q.Hopeless() && !s.explained(top.q) {
			s.waiting.Remove(0)
			continue
		}
		if s.f.Regime().Excludes && s.excluding.divide(top.q) || s.f.Widened(top.q) {
			s.waiting.Remove(0)
			continue
		}
		rate := s.pageRate(top.q)
		if rate < top.rate*0.999 {
			s.waiting.Items[0].rate = rate
			s.waiting.Fix(0)
			continue
		}
		if top.q.Stuck {
			s.waiting.Remove(0) // comes back with its next answer
			continue
		}
		return top.q, rate
	}
	return nil, 0
}

// mostRead returns the open answer to a word of which most rows were read, as far as its
// unread matches are new: the fewest records held lie beside it, each of which comes again
// when a word of its own is read. It is nil where words are claimed already.
func (s *openAnswers) mostRead() *facts.Question {
	var best *facts.Question
	var most float64
	for _, a := range s.waiting.Items {
		q := a.q
		m := s.f.Supposed(q)
		if len(s.excluding.out.claimed) > 0 || q.Kind != facts.Keyword || !q.Open() || s.excluding.out.TooBroad(q.Word, m) {
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
func (s *openAnswers) reorder() {
	s.waiting.Items = slices.DeleteFunc(s.waiting.Items, func(a openAnswer) bool { return !a.q.More || a.reads != a.q.Reads })
	for i := range s.waiting.Items {
		s.waiting.Items[i].rate = s.pageRate(s.waiting.Items[i].q)
	}
	s.waiting.Init()
}

// explained reports whether it is no wonder that the latest pages of q brought
// nothing new: a ranking that is the same for all questions shows first what
// others have brought, and there is more of that to come.
func (s *openAnswers) explained(q *facts.Question) bool {
	return s.f.Matches(q) >= 0 && s.f.Seeing.Share() >= facts.WholeShown && s.f.Fitting(q) > len(q.Rows)
}

// nextShare returns how many new records the next page of q brings for each that it
// would if those expected were spread evenly over the rows that are left. Where rows keep
// their places and texts are whole, the pages of an answer that is not cut are sure to
// bring all of its matches that are not in hand: no more is promised than was expected,
// since what seems best of many is overrated.
func (s *openAnswers) nextShare(q *facts.Question, left float64, cut bool) float64 {
	moves, share := s.f.Regime().Moves, 1.0
	if moves { // rows shown twice leave more matches than rows
		at := s.reading.next(q).Page
		share = s.f.Anew(q, at) * min(s.reading.rowsOn(q, at)*s.outlook.pages(left)/left, 1)
	}
	switch {
	case cut:
		return share
	case moves:
		return share * s.outlook.shares.later.Value()
	}
	return share * s.outlook.shares.cautious()
}

// lateCounts is how many rows what cut answers brought so far counts for.
const lateCounts = 10

// pageRate returns what reading q on is worth, as promise.index has it. Of the
// unread matches those are new that are in no record in hand, where the total
// is known; else the future is like the past.
func (s *openAnswers) pageRate(q *facts.Question) float64 {
	site := s.f.Regime()
	if site.InOrder() && q.Kind == facts.Keyword {
		return s.gaugedRate(q)
	}
	m := s.outlook.supposed(q)
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
	if at, fresh := s.reading.best(q); at > 0 {
		return fresh * s.outlook.places.chosen.of(SizeClass(int(s.f.InHand(q))), true)
	}
	share := statistics.Clamp((m-s.f.InHand(q))/unread, 0, 1)
	share *= s.nextShare(q, left, cut)
	if site.Excludes && q.Kind == facts.Keyword && !s.excluding.adopted[q] { // the rest comes by the cells of others
		list := s.f.InHandList(q)
		some := facts.Spread(list, summedUp)
		raw := s.excluding.out.Unseen(some, float64(len(some))/float64(max(len(list), 1)))
		share = min(share, raw*s.excluding.left.Value()/unread)
	}
	switch { // a cut answer shows the top of the ranking, which other answers show, too
	case cut && site.FirstTells():
		at := float64(q.Shown) / m
		last := share * s.outlook.tops.between(at-float64(q.LastRows)/m, at)
		share *= s.outlook.tops.between(at, at+left/m) * (lateCounts + float64(q.LastFresh)) / (lateCounts + last*float64(q.LastRows))
	case cut:
		share = min(share, q.Late)
	}
	if q.Dry > 1 && s.f.Matches(q) < 0 {
		share /= float64(q.Dry)
	}
	if site.FirstTells() {
		return left * share / s.outlook.pages(left) * s.outlook.locked(left*share)
	}
	return s.outlook.index(left*share, left)
}

// forgone returns how much of a page of new records is put off by asking something
// else than the next page of q, nil for none.
func (s *openAnswers) forgone(q *facts.Question) float64 {
	if q == nil {
		return 0
	}
	size := float64(s.f.RowsAPage())
	m := s.f.Matches(q)
	if m < 0 {
		return min(float64(q.LastFresh)/size, 1)
	}
	unread := max(float64(m-q.Shown), 1)
	return statistics.Clamp((float64(m)-s.f.InHand(q))/unread, 0, 1) * min(unread/size, 1)
}

// gaugedRate is pageRate where answers are gauged: by page, what is left of q within the limit brings.
func (s *openAnswers) gaugedRate(q *facts.Question) float64 {
	m, shown := s.outlook.supposed(q), float64(q.Shown)
	left := min(m-shown, float64(s.f.Regime().Limit)-shown)
	if left <= 0 {
		return 0
	}
	const least = 0.01
	read := s.outlook.depths.above(shown / m)
	part := (s.outlook.depths.above((shown+left)/m) - read) / max(1-read, least)
	return max(m-s.f.InHand(q), 0) * part / s.outlook.pages(left)
}
