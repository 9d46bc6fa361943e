package querygen

import (
	"math"
	"slices"
)

// Some sites show nothing where a question matches too much. Such an answer
// cannot be told from one that matches nothing but by what narrower questions
// bring, so an empty part is divided on while it is likely enough to overflow.
// The doubt is that likelihood: 1 once a record was seen inside of an empty
// part, 0 where empty answers mean what they say.

const (
	doubtKept   = 0.85 // of it is left at each division that brings no record
	doubtLeast  = 0.15 // below which an empty answer is believed
	doubtFirst  = 0.5  // that a site hides, which brings records but was not seen to hide any
	sizeOff     = 1.5  // standard deviation of the log of an estimated size
	vainAtFirst = 150  // empty answers in a row while no record is held, after which they are believed
	vainLater   = 60   // and with records, while none was seen inside of an empty part
	vainEver    = 300  // and where some were
	tellExtent  = 20   // records held from which on they tell where quantities lie: beyond, empty parts are believed while none hid any
	insideEmpty = 3    // records held inside of an empty part that prove it wrong: one may be misread
	blindSize   = 20.0 // times the limit: what there is where nothing tells
	overflowing = 1.5  // times the limit: what a part has that overflows, at least
)

// mayHide reports whether empty answers may be overflowing ones.
func (d *drilldown) mayHide() bool {
	f := d.f
	switch {
	case d.hiding:
		return d.vain < vainEver
	case f.cut > 0, f.ended[1] >= 3, f.signs.capped > 0, d.refused > 0:
		return false // its limit shows otherwise
	case f.listing != nil && f.listing.status == Answered:
		return false
	case f.records.held() == 0:
		return d.vain < vainAtFirst
	}
	return d.vain < vainLater
}

// doubts returns the doubt in n's empty answer.
func (d *drilldown) doubts(n *node) float64 {
	if n.q.status != Empty || n == d.root {
		return 0
	}
	if !d.mayHide() {
		return 0
	}
	if d.holdsInside(n.region) {
		d.reveal(n)
		return 1
	}
	if !d.hiding && d.f.records.held() >= tellExtent && d.farOut(n.region) {
		return 0
	}
	doubt := doubtKept
	if n.parent != nil && n.parent != d.root && n.parent.doubt > 0 {
		doubt *= n.parent.doubt
	}
	if !d.hiding && d.f.records.held() > 0 {
		doubt *= doubtFirst / doubtKept
	}
	k, _ := d.reached()
	if n.parent != nil && n.parent != d.root && !math.IsInf(n.size, 1) {
		doubt *= overflowOdds(n.size, k)
	}
	if doubt < doubtLeast {
		return 0
	}
	return doubt
}

// farOut reports whether a region lies beyond all quantities that records held show.
func (d *drilldown) farOut(r region) bool {
	return slices.ContainsFunc(r, func(b bounds) bool {
		if b.value >= 0 {
			return false
		}
		least, greatest, known := d.extent(b.dim)
		return known && (b.top < least || b.low > greatest)
	})
}

// overflowOdds is how likely an empty part overflows a limit of k, of which size
// records were expected: sizes are taken for log-normal around what is expected.
func overflowOdds(size, k float64) float64 {
	log := math.Log(math.Max(size, 0.01))
	below := func(x float64) float64 { return 0.5 * math.Erfc(-(math.Log(x)-log)/sizeOff/math.Sqrt2) }
	over, none := 1-below(k), below(1)
	return over / math.Max(over+none, 1e-12)
}

// holdsInside reports whether records held belong to a region.
func (d *drilldown) holdsInside(r region) bool {
	n := 0
	for i := range d.f.records.held() {
		if d.inside(uint32(i), r) {
			if n++; n >= insideEmpty {
				return true
			}
		}
	}
	return false
}

// doubtful returns how many parts may hide records behind an empty answer that
// was not divided: those of a site that hid some elsewhere.
func (d *drilldown) doubtful() int {
	root := d.root.q
	if !d.hiding && !(root != nil && root.status == Empty && d.f.records.held() > 0) {
		return 0
	}
	n := 0
	for _, e := range d.empties {
		if e.q.status == Empty && e.split == nil {
			n++
		}
	}
	return n
}

// reveal takes note that n's empty answer hides records.
func (d *drilldown) reveal(n *node) {
	k, _ := d.reached()
	n.doubt, n.exact, n.size = 1, false, math.Max(n.size, overflowing*k)
	if d.hiding {
		return
	}
	d.hiding = true
	for _, other := range d.empties {
		if other.doubt == 0 {
			other.doubt = d.doubts(other)
			d.push(other)
		}
	}
}

// note takes in how n was answered first.
func (d *drilldown) note(n *node) {
	switch q := n.q; q.status {
	case Refused:
		d.refused++
		d.cutSince++
	case Empty:
		if d.vain++; !d.mayHide() {
			for _, other := range d.empties {
				if other.doubt < 1 {
					other.doubt = 0
				}
			}
		}
		if n != d.root {
			n.doubt = d.doubts(n)
			d.empties = append(d.empties, n)
		}
		if n.doubt > doubtFirst {
			d.cutSince++
		}
	case Answered:
		d.vain = 0
		if m := float64(max(q.total, len(q.rows))); m > d.greatest && n != d.root && !q.capped {
			d.cutSince *= math.Pow(d.greatest/m, 8)
			d.greatest = m
		}
		d.found(n)
	}
}

// found holds the records of c's answer against the empty ones.
func (d *drilldown) found(c *node) {
	first := d.fruitless
	d.fruitless = false
	if !d.hiding && !d.mayHide() {
		return
	}
	for _, n := range d.empties {
		if n.doubt < 1 && n != c && c.region.within(n.region) {
			d.reveal(n)
			d.push(n)
		}
	}
	if first && c != d.root && len(d.root.used) > 0 {
		d.restart(c)
	}
}

// restart divides the root anew, now that a record tells where to cut. What was
// asked before is known; only c is kept, to be read to its end.
func (d *drilldown) restart(c *node) {
	c.parent = nil
	d.nodes = map[string]*node{c.q.query.Key(): c}
	if q := d.root.q; q != nil {
		d.nodes[q.query.Key()] = d.root
	}
	d.root.split, d.root.used, d.root.lack, d.root.parts = nil, nil, 0, []*node{c}
	d.agenda, d.empties = d.agenda[:0], nil
	d.push(d.root)
}

// supposedLimit is what is known of the limit of a site that shows nothing of an
// answer that exceeds it: the greatest one that it did show, and the more above
// it the fewer it cut since.
func (d *drilldown) supposedLimit() (float64, bool) {
	if d.refused == 0 && !d.hiding || d.greatest == 0 {
		return 0, false
	}
	return d.greatest * (1 + 0.5/(1+d.cutSince)), true
}

// beyondLimit is how many records are left of n, whose answer showed none for
// their number: what n has at least, or what its parts suggest, times the share
// of the sample that lies outside of these parts.
func (d *drilldown) beyondLimit(n *node) float64 {
	s := n.split
	found, out := 0.0, 0.0
	for _, c := range s.children {
		found += c.size * c.certainty()
	}
	if d.dims[s.dim].menu != nil {
		sum := 0.0
		for _, share := range s.shares {
			sum += share
		}
		for _, v := range s.values {
			out += s.shares[v]
		}
		out /= math.Max(sum, 1e-9)
	} else {
		above := 1.0
		for _, x := range s.sample {
			if x >= s.rest.low {
				above++
			}
		}
		out = above / float64(len(s.sample)+2)
	}
	k, _ := d.reached()
	return out * math.Max(overflowing*k, found/math.Max(1-out, 0.05))
}
