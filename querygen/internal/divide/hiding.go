package divide

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
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
	vainAtFirst = 150  // empty answers in a row while no record is held, after which they are believed
	vainLater   = 60   // and with records, while none was seen inside of an empty part
	vainEver    = 300  // and where some were
	insideEmpty = 3    // records held inside of an empty part that prove it wrong: one may be misread
	blindSize   = 20.0 // times the limit: what there is where nothing tells
	overflowing = 1.5  // times the limit: what a part has that overflows, at least
)

// mayHide reports whether empty answers may be overflowing ones.
func (d *Drilldown) mayHide() bool {
	f := d.Facts
	switch {
	case d.hiding:
		return d.vain < vainEver
	case f.Cut > 0, f.Ended[1] >= 3, f.Signs.Capped > 0, d.refused > 0:
		return false // its limit shows otherwise
	case f.Listing != nil && f.Listing.Status == querygen.Answered:
		return false
	case f.Records.Held() == 0:
		return d.vain < vainAtFirst
	}
	return d.vain < vainLater
}

// doubts returns the doubt in n's empty answer.
func (d *Drilldown) doubts(n *Node) float64 {
	if n.Question.Status != querygen.Empty || n == d.Root {
		return 0
	}
	if !d.mayHide() {
		return 0
	}
	if d.holdsInside(n.Region) {
		d.reveal(n)
		return 1
	}
	doubt := doubtKept
	if n.Parent != nil && n.Parent != d.Root && n.Parent.doubt > 0 {
		doubt *= n.Parent.doubt
	}
	if !d.hiding && d.Facts.Records.Held() > 0 {
		doubt *= doubtFirst / doubtKept
	}
	if doubt < doubtLeast {
		return 0
	}
	return doubt
}

// holdsInside reports whether records held belong to a region.
func (d *Drilldown) holdsInside(r space.Region) bool {
	n := 0
	for i := range d.Facts.Records.Held() {
		if d.Facts.Traits.Inside(uint32(i), r) {
			if n++; n >= insideEmpty {
				return true
			}
		}
	}
	return false
}

// doubtful returns how many parts may hide records behind an empty answer that
// was not divided: those of a site that hid some elsewhere.
func (d *Drilldown) doubtful() int {
	root := d.Root.Question
	if !d.hiding && !(root != nil && root.Status == querygen.Empty && d.Facts.Records.Held() > 0) {
		return 0
	}
	n := 0
	for _, e := range d.empties {
		if e.Question.Status == querygen.Empty && e.Split == nil {
			n++
		}
	}
	return n
}

// reveal takes note that n's empty answer hides records.
func (d *Drilldown) reveal(n *Node) {
	k, _ := d.reached()
	n.doubt, n.exact, n.Size = 1, false, math.Max(n.Size, overflowing*k)
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
func (d *Drilldown) note(n *Node) {
	switch n.Question.Status {
	case querygen.Refused:
		d.refused++
	case querygen.Empty:
		if d.vain++; !d.mayHide() {
			for _, other := range d.empties {
				if other.doubt < 1 {
					other.doubt = 0
				}
			}
		}
		if n != d.Root {
			n.doubt = d.doubts(n)
			d.empties = append(d.empties, n)
		}
	case querygen.Answered:
		d.vain = 0
		d.found(n)
	}
}

// found holds the records of c's answer against the empty ones.
func (d *Drilldown) found(c *Node) {
	d.fruitless = false
	if !d.hiding && !d.mayHide() {
		return
	}
	for _, n := range d.empties {
		if n.doubt < 1 && n != c && c.Region.Within(n.Region) {
			d.reveal(n)
			d.push(n)
		}
	}
}

// beyondLimit is how many records are left of n, whose answer showed none for
// their number: what n has at least, or what its parts suggest, times the share
// of the sample that lies outside of these parts.
func (d *Drilldown) beyondLimit(n *Node) float64 {
	s := n.Split
	found, out := 0.0, 0.0
	for _, c := range s.children {
		found += c.Size * c.certainty()
	}
	if d.Dims[s.Dim].Menu != nil {
		sum := 0.0
		for _, share := range s.shares {
			sum += share
		}
		for _, v := range s.Values {
			out += s.shares[v]
		}
		out /= math.Max(sum, 1e-9)
	} else {
		above := 1.0
		for _, x := range s.Sample {
			if x >= s.Rest.Low {
				above++
			}
		}
		out = above / float64(len(s.Sample)+2)
	}
	k, _ := d.reached()
	return out * math.Max(overflowing*k, found/math.Max(1-out, 0.05))
}
