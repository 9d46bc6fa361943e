package querygen

import (
	"fmt"
	"math"
	"slices"
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
	parts []*node // no two with the same rows
	whole int     // parts found to be whole
	trial *node   // which is divided to know it; nil for none
	vain  []*node // which were, and told nothing
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
func untold(q *question) bool {
	return q != nil && q.by == nil && q.status == Answered && !q.more && q.pages <= 1 && (q.total < 0 || q.total == len(q.rows))
}

// doubted reports whether q may have been cut, by the length that it has in common with others.
func (d *drilldown) doubted(q *question) bool {
	a := &d.alike
	least := alikeAtEnd
	if a.rows%limitsStep == 0 && !a.open && q != nil && q.total < 0 {
		least = 1
	}
	return untold(q) && len(q.rows) == a.rows && !q.cleared && len(a.parts) >= least && a.rows == d.f.reach && d.f.records.held() > a.rows && a.rows >= alikeLeast && d.f.limit() == 0 &&
		(a.whole < alikeWhole || d.listingAlike())
}

// listingAlike reports whether the form as served ended at the same length, which cannot be all.
func (d *drilldown) listingAlike() bool {
	q := d.root.q
	return untold(q) && len(q.rows) == d.alike.rows && d.f.records.held() > len(q.rows)
}

// compare takes note of the first answer to n, and of what it tells of the part that it
// is a part of.
func (d *drilldown) compare(n *node) {
	a, q := &d.alike, n.q
	if untold(q) {
		switch {
		case len(q.rows) > a.rows:
			*a = alike{rows: len(q.rows), parts: []*node{n}}
		case len(q.rows) == a.rows && !slices.ContainsFunc(a.parts, func(o *node) bool { return o.q.first == q.first }):
			a.parts, a.open = append(a.parts, n), false
		}
	}
	p := n.parent
	if p == nil || p == d.root || !d.doubted(p.q) {
		return
	}
	if again, beside := d.showAgain(p); beside {
		d.cutAlike()
	} else if p == a.trial && again == len(p.q.rows) {
		d.clearAlike()
	}
}

// showAgain returns how many of the rows of n its parts brought again, and whether they
// brought others that belong to n. Parts as long as n may be cut likewise: they tell of
// others only.
func (d *drilldown) showAgain(n *node) (again int, beside bool) {
	parts := slices.Concat(n.parts, n.spares)
	if n.split != nil {
		parts = append(parts, n.split.children...)
	}
	found := map[uint32]bool{}
	for _, c := range parts {
		if c.q == nil || c.q.status != Answered {
			continue
		}
		for _, r := range c.q.rows {
			own := containsRow(n.q.rows, r)
			switch {
			case own && len(c.q.rows) < len(n.q.rows):
				found[r] = true
			case !own && (c.region.within(n.region) && !d.outside(r, n.region) || d.inside(r, n.region)):
				beside = true
			}
		}
	}
	return len(found), beside
}

// outside reports whether a record is known not to lie in a region.
func (d *drilldown) outside(record uint32, r region) bool {
	return slices.ContainsFunc(r, func(b bounds) bool { return d.f.traits.has(record, b.dim) && !d.f.traits.in(record, b) })
}

// cutAlike takes the length for the limit.
func (d *drilldown) cutAlike() {
	a := &d.alike
	a.trial = nil
	d.f.cut = max(d.f.cut, a.rows)
	for _, n := range d.nodes {
		if n != d.root && untold(n.q) && len(n.q.rows) == a.rows {
			n.size, n.exact, n.ended = overflowing*float64(a.rows), false, false
		}
	}
	d.ended = slices.DeleteFunc(d.ended, func(n *node) bool { return !n.ended })
}

// clearAlike takes the part that was tried for whole.
func (d *drilldown) clearAlike() {
	a := &d.alike
	n := a.trial
	a.trial, a.whole, n.q.cleared = nil, a.whole+1, true
	a.parts = slices.DeleteFunc(a.parts, func(o *node) bool { return o == n })
	if s := n.split; s != nil {
		n.parts, n.used, n.split, n.lack = append(n.parts, s.children...), append(n.used, s.dim), nil, 0
	}
	n.size, n.exact = float64(a.rows), true
	for _, n := range d.nodes {
		if untold(n.q) && len(n.q.rows) == a.rows {
			d.finish(n)
			d.push(n)
		}
	}
}

// judgeAlike ends the trial that n's division was.
func (d *drilldown) judgeAlike(n *node) {
	a := &d.alike
	if n != a.trial {
		return
	}
	n.lack = 0
	if again, _ := d.showAgain(n); float64(again) >= alikeTells*float64(len(n.q.rows)) {
		d.clearAlike()
		return
	}
	a.trial, a.vain = nil, append(a.vain, n)
}

// tryAlike begins to divide one of the parts, where there are as many as least. It reports
// whether there is more to do.
func (d *drilldown) tryAlike(least int) bool {
	a := &d.alike
	if len(a.parts) == 0 || len(a.parts) < least || a.trial != nil || a.open || !d.doubted(a.parts[0].q) {
		return false
	}
	var best *node
	cost := math.Inf(1)
	for _, n := range a.parts {
		if n == d.root || n.split != nil || len(n.used) > 0 || slices.Contains(a.vain, n) || len(a.vain) >= alikeVain {
			continue
		}
		if s, waste := d.cheapest(n); s != nil && waste < cost {
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
	best.size, best.exact, best.lack = overflowing*float64(a.rows), false, float64(a.rows)
	a.trial = best
	d.push(best)
	return true
}

// inDoubt tells of parts in doubt that nothing divides, "" where there are none.
func (d *drilldown) inDoubt() string {
	a := &d.alike
	if len(a.parts) == 0 || !d.doubted(a.parts[0].q) {
		return ""
	}
	return fmt.Sprintf("%d answers ended alike after %d rows, none was longer, and nothing tells whether that is all that they match", len(a.parts), a.rows)
}
