package keyword

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// conjunctions are questions for two words at once, where a site narrows by
// words, cannot exclude any, and cuts the answer to one of the two: what lies
// below the cut can be reached with a second word that makes the answer short
// enough.
type conjunctions struct {
	f       *facts.Facts
	outlook *outlook
	best    []conjunction      // the most promising last
	pending map[string]float64 // unseen matches predicted, by key of the question proposed
	scale   facts.Ratio        // unseen matches that came for each predicted
	counts  []conjoint         // by word, reused
}

// conjunction is a question for two words.
type conjunction struct {
	words text.Compound
	raw   float64 // unseen matches, as the weights have it
	odds  float64 // unseen matches of its first word for each in hand
	index float64 // as promise.index
}

// conjoint is what records in hand of one word tell about another.
type conjoint struct{ records, weight float64 }

// Constants of conjunctions.
const (
	narrowed         = 30 // words whose answers are narrowed: those with most unseen matches
	narrowings       = 12 // second words kept for each
	narrowedFrom     = 2  // records in hand that hold both words
	conjunctionPrior = 60 // records that the odds of the first word count for
	// What the best of so many pairs promises is overrated: it counts for that much.
	conjunctionCaution = 0.5
)

// conjoins reports whether conjunctions can bring what no word does.
func (s *conjunctions) conjoins() bool {
	f := s.f
	site := f.Regime()
	return f.Operators.And == querygen.Yes && f.Operators.Not != querygen.Yes && site.Totals && site.Limit > 0
}

// narrow chooses the conjunctions that promise most.
func (s *conjunctions) narrow() {
	f := s.f
	s.best = s.best[:0]
	if !s.conjoins() {
		return
	}
	type parent struct {
		q      *facts.Question
		unseen float64
	}
	var parents []parent
	for i := range s.outlook.Weights.known {
		if q := s.outlook.Weights.known[i].q; q.Kind == facts.Keyword && f.Matches(q) > f.Regime().Limit && !f.Operators.Ignored[q.Word] {
			if unseen := float64(f.Matches(q)) - f.InHand(q); unseen >= 1 {
				parents = append(parents, parent{q, unseen})
			}
		}
	}
	slices.SortFunc(parents, func(a, b parent) int {
		return cmp.Or(cmp.Compare(b.unseen, a.unseen), cmp.Compare(a.q.Word, b.q.Word))
	})
	for _, p := range parents[:min(narrowed, len(parents))] {
		s.best = append(s.best, s.narrowings(p.q.Word, p.unseen)...)
	}
	slices.SortStableFunc(s.best, func(a, b conjunction) int { return cmp.Compare(a.index, b.index) })
}

// narrowings returns the best second words for a word with so many unseen matches.
func (s *conjunctions) narrowings(w uint32, unseen float64) []conjunction {
	c, counts := &s.f.Records, s.counts
	if grown := len(c.Words) - len(counts); grown > 0 {
		counts = append(counts, make([]conjoint, grown)...)
		s.counts = counts
	}
	all := c.Postings[w]
	some := facts.Spread(all, cellSample)
	part := float64(len(all)) / float64(max(len(some), 1))
	var words []uint32
	for _, d := range some {
		weight := s.outlook.Weights.mean
		if int(d) < len(s.outlook.Weights.Of) {
			weight = s.outlook.Weights.at(d)
		}
		for _, t := range c.WordsOf(d) {
			if counts[t].records == 0 {
				words = append(words, t)
			}
			counts[t].records++
			counts[t].weight += weight
		}
	}
	odds := unseen / float64(max(len(all), 1))
	var out []conjunction
	for _, t := range words {
		n := counts[t]
		counts[t] = conjoint{}
		if t == w || n.records < narrowedFrom || s.f.Operators.Ignored[t] || !s.f.Searchable(t) {
			continue
		}
		x := conjunction{words: text.Compound{With: []uint32{w, t}}, odds: odds}
		s.value(&x, n.records*part, n.weight*part)
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b conjunction) int {
		return cmp.Or(cmp.Compare(b.index, a.index), cmp.Compare(a.words.With[1], b.words.With[1]))
	})
	return out[:min(narrowings, len(out))]
}

// value sets what x promises, of which n records are in hand with that sum of weights.
func (s *conjunctions) value(x *conjunction, n, sum float64) {
	x.raw = n * (sum + conjunctionPrior*x.odds) / (n + conjunctionPrior)
	unseen := x.raw * s.scale.Value()
	x.index = s.outlook.breakEven(n, unseen, 1, s.outlook.told(n, unseen))
}

// bestConjunction returns the conjunction that promises most. As those of words,
// promises fall while they wait.
func (s *conjunctions) bestConjunction() (conjunction, bool) {
	if !s.conjoins() {
		return conjunction{}, false
	}
	for n := len(s.best); n > 0; n = len(s.best) {
		x := s.best[n-1]
		if s.f.Together(x.words.With[0], x.words.With[1]) != nil || !s.f.Space.Accepts(s.f.Records.Write(x.words, "")) {
			s.best = s.best[:n-1]
			continue
		}
		stale := x.index
		list := s.f.Records.Fitting(nil, x.words, 0)
		_, sum := s.outlook.Weights.sum(list)
		if s.value(&x, float64(len(list)), sum); x.index >= 0.999*stale {
			return x, true
		}
		at, _ := slices.BinarySearchFunc(s.best[:n-1], x, func(a, b conjunction) int { return cmp.Compare(a.index, b.index) })
		s.best = slices.Insert(s.best[:n-1], at, x)
	}
	return conjunction{}, false
}

// conjoin returns the question for x.
func (s *conjunctions) conjoin(x conjunction) querygen.Query {
	q := s.f.Compound(x.words, "", weightedName)
	unseen := x.raw * s.scale.Value()
	q.Expected = math.Round(unseen*10) / 10
	c := &s.f.Records
	q.Why = fmt.Sprintf("the answer to %q is cut; with %q it is shorter, and about %.0f new records are expected", c.Words[x.words.With[0]], c.Words[x.words.With[1]], unseen)
	s.pending[q.Key()] = x.raw
	return q
}

// learnConjunction compares the first answer to a conjunction with what was expected.
func (s *conjunctions) learnConjunction(q *facts.Question) {
	key := q.Query.Key()
	raw, ok := s.pending[key]
	if !ok {
		return
	}
	delete(s.pending, key)
	if m := s.f.Matches(q); m >= 0 {
		s.scale.Add(max(float64(m+q.Fresh)-s.f.InHand(q), 0), raw)
		s.outlook.Weights.observe(q, s.f)
	}
}
