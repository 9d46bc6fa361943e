package facts

// FromPages returns a supposed number of matches of q, within what its pages tell.
func (f *Extent) FromPages(q *Question, m float64) float64 {
	size := float64(f.RowsAPage())
	if q.Beyond > 0 {
		m = min(m, float64(q.Beyond-1)*size)
	}
	return max(m, float64(q.Top()-1)*size+1)
}
