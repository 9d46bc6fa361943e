package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Samples are questions asked to learn how much is left, not for what they
// bring. The planner's other questions cannot tell: they are chosen to bring
// what is not held.
const (
	sampleStrategy = "sample"
	sampleEvery    = 25 // requests for one sample: four per cent of the budget
	sampleFrom     = 50 // records held before the first
	sampleMatches  = 10 // a word with more matches than this is no sample
	sampleEnough   = 10 // records found again before the samples are believed
	sampleDraws    = 400
)

// sampler draws rare words of the records held and keeps what came back.
//
// A word is drawn with a probability proportional to the number of held
// records that show it. Given the one record that it came from, any other of
// the word's D matches is held with probability held/N, if matches of rare words are
// like other records: so of D-1 others, (D-1) held/N are expected to be held. Words
// with many matches are left out, whatever the number of them that is held,
// since that would bias the draw. The estimate pools the samples as Schnabel
// pooled catches (Z. E. Schnabel, Amer. Math. Monthly 45, 1938): N = sum((D-1)
// held) / sum(matches held - 1).
type sampler struct {
	f       *facts
	asked   map[*question]bool // failed ones too
	samples []sample
}

// sample is one complete answer to a rare word.
type sample struct {
	held   float64 // records held before
	others float64 // matches beside the one that the word came from
	again  float64 // of these, held before
}

// propose returns a sample where one is due. None is while the form as served
// lists the records: that tells their number by itself.
func (s *sampler) propose() (Query, bool) {
	c := &s.f.records
	if _, known := s.f.shownTotal(); known || s.f.listing != nil && s.f.listing.more {
		return Query{}, false
	}
	if c.held() < sampleFrom || s.f.requests < sampleEvery*(len(s.asked)+1) {
		return Query{}, false
	}
	rnd := rand.New(rand.NewPCG(s.f.seed, uint64(len(s.asked))))
	for range sampleDraws {
		id := uint32(rnd.IntN(len(c.words)))
		df := c.df(id)
		if c.state[id] != unasked || df == 0 || df > sampleMatches || rnd.IntN(sampleMatches) >= df {
			continue
		}
		if w := c.words[id]; isPlainWord(w) && s.f.si.accepts(w) {
			q := s.f.si.word(w, sampleStrategy)
			if s.f.byKey[q.Key()] != nil {
				continue // it was asked, and failed
			}
			q.Expected = -1
			q.Why = fmt.Sprintf("a random rare word, in %d of %d records: shows how many of its matches are held", df, c.held())
			return q, true
		}
	}
	return Query{}, false
}

// isPlainWord leaves out numbers and single letters, which many sites do not
// search for.
func isPlainWord(w string) bool {
	return utf8.RuneCountInString(w) >= 2 && strings.ContainsFunc(w, unicode.IsLetter)
}

// observe keeps what a sample brought; held is the number of records before it.
func (s *sampler) observe(q *question, held int) {
	if q.query.Strategy != sampleStrategy {
		return
	}
	s.asked[q] = true
	if q.pages != 1 {
		return
	}
	n := len(q.rows)
	if q.status != Answered || q.more || q.capped || q.total > n || n < 2 || n > sampleMatches || q.fresh == n {
		return // not all its matches, too many of them, or none that the word came from
	}
	s.samples = append(s.samples, sample{held: float64(held), others: float64(n - 1), again: float64(n - q.fresh - 1)})
}

// estimate returns the number of records with its 95 % interval, by the normal
// approximation of the records found again; it is not ok while these are few.
func (s *sampler) estimate() (size, low, high float64, ok bool) {
	if s == nil {
		return 0, 0, 0, false
	}
	var caught, again float64
	for _, x := range s.samples {
		caught += x.others * x.held
		again += x.again
	}
	if again < sampleEnough {
		return 0, 0, 0, false
	}
	size = caught / again
	variance := 0.0
	for _, x := range s.samples {
		e := x.again - x.others*x.held/size
		variance += e * e
	}
	spread := 1.96 * math.Sqrt(max(variance, 1))
	return size, caught / (again + spread), caught / max(again-spread, 1), true
}
