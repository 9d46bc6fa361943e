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
	AlikeLeast  = 5   // rows; fewer are no chance where no answer has another number, and they lack records held
	alikeFewest = 8   // that have as many, or lack a record
	alikeShare  = 0.2 // of all that have an answer
)

// onePageAlike reports whether the answers that end alike are as long as any.
func (f *Extent) onePageAlike() bool {
	return f.onePage.rows == f.Reach && (f.onePage.endAlike() || f.longestLack())
}

// longestLack reports whether the longest answers to words lack records that are held and have
// their word, and shorter ones do not: the longest are cut, however few rows that is.
func (f *Extent) longestLack() bool {
	p := &f.onePage
	if p.rows >= FewRows {
		return false // what longer ones lack is counted as they come
	}
	if p.judged != len(f.Spent) {
		p.judged = len(f.Spent)
		var of, lack [2]int // shorter, longest
		for _, q := range f.Asked {
			if !q.onOnePage() || q.Kind != Keyword {
				continue
			}
			at := 0
			if len(q.Rows) == p.rows {
				at = 1
			}
			of[at]++
			if f.Fitting(q) > len(q.Rows) {
				lack[at]++
			}
		}
		p.short = lack[1] >= lackedByCut && float64(lack[1]) >= cutLacks*float64(of[1]) && float64(lack[0]) <= wholeLacks*float64(of[0])
	}
	return p.short
}

// onOnePage reports whether q is a word whose answer ended on its first page without a total.
func (q *Question) onOnePage() bool {
	return (q.Kind == Keyword || q.fragment()) && q.Status == querygen.Answered && q.Total < 0 && !q.More && q.Pages <= 1 && len(q.Rows) > 0
}

// onePage counts the answers to words that ended on their first page without a total.
type onePage struct {
	all, rows, alike, lack int  // rows: the most of any, which alike of them have; lack of these lack records held that have the word
	judged                 int  // outcomes when short was judged
	short                  bool // see longestLack
}

// add takes the answer to q into account, for whose word so many records are held.
func (p *onePage) add(q *Question, held int) {
	if !q.onOnePage() {
		return
	}
	p.all++
	switch n := len(q.Rows); {
	case n > p.rows:
		p.rows, p.alike, p.lack = n, 1, 0
	case n == p.rows:
		p.alike++
	}
	if len(q.Rows) == p.rows && held > p.rows {
		p.lack++
	}
}

// endAlike reports whether so many words that show no total have an answer of just as
// many rows, on one page, and none a longer one, that it is no chance: the numbers of
// matches of words differ, and hardly any word has the most.
func (p onePage) endAlike() bool {
	if p.rows < AlikeLeast {
		return p.lack >= alikeFewest && p.alike == p.all
	}
	return p.alike >= alikeFewest && float64(p.alike) >= alikeShare*float64(p.all)
}

// clipped notices a limit that is told as a total, by a site that counts no further than it
// lists: several words have just the greatest total of all, an answer that was read to its end
// had as many, and they show more records between them. Words that the same records have are
// no such words. The parts of a menu may be of one size, unless all there is is said to be as
// much.
type clipped struct {
	at   int // the greatest total
	with []*Question
	all  int // words and the like with a total
}

// Of clipped.
const (
	clipFewest = 3   // that have the greatest total, where that of all there is is no greater
	clipWords  = 8   // words, where none is known
	clipShare  = 0.2 // of all
	clipLeast  = 10  // records
)

// add takes the first answer to q into account.
func (c *clipped) add(q *Question) {
	if q.Total <= 0 || q.Capped || q.Kind == Garbage || q.Status != querygen.Answered || q.By != nil {
		return
	}
	c.all++
	switch {
	case q.Total > c.at:
		for _, o := range c.with {
			o.Capped = false
		}
		c.at, c.with = q.Total, []*Question{q}
	case q.Total == c.at:
		c.with = append(c.with, q)
	}
}

// judge has the questions with the greatest total known as cut where that is a limit.
func (c *clipped) judge(f *Extent) {
	if c.at < clipLeast || f.Records.Held() <= c.at || f.Reach > c.at || 20*f.Reach < 19*c.at || len(c.with) < clipFewest || float64(len(c.with)) < clipShare*float64(c.all) {
		return
	}
	whole, words, shown := f.Listing != nil && f.Listing.Total == c.at, 0, map[uint32]bool{}
	for _, q := range c.with {
		if q.Kind == Keyword {
			words++
		}
		for _, r := range q.Rows {
			shown[r] = true
		}
	}
	if len(shown) <= c.at || !whole && words < clipWords {
		return
	}
	for _, q := range c.with {
		q.Capped = true
	}
	f.Cut = max(f.Cut, min(c.at, f.Reach))
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

// IsCut reports whether q's answer ended at the limit and left out what it matches.
func (f *Extent) IsCut(q *Question) bool {
	k := f.limit()
	return k > 0 && (q.Short() || q.Capped || len(q.Rows) >= k && (q.Total < 0 || q.Total > len(q.Rows)))
}

// TopOnly reports whether answers to words show the top of a ranking and hardly anything
// else: a limit is known, and hardly any record held came by an answer that was read to its
// end. What lies below is in none of them, however often the same records come again. Where
// the limit is a few rows, many cut answers are enough: most leave out more than they show.
// top is how many records they show.
func (f *Extent) TopOnly() (cut, answered, top int, is bool) {
	k := f.limit()
	if k == 0 || f.Space.Box == nil {
		return 0, 0, 0, false
	}
	held := f.Records.Held()
	seen, shown, whole := make([]bool, held), make([]bool, held), 0
	for _, q := range f.Asked {
		if q.Kind == Garbage || q.Kind == Listing || q.Status != querygen.Answered || q.By != nil {
			continue
		}
		answered++
		if q.More || q.Short() || len(q.Rows) >= k {
			cut++
			for _, r := range q.Rows {
				if !shown[r] {
					shown[r] = true
					top++
				}
			}
			continue
		}
		for _, r := range q.Rows {
			if !seen[r] {
				seen[r] = true
				whole++
			}
		}
	}
	few := k < FewRows && float64(cut) >= manyCut*float64(answered)
	return cut, answered, top, cut >= topFewest && (few || float64(whole) < topWhole*float64(held))
}

// Of TopOnly.
const (
	topFewest = 10  // answers that are cut
	topWhole  = 0.1 // of the records held
	manyCut   = 0.1 // of the answers, where so few rows are the limit:
	FewRows   = 8   // fewer tell nothing of what they leave out
)
