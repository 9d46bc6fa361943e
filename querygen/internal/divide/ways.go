package divide

import (
	"iter"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Records often lack what a control asks for: no price, no end date, no parent.
// No value of the menu and no bound brings them, so whatever is divided by that
// control has to be divided again by another one, which brings the others once
// more. How many lack it is told by the texts of records, where these name what
// they hold, and by what divisions have brought.

const (
	missingPrior = 5     // records that the share of all which lack a value counts for in a part
	missingTried = 100   // records that a division must have been meant to bring before it is evidence
	lackLeast    = 0.005 // of the records of a part: fewer are not looked for again
)

// Ways are the ways to divide a part, and what each wastes.
type Ways struct {
	f        *facts.Facts
	controls *Controls
	reach    *reach
	silence  *silence
}

// Cheapest returns the division of n that is expected to waste the fewest
// pages, and how many; nil where there is none.
func (w *Ways) Cheapest(n *Node) (best *Division, least float64) {
	p := w.reach.prices()
	size := n.Size
	if math.IsInf(size, 1) {
		size = w.reach.Guess()
	}
	least = math.Inf(1)
	sample := w.f.Traits.Within(w.f.Traits.Latest(), n.Region)
	for _, i := range w.controls.Choices(n) {
		waste := 0.0
		s := &Division{Dim: i, left: n.Size, exact: n.exact && !w.controls.Dims[i].Overlaps, Rest: n.Region.On(i), missing: w.missing(sample, i)}
		with := size * (1 - s.missing)
		if m := w.controls.Dims[i].Menu; m != nil {
			s.shares = w.f.Traits.Shares(sample, i)
			for v, share := range s.shares {
				if !w.controls.possible(n.Region, i, v) {
					continue
				}
				s.Values = append(s.Values, v)
				waste += p.waste(with * share)
			}
			if w.controls.Dims[i].Overlaps {
				waste += size / p.page
			}
		} else {
			s.Sample = w.f.Traits.Quantities(sample, s.Rest)
			waste = p.cuts(s.Sample, with)
		}
		waste += p.again(s.missing, size)
		if best == nil || waste < least {
			best, least = s, waste
		}
	}
	return best, least
}

// missing returns which share of the records of a part is expected to lack a
// dimension's value; sample are records in hand that lie in it.
func (w *Ways) missing(sample []uint32, dim int) float64 {
	x := w.controls.Dims[dim]
	lacking, sum := x.Lacking, x.Lacking+x.Brought
	experience := 0.0
	if sum >= missingTried {
		if experience = lacking / sum; experience < lackLeast {
			return 0
		}
	}
	if !w.f.Traits.Tells(dim) {
		return experience
	}
	without := func(records iter.Seq[uint32]) (n, all float64) {
		for r := range records {
			if !w.f.Traits.Read[r] {
				continue
			}
			if all++; !w.f.Traits.Has(r, dim) {
				n++
			}
		}
		return n, all
	}
	if sum < missingTried {
		n, all := without(w.f.Traits.Latest())
		experience = n / math.Max(all, 1)
	}
	n, all := without(slices.Values(sample))
	return (n + missingPrior*experience) / (all + missingPrior)
}
