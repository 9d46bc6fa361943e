package querygen

import "math"

// curiosity returns how many requests may go into questions that teach about the
// interface and bring nothing. What they may save grows with the collection, but the
// first ones tell most: so it is the root of how many pages the records fill, as far as
// it shows, or were asked for, times a constant.
func (f *facts) curiosity() float64 {
	const constant = 0.5
	return constant * math.Sqrt(f.pages())
}

// pages returns how many pages the records fill, or that were asked for, where these are more.
func (f *facts) pages() float64 { return max(f.filled(), float64(f.requests)) }

// filled returns how many pages the records fill, as far as it shows.
func (f *facts) filled() float64 {
	return float64(max(f.most, f.records.held())) / float64(f.rowsAPage())
}

// affords reports whether the harvest looks so large that one question more may be
// asked which is not likely to bring anything, after so many others to the same end.
func (f *facts) affords(before int) bool {
	const apart = 12 // requests between two of them
	return f.requests >= apart*before && f.curious+float64(before) < f.curiosity()
}

// spares reports whether so many pages of new records may be forgone for a question
// that teaches about the interface or the words.
func (f *facts) spares(pages float64) bool { return f.curious+pages <= f.curiosity() }

// spendOn takes account of what the first answer to q cost, beyond what it brought, if q
// was asked for what it tells about the interface. Larger pages pay for their trial.
func (f *facts) spendOn(q *question, s spending) {
	if q.reads == 0 && (q.query.Strategy == probeStrategy || q.kind == listing) && f.resized(q) == nil {
		f.curious += max(0, float64(s.requests)-float64(s.fresh)/float64(f.rowsAPage()))
	}
}

// forgone returns how much of a page of new records is put off by asking something
// else than the next page of q, nil for none.
func (s *weighted) forgone(q *question) float64 {
	if q == nil {
		return 0
	}
	size := float64(s.f.rowsAPage())
	m := s.f.matches(q)
	if m < 0 {
		return min(float64(q.lastFresh)/size, 1)
	}
	unread := max(float64(m-q.shown), 1)
	return clamp((float64(m)-s.f.inHand(q))/unread, 0, 1) * min(unread/size, 1)
}

// pace returns the new records of late by request, as a share of a page.
func (f *facts) pace() float64 {
	const outcomes = 6
	requests, fresh := 0.0, 0.0
	for _, s := range f.spent[max(0, len(f.spent)-outcomes):] {
		requests, fresh = requests+float64(s.requests), fresh+float64(s.fresh)
	}
	return min(fresh/max(requests, 1)/float64(f.rowsAPage()), 1)
}
