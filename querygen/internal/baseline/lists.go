package baseline

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// terms asks a user's list in its order.
type terms struct {
	f     *facts.Facts
	seeds keyword.Seeds
	walk  facts.Walker
	given map[string]bool // keys of the questions for them
}

func newTerms(f *facts.Facts, list []string) *terms {
	s := &terms{f: f, given: map[string]bool{}, seeds: keyword.Seeds{Facts: f, List: append([]string(nil), list...)}}
	if f.Space.Box == nil {
		s.seeds.List = nil
	}
	return s
}

func (s *terms) Propose() (facts.Proposal, bool) {
	// Who gives a list wants its answers whole: no page is left out.
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	q, ok := s.seeds.Next("focused", "next of the terms given")
	if ok {
		s.given[q.Key()] = true
	}
	return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, ok
}

func (s *terms) Observe(q *facts.Question) {
	if q.Worded() {
		s.walk.Observe(q)
	}
}

func (s *terms) Why() string {
	if s.f.Space.Box == nil {
		return "the form has no box that takes terms"
	}
	return "all terms given were asked"
}

// random asks words of the records held in a random order that only the seed decides.
type random struct {
	f     *facts.Facts
	seeds keyword.Seeds
	queue text.WordQueue
	seen  int // of facts.records.texts, whose words were queued
	walk  facts.Walker
}

func NewRandom(f *facts.Facts, o querygen.Options) facts.Strategy {
	return &random{f: f, seeds: keyword.NewSeeds(f, o)}
}

func (s *random) Propose() (facts.Proposal, bool) {
	if s.f.Space.Box == nil {
		return facts.Proposal{}, false
	}
	if q := s.walk.Worthwhile(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	c := &s.f.Records
	for _, w := range c.Grown(&s.seen) {
		if !s.queue.Has(w) {
			s.queue.Set(w, Drawn(s.f.Seed, c.Words[w]))
		}
	}
	for len(s.queue.Items) > 0 {
		w := s.queue.Items[0]
		if s.f.Candidate(w) {
			q := s.f.Space.Word(c.Words[w], "random")
			q.Why = "a random word of the records held"
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
		s.queue.Pop()
	}
	if q, ok := s.seeds.Next("random", "a word to start from"); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// Drawn is the random number that a seed gives a word. A number that depends
// on nothing else needs no generator's state in the fold.
func Drawn(seed uint64, word string) float64 {
	h := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	h.Write(b[:])
	h.Write([]byte(word))
	x := h.Sum64() // FNV leaves the high bits weak for short input; mix as splitmix64 does
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64((x ^ x>>31) >> 11)
}

func (s *random) Observe(q *facts.Question) {
	if q.Worded() {
		s.walk.Observe(q)
	}
}

func (s *random) Why() string { return keyword.ExhaustedWords(s.f) }
