package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// A question is left when its last pages brought nothing new while there is
// something better to do: at least leaveAfter, and a quarter of those read,
// since a long answer still has much to give. It is given up when it goes on
// like that: some pagers never end.
const (
	LeaveAfter  = 3
	giveUpAfter = 50 // pages at most, and half of those read
)

// Promising reports whether the next page is open and likely to bring something.
func (q *Question) Promising() bool { return q.Open() && q.Dry < max(LeaveAfter, q.Pages/4) }

// Hopeless reports whether q has run dry for good.
func (q *Question) Hopeless() bool {
	return q.Dry >= statistics.Clamp(q.Reads/2, 4*LeaveAfter, giveUpAfter)
}

// Walker reads the pages of questions, one question at a time.
type Walker struct {
	current     *Question
	left        []*Question
	interrupted []*Question // for what was found elsewhere; of left
}

// Observe makes q the current question, unless it came between the pages of
// another one.
func (w *Walker) Observe(q *Question) {
	if q != w.current && w.Worthwhile() != nil && w.between(q) {
		if q.More && q.Pages == 1 {
			w.left = append(w.left, q)
		}
		return
	}
	if w.current != nil && w.current != q && w.current.More {
		w.left = append(w.left, w.current)
		if q.Query.Strategy == ElsewhereStrategy && w.current.Promising() {
			w.interrupted = append(w.interrupted, w.current)
		}
	}
	w.current = q
}

// between reports whether q came between the pages of the current question: to learn
// from it, or to look elsewhere, where there is no more to be had.
func (w *Walker) between(q *Question) bool {
	switch q.Query.Strategy {
	case SampleStrategy, ProbeStrategy:
		return true
	case ElsewhereStrategy:
		return q.LastFresh <= w.current.LastFresh
	}
	return false
}

// Worthwhile returns the question whose next page should be read before anything
// else: the current one, or once that brings nothing more the latest that was
// interrupted. It is nil where there is none.
func (w *Walker) Worthwhile() *Question {
	if q := w.current; q != nil && q.Promising() {
		return q
	}
	for _, q := range slices.Backward(w.interrupted) {
		if q.Promising() {
			return q
		}
	}
	return nil
}

// Remaining returns a question that was left, latest first, for when there is
// nothing better to do.
func (w *Walker) Remaining() *Question {
	if q := w.current; q != nil && q.Open() && !q.Hopeless() {
		return q
	}
	for n := len(w.left); n > 0; n = len(w.left) {
		q := w.left[n-1]
		if q.Open() && !q.Hopeless() {
			return q
		}
		if q.Stuck && q.Failures < Stubborn {
			break // may open again
		}
		w.left = w.left[:n-1]
	}
	return nil
}
