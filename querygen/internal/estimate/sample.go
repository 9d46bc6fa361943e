package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Of samples.
const (
	sampleFrom  = 50 // records held before the first
	samplePages = 6  // read of one answer at most, where no total is shown
)

// Sampler draws words at random and keeps what each tells about the number of
// records.
//
// The draw is a record held, each alike, and then one of its words w with a
// probability a(w)/A, A being the sum of a over the record's words. The answer
// tells which records with w are not held, and the sum of 1/A over them,
// divided by that over the records held with w, is an unbiased guess at the
// number of records that are not held for each that is: whatever words a record
// has, their shares a/A add up to one, so that a record with many words or with
// frequent ones counts no more than another. This is the pool-based estimator of Z.
// Bar-Yossef and M. Gurevich (Estimating the ImpressionRank of web pages and Mining
// search engine query logs via suggestion sampling, ACM TWEB 5, 2011; A. Broder et al.,
// Estimating corpus size via queries, CIKM 2006), with the words of the records held, not
// asked yet, for the pool, and Rao-Blackwellized: all rows of an answer count, and
// the share that is held is known without asking.
//
// Where rows show a part of their record only, a record held may match w
// without showing it. So the sum of 1/A over the rows that were held before is
// kept, too: on average it is that over the records held that show w, divided by
// the share of its words that a row shows (see sampler.visible).
//
// Where answers show their totals, words asked before belong to the pool as well, though
// they are not drawn: what they tell is known, and added to what each draw tells (see
// stock). So it is the more the later a draw, and the draws guess the less; D. Raj
// (Some estimators in sampling with varying probabilities without replacement, JASA 51,
// 1956) treats such draws in order.
//
// Only records that share a word with those held can be told of. And where an
// answer is longer than a page and shows its total, its other pages are not read:
// what their records share with those held is supposed by the first one's, and by
// those of all samples (see resemblance), since the first page of some has no new row.
type Sampler struct {
	Facts   *facts.Facts
	Asked   map[*facts.Question]bool // failed ones too
	plain   []bool                   // by word: may be a sample, as far as it is known
	draw    *draw                    // not finished yet
	Samples []Sample
	Blind   float64 // of the records not held, the share that no word which may be drawn tells of
}

// draw is a sample while its answer is read.
type draw struct {
	q            *facts.Question
	pool         pool
	word         uint32
	shown        int // records held that show the word
	stock        *stock
	alone, among float64 // stock.told
	known        float64 // sum of 1/A over the records held that show the word
	alike        float64 // mean of 1/A over them if they were not held, the words asked included
	again        float64 // sum of 1/A over the rows that were held
	fresh        float64 // and over those that were not, the words asked included
}

// Sample is what one draw tells.
type Sample struct {
	Held   float64 // records held before
	alone  float64 // draw.alone
	among  float64 // draw.among
	Fresh  float64 // draw.fresh for each draw.known
	Rows   float64 // new ones that it is the sum of,
	Beside float64 // records held that show the word, beside the one that it was drawn from
	Unseen float64 // of so many that match
	alike  float64 // draw.alike for each draw.known
	Again  float64 // draw.again for each draw.known, the unread rows included
	Read   bool    // the answer was read on, so that again is known
}

// Reading reports whether a sample has pages left that should be read now.
func (s *Sampler) Reading() bool { return s != nil && s.draw != nil && s.unfinished(s.draw.q) }

// Propose returns the next page of a sample: of the one being read, or of a
// new one. It returns false where there is nothing to draw.
func (s *Sampler) Propose() (querygen.Ask, bool) {
	if s.Reading() {
		return s.draw.q.NextPage(), true
	}
	c := &s.Facts.Records
	if c.Held() == 0 {
		return querygen.Ask{}, false
	}
	p := s.Pool()
	rnd := rand.New(rand.NewPCG(s.Facts.Seed, uint64(len(s.Asked))))
	const draws = 100 // until one comes that can be asked
	for range draws {
		w, ok := s.drawn(p, rnd)
		if !ok {
			continue
		}
		q := s.Facts.Space.Word(c.Words[w], facts.SampleStrategy)
		if s.Facts.ByKey[q.Key()] != nil {
			continue
		}
		df := float64(c.Df(w))
		q.Expected = math.Round(10*min(df*p.each*(1-1/max(1, p.each)), float64(s.Facts.RowsAPage()))) / 10
		q.Why = fmt.Sprintf("a word drawn at random, in %.0f of %d records: the share of its matches that is held tells how much is left", df, c.Held())
		return querygen.Ask{Query: q, Page: 1}, true
	}
	return querygen.Ask{}, false
}

// drawn returns a word of a record drawn at random; it is not ok where the
// record has none that may be drawn.
func (s *Sampler) drawn(p pool, rnd *rand.Rand) (word uint32, ok bool) {
	c := &s.Facts.Records
	record := uint32(rnd.IntN(p.held))
	sum, _ := s.sum(p, record, noWord)
	at := rnd.Float64() * sum
	for _, w := range c.WordsOf(record) {
		if !s.eligible(w) {
			continue
		}
		if share := p.share(c.Df(w)); share > 0 {
			word, ok = w, true
			if at -= share; at < 0 {
				break
			}
		}
	}
	return word, ok
}

// noWord is the number of no word.
const noWord = math.MaxUint32

// unfinished reports whether a further page of a sample tells more.
func (s *Sampler) unfinished(q *facts.Question) bool {
	return q.Open() && q.Pages < samplePages && (s.Facts.Matches(q) < 0 || s.readsOn())
}

// Before is told of an outcome before it is folded in.
func (s *Sampler) Before(o querygen.Outcome) {
	if o.Query.Strategy != facts.SampleStrategy || o.Status.Unanswered() {
		return
	}
	c := &s.Facts.Records
	have := s.Facts.ByKey[o.Query.Key()]
	if have == nil || have.Reads == 0 {
		s.draw = nil
		if o.Page == 1 && s.Facts.Space.Box != nil {
			s.draw = s.begin(o.Query)
		}
	}
	if s.draw == nil {
		return
	}
	// The word counts even where the row's text does not show it.
	word, extra := s.draw.word, s.draw.pool.share(s.draw.shown)
	for _, r := range o.Rows {
		if id, held := c.Numbers[text.DigestOf(r.Key)]; held {
			if int(id) < s.draw.pool.held {
				sum, n := s.sum(s.draw.pool, id, word)
				if !c.Holds(id, word) {
					// A row cut for the word would show it in place of another.
					sum = extra + sum*float64(max(n-1, 0))/float64(max(n, 1))
				}
				// Once more rows show it, it may be too frequent to be drawn: it was not.
				s.draw.again += 1 / max(sum, extra)
			}
			continue
		}
		sum := extra
		seen := map[uint32]bool{word: true}
		c.Terms(r.Text, func(w string) {
			if id, ok := c.ID(w); ok && !seen[id] {
				seen[id] = true
				sum += s.draw.stock.share(id, s.draw.pool.before(c.Postings[id]))
			}
		})
		s.draw.fresh += 1 / sum
	}
}

// begin returns the draw of a question that is to be answered, nil where it
// could not have been drawn.
func (s *Sampler) begin(q querygen.Query) *draw {
	c := &s.Facts.Records
	id, ok := c.ID(facts.WordOf(&s.Facts.Space, q))
	if !ok || c.Df(id) == 0 || !s.eligible(id) {
		return nil
	}
	d := &draw{pool: s.Pool(), word: id, shown: c.Df(id)}
	if d.pool.share(d.shown) == 0 {
		return nil
	}
	d.stock = NewStock(s, d.pool)
	list := facts.Spread(c.Postings[id], facts.KnownSummed)
	part := 1 / float64(len(list))
	for _, r := range list {
		sum, _ := s.sum(d.pool, r, id)
		d.known += part * float64(d.shown) / max(sum, d.pool.share(d.shown))
		if !s.readsOn() { // else what was read tells, and words asked do not
			d.alike += part / d.stock.without(r, id)
		}
	}
	if !s.readsOn() {
		d.alone, d.among = d.stock.told(rand.New(rand.NewPCG(s.Facts.Seed, uint64(len(s.Asked)))))
	}
	return d
}

// Observe is told of the question that an outcome was folded into.
func (s *Sampler) Observe(q *facts.Question) {
	if q.Query.Strategy != facts.SampleStrategy {
		return
	}
	d := s.draw
	if s.Asked[q] && (d == nil || d.q != nil && d.q != q) {
		return // read on for what it brings
	}
	s.Asked[q] = true
	if d == nil || q.Stuck {
		return
	}
	d.q = q
	if s.unfinished(q) {
		return
	}
	s.draw = nil
	if q.Status != querygen.Answered || len(q.Rows) == 0 {
		return // the site does not search for it
	}
	m := s.Facts.Matches(q)
	whole := !q.More && m >= 0 && m <= len(q.Rows)
	if whole && q.Fresh == len(q.Rows) {
		return // it means something else to the site: the records held that show it did not come
	}
	// A short answer is whole without being read on; alone, such tell of short answers.
	x := Sample{Held: float64(d.pool.held), alone: d.alone, among: d.among, Fresh: d.fresh / d.known, Rows: float64(q.Fresh), Beside: float64(d.shown) - drawnFrom, Unseen: float64(q.Fresh),
		alike: d.alike / d.known, Again: d.again / d.known, Read: s.readsOn()}
	switch all := s.Facts.Supposed(q); {
	case whole:
	case x.Read: // what was read stands for the rest
		part := all / float64(len(q.Rows))
		x.Fresh, x.Again = x.Fresh*part, x.Again*part
	default:
		x.Unseen = max(all+float64(q.Fresh)-s.Facts.InHand(q), float64(q.Fresh))
	}
	s.Samples = append(s.Samples, x)
	s.Blind = s.Blindness()
}
