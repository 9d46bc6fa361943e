package estimate

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/baseline"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
)

// Glimpse asks a handful of questions that show what a source holds and how
// much: the form as served, the terms given, then words of the records held.
// Of each answer it reads one page. It is query-based sampling (J. Callan and
// M. Connell, Query-based sampling of text databases, ACM TOIS 19, 2001), for
// choosing among sources, not for harvesting them.
//
// A word is drawn from a record, each record alike, out of those that more
// than one record and not most of them hold: what only one holds tells little.
// What it matches beside the share of the records held that hold it tells the number
// of records (sample-resample: L. Si and J. Callan, Relevant document distribution
// estimation method for resource selection, SIGIR 2003).
type Glimpse struct {
	Facts  *facts.Facts
	Terms  keyword.Seeds
	Seeds  keyword.Seeds
	Parts  facts.Strategy  // of a form without a box
	Starts map[string]bool // words of seeds
	begun  bool            // one of them was asked
}

const GlimpseStrategy = "glimpse"

func (s *Glimpse) Propose() (facts.Proposal, bool) {
	settled := func(q querygen.Query) (facts.Proposal, bool) {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if s.Parts != nil {
		return s.Parts.Propose()
	}
	if s.Facts.Listing == nil && s.Facts.Space.Servable() {
		return settled(s.Facts.Probe("the form as it is served: may tell how many records there are"))
	}
	if q, ok := s.Terms.Next(GlimpseStrategy, "a term of the topic"); ok {
		return settled(q)
	}
	const doubtful = 0.3 // chance of a word drawn below which one to start from is the better guess
	w, chance := s.draw()
	// Terms bring what is on the topic: a word to start from shows what else there is.
	if chance >= doubtful && (s.begun || len(s.Seeds.List) == 0) {
		return settled(s.drawn(w))
	}
	if s.Facts.Records.Held() == 0 {
		if q, ok := s.Facts.TryList(false); ok {
			return settled(q)
		}
	}
	if q, ok := s.Seeds.Next(GlimpseStrategy, "a word to start from"); ok {
		return settled(q)
	}
	if chance > 0 {
		return settled(s.drawn(w))
	}
	return facts.Proposal{}, false
}

// drawn returns the question for a word that records held have.
func (s *Glimpse) drawn(w uint32) querygen.Query {
	c := &s.Facts.Records
	q := s.Facts.Space.Word(c.Words[w], GlimpseStrategy)
	q.Why = fmt.Sprintf("drawn from the records held: in %d of %d", c.Df(w), c.Held())
	return q
}

// draw returns a word of a record drawn at random, and the chance that the site
// searches for it; 0 where there is none. Where answers show their totals,
// each third is one that many records have: of those the sample knows best which part
// has them. Of records whose words the site seems not to search for, that with the
// best chance is taken.
func (s *Glimpse) draw() (uint32, float64) {
	const (
		part = 12  // of the records held, that must have such a word
		sure = 0.6 // chance of being searched for, from which on no better one is looked for
	)
	c := &s.Facts.Records
	least := 2
	if s.Facts.Regime().Totals && len(s.Facts.Asked)%3 == 0 {
		least = max(least, c.Held()/part)
	}
	best, chance := uint32(0), 0.0
	for try := range 2 * c.Held() {
		at := baseline.Drawn(s.Facts.Seed, fmt.Sprint(len(s.Facts.Asked), " ", try))
		w, rank, found := uint32(0), 0.0, 0.0
		for _, other := range c.WordsOf(uint32(uint64(at) % uint64(c.Held()))) {
			word := c.Words[other]
			if c.Df(other) < least || 3*c.Df(other) > 2*c.Held() || !s.Facts.Candidate(other) {
				continue
			}
			p := s.Facts.Classes.Found(word) * s.Facts.Finds.Found(other)
			if r := baseline.Drawn(s.Facts.Seed, word); found == 0 || min(p, sure) > min(found, sure) || min(p, sure) == min(found, sure) && r < rank {
				w, rank, found = other, r, p
			}
		}
		if found > chance {
			best, chance = w, found
		}
		if chance >= sure {
			break
		}
	}
	return best, chance
}

func (s *Glimpse) Observe(q *facts.Question) {
	if s.Parts != nil {
		s.Parts.Observe(q)
		return
	}
	if text, ok := s.Facts.BoxText(q); ok && s.Starts[text] {
		s.begun = true
	}
}

func (s *Glimpse) Why() string {
	if s.Facts.Records.Held() == 0 {
		return "no question brought a record"
	}
	return "every word that tells something was asked"
}

// Estimate returns the number of records that the words asked tell of, with the
// least and the greatest that one of them alone tells of. What a word matches is held
// against its share of the records that other questions brought: among its own all
// have it. So each word is a recapture, and they are pooled as Schnabel pools such
// (The estimation of the total fish population of a lake, American Mathematical
// Monthly 45, 1938).
func (s *Glimpse) Estimate() (querygen.Estimate, bool) {
	c := &s.Facts.Records
	e := querygen.Estimate{Held: c.Held()}
	matched, again, words := 0.0, 0.0, 0
	for _, q := range s.Facts.Asked {
		matches, held, have, ok := s.recapture(q)
		if !ok {
			continue
		}
		words++
		matched, again = matched+matches*held, again+have
		if have == 0 {
			continue
		}
		if single := matches * held / have; e.High == 0 {
			e.Low, e.High = single, single
		} else {
			e.Low, e.High = min(e.Low, single), max(e.High, single)
		}
	}
	if again == 0 {
		return e, false
	}
	held, least := float64(e.Held), float64(max(e.Held, s.Facts.Most))
	e.Size, e.Low = max(matched/again, least), max(e.Low, least)
	e.High = max(e.High, e.Size)
	e.Coverage = held / e.Size
	e.Method = fmt.Sprintf("sample-resample with %d words", words)
	return e, true
}

// recapture returns how many matches a question for a word has, how many records
// other questions brought, and how many of these have the word. It is not ok where
// nobody says how many match.
func (s *Glimpse) recapture(q *facts.Question) (matches, held, have float64, ok bool) {
	c := &s.Facts.Records
	if q.Kind != facts.Keyword || q.Status != querygen.Answered || len(q.Rows) == 0 {
		return 0, 0, 0, false
	}
	whole := !q.More && !q.Capped && q.Total <= len(q.Rows)
	if !whole && q.Total <= len(q.Rows) {
		return 0, 0, 0, false // longer than a page, nobody says by how much
	}
	own, shown := 0, 0
	for _, r := range q.Rows {
		if c.Caught[r] == 1 {
			own++
		}
		if c.Holds(r, q.Word) {
			shown++
		}
	}
	held, have = float64(c.Held()-own), float64(len(q.Rows)-own)
	if whole {
		return float64(len(q.Rows)), held, have, held > 0
	}
	have += float64(c.Df(q.Word)-shown) / s.Facts.Seeing.Of(q) // of those beyond the page
	return float64(q.Total), held, have, held > 0
}
