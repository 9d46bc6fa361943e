package facts

// FromPages returns a supposed number of matches of q, within what its pages tell.
func (f *Extent) FromPages(q *Question, m float64) float64 {
	size := float64(f.RowsAPage())
	if q.Beyond > 0 {
		m = min(m, float64(q.Beyond-1)*size)
	}
	return max(m, float64(q.Top()-1)*size+1)
}

// SupposedEnd returns the page of a question that it should end with if it is cut
// like the longest answer, which ended with a full page; 0 where that is no question.
// Two long answers that end alike show a limit.
func (f *Extent) SupposedEnd(q *Question) int {
	if q == nil || !f.Numbered || !f.Wholes.Suspect() || q.Kind != Keyword || q.Last > 0 || q.Beyond > 0 || q.Ordered || f.Ended[0] != f.Reach {
		return 0
	}
	if at := f.Reach / f.RowsAPage(); q.Top() < at && f.Supposed(q) >= float64(f.Reach) {
		return at
	}
	return 0
}
