package duplicates

// Index finds signatures near to a given one among millions: of four quarters
// of a simhash, three differing bits leave one untouched, so only those with an
// equal quarter are compared (Manku, Jain and Das Sarma 2007, section 3). The
// zero Index is empty.
type Index struct {
	all      []Signature
	quarters [4]map[uint16][]int32
	exact    map[uint64]int32 // the first with these words
}

// Add enters a signature and returns its number, counted from 0.
func (x *Index) Add(s Signature) int {
	n := int32(len(x.all))
	x.all = append(x.all, s)
	if x.exact == nil {
		x.exact = map[uint64]int32{}
		for q := range x.quarters {
			x.quarters[q] = map[uint16][]int32{}
		}
	}
	if _, ok := x.exact[s.Exact]; ok {
		return int(n) // found by the first
	}
	x.exact[s.Exact] = n
	if s.Words >= fewWords {
		for q := range x.quarters {
			k := uint16(s.Similar >> (16 * q))
			x.quarters[q][k] = append(x.quarters[q][k], n)
		}
	}
	return int(n)
}

// Near returns the first entered of the signatures nearest to s, and whether
// there is one that is Near.
func (x *Index) Near(s Signature) (n int, ok bool) {
	if i, ok := x.exact[s.Exact]; ok {
		return int(i), true
	}
	if s.Words < fewWords {
		return 0, false
	}
	best, distance := int32(-1), nearBits+1
	for q := range x.quarters {
		for _, i := range x.quarters[q][uint16(s.Similar>>(16*q))] {
			if d := s.Distance(x.all[i]); d < distance || d == distance && d <= nearBits && i < best {
				best, distance = i, d
			}
		}
	}
	return int(best), best >= 0
}
