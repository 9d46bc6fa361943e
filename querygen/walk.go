package querygen

import "slices"

// A question is left when its last pages brought nothing new while there is
// something better to do: at least leaveAfter, and a quarter of those read,
// since a long answer still has much to give. It is given up when it goes on
// like that: some pagers never end.
const (
	leaveAfter  = 3
	giveUpAfter = 50 // pages at most, and half of those read
)

// promising reports whether the next page is open and likely to bring something.
func (q *question) promising() bool { return q.open() && q.dry < max(leaveAfter, q.pages/4) }

// hopeless reports whether q has run dry for good.
func (q *question) hopeless() bool { return q.dry >= clamp(q.reads/2, 4*leaveAfter, giveUpAfter) }

// walker reads the pages of questions, one question at a time.
type walker struct {
	current     *question
	left        []*question
	interrupted []*question // for what was found elsewhere; of left
}

// observe makes q the current question, unless it came between the pages of
// another one.
func (w *walker) observe(q *question) {
	if q != w.current && w.worthwhile() != nil && w.between(q) {
		if q.more && q.pages == 1 {
			w.left = append(w.left, q)
		}
		return
	}
	if w.current != nil && w.current != q && w.current.more {
		w.left = append(w.left, w.current)
		if q.query.Strategy == elsewhereStrategy && w.current.promising() {
			w.interrupted = append(w.interrupted, w.current)
		}
	}
	w.current = q
}

// between reports whether q came between the pages of the current question: to learn
// from it, or to look elsewhere, where there is no more to be had.
func (w *walker) between(q *question) bool {
	switch q.query.Strategy {
	case SampleStrategy, probeStrategy:
		return true
	case elsewhereStrategy:
		return q.lastFresh <= w.current.lastFresh
	}
	return false
}

// worthwhile returns the question whose next page should be read before anything
// else: the current one, or once that brings nothing more the latest that was
// interrupted. It is nil where there is none.
func (w *walker) worthwhile() *question {
	if q := w.current; q != nil && q.promising() {
		return q
	}
	for _, q := range slices.Backward(w.interrupted) {
		if q.promising() {
			return q
		}
	}
	return nil
}

// remaining returns a question that was left, latest first, for when there is
// nothing better to do.
func (w *walker) remaining() *question {
	if q := w.current; q != nil && q.open() && !q.hopeless() {
		return q
	}
	for n := len(w.left); n > 0; n = len(w.left) {
		q := w.left[n-1]
		if q.open() && !q.hopeless() {
			return q
		}
		if q.stuck && q.failures < stubborn {
			break // may open again
		}
		w.left = w.left[:n-1]
	}
	return nil
}
