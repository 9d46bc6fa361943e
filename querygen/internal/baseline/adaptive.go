package baseline

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// chosen asks the word that a score prefers and reads each answer while it
// brings something. The policies of the literature that look only at counts of
// words are scores.
type chosen struct {
	words
	score scorer

	scored int // requests at the last scoring
	queue  text.WordQueue
}

// scorer gives the worth of asking a word; 0 or less for never.
type scorer interface {
	// begin is called before all words are scored anew.
	begin()
	score(word uint32) float64
	// picked is told which word is asked.
	picked(word uint32)
}

func newChosen(f *facts.Facts, o querygen.Options, name string, s scorer) *chosen {
	return &chosen{words: newWords(f, o, name), score: s}
}

func (s *chosen) Propose() (facts.Proposal, bool) {
	return s.propose(func() (q querygen.Query, ok bool) {
		w, value, ok := s.word()
		if ok {
			q = s.f.Space.Word(s.f.Records.Words[w], s.name)
			q.Why = fmt.Sprintf("in %d of %d records held; worth %.3g", s.f.Records.Df(w), s.f.Records.Held(), value)
			s.score.picked(w)
		}
		return q, ok
	})
}

// word returns the best word. All are scored anew when requests grew by 2 %;
// in between, the best is revalued while it falls.
func (s *chosen) word() (uint32, float64, bool) {
	c := &s.f.Records
	fill := func() {
		s.scored = s.f.Requests
		for len(s.queue.Items) > 0 {
			s.queue.Pop()
		}
		s.score.begin()
		for w := range c.Words {
			if len(c.Postings[w]) > 0 && c.State[w] == text.Unasked {
				if v := s.score.score(uint32(w)); v > 0 {
					s.queue.Set(uint32(w), v)
				}
			}
		}
	}
	fresh := false
	if float64(s.f.Requests) > 1.02*float64(s.scored) {
		fill()
		fresh = true
	}
	for {
		for len(s.queue.Items) > 0 {
			w := s.queue.Items[0]
			if !s.f.Candidate(w) {
				s.queue.Pop()
				continue
			}
			before := s.queue.Priority[w]
			switch v := s.score.score(w); {
			case v <= 0:
				s.queue.Pop()
				continue
			case v < before*0.999:
				s.queue.Set(w, v)
				continue
			}
			return w, before, true
		}
		if fresh {
			return 0, 0, false
		}
		fill()
		fresh = true
	}
}

// adaptive scores a word by the new records that it brings for its cost, where
// the total of a word that was not asked follows from its count in the records
// held (A. Ntoulas, P. Zerfos, J. Cho: Downloading textual hidden web content
// through keyword queries. JCDL 2005). Of their estimators it uses the ratio:
// what words of about the same count had in truth.
type adaptive struct {
	f      *facts.Facts
	truth  [32]counted // by size class
	all    counted
	booked int // questions of facts.asked that were taken into account
}

// counted are sums over words asked: their totals, and their counts in the
// records held before they were asked.
type counted struct{ total, local float64 }

func NewAdaptive(f *facts.Facts, o querygen.Options) facts.Strategy {
	return newChosen(f, o, "adaptive", &adaptive{f: f})
}

func (a *adaptive) begin() {
	for ; a.booked < len(a.f.Asked); a.booked++ {
		q := a.f.Asked[a.booked]
		if q.Kind != facts.Keyword || q.Status != querygen.Answered {
			continue
		}
		local := float64(a.f.Records.Df(q.Word) - q.Fresh)
		if total := a.f.Supposed(q); local > 0 {
			class := keyword.SizeClass(int(local))
			a.truth[class].total += total
			a.truth[class].local += local
			a.all.total += total
			a.all.local += local
		}
	}
}

func (a *adaptive) score(w uint32) float64 {
	const smoothing = 3 // records
	local := float64(a.f.Records.Df(w))
	overall := (a.all.total + smoothing) / (a.all.local + smoothing)
	t := a.truth[keyword.SizeClass(int(local))]
	total := local * (t.total + smoothing*overall) / (t.local + smoothing)
	reach := total
	if k := float64(a.f.Regime().Limit); k > 0 {
		reach = min(reach, k)
	}
	fresh := max(total-local, 0) * reach / max(total, 1)
	// 0.45 pages are wasted on average where an answer ends within a page.
	return (fresh + 1e-6*local) / max(1, reach/float64(a.f.RowsAPage())+0.45)
}

func (a *adaptive) picked(uint32) {}

// setCover asks the words that cover the records held most cheaply: what covers
// a sample well covers the rest well (J. Lu, Y. Wang, J. Liang, J. Chen, J. Liu:
// An approach to deep web crawling by sampling. WI 2008), with counts in a
// window below the top-k limit, whose words show all their matches (Y. Wang, J.
// Li, J. Lu, J. Liu, WWW Journal 20, 2017). A round ends when nothing in the
// window covers anything more; the next one starts on all that is held then.
type setCover struct {
	f       *facts.Facts
	covered []bool // by record
	sample  int    // records that this round covers
	low     float64
	high    float64 // shares of the sample
	widened float64
}

func NewSetCover(f *facts.Facts, o querygen.Options) facts.Strategy {
	return newChosen(f, o, "setcover", &setCover{f: f, widened: 1})
}

// begin starts a round on all records held, where it is time for one.
func (s *setCover) begin() {
	held := s.f.Records.Held()
	uncovered := slices.Contains(s.covered, false)
	if uncovered && held < 2*s.sample {
		s.widened *= 1.25 // the window had too little for the round
	} else {
		s.covered = make([]bool, held)
		s.sample = held
		s.widened = 1
	}
	s.high = 0.15 // without a limit the authors' window: 2 to 15 %
	if k := s.f.Regime().Limit; k > 0 {
		s.high = 0.8 * float64(k) / max(s.f.RoughSize(), float64(held))
	}
	s.low = s.high / 40
	s.high *= s.widened
	s.low /= s.widened * s.widened
}

func (s *setCover) score(w uint32) float64 {
	list := s.f.Records.Postings[w]
	n, _ := slices.BinarySearch(list, uint32(s.sample))
	share := float64(n) / float64(max(s.sample, 1))
	if share < s.low && n > 1 || share > s.high && s.sample > 100 {
		return 0
	}
	fresh := 0
	for _, d := range list[:n] {
		if !s.covered[d] {
			fresh++
		}
	}
	if fresh == 0 {
		return 0
	}
	return float64(fresh) / (float64(n) + float64(s.f.RowsAPage()))
}

func (s *setCover) picked(w uint32) {
	for _, d := range s.f.Records.Postings[w] {
		if int(d) < s.sample {
			s.covered[d] = true
		}
	}
}
