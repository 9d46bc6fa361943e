package facts

import (
	"github.com/hadal-crawler/hadal/querygen"
)

// Visibility learns how much of a record its text in hand shows. Many sites
// show snippets: a record in hand may match a word that its snippet lacks. Rows
// that were in hand before a word returned them tell: the snippet that they
// came with was cut for another word. Only those of first pages do: an answer is
// read on because few of its records seem to be in hand, so that its other pages
// make the text in hand look worse than it is.
type Visibility struct{ Visible, All float64 }

// add notes a row that q returned: whether the texts of its record that were in
// hand before show what q asks for, and whether those do that are in hand now.
func (v *Visibility) add(q *Question, before, now, fresh bool) {
	if now {
		q.Visible++
	}
	if fresh || q.Reads > 0 {
		return
	}
	q.again++
	if before {
		q.againVisible++
	}
	if q.Kind != Keyword {
		return // several words say little about one
	}
	v.All, v.Visible = v.All*visibleMemory+1, v.Visible*visibleMemory
	if before {
		v.Visible++
	}
}

// Smoothing of visibility, in rows.
const (
	visibleAtFirst = 5   // taken for granted before the first row
	visibleAlike   = 100 // of other words, that count for a word
)

// visibleMemory is the weight that is left to earlier rows at each row: the more
// snippets of a record came, the more of it shows.
const visibleMemory = 0.998

// Share returns the part of a record's words that its text in hand shows.
func (v *Visibility) Share() float64 { return (v.Visible + visibleAtFirst) / (v.All + visibleAtFirst) }

// Of returns the part of the records in hand which match q and show its word.
func (v *Visibility) Of(q *Question) float64 {
	return max((float64(q.againVisible)+visibleAlike*v.Share())/(float64(q.again)+visibleAlike), 0.02)
}

// certain returns words that the records of an answer to q hold whether or not
// its rows show them.
func (f *Extent) certain(q *Question) []uint32 {
	if q.Kind == Keyword || q.Kind == Several && f.Operators.And == querygen.Yes {
		return q.Words.With
	}
	return nil
}

// InHand returns how many matches of q are in hand: those that it returned,
// and those that only other questions did. It is only for questions that are worded.
func (f *Extent) InHand(q *Question) float64 {
	if q.By != nil {
		q = q.By
	}
	rows, fitting := float64(len(q.Rows)), float64(f.Fitting(q))
	if m := float64(f.Matches(q)); m > rows && rows > 0 && fitting > heldBeyond*m {
		return rows + (m-rows)*(1-float64(q.Fresh)/rows)
	}
	return rows + (fitting-float64(q.Visible))/f.Seeing.Of(q)
}

// heldBeyond is how many times more records than match must hold a word, by their texts, for the
// site not to search for it as it is read here, but in titles alone, say: then its own rows tell
// which share of its matches others had brought.
const heldBeyond = 2

// Fitting returns how many records in hand hold what q asks for, by their texts.
func (f *Extent) Fitting(q *Question) int { return len(f.InHandList(q)) }

// InHandList returns these records, ascending.
func (f *Extent) InHandList(q *Question) []uint32 {
	if q.Kind == Keyword {
		return f.Records.Postings[q.Word]
	}
	return q.held.Of(&f.Records, q.Words)
}

// WholeShown is the share of a record's words in its row from which on a record
// is taken to show all its words.
const WholeShown = 0.95

// AllInHand reports whether all matches of a word are in hand, and known to be: no record
// that is not held has it. Where far more records hold it than match, the site does not
// search for it as we read it.
func (f *Extent) AllInHand(q *Question) bool {
	if q.Kind != Keyword || q.Status != querygen.Answered || q.By != nil {
		return false
	}
	m := float64(f.Matches(q))
	return m >= 0 && m-f.InHand(q) < 1 && heldBeyond*m >= float64(f.Records.Df(q.Word))
}
