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
type weights struct {
	of    []float64 // by record; the latest records have none until the next fit
	mean  float64
	total float64
	known []margin
	index map[*question]int // of known

	byWord map[uint32]int // likewise, of those that asked for a word
	others []int          // and all others

	scarce bool           // catches tell the weights
	size   func() float64 // records that there are, as far as samples tell; nil where nothing is sampled
}

// margin is what an answered question tells.
type margin struct {
	q    *question
	beta float64 // logarithm of the factor that its records got
}

// sum returns how many of the listed records have a weight, and its sum.
func (w *weights) sum(list []uint32) (n int, sum float64) {
	for _, d := range list {
		if int(d) >= len(w.of) {
			break
		}
		sum += w.of[d]
		n++
	}
	return n, sum
}

// observe takes note of an answer to words.
func (w *weights) observe(q *question, f *facts) {
	if w.index == nil {
		w.index, w.byWord, w.mean = map[*question]int{}, map[uint32]int{}, 1
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
		w.mean = 1
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
		w.of[d] = w.mean * math.Exp(min(w.of[d], 3))
		w.total += w.of[d]
	}
}

// fit gives the latest records a weight and rakes all margins twice, or weighs by
// catches where little that is new comes and no totals tell (see scarceWorth).
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
		w.mean = w.total / float64(len(w.of))
	}
}

// rake moves the weights of the records that hold a word towards its unseen matches.
func (w *weights) rake(m *margin, f *facts) {
	unseen, ok := m.unseen(f)
	if !ok {
		return
	}
	list := f.inHandList(m.q)
	_, sum := w.sum(list)
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
	if !m.q.more && f.matches(m.q) < 0 {
		return 0, false
	}
	total, held := f.supposed(m.q), f.inHand(m.q)
	if total < held/2 {
		return 0, false
	}
	return max(total-held, 0), true
}
