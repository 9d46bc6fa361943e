package divide

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Drilldown divides what one answer cannot show until each part fits under the
// result limit: by pairs of bounds cut at quantiles (after rank-shrink) and by
// menus (after lazy-slice-cover), both of C. Sheng et al.: Optimal algorithms
// for crawling a hidden database in the web. PVLDB 5(11), 2012. It differs from
// them where requests are pages, not questions: the dimension is chosen anew
// for each part by the pages that it is expected to waste; totals that a site
// shows spare questions; and every page of every answer competes with every
// part that was not asked yet.
type Drilldown struct {
	Facts   *facts.Facts
	Dims    []*space.Dimension
	Root    *Node
	nodes   map[string]*Node // by the key of their question
	ended   []*Node          // whose answers were read to the end
	agenda  agenda
	limit   int // result limit that the agenda was made by
	useless int // dimensions then

	adopted, revisited int // answers; and those that had come when nothing was left to do

	hiding    bool // an empty answer was seen to hide records
	fruitless bool // no question brought a record yet
	vain      int  // empty answers since the last one that was not
	refused   int  // answers
	cover     cover
	empties   []*Node // whose answers were empty, and were doubted or may be
	alike     alike
}

// Node is a part of the records and the question for it.
type Node struct {
	Region   space.Region
	Parent   *Node
	Question *facts.Question // nil until answered
	Size     float64         // records in it, known or supposed
	exact    bool            // size was shown, or follows from totals shown
	Split    *Division       // nil while undivided
	parts    []*Node         // of the divisions that ended
	used     []int           // dimensions of divisions that ended
	whole    bool            // the last of them divided all of it into parts
	spares   []*Node         // that had brought other parts already
	lack     float64         // records that the last of them did not bring
	doubt    float64         // how likely an empty answer hides records

	version   int // of its entry in the agenda
	ended     bool
	taught    bool // its first answer was learned from
	revisited int  // divisions that had ended when it was looked at for records that they lack
}

func NewDrilldown(f *facts.Facts) *Drilldown {
	d := &Drilldown{Facts: f, Dims: space.DimensionsOf(&f.Space), nodes: map[string]*Node{}, fruitless: true}
	dims := slices.Clone(d.Dims)
	for i := range f.Space.Lone {
		f.Space.Lone[i].Dim = len(dims)
		dims = append(dims, &space.Dimension{Span: f.Space.Lone[i].Span})
	}
	if len(dims) > 0 {
		f.Traits = facts.NewTraits(dims, func(name, value string) string { return querygen.Spoken(f.Space.Form, name, value) })
	}
	d.Root = &Node{Size: math.Inf(1)}
	d.useless = d.unusable()
	return d
}

// Query returns the question for a region.
func (d *Drilldown) Query(r space.Region) querygen.Query {
	return querygen.Query{Form: d.Facts.Space.Form.ID, Bind: d.Facts.Space.Bind(d.pairsOf(r)...), Strategy: "drilldown", Expected: -1}
}

func (d *Drilldown) Propose() (facts.Proposal, bool) {
	if len(d.Dims) == 0 {
		return facts.Proposal{}, false
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
			q := d.Query(n.Region)
			if d.preset(n.Region) {
				q = d.Facts.Listing.Query // which shows the same
			}
			d.nodes[q.Key()] = n // also of one that was asked for another reason: its other pages are n's
			if have := d.Facts.ByKey[q.Key()]; have != nil {
				d.adopt(n, have)
				continue
			}
			q.Why, q.Expected = d.whyAsk(n), min(n.Size, float64(d.Facts.RowsAPage()))
			if math.IsInf(n.Size, 1) {
				q.Expected = -1
			}
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: rate}, true
		case read:
			return facts.Proposal{Ask: n.Question.NextPage(), Rate: rate}, true
		case divide:
			d.divide(n)
			d.push(n)
		case descend:
			d.descend(n)
		default:
			heap.Pop(&d.agenda)
		}
	}
	return facts.Proposal{}, false
}

func (d *Drilldown) whyAsk(n *Node) string {
	why := "part of the records with " + d.Spoken(n.Region)
	switch {
	case n.exact:
		why += fmt.Sprintf(": %.0f of them, by the totals of the others", n.Size)
	case !math.IsInf(n.Size, 1):
		why += fmt.Sprintf(": about %.0f, by the records held", n.Size)
	}
	return why
}

// preset reports whether the form as served has the values of r, and was
// answered.
func (d *Drilldown) preset(r space.Region) bool {
	if q := d.Facts.Listing; q == nil || q.Status != querygen.Answered {
		return false
	}
	for i, dim := range d.Dims {
		b := r.On(i)
		switch {
		case dim.Menu == nil || !dim.Menu.Preset:
			if b != space.Open(i) {
				return false
			}
		case b.Value < 0 || dim.Menu.Values[b.Value] != space.PresetValue(dim.Menu.Field):
			return false
		}
	}
	return d.Facts.Restricted()
}

// unusable counts the dimensions that do not divide, as far as is known now.
func (d *Drilldown) unusable() int {
	n := 0
	for _, dim := range d.Dims {
		dim.Useless = dim.Useless || dim.Menu != nil && (dim.Menu.Useless || d.Facts.Space.Presents(dim.Menu))
		if dim.Useless || dim.Span != nil && !dim.Span.Known() {
			n++
		}
	}
	return n
}

// refresh makes the agenda anew when what all entries depend on has changed.
func (d *Drilldown) refresh() {
	useless := d.unusable()
	if k := d.Facts.Regime().Limit; k == d.limit && useless == d.useless && d.Root.version > 0 {
		return
	} else {
		d.limit, d.useless = k, useless
	}
	d.agenda = d.agenda[:0]
	var visit func(n *Node)
	visit = func(n *Node) {
		if s := n.Split; s != nil && s.waiting != nil && s.waiting.Question != nil && d.settled(s.waiting) {
			d.answered(n, s.waiting)
		}
		d.push(n)
		if n.Split != nil {
			for _, c := range n.Split.children {
				visit(c)
			}
		}
		for _, c := range n.parts {
			visit(c)
		}
	}
	visit(d.Root)
}

// Observe folds the answer to a question in.
func (d *Drilldown) Observe(q *facts.Question) {
	if len(d.Dims) == 0 {
		return
	}
	n := d.nodes[q.Query.Key()]
	if n == nil && q.Repeats != nil {
		n = d.nodes[q.Repeats.Query.Key()]
	}
	if q == d.Facts.Listing && !d.Facts.Restricted() {
		n = d.Root
	}
	if n != nil {
		d.adopt(n, q)
	}
}

// adopt takes q for the answer to n.
func (d *Drilldown) adopt(n *Node, q *facts.Question) {
	n.Question = q
	d.adopted++
	if q.Stuck {
		if q.Failures >= d.Facts.Tries() && n.Parent != nil && n.Parent.Split != nil {
			d.answered(n.Parent, n) // the others need not wait for ever
			d.push(n.Parent)
		}
		return
	}
	first := !n.taught // what failed before teaches nothing
	n.taught = true
	if first {
		d.offer(n.Region, q.Offers)
	}
	if q.Status == querygen.Answered && (first || q.LastRows > 0) {
		d.Facts.Traits.Learn(q.Latest, n.Region)
	}
	before, was := n.Size, n.exact
	if first {
		d.note(n)
	}
	if q.Status == querygen.Refused || n.doubt > 0 {
		k, _ := d.reached()
		n.Size, n.exact = math.Max(n.Size, overflowing*k), false
	} else if m := d.Facts.Matches(q); m >= 0 {
		n.Size, n.exact = float64(m), true
	} else if n.exact = false; math.IsInf(n.Size, 1) || n.Size < float64(len(q.Rows)) {
		n.Size = float64(len(q.Rows) + d.Facts.RowsAPage())
		if n == d.Root {
			n.Size = math.Inf(1)
		}
	}
	if n == d.Root && (q.Status != querygen.Answered || q.Total < 0) || d.suspect(n) {
		// It says nothing of what is there, or ended where others did.
		n.exact = false
		if n.Size = math.Max(before, 2*float64(len(q.Rows))); n == d.Root {
			n.Size = math.Inf(1)
		}
	}
	if n.Parent != nil && n.Parent.Split != nil {
		if d.settled(n) {
			d.answered(n.Parent, n)
		}
		if was && n.exact && before != n.Size && first {
			d.Dims[n.Parent.Split.Dim].Overlaps = true // its totals do not add up
		}
		d.push(n.Parent)
	}
	if first {
		d.compare(n)
	}
	d.finish(n)
	d.push(n)
}

// finish keeps n where its answer has shown all of its region.
func (d *Drilldown) finish(n *Node) {
	if !n.ended && d.whole(n) {
		n.ended = true
		d.ended = append(d.ended, n)
	}
}

// whole reports whether n's answer has shown all of its region, or that
// nothing is there.
func (d *Drilldown) whole(n *Node) bool {
	q := n.Question
	if n == d.Root && (q.Total < 0 || q.Status != querygen.Answered) {
		return false // a list without a total may be cut, or ask for a choice first
	}
	return q.Status == querygen.Empty && n.doubt == 0 || q.Status == querygen.Answered && !q.More && !q.Short() && !d.overflows(n) && !d.Doubted(q)
}

// held returns a node whose answer has shown all of a region already.
func (d *Drilldown) held(r space.Region) *Node {
	for _, n := range d.ended {
		if r.Within(n.Region) && d.whole(n) {
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
func (d *Drilldown) next(n *Node) (step, float64) {
	s, rate := d.nextOf(n)
	if t := d.alike.trial; s != nothing && t != nil && (n == t || n.Parent == t) {
		rate = math.Inf(1)
	}
	return s, rate
}

func (d *Drilldown) nextOf(n *Node) (step, float64) {
	q, p := n.Question, float64(d.Facts.RowsAPage())
	switch {
	case q == nil && n != d.Root && n.Split == nil && (!d.overflows(n) || len(d.Choices(n)) == 0): // what cannot be divided shows a part at least
		rate := d.rate(n.Size)
		if n.Parent != nil && n.Parent.doubt > 0 {
			rate *= n.Parent.certainty()
		}
		return ask, rate
	case n != d.Root && q != nil && (q.Stuck && q.Pages == 0 || q.Status == querygen.Empty && n.doubt == 0): // the root is divided without an answer
		return nothing, 0
	case n.Split != nil:
		size, ok := d.part(n)
		if !ok {
			return nothing, 0 // waits for a child
		}
		return descend, d.rate(size) * n.certainty()
	case d.readable(n):
		rate := p
		if q.Total >= 0 && !q.Capped {
			rate = statistics.Clamp(float64(q.Total-len(q.Rows)), 0.1, p)
		}
		if q.Dry > 0 {
			rate *= q.Late
		}
		// Small answers first: the one that turns out to be cut wastes least.
		return read, rate * (1 - min(n.Size, 1e6)/1e9)
	case n == d.Root && len(n.used) == 0 && (q == nil || q.Status != querygen.Answered || q.Total < 0 && !q.More), len(n.used) == 0 && d.overflows(n), n.lack > 0:
		if len(d.Choices(n)) == 0 {
			return nothing, 0
		}
		gain := 1.0
		if math.IsInf(n.Size, 1) {
			gain = 1
		} else if n.lack > 0 {
			gain = n.lack / math.Max(n.Size, 1)
		} else if q != nil && !q.More && n.exact {
			gain = (n.Size - float64(len(q.Rows))) / math.Max(n.Size, 1)
		}
		return divide, d.rate(n.Size) * gain * n.certainty()
	}
	return nothing, 0
}

// certainty weighs what n promises: doubtful parts wait for those that are known
// to have records, since these may tell what is in them.
func (n *Node) certainty() float64 {
	if n.doubt > 0 {
		return n.doubt
	}
	return 1
}

// rate is the records for each request that reading a part of this size gives,
// its division included.
func (d *Drilldown) rate(size float64) float64 {
	k, _ := d.reached()
	p := float64(d.Facts.RowsAPage())
	switch {
	case math.IsInf(size, 1):
		return p
	case size <= 0:
		return 0
	}
	return size / (d.waste(size, k, p, 1) + size/p)
}

func (d *Drilldown) Why() string {
	if len(d.Dims) == 0 {
		return "the form has neither a menu nor a pair of bounds that filters"
	}
	var out []string
	if n := d.doubtful(); n > 0 {
		out = append(out, fmt.Sprintf("the site shows nothing where a question matches too much, so %d parts without an answer may have records that are not held", n))
	}
	if why := d.Beyond().Why; why != "" {
		out = append(out, why)
	} else if why := d.inDoubt(); why != "" {
		out = append(out, why)
	}
	if len(out) > 0 {
		return strings.Join(out, "; ")
	}
	return "all parts into which the form divides its records were read"
}
