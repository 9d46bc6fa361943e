package querygen

import (
	"container/heap"
	"fmt"
	"math"
)

// weighted asks the word that promises most new records per page, and reads
// the page that does, of all answers that were begun.
//
// The records in hand, reweighted, stand for those not seen yet (see
// weights); a word promises the weight of the records that hold it, as far as
// the result limit lets it be reached. That the promise of a word must be
// judged against the limit is the finding of Y. Wang, J. Li, J. Lu, J. Liu
// (Crawling ranked deep web data sources. WWW Journal 20, 2017): frequent words
// overflow, and all show the same top of the ranking.
type weighted struct {
	f       *facts
	seeds   seeds
	weights weights
	scale   scales      // of unseen matches, where it is not gauged
	gauged  gaugedScale // likewise, where s gauges
	worth   worth       // of openings, for each new record promised
	search  endSearch   // where ends tell
	left    leavings    // where others are excluded
	spreads spreads
	shares  pageShares
	depths  depths // where s gauges
	tops    tops   // new records for each expected in answers that were cut
	best    candidates
	open    openQueue

	joint   conjunctions // where the site narrows by words and cuts answers
	out     exclusions   // where the site excludes words
	cells   cells        // likewise
	divided map[*question]bool
	adopted map[*question]bool // asked for a word without exclusions, that claim it nevertheless
	roots   map[string]uint32  // words by the key of the question that excludes others from them

	learned   int // words whose first answer was held against what was expected
	choices   int // times that it had to choose
	surveyed  int // words asked for their total
	proposed  uint32
	paid      float64 // promise.index of it, negative where nothing was promised
	predicted float64 // unseen matches of the word proposed, before scaling
	isWord    bool    // proposed is set
	surveying bool    // it is asked for its total
	putOff    float64 // what that puts off, in pages
}

// Constants of the promise, found by experiment on news and bibliography
// records; the outcome is flat around them.
const (
	priorRecords = 60 // the mean weight counts as that many records with the word,
	priorUntold  = 20 // and as so many where answers do not tell how many matches they have
	surveyWords  = learnFrom
	surveyShare  = 0.3  // of the requests so far
	surveyMost   = 60   // words where answers are not cut,
	surveyLater  = 0.05 // and of the choices so far
	excludeFrom  = 50   // records held before words are excluded from answers
	cellLead     = 3    // times their own, that the new records of a cell's request count late
	learnFrom    = 5    // words asked before predictions are held against what came
	leastPages   = 50   // that the records fill, as far as it shows, from which it is asked what several words mean whatever that puts off
)

func newWeighted(f *facts, o Options) *weighted {
	s := &weighted{f: f, seeds: newSeeds(f, o), cells: newCells(f), adopted: map[*question]bool{}, roots: map[string]uint32{}}
	s.out = newExclusions(f, &s.weights)
	return s
}

// excludes reports whether the site is known to leave out words, and words
// should be left out: where answers are cut they must tell how many matches they
// have, or nobody knows what a part leaves; and rows that change places between
// pages are missed by the one answer that has them.
func (s *weighted) excludes() bool {
	f := s.f
	return f.operators.not == Yes && !f.signs.moves() && f.signs.capped == 0 && !f.broad.refuses && (f.totals || f.limit() == 0)
}

func (s *weighted) propose() (proposal, bool) {
	s.isWord, s.surveying = false, false
	s.choices++
	if s.f.si.box == nil {
		return proposal{}, false
	}
	if ask, ok := s.ending(); ok {
		return proposal{ask, math.Inf(1)}, true
	}
	page, pageRate := s.bestPage()
	if s.f.records.held() == 0 {
		if q, ok := s.seeds.next("weighted", "a word to start from"); ok {
			return proposal{Ask{q, 1}, 0}, true
		}
	}
	s.putOff = s.forgone(page)
	spares := s.f.spares(s.putOff)
	if page == nil && s.stranded() {
		if q, ok := s.seeds.next("weighted", "a word to start from: those of the few records held lead no further"); ok {
			return proposal{Ask{q, 1}, 0}, true
		}
	}
	if q, ok := s.f.operators.probe(s.f); ok && (spares || s.f.operators.and == Yes || s.f.filled() >= leastPages) {
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	if s.f.endsTell() && len(s.weights.of) == 0 && s.f.records.held() > 0 {
		s.valueAll() // what is expected tells where to look for an end
	}
	if w, ok := s.survey(); ok && spares {
		s.surveyed++
		s.surveying = true
		ask := Ask{s.question(w), 1}
		if s.f.endsTell() {
			s.paid, ask.Page = -1, s.openAt(w)
		}
		return proposal{ask, math.Inf(1)}, true
	}
	word, value, ok := s.bestWord()
	if s.excludes() {
		if q, rate, found := s.cells.propose(s.out.has); found && (!ok || s.lead()*rate > value) && (page == nil || s.lead()*rate > pageRate) {
			return proposal{Ask{q, 1}, rate}, true
		}
		s.reopen()
	}
	if x, found := s.bestConjunction(); found && (!ok || x.index*conjunctionCaution > value) && (page == nil || x.index*conjunctionCaution > pageRate) {
		s.isWord = false
		return proposal{Ask{s.conjoin(x), 1}, x.index}, true
	}
	switch {
	case page != nil && (!ok || pageRate >= value):
		return proposal{s.pageToRead(page), pageRate}, true
	case ok:
		s.paid = value
		return proposal{Ask{s.question(word), s.openAt(word)}, value}, true
	}
	if q, ok := s.seeds.next("weighted", "a word to start from; every word of the records held was asked"); ok {
		return proposal{Ask{q, 1}, 0}, true
	}
	return proposal{}, false
}

// stranded reports whether few records are held, and the latest words brought none that
// is new: the first word may have been one that only a corner of the collection has. Words
// that were in no record held do not count, so that others are asked in between.
func (s *weighted) stranded() bool {
	const few, words = 50, 2
	n := len(s.f.asked)
	if s.f.records.held() >= few || n < words {
		return false
	}
	for _, q := range s.f.asked[n-words:] {
		if q.kind != keyword || q.fresh > 0 || q.holders == 0 {
			return false
		}
	}
	return true
}

// late reports whether more records are in hand than are missing.
func (s *weighted) late() bool { return float64(s.f.records.held()) >= s.weights.total }

// lead returns how many times their own the new records of a cell's request count:
// once few answers are all new, others soon bring what is claimed, one by one.
func (s *weighted) lead() float64 {
	if s.late() {
		return cellLead
	}
	return 1
}

// survey returns the most frequent word while few are known: the totals of
// frequent words say more about what is unseen than anything else does, but
// their first pages show little that is new. Where an answer can be read to its
// end, a known total is worth more, since all that it tells of can be had. What other
// strategies chose before does not count for that, or it would be spent at once.
func (s *weighted) survey() (word uint32, ok bool) {
	if s.excludes() && s.f.records.held() >= excludeFrom {
		return 0, false
	}
	asked := float64(s.f.requests)
	first := s.learned < surveyWords && float64(s.learned) < surveyShare*asked
	later := s.learned >= surveyWords && s.f.tells() && s.f.limit() == 0 && float64(s.surveyed) < min(surveyMost, surveyLater*float64(s.choices))
	if !first && !later {
		return 0, false
	}
	most := 1
	for w, list := range s.f.records.postings {
		if len(list) > most && s.f.records.state[w] == unasked && s.may(uint32(w)) && s.f.byKey[s.text(uint32(w)).Key()] == nil {
			word, most, ok = uint32(w), len(list), true
		}
	}
	return word, ok
}

func (s *weighted) question(w uint32) Query {
	c := &s.f.records
	p := s.exact(w)
	s.isWord, s.proposed, s.predicted = true, w, p.raw
	q := s.text(w)
	if s.excludes() {
		s.roots[q.Key()] = w
	}
	q.Expected = math.Round(p.reach*10) / 10
	q.Why = fmt.Sprintf("in %d of %d records held; about %.0f new records on %.0f pages are expected", c.df(w), c.held(), p.reach, p.pages)
	return q
}

// text returns the question for w, without what is claimed.
func (s *weighted) text(w uint32) Query {
	x := compound{with: []uint32{w}}
	if s.excludes() {
		x.without = s.out.of(w, s.promise(w).reach).without
	}
	return s.f.compound(x, s.f.operators.mark, "weighted")
}

// adopt claims w by a question that was asked before.
func (s *weighted) adopt(w uint32, q *question) {
	s.out.claim(w, s.f.supposed(q))
	s.adopted[q] = true
	if !s.divide(q) && q.open() {
		heap.Push(&s.open, openAnswer{q, q.reads, s.pageRate(q)})
	}
}

// may reports whether w can be asked.
func (s *weighted) may(w uint32) bool {
	c := &s.f.records
	if c.frame.has(w) {
		return false
	}
	if s.excludes() {
		return c.state[w] != dead && !s.out.has(w) && !s.out.broad[w] && !s.f.operators.ignored[w] && s.f.classes.hopes(c.words[w]) && s.f.si.accepts(c.words[w])
	}
	return c.state[w] == unasked && s.f.broad.allows(c.share(w)) && s.f.classes.hopes(c.words[w]) && s.f.si.accepts(c.words[w]) &&
		s.f.byKey[s.f.si.word(c.words[w], "").Key()] == nil
}

func (s *weighted) observe(q *question) {
	if !q.worded() || q.stuck {
		return
	}
	if s.surveying && q.reads == 1 && q.kind == keyword && q.word == s.proposed && s.learned < surveyWords {
		s.f.curious += max(s.putOff-float64(q.lastFresh)/float64(s.f.rowsAPage()), 0)
	}
	key := q.query.Key()
	root, isRoot := s.roots[key]
	if found := s.seekEnd(q); found || q.reads == 1 && s.search.q != q && (q.kind == keyword || isRoot) {
		s.learn(q)
		if s.isWord && q.kind == keyword && s.proposed == q.word && q.status == Answered && (s.stops() || s.gauges()) && s.learned > learnFrom && s.paid >= 0 {
			s.worth.add(s.worthOf(q, s.paid), s.paid/s.worth.value())
		}
	}
	if q.reads == 1 && q.kind == several {
		s.learnConjunction(q)
	}
	if isRoot && s.excludes() {
		delete(s.roots, key)
		s.out.claim(root, s.cells.size(q, s.predicted))
		s.adopted[q] = true
	}
	if s.inOrder() && q.kind == keyword {
		s.observeGauged(q)
	}
	if m := s.f.matches(q); q.lastRows > 0 && q.total >= 0 && (m <= s.f.limit() || s.f.limit() == 0 && s.f.signs.moves()) {
		s.shares.observe(q, s.depthOf(q, q.lastPage), float64(m))
	}
	if k, m := float64(s.f.limit()), s.supposed(q); k > 0 && q.lastRows > 0 && m > k && (s.f.matches(q) > 0 || s.deep()) {
		unseen, unread := m-q.before, m-float64(len(q.rows)-q.lastAdded)
		s.tops.add(float64(q.shown)/m, float64(q.lastFresh), float64(q.lastRows)*q.lastAnew*clamp(unseen/unread, 0, 1))
	}
	if s.excludes() {
		s.out.judge()
		if q.kind == keyword && !q.more && s.f.matches(q) == len(q.rows) {
			s.out.claim(q.word, float64(len(q.rows)))
		}
		if q.query.Strategy == probeStrategy && q.kind == several && q.reads == 1 {
			s.begin()
			return
		}
		if s.cells.observe(q) || s.divide(q) {
			return
		}
	}
	if q.open() {
		heap.Push(&s.open, openAnswer{q, q.reads, s.pageRate(q)})
	}
}

// learn compares the first answer to a word with what was expected.
func (s *weighted) learn(q *question) {
	s.learned++
	m, known := s.f.roughly(q)
	guesses := s.f.guesses(q)
	if guesses {
		m, _ = s.f.claims.matches(q.claim)
		known = true
	}
	if q.kind == several {
		s.left.add(max(s.cells.size(q, s.predicted)+float64(q.fresh)-s.f.inHand(q), 0), s.predicted)
	} else if s.gaugesScale() {
		s.learnGauged(q)
	} else if s.learned > learnFrom && s.isWord && s.proposed == q.words.with[0] && known && q.status == Answered {
		n, _ := s.weights.sum(s.f.inHandList(q))
		if unseen := m + float64(q.fresh) - s.f.inHand(q); unseen >= 0 {
			if !guesses {
				s.spreads.add(sizeClass(n), unseen, s.predicted*s.scale.of(sizeClass(n), s.f.totals))
			}
			s.scale.add(sizeClass(n), unseen, s.predicted)
		}
	}
	if q.kind == several || s.f.records.state[q.word] == asked {
		s.weights.observe(q, s.f)
	}
}

// divide gives an answer of which the site shows only a part to the cells. It
// reports whether its further pages should not be read.
func (s *weighted) divide(q *question) bool {
	m := s.f.supposed(q)
	if !s.f.tooLong(m) {
		return false
	}
	if !s.out.has(q.words.with[0]) {
		return true // asked again without what is claimed by then
	}
	if s.divided == nil {
		s.divided = map[*question]bool{}
	}
	if !s.divided[q] {
		s.divided[q] = true
		s.cells.overflow(q, m, s.f.inHandList(q))
	}
	return true
}

// begin claims the first word, now that exclusions are known to work: the one of
// whose open answer most was read, else the one whose answers showed it, which are the
// first cells.
func (s *weighted) begin() {
	a, b := s.f.operators.pair[0], s.f.operators.pair[1]
	if q := s.mostRead(); q != nil && q.word != a {
		s.adopt(q.word, q)
		return
	}
	both := compound{with: []uint32{a, b}}
	alone, pair, rest := s.f.word(a), s.f.asking(both), s.f.asking(compound{[]uint32{a}, []uint32{b}})
	if alone == nil || pair == nil || rest == nil || s.out.has(a) || s.out.tooBroad(a, s.f.supposed(alone)) {
		return
	}
	s.out.claim(a, s.f.supposed(alone))
	parts := []*question{pair, rest}
	if !s.f.tooLong(s.f.supposed(alone)) {
		parts = []*question{alone}
		s.adopted[alone] = true
	}
	for _, q := range parts {
		if !s.divide(q) && q.open() {
			heap.Push(&s.open, openAnswer{q, q.reads, s.pageRate(q)})
		}
	}
}

// reopen goes on reading answers whose cells cannot be cut.
func (s *weighted) reopen() {
	for _, q := range s.cells.whole {
		if q.open() {
			heap.Push(&s.open, openAnswer{q, q.reads, s.pageRate(q)})
		}
	}
	s.cells.whole = nil
}

func (s *weighted) why() string { return exhaustedWords(s.f) }
