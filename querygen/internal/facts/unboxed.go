package facts

import (
	"github.com/hadal-crawler/hadal/querygen"
)

// EndsCut reports whether an answer is known to be cut, whatever pages of it are still to
// be read: by its total, or since it was opened at its end.
func (f *Extent) EndsCut(q *Question) bool {
	k := f.limit()
	return k > 0 && q.Kind == Keyword && (q.Last > 0 && q.Total < 0 && q.Counted >= k || f.Matches(q) > k)
}

// NeedsWord reports whether the site answers no question that leaves the query box empty: as
// many as tell were refused, alike or not, and none was answered. What menus alone
// would bring is not expected any more then.
func (f *Extent) NeedsWord() bool {
	return f.Space.Box != nil && f.unboxed[0] >= WordlessTries && f.unboxed[1] == 0
}

// WordlessTries is after how many refusals questions without a word are given up.
const WordlessTries = 4

// noteUnboxed counts the first answers to questions that leave the query box empty.
func (f *Extent) noteUnboxed(q *Question) {
	if _, text := f.BoxText(q); text || q.Kind == Garbage {
		return
	}
	if q.Status == querygen.Refused {
		f.unboxed[0]++
	} else {
		f.unboxed[1]++
	}
}
