package querygen

import (
	"math"
	"sort"
)

// weights give each record in hand the number of unseen records that it stands
// for. An answered word tells how many of its matches are unseen: its total
// less the records in hand that hold it. The weights of the records that hold
// it are raked to that sum, for one word after the other (iterative
// proportional fitting: W. E. Deming, F. F. Stephan, Annals of Mathematical
// Statistics 11, 1940), with a ridge that keeps few records from extremes.
//
// What was raked differs far more than the records that it stands for: an answer
// that was read to its end pushes all of its records down, though those unseen
// are like them but for one word. So it is tempered, and counts beside how few
// questions returned a record: what was met once was nearly missed (I. J. Good,
// The population frequencies of species, Biometrika 40, 1953). Its sum, which such
// answers push down, too, is held to what samples tell.
type weights struct {
	of    []float64 // by record, as raked; the latest records have none until the next fit
	level float64   // mean of of
	alike []float64 // by record, tempered; nil where what was raked counts
	scale float64   // of alike
	mean  float64   // of what counts
	total float64   // sum of what counts
	known []margin
	index map[*question]int // of known

	byWord map[uint32]int // likewise, of those that asked for a word
	others []int          // and all others

	scarce bool           // catches tell the weights
	size   func() float64 // records that there are, as far as samples tell; nil where nothing is sampled

	unseen func() (n, spread float64, ok bool) // sampler.unseen; nil where nothing is sampled
}

// Constants of tempering, found by experiment on news, bibliography and package
// records; the outcome is flat around them.
const (
	temper       = 0.35 // power of what was raked that counts
	caughtAgain  = 0.5  // of the weight is left for each question that returned a record beyond the first,
	caughtCounts = 4    // so many of them at most
	sumSpread    = 2    // variance of the logarithm of what was raked, all in all, about the number of unseen records
)

// margin is what an answered question tells.
type margin struct {
	q    *question
	beta float64 // logarithm of the factor that its records got
}

// sum returns how many of the listed records have a weight, and its sum.
func (w *weights) sum(list []uint32) (n int, sum float64) { return sumOf(w.counting(), list) }

// sumOf is sum of some weights by record; list ascends.
func sumOf(of []float64, list []uint32) (n int, sum float64) {
	for _, d := range list {
		if int(d) >= len(of) {
			break
		}
		sum += of[d]
		n++
	}
	return n, sum
}

// counting returns the weights that count, by record.
func (w *weights) counting() []float64 {
	if w.alike != nil {
		return w.alike
	}
	return w.of
}

// at returns the weight of a record that has one.
func (w *weights) at(d uint32) float64 { return w.counting()[d] }

// observe takes note of an answer to words.
func (w *weights) observe(q *question, f *facts) {
	if w.index == nil {
		w.index, w.byWord, w.mean, w.level = map[*question]int{}, map[uint32]int{}, 1, 1
	}
	i, ok := w.index[q]
	if !ok {
		i = len(w.known)
		w.index[q] = i
		w.known = append(w.known, margin{q: q})
		if _, twice := w.byWord[q.word]; twice || q.kind != keyword {
			w.others = append(w.others, i)
		} else {
			w.byWord[q.word] = i
		}
	}
	w.rake(&w.known[i], f)
}

// grow gives the latest records a weight: what those in hand with the same
// words have of their answers, times the mean.
func (w *weights) grow(f *facts) {
	c := &f.records
	if w.mean == 0 {
		w.mean, w.level = 1, 1
	}
	from := len(w.of)
	if from == c.held() {
		return
	}
	for d := from; d < c.held(); d++ {
		log := 0.0
		for _, word := range c.wordsOf(uint32(d)) {
			if i, ok := w.byWord[word]; ok {
				log += w.known[i].beta
			}
		}
		w.of = append(w.of, log)
	}
	for _, i := range w.others {
		m := &w.known[i]
		list := f.inHandList(m.q)
		for _, d := range list[sort.Search(len(list), func(i int) bool { return int(list[i]) >= from }):] {
			w.of[d] += m.beta
		}
	}
	for d := from; d < len(w.of); d++ {
		w.of[d] = w.level * math.Exp(min(w.of[d], 3))
		if w.alike != nil {
			w.alike = append(w.alike, w.scale*w.tempered(f, d))
		}
		w.total += w.at(uint32(d))
	}
}

// fit gives the latest records a weight and rakes all margins twice, or weighs by
// catches where little that is new comes and no totals tell (see scarceRows).
func (w *weights) fit(f *facts) {
	w.grow(f)
	if w.scarce && w.size != nil {
		w.fitCaught(f, w.size()-float64(len(w.of)))
		return
	}
	for range 2 {
		for i := range w.known {
			w.rake(&w.known[i], f)
		}
	}
	w.total = 0
	for _, x := range w.of {
		w.total += x
	}
	if len(w.of) > 0 {
		w.level = w.total / float64(len(w.of))
		w.mean = w.level
		w.temper(f)
	}
}

// temper sets the weights that count, from those raked. Where words are excluded,
// exclusions.single does the like; where no totals tell, few answers are raked.
func (w *weights) temper(f *facts) {
	w.alike = w.alike[:0]
	if !f.totals && !f.endsTell() && f.limit() == 0 || f.operators.not == Yes {
		w.alike = nil
		return
	}
	sum := 0.0
	for d := range w.of {
		x := w.tempered(f, d)
		w.alike = append(w.alike, x)
		sum += x
	}
	w.total = w.unseenInAll(f, w.total)
	w.mean, w.scale = w.total/float64(len(w.of)), w.total/max(sum, 1e-12)
	for d := range w.alike {
		w.alike[d] *= w.scale
	}
}

// tempered returns a number that the weight of a record is proportional to.
func (w *weights) tempered(f *facts, d int) float64 {
	again := clamp(float64(f.records.caught[d])-1, 0, caughtCounts)
	return math.Pow(w.of[d], temper) * math.Pow(caughtAgain, again)
}

// unseenInAll returns the number of unseen records, from the sum of what was raked
// and from what samples tell, or the words asked where these do not: the mean of their
// logarithms, each by the inverse of its variance.
func (w *weights) unseenInAll(f *facts, sum float64) float64 {
	if w.unseen == nil {
		return sum
	}
	n, spread, ok := w.unseen()
	if !ok {
		n, spread, ok = w.unasked(f, sum)
	}
	if !ok || !(n > 0 && spread >= 0) { // samples may find nothing, or not a number
		return sum
	}
	sum = max(sum, 1)
	return sum * math.Pow(n/sum, sumSpread/(sumSpread+spread*spread))
}

// rake moves the weights of the records that hold a word towards its unseen matches.
func (w *weights) rake(m *margin, f *facts) {
	list := f.inHandList(m.q)
	_, sum := sumOf(w.of, list)
	unseen, ok := m.unseen(f)
	if f.guesses(m.q) {
		n := f.claims.temper(m.q.claim, f.inHand(m.q)+sum, untoldSpread*sum*sum+1)
		unseen, ok = max(n-f.inHand(m.q), 0), true
	}
	if !ok {
		if unseen, ok = m.gauged(f, sum*math.Exp(-m.beta)); !ok {
			return
		}
	}
	lambda := 1.0
	if unseen == 0 {
		lambda = 0.3
	}
	step := clamp((unseen-sum-lambda*m.beta)/(sum+lambda), -1, 1)
	step = clamp(m.beta+step, -5, 3) - m.beta
	m.beta += step
	factor := math.Exp(step)
	for _, d := range list {
		if int(d) >= len(w.of) {
			break
		}
		w.of[d] *= factor
	}
}

// unseen returns how many matches of the word are not in hand. It is not ok
// where the answer was cut and does not tell how many there are: the top of a
// ranking, which other answers show, too, tells little about what lies below. Nor
// is it where the site does not search for the word as we read it: then far more
// records hold it than match.
func (m *margin) unseen(f *facts) (float64, bool) {
	if _, told := f.roughly(m.q); !told && (f.totals || m.q.more || f.limit() > 0) {
		return 0, false
	}
	total, held := f.supposed(m.q), f.inHand(m.q)
	if total < held/2 {
		return 0, false
	}
	return max(total-held, 0), true
}

// untoldSpread is the relative variance of the unseen matches of a word, about
// those that the weights have.
const untoldSpread = 0.5

// gauged is unseen where the answer does not tell how many matches there are, but
// marked records do, and as many were expected by all other margins: what this one told
// before would count again at each fit. It is not ok where these tell nothing.
func (m *margin) gauged(f *facts, expected float64) (float64, bool) {
	if !f.gauging() || m.q.kind != keyword || f.gauge(m.q).marked == 0 {
		return 0, false
	}
	matches, _ := f.gauged(m.q, f.inHand(m.q)+expected, untoldSpread*expected*expected+1)
	return matches - f.inHand(m.q), true
}
