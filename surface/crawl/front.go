package crawl

import (
	"cmp"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/surface"
)

// The best pages of a host are held in memory, so that most pages found and
// asked for cost no search in the store.
const (
	frontMost   = 64 // pages held
	frontRefill = 32 // pages read at once where none is left
)

// host is one origin with the pages that wait there.
type host struct {
	origin string
	site   *site
	front  []Waiting      // the best that wait, best first
	rest   int            // that wait beside them, in the store only; none is better
	next   time.Time      // when it may be asked
	busy   bool           // a request is in flight
	owed   int            // requests sent that no page has in its count yet: the next one has
	booked int            // of owed, as the store has it
	out    map[int64]bool // rows in flight
	rank   float64        // of its best page: in the heap of those that may be asked
	at     int            // in its heap, -1 where in none

	copies hostCopies

	revived int  // rules given up when pages were let wait for that
	held    bool // some pages are held back
	checked int  // pages of the site when they were looked at last
	mapped  bool // the sitemaps of its robots.txt are known
}

func (h *host) waiting() int { return len(h.front) + h.rest }

// add takes a page that entered the store.
func (h *host) add(w Waiting) {
	if h.rest > 0 && (len(h.front) == 0 || w.Priority <= h.front[len(h.front)-1].Priority) {
		h.rest++
		return
	}
	i, _ := slices.BinarySearchFunc(h.front, w, better)
	h.front = slices.Insert(h.front, i, w)
	if len(h.front) > frontMost {
		h.front = h.front[:frontMost]
		h.rest++
	}
}

func better(a, b Waiting) int {
	return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Row, b.Row))
}

// again puts a page back that was popped.
func (h *host) again(w Waiting) {
	i, _ := slices.BinarySearchFunc(h.front, w, better)
	h.front = slices.Insert(h.front, i, w)
}

// changed forgets the front after priorities have changed; attempts are
// counted anew.
func (h *host) changed() {
	h.rest += len(h.front)
	h.front = h.front[:0]
}

// rerank gives a page in the front its new place, or forgets the front where
// its place may be behind it or its page stands in the store only.
func (h *host) rerank(id surface.ID, priority float64) {
	i := slices.IndexFunc(h.front, func(w Waiting) bool { return w.Found.Link.ID == id })
	last := len(h.front) - 1
	switch {
	case i < 0 && (last < 0 || priority < h.front[last].Priority):
		return // stays behind
	case i < 0 || h.rest > 0 && priority < h.front[last].Priority:
		h.changed()
		return
	}
	w := h.front[i]
	w.Priority = priority
	h.front = slices.Delete(h.front, i, i+1)
	h.again(w)
}

// hosts are all hosts of a crawl: those that must rest, by when that ends, and
// those that may be asked, best first. A host that is being asked, or has
// nothing to ask for, is in neither.
type hosts struct {
	byOrigin map[string]*host
	resting  heap.Heap[*host]
	ready    heap.Heap[*host]
}

func newHosts() *hosts {
	place := func(h *host, at int) { h.at = at }
	return &hosts{
		byOrigin: map[string]*host{},
		resting:  heap.Heap[*host]{Place: place, Before: func(a, b *host) bool { return a.next.Before(b.next) }},
		ready: heap.Heap[*host]{Place: place, Before: func(a, b *host) bool {
			return cmp.Or(cmp.Compare(b.rank, a.rank), a.next.Compare(b.next), cmp.Compare(a.origin, b.origin)) < 0
		}},
	}
}

// settle puts a host where it belongs after anything about it has changed.
func (q *hosts) settle(h *host, now time.Time) {
	asks := !h.busy && h.site.left == "" && (h.waiting() > 0 || h.held && h.checked != h.site.pages)
	rests := h.next.After(now)
	rank := 0.0
	if len(h.front) > 0 {
		rank = h.front[0].Priority
	}
	if h.at >= 0 {
		in := &q.ready
		if h.at < len(q.resting.Items) && q.resting.Items[h.at] == h {
			in = &q.resting
		}
		if asks && rests == (in == &q.resting) {
			h.rank = rank
			in.Fix(h.at)
			return
		}
		in.Remove(h.at)
	}
	if h.rank = rank; !asks {
		return
	}
	if rests {
		q.resting.Push(h)
	} else {
		q.ready.Push(h)
	}
}

// best returns the host to ask now, nil where none may be asked.
func (q *hosts) best(now time.Time) *host {
	for len(q.resting.Items) > 0 && !q.resting.Items[0].next.After(now) {
		q.settle(q.resting.Items[0], now)
	}
	if len(q.ready.Items) == 0 {
		return nil
	}
	return q.ready.Items[0]
}

// wakes returns when the first of the resting hosts may be asked.
func (q *hosts) wakes() (time.Time, bool) {
	if len(q.resting.Items) == 0 {
		return time.Time{}, false
	}
	return q.resting.Items[0].next, true
}
