package querygen

import "container/heap"

// wordQueue gives words by descending priority, of equal ones the word that
// was seen first.
type wordQueue struct {
	words    []uint32 // a heap
	at       []int32  // by word: 1 + its index in words, 0 where it is not queued
	priority []float64
}

// set queues a word, or changes its priority.
func (q *wordQueue) set(word uint32, priority float64) {
	for int(word) >= len(q.at) {
		q.at = append(q.at, 0)
		q.priority = append(q.priority, 0)
	}
	q.priority[word] = priority
	if i := q.at[word]; i > 0 {
		heap.Fix((*wordHeap)(q), int(i-1))
		return
	}
	heap.Push((*wordHeap)(q), word)
}

// pop takes the best word out.
func (q *wordQueue) pop() uint32 { return heap.Pop((*wordHeap)(q)).(uint32) }

// wordHeap hides the methods of heap.Interface from wordQueue's users.
type wordHeap wordQueue

func (h *wordHeap) Len() int { return len(h.words) }

func (h *wordHeap) Less(i, j int) bool {
	a, b := h.words[i], h.words[j]
	if h.priority[a] != h.priority[b] {
		return h.priority[a] > h.priority[b]
	}
	return a < b
}

func (h *wordHeap) Swap(i, j int) {
	h.words[i], h.words[j] = h.words[j], h.words[i]
	h.at[h.words[i]], h.at[h.words[j]] = int32(i+1), int32(j+1)
}

func (h *wordHeap) Push(x any) {
	h.words = append(h.words, x.(uint32))
	h.at[x.(uint32)] = int32(len(h.words))
}

func (h *wordHeap) Pop() any {
	last := h.words[len(h.words)-1]
	h.words = h.words[:len(h.words)-1]
	h.at[last] = 0
	return last
}
