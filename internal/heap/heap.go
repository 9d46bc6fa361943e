// Package heap is a heap whose items are told where they stand, so that any of them can
// be moved or taken out. It is the order in which things wait, wherever something does.
package heap

// Heap holds items, the first in the order of Before on top.
type Heap[T any] struct {
	Items  []T
	Before func(a, b T) bool
	Place  func(item T, at int) // told where an item stands now, -1 for nowhere; may be nil
}

// Init brings all items into order.
func (h *Heap[T]) Init() {
	for at := len(h.Items) - 1; at >= 0; at-- {
		h.down(at)
	}
}

// Push adds an item.
func (h *Heap[T]) Push(item T) {
	h.Items = append(h.Items, item)
	h.up(len(h.Items) - 1)
}

// Remove takes the item at a place out, the best one at 0.
func (h *Heap[T]) Remove(at int) T {
	last := len(h.Items) - 1
	gone, moved := h.Items[at], h.Items[last]
	clear(h.Items[last:])
	h.Items = h.Items[:last]
	h.set(-1, gone)
	if at < last {
		h.Items[at] = moved
		h.Fix(at)
	}
	return gone
}

// Fix moves the item at a place to where it belongs now.
func (h *Heap[T]) Fix(at int) { h.up(h.down(at)) }

func (h *Heap[T]) set(at int, item T) {
	if at >= 0 {
		h.Items[at] = item
	}
	if h.Place != nil {
		h.Place(item, at)
	}
}

func (h *Heap[T]) up(at int) {
	item := h.Items[at]
	for at > 0 && h.Before(item, h.Items[(at-1)/2]) {
		h.set(at, h.Items[(at-1)/2])
		at = (at - 1) / 2
	}
	h.set(at, item)
}

func (h *Heap[T]) down(at int) int {
	item := h.Items[at]
	for child := 2*at + 1; child < len(h.Items); child = 2*at + 1 {
		if child+1 < len(h.Items) && h.Before(h.Items[child+1], h.Items[child]) {
			child++
		}
		if !h.Before(h.Items[child], item) {
			break
		}
		h.set(at, h.Items[child])
		at = child
	}
	h.set(at, item)
	return at
}
