package querygen

import (
	"cmp"
	"math"
	"slices"
)

// cut chooses the next part of c: one that can just be read, or the half where
// so many parts would need more words than a question may have.
func (s *cells) cut(c *cell) bool {
	room := s.f.operators.limit() - c.words.length()
	total := s.matches(c)
	want := total / 2
	if parts := math.Ceil(total / (cellFill * s.fits())); parts <= 1+cellRoom*float64(room) || room <= 0 {
		want = total / parts
	}
	own, wide := &s.counter.own, &s.counter.wide
	own.count(&s.f.records, spread(c.rows, cellSample))
	alike := s.alike(c.words)
	wide.count(&s.f.records, alike)
	type choice struct {
		off float64 // how far the size is off, as a logarithm
		part
	}
	var choices []choice
	for _, w := range wide.words {
		if !s.cuts(c, w) {
			continue
		}
		overall := s.f.records.share(w)
		share := (float64(own.by[w]) + wordPrior*(float64(wide.by[w])+wordPrior*overall)/(float64(wide.records)+wordPrior)) / (float64(own.records) + wordPrior)
		size := total * share * s.sized.value()
		off := math.Abs(math.Log(size / want))
		if size > want {
			off *= 1.5 // a part too large costs a page more, one too small half a page
		}
		choices = append(choices, choice{off, part{by: w, size: size}})
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(a.off, b.off) })
	for _, x := range choices[:min(len(choices), partsTried)] {
		p := x.part
		p.words, p.again = s.trimmed(c.words.and(p.by), alike)
		if text := s.f.compound(p.words, s.f.operators.mark, ""); s.f.byKey[text.Key()] == nil && s.f.si.accepts(s.f.records.write(p.words, s.f.operators.mark)) {
			c.next = &p
			return true
		}
		c.uncut = append(c.uncut, p.by) // without room for all exclusions it was asked for another cell
	}
	return false
}

// trimmed returns x with as many of its exclusions as a question may have,
// greedily those that most of the listed records hold, and how many records in
// hand are no longer excluded.
func (s *cells) trimmed(x compound, alike []uint32) (compound, float64) {
	most := s.f.operators.limit() - len(x.with)
	if len(x.without) <= most {
		return x, 0
	}
	c := &s.f.records
	var left []uint32
	for _, d := range alike {
		if c.fits(d, compound{with: x.with}) {
			left = append(left, d)
		}
	}
	out := compound{with: x.with}
	for len(out.without) < most && len(left) > 0 {
		best, covered := uint32(0), 0
		for _, w := range x.without {
			n := 0
			for _, d := range left {
				if c.holds(d, w) {
					n++
				}
			}
			if n > covered {
				best, covered = w, n
			}
		}
		if covered == 0 {
			break
		}
		out = out.except(best)
		left = s.having(left, best, false)
	}
	share := float64(len(left)) / float64(max(len(alike), 1))
	return out, share * float64(s.f.records.df(x.with[len(x.with)-1]))
}

// cuts reports whether a word may cut a cell.
func (s *cells) cuts(c *cell, w uint32) bool {
	r := &s.f.records
	return r.state[w] != dead && !s.f.operators.ignored[w] && s.f.classes.hopes(r.words[w]) &&
		!slices.Contains(c.words.with, w) && !slices.Contains(c.words.without, w) && !slices.Contains(c.uncut, w)
}

// alike returns records in hand that hold the words of x, whatever they hold
// beside them, latest first.
func (s *cells) alike(x compound) []uint32 {
	c := &s.f.records
	list := c.postings[x.with[0]]
	for _, w := range x.with[1:] {
		if p := c.postings[w]; len(p) < len(list) {
			list = p
		}
	}
	var out []uint32
	for i := 0; i < min(len(list), cellScan) && len(out) < cellSample; i++ {
		if d := list[len(list)-1-i]; c.fits(d, compound{with: x.with}) {
			out = append(out, d)
		}
	}
	return out
}

// spread returns n records of a list, evenly spread, or all where they are fewer.
func spread(list []uint32, n int) []uint32 {
	if len(list) <= n {
		return list
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}
