package facts

import "slices"

// Cut is what a cell is the rest of: an answer whose total is known, and the
// questions for the parts that were cut off it. Once a question has no room for
// all exclusions, nobody knows how many of its matches are in the cell, and what is
// guessed adds up from part to part. But what the whole answer lacks, and none of its
// parts does, is in the rest.
type Cut struct {
	Of    *Question   // the answer
	parts []*Question // in the order of their cutting
	Loose bool        // one of them left out exclusions
}

// Without returns c without the matches of q, too.
func (c Cut) Without(q *Question, loose bool) Cut {
	return Cut{c.Of, append(slices.Clip(c.parts), q), c.Loose || loose}
}

// Recounts reports whether the rest of a cut answer is counted by what is missing.
func (f *Extent) Recounts(c Cut) bool {
	return c.Loose && f.Seeing.Share() >= WholeShown && f.Matches(c.Of) >= 0
}

// Recount returns how many records of the rest of a cut answer are not in hand.
func (f *Extent) Recount(c Cut) float64 {
	n := f.missing(c.Of)
	for _, q := range c.parts {
		n -= f.missing(q)
	}
	return max(n, 0)
}

// missing returns how many matches of q are not in hand.
func (f *Extent) missing(q *Question) float64 { return max(f.Supposed(q)-f.InHand(q), 0) }
