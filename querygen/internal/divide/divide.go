package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Division is a node divided along one dimension.
type Division struct {
	Dim      int
	Values   []int        // of the menu: not asked yet
	shares   []float64    // of n's records, by value of the menu
	Sample   []float64    // of n's quantities, ascending
	Rest     space.Bounds // of a pair of bounds: not asked yet, above what was
	ended    bool         // nothing of rest is left
	left     float64      // records that remain for values or rest
	exact    bool         // left follows from totals shown
	children []*Node
	waiting  *Node // child whose answer must come first

	missing        float64 // share of n's records expected to lack the value
	spared         float64 // records in parts that were known from other divisions
	tried          int     // parts along bounds that were answered,
	meant, brought float64 // the records that they were meant to have, and had
}

const (
	filling    = 0.9 // of the limit that a part is meant to have
	emptiness  = 0.5 // pages that the last page of an answer wastes on average
	menuWaste  = 5.0 // pages per limit that dividing by menus is expected to waste
	menuDepth  = 1.0 // and again for each time that it doubles
	rangeWaste = 0.7 // pages per limit that cutting ranges wastes
	unsampled  = 2   // records that a sample is taken to lack
)

// Choices lists the dimensions by which n can be divided. Menus that show a
// part only where nobody touches them come first: all other questions would
// stay in that part.
func (d *Drilldown) Choices(n *Node) []int {
	var out []int
	for i, dim := range d.Dims {
		if dim.Menu != nil && dim.Menu.Preset && !dim.Useless && n.Region.On(i).Value < 0 && !slices.Contains(n.used, i) {
			out = append(out, i)
		}
	}
	if out != nil {
		return out
	}
	for i, dim := range d.Dims {
		if dim.Useless || slices.Contains(n.used, i) {
			continue
		}
		b := n.Region.On(i)
		if dim.Menu != nil {
			if b.Value < 0 && d.chooseable(n.Region, i) {
				out = append(out, i)
			}
		} else if d.cuttable(i, b) {
			out = append(out, i)
		}
	}
	return out
}

// waste is the pages beyond size/p that reading a part is expected to cost.
// depth scales what dividing it costs: 1 for menus.
func (d *Drilldown) waste(size, k, p, depth float64) float64 {
	if size <= k {
		// A part expected to have less than a record may be empty, which is
		// known without a question when its siblings add up.
		nonEmpty := 1 - math.Exp(-size)
		return math.Max(0, nonEmpty*math.Max(1, size/p+emptiness)-size/p)
	}
	return 1 + depth*size/k*(menuWaste+menuDepth*math.Log2(size/k))
}

// divide divides n along the dimension that is expected to waste the fewest pages.
func (d *Drilldown) divide(n *Node) {
	n.Split, _ = d.Cheapest(n)
	n.lack = 0
	if s := n.Split; d.Dims[s.Dim].Menu != nil {
		never := d.Facts.Traits.Impossible(n.Region, s.Dim)
		s.Values = slices.DeleteFunc(s.Values, func(v int) bool { return never[v] })
	}
}

// Cheapest returns the division of n that is expected to waste the fewest
// pages, and how many; nil where there is none.
func (d *Drilldown) Cheapest(n *Node) (best *Division, least float64) {
	k, _ := d.reached()
	p := float64(d.Facts.RowsAPage())
	size := n.Size
	if math.IsInf(size, 1) {
		size = d.Guess()
	}
	least = math.Inf(1)
	sample := d.Facts.Traits.Within(d.Facts.Traits.Latest(), n.Region)
	for _, i := range d.Choices(n) {
		waste := 0.0
		s := &Division{Dim: i, left: n.Size, exact: n.exact && !d.Dims[i].Overlaps, Rest: n.Region.On(i), missing: d.missing(sample, i)}
		with := size * (1 - s.missing)
		if m := d.Dims[i].Menu; m != nil {
			s.shares = d.Facts.Traits.Shares(sample, i)
			for v, share := range s.shares {
				if !d.possible(n.Region, i, v) {
					continue
				}
				s.Values = append(s.Values, v)
				waste += d.waste(with*share, k, p, 1)
			}
			if d.Dims[i].Overlaps {
				waste += size / p
			}
		} else {
			s.Sample = d.Facts.Traits.Quantities(sample, s.Rest)
			waste = d.rangeWaste(s.Sample, with, k, p)
		}
		waste += d.missingWaste(s.missing, size, k, p)
		if best == nil || waste < least {
			best, least = s, waste
		}
	}
	return best, least
}

// rangeWaste is the waste of cutting a part along a pair of bounds. Single
// values that alone exceed the limit must be divided otherwise.
func (d *Drilldown) rangeWaste(values []float64, size, k, p float64) float64 {
	waste := size / (filling * k) * rangeWaste
	if len(values) == 0 {
		return 2 * waste // cut blindly
	}
	// Cuts can only fall between two values: the fewer there are, the farther
	// off the mark. A sample shows at most as many as it has records.
	distinct := float64(len(slices.Compact(slices.Clone(values))))
	waste *= 1 + size/k/(2*distinct)
	run := 0
	for i, v := range values {
		if run++; i == len(values)-1 || values[i+1] != v {
			if m := size * float64(run) / float64(len(values)+unsampled); m > k && run > 1 {
				waste += d.waste(m, k, p, 1)
			}
			run = 0
		}
	}
	return waste
}

// part returns the expected size of the next part of n's division.
func (d *Drilldown) part(n *Node) (float64, bool) {
	s := n.Split
	if s.waiting != nil {
		return 0, false
	}
	if d.Dims[s.Dim].Menu == nil {
		return s.promised(), true
	}
	if len(s.Values) == 0 || s.exact && s.left <= 0 {
		return 0, true
	}
	_, size := d.likeliest(n)
	return size, true
}

// likeliest returns the value of n's division that most of the records left
// are expected to have, as an index of values.
func (d *Drilldown) likeliest(n *Node) (int, float64) {
	s := n.Split
	shares := s.shares
	best, sum := 0, 0.0
	for i, v := range s.Values {
		sum += shares[v]
		if shares[v] > shares[s.Values[best]] {
			best = i
		}
	}
	left := s.left
	if math.IsInf(left, 1) {
		left = d.Guess()
	}
	return best, left * shares[s.Values[best]] / math.Max(sum, 1e-9)
}

// Guess is how many records there are where nothing tells.
func (d *Drilldown) Guess() float64 {
	k, _ := d.reached()
	return math.Max(blindSize*k, 2*float64(d.Facts.Records.Held()))
}

// descend makes the child for the next part of n's division, or ends it.
func (d *Drilldown) descend(n *Node) {
	s := n.Split
	dim := d.Dims[s.Dim]
	if dim.Overlaps || dim.Useless {
		s.exact = false
	}
	if dim.Useless || s.exact && s.left <= 0 || dim.Menu != nil && len(s.Values) == 0 || dim.Menu == nil && s.ended {
		d.end(n)
		return
	}
	c := &Node{Parent: n}
	if dim.Menu != nil {
		i, size := d.likeliest(n)
		b := space.Open(s.Dim)
		b.Value = s.Values[i]
		c.Region, c.Size, c.exact = n.Region.With(b), size, s.exact && len(s.Values) == 1
		if c.exact {
			c.Size = s.left
		}
		s.Values = slices.Delete(s.Values, i, i+1)
	} else if !d.cutNext(n, c) {
		d.end(n)
		return
	}
	if have := d.held(c.Region); have != nil {
		// Nothing new is there; what is left of n is an upper bound now.
		s.exact = false
		s.spared += d.sparedIn(have, c.Region)
		n.spares = append(n.spares, have)
		d.push(n)
		return
	}
	s.children = append(s.children, c)
	if c.exact && d.overflows(c) {
		s.left -= c.Size
	} else {
		s.waiting = c
	}
	d.push(n)
	d.push(c)
}

// answered subtracts a child's records from those left.
func (d *Drilldown) answered(n, c *Node) {
	s := n.Split
	if s.waiting != c {
		return
	}
	s.waiting = nil
	s.left -= c.Size
	s.tried, s.brought = s.tried+1, s.brought+c.Size
	if !c.exact {
		s.exact = false
	}
	if !s.exact {
		s.left = math.Max(s.left, 0.5*float64(len(s.Values)))
		if left, ok := d.remainder(n); ok {
			s.left = left
		} else if d.overflows(n) && n != d.Root {
			s.left = math.Max(s.left, d.beyondLimit(n))
		}
	}
	d.judge(n)
}

// settled reports whether it is known how much an answered part of a division
// holds, as far as it can be known. A menu's first parts are not waited for, so
// that one that does not filter is noticed soon.
func (d *Drilldown) settled(c *Node) bool {
	s := c.Parent.Split
	return c.exact || d.Dims[s.Dim].Menu != nil && len(s.children) <= 3 || !d.readable(c)
}

// remainder supposes how many records are left of n, of which no total is
// known: the parts that were read have so many, and so large a share of the
// rows that n's own answer showed lies in them.
func (d *Drilldown) remainder(n *Node) (float64, bool) {
	s, q := n.Split, n.Question
	if n == d.Root {
		q = d.Facts.Listing
	}
	if q == nil || q.Status != querygen.Answered {
		return 0, false
	}
	k, _ := d.reached()
	sum := 0.0
	done := make(map[int]bool, len(s.children))
	top := math.Inf(-1)
	for _, c := range s.children {
		sum += c.Size
		if !c.exact && d.overflows(c) {
			sum += math.Max(0, 1.5*k-c.Size)
		}
		b := c.Region.On(s.Dim)
		done[b.Value], top = true, math.Max(top, b.Top)
	}
	in, out := 0.0, 0.0
	for _, r := range q.Rows {
		v, ok := d.Facts.Traits.Value(r, s.Dim)
		switch {
		case !ok:
		case d.Dims[s.Dim].Menu != nil && done[int(v)], d.Dims[s.Dim].Menu == nil && v <= top:
			in++
		default:
			out++
		}
	}
	return sum * (out + 0.5) / in, in >= 5 && sum > 0
}

// judge drops a menu whose values all bring what n's own answer, or each
// other's, brought.
func (d *Drilldown) judge(n *Node) {
	s := n.Split
	dim := d.Dims[s.Dim]
	if dim.Menu == nil || len(s.children) < min(3, len(dim.Menu.Values)) {
		return
	}
	distinct, same, answers := map[text.Digest]bool{}, 0, 0
	for _, c := range s.children {
		if c.Question == nil || c.Question.Status != querygen.Answered {
			continue
		}
		answers++
		distinct[c.Question.First] = true
		if n.Question != nil && n.Question.Status == querygen.Answered && c.Question.First == n.Question.First && c.Question.Total == n.Question.Total {
			same++
		}
	}
	if answers >= 2 && (len(distinct) == 1 || same == answers) {
		dim.Useless = true
	}
}

// end closes n's division. What the total of n has beyond its parts is left to
// another dimension.
func (d *Drilldown) end(n *Node) {
	s := n.Split
	n.used = append(n.used, s.Dim)
	sum, sure := s.spared, n.exact
	for _, c := range s.children {
		sum += c.Size
		sure = sure && c.exact
	}
	n.lack = 0
	if sure {
		if n.Size-sum > math.Max(0.5, lackLeast*n.Size) {
			n.lack = n.Size - sum
		}
		dim := d.Dims[s.Dim]
		dim.Lacking, dim.Brought = dim.Lacking+math.Max(0, n.Size-sum), dim.Brought+math.Min(sum, n.Size)
	}
	if len(s.children) == 0 && len(n.spares) == 0 || d.Dims[s.Dim].Useless {
		n.lack = n.Size
	}
	if n == d.Root && d.fruitless {
		n.lack = n.Size // another dimension may tell more
	}
	n.whole = len(n.spares) == 0 && n.lack == 0 && len(s.children) > 0
	n.parts = append(n.parts, s.children...)
	n.Split = nil
	d.judgeAlike(n)
	d.push(n)
}
