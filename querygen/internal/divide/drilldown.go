package divide

import (
	"fmt"
	"github.com/hadal-crawler/hadal/internal/heap"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
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
	*Controls
	Root    *Node
	Reach   *reach   // how much of a part its answer can show,
	alike   *alike   // by the length of all,
	silence *silence // and what an empty one hides
	Ways    *Ways    // how to divide a part,
	divider divider  // and what its division has brought
	Tree    *tree    // what was asked
	agenda  agenda   // what to do next
	limit   int      // of results, that the agenda was made by
	useless int      // dimensions then
	refuted bool     // whether others had brought then what the form as served does not list
	same    bool     // whether all questions had one total then
	beyond  bool     // whether more was held then than the longest answer showed
}

func NewDrilldown(f *facts.Facts) *Drilldown {
	controls := &Controls{f: f, Dims: space.DimensionsOf(&f.Space)}
	dims := slices.Clone(controls.Dims)
	for i := range f.Space.Lone {
		f.Space.Lone[i].Dim = len(dims)
		dims = append(dims, &space.Dimension{Span: f.Space.Lone[i].Span})
	}
	if len(dims) > 0 {
		f.Traits = facts.NewTraits(dims, func(name, value string) string { return querygen.Spoken(f.Space.Form, name, value) })
	}
	root := &Node{Size: math.Inf(1)}
	alike := &alike{f: f, root: root}
	reach := &reach{f: f, controls: controls, root: root, alike: alike}
	silence := &silence{f: f, root: root, reach: reach, fruitless: true}
	ways := &Ways{f: f, controls: controls, reach: reach, silence: silence}
	tree := &tree{f: f, controls: controls, root: root, reach: reach, nodes: map[string]*Node{}, twins: map[string][]*Node{}}
	return &Drilldown{
		Controls: controls, Root: root, Reach: reach, alike: alike, silence: silence, Ways: ways, Tree: tree,
		divider: divider{f: f, controls: controls, reach: reach, silence: silence, ways: ways, tree: tree},
		agenda:  agenda{f: f, controls: controls, reach: reach, waiting: heap.Heap[entry]{Before: entry.before}},
		useless: controls.unusable(),
	}
}

// Doubted reports whether q may have been cut, by the length that it has in common with others.
func (d *Drilldown) Doubted(q *facts.Question) bool { return d.alike.doubts(q) }

func (d *Drilldown) Propose() (facts.Proposal, bool) {
	if len(d.Dims) == 0 {
		return facts.Proposal{}, false
	}
	d.tryAlike(alikeAtOnce)
	d.refresh()
	for {
		n, step, rate := d.agenda.top()
		if n == nil {
			if again := d.Tree.lacking(); len(again) > 0 {
				d.agenda.push(again...)
			} else if !d.tryAlike(1) {
				return facts.Proposal{}, false
			}
			continue
		}
		if d.agenda.doubted(n, step) && d.tryAlike(1) {
			continue
		}
		switch step {
		case ask:
			q := d.Query(n.Region)
			if d.preset(n.Region) {
				q = d.f.Listing.Query // which shows the same
			}
			d.Tree.asks(q.Key(), n) // also of one that was asked for another reason: its other pages are n's
			if have := d.f.ByKey[q.Key()]; have != nil {
				d.adopt(n, have)
				continue
			}
			q.Why, q.Expected = d.whyAsk(n), min(n.Size, float64(d.f.RowsAPage()))
			if math.IsInf(n.Size, 1) {
				q.Expected = -1
			}
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: rate}, true
		case read:
			return facts.Proposal{Ask: n.Question.NextPage(), Rate: rate}, true
		case divide:
			d.divider.begin(n)
			d.agenda.push(n)
		case descend:
			child, ended := d.divider.descend(n)
			if ended {
				d.judgeAlike(n)
				d.agenda.push(d.single(n)...)
			}
			if d.agenda.push(n); child != nil {
				d.agenda.push(child)
			}
		}
	}
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

// refresh makes the agenda anew when what all entries depend on has changed.
func (d *Drilldown) refresh() {
	useless := d.unusable()
	q := d.Root.Question
	refuted := q != nil && d.f.Against(q) != ""
	if d.f.OneTotal() && !d.same {
		d.same, d.limit = true, -1
		d.untotalled()
	}
	beyond := d.f.Records.Held() > d.f.Reach
	if k := d.f.Regime().Limit; k == d.limit && useless == d.useless && refuted == d.refuted && beyond == d.beyond && d.Root.version > 0 {
		return
	} else {
		d.limit, d.useless, d.beyond = k, useless, beyond
	}
	if d.refuted = refuted; refuted {
		// Divisions that ended since their parts had the total are begun anew.
		d.Root.Size, d.Root.exact, d.Root.used = math.Inf(1), false, nil
		if s := d.Root.Split; s != nil {
			s.exact = false
		}
	}
	d.agenda.waiting.Items = d.agenda.waiting.Items[:0]
	var visit func(n *Node)
	visit = func(n *Node) {
		if s := n.Split; s != nil && s.waiting != nil && s.waiting.Question != nil && d.divider.settled(s.waiting) {
			d.divider.answered(n, s.waiting)
		}
		d.agenda.push(n)
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

// untotalled takes the totals of parts back, which do not count any more.
func (d *Drilldown) untotalled() {
	for _, key := range slices.Sorted(maps.Keys(d.Tree.nodes)) { // in the same order in each replay
		n := d.Tree.nodes[key]
		if q := n.Question; q != nil && q.Status == querygen.Answered && n.Parent != nil {
			n.Size, n.exact = float64(len(q.Rows)), !q.More
			d.Tree.finish(n)
		}
	}
}

// Observe folds the answer to a question in.
func (d *Drilldown) Observe(q *facts.Question) {
	if len(d.Dims) == 0 {
		return
	}
	key := q.Query.Key()
	n := d.Tree.nodes[key]
	if n == nil && q.Repeats != nil {
		key = q.Repeats.Query.Key()
		n = d.Tree.nodes[key]
	}
	if q == d.f.Listing && !d.f.Restricted() {
		n = d.Root
	}
	if n != nil {
		d.adopt(n, q)
	}
	for _, twin := range d.Tree.twins[key] {
		if twin != n {
			d.adopt(twin, q)
		}
	}
}

// adopt takes q for the answer to n.
func (d *Drilldown) adopt(n *Node, q *facts.Question) {
	n.Question = q
	d.Tree.answers++
	if q.Stuck {
		if q.Failures >= d.f.Tries() && n.Parent != nil && n.Parent.Split != nil {
			d.divider.answered(n.Parent, n) // the others need not wait for ever
			d.agenda.push(n.Parent)
		}
		return
	}
	first := !n.taught // what failed before teaches nothing
	n.taught = true
	if first {
		d.offer(n.Region, q.Offers)
	}
	if q.Status == querygen.Answered && (first || q.LastRows > 0) {
		d.f.Traits.Learn(q.Latest, n.Region)
	}
	before, was := n.Size, n.exact
	if first {
		d.agenda.push(d.silence.note(n)...)
	}
	if q.Status == querygen.Refused || n.doubt > 0 {
		k, _ := d.Reach.rows()
		n.Size, n.exact = math.Max(n.Size, overflowing*k), false
	} else if m := d.f.Matches(q); m >= 0 {
		n.Size, n.exact = float64(m), true
	} else if n.exact = false; math.IsInf(n.Size, 1) || n.Size < float64(len(q.Rows)) {
		n.Size = float64(len(q.Rows) + d.f.RowsAPage())
		if n.Parent == nil {
			n.Size = math.Inf(1)
		}
	}
	if n.Parent == nil && !d.Reach.tells(q) || d.Reach.suspect(n) {
		// It says nothing of what is there, or ended where others did.
		n.exact = false
		if n.Size = math.Max(before, 2*float64(len(q.Rows))); n.Parent == nil {
			n.Size = math.Inf(1)
		}
	}
	if n.Parent != nil && n.Parent.Split != nil {
		if d.divider.settled(n) {
			d.divider.answered(n.Parent, n)
		}
		if was && n.exact && before != n.Size && first {
			d.Dims[n.Parent.Split.Dim].Overlaps = true // its totals do not add up
		}
		d.agenda.push(n.Parent)
	}
	if first {
		switch d.alike.compare(n) {
		case isLimit:
			d.cutAlike()
		case isWhole:
			d.clearAlike()
		case isSame:
			d.tryWithin(n)
		}
	}
	d.Tree.finish(n)
	d.agenda.push(n)
}

func (d *Drilldown) Why() string {
	if len(d.Dims) == 0 {
		return "the form has neither a menu nor a pair of bounds that filters"
	}
	var out []string
	if n := d.silence.unanswered(); n > 0 {
		out = append(out, fmt.Sprintf("the site shows nothing where a question matches too much, so %d parts without an answer may have records that are not held", n))
	}
	if why := d.Tree.Beyond().Why; why != "" {
		out = append(out, why)
	} else if why := d.alike.told(); why != "" {
		out = append(out, why)
	}
	if len(out) > 0 {
		return strings.Join(out, "; ")
	}
	return "all parts into which the form divides its records were read"
}

// DividesListing reports whether the records should be divided before the
// listing is read to its end: where it is known to be cut; or where it is so
// long that the pages which reading it up to a limit would waste, times the odds
// of a limit, are more than dividing is expected to waste.
func (d *Drilldown) DividesListing() bool {
	q := d.f.Listing
	if q == nil || q.Status != querygen.Answered || len(d.Dims) == 0 || d.f.Restricted() {
		return false
	}
	if d.Root.Split != nil {
		return true
	}
	k := d.f.Regime().Limit
	if q.Capped || k > 0 && q.Total > k {
		return len(d.Choices(d.Root)) > 0
	}
	if k > 0 || q.Total <= len(q.Rows) || q.Pages > 1 {
		return false
	}
	// Twice: forms do not always divide as they promise.
	n, p := float64(q.Total), float64(d.f.RowsAPage())
	options := math.Inf(1) // of the smallest menu: each wastes half a page
	for _, i := range d.Choices(d.Root) {
		if m := d.Dims[i].Menu; m == nil {
			options = 0
		} else {
			options = math.Min(options, float64(len(m.Values)))
		}
	}
	return options*emptiness+2*rangeWaste*n/d.Reach.worthTrying(n) < limitOdds*n/p
}

// readAll reports whether everything was read that the controls can ask for.
func (d *Drilldown) readAll() bool {
	if len(d.agenda.waiting.Items) > 0 || d.Root.version == 0 || d.silence.unanswered() > 0 || len(d.Tree.nodes) == 0 || d.alike.told() != "" {
		return false
	}
	_, open := d.Tree.Unread()
	return len(open) == 0
}

// Proven returns the number of records where all parts were read to their end: what is
// held then is all there is. Where words can be asked, too, some must have been, and
// have brought nothing beside the parts, which may leave out records without a value.
func (d *Drilldown) Proven() (records int, ok bool) { return d.ProvenBy(facts.ProvenBy) }

// ProvenBy is Proven where so many rows that words brought are enough.
func (d *Drilldown) ProvenBy(rows int) (records int, ok bool) {
	if d == nil || len(d.Dims) == 0 || !d.readAll() || d.alike.fewEach() {
		return 0, false
	}
	held := d.f.Records.Held()
	if d.f.Space.Box != nil && (d.f.ByWords < min(rows, held) || d.Tree.covered() < held) {
		return 0, false
	}
	return held, true
}
