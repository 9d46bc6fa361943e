package baseline

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// focused asks a user's terms, and then the words that stand in their answers more than in
// others: it stays at a topic, and finds its records that no term names. A record is on
// topic when a term returned it; what other words bring is held against that, or the topic
// would drift with them (F. Menczer, G. Pant, P. Srinivasan: Topical web crawlers. ACM
// TOIT 4, 2004). Words that are everywhere are known by a few records beside the topic.
type focused struct {
	*terms
	reading *facts.Question // the latest answer to another word
	begun   int             // words asked for records beside the topic
	topic   []bool          // by record
	holders []int           // by word: records on topic that hold it
	on      int             // records on topic
}

// Of focused.
const (
	focusedLeast  = 3   // records on topic that must hold a word
	focusedLift   = 2   // times as frequent in them as in others that it must be
	focusedReads  = 0.2 // of its rows must be on topic for its answer to be read on
	focusedBeside = 30  // records beside the topic that tell which words are everywhere,
	focusedBegun  = 6   // and words that are asked for them
)

// NewFocused returns the strategy for a list of terms.
func NewFocused(f *facts.Facts, list []string) facts.Strategy {
	return &focused{terms: newTerms(f, list)}
}

func (s *focused) Propose() (facts.Proposal, bool) {
	if p, ok := s.terms.Propose(); ok || s.on == 0 {
		return p, ok
	}
	c := &s.f.Records
	beside := c.Held() - s.on
	if beside < focusedBeside && s.begun < focusedBegun {
		if w, ok := s.best(func(n, _ float64) float64 { return n }); ok {
			s.begun++
			return s.word(w, "in %d of %d records of your terms: shows what other records say"), true
		}
	}
	if q := s.reading; q != nil && q.Open() && !q.Hopeless() && s.share(q) >= focusedReads {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	w, ok := s.best(func(n, others float64) float64 {
		lift := n / float64(s.on) * float64(beside+1) / (others + 1)
		if n < focusedLeast || lift < focusedLift {
			return 0
		}
		return n * math.Log(lift)
	})
	if !ok {
		return facts.Proposal{}, false
	}
	return s.word(w, "in %d of %d records of your terms, and seldom in others"), true
}

// best returns the word that is worth most, by the records on topic and others that hold it.
func (s *focused) best(worth func(n, others float64) float64) (best uint32, ok bool) {
	most := 0.0
	for w, n := range s.holders {
		x := worth(float64(n), float64(s.f.Records.Df(uint32(w))-n))
		if n > 0 && x > most && s.f.Candidate(uint32(w)) {
			best, most, ok = uint32(w), x, true
		}
	}
	return best, ok
}

func (s *focused) word(w uint32, why string) facts.Proposal {
	q := s.f.Space.Word(s.f.Records.Words[w], "focused")
	q.Why = fmt.Sprintf(why, s.holders[w], s.on)
	return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}
}

func (s *focused) Observe(q *facts.Question) {
	switch {
	case s.given[q.Query.Key()]:
		s.terms.Observe(q)
		s.mark(q.Rows)
	case q.Worded():
		s.reading = q
	}
}

// share returns which part of the rows of q is on topic.
func (s *focused) share(q *facts.Question) float64 {
	on := 0.0
	for _, r := range q.Rows {
		if int(r) < len(s.topic) && s.topic[r] {
			on++
		}
	}
	return on / float64(max(len(q.Rows), 1))
}

// mark takes records for ones on topic.
func (s *focused) mark(rows []uint32) {
	for _, r := range rows {
		for int(r) >= len(s.topic) {
			s.topic = append(s.topic, false)
		}
		if s.topic[r] {
			continue
		}
		s.topic[r] = true
		s.on++
		for _, w := range s.f.Records.WordsOf(r) {
			for int(w) >= len(s.holders) {
				s.holders = append(s.holders, 0)
			}
			s.holders[w]++
		}
	}
}

func (s *focused) Why() string {
	if s.on == 0 {
		return s.terms.Why()
	}
	return "all terms given were asked, and every word that stands in their answers more than in others"
}
