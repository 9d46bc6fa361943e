package querygen

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/page"
)

// Planner chooses questions for one interface. It is not safe for concurrent use.
type Planner struct {
	facts    facts
	strategy strategy
	probes   []Query // nonsense: the first is asked before all else, the other where it is affordable
	// impossible are what stands for nonsense where the form has no query box.
	impossible []Query
	sampler    *sampler  // nil where no words are drawn
	descents   *descents // nil where no parts are drawn

	estimated estimated
	decided   bool // ask, found, sampling and reason hold the choice after the outcomes so far
	ask       Ask
	found     bool
	sampling  bool
	reason    string
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
	var draws bool
	if p.strategy, draws, err = newStrategy(&p.facts, o); err != nil {
		return nil, err
	}
	p.descents = newDescents(&p.facts, p.strategy)
	p.facts.si.size.settle(o.Capabilities.Get(CanPageSize))
	if p.facts.si.box != nil {
		if draws {
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
	} else {
		p.impossible = impossible(&p.facts.si, o.Seed)
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
	return fmt.Errorf("the form has no control %q%s; it has %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
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
// else is left, until it has failed maxFailures times; where asking again has
// helped as often as not, or where no more than fewFailed did, until it has failed stubborn times.
const (
	retryAfter  = 20
	maxFailures = 3
	stubborn    = 6
	fewFailed   = 3
)

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
		p.ask = p.ask.sound()
	}
}

// sound returns the ask; what it is expected to bring is unknown where it is no number.
func (a Ask) sound() Ask {
	if x := a.Query.Expected; math.IsNaN(x) || math.IsInf(x, 0) {
		a.Query.Expected = -1
	}
	return a
}

// choose chooses what to ask, and notes why where there is nothing.
func (p *Planner) choose() {
	if p.facts.unsent >= unsentInARow {
		p.ask, p.found = Ask{}, false
		p.reason = fmt.Sprintf("the last %d questions could not be sent: what they choose is refused before anything is asked", unsentInARow)
		return
	}
	if q := p.facts.unlearned(p.probes); q != nil {
		p.ask, p.found = q.nextPage(), true
		return
	}
	for i, q := range p.probes {
		if p.facts.byKey[q.Key()] == nil && (i == 0 || !p.facts.lists() && p.facts.affords(i)) {
			p.ask, p.found = Ask{Query: q, Page: 1}, true
			return
		}
	}
	if q := p.facts.retry(retryAfter, p.facts.tries()); q != nil {
		p.ask, p.found = q.nextPage(), true
		return
	}
	if s := p.sampler; s != nil && (s.reading() || s.due()) {
		if ask, ok := s.propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	if p.descents.due() && !p.facts.needsWord() {
		if ask, ok := p.descents.propose(); ok {
			p.ask, p.found, p.sampling = ask, true, true
			return
		}
	}
	best, ok := p.strategy.propose()
	if !ok {
		if q := p.facts.retry(0, p.facts.tries()); q != nil {
			p.ask, p.found = q.nextPage(), true
			return
		}
		p.reason = p.strategy.why()
	}
	p.ask, p.found = best.ask, ok
	if ok && p.ask.Page == 1 {
		q := &p.ask.Query
		if q.Expected < 0 {
			q.Expected = math.Round(10*p.facts.expected(*q)) / 10
		}
		q.Expected = min(q.Expected, atBest(&p.facts, p.drilled(), p.sampler, p.descents))
	}
}

// atBest returns how many new records a question can bring at best, as far as is known:
// no more than are left by the estimate's upper end, or than can be reached of one answer;
// else no more than are held or a page has, whatever claims and past answers promise.
func atBest(f *facts, d *drilldown, s *sampler, parts *descents) float64 {
	held := float64(f.records.held())
	left := max(held, float64(f.rowsAPage()), float64(f.most))
	if e := estimateOf(f, d, s, parts); e.Known() {
		left = max(e.High-held, 0)
	}
	if k := f.limit(); k > 0 {
		left = min(left, float64(k))
	}
	return math.Round(10*left) / 10
}

// retry returns the first failed question that may be asked again, up to so many times.
func (f *facts) retry(after, tries int) *question {
	f.failed = slices.DeleteFunc(f.failed, func(q *question) bool {
		return !q.stuck
	})
	for _, q := range f.failed {
		if q.failures < tries && len(f.spent)-q.failedAt >= after {
			return q
		}
	}
	return nil
}

// givenUp reports whether a question for a part of the records failed until it was given up.
func (f *facts) givenUp() bool {
	return slices.ContainsFunc(f.failed, func(q *question) bool {
		return q.stuck && q.kind == template && q.failures >= f.tries()
	})
}

// tries returns how often a question is asked before it is given up.
func (f *facts) tries() int {
	if f.again.helped > 0 && 2*f.again.helped >= f.again.asked {
		return stubborn
	}
	return maxFailures
}

// unlearned returns the first of the made-up questions where it failed and may be
// asked again: nothing can be told from an answer before one to nonsense is known.
func (f *facts) unlearned(probes []Query) *question {
	if len(probes) == 0 {
		return nil
	}
	if q := f.byKey[probes[0].Key()]; q != nil && q.stuck && q.failures < maxFailures {
		return q
	}
	return nil
}

// Unanswered returns the questions that failed each time they were asked so far,
// pages of answers that could not be read on among them.
func (p *Planner) Unanswered() []Ask {
	var out []Ask
	for _, q := range p.facts.failed {
		if q.stuck {
			out = append(out, q.nextPage())
		}
	}
	return out
}

// Owed returns a question that failed and may be asked again at once, for when
// nothing else is worth asking. Where few failed, asking them oftener costs little: what
// is left of a list may hang on one of them.
func (p *Planner) Owed() (Ask, bool) {
	tries := p.facts.tries()
	if len(p.Unanswered()) <= fewFailed {
		tries = stubborn
	}
	if q := p.facts.retry(0, tries); q != nil {
		return q.nextPage(), true
	}
	return Ask{}, false
}

// Forgive lets the questions that were given up be asked again, as a later run does.
func (p *Planner) Forgive() {
	for _, q := range p.facts.failed {
		q.failures = 0
	}
	p.decided = false
}

// Holds reports whether a record with this key was seen.
func (p *Planner) Holds(key string) bool { return p.facts.records.has(key) }

// Held returns the number of distinct records seen.
func (p *Planner) Held() int { return p.facts.records.held() }

// Requests returns the number of HTTP requests that all outcomes cost.
func (p *Planner) Requests() int { return p.facts.requests }

// Queries returns the number of different questions asked.
func (p *Planner) Queries() int { return len(p.facts.asked) }

// Yield returns the new records per request over the latest outcomes that
// together cost at least window requests, failed ones left out, and how many requests those are;
// fewer than window when fewer were made.
func (p *Planner) Yield(window int) (newPerRequest float64, requests int) {
	fresh := 0
	for _, s := range slices.Backward(p.facts.spent) {
		if requests >= window {
			break
		}
		if s.of == nil {
			continue
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
	var ask Ask
	var ok bool
	switch {
	case p.sampler != nil:
		ask, ok = p.sampler.propose()
	case p.descents != nil:
		ask, ok = p.descents.propose()
	}
	return ask.sound(), ok
}

// What ends a harvest weighs questions: of the latest answers, as many pages of one
// question count as tell what it brings. A list that is read on or read again may fill any
// number of requests, and a page in a browser costs many, without telling anything of
// others.
const (
	perQuestion = 10 // pages of one question that count
	atMost      = 10 // times as many answers as are to count, after which all do
)

// weigh goes back through the answers until those that count are as many as window, or
// until stop says so of one. It returns how many counted, and the rows and the new records
// of these.
func (p *Planner) weigh(window int, stop func(spending) bool) (answers, rows, fresh int) {
	pages, all := map[*question]int{}, 0
	for _, s := range slices.Backward(p.facts.spent) {
		if answers >= window || stop(s) {
			break
		}
		if s.of == nil {
			continue
		}
		all++
		if pages[s.of]++; pages[s.of] > perQuestion && s.fresh == 0 && all <= atMost*window {
			continue
		}
		answers++
		rows += int(s.rows)
		fresh += int(s.fresh)
	}
	return answers, rows, fresh
}

// SinceNew returns how many answers came since the latest new record, and the rows that
// they showed: all of them of records held already. Of one question a few pages count.
func (p *Planner) SinceNew() (answers, rows int) {
	answers, rows, _ = p.weigh(len(p.facts.spent), func(s spending) bool { return s.fresh > 0 })
	return answers, rows
}

// Lately returns the new records of each of the latest answers, as many as window, and how
// many these are: fewer where fewer came. Of one question a few pages count.
func (p *Planner) Lately(window int) (newPerAnswer float64, answers int) {
	answers, _, fresh := p.weigh(window, func(spending) bool { return false })
	if answers == 0 {
		return 0, 0
	}
	return float64(fresh) / float64(answers), answers
}

// Answers returns how many pages of answers came.
func (p *Planner) Answers() int { return p.facts.answers }

// Shown returns the largest total that the site shows and that is believed, 0 where
// there is none. Of the form as served the number counts that stands beside a few records,
// too, where no other question brought more than these: it is all that the site says.
func (p *Planner) Shown() int {
	f := &p.facts
	t := f.believedTotal()
	if q := f.listing; q != nil && q.status == Answered && len(q.rows) > 0 && f.teaser(q) && f.records.held() == len(q.rows) && f.against(q) == "" {
		t = max(t, q.total)
	}
	return t
}

// Put counts the questions asked, made-up ones left out: those that the site answered, by
// records or by saying that it has none, and those of which pages failed to come.
func (p *Planner) Put() (asked, answered, failed int) {
	for _, q := range p.facts.asked {
		if q.kind == garbage {
			continue
		}
		asked++
		if q.status == Answered || q.status == Empty {
			answered++
		}
		if q.stuck {
			failed++
		}
	}
	return asked, answered, failed
}
