package divide

import (
	"math"

	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// agenda is what can be done, by what it promises.
type agenda struct {
	f        *facts.Facts
	controls *Controls
	reach    *reach
	waiting  heap.Heap[entry]
}

// entry is a node on the agenda.
type entry struct {
	node    *Node
	version int // the entry counts while this is the node's
	rate    float64
	doubted bool // it is of an empty part, which may have records
}

// before gives what is known to have records first, which may tell what is in the others;
// then the greatest rate; of equal ones the part that was asked for most narrowly, which
// is the one worked at.
func (x entry) before(y entry) bool {
	if x.doubted != y.doubted {
		return y.doubted
	}
	if x.rate != y.rate {
		return x.rate > y.rate
	}
	if a, b := len(x.node.Region), len(y.node.Region); a != b {
		return a > b
	}
	return pairsBefore(x.node.Region, y.node.Region)
}

// push puts nodes onto the agenda with what can be done next about them.
func (a *agenda) push(nodes ...*Node) {
	for _, n := range nodes {
		n.version++
		if s, rate := a.next(n); s != nothing {
			a.waiting.Push(entry{n, n.version, rate, a.doubted(n, s)})
		}
	}
}

// top returns the best node and what to do about it; nil where nothing can be done.
func (a *agenda) top() (n *Node, do step, rate float64) {
	for len(a.waiting.Items) > 0 {
		e := a.waiting.Items[0]
		if e.version == e.node.version {
			do, rate = a.next(e.node)
			if rate == e.rate && do != nothing && e.doubted == a.doubted(e.node, do) {
				return e.node, do, rate
			}
		}
		a.waiting.Remove(0)
		if e.version == e.node.version && do != nothing { // others have changed what it promises
			a.push(e.node)
		}
	}
	return nil, nothing, 0
}

// pairsBefore orders regions, for ties only.
func pairsBefore(r, s space.Region) bool {
	for i := range min(len(r), len(s)) {
		a, b := r[i], s[i]
		switch {
		case a.Dim != b.Dim:
			return a.Dim < b.Dim
		case a.Value != b.Value:
			return a.Value < b.Value
		case a.Low != b.Low:
			return a.Low < b.Low
		case a.Top != b.Top:
			return a.Top < b.Top
		}
	}
	return len(r) < len(s)
}

// step is what can be done next about a node.
type step uint8

const (
	nothing step = iota
	ask          // its first page
	read         // its next page
	divide       // choose how
	descend      // the next part of its division
)

// next returns what to do about n, and the new records expected for each request of it.
// What tells how long answers are comes first.
func (a *agenda) next(n *Node) (step, float64) {
	s, rate := a.nextOf(n)
	if t := a.reach.alike.trial; s != nothing && t != nil && (n == t || n.Parent == t) {
		rate = math.Inf(1)
	}
	return s, rate
}

// doubted reports whether only an empty part promises what a step would bring.
func (a *agenda) doubted(n *Node, s step) bool {
	if s == ask {
		n = n.Parent
	}
	return n.certainty() < 1
}

func (a *agenda) nextOf(n *Node) (step, float64) {
	q, p := n.Question, float64(a.f.RowsAPage())
	switch {
	case q == nil && n.Parent != nil && n.Split == nil && (!a.reach.overflows(n) || len(a.controls.Choices(n)) == 0): // what cannot be divided shows a part at least
		return ask, a.reach.prices().rate(n.Size) * n.Parent.certainty()
	case n.Parent != nil && q != nil && (q.Stuck && q.Pages == 0 || q.Status == querygen.Empty && n.doubt == 0): // the root is divided without an answer
		return nothing, 0
	case n.Split != nil:
		if n.Split.waiting != nil {
			return nothing, 0
		}
		return descend, a.reach.prices().rate(a.part(n.Split)) * n.certainty()
	case a.reach.readable(n):
		rate := p
		if q.Total >= 0 && !q.Capped {
			rate = statistics.Clamp(float64(q.Total-len(q.Rows)), 0.1, p)
		}
		if q.Dry > 0 {
			rate *= q.Late
		}
		// Small answers first: the one that turns out to be cut wastes least.
		return read, rate * (1 - min(n.Size, 1e6)/1e9)
	case n.Parent == nil && len(n.used) == 0 && (q == nil || q.Status != querygen.Answered || !q.More && !a.reach.tells(q)), len(n.used) == 0 && a.reach.overflows(n), n.lack > 0:
		if len(a.controls.Choices(n)) == 0 {
			return nothing, 0
		}
		gain := 1.0
		if math.IsInf(n.Size, 1) {
			gain = 1
		} else if n.lack > 0 {
			gain = n.lack / math.Max(n.Size, 1)
		} else if q != nil && !q.More && n.exact {
			gain = (n.Size - float64(len(q.Rows))) / math.Max(n.Size, 1)
		}
		return divide, a.reach.prices().rate(n.Size) * gain * n.certainty()
	}
	return nothing, 0
}

// part returns the expected size of the next part of a division.
func (a *agenda) part(s *Division) float64 {
	switch {
	case a.controls.Dims[s.Dim].Menu == nil:
		return s.promised()
	case len(s.Values) == 0 || s.exact && s.left <= 0:
		return 0
	}
	_, size := s.likeliest(a.reach.Guess())
	return size
}
