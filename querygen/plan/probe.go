package plan

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// prober is the strategy that asks what the interface can do, and nothing else.
// Whatever the answers bring is held like all other records.
type prober struct {
	f       *facts.Facts
	seeds   keyword.Seeds
	walk    *facts.Question // read on to see where it ends
	phrases int             // asked forwards
	byMenus bool            // values of menus were asked for the first records
	planned bool
	plan    []querygen.Query // what depends on the records held, made when some are
}

func newProber(f *facts.Facts, o querygen.Options) *prober {
	return &prober{f: f, seeds: keyword.NewSeeds(f, o)}
}

// Of the prober.
const (
	walkedPages = facts.ManyPages + 2 // of the longest answer
	fewPages    = 3                   // of a short one, to hold its total against its rows
	menusAsked  = 4

	vainWords       = 12 // questions without a record, after which a form's menus may bring the first ones
	startingValues  = 6  // of each menu, in turn, until one brings records
	startingAnswers = 3  // with records, of menus where words fail: what pages have in common is seen in some
	startingBound   = 0  // as a number or a day: all that is at least so much

	valuesAsked  = 8 // of a menu that has no more; else two
	ordersAsked  = 4
	spansAsked   = 2
	phrasesAsked = 2
	enoughToPlan = 20 // records held, unless no seed is left
)

func (s *prober) Propose() (facts.Proposal, bool) {
	f := s.f
	settled := func(q querygen.Query) (facts.Proposal, bool) {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if f.Listing == nil && f.Space.Servable() {
		return settled(f.Probe("the form as it is served: may list everything"))
	}
	if q, ok := f.Resize(); ok {
		return settled(q)
	}
	if q, ok := f.TryList(true); ok {
		return settled(q)
	}
	if f.Records.Held() == 0 && (f.Space.Box == nil || len(f.Asked) >= vainWords) || s.byMenus && f.Fruitful() < startingAnswers {
		if q, ok := s.starter(); ok {
			s.byMenus = f.Space.Box != nil
			return settled(q)
		}
	}
	if len(f.Asked)-f.Fruitful() >= vainWords { // further guesses may be as vain; the next page is certain
		if q := s.further(); q != nil {
			return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
		}
	}
	if held := f.Records.Held(); held < enoughToPlan && f.Space.Box != nil && !s.planned && !(held > 0 && (s.byMenus || len(f.Asked)-f.Fruitful() >= vainWords)) {
		if q, ok := s.seeds.Next(facts.ProbeStrategy, "a word to start from"); ok {
			return settled(q)
		}
	}
	if !s.planned && f.Records.Held() > 0 {
		s.planned = true
		s.plan = slices.Concat(s.words(), s.starts(), s.controls())
	}
	for ; len(s.plan) > 0; s.plan = s.plan[1:] {
		q := s.plan[0]
		q.Bind = f.Space.Bind(f.Space.Free(q)...) // with the page size that was found since
		if !f.WasAsked(q) && !(q.Why == unusualShort && s.searched(q)) {
			return settled(q)
		}
	}
	if q, ok := s.phrase(); ok {
		return settled(q)
	}
	if f.Space.Box != nil {
		if q, ok := f.ProbeOperators(); ok {
			return settled(q)
		}
	}
	if q := s.shortest(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	if q := s.longest(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	return facts.Proposal{}, false
}

func (s *prober) Observe(*facts.Question) {}

func (s *prober) Why() string {
	if s.f.Records.Held() == 0 {
		if s.f.Space.Box == nil {
			return "none of the values of its menus and bounds that were asked brought a record to probe with"
		}
		return "no question brought a record to probe with"
	}
	return "everything was asked that shows what the interface can do"
}

// starter returns the next question that may bring the first records of a form without a
// query box, or whose box finds nothing: the values of its menus in turn, and all from a bound on.
func (s *prober) starter() (querygen.Query, bool) {
	f := s.f
	const why = "may bring records to start from"
	var out []querygen.Query
	for _, span := range f.Space.Spans {
		if low, _ := span.Limits(space.Open(0)); span.Known() {
			out = append(out, f.Probe("all from a bound on: "+why, page.Pair{Name: span.Min.Name, Value: span.Write(math.Max(low, startingBound), false)}))
		}
	}
	for i := range startingValues {
		for _, m := range f.Space.Menus {
			if i < len(m.Values) && f.Space.ParentOf(&m) == nil {
				out = append(out, f.Probe("a value of "+space.NameOf(m.Field.Label, m.Field.Name)+": "+why, page.Pair{Name: m.Field.Name, Value: m.Values[i]}))
			}
		}
	}
	for _, q := range out {
		if !f.WasAsked(q) {
			return q, true
		}
	}
	return querygen.Query{}, false
}

// words returns short words, frequent words, and inflections of one word.
func (s *prober) words() []querygen.Query {
	c := &s.f.Records
	if s.f.Space.Box == nil {
		return nil
	}
	var out []querygen.Query
	ask := func(w, why string) {
		if w != "" && s.f.Space.Accepts(w) {
			q := s.f.Space.Word(w, facts.ProbeStrategy)
			q.Why = why
			out = append(out, q)
		}
	}
	picked := map[string]bool{}
	most := func(n int) string {
		best, df := "", 0
		for w, list := range c.Postings {
			if len(list) > df && !picked[c.Words[w]] && s.f.Candidate(uint32(w)) && (n == 0 || utf8.RuneCountInString(c.Words[w]) == n) {
				best, df = c.Words[w], len(list)
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
	for w, list := range c.Postings {
		if id, ok := c.ID(c.Words[w] + "s"); ok && min(len(list), c.Df(id)) > least && len(list) != c.Df(id) && utf8.RuneCountInString(c.Words[w]) > facts.LongestShort {
			stem, least = c.Words[w], min(len(list), c.Df(id))
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
	c := &s.f.Records
	var out []string
	for w, list := range c.Postings {
		word := c.Words[w]
		if len(out) < shortTries && len(list) >= 2 && 3*len(list) <= c.Held() && !picked[word] && utf8.RuneCountInString(word) == n && s.f.Candidate(uint32(w)) {
			out = append(out, word)
		}
	}
	return out
}

// searched reports whether a word as long as that of q was searched for already.
func (s *prober) searched(q querygen.Query) bool {
	for _, p := range q.Bind {
		if n := utf8.RuneCountInString(p.Value); s.f.Space.Box != nil && p.Name == s.f.Space.Box.Name && n <= facts.LongestShort {
			return s.f.Signs.Lengths[n].Found > 0
		}
	}
	return false
}

// starts returns a word cut short, and the letters as a word.
func (s *prober) starts() []querygen.Query {
	start := ""
	if s.f.Space.Box != nil && s.f.Fixed.Get(querygen.CanPrefix).Verdict == querygen.Unknown {
		start = s.f.Stump()
	}
	if start == "" || !s.f.Space.Accepts(start+"*") {
		return nil
	}
	bare := s.f.Space.Word(start, facts.ProbeStrategy)
	bare.Why = "the same letters as a word"
	return []querygen.Query{
		s.f.Probe("the start of several words: tells whether it finds them", page.Pair{Name: s.f.Space.Box.Name, Value: start + "*"}),
		bare,
	}
}

// phrase returns two words as they follow each other in a record, and then the
// other way round.
func (s *prober) phrase() (querygen.Query, bool) {
	f := s.f
	if f.Space.Box == nil || f.Fixed.Get(querygen.CanPhrase).Verdict != querygen.Unknown || f.Signs.Phrase.Pro > 0 {
		return querygen.Query{}, false
	}
	ask := func(a, b, why string) (querygen.Query, bool) {
		text := `"` + a + " " + b + `"`
		q := f.Probe(why, page.Pair{Name: f.Space.Box.Name, Value: text})
		return q, f.Space.Accepts(text) && !f.WasAsked(q)
	}
	if q := f.Signs.Forward; q != nil && q.Status == querygen.Answered {
		text, _ := f.BoxText(q)
		words := strings.Fields(strings.Trim(text, `"`))
		return ask(words[1], words[0], "the same words the other way round")
	}
	for _, pair := range f.Signs.Adjacent {
		if s.phrases < phrasesAsked && min(f.Records.Df(pair[0]), f.Records.Df(pair[1])) > 1 {
			if q, ok := ask(f.Records.Words[pair[0]], f.Records.Words[pair[1]], "two words as they follow each other in a record"); ok {
				s.phrases++
				return q, true
			}
		}
	}
	return querygen.Query{}, false
}

// controls returns questions that bind a menu, a bound or an order.
func (s *prober) controls() []querygen.Query {
	var out []querygen.Query
	base := s.base()
	for i, o := range s.f.Space.Orders {
		if base != nil && i < ordersAsked {
			out = append(out, s.f.Probe("an answer that is longer than its page, in another order: "+o.Label, append(s.f.Space.Free(base.Query), o.Pairs...)...))
		}
	}
	if _, whole := s.f.Whole(); !whole && s.f.Space.Box != nil {
		return out // nothing to hold the menus against
	}
	for i, m := range s.f.Space.Menus {
		values := m.Values
		if len(values) > valuesAsked {
			values = []string{values[0], values[len(values)-1]}
		}
		for _, v := range values {
			if i < menusAsked {
				out = append(out, s.f.Probe("a value of "+space.NameOf(m.Field.Label, m.Field.Name)+": tells whether it divides the records", page.Pair{Name: m.Field.Name, Value: v}))
			}
		}
	}
	for i, span := range s.f.Space.Spans {
		low, top := span.Limits(space.Open(0))
		if i >= spansAsked || math.IsInf(low, 0) || math.IsInf(top, 0) {
			continue
		}
		if end, start, ok := span.Cut(low, top, (low+top)/2); ok {
			out = append(out,
				s.f.Probe("below a cut: tells whether "+span.Name()+" selects", page.Pair{Name: span.Max.Name, Value: span.Write(end, true)}),
				s.f.Probe("above the cut", page.Pair{Name: span.Min.Name, Value: span.Write(start, false)}))
		}
	}
	return out
}

// base returns the first question that has more than a page.
func (s *prober) base() *facts.Question {
	for _, q := range s.f.Asked {
		if q.Status == querygen.Answered && q.Kind != facts.Expression && (q.More || q.Pages > 1) && q.By == nil {
			return q
		}
	}
	return nil
}

// shortest returns an answer that claims few pages and is not at its end, while
// no answer has been held against its total.
func (s *prober) shortest() *facts.Question {
	if exact, off := s.f.Honest(); exact+off > 1 {
		return nil
	}
	for _, q := range s.f.Asked {
		if q.Open() && q.Total > 0 && !q.Capped && q.Total <= fewPages*s.f.RowsAPage() && q.Pages <= fewPages {
			return q
		}
	}
	return nil
}

// further returns an answer of which a page more is to be read, until there are as many pages
// with records as show what they have in common.
func (s *prober) further() (open *facts.Question) {
	pages := 0
	for _, q := range s.f.Asked {
		if len(q.Rows) > 0 {
			pages += q.Pages
		}
		if open == nil && len(q.Rows) > 0 && q.Open() && !q.Hopeless() && !q.Stuck {
			open = q
		}
	}
	if pages >= startingAnswers {
		return nil
	}
	return open
}

// longest returns the answer to read on, until some pages of it are read.
func (s *prober) longest() *facts.Question {
	if s.walk == nil {
		for _, q := range s.f.Asked {
			if q.Open() && (s.walk == nil || s.f.Matches(q) > s.f.Matches(s.walk)) {
				s.walk = q
			}
		}
	}
	if q := s.walk; q != nil && q.Open() && q.Pages < walkedPages {
		return q
	}
	return nil
}
