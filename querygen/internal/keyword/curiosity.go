package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// forgone returns how much of a page of new records is put off by asking something
// else than the next page of q, nil for none.
func (s *Weighted) forgone(q *facts.Question) float64 {
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
