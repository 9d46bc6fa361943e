package querygen

// visibility learns how much of a record its text in hand shows. Many sites
// show snippets: a record in hand may match a word that its snippet lacks. Rows
// that were in hand before a word returned them tell: the snippet that they
// came with was cut for another word. Only those of first pages do: an answer is
// read on because few of its records seem to be in hand, so that its other pages
// make the text in hand look worse than it is.
type visibility struct{ visible, all float64 }

// add notes a row that q returned: whether the texts of its record that were in
// hand before show what q asks for, and whether those do that are in hand now.
func (v *visibility) add(q *question, before, now, fresh bool) {
	if now {
		q.visible++
	}
	if fresh || q.reads > 0 {
		return
	}
	q.again++
	if before {
		q.againVisible++
	}
	if q.kind != keyword {
		return // several words say little about one
	}
	v.all, v.visible = v.all*visibleMemory+1, v.visible*visibleMemory
	if before {
		v.visible++
	}
}

// Smoothing of visibility, in rows.
const (
	visibleAtFirst = 5   // taken for granted before the first row
	visibleAlike   = 100 // of other words, that count for a word
	wholeFrom      = 50  // from which on they prove something
)

// visibleMemory is the weight that is left to earlier rows at each row: the more
// snippets of a record came, the more of it shows.
const visibleMemory = 0.998

// share returns the part of a record's words that its text in hand shows.
func (v *visibility) share() float64 { return (v.visible + visibleAtFirst) / (v.all + visibleAtFirst) }

// whole reports whether rows that came again have proved that they show all of a
// record's words.
func (v *visibility) whole() bool { return v.all >= wholeFrom && v.share() >= wholeShown }

// sureShown is the share of a record's words from which on it is known of each record
// in hand whether it matches a word.
const sureShown = 0.99

// hides reports whether rows that came again have proved that texts show less.
func (v *visibility) hides() bool { return v.all >= wholeFrom && v.share() < sureShown }

// of returns the part of the records in hand which match q and show its word.
func (v *visibility) of(q *question) float64 {
	return max((float64(q.againVisible)+visibleAlike*v.share())/(float64(q.again)+visibleAlike), 0.02)
}

// certain returns words that the records of an answer to q hold whether or not
// its rows show them.
func (f *facts) certain(q *question) []uint32 {
	if q.kind == keyword || q.kind == several && f.operators.and == Yes {
		return q.words.with
	}
	return nil
}

// inHand returns how many matches of q are in hand: those that it returned,
// and those that only other questions did. It is only for questions that are worded.
func (f *facts) inHand(q *question) float64 {
	if q.by != nil {
		q = q.by
	}
	others := float64(f.fitting(q) - q.visible)
	return float64(len(q.rows)) + others/f.seeing.of(q)
}

// fitting returns how many records in hand hold what q asks for, by their texts.
func (f *facts) fitting(q *question) int { return len(f.inHandList(q)) }

// inHandList returns these records, ascending.
func (f *facts) inHandList(q *question) []uint32 {
	if q.kind == keyword {
		return f.records.postings[q.word]
	}
	return q.held.of(&f.records, q.words)
}
