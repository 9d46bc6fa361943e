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
	same  *implications // between the values of all boxes

	opened []*facts.Question // with further pages

	unseen facts.Ratio // records that are not held: new rows times records held otherwise, for known rows (Lincoln, Petersen)
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
	number  map[uint32]uint32 // by index of a value that records have: its number among those of all boxes
	queue   text.WordQueue    // of indices of values, by trust and then frequency
	aside   []uint32          // of them, those that are taken to bring nothing new
	full    facts.Ratio       // rows for each page of its answers
	own     int               // records that its answers showed
	dry     int               // matches of its latest answers, none of which was new
	spared  int               // of aside, asked all the same without anything new since one brought some
	doubted bool              // one of aside brought a new record: all are asked
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
	spareTries     = 3        // values put aside that are asked after all others, to see that they bring nothing
	leastHope      = 1.0 / 30 // new records expected of a value, below which it is put aside
)

const boxesStrategy = "boxes"

// NewBoxes returns what fills the text boxes of the form.
func NewBoxes(f *facts.Facts, o querygen.Options) *Boxes {
	s := &Boxes{f: f, same: newImplications()}
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
		if c.Role != forms.QueryRole && !space.Filters(&c) || c.Suggests && len(c.Options) > 0 { // what is picked is a menu's
			continue
		}
		x := &slot{field: c, at: map[string]uint32{}, number: map[uint32]uint32{}, numbers: map[int]bool{}, trial: fairTrial}
		if x.kind = space.TypeOf(c); f.Space.Box != nil && c.Name == f.Space.Box.Name && len(querygen.LabelWords(c.Label)) > 2 {
			x.kind = "" // words are asked for, whatever else it names
		}
		x.written = space.WritingOf(x.kind, c)
		if x.kind == space.ZipType && f.Columns.Codes == nil {
			f.Columns.Want(x.written.Digits)
		}
		x.fill(o.Known)
		s.slots = append(s.slots, x)
		f.Columns.Wanted = true
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
	if x.field.Control == "range" && len(x.field.Options) > 0 { // it can be set to these alone
		made = nil
	}
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
func (x *slot) frequent(i uint32, records int) {
	if x.queue.Has(i) {
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
		if ok && (best == nil || s.before(x, best)) {
			best, ask = x, q
		}
	}
	if q, rate := s.lacking(); q != nil && (best == nil || rate >= s.promise(best)) {
		return facts.Proposal{Ask: q.NextPage(), Rate: rate}, true
	}
	if best == nil {
		best, ask = s.doubtful()
	}
	if best != nil {
		return facts.Proposal{Ask: querygen.Ask{Query: ask, Page: 1}, Rate: best.rate()}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// before reports whether x's next value is to be asked before y's: the one that is trusted
// more; of those alike that of the control that promises more for a page; and then the more
// frequent one.
func (s *Boxes) before(x, y *slot) bool {
	i, j := x.queue.Items[0], y.queue.Items[0]
	if a, b := x.values[i].Trust, y.values[j].Trust; a != b {
		return a > b
	}
	if a, b := s.promise(x), s.promise(y); a != b {
		return a > b
	}
	return x.queue.Priority[i] > y.queue.Priority[j]
}

// promise is the new records expected on a page for a value of x. The values of one control
// share no records: of those of a new value, only what other controls brought is held. So of
// all records that x has not shown, as many are new as are not held of those.
func (s *Boxes) promise(x *slot) float64 {
	rows := float64(s.f.RowsAPage())
	if x.full.Predicted > 0 {
		rows = x.full.Actual / x.full.Predicted
	}
	unseen := s.unseen.Actual/math.Max(s.unseen.Predicted, 1) + 1
	others := float64(s.f.Records.Held() - x.own)
	share := unseen / (unseen + others)
	if k := float64(s.f.Regime().Limit); k > 0 {
		// Of a value with more records than are shown, those on top are known first.
		if number, ok := x.number[x.queue.Items[0]]; ok && others > 0 {
			share *= math.Min(1, k*(1-share)/float64(len(s.same.with[number])))
		}
	}
	return rows * share
}

// next returns the question for the best value of a control.
func (s *Boxes) next(x *slot) (querygen.Query, bool) {
	for {
		for len(x.queue.Items) > 0 {
			i := x.queue.Items[0]
			v := x.values[i]
			q := s.question(page.Pair{Name: x.field.Name, Value: v.Value})
			if known := s.f.ByKey[q.Key()] != nil; !known && s.needless(x, i) {
				x.aside = append(x.aside, x.queue.Pop())
				continue
			} else if !known {
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

// needless reports whether the records of a value that some have are taken to be held: others
// bring them, or the latest answers of the control have shown so many known records that
// hardly one of so few will be new.
func (s *Boxes) needless(x *slot, i uint32) bool {
	number, known := x.number[i]
	if !known || x.doubted {
		return false
	}
	return s.same.implied(number) || 0.5*float64(len(s.same.with[number])) < leastHope*float64(x.dry)
}

// doubtful returns the value put aside that is the least sure for what records have it, while
// few of its control were asked to see that they bring nothing.
func (s *Boxes) doubtful() (of *slot, ask querygen.Query) {
	for _, x := range s.slots {
		if x.spared >= spareTries || len(x.aside) == 0 || x.failing() {
			continue
		}
		least := func(i uint32) float64 {
			n := x.number[i]
			return s.same.saved[n] / float64(len(s.same.with[n]))
		}
		i := slices.MinFunc(x.aside, func(a, b uint32) int { return cmp.Compare(least(a), least(b)) })
		v := x.values[i]
		q := s.question(page.Pair{Name: x.field.Name, Value: v.Value})
		q.Why = fmt.Sprintf("%s = %s: others have brought its records, as these tell; asked to see that", space.NameOf(x.field.Label, x.field.Name), v.Value)
		return x, q
	}
	return nil, querygen.Query{}
}

// tried takes in the answer to a value put aside, and reports whether it was one that brought
// nothing new, as was expected.
func (s *Boxes) tried(q *facts.Question) bool {
	for _, x := range s.slots {
		for n, i := range x.aside {
			if q.Stuck || len(q.Pairs) != 1 || q.Pairs[0] != (page.Pair{Name: x.field.Name, Value: x.values[i].Value}) {
				continue
			}
			x.aside = slices.Delete(x.aside, n, n+1)
			if q.LastFresh == 0 {
				x.spared++
				return true
			}
			x.doubted = true
			s.recall(x)
			return false
		}
	}
	return false
}

// told ends an answer of known records whose total is how many of them have its value.
func (s *Boxes) told(q *facts.Question) {
	if q.LastFresh > 0 || q.Total <= 0 || q.Capped || q.Status != querygen.Answered {
		return
	}
	if v := s.bound(q); v >= 0 && len(s.same.with[v]) == q.Total {
		q.InHand = true
		s.same.whole(q, v, s.same.with[v])
	}
}

// lacking returns the answer whose next pages bring most of those of its matches that are not
// held, for each page: its total tells how many, and the records that have its value. Where all
// can be read they are there; where not, what is shown first is known first.
func (s *Boxes) lacking() (best *facts.Question, rate float64) {
	s.opened = slices.DeleteFunc(s.opened, func(q *facts.Question) bool { return !q.Open() && !q.Stuck })
	k := s.f.Regime().Limit
	for _, q := range s.opened {
		v := s.bound(q)
		if v < 0 || q.Stuck || q.Total < 0 || q.Capped || k > 0 && q.Total > k {
			continue
		}
		pages := math.Ceil(float64(q.Total-len(q.Rows)) / float64(s.f.RowsAPage()))
		if r := float64(q.Total-len(s.same.with[v])) / math.Max(pages, 1); r > rate {
			best, rate = q, r
		}
	}
	return best, rate
}

// bound returns the number of the value that q alone binds, -1 where no record has it.
func (s *Boxes) bound(q *facts.Question) int {
	for _, x := range s.slots {
		if len(q.Pairs) == 1 && x.field.Name == q.Pairs[0].Name {
			if i, ok := x.at[querygen.FoldText(q.Pairs[0].Value)]; ok {
				if number, known := x.number[i]; known {
					return int(number)
				}
			}
		}
	}
	return -1
}

// recall queues values put aside that are not implied any more.
func (s *Boxes) recall(x *slot) {
	x.aside = slices.DeleteFunc(x.aside, func(i uint32) bool {
		if s.needless(x, i) {
			return false
		}
		x.queue.Set(i, 1000*x.values[i].Trust+float64(min(len(s.same.with[x.number[i]]), 99)))
		return true
	})
}

func (s *Boxes) question(value page.Pair) querygen.Query {
	return querygen.Query{Form: s.f.Space.Form.ID, Bind: s.f.Space.Bind(value), Strategy: boxesStrategy, Expected: -1}
}

// harvestColumns takes the values that records came to have under the names of controls.
func (s *Boxes) harvestColumns() {
	for control, x := range s.slots {
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
			v, ok := x.at[querygen.FoldText(x.written.Rewrite(c.Values[i]))]
			if !ok {
				continue
			}
			number, known := x.number[v]
			if !known {
				number = s.same.add(control)
				x.number[v] = number
			}
			s.same.join(number, c.With[i]...)
			x.frequent(v, len(c.With[i]))
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
	if len(s.slots) == 0 {
		return
	}
	s.harvestColumns()
	s.same.observe(s.f, q, s.bound(q))
	for _, x := range s.slots {
		s.recall(x)
	}
	if q.Query.Strategy != boxesStrategy || s.tried(q) {
		return
	}
	s.walk.Observe(q)
	if q.Pages == 1 && q.Open() {
		s.opened = append(s.opened, q)
	}
	s.told(q)
	i := slices.IndexFunc(s.slots, func(x *slot) bool { return len(q.Pairs) == 1 && x.field.Name == q.Pairs[0].Name })
	if i < 0 || q.Stuck {
		return
	}
	x := s.slots[i]
	x.cost++
	x.fresh += q.LastFresh
	x.full.Fade(float64(q.LastRows), 1, facts.ExperienceKept)
	// Of the records that x has not shown, as many are held for each that is not as of these rows.
	others := s.f.Records.Held() - q.LastFresh - x.own
	s.unseen.Fade(float64(others*q.LastFresh), float64(q.LastAdded-q.LastFresh), facts.ExperienceKept)
	x.own += q.LastAdded
	if x.dry += q.LastRows; q.LastFresh > 0 {
		x.dry = 0
	} else if q.InHand {
		x.dry += q.Total - q.LastRows
	}
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
