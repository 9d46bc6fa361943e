package keyword

import (
	"math"
	"sort"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Weights give each record in hand the number of unseen records that it stands
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
// The population frequencies of species, Biometrika 40, 1953).
type Weights struct {
	Of    []float64 // by record, as raked; the latest records have none until the next fit
	alike []float64 // by record, tempered; nil where what was raked counts
	scale float64   // of alike
	mean  float64
	total float64
	known []margin
	index map[*facts.Question]int // of known

	byWord map[uint32]int // likewise, of those that asked for a word
	others []int          // and all others
}

// Constants of tempering, found by experiment on news, bibliography and package
// records; the outcome is flat around them.
const (
	temper       = 0.35 // power of what was raked that counts
	caughtAgain  = 0.5  // of the weight is left for each question that returned a record beyond the first,
	caughtCounts = 4    // so many of them at most
)

// margin is what an answered question tells.
type margin struct {
	q    *facts.Question
	beta float64 // logarithm of the factor that its records got
}

// sum returns how many of the listed records have a weight, and its sum.
func (w *Weights) sum(list []uint32) (n int, sum float64) { return sumOf(w.counting(), list) }

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
func (w *Weights) counting() []float64 {
	if w.alike != nil {
		return w.alike
	}
	return w.Of
}

// at returns the weight of a record that has one.
func (w *Weights) at(d uint32) float64 { return w.counting()[d] }

// observe takes note of an answer to words.
func (w *Weights) observe(q *facts.Question, f *facts.Facts) {
	if w.index == nil {
		w.index, w.byWord, w.mean = map[*facts.Question]int{}, map[uint32]int{}, 1
	}
	i, ok := w.index[q]
	if !ok {
		i = len(w.known)
		w.index[q] = i
		w.known = append(w.known, margin{q: q})
		if _, twice := w.byWord[q.Word]; twice || q.Kind != facts.Keyword {
			w.others = append(w.others, i)
		} else {
			w.byWord[q.Word] = i
		}
	}
	w.rake(&w.known[i], f)
}

// grow gives the latest records a weight: what those in hand with the same
// words have of their answers, times the mean.
func (w *Weights) grow(f *facts.Facts) {
	c := &f.Records
	if w.mean == 0 {
		w.mean = 1
	}
	from := len(w.Of)
	if from == c.Held() {
		return
	}
	for d := from; d < c.Held(); d++ {
		log := 0.0
		for _, word := range c.WordsOf(uint32(d)) {
			if i, ok := w.byWord[word]; ok {
				log += w.known[i].beta
			}
		}
		w.Of = append(w.Of, log)
	}
	for _, i := range w.others {
		m := &w.known[i]
		list := f.InHandList(m.q)
		for _, d := range list[sort.Search(len(list), func(i int) bool { return int(list[i]) >= from }):] {
			w.Of[d] += m.beta
		}
	}
	for d := from; d < len(w.Of); d++ {
		w.Of[d] = w.mean * math.Exp(min(w.Of[d], 3))
		if w.alike != nil {
			w.alike = append(w.alike, w.scale*w.tempered(f, d))
		}
		w.total += w.at(uint32(d))
	}
}

// fit gives the latest records a weight and rakes all margins twice.
func (w *Weights) fit(f *facts.Facts) {
	w.grow(f)
	for range 2 {
		for i := range w.known {
			w.rake(&w.known[i], f)
		}
	}
	w.total = 0
	for _, x := range w.Of {
		w.total += x
	}
	if len(w.Of) > 0 {
		w.mean = w.total / float64(len(w.Of))
		w.temper(f)
	}
}

// temper sets the weights that count, from those raked. Where words are excluded,
// exclusions.single does the like; where no totals tell, few answers are raked.
func (w *Weights) temper(f *facts.Facts) {
	site := f.Regime()
	w.alike = w.alike[:0]
	if !site.Totals && !site.EndsTell && site.Limit == 0 || f.Operators.Not == querygen.Yes {
		w.alike = nil
		return
	}
	sum := 0.0
	for d := range w.Of {
		x := w.tempered(f, d)
		w.alike = append(w.alike, x)
		sum += x
	}
	w.scale = w.total / max(sum, 1e-12)
	for d := range w.alike {
		w.alike[d] *= w.scale
	}
}

// tempered returns a number that the weight of a record is proportional to.
func (w *Weights) tempered(f *facts.Facts, d int) float64 {
	again := statistics.Clamp(float64(f.Records.Caught[d])-1, 0, caughtCounts)
	return math.Pow(w.Of[d], temper) * math.Pow(caughtAgain, again)
}

// rake moves the weights of the records that hold a word towards its unseen matches.
func (w *Weights) rake(m *margin, f *facts.Facts) {
	list := f.InHandList(m.q)
	_, sum := sumOf(w.Of, list)
	unseen, ok := m.unseen(f)
	if f.Guesses(m.q) {
		n := f.Claims.Temper(m.q.Claim, f.InHand(m.q)+sum, facts.UntoldSpread*sum*sum+1)
		unseen, ok = max(n-f.InHand(m.q), 0), true
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
	step := statistics.Clamp((unseen-sum-lambda*m.beta)/(sum+lambda), -1, 1)
	step = statistics.Clamp(m.beta+step, -5, 3) - m.beta
	m.beta += step
	factor := math.Exp(step)
	for _, d := range list {
		if int(d) >= len(w.Of) {
			break
		}
		w.Of[d] *= factor
	}
}

// unseen returns how many matches of the word are not in hand. It is not ok
// where the answer was cut and does not tell how many there are: the top of a
// ranking, which other answers show, too, tells little about what lies below. Nor
// is it where the site does not search for the word as we read it: then far more
// records hold it than match.
func (m *margin) unseen(f *facts.Facts) (float64, bool) {
	site := f.Regime()
	if f.Matches(m.q) < 0 && (site.Totals || m.q.More || site.Limit > 0) {
		return 0, false
	}
	total, held := f.Supposed(m.q), f.InHand(m.q)
	if total < held/2 {
		return 0, false
	}
	return max(total-held, 0), true
}

// gauged is unseen where the answer does not tell how many matches there are, but
// marked records do, and as many were expected by all other margins: what this one told
// before would count again at each fit. It is not ok where these tell nothing.
func (m *margin) gauged(f *facts.Facts, expected float64) (float64, bool) {
	if !f.Regime().Gauging() || m.q.Kind != facts.Keyword || f.Gauge(m.q).Marked == 0 {
		return 0, false
	}
	matches, _ := f.Gauged(m.q, f.InHand(m.q)+expected, facts.UntoldSpread*expected*expected+1)
	return matches - f.InHand(m.q), true
}
