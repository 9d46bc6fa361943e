package querygen

import "math"

// curiosity returns how many requests may go into questions that teach about the
// interface and bring nothing. What they may save grows with the collection, but the
// first ones tell most: so it is the root of how many pages the records fill, as far as
// it shows, times a constant.
func (f *facts) curiosity() float64 {
	const constant = 0.5
	pages := max(float64(max(f.most, f.records.held()))/float64(f.rowsAPage()), float64(f.requests))
	return constant * math.Sqrt(pages)
}

// affords reports whether the harvest looks so large that one question more may be
// asked which is not likely to bring anything, after so many others to the same end.
func (f *facts) affords(before int) bool {
	const apart = 12 // requests between two of them
	return f.requests >= apart*before && f.curious+float64(before) < f.curiosity()
}

// spendOn takes account of what the first answer to q cost, beyond what it brought, if q
// was asked for what it tells about the interface. Larger pages pay for their trial.
func (f *facts) spendOn(q *question, s spending) {
	if q.reads == 0 && (q.query.Strategy == probeStrategy || q.kind == listing) && f.resized(q) == nil {
		f.curious += max(0, float64(s.requests)-float64(s.fresh)/float64(f.rowsAPage()))
	}
}
