package divide

import (
	"math"
	"slices"

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
	if !d.hiding && d.Facts.Records.Held() >= tellExtent && d.farOut(n.Region) {
		return 0
	}
	doubt := doubtKept
	if n.Parent != nil && n.Parent != d.Root && n.Parent.doubt > 0 {
		doubt *= n.Parent.doubt
	}
	if !d.hiding && d.Facts.Records.Held() > 0 {
		doubt *= doubtFirst / doubtKept
	}
	k, _ := d.reached()
	if n.Parent != nil && n.Parent != d.Root && !math.IsInf(n.Size, 1) {
		doubt *= overflowOdds(n.Size, k)
	}
	if doubt < doubtLeast {
		return 0
	}
	return doubt
}

// farOut reports whether a region lies beyond all quantities that records held show.
func (d *Drilldown) farOut(r space.Region) bool {
	return slices.ContainsFunc(r, func(b space.Bounds) bool {
		if b.Value >= 0 {
			return false
		}
		least, greatest, known := d.extent(b.Dim)
		return known && (b.Top < least || b.Low > greatest)
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
func (d *Drilldown) holdsInside(r space.Region) bool {
	n := 0
	for i := range d.Facts.Records.Held() {
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
	switch q := n.Question; q.Status {
	case querygen.Refused:
		d.refused++
		d.cutSince++
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
		if n.doubt > doubtFirst {
			d.cutSince++
		}
	case querygen.Answered:
		d.vain = 0
		if m := float64(max(q.Total, len(q.Rows))); m > d.greatest && n != d.Root && !q.Capped {
			d.cutSince *= math.Pow(d.greatest/m, 8)
			d.greatest = m
		}
		d.found(n)
	}
}

// found holds the records of c's answer against the empty ones.
func (d *Drilldown) found(c *Node) {
	first := d.fruitless
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
	if first && c != d.Root && len(d.Root.used) > 0 {
		d.restart(c)
	}
}

// restart divides the root anew, now that a record tells where to cut. What was
// asked before is known; only c is kept, to be read to its end.
func (d *Drilldown) restart(c *Node) {
	c.Parent = nil
	d.nodes = map[string]*Node{c.Question.Query.Key(): c}
	if q := d.Root.Question; q != nil {
		d.nodes[q.Query.Key()] = d.Root
	}
	d.Root.Split, d.Root.used, d.Root.lack, d.Root.parts = nil, nil, 0, []*Node{c}
	d.agenda, d.empties = d.agenda[:0], nil
	d.push(d.Root)
}

// supposedLimit is what is known of the limit of a site that shows nothing of an
// answer that exceeds it: the greatest one that it did show, and the more above
// it the fewer it cut since.
func (d *Drilldown) supposedLimit() (float64, bool) {
	if d.refused == 0 && !d.hiding || d.greatest == 0 {
		return 0, false
	}
	return d.greatest * (1 + 0.5/(1+d.cutSince)), true
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
