package text

import "github.com/hadal-crawler/hadal/internal/heap"

// WordQueue gives words by descending priority, of equal ones the word that
// was seen first.
type WordQueue struct {
	heap.Heap[uint32]
	at       []int32 // by word: 1 + its index in the heap, 0 where it is not queued
	Priority []float64
}

// Set queues a word, or changes its priority.
func (q *WordQueue) Set(word uint32, priority float64) {
	if q.Before == nil {
		q.Before = func(a, b uint32) bool {
			return q.Priority[a] > q.Priority[b] || q.Priority[a] == q.Priority[b] && a < b
		}
		q.Place = func(word uint32, at int) { q.at[word] = int32(at + 1) }
	}
	for int(word) >= len(q.at) {
		q.at = append(q.at, 0)
		q.Priority = append(q.Priority, 0)
	}
	q.Priority[word] = priority
	if q.Has(word) {
		q.Fix(int(q.at[word] - 1))
		return
	}
	q.Push(word)
}

// Has reports whether a word is queued.
func (q *WordQueue) Has(word uint32) bool { return int(word) < len(q.at) && q.at[word] > 0 }

// Pop takes the best word out.
func (q *WordQueue) Pop() uint32 { return q.Remove(0) }
