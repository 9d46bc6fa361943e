package plan

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Planner chooses questions for one interface. It is not safe for concurrent use.
type Planner struct {
	Course
	strategy strategy
	probes   []querygen.Query // nonsense: the first is asked before all else, the other where it is affordable
	versed   bool             // the first need not be
	// impossible are what stands for nonsense where the form has no query box.
	impossible []querygen.Query
	sampler    *estimate.Sampler  // nil where no words are drawn
	descents   *estimate.Descents // nil where no parts are drawn
	missed     *estimate.Missed   // nil where only what the user says is asked

	said   *questions.Plan // what the user says of what is asked; never nil
	short  int             // answers that go on behind the pages that the user wants of each
	unused []Unused        // of it
	empty  int             // questions without a record in a row

	estimated estimate.Estimated
	decided   bool // ask, found, sampling and reason hold the choice after the outcomes so far
	ask       querygen.Ask
	found     bool
	sampling  bool
	reason    string
}

// New returns a planner that has seen nothing yet. It is an error to name a
// strategy or a control that does not exist.
func New(o querygen.Options) (*Planner, error) {
	for _, name := range slices.Sorted(maps.Keys(o.Fixed)) {
		if err := hasControl(o, name); err != nil {
			return nil, err
		}
	}
	if o.Questions == nil {
		o.Questions = &questions.Plan{}
	}
	left, err := leaving(o.Form, o.Questions)
	if err != nil {
		return nil, err
	}
	said, err := understand(left, o.Fixed, o.Questions)
	if err != nil {
		return nil, err
	}
	auto := o.Strategy == "" || o.Strategy == "auto" // any other is chosen by a command for what it asks
	o.Form, o.Fixed = left, said.fixed
	for i := 0; auto && i < len(said.axes); i++ {
		for _, b := range said.axes[i].parts[0].pairs {
			delete(o.Fixed, b.Name)
		}
	}
	p := &Planner{versed: o.Versed, Course: Course{facts.New(space.NewSearchInterface(o.Form, o.Fixed), o.Seed, o.Capabilities)}, said: o.Questions, unused: said.unused}
	var draws bool
	if len(said.axes) > 0 && auto {
		s := newPlanned(p.facts, o, said)
		p.strategy = strategy{Strategy: s, few: s.done}
	} else {
		o.Seeds = append(slices.Clone(said.words), o.Seeds...)
		if p.strategy, draws, err = newStrategy(p.facts, o); err != nil {
			return nil, err
		}
	}
	if d := p.strategy.parts; d != nil && len(d.Dims) > 0 && p.facts.Space.Box == nil {
		p.descents = &estimate.Descents{Facts: p.facts, Parts: d}
	}
	p.facts.Space.Size.Settle(o.Capabilities.Get(querygen.CanPageSize))
	if p.facts.Space.Box != nil {
		if draws {
			p.sampler = &estimate.Sampler{Facts: p.facts, Asked: map[*facts.Question]bool{}}
			p.missed = &estimate.Missed{Facts: p.facts, Other: o.Strategy != "" && o.Strategy != "auto"}
		}
		for i := range 2 {
			w := text.Nonsense(o.Seed, i)
			if n := p.facts.Space.Box.MaxLength; n > 0 && len(w) > n {
				w = w[:max(n-i, 1)]
			}
			q := p.facts.Space.Word(w, facts.ProbeStrategy)
			q.Nonsense, q.Expected = true, 0
			q.Why = "a made-up word that nothing matches: shows what an empty answer looks like"
			p.probes = append(p.probes, q)
		}
	} else {
		p.impossible = facts.Impossible(&p.facts.Space, o.Seed)
	}
	return p, nil
}

func hasControl(o querygen.Options, name string) error {
	var names []string
	for _, f := range o.Form.Fields {
		if f.Name == name {
			return nil
		}
		if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("the form has no control %q: none of its controls has a name", name)
	}
	return fmt.Errorf("the form has no control %q%s; it has %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// Next returns what to ask. It returns false when nothing worth asking is
// left; Why tells why. Next without Observe in between returns the same.
func (p *Planner) Next() (querygen.Ask, bool) {
	p.decide()
	return p.ask, p.found
}

// Sampling reports whether Next asks to learn how much is left. Further pages of a
// sample's answer may be asked for what they bring; it does not then.
func (p *Planner) Sampling() bool {
	p.decide()
	return p.sampling
}

// Why tells, for people, why Next has nothing left. It is empty while Next has
// something to ask.
func (p *Planner) Why() string {
	p.decide()
	return p.reason
}

// Unread tells how many answers go on behind the pages that the plan has read of each; ""
// where none does. What stands there nobody has counted.
func (p *Planner) Unread() string {
	if p.short == 0 {
		return ""
	}
	return fmt.Sprintf("%d answers were read to page %d and no further (pages)", p.short, p.said.Pages)
}

// Wants returns the menus whose options somebody should look at before more is asked, with what is
// chosen before them: those that a plan chooses from, and, once nothing else is asked, those
// that would divide answers which are cut.
func (p *Planner) Wants(ended bool) []querygen.Want {
	if s, ok := p.strategy.Strategy.(*planned); ok {
		return s.wanted
	}
	if d := p.strategy.parts; d != nil && len(d.Dims) > 0 && ended {
		return d.Tree.Wants()
	}
	return nil
}

// Observe folds one outcome in. Outcomes must be given in the ledger's order.
// An outcome that Next did not ask for is folded in like any other.
func (p *Planner) Observe(o querygen.Outcome) {
	// Choosing is a part of the fold, so that a planner that replays a ledger
	// without calling Next ends in the state of the one that wrote it.
	p.decide()
	p.decided = false
	if n := p.said.Pages; n > 0 && o.More && o.Page >= n {
		o.More, o.Capped, o.Numbered = false, true, false // it is read no further
		p.short++
	} else if n > 0 {
		o.Numbered = false
	}
	p.countEmpty(o)
	if s, ok := p.strategy.Strategy.(*planned); ok {
		s.outcome(o)
	}
	if p.sampler != nil {
		p.sampler.Before(o)
	}
	q := p.facts.Fold(o)
	if p.sampler != nil {
		p.sampler.Observe(q)
	}
	p.strategy.Observe(q)
	p.descents.Observe(q)
	p.missed.Observe()
}

// Widen takes note of controls for the page size and for the order that form has
// and the form of New lacked: result pages may offer some. It does nothing
// otherwise.
func (p *Planner) Widen(form forms.Form) {
	si := &p.facts.Space
	form, _ = leaving(form, p.said) // New has found it in order
	if len(form.Fields) <= len(si.Form.Fields) {
		return
	}
	size, orders := si.Size, si.Orders
	if size.Name == "" {
		size = space.NewPageSizer(form, si.Fixed)
	}
	if len(orders) == 0 {
		orders = space.OrdersOf(form, si.Fixed)
	}
	if size.Name != si.Size.Name || len(orders) > len(si.Orders) {
		si.Form, si.Size, si.Orders = form, size, orders
		p.decided = false
	}
}

// unsentInARow is after how many questions in a row that cannot be filled in, or that a
// guard refuses, no other is tried: nothing is learned from what is never sent.
const unsentInARow = 100

func (p *Planner) decide() {
	if p.decided {
		return
	}
	p.decided, p.sampling, p.reason = true, false, ""
	if p.ask, p.found = p.choose(); p.found {
		if q, due := p.wonders(p.ask); due {
			p.ask, p.sampling = q, false
		}
		p.ask = p.ask.Sound()
	}
}

// Planned reports whether the user's plan says which questions are asked.
func (p *Planner) Planned() bool {
	_, ok := p.strategy.Strategy.(*planned)
	return ok
}

// countEmpty counts the questions without a record that came one after the other.
func (p *Planner) countEmpty(o querygen.Outcome) {
	switch {
	case o.Status == querygen.Answered:
		p.empty = 0
	case o.Status == querygen.Empty && !o.Query.Nonsense && o.Page == 1:
		p.empty++
	}
}

// choose chooses what to ask, and notes why where there is nothing.
func (p *Planner) choose() (ask querygen.Ask, found bool) {
	if n := p.said.StopAfterEmpty; n > 0 && p.empty >= n {
		p.reason = fmt.Sprintf("%d questions in a row brought no record (stop-after-empty)", p.empty)
		return ask, false
	}
	if p.facts.Unsent >= unsentInARow {
		p.reason = fmt.Sprintf("the last %d questions could not be sent: what they choose is refused before anything is asked", unsentInARow)
		return ask, false
	}
	if q := p.facts.Unlearned(p.probes); q != nil {
		return q.NextPage(), true
	}
	for i, q := range p.probes {
		if p.facts.ByKey[q.Key()] == nil && (i == 0 && !p.versed || !p.Planned() && !p.facts.Lists() && p.facts.Affords(i)) {
			return querygen.Ask{Query: q, Page: 1}, true
		}
	}
	if q := p.facts.Retry(facts.RetryAfter, p.facts.Tries()); q != nil {
		return q.NextPage(), true
	}
	if p.sampler.Reading() {
		ask, p.sampling = p.sampler.Propose()
	}
	if !p.sampling && p.descents.Due() && !p.facts.NeedsWord() {
		ask, p.sampling = p.descents.Propose()
	}
	if p.sampling {
		return ask, true
	}
	best, ok := p.strategy.Propose()
	if !ok {
		if q := p.facts.Retry(0, p.facts.Tries()); q != nil {
			return q.NextPage(), true
		}
		p.reason = p.strategy.Why()
		return best.Ask, false
	}
	if q := &best.Ask.Query; best.Ask.Page == 1 {
		if q.Expected < 0 {
			q.Expected = math.Round(10*p.facts.Expected(*q)) / 10
		}
		q.Expected = min(q.Expected, p.atBest())
	}
	return best.Ask, true
}

// atBest returns how many new records a question can bring at best, as far as is known:
// no more than are left by the estimate's upper end, or than can be reached of one answer;
// else no more than are held or a page has, whatever claims and past answers promise.
func (p *Planner) atBest() float64 {
	f := p.facts
	held := float64(f.Records.Held())
	left := max(held, float64(f.RowsAPage()), float64(f.Most))
	if e := p.known(); e.Known() {
		left = max(e.High-held, 0)
	}
	if k := f.Regime().Limit; k > 0 {
		left = min(left, float64(k))
	}
	return math.Round(10*left) / 10
}

// Owed returns a question that failed and may be asked again at once, for when
// nothing else is worth asking. Where few failed, asking them oftener costs little: what
// is left of a list may hang on one of them.
func (p *Planner) Owed() (querygen.Ask, bool) {
	tries := p.facts.Tries()
	if len(p.Unanswered()) <= facts.FewFailed {
		tries = facts.Stubborn
	}
	if q := p.facts.Retry(0, tries); q != nil {
		return q.NextPage(), true
	}
	return querygen.Ask{}, false
}

// Forgive lets the questions that were given up be asked again, as a later run does.
func (p *Planner) Forgive() {
	for _, q := range p.facts.Failed {
		q.Failures = 0
	}
	p.decided = false
}

// Sample returns a question that tells how many records there are, or the next
// page of one, whatever is due: for those who want to know it better than the
// share of the requests that Next spends on it allows. It returns false where
// nothing can be sampled.
func (p *Planner) Sample() (querygen.Ask, bool) {
	var ask querygen.Ask
	var ok bool
	switch {
	case p.sampler != nil:
		ask, ok = p.sampler.Propose()
	case p.descents != nil:
		ask, ok = p.descents.Propose()
	}
	return ask.Sound(), ok
}

// Shown returns the largest total that the site shows and that is believed, 0 where
// there is none. Of the form as served the number counts that stands beside a few records,
// too, where no other question brought more than these: it is all that the site says.
func (p *Planner) Shown() int {
	f := p.facts
	if p.said.Pages > 0 {
		return 0 // so much is not wanted
	}
	t := f.BelievedTotal()
	if q := f.Listing; q != nil && q.Status == querygen.Answered && len(q.Rows) > 0 && f.Teaser(q) && f.Records.Held() == len(q.Rows) && f.Against(q) == "" {
		t = max(t, q.Total)
	}
	return t
}

// Exceeded returns the total of the list of everything where more is held than that; else 0.
func (p *Planner) Exceeded() int {
	if p.said.Pages > 0 {
		return 0
	}
	return p.facts.Exceeded()
}
