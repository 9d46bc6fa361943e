package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// divider takes the parts off a divided node one after another, and learns from their
// answers how much is left of it. What it knows stands in the node's division.
type divider struct {
	f        *facts.Facts
	controls *Controls
	reach    *reach
	silence  *silence
	ways     *Ways
	tree     *tree
}

// begin divides n along the dimension that is expected to waste the fewest pages.
func (d *divider) begin(n *Node) {
	n.Split, _ = d.ways.Cheapest(n)
	n.lack = 0
	n.Split.refused = n.Parent != nil && n.Question != nil && n.Question.Status == querygen.Refused
	if dim := d.controls.Dims[n.Split.Dim]; dim.Further {
		d.controls.tryTicks(n, dim.Menu)
	} else if s := n.Split; dim.Menu != nil {
		never := d.f.Traits.Impossible(n.Region, s.Dim)
		s.Values = slices.DeleteFunc(s.Values, func(v int) bool { return never[v] })
	}
}

// descend makes the child for the next part of n's division, nil where that was known
// already; or it ends the division.
func (d *divider) descend(n *Node) (child *Node, ended bool) {
	s := n.Split
	dim := d.controls.Dims[s.Dim]
	if dim.Overlaps || dim.Useless {
		s.exact = false
	}
	if dim.Useless || s.exact && s.left <= 0 || dim.Menu != nil && len(s.Values) == 0 || dim.Menu == nil && s.ended {
		d.end(n)
		return nil, true
	}
	c := &Node{Parent: n}
	if dim.Menu != nil {
		i, size := s.likeliest(d.reach.Guess())
		b := space.Open(s.Dim)
		b.Value = s.Values[i]
		c.Region, c.Size, c.exact = n.Region.With(b), size, s.exact && len(s.Values) == 1
		if c.exact {
			c.Size = s.left
		}
		s.Values = slices.Delete(s.Values, i, i+1)
	} else if !d.ways.cutNext(n, c) {
		d.end(n)
		return nil, true
	}
	if have := d.tree.held(c.Region); have != nil {
		// Nothing new is there; what is left of n is an upper bound now.
		s.exact = false
		s.spared += d.tree.sparedIn(have, c.Region)
		n.spares = append(n.spares, have)
		return nil, false
	}
	s.children = append(s.children, c)
	if c.exact && d.reach.overflows(c) {
		s.left -= c.Size
	} else {
		s.waiting = c
	}
	return c, false
}

// answered subtracts a child's records from those left.
func (d *divider) answered(n, c *Node) {
	s := n.Split
	if s.waiting != c {
		return
	}
	s.waiting = nil
	s.left -= c.Size
	s.tried, s.brought = s.tried+1, s.brought+c.Size
	if !c.exact {
		s.exact = false
	}
	if !s.exact {
		s.left = math.Max(s.left, 0.5*float64(len(s.Values)))
		if left, ok := d.remainder(n); ok {
			s.left = left
		}
	}
	d.judge(n)
}

// settled reports whether it is known how much an answered part of a division
// holds, as far as it can be known. A menu's first parts are not waited for, so
// that one that does not filter is noticed soon.
func (d *divider) settled(c *Node) bool {
	s := c.Parent.Split
	return c.exact || d.controls.Dims[s.Dim].Menu != nil && len(s.children) <= 3 || !d.reach.readable(c)
}

// remainder supposes how many records are left of n, of which no total is
// known: the parts that were read have so many, and so large a share of the
// rows that n's own answer showed lies in them.
func (d *divider) remainder(n *Node) (float64, bool) {
	s, q := n.Split, n.Question
	if n.Parent == nil {
		q = d.f.Listing
	}
	if q == nil || q.Status != querygen.Answered {
		return 0, false
	}
	k, _ := d.reach.rows()
	sum := 0.0
	done := make(map[int]bool, len(s.children))
	top := math.Inf(-1)
	for _, c := range s.children {
		sum += c.Size
		if !c.exact && d.reach.overflows(c) {
			sum += math.Max(0, 1.5*k-c.Size)
		}
		b := c.Region.On(s.Dim)
		done[b.Value], top = true, math.Max(top, b.Top)
	}
	in, out := 0.0, 0.0
	for _, r := range q.Rows {
		v, ok := d.f.Traits.Value(r, s.Dim)
		switch {
		case !ok:
		case d.controls.Dims[s.Dim].Menu != nil && done[int(v)], d.controls.Dims[s.Dim].Menu == nil && v <= top:
			in++
		default:
			out++
		}
	}
	return sum * (out + 0.5) / in, in >= 5 && sum > 0
}

// judge drops a menu whose values all bring what n's own answer, or each
// other's, brought.
func (d *divider) judge(n *Node) {
	s := n.Split
	dim := d.controls.Dims[s.Dim]
	if dim.Further {
		d.judgeTicks(n, dim.Menu)
	}
	if dim.Menu == nil || len(s.children) < min(3, len(dim.Menu.Values)) {
		return
	}
	distinct, same, answers := map[text.Digest]bool{}, 0, 0
	for _, c := range s.children {
		if c.Question == nil || c.Question.Status != querygen.Answered {
			continue
		}
		answers++
		distinct[c.Question.First] = true
		if n.Question != nil && n.Question.Status == querygen.Answered && c.Question.First == n.Question.First && c.Question.Total == n.Question.Total {
			same++
		}
	}
	if answers >= 2 && (len(distinct) == 1 || same == answers) {
		dim.Useless = true
	}
}

// end closes n's division. What the total of n has beyond its parts is left to
// another dimension.
func (d *divider) end(n *Node) {
	s := n.Split
	n.used = append(n.used, s.Dim)
	sum, sure := s.spared, n.exact
	for _, c := range s.children {
		sum += c.Size
		sure = sure && c.exact
	}
	n.lack = 0
	if sure {
		if n.Size-sum > math.Max(0.5, lackLeast*n.Size) {
			n.lack = n.Size - sum
		}
		dim := d.controls.Dims[s.Dim]
		dim.Lacking, dim.Brought = dim.Lacking+math.Max(0, n.Size-sum), dim.Brought+math.Min(sum, n.Size)
	}
	if len(s.children) == 0 && len(n.spares) == 0 || d.controls.Dims[s.Dim].Useless {
		n.lack = n.Size
	}
	if n.Parent == nil && d.silence.fruitless {
		n.lack = n.Size // another dimension may tell more
	}
	if d.controls.Dims[s.Dim].Further { // a record may have none of the others
		n.lack = 0
	}
	n.whole = !d.controls.Dims[s.Dim].Further && len(n.spares) == 0 && n.lack == 0 && len(s.children) > 0
	n.parts = append(n.parts, s.children...)
	n.Split = nil
}
