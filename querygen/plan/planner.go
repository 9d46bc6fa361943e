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
	facts    *facts.Facts
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
	p := &Planner{versed: o.Versed, facts: facts.New(space.NewSearchInterface(o.Form, o.Fixed), o.Seed, o.Capabilities), said: o.Questions, unused: said.unused}
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

// Knows reports whether the text of a row need not be observed, nor be kept in
// the ledger: it tells nothing that is not known of a record held.
func (p *Planner) Knows(r querygen.Row) bool { return p.facts.Records.Knows(r) }

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
	p.choose()
	if p.found {
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
func (p *Planner) choose() {
	if n := p.said.StopAfterEmpty; n > 0 && p.empty >= n {
		p.ask, p.found = querygen.Ask{}, false
		p.reason = fmt.Sprintf("%d questions in a row brought no record (stop-after-empty)", p.empty)
		return
	}
	if p.facts.Unsent >= unsentInARow {
		p.ask, p.found = querygen.Ask{}, false
		p.reason = fmt.Sprintf("the last %d questions could not be sent: what they choose is refused before anything is asked", unsentInARow)
		return
	}
	if q := p.facts.Unlearned(p.probes); q != nil {
		p.ask, p.found = q.NextPage(), true
		return
	}
	for i, q := range p.probes {
		if p.facts.ByKey[q.Key()] == nil && (i == 0 && !p.versed || !p.Planned() && !p.facts.Lists() && p.facts.Affords(i)) {
			p.ask, p.found = querygen.Ask{Query: q, Page: 1}, true
			return
		}
	}
	if q := p.facts.Retry(facts.RetryAfter, p.facts.Tries()); q != nil {
		p.ask, p.found = q.NextPage(), true
		return
	}
	if p.sampler.Reading() {
		if ask, ok := p.sampler.Propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	if p.descents.Due() && !p.facts.NeedsWord() {
		if ask, ok := p.descents.Propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	best, ok := p.strategy.Propose()
	if !ok {
		if q := p.facts.Retry(0, p.facts.Tries()); q != nil {
			p.ask, p.found = q.NextPage(), true
			return
		}
		p.reason = p.strategy.Why()
	}
	p.ask, p.found = best.Ask, ok
	if ok && p.ask.Page == 1 {
		q := &p.ask.Query
		if q.Expected < 0 {
			q.Expected = math.Round(10*p.facts.Expected(*q)) / 10
		}
		q.Expected = min(q.Expected, p.atBest())
	}
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

// Unanswered returns the questions that failed each time they were asked so far,
// pages of answers that could not be read on among them, trials of the interface not.
func (p *Planner) Unanswered() []querygen.Ask {
	var out []querygen.Ask
	for _, q := range p.facts.Failed {
		if q.Stuck && !q.Trial() {
			out = append(out, q.NextPage())
		}
	}
	return out
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

// Holds reports whether a record with this key was seen.
func (p *Planner) Holds(key string) bool { return p.facts.Records.Has(key) }

// HaveWord returns how many records held have the word that a question asks for, and nothing
// beside it; 0 where the search does not look into the columns that have it, as far as is known.
func (p *Planner) HaveWord(q querygen.Query) int {
	if p.facts.Space.Box == nil || len(q.Bind) != 1 {
		return 0
	}
	id, ok := p.facts.Records.ID(facts.WordOf(&p.facts.Space, q))
	if !ok || p.facts.Finds.Doubtful(id) {
		return 0
	}
	return p.facts.Records.Df(id)
}

// Held returns the number of distinct records seen.
func (p *Planner) Held() int { return p.facts.Records.Held() }

// Requests returns the number of HTTP requests that all outcomes cost.
func (p *Planner) Requests() int { return p.facts.Requests }

// Queries returns the number of different questions asked.
func (p *Planner) Queries() int { return len(p.facts.Asked) }

// Yield returns the new records per request over the latest outcomes that
// together cost at least window requests, failed ones left out, and how many requests those are;
// fewer than window when fewer were made.
func (p *Planner) Yield(window int) (newPerRequest float64, requests int) {
	fresh := 0
	for _, s := range slices.Backward(p.facts.Spent) {
		if requests >= window {
			break
		}
		if s.Of == nil {
			continue
		}
		requests += int(s.Requests)
		fresh += int(s.Fresh)
	}
	if requests == 0 {
		return 0, 0
	}
	return float64(fresh) / float64(requests), requests
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

// Answers returns how many pages of answers came.
func (p *Planner) Answers() int { return p.facts.Answers }

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

// Put counts the questions asked, nonsense left out: those that the site answered, by records
// or by saying that it has none, and those of which pages failed to come.
func (p *Planner) Put() (asked, answered, failed int) {
	for _, q := range p.facts.Asked {
		if q.Kind == facts.Garbage {
			continue
		}
		asked++
		if q.Status == querygen.Answered || q.Status == querygen.Empty {
			answered++
		}
		if q.Stuck && !q.Trial() {
			failed++
		}
	}
	return asked, answered, failed
}

// Capabilities returns what the user says and what the outcomes so far show
// about the interface, in the order of the Can constants. A verdict turns when
// later outcomes contradict it.
func (p *Planner) Capabilities() querygen.Capabilities { return p.facts.Capabilities() }
