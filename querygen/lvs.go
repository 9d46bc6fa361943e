package querygen

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// lvs fills each control with values known to go with its label: given by the
// user, from other sites, from its own options, from the column of the records
// held that has its name, or made up for its type. Assignments are asked by
// descending trust, which of several values together is the least of theirs
// (S. Raghavan, H. Garcia-Molina: Crawling the hidden web. VLDB 2001, ρ_fuz).
// Controls without a match are left as they are.
type lvs struct {
	f     *facts
	name  string // of the strategy that asks
	known []LabelledValues
	slots []*slot
	seeds *seeds // nil where only values that match are asked
	pairs [][]page.Pair
	walk  walker
}

// slot is a control and the values for it.
type slot struct {
	field   forms.Field
	menu    bool
	options *menu // of a menu
	parent  *menu // that it depends on: it is chosen from only after that; nil for none
	kind    valueType
	written written // how the box wants its values
	column  string  // of the records, whose name is the control's, or whose values are of its type
	taken   int     // values of the column that are in values
	values  []TrustedValue
	at      map[string]uint32 // by folded value: its index
	queue   wordQueue         // of indices of values, by trust and then frequency
	asked   int
	hits    int // answers with records
	fresh   int // records that they brought first, for each of requests
	cost    int
	coarse  int          // values that only probe where others lie, and are expected to bring nothing
	trial   int          // answers after which it may be judged
	numbers map[int]bool // of a number: whether it was answered
	refined bool
}

const (
	leastTrust     = 0.3  // in values that are asked (HiWE's ρ_min)
	columnTrust    = 0.8  // in what records show under the control's name
	typeTrust      = 0.6  // in what records show in a column of the control's type
	besideTrust    = 0.35 // in what lies next to a value that was answered
	generatedTrust = 0.4  // in what is made up
	fairTrial      = 12   // answers after which a control may be judged
	leastSuccess   = 0.1  // share of answers with records below which it is given up
	longTrial      = 60   // requests after which a control must have brought new records
	leastFresh     = 0.02
	pairsQueued    = 2000
)

// newLVS returns the strategy of that name.
func newLVS(f *facts, o Options) strategy {
	f.offers = true
	s := newSlots(f, o, "lvs", func(forms.Field) bool { return true })
	seeds := newSeeds(f, o)
	s.seeds = &seeds
	return s
}

// newBoxes returns what auto fills text boxes beside the query box with; and
// the query box itself with what its label asks for.
func newBoxes(f *facts, o Options) *lvs { return newSlots(f, o, "boxes", isText) }

func newSlots(f *facts, o Options, name string, use func(forms.Field) bool) *lvs {
	s := &lvs{f: f, name: name, known: slices.Clone(o.Known)}
	f.columns.wanted = true
	inSpan := map[string]bool{}
	for _, x := range f.si.spans {
		inSpan[x.min.Name], inSpan[x.max.Name] = true, true
	}
	seen := map[string]bool{}
	for _, c := range f.si.form.Fields {
		if c.Name == "" || c.Disabled || c.ReadOnly || c.Control == "hidden" || f.si.isFixed(c.Name) || inSpan[c.Name] || seen[c.Name] || !use(c) {
			continue
		}
		seen[c.Name] = true
		x := &slot{field: c, at: map[string]uint32{}, numbers: map[int]bool{}, trial: fairTrial}
		for i := range f.si.menus {
			if m := &f.si.menus[i]; m.field.Name == c.Name {
				x.menu, x.options, x.parent = true, m, f.si.parentOf(m)
				for _, v := range m.values {
					x.add(v, 1)
				}
			}
		}
		switch {
		case x.menu:
		case !isText(c) || c.Role != forms.QueryRole && !filters(c.Role):
			continue
		default:
			if x.kind = typeOf(c); f.si.box != nil && c.Name == f.si.box.Name && len(labelWords(c.Label)) > 2 {
				x.kind = "" // words are asked for, whatever else it names
			}
			x.written = writingOf(x.kind, c)
			if x.kind == zipType && f.columns.codes == nil {
				f.columns.want(x.written.digits)
			}
			s.fill(x)
		}
		s.slots = append(s.slots, x)
	}
	return s
}

// fill gives a text box the values that do not come from records.
func (s *lvs) fill(x *slot) {
	for _, o := range x.field.Options { // of a datalist
		x.add(o.Value, 1)
	}
	for _, r := range s.known {
		if asksFor(x.field, r) {
			for _, v := range r.Values {
				x.add(v.Value, v.Trust)
			}
		}
	}
	dates := x.written.dates
	if dates == "" {
		dates = isoDate
	}
	made := coarse(x.kind, dates)
	for _, v := range made {
		x.add(v, generatedTrust)
	}
	if closedTypes[x.kind] == "" {
		x.coarse = len(made)
	} else {
		x.trial = max(fairTrial, len(made)/3)
	}
}

// add offers a value; one that was offered keeps the greater trust.
func (x *slot) add(value string, trust float64) {
	f := x.field
	n := utf8.RuneCountInString(value)
	key := foldText(value)
	if key == "" || trust < leastTrust || n < f.MinLength || f.MaxLength > 0 && n > f.MaxLength {
		return
	}
	i, ok := x.at[key]
	if !ok {
		i = uint32(len(x.values))
		x.at[key] = i
		x.values = append(x.values, TrustedValue{value, trust})
		x.queue.set(i, 1000*trust)
	} else if trust > x.values[i].Trust {
		x.values[i].Trust = trust
		if int(i) < len(x.queue.at) && x.queue.at[i] > 0 {
			x.queue.set(i, 1000*trust)
		}
	}
}

// frequent moves a value before those of equal trust that fewer records have.
func (x *slot) frequent(value string, records int) {
	if i, ok := x.at[foldText(value)]; ok && x.queue.at[i] > 0 {
		x.queue.set(i, 1000*x.values[i].Trust+float64(min(records, 99)))
	}
}

// failing reports whether the values bring too little to go on.
func (x *slot) failing() bool {
	asked := x.asked - min(x.coarse, x.asked-x.hits)
	return asked >= x.trial && float64(x.hits) < leastSuccess*float64(asked) || x.cost >= longTrial && float64(x.fresh) < leastFresh*float64(x.cost)
}

// rate is the new records for a request so far; hopeful before a trial.
func (x *slot) rate() float64 {
	if x.asked < 3 {
		return math.Inf(1)
	}
	return float64(x.fresh) / float64(max(x.cost, 1))
}

func (s *lvs) propose() (proposal, bool) {
	if q := s.walk.worthwhile(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	s.harvestColumns()
	var best *slot
	var ask Query
	for _, x := range s.slots {
		if x.failing() || x.parent != nil {
			continue
		}
		q, ok := s.next(x)
		if ok && (best == nil || s.before(x, best)) {
			best, ask = x, q
		}
	}
	if best != nil {
		return proposal{Ask{ask, 1}, best.rate()}, true
	}
	for len(s.pairs) > 0 {
		q := s.question(s.pairs[0])
		if s.f.byKey[q.Key()] == nil && !slices.ContainsFunc(s.pairs[0], s.f.exhausted) {
			q.Why = "two choices together, each of which matches more than can be read"
			return proposal{Ask{q, 1}, 0}, true
		}
		s.pairs = s.pairs[1:]
	}
	if s.seeds != nil && s.f.si.box != nil && s.f.records.held() == 0 {
		if q, ok := s.seeds.next(s.name, "a word to start from"); ok {
			return proposal{Ask{q, 1}, 0}, true
		}
	}
	if q := s.walk.remaining(); q != nil {
		return proposal{q.nextPage(), 0}, true
	}
	return proposal{}, false
}

// before reports whether x's next value is to be asked before y's.
func (s *lvs) before(x, y *slot) bool {
	a, b := x.queue.priority[x.queue.words[0]], y.queue.priority[y.queue.words[0]]
	return a > b
}

// next returns the question for the best value of a control.
func (s *lvs) next(x *slot) (Query, bool) {
	for {
		for len(x.queue.words) > 0 {
			v := x.values[x.queue.words[0]]
			q := s.question([]page.Pair{{Name: x.field.Name, Value: v.Value}})
			if s.f.byKey[q.Key()] == nil {
				q.Why = fmt.Sprintf("%s = %s: trusted to %.2f", nameOf(x.field.Label, x.field.Name), spoken(s.f.si.form, x.field.Name, v.Value), v.Trust)
				return q, true
			}
			x.queue.pop()
		}
		if x.refined || x.kind != yearType && x.kind != numberType {
			return Query{}, false
		}
		// The coarse values have shown where the quantities lie.
		x.refined = true
		for _, v := range between(x.numbers) {
			x.add(v, generatedTrust)
		}
	}
}

func (s *lvs) question(pairs []page.Pair) Query {
	return Query{Form: s.f.si.form.ID, Bind: s.f.si.bind(pairs...), Strategy: s.name, Expected: -1}
}

// harvestColumns takes the values that records came to have under the names of controls.
func (s *lvs) harvestColumns() {
	for _, x := range s.slots {
		if x.menu {
			continue
		}
		c, trust := s.f.columns.like(x.field.Label, x.field.Name), columnTrust
		if c == nil && x.kind != "" && x.kind != numberType && x.kind != yearType {
			if c, trust = s.f.columns.ofType(&x.written), typeTrust; c == nil && x.kind == zipType {
				c, trust = s.f.columns.codes, generatedTrust
			}
		}
		if c == nil {
			continue
		}
		if c.name != x.column {
			x.column, x.taken = c.name, 0
		}
		for ; x.taken < len(c.values); x.taken++ {
			x.add(x.written.rewrite(c.values[x.taken]), trust)
			c.grown = append(c.grown, uint32(x.taken))
		}
		for _, i := range c.grown {
			x.frequent(x.written.rewrite(c.values[i]), c.counts[i])
		}
	}
	for _, c := range s.f.columns.all {
		c.grown = c.grown[:0]
	}
	if c := s.f.columns.codes; c != nil {
		c.grown = c.grown[:0]
	}
}

func (s *lvs) observe(q *question) {
	if q.query.Strategy != s.name {
		return
	}
	s.walk.observe(q)
	i := slices.IndexFunc(s.slots, func(x *slot) bool { return len(q.pairs) == 1 && x.field.Name == q.pairs[0].Name })
	if i < 0 || q.stuck {
		return
	}
	x := s.slots[i]
	x.cost++
	x.fresh += q.lastFresh
	if q.pages == 1 {
		x.asked++
		if q.status == Answered {
			x.hits++
		}
		if n, ok := x.written.number(q.pairs[0].Value); ok {
			x.numbers[n] = q.status == Answered
			if q.status == Answered && !x.menu {
				for _, v := range x.written.beside(n) {
					x.add(v, besideTrust)
				}
			}
		}
	}
	if !q.more && len(q.pairs) == 1 && q.status == Answered && (q.short() || s.f.limit() > 0 && len(q.rows) >= s.f.limit()) {
		s.combine(x, q.pairs[0])
	}
}

// combine queues the assignments that bind another control, too: the menu that
// depends on this one, else the one with the fewest values. Values that are not
// offered with p are left out.
func (s *lvs) combine(x *slot, p page.Pair) {
	var other *slot
	for _, y := range s.slots {
		switch {
		case y == x || !y.menu:
		case y.parent != nil:
			if y.parent.field.Name == p.Name && len(y.options.values) > 0 {
				other = y
			}
		case other == nil, other.parent == nil && len(y.values) < len(other.values):
			other = y
		}
	}
	if other == nil || len(s.pairs) > pairsQueued {
		return
	}
	for _, v := range other.options.values { // which answers may have added to
		other.add(v, 1)
	}
	for _, v := range other.values {
		also := page.Pair{Name: other.field.Name, Value: v.Value}
		if !s.f.si.possible([]page.Pair{p}, also) {
			continue
		}
		s.pairs = append(s.pairs, []page.Pair{p, also})
	}
}

func (s *lvs) why() string {
	if len(s.slots) == 0 {
		return "the form has no control that could be filled in"
	}
	return "all values known to go with the labels of the form were asked"
}
