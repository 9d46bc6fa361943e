package querygen

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

// probeStrategy is the strategy of questions that are asked for what they tell
// about the interface.
const probeStrategy = "probe"

// prober is the strategy that asks what the interface can do, and nothing else.
// Whatever the answers bring is held like all other records.
type prober struct {
	f       *facts
	seeds   seeds
	walk    *question // read on to see where it ends
	phrases int       // asked forwards
	planned bool
	plan    []Query // what depends on the records held, made when some are
}

func newProber(f *facts, o Options) *prober { return &prober{f: f, seeds: newSeeds(f, o)} }

// Of the prober.
const (
	walkedPages = manyPages + 2 // of the longest answer
	fewPages    = 3             // of a short one, to hold its total against its rows
	menusAsked  = 4

	startingValues = 6 // of each menu, in turn, until one brings records
	startingBound  = 0 // as a number or a day: all that is at least so much

	valuesAsked  = 8 // of a menu that has no more; else two
	ordersAsked  = 4
	spansAsked   = 2
	phrasesAsked = 2
	enoughToPlan = 20 // records held, unless no seed is left
)

func (s *prober) propose() (proposal, bool) {
	f := s.f
	settled := func(q Query) (proposal, bool) { return proposal{Ask{q, 1}, math.Inf(1)}, true }
	if f.listing == nil && f.si.servable() {
		return settled(f.probe("the form as it is served: may list everything"))
	}
	if q, ok := f.resize(); ok {
		return settled(q)
	}
	if q, ok := f.tryList(true); ok {
		return settled(q)
	}
	if f.records.held() < enoughToPlan && f.si.box != nil && !s.planned {
		if q, ok := s.seeds.next(probeStrategy, "a word to start from"); ok {
			return settled(q)
		}
	}
	if f.records.held() == 0 && f.si.box == nil {
		if q, ok := s.starter(); ok {
			return settled(q)
		}
	}
	if !s.planned && f.records.held() > 0 {
		s.planned = true
		s.plan = slices.Concat(s.words(), s.starts(), s.controls())
	}
	for ; len(s.plan) > 0; s.plan = s.plan[1:] {
		q := s.plan[0]
		q.Bind = f.si.bind(f.si.free(q)...) // with the page size that was found since
		if !f.wasAsked(q) && !(q.Why == unusualShort && s.searched(q)) {
			return settled(q)
		}
	}
	if q, ok := s.phrase(); ok {
		return settled(q)
	}
	if f.si.box != nil {
		if q, ok := f.operators.probe(f); ok {
			return settled(q)
		}
	}
	if q := s.shortest(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	if q := s.longest(); q != nil {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	return proposal{}, false
}

func (s *prober) observe(*question) {}

func (s *prober) why() string {
	if s.f.records.held() == 0 {
		if s.f.si.box == nil {
			return "none of the values of its menus and bounds that were asked brought a record to probe with"
		}
		return "no question brought a record to probe with"
	}
	return "everything was asked that shows what the interface can do"
}

// starter returns the next question that may bring the first records of a form without a
// query box: the values of its menus in turn, and all from a bound on.
func (s *prober) starter() (Query, bool) {
	f := s.f
	const why = "may bring records to start from"
	var out []Query
	for _, span := range f.si.spans {
		if low, _ := span.limits(open(0)); span.known() {
			out = append(out, f.probe("all from a bound on: "+why, page.Pair{Name: span.min.Name, Value: span.write(math.Max(low, startingBound), false)}))
		}
	}
	for i := range startingValues {
		for _, m := range f.si.menus {
			if i < len(m.values) && f.si.parentOf(&m) == nil {
				out = append(out, f.probe("a value of "+nameOf(m.field.Label, m.field.Name)+": "+why, page.Pair{Name: m.field.Name, Value: m.values[i]}))
			}
		}
	}
	for _, q := range out {
		if !f.wasAsked(q) {
			return q, true
		}
	}
	return Query{}, false
}

// words returns short words, frequent words, and inflections of one word.
func (s *prober) words() []Query {
	c := &s.f.records
	if s.f.si.box == nil {
		return nil
	}
	var out []Query
	ask := func(w, why string) {
		if w != "" && s.f.si.accepts(w) {
			q := s.f.si.word(w, probeStrategy)
			q.Why = why
			out = append(out, q)
		}
	}
	picked := map[string]bool{}
	most := func(n int) string {
		best, df := "", 0
		for w, list := range c.postings {
			if len(list) > df && c.state[w] == unasked && !picked[c.words[w]] && (n == 0 || utf8.RuneCountInString(c.words[w]) == n) {
				best, df = c.words[w], len(list)
			}
		}
		picked[best] = true
		return best
	}
	ask(most(0), "the most frequent word: tells whether broad words are answered")
	for n := 2; n <= 3; n++ {
		ask(most(n), "a short word: tells whether such are searched for")
		for _, w := range s.unusual(n, picked) {
			ask(w, unusualShort)
		}
	}
	stem, least := "", 1
	for w, list := range c.postings {
		if id, ok := c.ids[c.words[w]+"s"]; ok && min(len(list), c.df(id)) > least && len(list) != c.df(id) && utf8.RuneCountInString(c.words[w]) > longestShort {
			stem, least = c.words[w], min(len(list), c.df(id))
		}
	}
	if stem != "" {
		ask(stem, "one of two inflections: tells whether they find each other")
		ask(stem+"s", "the other of two inflections")
	}
	return out
}

// unusualShort is why further short words are asked.
const unusualShort = "a short word that is in few records: the others may be stop words"

// shortTries is how many unusual words of a length are asked while none was
// searched for: the most frequent ones may be stop words, or stand in all rows.
const shortTries = 3

// unusual returns words of n letters that are in two records at least, and in a
// third of them at most.
func (s *prober) unusual(n int, picked map[string]bool) []string {
	c := &s.f.records
	var out []string
	for w, list := range c.postings {
		word := c.words[w]
		if len(out) < shortTries && len(list) >= 2 && 3*len(list) <= c.held() && c.state[w] == unasked && !picked[word] && utf8.RuneCountInString(word) == n && !c.labels(uint32(w)) {
			out = append(out, word)
		}
	}
	return out
}

// searched reports whether a word as long as that of q was searched for already.
func (s *prober) searched(q Query) bool {
	for _, p := range q.Bind {
		if n := utf8.RuneCountInString(p.Value); s.f.si.box != nil && p.Name == s.f.si.box.Name && n <= longestShort {
			return s.f.signs.lengths[n].found > 0
		}
	}
	return false
}

// starts returns a word cut short, and the letters as a word.
func (s *prober) starts() []Query {
	start := ""
	if s.f.si.box != nil && s.f.fixed.Get(CanPrefix).Verdict == Unknown {
		start = s.f.stump()
	}
	if start == "" || !s.f.si.accepts(start+"*") {
		return nil
	}
	bare := s.f.si.word(start, probeStrategy)
	bare.Why = "the same letters as a word"
	return []Query{
		s.f.probe("the start of several words: tells whether it finds them", page.Pair{Name: s.f.si.box.Name, Value: start + "*"}),
		bare,
	}
}

// phrase returns two words as they follow each other in a record, and then the
// other way round.
func (s *prober) phrase() (Query, bool) {
	f := s.f
	if f.si.box == nil || f.fixed.Get(CanPhrase).Verdict != Unknown || f.signs.phrase.pro > 0 {
		return Query{}, false
	}
	ask := func(a, b, why string) (Query, bool) {
		text := `"` + a + " " + b + `"`
		q := f.probe(why, page.Pair{Name: f.si.box.Name, Value: text})
		return q, f.si.accepts(text) && !f.wasAsked(q)
	}
	if q := f.signs.forward; q != nil && q.status == Answered {
		text, _ := f.boxText(q)
		words := strings.Fields(strings.Trim(text, `"`))
		return ask(words[1], words[0], "the same words the other way round")
	}
	for _, pair := range f.signs.adjacent {
		if s.phrases < phrasesAsked && min(f.records.df(pair[0]), f.records.df(pair[1])) > 1 {
			if q, ok := ask(f.records.words[pair[0]], f.records.words[pair[1]], "two words as they follow each other in a record"); ok {
				s.phrases++
				return q, true
			}
		}
	}
	return Query{}, false
}

// stump returns the start of several words in hand that is itself no word there:
// of the rarest, since broad questions may be refused. It is "" where there is
// none.
func (f *facts) stump() string {
	const letters, several = 4, 3
	c := &f.records
	words, df := map[string]int{}, map[string]int{}
	var starts []string
	for w, list := range c.postings {
		word := c.words[w]
		if len(list) == 0 || utf8.RuneCountInString(word) <= letters+1 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || isEast(r) }) {
			continue
		}
		start := string([]rune(word)[:letters])
		if id, ok := c.ids[start]; ok && c.df(id) > 0 {
			continue
		}
		if words[start]++; words[start] == 1 {
			starts = append(starts, start)
		}
		df[start] += len(list)
	}
	best := ""
	for _, s := range starts {
		if words[s] >= several && (best == "" || df[s] < df[best]) {
			best = s
		}
	}
	return best
}

// controls returns questions that bind a menu, a bound or an order.
func (s *prober) controls() []Query {
	var out []Query
	base := s.base()
	for i, o := range s.f.si.orders {
		if base != nil && i < ordersAsked {
			out = append(out, s.f.probe("an answer that is longer than its page, in another order: "+o.label, append(s.f.si.free(base.query), o.pairs...)...))
		}
	}
	if _, whole := s.f.whole(); !whole && s.f.si.box != nil {
		return out // nothing to hold the menus against
	}
	for i, m := range s.f.si.menus {
		values := m.values
		if len(values) > valuesAsked {
			values = []string{values[0], values[len(values)-1]}
		}
		for _, v := range values {
			if i < menusAsked {
				out = append(out, s.f.probe("a value of "+nameOf(m.field.Label, m.field.Name)+": tells whether it divides the records", page.Pair{Name: m.field.Name, Value: v}))
			}
		}
	}
	for i, span := range s.f.si.spans {
		low, top := span.limits(open(0))
		if i >= spansAsked || math.IsInf(low, 0) || math.IsInf(top, 0) {
			continue
		}
		if end, start, ok := span.cut(low, top, (low+top)/2); ok {
			out = append(out,
				s.f.probe("below a cut: tells whether "+span.name()+" selects", page.Pair{Name: span.max.Name, Value: span.write(end, true)}),
				s.f.probe("above the cut", page.Pair{Name: span.min.Name, Value: span.write(start, false)}))
		}
	}
	return out
}

// base returns the first question that has more than a page.
func (s *prober) base() *question {
	for _, q := range s.f.asked {
		if q.status == Answered && q.kind != expression && (q.more || q.pages > 1) && q.by == nil {
			return q
		}
	}
	return nil
}

// shortest returns an answer that claims few pages and is not at its end, while
// no answer has been held against its total.
func (s *prober) shortest() *question {
	if exact, off, _ := s.f.signs.honest(s.f); exact+off > 1 {
		return nil
	}
	for _, q := range s.f.asked {
		if q.open() && q.total > 0 && !q.capped && q.total <= fewPages*s.f.rowsAPage() && q.pages <= fewPages {
			return q
		}
	}
	return nil
}

// longest returns the answer to read on, until some pages of it are read.
func (s *prober) longest() *question {
	if s.walk == nil {
		for _, q := range s.f.asked {
			if q.open() && (s.walk == nil || s.f.matches(q) > s.f.matches(s.walk)) {
				s.walk = q
			}
		}
	}
	if q := s.walk; q != nil && q.open() && q.pages < walkedPages {
		return q
	}
	return nil
}
