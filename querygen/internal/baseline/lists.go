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

// words is what strategies share that ask one word after the other: an answer is read on while
// that pays, then the next word is asked, or else a seed, and at last what was left unread is read.
type words struct {
	f     *facts.Facts
	name  string
	seeds keyword.Seeds
	walk  facts.Walker
}

func newWords(f *facts.Facts, o querygen.Options, name string) words {
	return words{f: f, name: name, seeds: keyword.NewSeeds(f, o)}
}

func (s *words) propose(next func() (querygen.Query, bool)) (facts.Proposal, bool) {
	if s.f.Space.Box == nil {
		return facts.Proposal{}, false
	}
	if q := s.walk.Worthwhile(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	q, ok := next()
	if !ok {
		q, ok = s.seeds.Next(s.name, "a word to start from")
	}
	if ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage()}, true
	}
	return facts.Proposal{}, false
}

func (s *words) Observe(q *facts.Question) {
	if q.Worded() {
		s.walk.Observe(q)
	}
}

func (s *words) Why() string { return keyword.ExhaustedWords(s.f) }

// random asks words of the records held in a random order that only the seed decides.
type random struct {
	words
	queue text.WordQueue
	seen  int // of facts.records.texts, whose words were queued
}

func NewRandom(f *facts.Facts, o querygen.Options) facts.Strategy {
	return &random{words: newWords(f, o, "random")}
}

func (s *random) Propose() (facts.Proposal, bool) { return s.propose(s.next) }

// next returns a question for the next word.
func (s *random) next() (q querygen.Query, ok bool) {
	c := &s.f.Records
	for _, w := range c.Grown(&s.seen) {
		if !s.queue.Has(w) {
			s.queue.Set(w, Drawn(s.f.Seed, c.Words[w]))
		}
	}
	for len(s.queue.Items) > 0 {
		w := s.queue.Items[0]
		if s.f.Candidate(w) {
			q = s.f.Space.Word(c.Words[w], s.name)
			q.Why = "a random word of the records held"
			return q, true
		}
		s.queue.Pop()
	}
	return q, false
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
