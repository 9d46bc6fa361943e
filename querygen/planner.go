package querygen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Planner chooses questions for one interface. It is not safe for concurrent use.
type Planner struct {
	facts    facts
	strategy strategy
	probes   []Query   // nonsense: the first is asked before all else, the other where it is affordable
	sampler  *sampler  // nil where no words are drawn
	descents *descents // nil where no parts are drawn

	decided  bool // ask, found, sampling and reason hold the choice after the outcomes so far
	ask      Ask
	found    bool
	sampling bool
	reason   string
}

// New returns a planner that has seen nothing yet. It is an error to name a
// strategy or a control that does not exist.
func New(o Options) (*Planner, error) {
	for _, name := range slices.Sorted(maps.Keys(o.Fixed)) {
		if err := hasControl(o, name); err != nil {
			return nil, err
		}
	}
	p := &Planner{facts: facts{
		si:      newSearchInterface(o.Form, o.Fixed),
		seed:    o.Seed,
		records: newCollection(),
		byKey:   map[string]*question{},
		byPair:  map[page.Pair]*question{},
		bounded: map[string][]*question{},
		fixed:   o.Capabilities,

		operators: newOperators(o.Capabilities),

		experience: expectations{},
	}}
	if k, err := strconv.Atoi(o.Capabilities.Get(CanLimit).Value); err == nil {
		p.facts.told = max(k, 0)
	}
	var err error
	if p.strategy, err = newStrategy(&p.facts, o); err != nil {
		return nil, err
	}
	p.descents = newDescents(&p.facts, p.strategy)
	p.facts.si.size.settle(o.Capabilities.Get(CanPageSize))
	if p.facts.si.box != nil {
		if o.Strategy == "" || o.Strategy == "auto" {
			p.sampler = &sampler{f: &p.facts, asked: map[*question]bool{}, next: sampleSoon, soon: sampleSoon}
			if a, ok := p.strategy.(*auto); ok && a.words != nil {
				w := &a.words.weighted.weights
				w.size, w.unseen = p.sampler.size, p.sampler.unseen
			}
		}
		for i := range 2 {
			w := nonsense(o.Seed, i)
			if n := p.facts.si.box.MaxLength; n > 0 && len(w) > n {
				w = w[:max(n-i, 1)]
			}
			q := p.facts.si.word(w, probeStrategy)
			q.Nonsense, q.Expected = true, 0
			q.Why = "a made-up word that nothing matches: shows what an empty answer looks like"
			p.probes = append(p.probes, q)
		}
	}
	return p, nil
}

func hasControl(o Options, name string) error {
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
	return fmt.Errorf("the form has no control %q; did you mean %q?", name, nearest(name, names))
}

// Next returns what to ask. It returns false when nothing worth asking is
// left; Why tells why. Next without Observe in between returns the same.
func (p *Planner) Next() (Ask, bool) {
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

// Observe folds one outcome in. Outcomes must be given in the ledger's order.
// An outcome that Next did not ask for is folded in like any other.
func (p *Planner) Observe(o Outcome) {
	// Choosing is a part of the fold, so that a planner that replays a ledger
	// without calling Next ends in the state of the one that wrote it.
	p.decide()
	p.decided = false
	if p.sampler != nil {
		p.sampler.before(o)
	}
	q := p.facts.fold(o)
	if p.sampler != nil {
		p.sampler.observe(q)
	}
	p.strategy.observe(q)
	p.descents.observe(q)
}

// Knows reports whether the text of a row need not be observed, nor be kept in
// the ledger: it tells nothing that is not known of a record held.
func (p *Planner) Knows(r Row) bool { return p.facts.records.knows(r) }

// Widen takes note of controls for the page size and for the order that form has
// and the form of New lacked: result pages may offer some. It does nothing
// otherwise.
func (p *Planner) Widen(form forms.Form) {
	si := &p.facts.si
	if len(form.Fields) <= len(si.form.Fields) {
		return
	}
	size, orders := si.size, si.orders
	if size.name == "" {
		size = newPageSizer(form, si.fixed)
	}
	if len(orders) == 0 {
		orders = ordersOf(form, si.fixed)
	}
	if size.name != si.size.name || len(orders) > len(si.orders) {
		si.form, si.size, si.orders = form, size, orders
		p.decided = false
	}
}

// A failed ask is repeated after retryAfter other outcomes, or when nothing
// else is left, until it has failed maxFailures times.
const (
	retryAfter  = 20
	maxFailures = 3
)

func (p *Planner) decide() {
	if p.decided {
		return
	}
	p.decided, p.sampling, p.reason = true, false, ""
	for i, q := range p.probes {
		if p.facts.byKey[q.Key()] == nil && (i == 0 || !p.facts.lists() && p.facts.affords(i)) {
			p.ask, p.found = Ask{Query: q, Page: 1}, true
			return
		}
	}
	if q := p.facts.retry(retryAfter); q != nil {
		p.ask, p.found = q.nextPage(), true
		return
	}
	if s := p.sampler; s != nil && (s.reading() || s.due()) {
		if ask, ok := s.propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	if p.descents.due() {
		if ask, ok := p.descents.propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	best, ok := p.strategy.propose()
	if !ok {
		if q := p.facts.retry(0); q != nil {
			p.ask, p.found = q.nextPage(), true
			return
		}
		p.reason = p.strategy.why()
	}
	p.ask, p.found = best.ask, ok
	if ok && p.ask.Page == 1 && p.ask.Query.Expected < 0 {
		p.ask.Query.Expected = math.Round(10*p.facts.expected(p.ask.Query)) / 10
	}
}

// retry returns the first failed question that may be asked again.
func (f *facts) retry(after int) *question {
	f.failed = slices.DeleteFunc(f.failed, func(q *question) bool {
		return !q.stuck
	})
	for _, q := range f.failed {
		if q.failures < maxFailures && len(f.spent)-q.failedAt >= after {
			return q
		}
	}
	return nil
}

// Held returns the number of distinct records seen.
func (p *Planner) Held() int { return p.facts.records.held() }

// Requests returns the number of HTTP requests that all outcomes cost.
func (p *Planner) Requests() int { return p.facts.requests }

// Queries returns the number of different questions asked.
func (p *Planner) Queries() int { return len(p.facts.asked) }

// Yield returns the new records per request over the latest outcomes that
// together cost at least window requests, and how many requests those are;
// fewer than window when fewer were made.
func (p *Planner) Yield(window int) (newPerRequest float64, requests int) {
	fresh := 0
	for _, s := range slices.Backward(p.facts.spent) {
		if requests >= window {
			break
		}
		requests += int(s.requests)
		fresh += int(s.fresh)
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
func (p *Planner) Sample() (Ask, bool) {
	switch {
	case p.sampler != nil:
		return p.sampler.propose()
	case p.descents != nil:
		return p.descents.propose()
	}
	return Ask{}, false
}

// SinceNew returns the requests that were made since the latest new record,
// and the rows that their answers showed: all of them of records held already.
func (p *Planner) SinceNew() (requests, rows int) {
	for _, s := range slices.Backward(p.facts.spent) {
		if s.fresh > 0 {
			break
		}
		requests += int(s.requests)
		rows += int(s.rows)
	}
	return requests, rows
}
