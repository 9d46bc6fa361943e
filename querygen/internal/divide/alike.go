package divide

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// A site that cuts its answers, and neither shows a total nor leads on, ends them all at
// one length, as if nothing else were there. So does chance, now and then. Where parts
// with different rows end alike at the greatest length that any answer had, one of them is
// divided once more before any is believed: where its own parts bring what it did not show,
// the length is the limit. Where they bring its rows and no others, it was whole, and so
// are the others after the second one: that a site is cut at just the length that a part
// has is chance, too. But where the form as served ends at this length, while more is held,
// each is divided. What nothing divides stays in doubt.

// alike are these parts.
type alike struct {
	f    *facts.Facts
	root *Node

	rows  int     // the greatest length
	cut   bool    // it is the limit
	other bool    // a part had another length, more pages, or a total that it does not fill
	parts []*Node // no two with the same rows
	bring int     // parts that brought rows
	whole int     // parts found to be whole
	trial *Node   // which is divided to know it; nil for none
	vain  []*Node // which were, and told nothing
	open  bool    // none is left to divide
}

// Of alike.
const (
	alikeAtOnce = 3   // parts alike, from which one is divided at once
	alikeAtEnd  = 2   // likewise, when nothing else is left to do: one of a length that limits have,
	alikeOfFew  = 4   // or where so few parts brought rows that the longest is no evidence of any length
	limitsStep  = 5   // of which limits are multiples
	alikeVain   = 3   // divisions that told nothing, after which no other is tried
	alikeWhole  = 2   // parts that were whole, after which the others are taken to be
	alikeTells  = 0.5 // of the rows of a part must come again with its parts, to tell that it is whole
)

// untold reports whether q's answer ended on its first page, and no total tells whether
// that was all: one that counts the rows shown tells nothing.
func untold(q *facts.Question) bool {
	return q != nil && q.By == nil && q.Status == querygen.Answered && !q.More && q.Pages <= 1 && (q.Total < 0 || q.Total == len(q.Rows))
}

// doubts reports whether q may have been cut, by the length that it has in common with others.
func (a *alike) doubts(q *facts.Question) bool {
	least := alikeAtEnd
	if (a.rows%limitsStep == 0 || a.bring <= alikeOfFew) && !a.open && q != nil && q.Total < 0 {
		least = 1
	}
	return untold(q) && len(q.Rows) == a.rows && !q.Cleared && len(a.parts) >= least && a.longest() && a.f.Records.Held() >= a.rows && a.rows >= facts.AlikeLeast &&
		(a.whole < alikeWhole || a.listingCut(a.rows))
}

// longest reports whether no part showed more rows, and none is known to be cut: the form as
// served may lead on where parts do not, so that its limit is not theirs.
func (a *alike) longest() bool {
	k := a.f.Regime().Limit
	return a.rows == a.f.ReachBeside && !a.cut && (k == 0 || k > a.rows)
}

// cuts reports whether q ended at the length that is the limit.
func (a *alike) cuts(q *facts.Question) bool {
	return a.cut && a.rows == a.f.ReachBeside && untold(q) && len(q.Rows) == a.rows && !q.Cleared
}

// fewEach reports whether all parts have the same number of rows, and so few that a site may
// show no more of anything: nothing tells then that one of them is whole.
func (a *alike) fewEach() bool {
	return len(a.parts) >= alikeAtOnce && !a.other && a.rows < facts.AlikeLeast
}

// verdict is what is found about the length that answers have in common.
type verdict uint8

const (
	open    verdict = iota
	isLimit         // all that are so long are cut
	isWhole         // the part that was tried has no more
	isSame          // all that it shows lies in one part of it, which may be cut as it may be
)

// compare takes note of the first answer to n, and returns what it tells of the part that
// it is a part of.
func (a *alike) compare(n *Node) verdict {
	q := n.Question
	if q.Status == querygen.Answered && n.Parent != nil {
		a.bring++
		a.other = a.other || !untold(q) || a.rows > 0 && len(q.Rows) != a.rows
	}
	if untold(q) {
		switch {
		case len(q.Rows) > a.rows:
			*a = alike{f: a.f, root: a.root, rows: len(q.Rows), other: a.other, bring: a.bring, parts: []*Node{n}}
		case len(q.Rows) == a.rows:
			same := slices.IndexFunc(a.parts, func(o *Node) bool { return o.Question.First == q.First })
			if same < 0 {
				a.parts, a.open = append(a.parts, n), false
			} else if a.parts[same].Parent == nil {
				a.parts[same], a.open = n, false // the form as served is divided anyway
			}
		}
	}
	p := n.Parent
	if p == nil || p.Parent == nil || !a.doubts(p.Question) {
		return open
	}
	switch again, beside := a.showAgain(p); {
	case beside:
		return isLimit
	case p == a.trial && again == len(p.Question.Rows):
		return isWhole
	case p == a.trial && untold(q) && q.First == p.Question.First:
		return isSame
	}
	return open
}

// showAgain returns how many of the rows of n its parts brought again, and whether they
// brought others that belong to n. Parts as long as n may be cut likewise: they tell of
// others only.
func (a *alike) showAgain(n *Node) (again int, beside bool) {
	parts := slices.Concat(n.parts, n.spares)
	if n.Split != nil {
		parts = append(parts, n.Split.children...)
	}
	found := map[uint32]bool{}
	for _, c := range parts {
		if c.Question == nil || c.Question.Status != querygen.Answered {
			continue
		}
		for _, r := range c.Question.Rows {
			own := space.ContainsRow(n.Question.Rows, r)
			switch {
			case own && len(c.Question.Rows) < len(n.Question.Rows):
				found[r] = true
			case !own && (c.Region.Within(n.Region) && !a.f.Traits.Outside(r, n.Region) || a.f.Traits.Inside(r, n.Region)):
				beside = true
			}
		}
	}
	return len(found), beside
}

// told tells of parts in doubt that nothing divides, "" where there are none.
func (a *alike) told() string {
	if len(a.parts) == 0 || !a.doubts(a.parts[0].Question) {
		return ""
	}
	return doubt(len(a.parts), a.rows)
}

// listingCut reports whether the form as served ended after so many rows, which cannot be all.
func (a *alike) listingCut(rows int) bool {
	q := a.root.Question
	return q != nil && q.Status == querygen.Answered && q.Total < 0 && !q.More && len(q.Rows) == rows && a.f.Records.Held() > rows
}

// doubt tells of answers that may be cut.
func doubt(answers, rows int) string {
	if answers == 1 {
		return fmt.Sprintf("the longest answer ended after %d rows, and nothing tells whether that is all that it matches", rows)
	}
	return fmt.Sprintf("%d answers ended alike after %d rows, none was longer, and nothing tells whether that is all that they match", answers, rows)
}
