package divide

import (
	"container/heap"

	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// push puts n onto the agenda with what can be done next about it.
func (d *Drilldown) push(n *Node) {
	n.version++
	if s, rate := d.next(n); s != nothing {
		heap.Push(&d.agenda, entry{n, n.version, rate})
	}
}

// entry is a node on the agenda.
type entry struct {
	node    *Node
	version int // the entry counts while this is the node's
	rate    float64
}

// agenda is a heap with the greatest rate on top; of equal ones the part that
// was asked for most narrowly, which is the one worked at.
type agenda []entry

func (a agenda) Len() int { return len(a) }

func (a agenda) Less(i, j int) bool {
	if a[i].rate != a[j].rate {
		return a[i].rate > a[j].rate
	}
	if x, y := len(a[i].node.Region), len(a[j].node.Region); x != y {
		return x > y
	}
	return pairsBefore(a[i].node.Region, a[j].node.Region)
}

func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }

func (a *agenda) Push(x any) { *a = append(*a, x.(entry)) }

func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
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
