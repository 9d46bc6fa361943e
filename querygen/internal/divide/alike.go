package divide

import (
	"math"
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
	rows  int     // the greatest length
	parts []*Node // no two with the same rows
	whole int     // parts found to be whole
	trial *Node   // which is divided to know it; nil for none
	vain  []*Node // which were, and told nothing
	open  bool    // none is left to divide
}

// Of alike.
const (
	alikeAtOnce = 3   // parts alike, from which one is divided at once
	alikeAtEnd  = 2   // likewise, when nothing else is left to do: one of a length that limits have
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

// Doubted reports whether q may have been cut, by the length that it has in common with others.
func (d *Drilldown) Doubted(q *facts.Question) bool {
	a := &d.alike
	least := alikeAtEnd
	if a.rows%limitsStep == 0 && !a.open && q != nil && q.Total < 0 {
		least = 1
	}
	return untold(q) && len(q.Rows) == a.rows && !q.Cleared && len(a.parts) >= least && a.rows == d.Facts.Reach && d.Facts.Records.Held() > a.rows && a.rows >= facts.AlikeLeast && d.Facts.Regime().Limit == 0 &&
		(a.whole < alikeWhole || d.listingCut(a.rows))
}

// compare takes note of the first answer to n, and of what it tells of the part that it
// is a part of.
func (d *Drilldown) compare(n *Node) {
	a, q := &d.alike, n.Question
	if untold(q) {
		switch {
		case len(q.Rows) > a.rows:
			*a = alike{rows: len(q.Rows), parts: []*Node{n}}
		case len(q.Rows) == a.rows && !slices.ContainsFunc(a.parts, func(o *Node) bool { return o.Question.First == q.First }):
			a.parts, a.open = append(a.parts, n), false
		}
	}
	p := n.Parent
	if p == nil || p == d.Root || !d.Doubted(p.Question) {
		return
	}
	if again, beside := d.showAgain(p); beside {
		d.cutAlike()
	} else if p == a.trial && again == len(p.Question.Rows) {
		d.clearAlike()
	}
}

// showAgain returns how many of the rows of n its parts brought again, and whether they
// brought others that belong to n. Parts as long as n may be cut likewise: they tell of
// others only.
func (d *Drilldown) showAgain(n *Node) (again int, beside bool) {
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
			case !own && (c.Region.Within(n.Region) && !d.Facts.Traits.Outside(r, n.Region) || d.Facts.Traits.Inside(r, n.Region)):
				beside = true
			}
		}
	}
	return len(found), beside
}

// cutAlike takes the length for the limit.
func (d *Drilldown) cutAlike() {
	a := &d.alike
	a.trial = nil
	d.Facts.Cut = max(d.Facts.Cut, a.rows)
	for _, n := range d.nodes {
		if n != d.Root && untold(n.Question) && len(n.Question.Rows) == a.rows {
			n.Size, n.exact, n.ended = overflowing*float64(a.rows), false, false
		}
	}
	d.ended = slices.DeleteFunc(d.ended, func(n *Node) bool { return !n.ended })
}

// clearAlike takes the part that was tried for whole.
func (d *Drilldown) clearAlike() {
	a := &d.alike
	n := a.trial
	a.trial, a.whole, n.Question.Cleared = nil, a.whole+1, true
	a.parts = slices.DeleteFunc(a.parts, func(o *Node) bool { return o == n })
	if s := n.Split; s != nil {
		n.parts, n.used, n.Split, n.lack = append(n.parts, s.children...), append(n.used, s.Dim), nil, 0
	}
	n.Size, n.exact = float64(a.rows), true
	for _, n := range d.nodes {
		if untold(n.Question) && len(n.Question.Rows) == a.rows {
			d.finish(n)
			d.push(n)
		}
	}
}

// judgeAlike ends the trial that n's division was.
func (d *Drilldown) judgeAlike(n *Node) {
	a := &d.alike
	if n != a.trial {
		return
	}
	n.lack = 0
	if again, _ := d.showAgain(n); float64(again) >= alikeTells*float64(len(n.Question.Rows)) {
		d.clearAlike()
		return
	}
	a.trial, a.vain = nil, append(a.vain, n)
}

// tryAlike begins to divide one of the parts, where there are as many as least. It reports
// whether there is more to do.
func (d *Drilldown) tryAlike(least int) bool {
	a := &d.alike
	if len(a.parts) == 0 || len(a.parts) < least || a.trial != nil || a.open || !d.Doubted(a.parts[0].Question) {
		return false
	}
	var best *Node
	cost := math.Inf(1)
	for _, n := range a.parts {
		if n == d.Root || n.Split != nil || len(n.used) > 0 || slices.Contains(a.vain, n) || len(a.vain) >= alikeVain {
			continue
		}
		if s, waste := d.Cheapest(n); s != nil && waste < cost {
			best, cost = n, waste
		}
	}
	if best == nil {
		if a.open = least < alikeAtOnce; a.open {
			for _, n := range a.parts {
				d.push(n)
			}
		}
		return false
	}
	best.Size, best.exact, best.lack = overflowing*float64(a.rows), false, float64(a.rows)
	a.trial = best
	d.push(best)
	return true
}

// inDoubt tells of parts in doubt that nothing divides, "" where there are none.
func (d *Drilldown) inDoubt() string {
	a := &d.alike
	if len(a.parts) == 0 || !d.Doubted(a.parts[0].Question) {
		return ""
	}
	return doubt(len(a.parts), a.rows)
}
