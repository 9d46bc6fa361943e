package keyword

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Ordered asks questions that match more than can be read once more in other
// orders: each shows another part of the matches, and an order and its reverse
// two parts that do not overlap.
type Ordered struct {
	f       *facts.Facts
	bases   []*facts.Question // that ended before all their matches were shown
	waiting []facts.Reordering
	made    [2]int          // of how many bases and orders waiting was made
	walk    *facts.Question // the latest, while it is worth to be read on
	noted   map[*facts.Question]bool
}

func NewOrdered(f *facts.Facts) *Ordered { return &Ordered{f: f, noted: map[*facts.Question]bool{}} }

// Propose returns the reordering that promises most, or the next page of the
// latest one.
func (s *Ordered) Propose() (facts.Proposal, bool) {
	if q := s.walk; q != nil && q.Promising() {
		if rate := min(q.Late*float64(s.f.RowsAPage()), s.left(q)); rate > 0 {
			return facts.Proposal{Ask: q.NextPage(), Rate: rate}, true
		}
	}
	s.combine()
	best, at := 0.0, -1
	for i, r := range s.waiting {
		if v := s.worth(r); v > best {
			best, at = v, i
		}
	}
	if at < 0 {
		return facts.Proposal{}, false
	}
	r := s.waiting[at]
	q := s.query(r)
	if s.f.ByKey[q.Key()] != nil {
		s.waiting = slices.Delete(s.waiting, at, at+1)
		return s.Propose()
	}
	q.Expected = best
	return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: best}, true
}

// left returns how many matches of a reordered word are in no record in hand;
// infinite where that cannot be told.
func (s *Ordered) left(q *facts.Question) float64 {
	base, _ := s.f.Unordered(q)
	if base == nil || base.Kind != facts.Keyword || s.f.Matches(base) < 0 {
		return math.Inf(1)
	}
	return float64(s.f.Matches(base)) - s.f.InHand(base)
}

func (s *Ordered) query(r facts.Reordering) querygen.Query {
	return s.f.Probe("matches more than can be read; in another order: "+r.By.Label, append(slices.Clone(r.Base.Pairs), r.By.Pairs...)...)
}

// combine makes the reorderings of bases and orders that came since: result
// pages may offer orders that the form does not.
func (s *Ordered) combine() {
	orders := s.f.Space.Orders
	for i, q := range s.bases {
		from := s.made[1]
		if i >= s.made[0] {
			from = 0
		}
		for _, o := range orders[min(from, len(orders)):] {
			s.waiting = append(s.waiting, facts.Reordering{Base: q, By: o})
		}
	}
	s.made = [2]int{len(s.bases), len(orders)}
}

// worth returns the new records that a page of a reordering is expected to
// bring: of the matches that its question did not show, those that are in hand
// by other questions bring nothing.
func (s *Ordered) worth(r facts.Reordering) float64 {
	k := float64(s.f.Regime().Limit)
	if k == 0 || s.f.ChangesNothing(r.By) {
		return 0
	}
	unread := r.Base.Unread(k)
	if unread <= 0 {
		return 0
	}
	held := 0.0
	if r.Base.Kind == facts.Keyword {
		held = s.f.InHand(r.Base) - float64(len(r.Base.Rows))
	} else if size := s.f.RoughSize(); size > 0 {
		held = unread * float64(s.f.Records.Held()) / size
	}
	for _, o := range s.f.Space.Orders {
		if q := s.f.ByKey[s.query(facts.Reordering{Base: r.Base, By: o}).Key()]; q != nil {
			held += float64(q.Fresh)
		}
	}
	return statistics.Clamp(1-held/unread, 0, 1) * min(k, unread, float64(s.f.RowsAPage()))
}

// Observe notes questions that end before all their matches were shown.
func (s *Ordered) Observe(q *facts.Question) {
	if s.f.Fixed.Get(querygen.CanSort).Verdict == querygen.No {
		return
	}
	if base, _ := s.f.Unordered(q); base != nil {
		s.walk = q
		return
	}
	k := s.f.Regime().Limit
	if k == 0 || s.noted[q] || q.Status != querygen.Answered || q.More || q.Kind == facts.Garbage || q.Kind == facts.Expression {
		return
	}
	if q.Short() || len(q.Rows) >= k && q.Total < 0 {
		s.noted[q] = true
		s.bases = append(s.bases, q)
	}
}
