package facts

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// limit returns the top-k limit as far as it shows: no question brings more
// rows than this. It is 0 while nothing speaks for a limit. Four signs do: an
// answer that ended short of the total it claims while no other has shown many
// more rows, or one of which a page far behind others shows that it does; long answers
// that all ended at the same, greatest length; and a longest answer that lacks records
// which others show to belong to it.
func (f *Extent) limit() int {
	if f.Told > 0 {
		return f.Told
	}
	if f.Cut > 0 && float64(f.Cut) >= 0.9*float64(f.Reach) || f.endedAlike() || f.Wholes.cut && f.Wholes.reach == f.Reach {
		return f.Reach
	}
	if f.shut > 0 && float64(f.shut) >= 0.9*float64(f.Reach) {
		return f.shut
	}
	return 0
}

// shutAt returns how many rows of q can be read where pages were left out in front of one
// that shows these to be far fewer than q claims to match; 0 where none does.
func (f *Extent) shutAt(q *Question) int {
	n := q.Counted
	if q.Last == 0 && q.Beyond > 0 {
		n = (q.Beyond - 1) * f.RowsAPage()
	}
	if len(q.Apart) == 0 || q.Capped || float64(n) >= 0.9*float64(q.Total) || 10*n < 9*f.Reach {
		return 0
	}
	return n
}

// endedAlike reports whether so many answers ended at the greatest length that it
// is no chance: three, or two after many full pages.
func (f *Extent) endedAlike() bool {
	const many = 10
	long := f.PageSize > 0 && f.Ended[0] >= many*f.PageSize && f.Ended[0]%f.PageSize == 0
	return f.Ended[0] == f.Reach && (f.Ended[1] >= 3 || long && f.Ended[1] == 2) || f.onePageAlike()
}

// Of answers on a single page, to words.
const (
	AlikeLeast  = 5   // rows
	alikeFewest = 8   // that have as many
	alikeShare  = 0.2 // of all that have an answer
)

// onePageAlike reports whether so many words that show no total have an answer of just as
// many rows, on one page, and none a longer one, that it is no chance: the numbers of
// matches of words differ, and hardly any word has the most.
func (f *Extent) onePageAlike() bool {
	n := f.onePage
	return f.Reach >= AlikeLeast && n.rows == f.Reach && n.alike >= alikeFewest && float64(n.alike) >= alikeShare*float64(n.all)
}

// onePage counts the answers to words that ended on their first page without a total.
type onePage struct{ all, rows, alike int } // rows: the most of any, which alike of them have

func (p *onePage) add(q *Question) {
	if q.Kind != Keyword || q.Total >= 0 || q.More || q.Pages > 1 || len(q.Rows) == 0 {
		return
	}
	p.all++
	switch n := len(q.Rows); {
	case n > p.rows:
		p.rows, p.alike = n, 1
	case n == p.rows:
		p.alike++
	}
}

// Readable returns how many matches of a question can be read: where no limit is
// known, all. Nothing is cheaper than the pages of a single answer. Should a limit
// show after all, what was read comes again with the answer's parts, once.
func (f *Extent) Readable() float64 {
	if k := f.limit(); k > 0 {
		return float64(k)
	}
	return math.Inf(1)
}

// TooLong reports whether an answer with so many matches must be cut.
func (f *Extent) TooLong(matches float64) bool { return matches > f.Readable() }

// DividesByWords reports whether words that are excluded divide the records into
// answers that can be read to their ends: a list of everything would cost as many
// pages, and the tries to find one come on top.
func (f *Extent) DividesByWords() bool {
	return f.Operators.Not == querygen.Yes && f.Totals && f.limit() == 0
}

// Widened reports whether q has several words and no fewer matches than one of
// them alone: the answers to the words show all that it shows.
func (f *Extent) Widened(q *Question) bool {
	if q.Kind != Several || len(q.Words.With) < 2 || len(q.Words.Without) > 0 || f.Matches(q) < 0 {
		return false
	}
	return slices.ContainsFunc(q.Words.With, func(w uint32) bool {
		alone := f.Word(w)
		return alone != nil && f.Matches(alone) >= 0 && f.Matches(alone) <= f.Matches(q)
	})
}

// Curtailed reports whether q's answer ended at the limit, or may have, as the longest
// one, where a closer bound will tell.
func (f *Extent) Curtailed(q *Question) bool {
	k := f.limit()
	if k == 0 && q.Kind != Keyword && q.Total < 0 && q.full && q.Pages > 1 && !q.More && len(q.Rows) == f.Reach {
		return true
	}
	return k > 0 && q.Status == querygen.Answered && !q.More && (q.Short() || len(q.Rows) >= k && q.Total < 0)
}

// Exhausted reports whether the question for p alone showed all that it matches,
// if anything: p with more than that brings nothing new.
func (f *Extent) Exhausted(p page.Pair) bool {
	q := f.ByPair[p]
	if q == nil || q.Reads == 0 || q.Stuck {
		return false
	}
	whole := q.Status == querygen.Answered && !q.More && !q.Short() && (f.limit() == 0 || len(q.Rows) < f.limit())
	return whole || q.Status == querygen.Empty && f.Broad.Bar == 0
}
