package keyword

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// places learn where in the site's order the records in hand stand, where all answers have
// one: a record that is a tenth of the way down one answer is near there in all others. So it
// is known about on which pages of an answer the records are that match it and are in hand,
// and the page with the fewest of them brings most.
type places struct {
	of     []place         // by record
	agree  correlation     // of where a record stands with where it stood in others
	chosen scales          // new records for each that a chosen page was expected to bring
	asked  *facts.Question // of which a page was chosen
	hoped  float64         // what it was expected to bring
}

// place is where a record stands, from 0 to 1: the mean of what answers told, by the
// number of their matches.
type place struct{ at, sure float64 }

// Constants of places, found by experiment on news records; the outcome is flat around them.
const (
	placesAgree = 0.5   // correlation from which on answers have one order,
	placesFew   = 30    // and so many pairs
	placesOf    = 1024  // records in hand that match, which stand for more
	placesPages = 10000 // of one answer, at most
	leastNew    = 0.1   // of the even share of new records is on a page at least
	evenly      = 0.5   // share of the expectation that does without places
)

// known reports whether answers have one order.
func (p *places) known() bool { return p.agree.n >= placesFew && p.agree.value() > placesAgree }

// observe takes note of the latest page of q, an answer of so many matches.
func (p *places) observe(q *facts.Question, matches, size float64) {
	if p.asked == q {
		p.chosen.add(SizeClass(int(q.Before)), float64(q.LastFresh), p.hoped)
	}
	p.asked = nil
	for i, d := range q.Latest {
		for int(d) >= len(p.of) {
			p.of = append(p.of, place{})
		}
		x, at := &p.of[d], statistics.Clamp((float64(q.LastAt-1)*size+float64(i)+0.5)/matches, 0, 1)
		if x.sure > 0 && matches >= 2*size {
			p.agree.add(at, x.at)
		}
		x.at = (x.at*x.sure + at*matches) / (x.sure + matches)
		x.sure += matches
	}
}

// chooses reports whether the page of an answer to read is chosen by places.
func (s *reading) chooses() bool {
	site := s.f.Regime()
	return site.FromEnds() && site.Totals && !site.Moves && s.outlook.places.known()
}

// best returns which page of q brings most new records, as far as places tell, and how many.
// It is 0 where they do not.
func (s *reading) best(q *facts.Question) (at int, fresh float64) {
	m := s.f.Matches(q)
	if m < 0 || q.Kind != facts.Keyword || q.Ordered || q.Misread && q.Top() == 0 || !s.chooses() {
		return 0, 0
	}
	return s.bestOf(s.f.InHandList(q), q, float64(m), max(float64(m)-s.f.InHand(q), 0))
}

// bestOf returns the unread page of q that brings most of the matches that
// are not in hand; list has those that are. What is in hand, and was not shown by q, is spread
// over the pages around where it stands, as far as that is known.
func (s *reading) bestOf(list []uint32, q *facts.Question, matches, unseen float64) (at int, most float64) {
	size := float64(s.f.RowsAPage())
	if matches > placesPages*size {
		return 0, 0 // whatever a site claims
	}
	rows := func(page int) float64 { return min(size, matches-float64(page-1)*size) }
	free := make([]float64, int(math.Ceil(matches/size))) // rows by page, without those in hand
	for i := range free {
		free[i] = rows(i + 1)
	}
	some := facts.Spread(list, placesOf)
	part := float64(len(list)) / float64(max(len(some), 1))
	for _, d := range some {
		x := place{0.5, 1}
		if int(d) < len(s.outlook.places.of) && s.outlook.places.of[d].sure > 0 {
			x = s.outlook.places.of[d]
		}
		if _, shown := slices.BinarySearch(q.Rows, d); shown {
			continue
		}
		middle := x.at * matches
		deviation := math.Sqrt(x.at*(1-x.at)*(matches+matches*matches/x.sure)) + 0.5
		low, high := max(int((middle-4*deviation)/size), 0), min(int((middle+4*deviation)/size)+1, len(free))
		before := logistic((float64(low)*size - middle) / deviation)
		for i := low; i < high; i++ {
			upTo := logistic((float64(i+1)*size - middle) / deviation)
			free[i] -= (upTo - before) * part
			before = upTo
		}
	}
	sum, unread := 0.0, max(matches-float64(q.Shown), 1)
	even := func(page int) float64 { return unseen * rows(page) / unread }
	for i := range free {
		if free[i] = max(free[i], leastNew*even(i+1)); !q.Shows(i + 1) {
			sum += free[i]
		}
	}
	last := facts.FarthestPage
	if k := s.f.Regime().Limit; k > 0 {
		last = min(last, (k+s.f.RowsAPage()-1)/s.f.RowsAPage())
	}
	for page := 1; page <= min(last, len(free)); page++ {
		if q.Shows(page) || q.Beyond > 0 && page >= q.Beyond {
			continue // a page that was empty is not asked for again, whatever the total says
		}
		if x := (1-evenly)*free[page-1]*unseen/sum + evenly*even(page); x > most {
			at, most = page, x
		}
	}
	return at, most
}

// choose returns the page of q to read next by places, and remembers what it promises.
func (s *reading) choose(q *facts.Question) (querygen.Ask, bool) {
	at, fresh := s.best(q)
	s.outlook.places.asked, s.outlook.places.hoped = q, fresh
	return querygen.Ask{Query: q.Query, Page: at}, at > 0
}

// logistic is the distribution function of a logistic variable with a mean of 0 and a
// deviation of 1.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x*math.Pi/math.Sqrt(3))) }

// correlation is of pairs of numbers, the latest ones most.
type correlation struct{ n, x, y, xx, yy, xy float64 }

func (c *correlation) add(x, y float64) {
	const memory = 0.9995
	*c = correlation{c.n*memory + 1, c.x*memory + x, c.y*memory + y, c.xx*memory + x*x, c.yy*memory + y*y, c.xy*memory + x*y}
}

func (c *correlation) value() float64 {
	spread := (c.n*c.xx - c.x*c.x) * (c.n*c.yy - c.y*c.y)
	if spread <= 0 {
		return 0
	}
	return (c.n*c.xy - c.x*c.y) / math.Sqrt(spread)
}
