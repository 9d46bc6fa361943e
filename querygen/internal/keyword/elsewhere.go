package keyword

import (
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Elsewhere asks words that hardly any record held has, once nothing new comes: what is
// held may be a corner of the collection, as its records in one language, whose words lead
// nowhere else. Such a word costs what another request would bring, so that it costs
// nothing while nothing comes. The more words were in vain, the longer nothing must have come.
type Elsewhere struct {
	f     *facts.Facts
	seeds Seeds
	at    int // requests when the latest was asked
	vain  int // asked since one brought much
}

// Of elsewhere.
const (
	ElsewhereApart = 6    // requests from one word to the next
	elsewhereKnown = 0.05 // of the records held that have a word, from which on they tell what it is worth
)

func NewElsewhere(f *facts.Facts, o querygen.Options) *Elsewhere {
	return &Elsewhere{f: f, seeds: NewSeeds(f, o)}
}

// Next returns the next such word, when one is due.
func (s *Elsewhere) Next() (querygen.Query, bool) {
	f := s.f
	if f.Records.Held() == 0 || f.Lists() || f.Requests-s.at < ElsewhereApart {
		return querygen.Query{}, false
	}
	if !s.dry() {
		return querygen.Query{}, false
	}
	c := &f.Records
	for list := s.seeds.List; len(list) > 0; list = list[1:] {
		if w, held := c.Ids[strings.ToLower(list[0])]; !held || c.Share(w) < elsewhereKnown {
			break
		}
		s.seeds.List = list[1:]
	}
	return s.seeds.Next(facts.ElsewhereStrategy, "a word that hardly any record held has: theirs bring little that is new")
}

// dry reports whether nothing that is new came of late, for so much longer the more
// words were in vain.
func (s *Elsewhere) dry() bool {
	least := ElsewhereApart * (1 + s.vain) * (2 + s.vain) / 2
	for i := len(s.f.Spent) - 1; i >= 0 && least > 0; i-- {
		if s.f.Spent[i].Fresh > 0 {
			return false
		}
		least -= int(s.f.Spent[i].Requests)
	}
	return least <= 0
}

func (s *Elsewhere) Observe(q *facts.Question) {
	if q.Query.Strategy != facts.ElsewhereStrategy || !q.Worded() || q.Reads != 1 {
		return
	}
	s.at = s.f.Requests
	if s.vain++; 2*q.Fresh >= s.f.RowsAPage() {
		s.vain = 0
	}
}
