package querygen

import "math"

// Where answers show no total and few are cut, the page that an answer ends with tells
// its total. It is found like a name in a book: a page in front of the end brings records,
// one behind it nothing. Of a word with many unseen matches it need not be known to the page.

const (
	endSlack = 0.15 // how far the number of unseen matches may be off, as a share of it
	endReads = 10   // pages asked for to find an end, at most
	endsFrom = 50   // pages of a limit from which ends tell: shorter answers are cut, or end with what is in hand
)

// endsTell reports whether that is so: pages can be asked for by their numbers, and
// rows do not change places between them.
func (f *facts) endsTell() bool {
	k := f.limit()
	return !f.totals && f.numbered && (k == 0 || k >= endsFrom*f.rowsAPage()) && !f.signs.moves()
}

// tells reports whether the number of matches of an answer is shown, or can be had
// for a few requests.
func (f *facts) tells() bool { return f.totals || f.endsTell() }

// between returns how many matches q has at least and at most, by the pages that
// were read: at most infinitely many while none behind the end is known.
func (f *facts) between(q *question) (least, most float64) {
	size := float64(f.rowsAPage())
	least, most = max(f.inHand(q), float64(q.top())*size), math.Inf(1)
	if q.beyond > 0 {
		most = max(float64(q.beyond-1)*size, least)
	}
	return least, most
}

// roughly returns matches(q), or what it is to endSlack; it is not ok where less is known.
func (f *facts) roughly(q *question) (matches float64, ok bool) {
	if m := f.matches(q); m >= 0 {
		return float64(m), true
	}
	if q.kind != keyword || q.beyond == 0 || !f.endsTell() {
		return 0, false
	}
	least, most := f.between(q)
	matches = (least + most) / 2
	return matches, (most-least)/2 <= endSlack*(matches-f.inHand(q))
}

// isKnown reports whether roughly is ok.
func (f *facts) isKnown(q *question) bool {
	_, ok := f.roughly(q)
	return ok
}

// endSearch is the search for the end of a word's answer that was just opened.
type endSearch struct {
	q         *question
	predicted float64 // weighted.predicted when the word was asked
	paid      float64 // weighted.paid then: negative where the survey asked it
}

// ending returns the page that goes on with the search for an end.
func (s *weighted) ending() (Ask, bool) {
	q := s.search.q
	if q == nil || !s.f.endsTell() || s.f.isKnown(q) || q.reads >= endReads || q.ordered || !q.open() {
		return Ask{}, false
	}
	size, last := float64(s.f.rowsAPage()), farthestPage
	if k := s.f.limit(); k > 0 {
		if last = k / s.f.rowsAPage(); q.top() >= last {
			return Ask{}, false
		}
	}
	least, most := s.f.between(q)
	at := (least + most) / 2
	if math.IsInf(most, 1) { // it is longer than expected
		step := 2 * endSlack * s.unseenOf(q.word, s.search.predicted)
		at = least + max(step, 1)*math.Exp2(float64(q.reads-1))
	}
	if q.beyond > 0 {
		last = min(last, q.beyond-1)
	}
	page := int(min(at/size, farthestPage)) + 1
	return Ask{Query: q.query, Page: min(max(page, q.top()+1), last)}, true
}

// unseenOf returns how many matches of a word are unseen, by what the weights predict.
func (s *weighted) unseenOf(w uint32, predicted float64) float64 {
	n, _ := s.weights.sum(s.f.records.postings[w])
	return predicted * s.scaled(n)
}

// seekEnd begins the search for the end of q, that of a word which was just asked,
// and ends it where there is nothing to search for any more. It reports whether the
// search has just brought what it was for.
func (s *weighted) seekEnd(q *question) (found bool) {
	e := &s.search
	if s.isWord && q.reads == 1 && q.kind == keyword && s.proposed == q.word && s.f.endsTell() && !s.f.isKnown(q) {
		*e = endSearch{q: q, predicted: s.predicted, paid: s.paid}
		s.weights.observe(q, s.f)
		return false
	}
	if e.q != q {
		return false
	}
	if e.paid < 0 {
		s.surveyed++
	}
	if !s.f.isKnown(q) {
		return false
	}
	s.isWord, s.proposed, s.predicted, s.paid = true, q.word, e.predicted, e.paid
	*e = endSearch{}
	return true
}
