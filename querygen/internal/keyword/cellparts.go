package keyword

import (
	"cmp"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// cut chooses the next part of c: one that can just be read, or the half where
// so many parts would need more words than a question may have.
func (s *cells) cut(c *Cell) bool {
	room := s.f.Operators.Limit() - c.Words.Length()
	total := c.Total
	want := total / 2
	if parts := math.Ceil(total / (cellFill * s.fits())); parts <= 1+cellRoom*float64(room) || room <= 0 {
		want = total / parts
	}
	own, wide := &s.counter.Own, &s.counter.Wide
	own.Count(&s.f.Records, facts.Spread(c.Rows, cellSample))
	alike := s.alike(c.Words)
	wide.Count(&s.f.Records, alike)
	type choice struct {
		off float64 // how far the size is off, as a logarithm
		part
	}
	var choices []choice
	for _, w := range wide.Words {
		if !s.cuts(c, w) {
			continue
		}
		overall := s.f.Records.Share(w)
		share := (float64(own.By[w]) + wordPrior*(float64(wide.By[w])+wordPrior*overall)/(float64(wide.Records)+wordPrior)) / (float64(own.Records) + wordPrior)
		size := total * share * s.sized.Value()
		off := math.Abs(math.Log(size / want))
		if size > want {
			off *= 1.5 // a part too large costs a page more, one too small half a page
		}
		choices = append(choices, choice{off, part{by: w, size: size}})
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(a.off, b.off) })
	for _, x := range choices[:min(len(choices), partsTried)] {
		p := x.part
		p.words, p.again = s.trimmed(c.Words.And(p.by), alike)
		if text := s.f.Compound(p.words, s.f.Operators.Mark, ""); s.f.ByKey[text.Key()] == nil && s.f.Space.Accepts(s.f.Records.Write(p.words, s.f.Operators.Mark)) {
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
func (s *cells) trimmed(x text.Compound, alike []uint32) (text.Compound, float64) {
	most := s.f.Operators.Limit() - len(x.With)
	if len(x.Without) <= most {
		return x, 0
	}
	c := &s.f.Records
	var left []uint32
	for _, d := range alike {
		if c.Fits(d, text.Compound{With: x.With}) {
			left = append(left, d)
		}
	}
	out := text.Compound{With: x.With}
	for len(out.Without) < most && len(left) > 0 {
		best, covered := uint32(0), 0
		for _, w := range x.Without {
			n := 0
			for _, d := range left {
				if c.Holds(d, w) {
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
		out = out.Except(best)
		left = s.having(left, best, false)
	}
	share := float64(len(left)) / float64(max(len(alike), 1))
	return out, share * float64(s.f.Records.Df(x.With[len(x.With)-1]))
}

// cuts reports whether a word may cut a cell.
func (s *cells) cuts(c *Cell, w uint32) bool {
	return !s.f.Operators.Ignored[w] && s.f.Searchable(w) &&
		!slices.Contains(c.Words.With, w) && !slices.Contains(c.Words.Without, w) && !slices.Contains(c.uncut, w)
}

// alike returns records in hand that hold the words of x, whatever they hold
// beside them, latest first.
func (s *cells) alike(x text.Compound) []uint32 {
	c := &s.f.Records
	list := c.Postings[x.With[0]]
	for _, w := range x.With[1:] {
		if p := c.Postings[w]; len(p) < len(list) {
			list = p
		}
	}
	var out []uint32
	for i := 0; i < min(len(list), cellScan) && len(out) < cellSample; i++ {
		if d := list[len(list)-1-i]; c.Fits(d, text.Compound{With: x.With}) {
			out = append(out, d)
		}
	}
	return out
}
