package keyword

import (
	"container/heap"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// candidate is a word that may be asked and what it promises.
type candidate struct {
	word  uint32
	index float64 // as promise.index
}

// candidateHeap gives words by descending index, of equal ones the word that was seen first.
type candidateHeap []candidate

func (h candidateHeap) Len() int { return len(h) }

func (h candidateHeap) Less(i, j int) bool { return compareCandidates(h[i], h[j]) < 0 }

func (h candidateHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *candidateHeap) Push(x any) { *h = append(*h, x.(candidate)) }

func (h *candidateHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func compareCandidates(a, b candidate) int {
	switch {
	case a.index > b.index:
		return -1
	case a.index < b.index:
		return 1
	}
	return int(a.word) - int(b.word)
}

// candidates are the words that promise most. Promises fall while words wait,
// so that between two valuations of all words revaluing the top of a heap
// suffices (M. Minoux: Accelerated greedy algorithms for maximizing submodular set
// functions. LNCIS 7, 1978). All are valued whenever the requests have grown by
// a constant factor, so that a decision's share of it does not grow with the words.
type candidates struct {
	heap     candidateHeap
	seen     int      // of collection.texts, whose words were valued
	cut      bool     // words were left out
	requests int      // at the last valuation of all words
	terms    askTerms // likewise
	alike    map[likeness]float64
}

// askTerms are what words may be asked under. Once they change, words that
// were passed over get another chance.
type askTerms struct {
	bar      float64
	excludes bool
}

// Constants of candidates.
const (
	candidatesKept = 300  // at least, from one valuation of all words to the next
	valuedAgain    = 0.02 // growth of the requests from one to the next
	keptForGrowth  = 2    // kept for each request of that growth
	summedUp       = 2048 // records of a word, when all are valued; of more, so many stand for all
)

// bestWord returns the word with the greatest index.
func (s *Weighted) bestWord() (word uint32, index float64, ok bool) {
	if s.f.Records.Held() == 0 {
		return 0, 0, false
	}
	b := &s.best
	grown := float64(s.f.Requests-b.requests) > valuedAgain*float64(s.f.Requests)
	all := grown || b.terms != s.askTerms()
	if all {
		s.valueAll()
	}
	for {
		for len(b.heap) > 0 {
			top := b.heap[0]
			if !s.May(top.word) {
				heap.Pop(&b.heap)
				continue
			}
			if now := s.exact(top.word).index; now < top.index*0.999 {
				b.heap[0].index = now
				heap.Fix(&b.heap, 0)
				continue
			}
			if q := s.f.ByKey[s.text(top.word).Key()]; q != nil {
				heap.Pop(&b.heap)
				s.adopt(top.word, q)
				continue
			}
			return top.word, top.index, true
		}
		switch {
		case b.cut && !all:
			s.valueAll()
			all = true
		case !s.valueLatest():
			return 0, 0, false
		}
	}
}

func (s *Weighted) askTerms() askTerms { return askTerms{s.f.Broad.Bar, s.f.Regime().Excludes} }

// valueAll fits the weights anew and values every word.
func (s *Weighted) valueAll() {
	site := s.f.Regime()
	c, b := &s.f.Records, &s.best
	s.Weights.fit(s.f)
	if site.Excludes {
		s.out.Survey()
		s.out.rehabilitate()
		s.out.Block()
	}
	s.reorder()
	s.narrow()
	b.requests, b.seen, b.terms, b.alike = s.f.Requests, len(c.Texts), s.askTerms(), map[likeness]float64{}
	best := shortlist{keep: max(candidatesKept, int(keptForGrowth*valuedAgain*float64(s.f.Requests)))}
	for w, list := range c.Postings {
		if len(list) == 0 || c.State[w] != text.Unasked && !site.Excludes {
			continue
		}
		// The chance of being found only lowers what is promised, and costs more to know.
		if index := s.sketch(uint32(w), 1); best.wants(index) && s.May(uint32(w)) {
			if found := s.f.Classes.Found(c.Words[w]) * s.f.Finds.Found(uint32(w)); found < 1 {
				index = s.sketch(uint32(w), found)
			}
			if best.wants(index) {
				best.add(candidate{uint32(w), index})
			}
		}
	}
	best.cut()
	b.heap, b.cut = best.list, best.left // in order, they are a heap
}

// valueLatest values the words of the records that came since words were
// valued. It returns false where there are none that may be asked.
func (s *Weighted) valueLatest() bool {
	b := &s.best
	s.Weights.grow(s.f)
	for _, w := range s.f.Records.Grown(&b.seen) {
		if s.May(w) {
			heap.Push(&b.heap, candidate{w, s.exact(w).index})
		}
	}
	return len(b.heap) > 0
}

// likeness is what words have in common that promise the same, to a percent or two.
type likeness struct{ held, raw, found uint32 }

// sketch is promise(w).index for a word that is found with a chance of found, good to a few percent.
func (s *Weighted) sketch(w uint32, found float64) float64 {
	list := s.f.Records.Postings[w]
	some := facts.Spread(list, summedUp)
	part := float64(len(some)) / float64(max(len(list), 1))
	if s.f.Regime().Excludes {
		return s.promised(0, s.out.Unseen(some, part), found).index
	}
	n, sum := s.Weights.sum(some)
	held := int(float64(n) / part)
	raw := s.shrunk(held, sum/part)
	like := likeness{rounded(float64(held)), rounded(raw), rounded(found)}
	index, known := s.best.alike[like]
	if !known {
		index = s.promised(held, raw, found).index
		s.best.alike[like] = index
	}
	return index
}

// rounded identifies the numbers from 0 that agree with x in the first seven binary digits.
func rounded(x float64) uint32 { return uint32(math.Float64bits(x) >> 46) }

// shortlist keeps the best of many candidates.
type shortlist struct {
	keep int
	list []candidate
	bar  float64 // index of the last of the best so far, 0 while they are few
	left bool    // some were left out
}

// wants reports whether a candidate of this index may be among the best.
func (l *shortlist) wants(index float64) bool {
	if index >= l.bar {
		return true
	}
	l.left = true
	return false
}

func (l *shortlist) add(c candidate) {
	if l.list = append(l.list, c); len(l.list) >= 2*l.keep {
		l.cut()
	}
}

// cut leaves the best, in their order.
func (l *shortlist) cut() {
	slices.SortFunc(l.list, compareCandidates)
	if len(l.list) > l.keep {
		l.list, l.bar, l.left = l.list[:l.keep], l.list[l.keep-1].index, true
	}
}
