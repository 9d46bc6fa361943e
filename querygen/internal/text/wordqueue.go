package text

import "container/heap"

// WordQueue gives words by descending priority, of equal ones the word that
// was seen first.
type WordQueue struct {
	Words    []uint32 // a heap
	At       []int32  // by word: 1 + its index in words, 0 where it is not queued
	Priority []float64
}

// Set queues a word, or changes its priority.
func (q *WordQueue) Set(word uint32, priority float64) {
	for int(word) >= len(q.At) {
		q.At = append(q.At, 0)
		q.Priority = append(q.Priority, 0)
	}
	q.Priority[word] = priority
	if i := q.At[word]; i > 0 {
		heap.Fix((*wordHeap)(q), int(i-1))
		return
	}
	heap.Push((*wordHeap)(q), word)
}

// Pop takes the best word out.
func (q *WordQueue) Pop() uint32 { return heap.Pop((*wordHeap)(q)).(uint32) }

// wordHeap hides the methods of heap.Interface from wordQueue's users.
type wordHeap WordQueue

func (h *wordHeap) Len() int { return len(h.Words) }

func (h *wordHeap) Less(i, j int) bool {
	a, b := h.Words[i], h.Words[j]
	if h.Priority[a] != h.Priority[b] {
		return h.Priority[a] > h.Priority[b]
	}
	return a < b
}

func (h *wordHeap) Swap(i, j int) {
	h.Words[i], h.Words[j] = h.Words[j], h.Words[i]
	h.At[h.Words[i]], h.At[h.Words[j]] = int32(i+1), int32(j+1)
}

func (h *wordHeap) Push(x any) {
	h.Words = append(h.Words, x.(uint32))
	h.At[x.(uint32)] = int32(len(h.Words))
}

func (h *wordHeap) Pop() any {
	last := h.Words[len(h.Words)-1]
	h.Words = h.Words[:len(h.Words)-1]
	h.At[last] = 0
	return last
}
