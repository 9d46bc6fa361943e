package plan

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// OfPlan is how the reason of such a question begins, before what it binds.
const OfPlan = "of the plan: "

// planned asks what a person's plan says, in its order: the values of its first control, each
// with those of the next one, down to its depth. Where an answer was cut and no control of the
// plan is left that would divide it, auto divides it, with what the question binds fixed.
type planned struct {
	f       *facts.Facts
	o       querygen.Options
	u       understood
	pages   int
	readOn  map[string]bool // keys of questions whose answers go on behind the pages that the plan wants
	waiting []*cell         // the next one last
	current *cell
	failed  []*cell // to be looked at again once they were answered
	length  int     // the most rows of an answer
	longest []*cell // answers that have as many, and are not known to be cut
	trial   *trial  // of one of them; nil for none
	whole   int     // of them, those found to be whole
	doubted int     // and those that nothing divides
	limit   int     // that trials have shown
	within  *Planner
	asked   int                 // questions of the plan
	cut     int                 // of them, those whose answer is not all that matches
	divided int                 // of those, which auto divided
	short   int                 // answers that were not read to their end, as the plan wants it
	skipped int                 // parts that were left out after empty ones
	rows    map[uint32]bool     // records of its answers
	wanted  []querygen.Want     // menus whose options nobody has seen
	shown   map[[2]int]bool     // by axis and part: whether a page offers it, where its options depend on another control
	asIs    map[[2]int][]uint32 // by axis and part: records of the questions that were sent as they are written, since nobody knows the options
	deaf    int                 // such questions in a row that the site did not take
	held    []*cell             // with such values, while it takes none
	passed  int                 // questions that it did not take
	blind   map[int][]string    // by axis: beside what none of its options is known, so that none was asked
}

// cell is a part of what the plan says: a value for each of its first axes.
type cell struct {
	parent *cell
	axis   int   // that divides the parent
	at     []int // by axis: a part, or wholeOf or unbound
	query  *querygen.Query
	found  bool  // a question below it brought records, or may yet
	last   *cell // of its parts, the one before
	empty  int   // of its parts in a row
	seen   []querygen.Outcome
}

// What stands for an axis that is not bound to a part.
const (
	unbound = -1 - iota
	wholeOf
)

func newPlanned(f *facts.Facts, o querygen.Options, u understood) *planned {
	return &planned{f: f, o: o, u: u, pages: o.Questions.Pages, readOn: map[string]bool{}, waiting: []*cell{{}}, rows: map[uint32]bool{}, shown: map[[2]int]bool{}, asIs: map[[2]int][]uint32{}, blind: map[int][]string{}}
}

// ways returns what the next axis of a cell is bound to, before anything was asked: to all
// that is said of it where one question can say so, and that leaves something out.
func (s *planned) ways(axis int) []int {
	a := &s.u.axes[axis]
	switch {
	case len(a.parts) == 1:
	case s.u.split != "always" && len(a.whole.pairs) > 0 && !(s.u.split == "where-cut" && axis > 0 && a.ends):
		return []int{wholeOf}
	case s.u.split == "where-cut" && axis > 0:
		return []int{unbound}
	}
	return allParts(a)
}

func allParts(a *axis) []int {
	out := make([]int, len(a.parts))
	for i := range out {
		out[i] = i
	}
	return out
}

// bind returns what a cell's question binds, and says it; it is not offered where a menu that
// depends on another one has no such option beside its value, as far as a page has shown, nor
// where a plan says of a menu what is not asked, and nobody knows what else there is.
func (s *planned) bind(c *cell) (pairs []page.Pair, said string, offered bool) {
	var words []string
	for i, at := range c.at {
		a := &s.u.axes[i]
		switch of := a.whole; {
		case at == unbound:
			continue
		case at >= 0:
			of = a.parts[at]
			fallthrough
		default:
			pairs, words = append(pairs, of.pairs...), append(words, of.said)
		}
	}
	offered = true
	for range pairs { // what a value depends on may stand behind it
		offered = true
		for i, p := range pairs {
			options := s.beside(p.Name, pairs)
			at := among(options, p.Value)
			if at >= 0 {
				pairs[i].Value = options[at].Value
			}
			offered = offered && (at >= 0 || options == nil && !s.u.late[p.Name])
		}
	}
	return pairs, strings.Join(words, ", "), offered
}

// among returns where the option stands that a person calls so, by its value or its label; -1
// for none.
func among(options []forms.Option, said string) int {
	at := slices.IndexFunc(options, func(o forms.Option) bool { return o.Value == said })
	if at < 0 {
		at = slices.IndexFunc(options, func(o forms.Option) bool { return fold(o.Label) == fold(said) })
	}
	return at
}

// above returns the value beside which a menu is chosen that depends on another one's; "" where
// it depends on none, or that is not bound.
func (s *planned) above(name string, pairs []page.Pair) string {
	if before := s.f.Space.Before(name, pairs); len(before) > 0 {
		return before[len(before)-1].Value
	}
	return ""
}

// beside returns the options that a menu has beside the value of the one that it depends on;
// nil where no page has shown them.
func (s *planned) beside(name string, pairs []page.Pair) []forms.Option {
	if above := s.above(name, pairs); above != "" {
		return s.f.Space.Form.Beside(name, above)
	}
	return nil
}

// unknown reports whether nobody has seen what a menu offers beside the value that it depends on.
func (s *planned) unknown(name string, pairs []page.Pair) bool {
	return s.above(name, pairs) != "" && s.beside(name, pairs) == nil
}

// unseen returns the menus that pairs choose from, whose options nobody has seen beside what is
// chosen before them; of several that depend on each other the first.
func (s *planned) unseen(pairs []page.Pair) (out []querygen.Want) {
	for _, b := range pairs {
		for _, menu := range append(s.f.Space.Before(b.Name, pairs), b) {
			if !s.unknown(menu.Name, pairs) {
				continue
			}
			if w := (querygen.Want{Name: menu.Name, Beside: s.f.Space.Before(menu.Name, pairs)}); !containsWant(out, w) {
				out = append(out, w)
			}
			break
		}
	}
	return out
}

func containsWant(list []querygen.Want, w querygen.Want) bool {
	return slices.ContainsFunc(list, func(o querygen.Want) bool { return o.Name == w.Name && slices.Equal(o.Beside, w.Beside) })
}

// want has menus looked at before their options are asked.
func (s *planned) want(wants []querygen.Want) {
	for _, w := range wants {
		if !containsWant(s.wanted, w) {
			s.wanted = append(s.wanted, w)
		}
	}
}

func (s *planned) Propose() (facts.Proposal, bool) {
	for {
		if s.within != nil {
			if ask, ok := s.within.Next(); ok && s.within.Done(restBounds) == "" {
				return facts.Proposal{Ask: ask, Rate: math.Inf(1)}, true
			}
			s.want(s.within.Wants(true))
			s.within = nil
		}
		if s.current == nil {
			if s.current = s.next(); s.current == nil && !s.doubt() {
				return facts.Proposal{}, false
			} else if s.current == nil {
				continue
			}
		}
		c := s.current
		q := s.f.ByKey[c.query.Key()]
		switch {
		case q == nil:
			return facts.Proposal{Ask: querygen.Ask{Query: *c.query, Page: 1}, Rate: math.Inf(1)}, true
		case q.Stuck:
			if s.guesses(c, nil) {
				s.deaf++
			}
			c.find()
			s.failed = append(s.failed, c)
		case q.Open() && !q.Hopeless():
			return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
		default:
			s.settle(c, q)
		}
		s.current = nil
	}
}

// restBounds are how long auto divides what the plan leaves cut.
var restBounds = Bounds{Share: 0.98, MinYield: 0.01, Patience: 150}

// next returns the next cell whose question is due, nil where none is.
func (s *planned) next() *cell {
	for len(s.waiting) > 0 {
		c := s.waiting[len(s.waiting)-1]
		s.waiting = s.waiting[:len(s.waiting)-1]
		if p := c.parent; p != nil {
			if p.last != nil {
				if p.empty++; p.last.found {
					p.empty = 0
				}
			}
			if most := s.u.axes[c.axis].stop; most > 0 && p.empty >= most {
				s.skipped++
				p.last = nil
				continue
			}
			p.last = c
		}
		if n := len(c.at); n < len(s.u.axes) {
			s.push(c, n, s.ways(n))
			continue
		}
		q, offered := s.query(c)
		s.look(c, nil)
		if !offered || s.deaf >= mostDeaf && s.guesses(c, nil) {
			if offered {
				s.held = append(s.held, c)
			}
			if c.parent != nil {
				c.parent.last = nil
			}
			continue
		}
		c.query = &q
		return c
	}
	for i, c := range s.failed {
		if q := s.f.ByKey[c.query.Key()]; !q.Stuck {
			s.failed = slices.Delete(s.failed, i, i+1)
			return c
		}
	}
	if s.deaf < mostDeaf && len(s.held) > 0 {
		slices.Reverse(s.held)
		s.waiting, s.held = s.held, nil
		return s.next()
	}
	return nil
}

// query returns the question of a cell, and has menus looked at whose options it chooses unseen.
func (s *planned) query(c *cell) (q querygen.Query, offered bool) {
	pairs, said, offered := s.bind(c)
	s.want(s.unseen(pairs))
	return querygen.Query{Form: s.f.Space.Form.ID, Bind: s.f.Space.Bind(pairs...), Strategy: querygen.Planned, Expected: -1, Why: OfPlan + said}, offered
}

// push has the parts of a cell asked next: those that differ in one axis.
func (s *planned) push(c *cell, axis int, parts []int) {
	for _, part := range slices.Backward(parts) {
		at := slices.Clone(c.at)
		if axis == len(at) {
			at = append(at, part)
		} else {
			at[axis] = part
		}
		s.waiting = append(s.waiting, &cell{parent: c, axis: axis, at: at})
	}
}

// find notes that a cell has records, or may.
func (c *cell) find() {
	for ; c != nil && !c.found; c = c.parent {
		c.found = true
	}
}

// settle takes note of an answer that was read, and divides its cell where it was cut.
func (s *planned) settle(c *cell, q *facts.Question) {
	s.asked++
	s.look(c, q.Offers)
	if anew, offered := s.query(c); offered && anew.Key() != c.query.Key() { // the page calls otherwise what was asked
		s.waiting = append(s.waiting, &cell{parent: c.parent, axis: c.axis, at: c.at})
		return
	}
	if s.guesses(c, q.Rows) {
		if q.Status == querygen.Refused && !q.TooMuch { // it may be no value: there is nothing to divide
			s.deaf++
			s.passed++
			return
		}
		s.deaf = 0
	}
	for _, r := range q.Rows {
		s.rows[r] = true
	}
	if q.Status == querygen.Answered || q.Status == querygen.Refused {
		c.find()
	}
	if s.isCut(q) {
		s.open(c, q)
		return
	}
	s.compare(c, q)
}

// isCut reports whether an answer that was read is not all that matches.
func (s *planned) isCut(q *facts.Question) bool {
	k := cmp.Or(s.f.Regime().Limit, s.limit)
	return s.readTo(q) || q.Status == querygen.Refused || q.Short() || k > 0 && len(q.Rows) >= k && !q.More && q.Total < 0
}

// readTo reports whether an answer was read as far as the plan wants it, and not to its end.
func (s *planned) readTo(q *facts.Question) bool {
	return s.readOn[q.Query.Key()]
}

// open divides a cell whose answer was cut.
func (s *planned) open(c *cell, q *facts.Question) {
	for i, at := range c.at {
		if at < 0 && len(s.u.axes[i].parts) > 1 {
			s.push(c, i, allParts(&s.u.axes[i]))
			return
		}
	}
	if s.readTo(q) {
		s.short++
		return
	}
	if s.cut++; s.u.rest {
		s.divide(c)
	}
}

// look notes which of the values that a cell binds are offered beside each other: by the page
// of its answer, or by those before.
func (s *planned) look(c *cell, offers []querygen.Offer) {
	pairs, _, _ := s.bind(c)
	for _, o := range offers {
		value, form := s.above(o.Name, pairs), &s.f.Space.Form
		if value == "" || form.Beside(o.Name, value) != nil {
			continue
		}
		of := slices.DeleteFunc(slices.Clone(o.Options), func(of forms.Option) bool { return !of.GoesWith(value) })
		if more, any := form.Offering(&forms.Form{Fields: []forms.Field{{Name: o.Name, Control: "select", Options: of}}}, o.Name, value); any || more.Beside(o.Name, value) != nil {
			*form = more
		}
	}
	for i, at := range c.at {
		if at < 0 {
			continue
		}
		for _, b := range s.u.axes[i].parts[at].pairs {
			if options := s.beside(b.Name, pairs); options != nil {
				part := [2]int{i, at}
				s.shown[part] = s.shown[part] || among(options, b.Value) >= 0
			} else if s.u.late[b.Name] && s.unknown(b.Name, pairs) {
				over := s.f.Space.Form.Above(b.Name)
				if said := over + " = " + querygen.Spoken(s.f.Space.Form, over, s.above(b.Name, pairs)); !slices.Contains(s.blind[i], said) {
					s.blind[i] = append(s.blind[i], said)
				}
			}
		}
	}
}

// mostDeaf is after how many questions in a row that a site does not take no other is sent as it
// is written: a site that takes labels for values takes the first ones.
const mostDeaf = 3

// guesses reports whether a cell's question has values that are sent as they are written, since
// nobody has seen the options, and notes its records for them.
func (s *planned) guesses(c *cell, rows []uint32) (any bool) {
	pairs, _, _ := s.bind(c)
	for i, at := range c.at {
		if at < 0 {
			continue
		}
		for _, b := range s.u.axes[i].parts[at].pairs {
			served := slices.ContainsFunc(fieldOf(s.f.Space.Form, b.Name).Options, func(o forms.Option) bool { return o.Value == b.Value && len(o.Of) == 0 })
			if part := [2]int{i, at}; s.unknown(b.Name, pairs) && !served {
				s.asIs[part], any = append(s.asIs[part], rows...), true
			}
		}
	}
	return any
}

// unoffered returns the values that no page offers, and those of which nobody knows, and that
// brought nothing either, or nothing but what others of them brought: options that depend on
// another control are seen only beside its values. They may be had in a browser, unless one has
// looked.
func (s *planned) unoffered(looked bool) (out []Unused) {
	instead := "write the values that the site sends for them"
	if !looked {
		instead = "let a browser show them (--browser auto), or " + instead
	}
	for i, a := range s.u.axes {
		ignore := func(said []string, format string, args ...any) {
			if len(said) > 0 {
				args = append([]any{strings.Join(said[:min(len(said), 10)], ", ")}, args...)
				out = append(out, Unused{Setting: "questions", Path: a.path, Message: fmt.Sprintf(format, args...)})
			}
		}
		var foreign, vain []string
		brought := map[string]int{}
		for at := range a.parts {
			brought[fmt.Sprint(s.asIs[[2]int{i, at}])]++
		}
		for at, part := range a.parts {
			if offered, seen := s.shown[[2]int{i, at}]; seen && !offered {
				foreign = append(foreign, part.said)
			}
			if rows, was := s.asIs[[2]int{i, at}]; was && (len(rows) == 0 || brought[fmt.Sprint(rows)] > 1) {
				vain = append(vain, part.said)
			}
		}
		ignore(foreign, "%s: no page offers it beside what it was asked with: it depends on another control")
		as := "brought nothing of its own as it is written"
		if s.asked == 0 {
			as = "is sent as it is written"
		}
		ignore(vain, "%s: %s, and no page as served shows which options there are: %s", as, instead)
		if all := fieldOf(s.f.Space.Form, a.name()).Options; len(a.but) > 0 && slices.ContainsFunc(all, func(o forms.Option) bool { return len(o.Of) > 0 }) {
			ignore(slices.DeleteFunc(slices.Clone(a.but), func(v string) bool { return among(all, v) >= 0 }), "%s: no page offers it, so that nothing is left out by it")
		}
		ignore(s.blind[i], "beside %s nothing was asked, since no page as served shows which options there are: %s", strings.Replace(instead, "write the", "write only with the", 1))
	}
	return out
}

// divide has auto ask for what a cell's answer did not show.
func (s *planned) divide(c *cell) {
	o := s.o
	o.Fixed = forms.Values{}
	maps.Copy(o.Fixed, s.o.Fixed)
	pairs, _, _ := s.bind(c)
	for _, p := range pairs {
		o.Fixed[p.Name] = append(o.Fixed[p.Name], p.Value)
	}
	of := questions.Plan{Pages: s.o.Questions.Pages}
	o.Questions, o.Strategy, o.Versed = &of, "auto", true
	o.Seeds = append(slices.Clone(s.u.words), o.Seeds...)
	if s.o.Questions.Words.NothingElse && s.f.Space.Box != nil { // no other word
		of.Controls = []questions.Control{{Control: s.f.Space.Box.Name, Leave: true}}
		o.Strategy = "drilldown"
	}
	within, err := New(o)
	if err != nil {
		return // what is left to ask is nothing that auto knows
	}
	for _, outcome := range c.seen {
		within.Observe(outcome)
	}
	s.within = within
	s.divided++
}

// outcome is told each outcome: auto takes up where an answer was cut.
func (s *planned) outcome(o querygen.Outcome) {
	if s.pages > 0 && o.Page >= s.pages && o.Capped {
		s.readOn[o.Query.Key()] = true
	}
	switch {
	case s.within != nil:
		s.within.Observe(o)
	case s.current != nil && s.current.query != nil && o.Query.Key() == s.current.query.Key():
		s.current.seen = append(s.current.seen, o)
	}
}

func (s *planned) Observe(*facts.Question) {}

func (s *planned) Why() string {
	out := fmt.Sprintf("all questions of the plan were asked (%d)", s.asked)
	if s.skipped > 0 {
		out = fmt.Sprintf("the questions of the plan were asked (%d), but for values that were left out after empty ones (%d, by stop-after-empty)", s.asked, s.skipped)
	}
	if s.short > 0 {
		out += fmt.Sprintf("; %d answers were read to page %d and no further (pages)", s.short, s.pages)
	}
	if s.divided > 0 {
		out += fmt.Sprintf("; auto divided answers that were cut (%d)", s.divided)
	}
	if n := s.passed + len(s.held); n > 0 {
		out += fmt.Sprintf("; of %d nobody knows whether their values are any of the site's, and it takes none", n)
	}
	if n := s.cut - s.divided; n > 0 {
		out += fmt.Sprintf("; %d of the answers stayed cut, and nothing that the plan allows divides them", n)
	}
	if s.doubted > 0 {
		out += fmt.Sprintf("; several answers have %d records and none has more, and nothing that the plan allows tells whether they were cut", s.length)
	}
	return out
}

// done reports how many records there are of what the plan asks for, where all of it was read,
// and nothing else is held, as of a plan that was changed since: of what that asked nobody
// knows the rest. Where answers stayed cut, it reports that more is there.
func (s *planned) done() (querygen.Estimate, bool) {
	held := s.f.Records.Held()
	if len(s.waiting)+len(s.failed) > 0 || s.current != nil || s.within != nil || s.trial != nil || held == 0 {
		return querygen.Estimate{}, false
	}
	if n := s.cut - s.divided; n > 0 {
		why := fmt.Sprintf("%d of %d answers of the plan are cut, and nothing that it allows divides them", n, s.asked)
		most := max(cmp.Or(s.f.Regime().Limit, s.limit), s.length)
		return querygen.Estimate{Held: held, Low: float64(held), Cut: min(held, n*most), Beyond: why, Method: "not known: " + why}, true
	}
	if s.cut+s.short+s.skipped+s.passed+len(s.held)+s.doubted > 0 || held > len(s.rows) {
		return querygen.Estimate{}, false
	}
	n := float64(held)
	return querygen.Estimate{Held: held, Size: n, Low: n, High: n, Coverage: 1, Exact: true, Method: fmt.Sprintf("the answers to all questions of the plan (%d) were read to their end", s.asked)}, true
}

// Example returns what the first question of a plan binds, as far as it is known that the form
// has it; nil where a plan does not say what is asked.
func (p *Planner) Example() forms.Values {
	s, ok := p.strategy.Strategy.(*planned)
	if !ok {
		return nil
	}
	if _, due := s.Propose(); !due || s.current == nil {
		return nil
	}
	pairs, _, _ := s.bind(s.current)
	out := forms.Values{}
	for _, b := range s.current.query.Bind {
		if !s.unknown(b.Name, pairs) {
			out[b.Name] = append(out[b.Name], b.Value)
		}
	}
	return out
}

// Rehearsal is what a plan of questions comes to, before anything was asked.
type Rehearsal struct {
	Questions int      `json:"questions"` // at least, and where no answer is cut
	AtMost    int      `json:"at_most"`   // where all are cut
	Own       int      `json:"own"`       // questions beside them, to which nothing can match
	Unused    []Unused `json:"unused,omitempty"`
}

// Rehearse returns what the user's plan of questions comes to; nil where there is none.
func (p *Planner) Rehearse() *Rehearsal {
	s, ok := p.strategy.Strategy.(*planned)
	if !ok {
		if len(p.unused) > 0 {
			return &Rehearsal{Unused: p.unused}
		}
		return nil
	}
	r := &Rehearsal{Questions: 1, AtMost: 1, Unused: p.unused}
	for i := range s.u.axes {
		r.Questions *= len(s.ways(i))
		r.AtMost *= max(len(s.u.axes[i].parts), 1)
	}
	if max(r.Questions, r.AtMost) <= mostCounted {
		r.Questions, r.AtMost = s.count(nil, s.ways), s.count(nil, func(axis int) []int { return allParts(&s.u.axes[axis]) })
	}
	r.AtMost = max(r.AtMost, r.Questions)
	if len(p.probes) > 0 && !p.versed || len(p.impossible) > 0 {
		r.Own = 1
	}
	return r
}

// mostCounted is up to how many questions those are counted that bind what goes together.
const mostCounted = 10_000

// count returns how many questions there are with the parts of each axis of which a cell binds none
// yet: those whose values are offered beside each other.
func (s *planned) count(at []int, parts func(axis int) []int) (n int) {
	if len(at) == len(s.u.axes) {
		if _, _, offered := s.bind(&cell{at: at}); offered {
			n = 1
		}
		return n
	}
	for _, part := range parts(len(at)) {
		n += s.count(append(slices.Clip(at), part), parts)
	}
	return n
}

// Behind has the plan asked behind each of n choices before the search. What an empty page
// looks like is asked once.
func (r *Rehearsal) Behind(n int) { r.Questions, r.AtMost = n*r.Questions, n*r.AtMost }

// Unused returns what of the user's plan of questions has no effect. Whether a browser may look
// for options that a script fills in decides what is said of them.
func (p *Planner) Unused(looked bool) []Unused {
	if s, ok := p.strategy.Strategy.(*planned); ok {
		return slices.Concat(p.unused, s.unoffered(looked))
	}
	return p.unused
}
