package plan

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Of doubt, as of parts that auto asks for.
const (
	alikeAtOnce = 3 // answers as long as any, that this is no chance; one less of a length that limits have
	alikeWhole  = 2 // of them that were found to be whole, after which the others are taken to be
)

// doubt divides an answer that was cut though nothing told so when it was read, and reports
// whether there is one: a limit was found since. Where several answers are as long as any, and
// none tells how many match, one of them is divided to find out.
func (s *planned) doubt() bool {
	switch t := s.trial; {
	case t != nil && s.f.Records.Held() > t.held:
		s.limit = s.length
	case t != nil:
		s.whole++
		s.cut, s.divided = t.cut, t.divided
	}
	s.trial = nil
	if len(s.longest) == 0 {
		return false
	}
	c := s.longest[0]
	q := s.f.ByKey[c.query.Key()]
	if !s.isCut(q) {
		n := alikeAtOnce
		if s.length%5 == 0 {
			n--
		}
		if q.Total >= 0 || len(s.longest)+s.whole < n || s.whole >= alikeWhole {
			return false
		}
		s.trial = &trial{s.f.Records.Held(), s.cut, s.divided}
	}
	s.longest = s.longest[1:]
	s.open(c, q)
	if t := s.trial; t != nil && len(s.waiting) == 0 && s.within == nil {
		s.cut, s.trial = t.cut, nil
		s.doubted++
	}
	return true
}

// trial is what was held and counted before an answer was divided to know whether it was cut.
type trial struct{ held, cut, divided int }

// compare keeps an answer that is as long as any, and of other rows than those that are.
func (s *planned) compare(c *cell, q *facts.Question) {
	n := len(q.Rows)
	if n > s.length {
		s.length, s.longest, s.whole = n, nil, 0
	}
	if n == s.length && n >= facts.AlikeLeast && !slices.ContainsFunc(s.longest, func(o *cell) bool { return s.f.ByKey[o.query.Key()].First == q.First }) {
		s.longest = append(s.longest, c)
	}
}
