package divide

import (
	"maps"
	"math"
	"slices"
)

// Of the parts that ended alike (see alike), one at a time is divided to know whether it
// was cut.

// tryAlike begins to divide one of the parts, where there are as many as least. It reports
// whether there is more to do.
func (d *Drilldown) tryAlike(least int) bool {
	a := d.alike
	if len(a.parts) == 0 || len(a.parts) < least || a.trial != nil || a.open || !d.alike.doubts(a.parts[0].Question) {
		return false
	}
	var best *Node
	cost := math.Inf(1)
	for _, n := range a.parts {
		if n.Parent == nil || n.Split != nil || len(n.used) > 0 || slices.Contains(a.vain, n) || len(a.vain) >= alikeVain {
			continue
		}
		if s, waste := d.Ways.Cheapest(n); s != nil && waste < cost {
			best, cost = n, waste
		}
	}
	if best == nil {
		if a.open = least < alikeAtOnce; a.open {
			d.agenda.push(a.parts...)
		}
		return false
	}
	best.Size, best.exact, best.lack = overflowing*float64(a.rows), false, float64(a.rows)
	a.trial = best
	d.agenda.push(best)
	return true
}

// tryWithin divides the part n of the part that is tried instead of that.
func (d *Drilldown) tryWithin(n *Node) {
	a := d.alike
	if len(d.Controls.Choices(n)) == 0 {
		return
	}
	a.trial.lack = 0
	n.Size, n.exact, n.lack = overflowing*float64(a.rows), false, float64(a.rows)
	a.trial = n
	a.parts = append(slices.DeleteFunc(a.parts, func(o *Node) bool { return o == n.Parent }), n)
}

// judgeAlike ends the trial that n's division was.
func (d *Drilldown) judgeAlike(n *Node) {
	a := d.alike
	if n != a.trial {
		return
	}
	n.lack = 0
	if again, _ := d.alike.showAgain(n); float64(again) >= alikeTells*float64(len(n.Question.Rows)) {
		d.clearAlike()
		return
	}
	a.trial, a.vain = nil, append(a.vain, n)
}

// clearAlike takes the part that was tried for whole.
func (d *Drilldown) clearAlike() {
	a := d.alike
	n := a.trial
	a.trial, a.whole, n.Question.Cleared = nil, a.whole+1, true
	a.parts = slices.DeleteFunc(a.parts, func(o *Node) bool { return o == n })
	if s := n.Split; s != nil {
		n.parts, n.used, n.Split, n.lack = append(n.parts, s.children...), append(n.used, s.Dim), nil, 0
	}
	n.Size, n.exact = float64(a.rows), true
	for _, key := range slices.Sorted(maps.Keys(d.Tree.nodes)) { // in the same order in each replay
		if n := d.Tree.nodes[key]; untold(n.Question) && len(n.Question.Rows) == a.rows {
			d.Tree.finish(n)
			d.agenda.push(n)
		}
	}
}

// cutAlike takes the length for the limit.
func (d *Drilldown) cutAlike() {
	a := d.alike
	a.trial, a.cut = nil, true
	d.f.Cut = max(d.f.Cut, a.rows)
	for _, n := range d.Tree.nodes {
		if n.Parent != nil && untold(n.Question) && len(n.Question.Rows) == a.rows {
			n.Size, n.exact, n.ended = overflowing*float64(a.rows), false, false
		}
	}
	d.Tree.ended = slices.DeleteFunc(d.Tree.ended, func(n *Node) bool { return !n.ended })
}
