package querygen

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
	"strings"
)

// drilldown divides what one answer cannot show until each part fits under the
// result limit: by pairs of bounds cut at quantiles (after rank-shrink) and by
// menus (after lazy-slice-cover), both of C. Sheng et al.: Optimal algorithms
// for crawling a hidden database in the web. PVLDB 5(11), 2012. It differs from
// them where requests are pages, not questions: the dimension is chosen anew
// for each part by the pages that it is expected to waste; totals that a site
// shows spare questions; and every page of every answer competes with every
// part that was not asked yet.
type drilldown struct {
	f       *facts
	dims    []*dimension
	root    *node
	nodes   map[string]*node // by the key of their question
	ended   []*node          // whose answers were read to the end
	agenda  agenda
	limit   int // result limit that the agenda was made by
	useless int // dimensions then

	adopted, revisited int // answers; and those that had come when nothing was left to do

	hiding    bool    // an empty answer was seen to hide records
	fruitless bool    // no question brought a record yet
	vain      int     // empty answers since the last one that was not
	refused   int     // answers
	greatest  float64 // answer that was shown
	cutSince  float64 // answers that were not, for their size, since
	cover     cover
	empties   []*node // whose answers were empty, and were doubted or may be
	alike     alike
}

// node is a part of the records and the question for it.
type node struct {
	region region
	parent *node
	q      *question // nil until answered
	size   float64   // records in it, known or supposed
	exact  bool      // size was shown, or follows from totals shown
	split  *division // nil while undivided
	parts  []*node   // of the divisions that ended
	used   []int     // dimensions of divisions that ended
	whole  bool      // the last of them divided all of it into parts
	spares []*node   // that had brought other parts already
	lack   float64   // records that the last of them did not bring
	doubt  float64   // how likely an empty answer hides records

	version   int // of its entry in the agenda
	ended     bool
	revisited int // divisions that had ended when it was looked at for records that they lack
}

func newDrilldown(f *facts) *drilldown {
	d := &drilldown{f: f, dims: dimensionsOf(&f.si), nodes: map[string]*node{}, fruitless: true}
	dims := slices.Clone(d.dims)
	for i := range f.si.lone {
		f.si.lone[i].dim = len(dims)
		dims = append(dims, &dimension{span: f.si.lone[i].span})
	}
	if len(dims) > 0 {
		f.traits = newTraits(dims, func(name, value string) string { return spoken(f.si.form, name, value) })
	}
	d.root = &node{size: math.Inf(1)}
	d.useless = d.unusable()
	return d
}

// query returns the question for a region.
func (d *drilldown) query(r region) Query {
	return Query{Form: d.f.si.form.ID, Bind: d.f.si.bind(d.pairsOf(r)...), Strategy: "drilldown", Expected: -1}
}

func (d *drilldown) propose() (proposal, bool) {
	if len(d.dims) == 0 {
		return proposal{}, false
	}
	d.tryAlike(alikeAtOnce)
	d.refresh()
	for len(d.agenda) > 0 || d.revisit() || d.tryAlike(1) {
		e := d.agenda[0]
		if e.version != e.node.version {
			heap.Pop(&d.agenda)
			continue
		}
		n := e.node
		step, rate := d.next(n)
		if rate != e.rate { // others have changed what it promises
			heap.Pop(&d.agenda)
			d.push(n)
			continue
		}
		switch step {
		case ask:
			q := d.query(n.region)
			if d.preset(n.region) {
				q = d.f.listing.query // which shows the same
			}
			d.nodes[q.Key()] = n // also of one that was asked for another reason: its other pages are n's
			if have := d.f.byKey[q.Key()]; have != nil {
				d.adopt(n, have)
				continue
			}
			q.Why, q.Expected = d.whyAsk(n), min(n.size, float64(d.f.rowsAPage()))
			if math.IsInf(n.size, 1) {
				q.Expected = -1
			}
			return proposal{Ask{q, 1}, rate}, true
		case read:
			return proposal{n.q.nextPage(), rate}, true
		case divide:
			d.divide(n)
			d.push(n)
		case descend:
			d.descend(n)
		default:
			heap.Pop(&d.agenda)
		}
	}
	return proposal{}, false
}

func (d *drilldown) whyAsk(n *node) string {
	why := "part of the records with " + d.spoken(n.region)
	switch {
	case n.exact:
		why += fmt.Sprintf(": %.0f of them, by the totals of the others", n.size)
	case !math.IsInf(n.size, 1):
		why += fmt.Sprintf(": about %.0f, by the records held", n.size)
	}
	return why
}

// preset reports whether the form as served has the values of r, and was
// answered.
func (d *drilldown) preset(r region) bool {
	if q := d.f.listing; q == nil || q.status != Answered {
		return false
	}
	for i, dim := range d.dims {
		b := r.on(i)
		switch {
		case dim.menu == nil || !dim.menu.preset:
			if b != open(i) {
				return false
			}
		case b.value < 0 || dim.menu.values[b.value] != presetValue(dim.menu.field):
			return false
		}
	}
	return d.f.restricted()
}

// unusable counts the dimensions that do not divide, as far as is known now.
func (d *drilldown) unusable() int {
	n := 0
	for _, dim := range d.dims {
		dim.useless = dim.useless || dim.menu != nil && d.f.si.presents(dim.menu)
		if dim.useless || dim.span != nil && !dim.span.known() {
			n++
		}
	}
	return n
}

// refresh makes the agenda anew when what all entries depend on has changed.
func (d *drilldown) refresh() {
	useless := d.unusable()
	if k := d.f.limit(); k == d.limit && useless == d.useless && d.root.version > 0 {
		return
	} else {
		d.limit, d.useless = k, useless
	}
	d.agenda = d.agenda[:0]
	var visit func(n *node)
	visit = func(n *node) {
		if s := n.split; s != nil && s.waiting != nil && s.waiting.q != nil && d.settled(s.waiting) {
			d.answered(n, s.waiting)
		}
		d.push(n)
		if n.split != nil {
			for _, c := range n.split.children {
				visit(c)
			}
		}
		for _, c := range n.parts {
			visit(c)
		}
	}
	visit(d.root)
}

// observe folds the answer to a question in.
func (d *drilldown) observe(q *question) {
	if len(d.dims) == 0 {
		return
	}
	n := d.nodes[q.query.Key()]
	if n == nil && q.repeats != nil {
		n = d.nodes[q.repeats.query.Key()]
	}
	if q == d.f.listing && !d.f.restricted() {
		n = d.root
	}
	if n != nil {
		d.adopt(n, q)
	}
}

// adopt takes q for the answer to n.
func (d *drilldown) adopt(n *node, q *question) {
	first := n.q == nil
	n.q = q
	d.adopted++
	if q.stuck {
		if q.failures >= d.f.tries() && n.parent != nil && n.parent.split != nil {
			d.answered(n.parent, n) // the others need not wait for ever
			d.push(n.parent)
		}
		return
	}
	if first {
		d.offer(n.region, q.offers)
	}
	if q.status == Answered && (first || q.lastRows > 0) {
		d.f.traits.learn(q.latest, n.region)
	}
	before, was := n.size, n.exact
	if first {
		d.note(n)
	}
	if q.status == Refused || n.doubt > 0 {
		k, _ := d.reached()
		n.size, n.exact = math.Max(n.size, overflowing*k), false
	} else if m := d.f.matches(q); m >= 0 {
		n.size, n.exact = float64(m), true
	} else if n.exact = false; math.IsInf(n.size, 1) || n.size < float64(len(q.rows)) {
		n.size = float64(len(q.rows) + d.f.rowsAPage())
		if n == d.root {
			n.size = math.Inf(1)
		}
	}
	if n == d.root && (q.status != Answered || q.total < 0) || d.suspect(n) {
		// It says nothing of what is there, or ended where others did.
		n.exact = false
		if n.size = math.Max(before, 2*float64(len(q.rows))); n == d.root {
			n.size = math.Inf(1)
		}
	}
	if n.parent != nil && n.parent.split != nil {
		if d.settled(n) {
			d.answered(n.parent, n)
		}
		if was && n.exact && before != n.size && first {
			d.dims[n.parent.split.dim].overlaps = true // its totals do not add up
		}
		d.push(n.parent)
	}
	if first {
		d.compare(n)
	}
	d.finish(n)
	d.push(n)
}

// finish keeps n where its answer has shown all of its region.
func (d *drilldown) finish(n *node) {
	if !n.ended && d.whole(n) {
		n.ended = true
		d.ended = append(d.ended, n)
	}
}

// whole reports whether n's answer has shown all of its region, or that
// nothing is there.
func (d *drilldown) whole(n *node) bool {
	q := n.q
	if n == d.root && (q.total < 0 || q.status != Answered) {
		return false // a list without a total may be cut, or ask for a choice first
	}
	return q.status == Empty && n.doubt == 0 || q.status == Answered && !q.more && !q.short() && !d.overflows(n) && !d.doubted(q)
}

// held returns a node whose answer has shown all of a region already.
func (d *drilldown) held(r region) *node {
	for _, n := range d.ended {
		if r.within(n.region) && d.whole(n) {
			return n
		}
	}
	return nil
}

// step is what can be done next about a node.
type step uint8

const (
	nothing step = iota
	ask          // its first page
	read         // its next page
	divide       // choose how
	descend      // the next part of its division
)

// next returns what to do about n, and the new records expected for each request of it.
// What tells how long answers are comes first.
func (d *drilldown) next(n *node) (step, float64) {
	s, rate := d.nextOf(n)
	if t := d.alike.trial; s != nothing && t != nil && (n == t || n.parent == t) {
		rate = math.Inf(1)
	}
	return s, rate
}

func (d *drilldown) nextOf(n *node) (step, float64) {
	q, p := n.q, float64(d.f.rowsAPage())
	switch {
	case q == nil && n != d.root && n.split == nil && (!d.overflows(n) || len(d.choices(n)) == 0): // what cannot be divided shows a part at least
		rate := d.rate(n.size)
		if n.parent != nil && n.parent.doubt > 0 {
			rate *= n.parent.certainty()
		}
		return ask, rate
	case q != nil && q.stuck && q.pages == 0, q != nil && q.status == Empty && n.doubt == 0 && n != d.root:
		return nothing, 0
	case n.split != nil:
		size, ok := d.part(n)
		if !ok {
			return nothing, 0 // waits for a child
		}
		return descend, d.rate(size) * n.certainty()
	case d.readable(n):
		rate := p
		if q.total >= 0 && !q.capped {
			rate = clamp(float64(q.total-len(q.rows)), 0.1, p)
		}
		if q.dry > 0 {
			rate *= q.late
		}
		// Small answers first: the one that turns out to be cut wastes least.
		return read, rate * (1 - min(n.size, 1e6)/1e9)
	case n == d.root && len(n.used) == 0 && (q == nil || q.status != Answered || q.total < 0 && !q.more), len(n.used) == 0 && d.overflows(n), n.lack > 0:
		if len(d.choices(n)) == 0 {
			return nothing, 0
		}
		gain := 1.0
		if math.IsInf(n.size, 1) {
			gain = 1
		} else if n.lack > 0 {
			gain = n.lack / math.Max(n.size, 1)
		} else if q != nil && !q.more && n.exact {
			gain = (n.size - float64(len(q.rows))) / math.Max(n.size, 1)
		}
		return divide, d.rate(n.size) * gain * n.certainty()
	}
	return nothing, 0
}

// certainty weighs what n promises: doubtful parts wait for those that are known
// to have records, since these may tell what is in them.
func (n *node) certainty() float64 {
	if n.doubt > 0 {
		return n.doubt
	}
	return 1
}

// rate is the records for each request that reading a part of this size gives,
// its division included.
func (d *drilldown) rate(size float64) float64 {
	k, _ := d.reached()
	p := float64(d.f.rowsAPage())
	switch {
	case math.IsInf(size, 1):
		return p
	case size <= 0:
		return 0
	}
	return size / (d.waste(size, k, p, 1) + size/p)
}

func (d *drilldown) why() string {
	if len(d.dims) == 0 {
		return "the form has neither a menu nor a pair of bounds that filters"
	}
	var out []string
	if n := d.doubtful(); n > 0 {
		out = append(out, fmt.Sprintf("the site shows nothing where a question matches too much, so %d parts without an answer may have records that are not held", n))
	}
	if _, _, why := d.beyond(); why != "" {
		out = append(out, why)
	} else if why := d.inDoubt(); why != "" {
		out = append(out, why)
	}
	if len(out) > 0 {
		return strings.Join(out, "; ")
	}
	return "all parts into which the form divides its records were read"
}
