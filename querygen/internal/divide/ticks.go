package divide

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Several ticks of a group may narrow a question down (a recipe with all of them) or widen it
// (a museum's paintings and its prints). Only a site can tell, so that a tick whose answer is cut
// is tried with another one, once each was asked alone and nothing else divides it. Where they
// narrow, each cut tick is divided by those behind it. A record that has none of the others
// is in none of these parts.

// looseRows is how many rows answers to several ticks must show, all of them shown for one tick
// alone, to be no part of these.
const looseRows = 20

// vainTicks is after how many questions in a row without a record no further ticks are combined.
const vainTicks = 5

// combinable reports whether n may be divided by one more tick: those before it have all been
// asked, of which the last is n's. Until ticks are known to narrow down, one part is tried.
func (c *Controls) combinable(n *Node, dim *space.Dimension) bool {
	tried := c.ticks[dim.Menu]
	return n.Parent != nil && n.Question != nil && n.Question.Status == querygen.Answered && len(n.Region) > 0 &&
		(n.Parent.Split == nil || n.Parent.Split.Dim != dim.Depends.Parent) && (tried == nil || tried.narrow || tried.by == n)
}

// tickTrial is what is known of the ticks of a menu together.
type tickTrial struct {
	by     *Node // that is divided by one more
	narrow bool  // that was seen to narrow it down
}

// tryTicks notes that n is divided by one more tick.
func (c *Controls) tryTicks(n *Node, m *space.Menu) {
	if c.ticks == nil {
		c.ticks = map[*space.Menu]*tickTrial{}
	}
	if c.ticks[m] == nil {
		c.ticks[m] = &tickTrial{by: n}
	}
}

// judgeTicks learns from the parts of n, which is divided by one more tick.
func (d *divider) judgeTicks(n *Node, m *space.Menu) {
	loose, narrow := d.tree.loose(n)
	if loose {
		d.controls.leaveTicks(m)
	}
	if t := d.controls.ticks[m]; t != nil && narrow {
		t.narrow = true
	}
}

// combined reports whether the last division of n was by one more tick.
func (c *Controls) combined(n *Node) bool {
	return len(n.used) > 0 && c.Dims[n.used[len(n.used)-1]].Further
}

// ticked reports whether a region sets ticks that others may be combined with.
func (c *Controls) ticked(r space.Region) bool {
	return slices.ContainsFunc(r, func(b space.Bounds) bool {
		return slices.ContainsFunc(c.Dims, func(d *space.Dimension) bool { return d.Further && !d.Useless && d.Menu == c.Dims[b.Dim].Menu })
	})
}

// Manifold reports whether records have several ticks that can be combined: then a sum of parts
// says nothing.
func (c *Controls) Manifold() bool {
	return slices.ContainsFunc(c.Dims, func(d *space.Dimension) bool {
		return d.Further && !d.Useless && c.Dims[d.Depends.Parent].Overlaps
	})
}

// vain reports whether a region sets several ticks that turned out not to narrow down.
func (c *Controls) vain(r space.Region) bool {
	return slices.ContainsFunc(r, func(b space.Bounds) bool { return c.Dims[b.Dim].Further && c.Dims[b.Dim].Useless })
}

// leaveTicks has the ticks of a menu asked alone.
func (c *Controls) leaveTicks(m *space.Menu) {
	for _, d := range c.Dims {
		if d.Further && d.Menu == m {
			d.Useless = true
		}
	}
}

// single returns the parts of a division that ended, where they can be divided by one more
// tick now.
func (d *Drilldown) single(n *Node) []*Node {
	if len(n.used) == 0 {
		return nil
	}
	last := n.used[len(n.used)-1]
	if !slices.ContainsFunc(d.Dims, func(x *space.Dimension) bool { return x.Further && !x.Useless && x.Depends.Parent == last }) {
		return nil
	}
	return n.parts
}

// within reports whether all of r lies in s: ticks narrow down in whatever order they are set.
func (c *Controls) within(r, s space.Region) bool {
	if r.Within(s) {
		return true
	}
	if !c.ticked(s) {
		return false
	}
	return !slices.ContainsFunc(s, func(b space.Bounds) bool {
		m := c.Dims[b.Dim].Menu
		if m == nil || m.Field.Control != "checkbox" {
			return !r.Within(space.Region{b})
		}
		return !slices.ContainsFunc(r, func(o space.Bounds) bool { return c.Dims[o.Dim].Menu == m && o.Value == b.Value })
	})
}

// narrower returns the records of questions that set n's ticks and others, and that n's answer
// does not show.
func (t *tree) narrower(n *Node) map[uint32]bool {
	found := map[uint32]bool{}
	for _, c := range t.nodes {
		if c != n && c.Question != nil && len(c.Region) > len(n.Region) && t.controls.within(c.Region, n.Region) {
			c.brings(found)
		}
	}
	for _, r := range n.Question.Rows {
		delete(found, r)
	}
	return found
}

// loose reports whether the parts of n, each with one more tick, are no parts of it: one has more
// than n, all show what was shown for one tick alone, nothing matches, or the site does not
// answer; and whether one is smaller than n.
func (t *tree) loose(n *Node) (loose, narrow bool) {
	rows, fresh, vain, answers := 0, 0, 0, 0
	shown := map[uint32]bool{}
	n.brings(shown)
	for _, c := range n.Split.children {
		q := c.Question
		switch {
		case q == nil:
			continue
		case q.Stuck && q.Pages == 0, q.Status == querygen.Refused:
			vain += vainTicks
			continue
		case q.Status != querygen.Answered:
			vain++
			continue
		case n.exact && c.exact && c.Size > n.Size:
			return true, false
		}
		answers++
		narrow = narrow || c.exact && n.exact && c.Size < n.Size || len(q.Rows) < len(n.Question.Rows) && !q.More
		alone := map[uint32]bool{}
		if one := t.alone(c); one != nil {
			one.brings(alone)
		}
		for _, r := range q.Rows {
			if rows++; !shown[r] && !alone[r] {
				fresh++
			}
		}
	}
	if rows >= looseRows && fresh == 0 || vain >= vainTicks && answers == 0 {
		return true, false
	}
	return false, narrow && fresh > 0
}

// alone returns the part of the last tick of c alone; nil where it was not asked.
func (t *tree) alone(c *Node) *Node {
	last := c.Region[len(c.Region)-1]
	for _, n := range t.nodes {
		if len(n.Region) == 1 && n.Region[0].Value == last.Value && t.controls.Dims[n.Region[0].Dim].Menu == t.controls.Dims[last.Dim].Menu {
			return n
		}
	}
	return nil
}
