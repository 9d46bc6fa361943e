package querygen

import "slices"

// numbering is which pages of an answer were read.
type numbering struct {
	pages    int   // without a gap from the first
	apart    []int // beyond these, ascending
	last     int   // the number of the last page of all, 0 while it is unknown
	counted  int   // rows of all pages, by the number and the rows of the last one; 0 while unknown
	beyond   int   // the lowest number of a page that is behind the last one, 0 while none is known
	lastPage int   // the latest one
	ordered  bool  // a page asked for by its number failed
	misread  bool  // a page was empty that what is in hand should have filled: less matches than the texts in hand tell
}

// turn takes note of a page with so many rows, of pages that have size.
func (q *question) turn(at, rows int, more bool, size int) {
	if at <= q.pages || slices.Contains(q.apart, at) {
		return // once more: it tells nothing of the others
	}
	top := q.top()
	q.lastPage = at
	switch {
	case rows > 0 && at == q.pages+1:
		q.pages = at
	case rows > 0:
		i, _ := slices.BinarySearch(q.apart, at)
		q.apart = slices.Insert(q.apart, i, at)
	}
	for len(q.apart) > 0 && q.apart[0] == q.pages+1 {
		q.pages++
		q.apart = q.apart[1:]
	}
	switch {
	case rows > 0 && !more && at > top:
		q.last, q.counted = at, (at-1)*size+rows
	case rows == 0 && at > top && (q.beyond == 0 || at < q.beyond): // whatever it links to
		q.beyond = at
		if at <= q.last {
			q.last, q.counted, q.misread = 0, 0, true
		}
	}
	if q.last == 0 && q.beyond == top+1 && top > 0 {
		q.last, q.counted = top, top*size
	}
	if at == 1 && rows == 0 {
		q.pages = 1
		q.more = false
		return
	}
	if q.last == 0 {
		q.more = true
	} else {
		q.more = q.pages < q.last
	}
}

// top returns the highest number of a page that was read.
func (q *question) top() int {
	if n := len(q.apart); n > 0 {
		return q.apart[n-1]
	}
	return q.pages
}

// inOrder reports whether a page follows one that was read, or is the first.
func (q *question) inOrder(at int) bool {
	return at <= q.pages+1 || slices.Contains(q.apart, at-1)
}

// nextPage returns the ask for a page that was not read: the one after all that
// were, until the last one is known, and then the first one.
func (q *question) nextPage() Ask {
	at := q.pages + 1
	if q.last == 0 && len(q.apart) > 0 && !q.ordered {
		at = q.top() + 1
	}
	return Ask{Query: q.query, Page: at}
}
