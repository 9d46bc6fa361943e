package keyword

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// tooCommon is the share of the records held above which a word is not asked
// once a result limit is known: all such words show the same top of the list.
const tooCommon = 0.4

// Frequency asks the word that most of the records held contain, of those not
// asked yet (L. Barbosa, J. Freire: Siphoning hidden-web data through
// keyword-based interfaces. SBBD 2004). Words that a site refuses to search for
// are learned and left out.
type Frequency struct {
	f     *facts.Facts
	seeds Seeds
	queue text.WordQueue
	walk  facts.Walker

	Brought facts.Yield // by its words

	seen    int      // of facts.records.texts, whose words were queued
	aside   []uint32 // too common at the time
	asideAt int      // records held when aside was last given another chance
}

const frequencyName = "frequency"

func NewFrequency(f *facts.Facts, o querygen.Options) *Frequency {
	return &Frequency{f: f, seeds: NewSeeds(f, o)}
}

func (s *Frequency) Propose() (facts.Proposal, bool) {
	if s.f.Space.Box == nil {
		return facts.Proposal{}, false
	}
	if q := s.walk.Worthwhile(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	if s.f.Records.Held() == 0 {
		if q, ok := s.seeds.Next(frequencyName, "a word to start from"); ok {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
	}
	if q, ok := s.word(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: max(q.Expected, 0)}, true
	}
	if q, ok := s.seeds.Next(frequencyName, "a word to start from; every word of the records held was asked"); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// word returns the question for the most frequent word that can be asked.
func (s *Frequency) word() (querygen.Query, bool) {
	c := &s.f.Records
	for _, w := range c.Grown(&s.seen) {
		s.offer(w)
	}
	if c.Held() > s.asideAt+s.asideAt/4 {
		s.reconsider()
	}
	for last := false; ; last = true {
		for len(s.queue.Items) > 0 {
			w := s.queue.Items[0]
			share := c.Share(w)
			if !last && (share > tooCommon && s.f.Regime().Limit > 0 || !s.f.Broad.Allows(share)) {
				s.aside = append(s.aside, s.queue.Pop())
				continue
			}
			if !s.f.Candidate(w) {
				s.queue.Pop()
				continue
			}
			q := s.f.Space.Word(c.Words[w], frequencyName)
			q.Why = fmt.Sprintf("most frequent word not asked yet, in %d of %d records", c.Df(w), c.Held())
			return q, true
		}
		if last || len(s.aside) == 0 {
			return querygen.Query{}, false
		}
		s.reconsider() // better than nothing
	}
}

func (s *Frequency) offer(w uint32) {
	if c := &s.f.Records; c.State[w] == text.Unasked {
		s.queue.Set(w, float64(c.Df(w)))
	}
}

func (s *Frequency) reconsider() {
	for _, w := range s.aside {
		s.offer(w)
	}
	s.aside, s.asideAt = s.aside[:0], s.f.Records.Held()
}

func (s *Frequency) Observe(q *facts.Question) {
	if q.Query.Strategy == frequencyName && !q.Stuck {
		s.Brought.Add(q.LastFresh, s.f.RowsAPage())
	}
	if q.Worded() {
		s.walk.Observe(q)
	}
}

func (s *Frequency) Why() string { return ExhaustedWords(s.f) }

func ExhaustedWords(f *facts.Facts) string {
	if f.Space.Box == nil {
		return "the form has no box that takes words"
	}
	if f.Records.Held() == 0 {
		return "no word brought a record"
	}
	return "every word of the records held was asked"
}
