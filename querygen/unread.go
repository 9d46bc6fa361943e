package querygen

import "math"

// unreadPart is a part of the records that was not read, or not to its end.
type unreadPart struct {
	region region
	size   float64  // supposed, in no particular unit
	shown  []uint32 // first rows of answers that were divided which lie in it
}

// fewShown is how many rows of an answer must lie in the parts of a division to
// tell how large these are.
const fewShown = 5

// unread returns how many records the parts have that were read whole, and the
// parts that were not. Together they are all records once, as far as the
// controls divide them. How large the parts of a division are is supposed by the
// first rows of the answer that was divided, which what was read since does not bias.
func (d *drilldown) unread() (known float64, open []unreadPart) {
	var visit func(n *node, size float64, shown []uint32)
	visit = func(n *node, size float64, shown []uint32) {
		s := n.split
		if n == d.root && d.f.listing != nil {
			shown = d.f.listing.rows
		} else if n.q != nil && len(n.q.rows) >= 2*fewShown {
			shown = n.q.rows
		}
		var nodes []*node
		var regions []region
		var supposed []float64
		add := func(n *node, r region, size float64) {
			if math.IsInf(size, 1) {
				size = d.guess()
			}
			nodes, regions, supposed = append(nodes, n), append(regions, r), append(supposed, max(size, 1))
		}
		switch {
		case n.q != nil && !n.q.stuck && d.whole(n):
			known += float64(len(n.q.rows))
			return
		case s != nil && len(n.used) == 0 && len(n.spares) == 0 && s.missing < missingPays && !d.dims[s.dim].useless:
			for _, c := range s.children {
				add(c, c.region, c.size)
			}
			left, sum := s.left, 0.0
			if math.IsInf(left, 1) {
				left = d.guess()
			}
			for _, v := range s.values {
				sum += s.shares[v]
			}
			for _, v := range s.values {
				b := bounds{dim: s.dim, value: v, low: math.Inf(-1), top: math.Inf(1)}
				share := 1 / float64(len(s.values)) // where nothing tells them apart
				if sum > 0 {
					share = s.shares[v] / sum
				}
				add(nil, n.region.with(b), left*share)
			}
			if d.dims[s.dim].menu == nil && !s.ended {
				add(nil, n.region.with(s.rest), left)
			}
		case s == nil && len(n.used) == 1 && n.whole:
			for _, c := range n.parts {
				add(c, c.region, c.size)
			}
		default:
			open = append(open, unreadPart{n.region, size, shown})
			return
		}
		sizes := d.parted(regions, shown)
		if sizes == nil {
			sizes = supposed
		}
		sum := 0.0
		for _, x := range sizes {
			sum += x
		}
		for i, c := range nodes {
			x := size * sizes[i] / sum
			if c == nil {
				open = append(open, unreadPart{regions[i], x, d.within(shown, regions[i])})
			} else {
				visit(c, x, d.within(shown, c.region))
			}
		}
	}
	visit(d.root, 1, nil)
	return known, open
}

// within returns the records among some that are known to lie in a region.
func (d *drilldown) within(records []uint32, r region) (out []uint32) {
	for _, x := range records {
		if d.inside(x, r) {
			out = append(out, x)
		}
	}
	return out
}

// parted supposes by some records how large regions are; nil where these tell too little.
func (d *drilldown) parted(regions []region, records []uint32) []float64 {
	sizes, n := make([]float64, len(regions)), 0
	for i, r := range regions {
		inside := len(d.within(records, r))
		sizes[i], n = float64(inside)+0.5, n+inside
	}
	if n < fewShown {
		return nil
	}
	return sizes
}

// readAll reports whether everything was read that the controls can ask for.
func (d *drilldown) readAll() bool {
	if len(d.agenda) > 0 || d.root.version == 0 || d.doubtful() > 0 || len(d.nodes) == 0 || d.inDoubt() != "" {
		return false
	}
	_, open := d.unread()
	return len(open) == 0
}

// cover is how many different records the parts have that were read whole, after so many
// answers.
type cover struct{ answers, records int }

// covered returns that.
func (d *drilldown) covered() int {
	if d.cover.answers != d.adopted {
		seen, n := make([]bool, d.f.records.held()), 0
		for _, part := range d.ended {
			if !d.whole(part) {
				continue
			}
			for _, r := range part.q.rows {
				if !seen[r] {
					seen[r] = true
					n++
				}
			}
		}
		d.cover = cover{d.adopted, n}
	}
	return d.cover.records
}

// proven returns the number of records where all parts were read to their end: what is
// held then is all there is. Where words can be asked, too, some must have been, and
// have brought nothing beside the parts, which may leave out records without a value.
func (d *drilldown) proven() (records int, ok bool) {
	if d == nil || len(d.dims) == 0 || !d.readAll() {
		return 0, false
	}
	held := d.f.records.held()
	if d.f.si.box != nil && (d.f.byWords < min(provenBy, held) || d.covered() < held) {
		return 0, false
	}
	return held, true
}
