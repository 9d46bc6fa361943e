package divide

import (
	"iter"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Records often lack what a control asks for: no price, no end date, no parent.
// No value of the menu and no bound brings them, so whatever is divided by that
// control has to be divided again by another one, which brings the others once
// more. How many lack it is told by the texts of records, where these name what
// they hold, and by what divisions have brought.

const (
	missingPrior  = 5     // records that the share of all which lack a value counts for in a part
	missingTried  = 100   // records that a division must have been meant to bring before it is evidence
	missingPays   = 0.05  // share of records from which dividing again is sure to be worth it
	missingParts  = 3     // parts in a row from which a division is judged while it goes on
	missingBelow  = 0.3   // of what they promised: less, and records are missing
	missingRows   = 3     // rows of an answer that its parts did not bring
	missingInRows = 0.02  // and the share of them
	lackLeast     = 0.005 // of the records of a part: fewer are not looked for again
)

// missing returns which share of the records of a part is expected to lack a
// dimension's value; sample are records in hand that lie in it.
func (d *Drilldown) missing(sample []uint32, dim int) float64 {
	x := d.Dims[dim]
	lacking, sum := x.Lacking, x.Lacking+x.Brought
	experience := 0.0
	if sum >= missingTried {
		if experience = lacking / sum; experience < lackLeast {
			return 0
		}
	}
	if !d.Facts.Traits.Tells(dim) {
		return experience
	}
	without := func(records iter.Seq[uint32]) (n, all float64) {
		for r := range records {
			if !d.Facts.Traits.Read[r] {
				continue
			}
			if all++; !d.Facts.Traits.Has(r, dim) {
				n++
			}
		}
		return n, all
	}
	if sum < missingTried {
		n, all := without(d.Facts.Traits.Latest())
		experience = n / math.Max(all, 1)
	}
	n, all := without(slices.Values(sample))
	return (n + missingPrior*experience) / (all + missingPrior)
}

// missingWaste is the pages that are wasted where a share of a part lacks the
// value that it is divided by: the division by another control that these need
// brings the others, too.
func (d *Drilldown) missingWaste(share, size, k, p float64) float64 {
	if share*size < 0.5 {
		return 0
	}
	return math.Min(1, share/missingPays) * (d.waste(share*size, k, p, 1) + (1-share)*size/p)
}

// promised is how many records the rest of a division along bounds is expected
// to bring: those left but for the ones that lack the quantity.
func (s *Division) promised() float64 {
	if math.IsInf(s.left, 1) || math.IsInf(s.meant, 1) {
		return s.left
	}
	left := s.left * (1 - s.missing)
	if s.tried >= missingParts && s.brought < missingBelow*s.meant {
		left *= s.brought / s.meant
	}
	return left
}

// sparedIn counts the records of an answer that was read already which lie in a
// part of it, or may.
func (d *Drilldown) sparedIn(have *Node, r space.Region) float64 {
	n := 0.0
	for _, record := range have.Question.Rows {
		if d.Facts.Traits.Maybe(record, r) {
			n++
		}
	}
	return n
}

// revisit looks at the divisions that ended, when nothing else is left: where
// rows of an answer came with none of its parts, others will not have either.
// It reports whether there is more to do.
func (d *Drilldown) revisit() bool {
	if d.revisited == d.adopted {
		return false
	}
	d.revisited = d.adopted
	more := false
	var visit func(n *Node) map[uint32]bool // to the records of n's parts
	visit = func(n *Node) map[uint32]bool {
		found := map[uint32]bool{}
		brings := func(c *Node) {
			if c.Question != nil {
				for _, r := range c.Question.Rows {
					found[r] = true
				}
			}
		}
		for _, c := range n.parts {
			brings(c)
			for r := range visit(c) {
				found[r] = true
			}
		}
		for _, c := range n.spares {
			brings(c)
		}
		q := n.Question
		if n == d.Root {
			q = d.Facts.Listing
		}
		if len(n.used) == 0 || n.Split != nil || n.lack > 0 || n.revisited == len(n.used) || q == nil || q.Status != querygen.Answered {
			return found
		}
		n.revisited = len(n.used)
		lost := 0.0
		for _, r := range q.Rows {
			if !found[r] {
				lost++
			}
		}
		if share := lost / float64(max(len(q.Rows), 1)); lost >= missingRows && share >= missingInRows && len(d.Choices(n)) > 0 {
			n.lack, n.whole = math.Max(share*math.Min(n.Size, d.Guess()), lost), false
			d.push(n)
			more = true
		}
		return found
	}
	visit(d.Root)
	return more
}
