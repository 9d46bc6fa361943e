package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// SampleStrategy marks the questions that are asked to learn how much is left,
// not for what they bring. The planner's other questions cannot tell: they are
// chosen to bring what is not held.
const SampleStrategy = "sample"

// When samples are asked.
const (
	sampleFrom   = 50  // records held before the first
	sampleSoon   = 24  // requests for one that goes into a sample, until the interval is narrow
	sampleLater  = 40  // and from then on
	sampleFull   = 100 // while nearly all rows are new, or twice all so far: nobody would stop then, whatever is left
	sampleNarrow = 0.1
	sampleCheap  = 0.1 // share of a page that is put off by one, up to which it is asked whatever else was spent on learning

	samplesAtOnce = 6 // where answers are cut and do not tell how long they are
	samplePages   = 6 // read of one answer at most, where no total is shown
)

// sampler draws words at random and keeps what each tells about the number of
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
type sampler struct {
	f       *facts
	asked   map[*question]bool // failed ones too
	soon    int                // requests from which on the next one is due where those that were asked are outdated,
	next    int                // and where not
	plain   []bool             // by word: may be a sample, as far as it is known
	draw    *draw              // not finished yet
	samples []sample
	blind   float64 // of the records not held, the share that no word which may be drawn tells of
}

// draw is a sample while its answer is read.
type draw struct {
	q            *question
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

// sample is what one draw tells.
type sample struct {
	held   float64 // records held before
	alone  float64 // draw.alone
	among  float64 // draw.among
	fresh  float64 // draw.fresh for each draw.known
	rows   float64 // new ones that it is the sum of,
	beside float64 // records held that show the word, beside the one that it was drawn from
	unseen float64 // of so many that match
	alike  float64 // draw.alike for each draw.known
	again  float64 // draw.again for each draw.known, the unread rows included
	read   bool    // the answer was read on, so that again is known
}

// due reports whether a sample should be asked. None is while the form as
// served lists the records: that tells their number by itself.
func (s *sampler) due() bool {
	if s.f.records.held() < sampleFrom || s.f.requests < s.next && !s.outdated() && !s.urgent() {
		return false
	}
	if pace := s.f.pace(); len(s.samples) < samplesFirst && pace > sampleCheap && !s.f.spares(pace) {
		return false // they tell nothing before they are some
	}
	_, known := s.f.shownTotal()
	return !known && !s.f.boxed.partial() && !(s.f.listing != nil && s.f.listing.more)
}

// outdated reports whether there are too few samples to tell, among others since
// they were drawn from much less than is held by now, or before it showed that
// their totals are guesses or that their rows were cut. The next one is due soon
// then, but not while nearly all rows are new.
func (s *sampler) outdated() bool {
	if s.f.requests < s.soon || s.f.fullOf(sampleSoon) {
		return false
	}
	n, read := 0, s.onlyRead()
	for _, x := range slices.Backward(s.samples) {
		if s.counts(x, read) {
			n++
		}
		if n == samplesFirst {
			return false
		}
	}
	return true
}

// urgent reports whether samples are due at once. Where answers are cut and do not
// tell how many matches they have, nothing else tells how many records there are, and
// so how broad a word may be; and where the longest one may have been cut, what they
// bring shows whether it was.
func (s *sampler) urgent() bool {
	n := len(s.samples)
	return s.hopes() && (s.f.gauging() && n < samplesAtOnce || n < samplesFirst && s.f.limit() == 0 && !s.f.totals && s.f.wholes.suspect())
}

// reading reports whether a sample has pages left that should be read now.
func (s *sampler) reading() bool { return s.draw != nil && s.unfinished(s.draw.q) }

// propose returns the next page of a sample: of the one being read, or of a
// new one. It returns false where there is nothing to draw.
func (s *sampler) propose() (Ask, bool) {
	if s.reading() {
		return s.draw.q.nextPage(), true
	}
	c := &s.f.records
	if c.held() == 0 {
		return Ask{}, false
	}
	p := s.pool()
	rnd := rand.New(rand.NewPCG(s.f.seed, uint64(len(s.asked))))
	const draws = 100 // until one comes that can be asked
	for range draws {
		w, ok := s.drawn(p, rnd)
		if !ok {
			continue
		}
		q := s.f.si.word(c.words[w], SampleStrategy)
		if s.f.byKey[q.Key()] != nil {
			continue
		}
		df := float64(c.df(w))
		q.Expected = math.Round(10*min(df*p.each*(1-1/max(1, p.each)), float64(s.f.rowsAPage()))) / 10
		q.Why = fmt.Sprintf("a word drawn at random, in %.0f of %d records: the share of its matches that is held tells how much is left", df, c.held())
		return Ask{q, 1}, true
	}
	return Ask{}, false
}

// drawn returns a word of a record drawn at random; it is not ok where the
// record has none that may be drawn.
func (s *sampler) drawn(p pool, rnd *rand.Rand) (word uint32, ok bool) {
	c := &s.f.records
	record := uint32(rnd.IntN(p.held))
	sum, _ := s.sum(p, record, noWord)
	at := rnd.Float64() * sum
	for _, w := range c.wordsOf(record) {
		if !s.eligible(w) {
			continue
		}
		if share := p.share(c.df(w)); share > 0 {
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

// knownSummed is how many of the records held with a word are summed up; of
// more, so many stand for all: their mean is known to a few percent, a sample's
// result to sixty.
const knownSummed = 1000

// unfinished reports whether a further page of a sample tells more.
func (s *sampler) unfinished(q *question) bool {
	return q.open() && q.pages < samplePages && (s.f.matches(q) < 0 || s.readsOn())
}

// before is told of an outcome before it is folded in.
func (s *sampler) before(o Outcome) {
	if o.Query.Strategy != SampleStrategy || o.Status.Unanswered() {
		return
	}
	c := &s.f.records
	have := s.f.byKey[o.Query.Key()]
	if have == nil || have.reads == 0 {
		s.draw = nil
		if o.Page == 1 && s.f.si.box != nil {
			s.draw = s.begin(o.Query)
		}
	}
	if s.draw == nil {
		return
	}
	// The word counts even where the row's text does not show it.
	word, extra := s.draw.word, s.draw.pool.share(s.draw.shown)
	for _, r := range o.Rows {
		if id, held := c.numbers[digestOf(r.Key)]; held {
			if int(id) < s.draw.pool.held {
				sum, n := s.sum(s.draw.pool, id, word)
				if !c.holds(id, word) {
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
		c.split.each(r.Text, func(w string) {
			if id, ok := c.ids[w]; ok && !seen[id] {
				seen[id] = true
				sum += s.draw.stock.share(id, s.draw.pool.before(c.postings[id]))
			}
		})
		s.draw.fresh += 1 / sum
	}
}

// wordOf returns what q binds in the query box.
func wordOf(si *searchInterface, q Query) string {
	for _, p := range q.Bind {
		if p.Name == si.box.Name {
			return p.Value
		}
	}
	return ""
}

// begin returns the draw of a question that is to be answered, nil where it
// could not have been drawn.
func (s *sampler) begin(q Query) *draw {
	c := &s.f.records
	id, ok := c.ids[wordOf(&s.f.si, q)]
	if !ok || c.df(id) == 0 || !s.eligible(id) {
		return nil
	}
	d := &draw{pool: s.pool(), word: id, shown: c.df(id)}
	if d.pool.share(d.shown) == 0 {
		return nil
	}
	d.stock = newStock(s, d.pool)
	list := spread(c.postings[id], knownSummed)
	part := 1 / float64(len(list))
	for _, r := range list {
		sum, _ := s.sum(d.pool, r, id)
		d.known += part * float64(d.shown) / max(sum, d.pool.share(d.shown))
		if !s.readsOn() { // else what was read tells, and words asked do not
			d.alike += part / d.stock.without(r, id)
		}
	}
	if !s.readsOn() {
		d.alone, d.among = d.stock.told(rand.New(rand.NewPCG(s.f.seed, uint64(len(s.asked)))))
	}
	return d
}

// observe is told of the question that an outcome was folded into.
func (s *sampler) observe(q *question) {
	if q.query.Strategy != SampleStrategy {
		return
	}
	d := s.draw
	if s.asked[q] && (d == nil || d.q != nil && d.q != q) {
		return // read on for what it brings
	}
	s.asked[q] = true
	every := sampleSoon // for each request, so that long answers are fewer
	if e, ok := s.estimate(); ok && e.High-e.Low <= 2*sampleNarrow*e.Size {
		every = sampleLater
	}
	if s.f.fullOf(every) {
		every = max(sampleFull, 2*s.f.requests)
		s.next = min(s.next, s.f.requests) // once, however many pages are read
	}
	if s.urgent() {
		s.next = s.f.requests // one every so often from then on
	}
	s.soon, s.next = max(s.soon, s.f.requests)+sampleSoon, max(s.next, s.f.requests)+every
	if d == nil || q.stuck {
		return
	}
	d.q = q
	if s.unfinished(q) {
		return
	}
	s.draw = nil
	if q.status != Answered || len(q.rows) == 0 {
		return // the site does not search for it
	}
	m := s.f.matches(q)
	whole := !q.more && m >= 0 && m <= len(q.rows)
	if whole && q.fresh == len(q.rows) {
		return // it means something else to the site: the records held that show it did not come
	}
	// A short answer is whole without being read on; alone, such tell of short answers.
	x := sample{held: float64(d.pool.held), alone: d.alone, among: d.among, fresh: d.fresh / d.known, rows: float64(q.fresh), beside: float64(d.shown) - drawnFrom, unseen: float64(q.fresh),
		alike: d.alike / d.known, again: d.again / d.known, read: s.readsOn()}
	switch all := s.f.supposed(q); {
	case whole:
	case x.read: // what was read stands for the rest
		part := all / float64(len(q.rows))
		x.fresh, x.again = x.fresh*part, x.again*part
	default:
		x.unseen = max(all+float64(q.fresh)-s.f.inHand(q), float64(q.fresh))
	}
	s.samples = append(s.samples, x)
	s.blind = s.blindness()
}
