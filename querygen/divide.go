package querygen

import (
	"math"
	"slices"
)

// division is a node divided along one dimension.
type division struct {
	dim      int
	values   []int     // of the menu: not asked yet
	shares   []float64 // of n's records, by value of the menu
	sample   []float64 // of n's quantities, ascending
	rest     bounds    // of a pair of bounds: not asked yet, above what was
	ended    bool      // nothing of rest is left
	left     float64   // records that remain for values or rest
	exact    bool      // left follows from totals shown
	children []*node
	waiting  *node // child whose answer must come first

	missing        float64 // share of n's records expected to lack the value
	spared         float64 // records in parts that were known from other divisions
	tried          int     // parts along bounds that were answered,
	meant, brought float64 // the records that they were meant to have, and had
}

const (
	smoothing  = 2     // weight of all records' shares among those in a node
	recent     = 30000 // records that shares are counted in, the latest
	filling    = 0.9   // of the limit that a part is meant to have
	emptiness  = 0.5   // pages that the last page of an answer wastes on average
	menuWaste  = 5.0   // pages per limit that dividing by menus is expected to waste
	menuDepth  = 1.0   // and again for each time that it doubles
	rangeWaste = 0.7   // pages per limit that cutting ranges wastes
)

// choices lists the dimensions by which n can be divided. Menus that show a
// part only where nobody touches them come first: all other questions would
// stay in that part.
func (d *drilldown) choices(n *node) []int {
	var out []int
	for i, dim := range d.dims {
		if dim.menu != nil && dim.menu.preset && !dim.useless && n.region.on(i).value < 0 && !slices.Contains(n.used, i) {
			out = append(out, i)
		}
	}
	if out != nil {
		return out
	}
	for i, dim := range d.dims {
		if dim.useless || slices.Contains(n.used, i) {
			continue
		}
		b := n.region.on(i)
		if dim.menu != nil {
			if b.value < 0 && d.chooseable(n.region, i) {
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
func (d *drilldown) waste(size, k, p, depth float64) float64 {
	if size <= k {
		// A part expected to have less than a record may be empty, which is
		// known without a question when its siblings add up.
		nonEmpty := 1 - math.Exp(-size)
		return math.Max(0, nonEmpty*math.Max(1, size/p+emptiness)-size/p)
	}
	return 1 + depth*size/k*(menuWaste+menuDepth*math.Log2(size/k))
}

// divide divides n along the dimension that is expected to waste the fewest pages.
func (d *drilldown) divide(n *node) {
	n.split, _ = d.cheapest(n)
	n.lack = 0
	if s := n.split; d.dims[s.dim].menu != nil {
		never := d.impossible(n.region, s.dim)
		s.values = slices.DeleteFunc(s.values, func(v int) bool { return never[v] })
	}
}

// cheapest returns the division of n that is expected to waste the fewest
// pages, and how many; nil where there is none.
func (d *drilldown) cheapest(n *node) (best *division, least float64) {
	k, _ := d.reached()
	p := float64(d.f.rowsAPage())
	size := n.size
	if math.IsInf(size, 1) {
		size = d.guess()
	}
	least = math.Inf(1)
	sample := d.sample(n.region)
	for _, i := range d.choices(n) {
		waste := 0.0
		s := &division{dim: i, left: n.size, exact: n.exact && !d.dims[i].overlaps, rest: n.region.on(i), missing: d.missing(sample, i)}
		with := size * (1 - s.missing)
		if m := d.dims[i].menu; m != nil {
			s.shares = d.shares(sample, i)
			for v, share := range s.shares {
				if !d.possible(n.region, i, v) {
					continue
				}
				s.values = append(s.values, v)
				waste += d.waste(with*share, k, p, 1)
			}
			if d.dims[i].overlaps {
				waste += size / p
			}
		} else {
			s.sample = d.quantities(sample, s.rest)
			waste = d.rangeWaste(s.sample, with, k, p)
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
func (d *drilldown) rangeWaste(values []float64, size, k, p float64) float64 {
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
			if m := size * float64(run) / float64(len(values)+smoothing); m > k && run > 1 {
				waste += d.waste(m, k, p, 1)
			}
			run = 0
		}
	}
	return waste
}

// part returns the expected size of the next part of n's division.
func (d *drilldown) part(n *node) (float64, bool) {
	s := n.split
	if s.waiting != nil {
		return 0, false
	}
	if d.dims[s.dim].menu == nil {
		return s.promised(), true
	}
	if len(s.values) == 0 || s.exact && s.left <= 0 {
		return 0, true
	}
	_, size := d.likeliest(n)
	return size, true
}

// likeliest returns the value of n's division that most of the records left
// are expected to have, as an index of values.
func (d *drilldown) likeliest(n *node) (int, float64) {
	s := n.split
	shares := s.shares
	best, sum := 0, 0.0
	for i, v := range s.values {
		sum += shares[v]
		if shares[v] > shares[s.values[best]] {
			best = i
		}
	}
	left := s.left
	if math.IsInf(left, 1) {
		left = d.guess()
	}
	return best, left * shares[s.values[best]] / math.Max(sum, 1e-9)
}

// guess is how many records there are where nothing tells.
func (d *drilldown) guess() float64 {
	k, _ := d.reached()
	return math.Max(blindSize*k, 2*float64(d.f.records.held()))
}

// descend makes the child for the next part of n's division, or ends it.
func (d *drilldown) descend(n *node) {
	s := n.split
	dim := d.dims[s.dim]
	if dim.overlaps || dim.useless {
		s.exact = false
	}
	if dim.useless || s.exact && s.left <= 0 || dim.menu != nil && len(s.values) == 0 || dim.menu == nil && s.ended {
		d.end(n)
		return
	}
	c := &node{parent: n}
	if dim.menu != nil {
		i, size := d.likeliest(n)
		b := open(s.dim)
		b.value = s.values[i]
		c.region, c.size, c.exact = n.region.with(b), size, s.exact && len(s.values) == 1
		if c.exact {
			c.size = s.left
		}
		s.values = slices.Delete(s.values, i, i+1)
	} else if !d.cutNext(n, c) {
		d.end(n)
		return
	}
	if have := d.held(c.region); have != nil {
		// Nothing new is there; what is left of n is an upper bound now.
		s.exact = false
		s.spared += d.sparedIn(have, c.region)
		n.spares = append(n.spares, have)
		d.push(n)
		return
	}
	s.children = append(s.children, c)
	if c.exact && d.overflows(c) {
		s.left -= c.size
	} else {
		s.waiting = c
	}
	d.push(n)
	d.push(c)
}

// answered subtracts a child's records from those left.
func (d *drilldown) answered(n, c *node) {
	s := n.split
	if s.waiting != c {
		return
	}
	s.waiting = nil
	s.left -= c.size
	s.tried, s.brought = s.tried+1, s.brought+c.size
	if !c.exact {
		s.exact = false
	}
	if !s.exact {
		s.left = math.Max(s.left, 0.5*float64(len(s.values)))
		if left, ok := d.remainder(n); ok {
			s.left = left
		} else if d.overflows(n) && n != d.root {
			s.left = math.Max(s.left, d.beyondLimit(n))
		}
	}
	d.judge(n)
}

// settled reports whether it is known how much an answered part of a division
// holds, as far as it can be known. A menu's first parts are not waited for, so
// that one that does not filter is noticed soon.
func (d *drilldown) settled(c *node) bool {
	s := c.parent.split
	return c.exact || d.dims[s.dim].menu != nil && len(s.children) <= 3 || !d.readable(c)
}

// remainder supposes how many records are left of n, of which no total is
// known: the parts that were read have so many, and so large a share of the
// rows that n's own answer showed lies in them.
func (d *drilldown) remainder(n *node) (float64, bool) {
	s, q := n.split, n.q
	if n == d.root {
		q = d.f.listing
	}
	if q == nil || q.status != Answered {
		return 0, false
	}
	k, _ := d.reached()
	sum := 0.0
	done := make(map[int]bool, len(s.children))
	top := math.Inf(-1)
	for _, c := range s.children {
		sum += c.size
		if !c.exact && d.overflows(c) {
			sum += math.Max(0, 1.5*k-c.size)
		}
		b := c.region.on(s.dim)
		done[b.value], top = true, math.Max(top, b.top)
	}
	in, out := 0.0, 0.0
	for _, r := range q.rows {
		v, ok := d.f.traits.value(r, s.dim)
		switch {
		case !ok:
		case d.dims[s.dim].menu != nil && done[int(v)], d.dims[s.dim].menu == nil && v <= top:
			in++
		default:
			out++
		}
	}
	return sum * (out + 0.5) / in, in >= 5 && sum > 0
}

// judge drops a menu whose values all bring what n's own answer, or each
// other's, brought.
func (d *drilldown) judge(n *node) {
	s := n.split
	dim := d.dims[s.dim]
	if dim.menu == nil || len(s.children) < min(3, len(dim.menu.values)) {
		return
	}
	distinct, same, answers := map[digest]bool{}, 0, 0
	for _, c := range s.children {
		if c.q == nil || c.q.status != Answered {
			continue
		}
		answers++
		distinct[c.q.first] = true
		if n.q != nil && n.q.status == Answered && c.q.first == n.q.first && c.q.total == n.q.total {
			same++
		}
	}
	if answers >= 2 && (len(distinct) == 1 || same == answers) {
		dim.useless = true
	}
}

// end closes n's division. What the total of n has beyond its parts is left to
// another dimension.
func (d *drilldown) end(n *node) {
	s := n.split
	n.used = append(n.used, s.dim)
	sum, sure := s.spared, n.exact
	for _, c := range s.children {
		sum += c.size
		sure = sure && c.exact
	}
	n.lack = 0
	if sure {
		if n.size-sum > math.Max(0.5, lackLeast*n.size) {
			n.lack = n.size - sum
		}
		dim := d.dims[s.dim]
		dim.lacking, dim.brought = dim.lacking+math.Max(0, n.size-sum), dim.brought+math.Min(sum, n.size)
	}
	if len(s.children) == 0 && len(n.spares) == 0 || d.dims[s.dim].useless {
		n.lack = n.size
	}
	if n == d.root && d.fruitless {
		n.lack = n.size // another dimension may tell more
	}
	n.whole = len(n.spares) == 0 && n.lack == 0 && len(s.children) > 0
	n.parts = append(n.parts, s.children...)
	n.split = nil
	d.judgeAlike(n)
	d.push(n)
}
