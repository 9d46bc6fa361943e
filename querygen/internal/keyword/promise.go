package keyword

import "math"

// promise is what asking a word is expected to bring.
type promise struct {
	raw   float64 // unseen matches, as the weights have it
	reach float64 // new records within the limit
	pages float64
	index float64 // for comparison with the new records that a page of an open answer brings
}

func (s *Weighted) promise(w uint32) promise {
	list := s.f.Records.Postings[w]
	found := s.f.Classes.Found(s.f.Records.Words[w]) * s.f.Finds.Found(w)
	if s.f.Regime().Excludes {
		return s.promised(0, s.out.Unseen(list, 1), found)
	}
	n, sum := s.Weights.sum(list)
	return s.promised(n, s.shrunk(n, sum), found)
}

// promised is the promise of a word in n weighted records that has so many
// unseen matches, as the weights have it, and is found with a chance of found.
func (s *Weighted) promised(n int, raw, found float64) promise {
	p := promise{raw: raw}
	if s.f.Regime().Excludes {
		p.reach = p.raw * s.left.Value() * found
		s.price(&p, p.reach) // records in hand are left out
		if most := s.out.dividable(); p.reach > most {
			p.index *= most * most / (p.reach * p.reach)
		}
		return p
	}
	unseen := raw * s.scaled(n)
	shown := float64(n) / s.f.Seeing.Share()
	fresh, rows := s.reachable(shown, unseen)
	first, others := s.splits(fresh, shown+unseen, rows, float64(s.f.RowsAPage()))
	p.reach = (first + others) * found
	s.price(&p, rows)
	if s.stops() || s.gauges() {
		p.index = s.breakEven(shown, unseen, found, s.told(shown, unseen)) * s.locked(p.reach)
	}
	return p
}

// shrunk returns the sum of the weights of n records, drawn to n times the mean of all.
func (s *Weighted) shrunk(n int, sum float64) float64 {
	held, prior := float64(n), float64(priorRecords)
	if !s.f.Regime().Totals {
		prior = priorUntold
	}
	return held * (sum + prior*s.Weights.mean) / (held + prior)
}

// price sets what depends on the number of rows of an answer.
func (s *Weighted) price(p *promise, rows float64) {
	p.pages = s.pages(rows)
	p.index = s.index(p.reach, rows)
}

// exact is promise with the rows that no exclusion leaves out.
func (s *Weighted) exact(w uint32) promise {
	p := s.promise(w)
	if s.f.Regime().Excludes {
		before := p.index
		p.index *= s.index(p.reach, p.reach+s.out.of(w, p.reach).shown) / max(s.index(p.reach, p.reach), 1e-9)
		p.index = min(p.index, before)
	}
	return p
}

// pages returns how many pages rows rows fill. A last page with a few rows
// counts as none: whether it is read is decided when it is next.
func (s *Weighted) pages(rows float64) float64 {
	return max(1, math.Ceil(rows/float64(s.f.RowsAPage())-0.2))
}

// index values rows with fresh new records among them, by page. A big answer
// locks its yield in: its rows never repeat each other, while every other
// word's worth decays with each new record. That is worth a premium.
func (s *Weighted) index(fresh, rows float64) float64 {
	return fresh / s.pages(rows) * (1 + fresh/max(s.Weights.total, 1)) * math.Pow(fresh+1, 0.1)
}

func SizeClass(n int) int {
	c := 0
	for ; n > 1; n >>= 1 {
		c++
	}
	return c
}
