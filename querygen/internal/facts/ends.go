package facts

import "math"

// Where answers show no total and few are cut, the page that an answer ends with tells
// its total. It is found like a name in a book: a page in front of the end brings records,
// one behind it nothing. Of a word with many unseen matches it need not be known to the page.

const (
	EndSlack = 0.15 // how far the number of unseen matches may be off, as a share of it
	EndReads = 10   // pages asked for to find an end, at most
	endsFrom = 50   // pages of a limit from which ends tell: shorter answers are cut, or end with what is in hand
)

// Between returns how many matches q has at least and at most, by the pages that
// were read: at most infinitely many while none behind the end is known.
func (f *Extent) Between(q *Question) (least, most float64) {
	size := float64(f.RowsAPage())
	least, most = max(f.InHand(q), float64(q.Top())*size), math.Inf(1)
	if q.Beyond > 0 {
		most = max(float64(q.Beyond-1)*size, least)
	}
	return least, most
}

// Roughly returns matches(q), or what it is to endSlack; it is not ok where less is known.
func (f *Extent) Roughly(q *Question) (matches float64, ok bool) {
	if m := f.Matches(q); m >= 0 {
		return float64(m), true
	}
	if q.Kind != Keyword || q.Beyond == 0 || !f.Regime().EndsTell {
		return 0, false
	}
	least, most := f.Between(q)
	matches = (least + most) / 2
	return matches, (most-least)/2 <= EndSlack*(matches-f.InHand(q))
}

// IsKnown reports whether roughly is ok.
func (f *Extent) IsKnown(q *Question) bool {
	_, ok := f.Roughly(q)
	return ok
}

// EndSearch is the search for the end of a word's answer that was just opened.
type EndSearch struct {
	Question  *Question
	Predicted float64 // weighted.predicted when the word was asked
}
