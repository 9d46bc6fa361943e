package querygen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// conjunctions are questions for two words at once, where a site narrows by
// words, cannot exclude any, and cuts the answer to one of the two: what lies
// below the cut can be reached with a second word that makes the answer short
// enough.
type conjunctions struct {
	best    []conjunction      // the most promising last
	pending map[string]float64 // unseen matches predicted, by key of the question proposed
	scale   ratio              // unseen matches that came for each predicted
	counts  []conjoint         // by word, reused
}

// conjunction is a question for two words.
type conjunction struct {
	words compound
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
func (s *weighted) conjoins() bool {
	f := s.f
	return f.operators.and == Yes && f.operators.not != Yes && f.totals && f.limit() > 0
}

// narrow chooses the conjunctions that promise most.
func (s *weighted) narrow() {
	j, f := &s.joint, s.f
	j.best = j.best[:0]
	if !s.conjoins() {
		return
	}
	type parent struct {
		q      *question
		unseen float64
	}
	var parents []parent
	for i := range s.weights.known {
		if q := s.weights.known[i].q; q.kind == keyword && f.matches(q) > f.limit() && !f.operators.ignored[q.word] {
			if unseen := float64(f.matches(q)) - f.inHand(q); unseen >= 1 {
				parents = append(parents, parent{q, unseen})
			}
		}
	}
	slices.SortFunc(parents, func(a, b parent) int {
		return cmp.Or(cmp.Compare(b.unseen, a.unseen), cmp.Compare(a.q.word, b.q.word))
	})
	for _, p := range parents[:min(narrowed, len(parents))] {
		j.best = append(j.best, s.narrowings(p.q.word, p.unseen)...)
	}
	slices.SortStableFunc(j.best, func(a, b conjunction) int { return cmp.Compare(a.index, b.index) })
}

// narrowings returns the best second words for a word with so many unseen matches.
func (s *weighted) narrowings(w uint32, unseen float64) []conjunction {
	c, counts := &s.f.records, s.joint.counts
	if grown := len(c.words) - len(counts); grown > 0 {
		counts = append(counts, make([]conjoint, grown)...)
		s.joint.counts = counts
	}
	all := c.postings[w]
	some := spread(all, cellSample)
	part := float64(len(all)) / float64(max(len(some), 1))
	var words []uint32
	for _, d := range some {
		weight := s.weights.mean
		if int(d) < len(s.weights.of) {
			weight = s.weights.at(d)
		}
		for _, t := range c.wordsOf(d) {
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
		if t == w || n.records < narrowedFrom || c.state[t] == dead || s.f.operators.ignored[t] || !s.f.classes.hopes(c.words[t]) {
			continue
		}
		x := conjunction{words: compound{with: []uint32{w, t}}, odds: odds}
		s.value(&x, n.records*part, n.weight*part)
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b conjunction) int {
		return cmp.Or(cmp.Compare(b.index, a.index), cmp.Compare(a.words.with[1], b.words.with[1]))
	})
	return out[:min(narrowings, len(out))]
}

// value sets what x promises, of which n records are in hand with that sum of weights.
func (s *weighted) value(x *conjunction, n, sum float64) {
	x.raw = n * (sum + conjunctionPrior*x.odds) / (n + conjunctionPrior)
	unseen := x.raw * s.joint.scale.value()
	x.index = s.breakEven(n, unseen, 1, s.told(n, unseen, spreadAtFirst))
}

// bestConjunction returns the conjunction that promises most. As those of words,
// promises fall while they wait.
func (s *weighted) bestConjunction() (conjunction, bool) {
	j := &s.joint
	if !s.conjoins() {
		return conjunction{}, false
	}
	for n := len(j.best); n > 0; n = len(j.best) {
		x := j.best[n-1]
		if s.f.together(x.words.with[0], x.words.with[1]) != nil || !s.f.si.accepts(s.f.records.write(x.words, "")) {
			j.best = j.best[:n-1]
			continue
		}
		stale := x.index
		list := s.f.records.fitting(nil, x.words, 0)
		_, sum := s.weights.sum(list)
		if s.value(&x, float64(len(list)), sum); x.index >= 0.999*stale {
			return x, true
		}
		at, _ := slices.BinarySearchFunc(j.best[:n-1], x, func(a, b conjunction) int { return cmp.Compare(a.index, b.index) })
		j.best = slices.Insert(j.best[:n-1], at, x)
	}
	return conjunction{}, false
}

// conjoin returns the question for x.
func (s *weighted) conjoin(x conjunction) Query {
	q := s.f.compound(x.words, "", "weighted")
	unseen := x.raw * s.joint.scale.value()
	q.Expected = math.Round(unseen*10) / 10
	c := &s.f.records
	q.Why = fmt.Sprintf("the answer to %q is cut; with %q it is shorter, and about %.0f new records are expected", c.words[x.words.with[0]], c.words[x.words.with[1]], unseen)
	if s.joint.pending == nil {
		s.joint.pending = map[string]float64{}
	}
	s.joint.pending[q.Key()] = x.raw
	return q
}

// learnConjunction compares the first answer to a conjunction with what was expected.
func (s *weighted) learnConjunction(q *question) {
	key := q.query.Key()
	raw, ok := s.joint.pending[key]
	if !ok {
		return
	}
	delete(s.joint.pending, key)
	if m := s.f.matches(q); m >= 0 {
		s.joint.scale.add(max(float64(m+q.fresh)-s.f.inHand(q), 0), raw)
		s.weights.observe(q, s.f)
	}
}
