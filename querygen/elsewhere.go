package querygen

import "strings"

// elsewhere asks words that hardly any record held has, once little that is new comes:
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
type elsewhere struct {
	f     *facts
	seeds seeds
	at    int // requests when the latest was asked
	vain  int // asked since one brought much
}

// elsewhereStrategy is what questions of elsewhere are marked with.
const elsewhereStrategy = "elsewhere"

// Of elsewhere.
const (
	elsewhereChance = 0.05 // that the first word leads to as many records as are held
	elsewhereApart  = 6    // requests from one word to the next
	elsewhereKnown  = 0.05 // of the records held that have a word, from which on they tell what it is worth
)

func newElsewhere(f *facts, o Options) *elsewhere { return &elsewhere{f: f, seeds: newSeeds(f, o)} }

// next returns the next such word, when one is due.
func (s *elsewhere) next() (Query, bool) {
	f := s.f
	if f.records.held() == 0 || f.lists() || f.requests-s.at < elsewhereApart {
		return Query{}, false
	}
	if !s.dry() && (f.limit() > 0 || f.seeing.share() < wholeShown || s.saves() < 1) {
		return Query{}, false
	}
	c := &f.records
	for list := s.seeds.list; len(list) > 0; list = list[1:] {
		if w, held := c.ids[strings.ToLower(list[0])]; !held || c.share(w) < elsewhereKnown {
			break
		}
		s.seeds.list = list[1:]
	}
	return s.seeds.next(elsewhereStrategy, "a word that hardly any record held has: theirs bring little that is new")
}

// dry reports whether nothing that is new came of late, for so much longer the more
// words were in vain.
func (s *elsewhere) dry() bool {
	least := elsewhereApart * (1 + s.vain) * (2 + s.vain) / 2
	for i := len(s.f.spent) - 1; i >= 0 && least > 0; i-- {
		if s.f.spent[i].fresh > 0 {
			return false
		}
		least -= int(s.f.spent[i].requests)
	}
	return least <= 0
}

// saves returns how many requests the next word is expected to save: it may lead to
// pages that are all new, as many as the records held fill.
func (s *elsewhere) saves() float64 {
	f := s.f
	latest := f.spent[len(f.spent)-1]
	pace := max(f.pace(), float64(latest.fresh)/float64(f.rowsAPage()))
	chance := elsewhereChance / float64((1+s.vain)*(1+s.vain))
	return chance * (1 - pace) * (1 - pace) * float64(f.records.held()) / float64(f.rowsAPage())
}

func (s *elsewhere) observe(q *question) {
	if q.query.Strategy != elsewhereStrategy || !q.worded() || q.reads != 1 {
		return
	}
	s.at = s.f.requests
	if s.vain++; 2*q.fresh >= s.f.rowsAPage() {
		s.vain = 0
	}
}
