package keyword

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/querygen"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// candidate is a word that may be asked and what it promises.
type candidate struct {
	word  uint32
	index float64 // as promise.index
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

// choice is of the words that promise most. Promises fall while words wait,
// so that between two valuations of all words revaluing the top of a heap
// suffices (M. Minoux: Accelerated greedy algorithms for maximizing submodular set
// functions. LNCIS 7, 1978). All are valued whenever the requests have grown by
// a constant factor, so that a decision's share of it does not grow with the words.
type choice struct {
	f         *facts.Facts
	outlook   *outlook
	excluding *excluding
	promises  promises
	joint     *conjunctions
	answers   *openAnswers

	waiting  heap.Heap[candidate]
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
)

// bestWord returns the word with the greatest index.
func (s *choice) bestWord() (word uint32, index float64, ok bool) {
	if s.f.Records.Held() == 0 {
		return 0, 0, false
	}
	all := s.current()
	for {
		for len(s.waiting.Items) > 0 {
			top := s.waiting.Items[0]
			if !s.May(top.word) {
				s.waiting.Remove(0)
				continue
			}
			if now := s.promises.exact(top.word).index; now < top.index*0.999 {
				s.waiting.Items[0].index = now
				s.waiting.Fix(0)
				continue
			}
			if q := s.f.ByKey[s.text(top.word).Key()]; q != nil {
				s.waiting.Remove(0)
				s.adopt(top.word, q)
				continue
			}
			return top.word, top.index, true
		}
		switch {
		case s.cut && !all:
			s.valueAll()
			all = true
		case !s.valueLatest():
			return 0, 0, false
		}
	}
}

// current values all words anew where much has come since, and reports whether it did.
func (s *choice) current() bool {
	grown := float64(s.f.Requests-s.requests) > valuedAgain*float64(s.f.Requests)
	if all := grown || s.terms != s.askTerms(); !all {
		return false
	}
	s.valueAll()
	return true
}

func (s *choice) askTerms() askTerms { return askTerms{s.f.Broad.Bar, s.f.Regime().Excludes} }

// valueAll fits the weights anew and values every word.
func (s *choice) valueAll() {
	site := s.f.Regime()
	c := &s.f.Records
	s.outlook.Weights.fit(s.f)
	if site.Excludes {
		s.excluding.out.Survey()
		s.excluding.out.rehabilitate()
		s.excluding.out.Block()
	}
	s.answers.reorder()
	s.joint.narrow()
	s.requests, s.seen, s.terms, s.alike = s.f.Requests, len(c.Texts), s.askTerms(), map[likeness]float64{}
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
	s.waiting.Items, s.cut = best.list, best.left // in order, they are a heap
}

// valueLatest values the words of the records that came since words were
// valued. It returns false where there are none that may be asked.
func (s *choice) valueLatest() bool {
	s.outlook.Weights.grow(s.f)
	for _, w := range s.f.Records.Grown(&s.seen) {
		if s.May(w) {
			s.waiting.Push(candidate{w, s.promises.exact(w).index})
		}
	}
	return len(s.waiting.Items) > 0
}

// likeness is what words have in common that promise the same, to a percent or two.
type likeness struct{ held, raw, found uint32 }

// sketch is promise(w).index for a word that is found with a chance of found, good to a few percent.
func (s *choice) sketch(w uint32, found float64) float64 {
	list := s.f.Records.Postings[w]
	some := facts.Spread(list, summedUp)
	part := float64(len(some)) / float64(max(len(list), 1))
	if s.f.Regime().Excludes {
		return s.promises.promised(0, s.excluding.out.Unseen(some, part), found).index
	}
	n, sum := s.outlook.Weights.sum(some)
	held := int(float64(n) / part)
	raw := s.outlook.shrunk(held, sum/part)
	like := likeness{rounded(float64(held)), rounded(raw), rounded(found)}
	index, known := s.alike[like]
	if !known {
		index = s.promises.promised(held, raw, found).index
		s.alike[like] = index
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

// May reports whether w can be asked.
func (s *choice) May(w uint32) bool {
	if s.f.Regime().Excludes {
		return s.f.Searchable(w) && !s.excluding.out.Has(w) && !s.excluding.out.Broad[w] && !s.f.Operators.Ignored[w] && s.f.Space.Accepts(s.f.Records.Words[w])
	}
	return s.f.Broad.Allows(s.f.Records.Share(w)) && s.f.Candidate(w)
}

// text returns the question for w, without what is claimed.
func (s *choice) text(w uint32) querygen.Query {
	x := text.Compound{With: []uint32{w}}
	if s.f.Regime().Excludes {
		x.Without = s.excluding.out.of(w, s.promises.promise(w).reach).without
	}
	return s.f.Compound(x, s.f.Operators.Mark, weightedName)
}

// adopt claims w by a question that was asked before.
func (s *choice) adopt(w uint32, q *facts.Question) {
	s.excluding.out.Claim(w, s.f.Supposed(q))
	s.excluding.adopted[q] = true
	if !s.excluding.divide(q) {
		s.answers.add(q)
	}
}
