package keyword

import (
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Elsewhere asks words that hardly any record held has, once little that is new comes:
// what is held may be a corner of the collection, as its records in one language, whose
// words lead nowhere else. Such a word costs what another request would bring, so that
// it costs nothing while nothing comes. What it may save grows with what is held: if
// there are other corners, then of that size. So a small collection, whose few pages are
// soon read, is not asked for any before, and the more words were in vain, the more must
// be at stake, or the longer nothing must have come.
//
// Where answers are cut, the words of many are asked anyway, and one of them leads out.
// Where rows show a part of their records' text, it is not known which words these have.
// There, too, none is asked before nothing comes.
//
// Once hardly anything is left as far as the words in hand lead, a few such words in a
// row settle whether that was a corner.
type Elsewhere struct {
	f     *facts.Facts
	seeds Seeds
	at    int // requests when the latest was asked
}

// Of elsewhere.
const (
	elsewhereChance = 0.05 // that the first word leads to as many records as are held
	ElsewhereApart  = 6    // requests from one word to the next
	elsewhereKnown  = 0.05 // of the records held that have a word, from which on they tell what it is worth
)

func NewElsewhere(f *facts.Facts, o querygen.Options) *Elsewhere {
	return &Elsewhere{f: f, seeds: NewSeeds(f, o)}
}

// Next returns the next such word, when one is due.
func (s *Elsewhere) Next() (querygen.Query, bool) {
	f := s.f
	settles := f.Covered && f.InVain < facts.EnoughInVain
	if f.Records.Held() == 0 || f.Lists() || f.Requests-s.at < ElsewhereApart && !settles {
		return querygen.Query{}, false
	}
	if !settles && !s.dry() && (f.Regime().Limit > 0 || f.Seeing.Share() < facts.WholeShown || s.saves() < 1) {
		return querygen.Query{}, false
	}
	c := &f.Records
	for list := s.seeds.List; len(list) > 0; list = list[1:] {
		if w, held := c.ID(strings.ToLower(list[0])); !held || c.Share(w) < elsewhereKnown {
			break
		}
		s.seeds.List = list[1:]
	}
	q, ok := s.seeds.Next(facts.ElsewhereStrategy, "a word that hardly any record held has: theirs bring little that is new")
	f.NoOthers = !ok
	return q, ok
}

// dry reports whether nothing that is new came of late, for so much longer the more
// words were in vain.
func (s *Elsewhere) dry() bool {
	least := ElsewhereApart * (1 + s.f.InVain) * (2 + s.f.InVain) / 2
	for i := len(s.f.Spent) - 1; i >= 0 && least > 0; i-- {
		if s.f.Spent[i].Fresh > 0 {
			return false
		}
		least -= int(s.f.Spent[i].Requests)
	}
	return least <= 0
}

// saves returns how many requests the next word is expected to save: it may lead to
// pages that are all new, as many as the records held fill.
func (s *Elsewhere) saves() float64 {
	f := s.f
	latest := f.Spent[len(f.Spent)-1]
	pace := max(f.Pace(), float64(latest.Fresh)/float64(f.RowsAPage()))
	chance := elsewhereChance / float64((1+s.f.InVain)*(1+s.f.InVain))
	return chance * (1 - pace) * (1 - pace) * float64(f.Records.Held()) / float64(f.RowsAPage())
}

func (s *Elsewhere) Observe(q *facts.Question) {
	if q.Query.Strategy != facts.ElsewhereStrategy || !q.Worded() || q.Reads != 1 {
		return
	}
	s.at = s.f.Requests
	if s.f.InVain++; 2*q.Fresh >= s.f.RowsAPage() {
		s.f.InVain = 0
	}
}
