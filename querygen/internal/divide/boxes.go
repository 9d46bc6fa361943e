package divide

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Boxes fills text boxes with values known to go with their labels: given by the
// user, from other sites, from their own options, from the column of the records
// held that has their name, or made up for their type. Values are asked by
// descending trust (S. Raghavan, H. Garcia-Molina: Crawling the hidden web. VLDB 2001).
// Boxes without a match are left as they are; so is the query box but for what its
// label asks for.
type Boxes struct {
	f     *facts.Facts
	slots []*slot
	walk  facts.Walker
}

// slot is a box and the values for it.
type slot struct {
	field   forms.Field
	kind    space.ValueType
	written space.Written // how the box wants its values
	column  string        // of the records, whose name is the control's, or whose values are of its type
	taken   int           // values of the column that are in values
	values  []querygen.TrustedValue
	at      map[string]uint32 // by folded value: its index
	queue   text.WordQueue    // of indices of values, by trust and then frequency
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
)

const boxesStrategy = "boxes"

// NewBoxes returns what fills the text boxes of the form.
func NewBoxes(f *facts.Facts, o querygen.Options) *Boxes {
	s := &Boxes{f: f}
	f.Columns.Wanted = true
	inSpan := map[string]bool{}
	for _, x := range f.Space.Spans {
		inSpan[x.Min.Name], inSpan[x.Max.Name] = true, true
	}
	seen := map[string]bool{}
	for _, c := range f.Space.Form.Fields {
		if c.Name == "" || c.Disabled || c.ReadOnly || f.Space.IsFixed(c.Name) || inSpan[c.Name] || seen[c.Name] || !c.Control.IsBox() {
			continue
		}
		seen[c.Name] = true
		if c.Role != forms.QueryRole && !space.Filters(c.Role) || c.Suggests && len(c.Options) > 0 { // what is picked is a menu's
			continue
		}
		x := &slot{field: c, at: map[string]uint32{}, numbers: map[int]bool{}, trial: fairTrial}
		if x.kind = space.TypeOf(c); f.Space.Box != nil && c.Name == f.Space.Box.Name && len(querygen.LabelWords(c.Label)) > 2 {
			x.kind = "" // words are asked for, whatever else it names
		}
		x.written = space.WritingOf(x.kind, c)
		if x.kind == space.ZipType && f.Columns.Codes == nil {
			f.Columns.Want(x.written.Digits)
		}
		x.fill(o.Known)
		s.slots = append(s.slots, x)
	}
	return s
}

// fill gives a text box the values that do not come from records.
func (x *slot) fill(known []querygen.LabelledValues) {
	for _, o := range x.field.Options { // of a datalist
		x.add(o.Value, 1)
	}
	for _, r := range known {
		if space.AsksFor(x.field, r) {
			for _, v := range r.Values {
				x.add(v.Value, v.Trust)
			}
		}
	}
	made := space.Coarse(x.kind, cmp.Or(x.written.Dates, dates.ISO))
	for _, v := range made {
		x.add(v, generatedTrust)
	}
	if space.ClosedTypes[x.kind] == "" {
		x.coarse = len(made)
	} else {
		x.trial = max(fairTrial, len(made)/3)
	}
}

// add offers a value; one that was offered keeps the greater trust.
func (x *slot) add(value string, trust float64) {
	f := x.field
	n := utf8.RuneCountInString(value)
	key := querygen.FoldText(value)
	if key == "" || trust < leastTrust || n < f.MinLength || f.MaxLength > 0 && n > f.MaxLength {
		return
	}
	i, ok := x.at[key]
	if !ok {
		i = uint32(len(x.values))
		x.at[key] = i
		x.values = append(x.values, querygen.TrustedValue{Value: value, Trust: trust})
		x.queue.Set(i, 1000*trust)
	} else if trust > x.values[i].Trust {
		x.values[i].Trust = trust
		if x.queue.Has(i) {
			x.queue.Set(i, 1000*trust)
		}
	}
}

// frequent moves a value before those of equal trust that fewer records have.
func (x *slot) frequent(value string, records int) {
	if i, ok := x.at[querygen.FoldText(value)]; ok && x.queue.Has(i) {
		x.queue.Set(i, 1000*x.values[i].Trust+float64(min(records, 99)))
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

func (s *Boxes) Propose() (facts.Proposal, bool) {
	if q := s.walk.Worthwhile(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	s.harvestColumns()
	var best *slot
	var ask querygen.Query
	for _, x := range s.slots {
		if x.failing() {
			continue
		}
		q, ok := s.next(x)
		if ok && (best == nil || x.before(best)) {
			best, ask = x, q
		}
	}
	if best != nil {
		return facts.Proposal{Ask: querygen.Ask{Query: ask, Page: 1}, Rate: best.rate()}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// before reports whether x's next value is to be asked before y's.
func (x *slot) before(y *slot) bool {
	a, b := x.queue.Priority[x.queue.Items[0]], y.queue.Priority[y.queue.Items[0]]
	return a > b
}

// next returns the question for the best value of a control.
func (s *Boxes) next(x *slot) (querygen.Query, bool) {
	for {
		for len(x.queue.Items) > 0 {
			v := x.values[x.queue.Items[0]]
			q := s.question(page.Pair{Name: x.field.Name, Value: v.Value})
			if s.f.ByKey[q.Key()] == nil {
				q.Why = fmt.Sprintf("%s = %s: trusted to %.2f", space.NameOf(x.field.Label, x.field.Name), querygen.Spoken(s.f.Space.Form, x.field.Name, v.Value), v.Trust)
				return q, true
			}
			x.queue.Pop()
		}
		if x.refined || x.kind != space.YearType && x.kind != space.NumberType {
			return querygen.Query{}, false
		}
		// The coarse values have shown where the quantities lie.
		x.refined = true
		for _, v := range space.Between(x.numbers) {
			x.add(v, generatedTrust)
		}
	}
}

func (s *Boxes) question(value page.Pair) querygen.Query {
	return querygen.Query{Form: s.f.Space.Form.ID, Bind: s.f.Space.Bind(value), Strategy: boxesStrategy, Expected: -1}
}

// harvestColumns takes the values that records came to have under the names of controls.
func (s *Boxes) harvestColumns() {
	for _, x := range s.slots {
		c, trust := s.f.Columns.Like(x.field.Label, x.field.Name), columnTrust
		if c == nil && x.kind != "" && x.kind != space.NumberType && x.kind != space.YearType {
			if c, trust = s.f.Columns.OfType(&x.written), typeTrust; c == nil && x.kind == space.ZipType {
				c, trust = s.f.Columns.Codes, generatedTrust
			}
		}
		if c == nil {
			continue
		}
		if c.Name != x.column {
			x.column, x.taken = c.Name, 0
		}
		for ; x.taken < len(c.Values); x.taken++ {
			x.add(x.written.Rewrite(c.Values[x.taken]), trust)
			c.Grown = append(c.Grown, uint32(x.taken))
		}
		for _, i := range c.Grown {
			x.frequent(x.written.Rewrite(c.Values[i]), int(c.Counts[i]))
		}
	}
	for _, c := range s.f.Columns.All {
		c.Grown = c.Grown[:0]
	}
	if c := s.f.Columns.Codes; c != nil {
		c.Grown = c.Grown[:0]
	}
}

func (s *Boxes) Observe(q *facts.Question) {
	if q.Query.Strategy != boxesStrategy {
		return
	}
	s.walk.Observe(q)
	i := slices.IndexFunc(s.slots, func(x *slot) bool { return len(q.Pairs) == 1 && x.field.Name == q.Pairs[0].Name })
	if i < 0 || q.Stuck {
		return
	}
	x := s.slots[i]
	x.cost++
	x.fresh += q.LastFresh
	if q.Pages == 1 {
		x.asked++
		if q.Status == querygen.Answered {
			x.hits++
		}
		if n, ok := x.written.Number(q.Pairs[0].Value); ok {
			x.numbers[n] = q.Status == querygen.Answered
			if q.Status == querygen.Answered {
				for _, v := range x.written.Beside(n) {
					x.add(v, besideTrust)
				}
			}
		}
	}
}
