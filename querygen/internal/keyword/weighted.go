package keyword

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/internal/heap"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Weighted asks the word that promises most new records per page, and reads
// the page that does, of all answers that were begun.
//
// The records in hand, reweighted, stand for those not seen yet (see
// weights); a word promises the weight of the records that hold it, as far as
// the result limit lets it be reached. That the promise of a word must be
// judged against the limit is the finding of Y. Wang, J. Li, J. Lu, J. Liu
// (Crawling ranked deep web data sources. WWW Journal 20, 2017): frequent words
// overflow, and all show the same top of the ranking.
type Weighted struct {
	f         *facts.Facts
	seeds     Seeds
	Outlook   outlook
	excluding excluding
	answers   openAnswers
	joint     conjunctions
	Choice    choice

	Brought   facts.Yield       // by its words
	roots     map[string]uint32 // words by the key of the question that excludes others from them
	learned   int               // words whose first answer was held against what was expected
	choices   int               // times that it had to choose
	Surveyed  int               // words asked for their total
	proposed  uint32
	predicted float64 // unseen matches of the word proposed, before scaling
	isWord    bool    // proposed is set
	surveying bool    // it is asked for its total
	putOff    float64 // what that puts off, in pages
}

// Constants of the choice, found by experiment on news and bibliography
// records; the outcome is flat around them.
const (
	surveyShare = 0.3 // of the requests so far go to surveys at first,
	surveyLater = .05 // and of the choices so far later,
	surveyMost  = 60  // until so many words were asked
	excludeFrom = 50  // records held before words are excluded from answers
	learnFrom   = 5   // words asked before predictions are held against what came
	leftMemory  = 0.8 // that is left to earlier answers that leave out others, at each one
	LeastPages  = 50  // that the records fill, as far as it shows, from which it is asked what several words mean whatever that puts off
)

func NewWeighted(f *facts.Facts, o querygen.Options) *Weighted {
	s := &Weighted{f: f, seeds: NewSeeds(f, o), roots: map[string]uint32{}}
	s.Outlook.f = f
	s.excluding = excluding{f: f, out: NewExclusions(f, &s.Outlook.Weights), cells: NewCells(f), divided: map[*facts.Question]bool{}, adopted: map[*facts.Question]bool{}}
	s.answers = openAnswers{f: f, outlook: &s.Outlook, excluding: &s.excluding, reading: reading{f, &s.Outlook}, waiting: heap.Heap[openAnswer]{Before: func(a, b openAnswer) bool { return a.rate > b.rate }}}
	s.joint = conjunctions{f: f, outlook: &s.Outlook, pending: map[string]float64{}}
	s.Choice = choice{
		f: f, outlook: &s.Outlook, excluding: &s.excluding, promises: promises{f, &s.Outlook, &s.excluding}, joint: &s.joint, answers: &s.answers,
		waiting: heap.Heap[candidate]{Before: func(a, b candidate) bool { return compareCandidates(a, b) < 0 }},
	}
	return s
}

func (s *Weighted) Propose() (facts.Proposal, bool) {
	site := s.f.Regime()
	s.isWord, s.surveying = false, false
	s.choices++
	if s.f.Space.Box == nil {
		return facts.Proposal{}, false
	}
	page, pageRate := s.answers.bestPage()
	if s.f.Records.Held() == 0 {
		if q, ok := s.seeds.Next(weightedName, "a word to start from"); ok {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
	}
	s.putOff = s.answers.forgone(page)
	spares := s.f.Spares(s.putOff)
	if page == nil && s.stranded() {
		if q, ok := s.seeds.Next(weightedName, "a word to start from: those of the few records held lead no further"); ok {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
	}
	if q, ok := s.f.ProbeOperators(); ok && (site.Limit > 0 || s.f.Pace() > 0) && (spares || s.f.Operators.And == querygen.Yes || s.f.Filled() >= LeastPages) {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if s.f.Records.Held() > 0 {
		s.Choice.current() // words that are surveyed are held against what was expected of them
	}
	if w, ok := s.survey(); ok && spares {
		s.surveying = true
		s.Surveyed++
		ask := querygen.Ask{Query: s.question(w), Page: 1}
		if site.EndsTell {
			ask.Page = s.openAt(w)
		}
		return facts.Proposal{Ask: ask, Rate: math.Inf(1)}, true
	}
	word, value, ok := s.Choice.bestWord()
	if page == nil && !ok {
		for _, q := range s.excluding.resume() {
			s.answers.add(q)
		}
		page, pageRate = s.answers.bestPage()
	}
	if site.Excludes {
		if q, rate, found := s.excluding.cells.propose(s.excluding.out.Has); found && (!ok || rate > value) && (page == nil || rate > pageRate) {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: rate}, true
		}
		s.reopen()
	}
	if x, found := s.joint.bestConjunction(); found && (!ok || x.index*conjunctionCaution > value) && (page == nil || x.index*conjunctionCaution > pageRate) {
		s.isWord = false
		return facts.Proposal{Ask: querygen.Ask{Query: s.joint.conjoin(x), Page: 1}, Rate: x.index}, true
	}
	switch {
	case page != nil && (!ok || pageRate >= value):
		return facts.Proposal{Ask: s.answers.reading.next(page), Rate: pageRate}, true
	case ok:
		return facts.Proposal{Ask: querygen.Ask{Query: s.question(word), Page: s.openAt(word)}, Rate: value}, true
	}
	if q, ok := s.seeds.Next(weightedName, "a word to start from; every word of the records held was asked"); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// stranded reports whether few records are held, and the latest words brought none that
// is new: the first word may have been one that only a corner of the collection has. Words
// that were in no record held do not count, so that others are asked in between.
func (s *Weighted) stranded() bool {
	const few, words = 50, 2
	n := len(s.f.Asked)
	if s.f.Records.Held() >= few || n < words {
		return false
	}
	for _, q := range s.f.Asked[n-words:] {
		if q.Kind != facts.Keyword || q.Fresh > 0 || q.Holders == 0 {
			return false
		}
	}
	return true
}

// survey returns the most frequent word while few are known: the totals of
// frequent words say more about what is unseen than anything else does, but
// their first pages show little that is new. Where rows show few of the words that the
// site searches, a word that few records held show may match most of all: where a total is
// told, and all that it tells of can be had, surveys go on for long.
func (s *Weighted) survey() (word uint32, ok bool) {
	site := s.f.Regime()
	if site.Excludes && s.f.Records.Held() >= excludeFrom {
		return 0, false
	}
	first := s.learned < learnFrom && float64(s.learned) < surveyShare*float64(s.f.Requests)
	later := s.learned >= learnFrom && site.Tells() && site.Limit == 0 && float64(s.Surveyed) < min(surveyMost, surveyLater*float64(s.choices))
	if !first && !later {
		return 0, false
	}
	most := 1
	for w, list := range s.f.Records.Postings {
		if len(list) > most && s.f.Records.State[w] == text.Unasked && s.Choice.May(uint32(w)) && s.f.ByKey[s.Choice.text(uint32(w)).Key()] == nil {
			word, most, ok = uint32(w), len(list), true
		}
	}
	return word, ok
}

func (s *Weighted) question(w uint32) querygen.Query {
	c := &s.f.Records
	p := s.Choice.promises.exact(w)
	s.isWord, s.proposed, s.predicted = true, w, p.raw
	q := s.Choice.text(w)
	if s.f.Regime().Excludes {
		s.roots[q.Key()] = w
	}
	q.Expected = math.Round(p.reach*10) / 10
	q.Why = fmt.Sprintf("in %d of %d records held; about %.0f new records on %.0f pages are expected", c.Df(w), c.Held(), p.reach, p.pages)
	return q
}

// endSlack is how far the number of unseen matches may be off, as a share of it.
const endSlack = 0.15

// openAt returns the page to open the answer to a word with: of those that are sure to be
// full the one that brings most, as far as places tell, or the last one; where no totals are
// shown the one behind it. Where
// ends tell, it is near the end that is expected.
func (s *Weighted) openAt(w uint32) int {
	site := s.f.Regime()
	k, size := site.Limit, s.f.RowsAPage()
	if !s.f.Numbered || site.Excludes || site.Totals && k == 0 {
		return 1
	}
	if s.f.Finds.Doubtful(w) {
		return 1
	}
	shown := s.f.Records.Df(w) // there are as many at least
	switch {
	case k > 0 && shown >= k:
		return max(k/size, 1)
	case site.Totals:
		return max(shown/size, 1)
	}
	at := float64(shown) / s.f.Seeing.Share()
	if s.isWord && s.proposed == w && site.EndsTell { // rather just in front of the end than where nothing is new
		if unseen := s.Outlook.unseenOf(w, s.predicted) * (1 - endSlack); unseen > float64(size) {
			at += unseen
		}
	}
	page := int(at)/size + 1
	if k > 0 {
		page = min(page, max(k/size, 1))
	}
	return page
}

func (s *Weighted) Observe(q *facts.Question) {
	site := s.f.Regime()
	if !q.Worded() || q.Stuck {
		return
	}
	if q.Query.Strategy == weightedName {
		s.Brought.Add(q.LastFresh, s.f.RowsAPage())
	}
	if s.surveying && q.Reads == 1 && q.Kind == facts.Keyword && q.Word == s.proposed && s.learned < learnFrom {
		s.f.Curious += max(s.putOff-float64(q.LastFresh)/float64(s.f.RowsAPage()), 0)
	}
	key := q.Query.Key()
	root, isRoot := s.roots[key]
	if q.Reads == 1 && (q.Kind == facts.Keyword || isRoot) {
		s.learn(q)
	}
	if q.Reads == 1 && q.Kind == facts.Several {
		s.joint.learnConjunction(q)
	}
	if isRoot && site.Excludes {
		delete(s.roots, key)
		s.excluding.out.Claim(root, s.excluding.cells.size(q, s.predicted))
		s.excluding.adopted[q] = true
	}
	if s.f.Regime().InOrder() && q.Kind == facts.Keyword {
		s.Outlook.observe(q)
	}
	if m := s.f.Matches(q); q.LastRows > 0 && q.Total >= 0 && (m <= site.Limit || site.Limit == 0 && site.Moves) {
		s.Outlook.shares.observe(q, float64(m))
	}
	if m := s.f.Matches(q); m > 0 && q.LastRows > 0 && q.Kind == facts.Keyword {
		s.Outlook.places.observe(q, float64(m), float64(s.f.RowsAPage()))
	}
	if k, m := float64(site.Limit), s.Outlook.supposed(q); k > 0 && q.LastRows > 0 && m > k && (s.f.Matches(q) > 0 || s.f.Regime().FromEnds()) {
		unseen, unread := m-q.Before, m-float64(len(q.Rows)-q.LastAdded)
		s.Outlook.tops.add(float64(q.Shown)/m, float64(q.LastFresh), float64(q.LastRows)*q.LastAnew*statistics.Clamp(unseen/unread, 0, 1))
	}
	if site.Excludes {
		s.excluding.out.Judge()
		if q.Kind == facts.Keyword && !q.More && s.f.Matches(q) == len(q.Rows) {
			s.excluding.out.Claim(q.Word, float64(len(q.Rows)))
		}
		if q.Query.Strategy == facts.ProbeStrategy && q.Kind == facts.Several && q.Reads == 1 {
			s.begin()
			return
		}
		if s.excluding.cells.observe(q) || s.excluding.divide(q) {
			return
		}
	}
	s.answers.add(q)
}

// learn compares the first answer to a word with what was expected.
func (s *Weighted) learn(q *facts.Question) {
	s.learned++
	m := float64(s.f.Matches(q))
	known := m >= 0
	guesses := s.f.Guesses(q)
	if guesses {
		m, _ = s.f.Claims.Matches(q.Claim)
		known = true
	}
	if q.Kind == facts.Several {
		s.excluding.left.Fade(max(s.excluding.cells.size(q, s.predicted)+float64(q.Fresh)-s.f.InHand(q), 0), s.predicted, leftMemory)
	} else if s.learned > learnFrom && s.isWord && s.proposed == q.Words.With[0] && known && q.Status == querygen.Answered {
		if unseen := m + float64(q.Fresh) - s.f.InHand(q); unseen >= 0 {
			n, _ := s.Outlook.Weights.sum(s.f.InHandList(q))
			s.Outlook.scale.add(SizeClass(n), unseen, s.predicted)
		}
	}
	if q.Kind == facts.Several || s.f.Records.State[q.Word] == text.Asked {
		s.Outlook.Weights.observe(q, s.f)
	}
}

// begin claims the first word, now that exclusions are known to work: the one of
// whose open answer most was read, else the one whose answers showed it, which are the
// first cells.
func (s *Weighted) begin() {
	a, b := s.f.Operators.Pair[0], s.f.Operators.Pair[1]
	if q := s.answers.mostRead(); q != nil && q.Word != a {
		s.Choice.adopt(q.Word, q)
		return
	}
	both := text.Compound{With: []uint32{a, b}}
	alone, pair, rest := s.f.Word(a), s.f.Asking(both), s.f.Asking(text.Compound{With: []uint32{a}, Without: []uint32{b}})
	if alone == nil || pair == nil || rest == nil || s.excluding.out.Has(a) || s.excluding.out.TooBroad(a, s.f.Supposed(alone)) {
		return
	}
	s.excluding.out.Claim(a, s.f.Supposed(alone))
	parts := []*facts.Question{pair, rest}
	if !s.f.TooLong(s.f.Supposed(alone)) {
		parts = []*facts.Question{alone}
		s.excluding.adopted[alone] = true
	}
	for _, q := range parts {
		if !s.excluding.divide(q) {
			s.answers.add(q)
		}
	}
}

// reopen goes on reading answers whose cells cannot be cut.
func (s *Weighted) reopen() {
	for _, q := range s.excluding.cells.whole {
		s.answers.add(q)
	}
	s.excluding.cells.whole = nil
}

func (s *Weighted) Why() string { return ExhaustedWords(s.f) }
