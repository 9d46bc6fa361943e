package querygen

import (
	"fmt"
	"math"
)

// glimpse asks a handful of questions that show what a source holds and how
// much: the form as served, the terms given, then words of the records held.
// Of each answer it reads one page. It is query-based sampling (J. Callan and
// M. Connell, Query-based sampling of text databases, ACM TOIS 19, 2001), for
// choosing among sources, not for harvesting them.
//
// A word is drawn from a record, each record alike, out of those that more
// than one record and not most of them hold: what only one holds tells little.
// What it matches beside the share of the records held before that hold it
// tells the number of records (sample-resample: L. Si and J. Callan, Relevant
// document distribution estimation method for resource selection, SIGIR 2003).
type glimpse struct {
	f       *facts
	terms   seeds
	seeds   seeds
	parts   strategy // of a form without a box
	draws   []resample
	pending resample // of the word asked; zero where it tells nothing
}

// resample is one word's count at the source and in the sample.
type resample struct {
	word    uint32
	df      int
	held    int
	matches float64
}

const glimpseStrategy = "glimpse"

// glimpseWords are the first words asked of a source of which nothing is known.
// Short words that hold a sentence together stand in many records wherever they
// are searched for; numbers stand in records of any language.
var glimpseWords = []string{"of", "de", "1", "the", "in", "2020", "und", "la", "и", "の"}

func newGlimpse(f *facts, o Options) strategy {
	s := &glimpse{f: f, seeds: newSeeds(f, o)}
	if f.si.box == nil {
		s.parts = &auto{f: f, parts: newDrilldown(f)}
		return s
	}
	s.terms = seeds{f: f, list: append([]string(nil), o.Terms...)}
	s.seeds.list = interleave(glimpseWords, s.seeds.list)
	return s
}

func (s *glimpse) propose() (proposal, bool) {
	settled := func(q Query) (proposal, bool) { return proposal{Ask{q, 1}, math.Inf(1)}, true }
	s.pending = resample{}
	if s.parts != nil {
		return s.parts.propose()
	}
	if s.f.listing == nil && s.f.si.servable() {
		return settled(s.f.probe("the form as it is served: may tell how many records there are"))
	}
	if q, ok := s.terms.next(glimpseStrategy, "a term of the topic"); ok {
		return settled(q)
	}
	if w, ok := s.draw(); ok {
		c := &s.f.records
		q := s.f.si.word(c.words[w], glimpseStrategy)
		s.pending = resample{word: w, df: c.df(w), held: c.held()}
		q.Why = fmt.Sprintf("drawn from the records held: in %d of %d", c.df(w), c.held())
		return settled(q)
	}
	if s.f.records.held() == 0 {
		if q, ok := s.f.tryList(false); ok {
			return settled(q)
		}
	}
	if q, ok := s.seeds.next(glimpseStrategy, "a word to start from"); ok {
		return settled(q)
	}
	return proposal{}, false
}

// draw returns a word of a record drawn at random.
func (s *glimpse) draw() (uint32, bool) {
	c := &s.f.records
	if c.held() == 0 {
		return 0, false
	}
	for try := range 2 * c.held() {
		at := drawn(s.f.seed, fmt.Sprint(len(s.f.asked), " ", try))
		best, rank, found := uint32(0), 0.0, false
		for _, w := range c.wordsOf(uint32(uint64(at) % uint64(c.held()))) {
			if c.state[w] != unasked || c.df(w) < 2 || 3*c.df(w) > 2*c.held() || !s.f.si.accepts(c.words[w]) {
				continue
			}
			if r := drawn(s.f.seed, c.words[w]); !found || r < rank {
				best, rank, found = w, r, true
			}
		}
		if found {
			return best, true
		}
	}
	return 0, false
}

func (s *glimpse) observe(q *question) {
	if s.parts != nil {
		s.parts.observe(q)
		return
	}
	d := s.pending
	s.pending = resample{}
	if d.held == 0 || q.kind != keyword || q.word != d.word || q.status != Answered && q.status != Empty {
		return
	}
	switch {
	case q.total >= len(q.rows):
		d.matches = float64(q.total)
	case !q.more && !q.capped:
		d.matches = float64(len(q.rows))
	default:
		return // longer than a page, nobody says by how much
	}
	if d.matches == 0 {
		return // a record has the word: this search refuses it, or looks elsewhere
	}
	if !q.more && len(q.rows) >= int(d.matches) {
		d.df = max(d.df, q.again) // all are seen: also those whose text in hand is a part without the word
	}
	s.draws = append(s.draws, d)
}

func (s *glimpse) why() string {
	if s.f.records.held() == 0 {
		return "no question brought a record"
	}
	return "every word that tells something was asked"
}

// estimate returns the number of records that the words drawn tell of, with
// the least and the greatest that one of them alone tells of. The words are
// pooled as Schnabel pools recaptures (The estimation of the total fish
// population of a lake, American Mathematical Monthly 45, 1938): what was drawn
// from the few records of the beginning, which are on the topic, counts less.
func (s *glimpse) estimate() (Estimate, bool) {
	e := Estimate{Held: s.f.records.held()}
	matched, again := 0.0, 0.0
	for _, d := range s.draws {
		at := d.matches * float64(d.held)
		matched, again = matched+at, again+float64(d.df)
		if single := at / float64(d.df); e.High == 0 {
			e.Low, e.High = single, single
		} else {
			e.Low, e.High = min(e.Low, single), max(e.High, single)
		}
	}
	if again == 0 {
		return e, false
	}
	held := float64(e.Held)
	e.Size, e.Low, e.High = max(matched/again, held), max(e.Low, held), max(e.High, held)
	e.Coverage = held / e.Size
	e.Method = fmt.Sprintf("sample-resample with %d words of the records held", len(s.draws))
	return e, true
}
