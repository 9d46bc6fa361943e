package querygen

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// glimpse asks a handful of questions that show what a source holds and how
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
type glimpse struct {
	f      *facts
	terms  seeds
	seeds  seeds
	parts  strategy        // of a form without a box
	starts map[string]bool // words of seeds
	begun  bool            // one of them was asked
	fields searchedFields
}

const glimpseStrategy = "glimpse"

func newGlimpse(f *facts, o Options) strategy {
	s := &glimpse{f: f, seeds: newSeeds(f, o)}
	if f.si.box == nil {
		s.parts = &auto{f: f, parts: newDrilldown(f)}
		return s
	}
	s.terms = seeds{f: f, list: append([]string(nil), o.Terms...)}
	s.seeds.list = interleave(glimpseWords(o.Lang), slices.DeleteFunc(s.seeds.list, func(w string) bool { return lexicon.Search.Matches(lexicon.Fold(w)) }))
	s.starts = map[string]bool{}
	for _, w := range s.seeds.list {
		s.starts[w] = true
	}
	f.columns.wanted = true
	return s
}

func (s *glimpse) propose() (proposal, bool) {
	settled := func(q Query) (proposal, bool) { return proposal{Ask{q, 1}, math.Inf(1)}, true }
	if s.parts != nil {
		return s.parts.propose()
	}
	if s.f.listing == nil && s.f.si.servable() {
		return settled(s.f.probe("the form as it is served: may tell how many records there are"))
	}
	if q, ok := s.terms.next(glimpseStrategy, "a term of the topic"); ok {
		return settled(q)
	}
	const doubtful = 0.3 // chance of a word drawn below which one to start from is the better guess
	w, chance := s.draw()
	// Terms bring what is on the topic: a word to start from shows what else there is.
	if chance >= doubtful && (s.begun || len(s.seeds.list) == 0) {
		return settled(s.drawn(w))
	}
	if s.f.records.held() == 0 {
		if q, ok := s.f.tryList(false); ok {
			return settled(q)
		}
	}
	if q, ok := s.seeds.next(glimpseStrategy, "a word to start from"); ok {
		return settled(q)
	}
	if chance > 0 {
		return settled(s.drawn(w))
	}
	return proposal{}, false
}

// drawn returns the question for a word that records held have.
func (s *glimpse) drawn(w uint32) Query {
	c := &s.f.records
	q := s.f.si.word(c.words[w], glimpseStrategy)
	q.Why = fmt.Sprintf("drawn from the records held: in %d of %d", c.df(w), c.held())
	return q
}

// draw returns a word of a record drawn at random, and the chance that the site
// searches for it; 0 where there is none. Where answers show their totals,
// each third is one that many records have: of those the sample knows best which part
// has them. Of records whose words the site seems not to search for, that with the
// best chance is taken.
func (s *glimpse) draw() (uint32, float64) {
	const (
		part = 12  // of the records held, that must have such a word
		sure = 0.6 // chance of being searched for, from which on no better one is looked for
	)
	c := &s.f.records
	least := 2
	if s.f.totals && len(s.f.asked)%3 == 0 {
		least = max(least, c.held()/part)
	}
	best, chance := uint32(0), 0.0
	for try := range 2 * c.held() {
		at := drawn(s.f.seed, fmt.Sprint(len(s.f.asked), " ", try))
		w, rank, found := uint32(0), 0.0, 0.0
		for _, other := range c.wordsOf(uint32(uint64(at) % uint64(c.held()))) {
			word := c.words[other]
			if c.state[other] != unasked || c.df(other) < least || 3*c.df(other) > 2*c.held() || !s.f.si.accepts(word) {
				continue
			}
			p := s.f.classes.found(word) * s.fields.found(word)
			if r := drawn(s.f.seed, word); found == 0 || min(p, sure) > min(found, sure) || min(p, sure) == min(found, sure) && r < rank {
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

func (s *glimpse) observe(q *question) {
	if s.parts != nil {
		s.parts.observe(q)
		return
	}
	if text, ok := s.f.boxText(q); ok && s.starts[text] {
		s.begun = true
	}
	s.fields.read(&s.f.records.split, s.f.columns.all)
	if c := &s.f.records; q.kind == keyword && q.reads == 1 && c.df(q.word) > 0 && (q.status == Answered || q.status == Empty) {
		s.fields.add(c.words[q.word], len(q.rows) > 0)
	}
}

func (s *glimpse) why() string {
	if s.f.records.held() == 0 {
		return "no question brought a record"
	}
	return "every word that tells something was asked"
}

// estimate returns the number of records that the words asked tell of, with the
// least and the greatest that one of them alone tells of. What a word matches is held
// against its share of the records that other questions brought: among its own all
// have it. So each word is a recapture, and they are pooled as Schnabel pools such
// (The estimation of the total fish population of a lake, American Mathematical
// Monthly 45, 1938).
func (s *glimpse) estimate() (Estimate, bool) {
	c := &s.f.records
	e := Estimate{Held: c.held()}
	matched, again, words := 0.0, 0.0, 0
	for _, q := range s.f.asked {
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
	held, least := float64(e.Held), float64(max(e.Held, s.f.most))
	e.Size, e.Low = max(matched/again, least), max(e.Low, least)
	e.High = max(e.High, e.Size)
	e.Coverage = held / e.Size
	e.Method = fmt.Sprintf("sample-resample with %d words", words)
	return e, true
}

// recapture returns how many matches a question for a word has, how many records
// other questions brought, and how many of these have the word. It is not ok where
// nobody says how many match.
func (s *glimpse) recapture(q *question) (matches, held, have float64, ok bool) {
	c := &s.f.records
	if q.kind != keyword || q.status != Answered || len(q.rows) == 0 {
		return 0, 0, 0, false
	}
	whole := !q.more && !q.capped && q.total <= len(q.rows)
	if !whole && q.total <= len(q.rows) {
		return 0, 0, 0, false // longer than a page, nobody says by how much
	}
	own, shown := 0, 0
	for _, r := range q.rows {
		if c.caught[r] == 1 {
			own++
		}
		if c.holds(r, q.word) {
			shown++
		}
	}
	held, have = float64(c.held()-own), float64(len(q.rows)-own)
	if whole {
		return float64(len(q.rows)), held, have, held > 0
	}
	have += float64(c.df(q.word)-shown) / s.f.seeing.of(q) // of those beyond the page
	return float64(q.total), held, have, held > 0
}
