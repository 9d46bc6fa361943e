package querygen

import "slices"

// cut is what a cell is the rest of: an answer whose total is known, and the
// questions for the parts that were cut off it. Once a question has no room for
// all exclusions, nobody knows how many of its matches are in the cell, and what is
// guessed adds up from part to part. But what the whole answer lacks, and none of its
// parts does, is in the rest.
type cut struct {
	of    *question   // the answer
	parts []*question // in the order of their cutting
	loose bool        // one of them left out exclusions
}

// without returns c without the matches of q, too.
func (c cut) without(q *question, loose bool) cut {
	return cut{c.of, append(slices.Clip(c.parts), q), c.loose || loose}
}

// recounts reports whether the rest is counted by what is missing.
func (c cut) recounts(f *facts) bool {
	return c.loose && f.seeing.share() >= wholeShown && f.matches(c.of) >= 0
}

// recount returns how many records of the rest are not in hand.
func (c cut) recount(f *facts) float64 {
	n := f.missing(c.of)
	for _, q := range c.parts {
		n -= f.missing(q)
	}
	return max(n, 0)
}

// missing returns how many matches of q are not in hand.
func (f *facts) missing(q *question) float64 { return max(f.supposed(q)-f.inHand(q), 0) }
