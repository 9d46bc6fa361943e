package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// turn takes note of a page with so many rows, of pages that have size.
func (q *Question) turn(at, rows int, more bool, size int) {
	if at <= q.Pages || slices.Contains(q.Apart, at) {
		return // once more: it tells nothing of the others
	}
	top := q.Top()
	switch {
	case rows > 0 && at == q.Pages+1:
		q.Pages = at
	case rows > 0:
		i, _ := slices.BinarySearch(q.Apart, at)
		q.Apart = slices.Insert(q.Apart, i, at)
	}
	for len(q.Apart) > 0 && q.Apart[0] == q.Pages+1 {
		q.Pages++
		q.Apart = q.Apart[1:]
	}
	switch {
	case rows > 0 && !more && at > top:
		q.Last, q.Counted = at, (at-1)*size+rows
	case rows == 0 && at > top && (q.Beyond == 0 || at < q.Beyond): // whatever it links to
		q.Beyond = at
		if at <= q.Last {
			q.Last, q.Counted, q.Misread = 0, 0, true
		}
	}
	if q.Last == 0 && q.Beyond == top+1 && top > 0 {
		q.Last, q.Counted = top, top*size
	}
	if at == 1 && rows == 0 {
		q.Pages = 1
		q.More = false
		return
	}
	if q.Last == 0 {
		q.More = true
	} else {
		q.More = q.Pages < q.Last
	}
}

// Top returns the highest number of a page that was read.
func (q *Question) Top() int {
	if n := len(q.Apart); n > 0 {
		return q.Apart[n-1]
	}
	return q.Pages
}

// inOrder reports whether a page follows one that was read, or is the first.
func (q *Question) inOrder(at int) bool {
	return at <= q.Pages+1 || slices.Contains(q.Apart, at-1)
}

// NextPage returns the ask for a page that was not read: the one after all that
// were, until the last one is known, and then the first one.
func (q *Question) NextPage() querygen.Ask {
	at := q.Pages + 1
	if q.Last == 0 && len(q.Apart) > 0 && !q.Ordered {
		at = q.Top() + 1
	}
	return querygen.Ask{Query: q.Query, Page: at}
}
