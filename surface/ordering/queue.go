package ordering

import "github.com/hadal-crawler/hadal/internal/heap"

// Queue is a frontier in memory: the pages found and not yet visited, the best
// first. It is deterministic.
type Queue struct {
	plan     *Plan
	value    []float64 // by node: priority as last known
	entered  []int32   // by node: rank of finding, the tie breaker
	state    []state
	fresh    []Node // found and not yet in the heaps
	best     nodes
	worst    nodes // kept with a limit only
	taken    []Node
	finds    int32
	unserved int // taken pages in the batch

	// A buffer of visited pages, with Keep only.
	kept nodes // the worst first
	size int
	gone func(Node)

	// What moved tells of, with track only.
	track   bool
	changed []Node
	all     bool
}

type state uint8

const (
	unknown state = iota
	waiting
	taken
	dropped
)

// NewQueue returns an empty frontier.
func NewQueue(p *Plan) *Queue {
	q := &Queue{plan: p}
	q.best.order(func(a, b Node) bool {
		if q.value[a] != q.value[b] {
			return q.value[a] > q.value[b]
		}
		return q.entered[a] < q.entered[b]
	})
	q.worst.order(func(a, b Node) bool { return q.best.Before(b, a) })
	return q
}

// Keep makes q tell which visited pages a buffer of size pages would hold from
// now on: gone is called for each page that leaves it because it is full, the
// one with the lowest priority.
func (q *Queue) Keep(size int, gone func(Node)) {
	q.size, q.gone = size, gone
	q.kept.order(q.worst.Before)
}

// Found adds a page that has not been found before.
func (q *Queue) Found(p Page) {
	q.value, q.entered, q.state = grow(q.value, p.Node), grow(q.entered, p.Node), grow(q.state, p.Node)
	q.finds++
	q.entered[p.Node], q.state[p.Node] = q.finds, waiting
	q.plan.Found(p)
	q.fresh = append(q.fresh, p.Node)
}

// Visited folds a visit in. A page that was dropped and is linked to again
// comes back.
func (q *Queue) Visited(v Visit) {
	q.leave(v.Node)
	q.plan.Visited(v)
	for _, l := range v.Links {
		if q.state[l.To] == dropped {
			q.state[l.To] = waiting
			q.fresh = append(q.fresh, l.To)
		}
	}
	q.settle()
	if q.size > 0 {
		q.value[v.Node] = q.plan.Priority(v.Node)
		q.kept.add(v.Node)
		if len(q.kept.Items) > q.size {
			lowest := q.kept.Items[0]
			q.kept.remove(lowest)
			q.gone(lowest)
		}
	}
}

// leave takes a page out that was visited without having been asked for.
func (q *Queue) leave(n Node) {
	if q.state[n] == waiting {
		q.settle()
	}
	if q.state[n] == waiting {
		q.best.remove(n)
		q.worst.remove(n)
	}
	q.state[n] = taken
}

// moved calls f for the waiting pages whose priority may have changed since it
// was last called.
func (q *Queue) moved(f func(Node)) {
	pages := q.changed
	if q.all {
		pages = q.best.Items
	}
	for _, n := range pages {
		if q.best.has(n) {
			f(n)
		}
	}
	q.changed, q.all = q.changed[:0], false
}

// Len is the number of pages waiting.
func (q *Queue) Len() int { return len(q.best.Items) + len(q.fresh) + q.unserved }

// Next takes the best page from the frontier.
func (q *Queue) Next() (n Node, ok bool) {
	q.settle()
	if q.unserved == 0 {
		q.taken = q.taken[:0]
		for len(q.taken) < q.plan.Batch && len(q.best.Items) > 0 {
			n := q.best.Items[0]
			q.best.remove(n)
			q.worst.remove(n)
			q.state[n] = taken
			q.taken = append(q.taken, n)
		}
		q.unserved = len(q.taken)
	}
	if q.unserved == 0 {
		return 0, false
	}
	n = q.taken[len(q.taken)-q.unserved]
	q.unserved--
	return n, true
}

// settle brings the heaps up to date with the ordering.
func (q *Queue) settle() {
	pages, all := q.plan.Changed()
	if q.track {
		q.changed, q.all = append(q.changed, pages...), q.all || all
	}
	if all {
		for _, n := range q.best.Items {
			q.value[n] = q.plan.Priority(n)
		}
		for _, n := range q.kept.Items {
			q.value[n] = q.plan.Priority(n)
		}
		q.best.Init()
		q.worst.Init()
		q.kept.Init()
	} else {
		for _, n := range pages {
			if q.best.has(n) || q.kept.has(n) {
				q.value[n] = q.plan.Priority(n)
				q.best.fix(n)
				q.worst.fix(n)
				q.kept.fix(n)
			}
		}
	}
	for _, n := range q.fresh {
		q.value[n] = q.plan.Priority(n)
		q.best.add(n)
		if q.plan.Limit == 0 {
			continue
		}
		q.worst.add(n)
		if len(q.worst.Items) > q.plan.Limit {
			lowest := q.worst.Items[0]
			q.best.remove(lowest)
			q.worst.remove(lowest)
			q.state[lowest] = dropped
		}
	}
	q.fresh = q.fresh[:0]
}

// nodes is a heap of nodes that knows where each is.
type nodes struct {
	heap.Heap[Node]
	at []int32 // by node: 1 + its place, 0: absent
}

func (h *nodes) order(before func(a, b Node) bool) {
	h.Before, h.Place = before, func(n Node, at int) { h.at[n] = int32(at + 1) }
}

func (h *nodes) has(n Node) bool { return int(n) < len(h.at) && h.at[n] > 0 }

func (h *nodes) add(n Node) {
	h.at = grow(h.at, n)
	h.Push(n)
}

func (h *nodes) remove(n Node) {
	if h.has(n) {
		h.Remove(int(h.at[n] - 1))
	}
}

func (h *nodes) fix(n Node) {
	if h.has(n) {
		h.Fix(int(h.at[n] - 1))
	}
}
