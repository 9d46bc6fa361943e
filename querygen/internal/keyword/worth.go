package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// worth learns what it is worth to open an answer, as a share of what its word
// promised: the new records of the page and what those behind it bring beyond the
// price, which is what else a request would bring. The break-even price itself is
// what was promised. Words that promise most promise too much (the winner's curse),
// and nothing else tells how much.
type worth struct{ facts.Ratio }

const (
	worthCounts = 20   // openings that count for a share of 1
	worthMost   = 2    // of one opening
	worthMemory = 0.97 // that is left to earlier openings at each one
)

func (w *worth) add(actual, promised float64) {
	w.Fade(min(actual/max(promised, 1e-6), worthMost), 1, worthMemory)
}

func (w *worth) value() float64 {
	return min((w.Actual+worthCounts)/(w.Predicted+worthCounts), 1)
}

// worthOf returns what it was worth to open q, at a price, with all pages that this took.
func (s *Weighted) worthOf(q *facts.Question, price float64) float64 {
	brought := float64(q.Fresh) - price*float64(q.Reads-1)
	m, ok := s.f.Roughly(q)
	if s.f.Guesses(q) {
		m, ok = s.supposed(q), true
	}
	if !q.Open() || !ok {
		return brought
	}
	unseen, reach := m-s.f.InHand(q), m
	if k := float64(s.f.Regime().Limit); k > 0 && k < m {
		unseen, reach = unseen*k/m, k
	}
	return brought + max(unseen-price*s.pages(reach-float64(q.Shown)), s.pageRate(q)-price, 0)
}
