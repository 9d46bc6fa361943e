package querygen

import "math"

// promise is what asking a word is expected to bring.
type promise struct {
	raw   float64 // unseen matches, as the weights have it
	reach float64 // new records within the limit
	pages float64
	index float64 // for comparison with the new records that a page of an open answer brings
}

func (s *weighted) promise(w uint32) promise {
	list := s.f.records.postings[w]
	found := s.f.classes.found(s.f.records.words[w]) * s.f.finds.found(w)
	if s.excludes() {
		return s.promised(0, s.out.unseen(list, 1), found)
	}
	n, sum := s.weights.sum(list)
	return s.promised(n, s.shrunk(n, sum)*s.missed(list), found)
}

// promised is the promise of a word in n weighted records that has so many
// unseen matches, as the weights have it, and is found with a chance of found.
func (s *weighted) promised(n int, raw, found float64) promise {
	p := promise{raw: raw}
	if s.excludes() {
		p.reach = p.raw * s.leaving(p.raw) * found
		s.price(&p, p.reach) // records in hand are left out
		if most := s.out.dividable(); p.reach > most {
			p.index *= most * most / (p.reach * p.reach)
		}
		return p
	}
	unseen := raw * s.scaled(n)
	shown := float64(n) / s.f.seeing.share()
	fresh, rows := s.reachable(shown, unseen)
	first, others := s.splits(fresh, shown+unseen, rows, float64(s.f.rowsAPage()))
	p.reach = (first + others) * found
	s.price(&p, rows)
	if s.stops() || s.gauges() {
		p.index = s.breakEven(shown, unseen, found, s.told(shown, unseen, s.spreads.of(sizeClass(n)))) * s.locked(p.reach)
		p.index *= s.worth.value()
	}
	return p
}

// shrunk returns the sum of the weights of n records, drawn to n times the mean of all.
func (s *weighted) shrunk(n int, sum float64) float64 {
	held, prior := float64(n), float64(priorRecords)
	if !s.f.totals {
		prior = priorUntold
	}
	return held * (sum + prior*s.weights.mean) / (held + prior)
}

// price sets what depends on the number of rows of an answer.
func (s *weighted) price(p *promise, rows float64) {
	p.pages = s.pages(rows)
	p.index = s.index(p.reach, rows)
}

// exact is promise with the rows that no exclusion leaves out.
func (s *weighted) exact(w uint32) promise {
	p := s.promise(w)
	if s.excludes() {
		before := p.index
		p.index *= s.index(p.reach, p.reach+s.out.of(w, p.reach).shown) / max(s.index(p.reach, p.reach), 1e-9)
		p.index = min(p.index, before)
	}
	return p
}

// pages returns how many pages rows rows fill. A last page with a few rows
// counts as none: whether it is read is decided when it is next.
func (s *weighted) pages(rows float64) float64 {
	return max(1, math.Ceil(rows/float64(s.f.rowsAPage())-0.2))
}

// index values rows with fresh new records among them, by page. A big answer
// locks its yield in: its rows never repeat each other, while every other
// word's worth decays with each new record. That is worth a premium.
func (s *weighted) index(fresh, rows float64) float64 {
	return fresh / s.pages(rows) * (1 + fresh/max(s.weights.total, 1)) * math.Pow(fresh+1, 0.1)
}

func sizeClass(n int) int {
	c := 0
	for ; n > 1; n >>= 1 {
		c++
	}
	return c
}

// ratio is a smoothed, forgetting quotient of sums, 1 at first. It remembers
// about twenty summands: what a word brings falls as the coverage grows.
type ratio struct{ actual, predicted float64 }

func (r *ratio) add(actual, predicted float64) { r.fade(actual, predicted, 0.95) }

// fade is add with the weight that is left to earlier summands.
func (r *ratio) fade(actual, predicted, memory float64) {
	r.actual = r.actual*memory + actual
	r.predicted = r.predicted*memory + predicted
}

func (r *ratio) value() float64 {
	const smoothing = 10
	return (r.actual + smoothing) / (r.predicted + smoothing)
}
