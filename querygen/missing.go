package querygen

import "math"

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

// missingTexts is how many texts must name a menu's value after the menu's name, before
// the others are taken to have none.
const missingTexts = 3

// tells reports whether a record whose text does not have the value of a
// dimension can be taken to lack it.
func (t *traits) tells(dim int) bool {
	if t.dims[dim].span != nil {
		s := &t.spans[dim]
		return s.reads() && s.best.after != ""
	}
	m := &t.menus[dim]
	return m.named >= missingTexts && m.named*10 >= m.saying*9 && m.wrong*9 <= m.right+9
}

// missing returns which share of the records of a part is expected to lack a
// dimension's value; sample are records in hand that lie in it.
func (d *drilldown) missing(sample []uint32, dim int) float64 {
	x := d.dims[dim]
	lacking, sum := x.lacking, x.lacking+x.brought
	experience := 0.0
	if sum >= missingTried {
		if experience = lacking / sum; experience < lackLeast {
			return 0
		}
	}
	if !d.f.traits.tells(dim) {
		return experience
	}
	without := func(records []uint32) (n, all float64) {
		for _, r := range records {
			if !d.f.traits.read[r] {
				continue
			}
			if all++; !d.f.traits.has(r, dim) {
				n++
			}
		}
		return n, all
	}
	if sum < missingTried {
		n, all := without(d.sample(nil))
		experience = n / math.Max(all, 1)
	}
	n, all := without(sample)
	return (n + missingPrior*experience) / (all + missingPrior)
}

// has reports whether a record is known to have a value in a dimension.
func (t *traits) has(record uint32, dim int) bool {
	_, ok := t.value(record, dim)
	return ok
}

// missingWaste is the pages that are wasted where a share of a part lacks the
// value that it is divided by: the division by another control that these need
// brings the others, too.
func (d *drilldown) missingWaste(share, size, k, p float64) float64 {
	if share*size < 0.5 {
		return 0
	}
	return math.Min(1, share/missingPays) * (d.waste(share*size, k, p, 1) + (1-share)*size/p)
}

// promised is how many records the rest of a division along bounds is expected
// to bring: those left but for the ones that lack the quantity.
func (s *division) promised() float64 {
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
func (d *drilldown) sparedIn(have *node, r region) float64 {
	n := 0.0
	for _, record := range have.q.rows {
		within := true
		for _, b := range r {
			if within = !d.f.traits.has(record, b.dim) && !d.f.traits.tells(b.dim) || d.f.traits.in(record, b); !within {
				break
			}
		}
		if within {
			n++
		}
	}
	return n
}

// revisit looks at the divisions that ended, when nothing else is left: where
// rows of an answer came with none of its parts, others will not have either.
// It reports whether there is more to do.
func (d *drilldown) revisit() bool {
	if d.revisited == d.adopted {
		return false
	}
	d.revisited = d.adopted
	more := false
	var visit func(n *node) map[uint32]bool // to the records of n's parts
	visit = func(n *node) map[uint32]bool {
		found := map[uint32]bool{}
		brings := func(c *node) {
			if c.q != nil {
				for _, r := range c.q.rows {
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
		q := n.q
		if n == d.root {
			q = d.f.listing
		}
		if len(n.used) == 0 || n.split != nil || n.lack > 0 || n.revisited == len(n.used) || q == nil || q.status != Answered {
			return found
		}
		n.revisited = len(n.used)
		lost := 0.0
		for _, r := range q.rows {
			if !found[r] {
				lost++
			}
		}
		if share := lost / float64(max(len(q.rows), 1)); lost >= missingRows && share >= missingInRows && len(d.choices(n)) > 0 {
			n.lack, n.whole = math.Max(share*math.Min(n.size, d.guess()), lost), false
			d.push(n)
			more = true
		}
		return found
	}
	visit(d.root)
	return more
}
