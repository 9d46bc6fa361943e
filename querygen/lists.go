package querygen

import (
	"encoding/binary"
	"hash/fnv"
	"math"
)

// terms asks a user's list in its order.
type terms struct {
	f     *facts
	seeds seeds
	walk  walker
}

func newTerms(f *facts, list []string) strategy {
	s := &terms{f: f, seeds: seeds{f: f, list: append([]string(nil), list...)}}
	if f.si.box == nil {
		s.seeds.list = nil
	}
	return s
}

func (s *terms) propose() (proposal, bool) {
	// Who gives a list wants its answers whole: no page is left out.
	if q := s.walk.remaining(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	q, ok := s.seeds.next("terms", "next of the terms given")
	return proposal{Ask{q, 1}, math.Inf(1)}, ok
}

func (s *terms) observe(q *question) {
	if q.worded() {
		s.walk.observe(q)
	}
}

func (s *terms) why() string {
	if s.f.si.box == nil {
		return "the form has no box that takes terms"
	}
	return "all terms given were asked"
}

// random asks words of the records held in a random order that only the seed decides.
type random struct {
	f     *facts
	seeds seeds
	queue wordQueue
	seen  int // of facts.records.texts, whose words were queued
	walk  walker
}

func newRandom(f *facts, o Options) strategy { return &random{f: f, seeds: newSeeds(f, o)} }

func (s *random) propose() (proposal, bool) {
	if s.f.si.box == nil {
		return proposal{}, false
	}
	if q := s.walk.worthwhile(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	c := &s.f.records
	for _, w := range c.grown(&s.seen) {
		if int(w) >= len(s.queue.at) || s.queue.at[w] == 0 {
			s.queue.set(w, drawn(s.f.seed, c.words[w]))
		}
	}
	for len(s.queue.words) > 0 {
		w := s.queue.words[0]
		if c.state[w] == unasked && s.f.si.accepts(c.words[w]) {
			q := s.f.si.word(c.words[w], "random")
			if s.f.byKey[q.Key()] == nil {
				q.Why = "a random word of the records held"
				return proposal{Ask{q, 1}, 0}, true
			}
		}
		s.queue.pop()
	}
	if q, ok := s.seeds.next("random", "a word to start from"); ok {
		return proposal{Ask{q, 1}, 0}, true
	}
	if q := s.walk.remaining(); q != nil {
		return proposal{q.nextPage(), 0}, true
	}
	return proposal{}, false
}

// drawn is the random number that a seed gives a word. A number that depends
// on nothing else needs no generator's state in the fold.
func drawn(seed uint64, word string) float64 {
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

func (s *random) observe(q *question) {
	if q.worded() {
		s.walk.observe(q)
	}
}

func (s *random) why() string { return exhaustedWords(s.f) }

func exhaustedWords(f *facts) string {
	if f.si.box == nil {
		return "the form has no box that takes words"
	}
	if f.records.held() == 0 {
		return "no word brought a record"
	}
	return "every word of the records held was asked"
}
