package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// ending returns the page that goes on with the search for an end.
func (s *Weighted) ending() (querygen.Ask, bool) {
	site := s.f.Regime()
	q := s.Search.Question
	if q == nil || !site.EndsTell || s.f.IsKnown(q) || q.Reads >= facts.EndReads || q.Ordered || !q.Open() {
		return querygen.Ask{}, false
	}
	size, last := float64(s.f.RowsAPage()), facts.FarthestPage
	if k := site.Limit; k > 0 {
		if last = k / s.f.RowsAPage(); q.Top() >= last {
			return querygen.Ask{}, false
		}
	}
	least, most := s.f.Between(q)
	at := (least + most) / 2
	if math.IsInf(most, 1) { // it is longer than expected
		step := 2 * facts.EndSlack * s.Outlook.unseenOf(q.Word, s.Search.Predicted)
		at = least + max(step, 1)*math.Exp2(float64(q.Reads-1))
	}
	if q.Beyond > 0 {
		last = min(last, q.Beyond-1)
	}
	page := int(min(at/size, facts.FarthestPage)) + 1
	return querygen.Ask{Query: q.Query, Page: min(max(page, q.Top()+1), last)}, true
}

// seekEnd begins the search for the end of q, that of a word which was just asked,
// and ends it where there is nothing to search for any more. It reports whether the
// search has just brought what it was for.
func (s *Weighted) seekEnd(q *facts.Question) (found bool) {
	e := &s.Search
	if s.isWord && q.Reads == 1 && q.Kind == facts.Keyword && s.proposed == q.Word && s.f.Regime().EndsTell && !s.f.IsKnown(q) {
		*e = facts.EndSearch{Question: q, Predicted: s.predicted}
		s.Outlook.Weights.observe(q, s.f)
		return false
	}
	if e.Question != q {
		return false
	}
	if !s.f.IsKnown(q) {
		return false
	}
	s.isWord, s.proposed, s.predicted = true, q.Word, e.Predicted
	*e = facts.EndSearch{}
	return true
}
