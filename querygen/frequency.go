package querygen

import (
	"fmt"
	"math"
)

// tooCommon is the share of the records held above which a word is not asked
// once a result limit is known: all such words show the same top of the list.
const tooCommon = 0.4

// frequency asks the word that most of the records held contain, of those not
// asked yet (L. Barbosa, J. Freire: Siphoning hidden-web data through
// keyword-based interfaces. SBBD 2004). Words that a site refuses to search for
// are learned and left out.
type frequency struct {
	f     *facts
	seeds seeds
	queue wordQueue
	walk  walker

	seen    int      // of facts.records.texts, whose words were queued
	aside   []uint32 // too common at the time
	asideAt int      // records held when aside was last given another chance
}

func newFrequency(f *facts, o Options) *frequency { return &frequency{f: f, seeds: newSeeds(f, o)} }

func (s *frequency) propose() (proposal, bool) {
	if s.f.si.box == nil {
		return proposal{}, false
	}
	if q := s.walk.worthwhile(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	if s.f.records.held() == 0 {
		if q, ok := s.seeds.next("frequency", "a word to start from"); ok {
			return proposal{Ask{q, 1}, 0}, true
		}
	}
	if q, ok := s.word(); ok {
		return proposal{Ask{q, 1}, max(q.Expected, 0)}, true
	}
	if q, ok := s.seeds.next("frequency", "a word to start from; every word of the records held was asked"); ok {
		return proposal{Ask{q, 1}, 0}, true
	}
	if q := s.walk.remaining(); q != nil {
		return proposal{q.nextPage(), 0}, true
	}
	return proposal{}, false
}

// word returns the question for the most frequent word that can be asked.
func (s *frequency) word() (Query, bool) {
	c := &s.f.records
	for _, w := range c.grown(&s.seen) {
		s.offer(w)
	}
	if c.held() > s.asideAt+s.asideAt/4 {
		s.reconsider()
	}
	for last := false; ; last = true {
		for len(s.queue.words) > 0 {
			w := s.queue.words[0]
			share := c.share(w)
			if !last && (share > tooCommon && s.f.limit() > 0 || !s.f.broad.allows(share)) {
				s.aside = append(s.aside, s.queue.pop())
				continue
			}
			q := s.f.si.word(c.words[w], "frequency")
			if c.state[w] != unasked || s.f.byKey[q.Key()] != nil || !s.f.classes.hopes(c.words[w]) {
				s.queue.pop()
				continue
			}
			q.Why = fmt.Sprintf("most frequent word not asked yet, in %d of %d records", c.df(w), c.held())
			return q, true
		}
		if last || len(s.aside) == 0 {
			return Query{}, false
		}
		s.reconsider() // better than nothing
	}
}

func (s *frequency) offer(w uint32) {
	if c := &s.f.records; c.state[w] == unasked && s.f.si.accepts(c.words[w]) {
		s.queue.set(w, float64(c.df(w)))
	}
}

func (s *frequency) reconsider() {
	for _, w := range s.aside {
		s.offer(w)
	}
	s.aside, s.asideAt = s.aside[:0], s.f.records.held()
}

func (s *frequency) observe(q *question) {
	if q.worded() {
		s.walk.observe(q)
	}
}

func (s *frequency) why() string { return exhaustedWords(s.f) }
