package querygen

import "container/heap"

// push puts n onto the agenda with what can be done next about it.
func (d *drilldown) push(n *node) {
	n.version++
	if s, rate := d.next(n); s != nothing {
		heap.Push(&d.agenda, entry{n, n.version, rate})
	}
}

// entry is a node on the agenda.
type entry struct {
	node    *node
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
	if x, y := len(a[i].node.region), len(a[j].node.region); x != y {
		return x > y
	}
	return pairsBefore(a[i].node.region, a[j].node.region)
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(entry)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// pairsBefore orders regions, for ties only.
func pairsBefore(r, s region) bool {
	for i := range min(len(r), len(s)) {
		a, b := r[i], s[i]
		switch {
		case a.dim != b.dim:
			return a.dim < b.dim
		case a.value != b.value:
			return a.value < b.value
		case a.low != b.low:
			return a.low < b.low
		case a.top != b.top:
			return a.top < b.top
		}
	}
	return len(r) < len(s)
}
