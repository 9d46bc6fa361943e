package querygen

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
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
	scale   [32]ratio // by size class: how many unseen matches came for each predicted
	top     ratio     // new records for each expected in answers that were cut
	best    wordQueue // candidates by promise, revalued when they reach the top
	open    openQueue

	surveyed  int // words asked for their total
	rebuiltAt int // requests
	proposed  uint32
	predicted float64 // unseen matches of the word proposed, before scaling
	isWord    bool    // proposed is set
}

// Constants of the promise, found by experiment on news and bibliography
// records; the outcome is flat around them.
const (
	candidates    = 300  // kept from one full valuation to the next
	rebuildGrowth = 0.02 // of requests
	priorRecords  = 20   // the mean weight counts as that many records with the word
	surveyWords   = 30
	surveyShare   = 0.3 // of the requests so far
)

func newWeighted(f *facts, o Options) *weighted {
	return &weighted{f: f, seeds: newSeeds(f, o)}
}

func (s *weighted) propose() (proposal, bool) {
	s.isWord = false
	if s.f.si.box == nil {
		return proposal{}, false
	}
	page, pageRate := s.bestPage()
	if s.f.records.held() == 0 {
		if q, ok := s.seeds.next("weighted", "a word to start from"); ok {
			return proposal{Ask{q, 1}, 0}, true
		}
	}
	if w, ok := s.survey(); ok {
		return proposal{Ask{s.question(w), 1}, math.Inf(1)}, true
	}
	word, value, ok := s.bestWord()
	switch {
	case page != nil && (!ok || pageRate >= value):
		return proposal{page.nextPage(), pageRate}, true
	case ok:
		return proposal{Ask{s.question(word), 1}, value}, true
	}
	if q, ok := s.seeds.next("weighted", "a word to start from; every word of the records held was asked"); ok {
		return proposal{Ask{q, 1}, 0}, true
	}
	return proposal{}, false
}

// survey returns the most frequent word while few are known: the totals of
// frequent words say more about what is unseen than anything else does.
func (s *weighted) survey() (word uint32, ok bool) {
	if s.surveyed >= surveyWords || float64(s.surveyed) >= surveyShare*float64(s.f.requests) {
		return 0, false
	}
	most := 1
	for w, list := range s.f.records.postings {
		if len(list) > most && s.may(uint32(w)) {
			word, most, ok = uint32(w), len(list), true
		}
	}
	return word, ok
}

func (s *weighted) question(w uint32) Query {
	c := &s.f.records
	p := s.promise(w)
	s.isWord, s.proposed, s.predicted = true, w, p.raw
	q := s.f.si.word(c.words[w], "weighted")
	q.Expected = math.Round(p.reach*10) / 10
	q.Why = fmt.Sprintf("in %d of %d records held; about %.0f new records on %.0f pages are expected", c.df(w), c.held(), p.reach, p.pages)
	return q
}

// promise is what asking a word is expected to bring.
type promise struct {
	raw   float64 // unseen matches, as the weights have it
	reach float64 // new records within the limit
	pages float64
	index float64 // for comparison with the new records that a page of an open answer brings
}

func (s *weighted) promise(w uint32) promise {
	n, sum := s.weights.sum(s.f.records.postings[w])
	held := float64(n)
	raw := held * (sum + priorRecords*s.weights.mean) / (held + priorRecords)
	found := s.f.classes.found(s.f.records.words[w])
	unseen := raw * s.scale[sizeClass(n)].value()
	all := held/s.f.seeing.share() + unseen
	p := promise{raw: raw, reach: unseen}
	reachable := all
	if k := float64(s.f.limit()); k > 0 && all > k {
		p.reach, reachable = unseen*k/all*s.top.value(), k
	}
	p.reach *= found
	p.pages = s.pages(reachable)
	p.index = s.index(p.reach, reachable)
	return p
}

// pages returns how many pages rows rows fill. A last page with a few rows
// counts as none: whether it is read is decided when it is next.
func (s *weighted) pages(rows float64) float64 {
	return max(1, math.Ceil(rows/float64(s.f.rowsAPage())-0.2))
}

// index values rows with fresh new records among them, by page. A big answer
// locks its yield in: its rows never repeat each other, while every other
// word's worth decays with each new record. That is worth a premium.
func (s *weighted) index(fresh, rows float64) float64 {
	return fresh / s.pages(rows) * (1 + fresh/max(s.weights.total, 1)) * math.Pow(fresh+1, 0.1)
}

func sizeClass(n int) int {
	c := 0
	for ; n > 1; n >>= 1 {
		c++
	}
	return c
}

// ratio is a smoothed, forgetting quotient of sums, 1 at first. It remembers
// about twenty summands: what a word brings falls as the coverage grows.
type ratio struct{ actual, predicted float64 }

func (r *ratio) add(actual, predicted float64) {
	const memory = 0.95
	r.actual = r.actual*memory + actual
	r.predicted = r.predicted*memory + predicted
}

func (r *ratio) value() float64 {
	const smoothing = 10
	return (r.actual + smoothing) / (r.predicted + smoothing)
}

// bestWord returns the word with the greatest index.
func (s *weighted) bestWord() (word uint32, index float64, ok bool) {
	if s.f.records.held() == 0 {
		return 0, 0, false
	}
	rebuilt := false
	if grown := s.f.requests - s.rebuiltAt; float64(grown) > rebuildGrowth*float64(s.f.requests) {
		s.rebuild()
		rebuilt = true
	}
	for {
		for len(s.best.words) > 0 {
			w := s.best.words[0]
			if !s.may(w) {
				s.best.pop()
				continue
			}
			stale := s.best.priority[w]
			if now := s.promise(w).index; now < stale*0.999 {
				s.best.set(w, now)
				continue
			}
			return w, stale, true
		}
		if rebuilt {
			return 0, 0, false
		}
		s.rebuild()
		rebuilt = true
	}
}

// may reports whether w can be asked.
func (s *weighted) may(w uint32) bool {
	c := &s.f.records
	return c.state[w] == unasked && s.f.broad.allows(c.share(w)) && s.f.classes.hopes(c.words[w]) && s.f.si.accepts(c.words[w]) &&
		s.f.byKey[s.f.si.word(c.words[w], "").Key()] == nil
}

// rebuild fits the weights anew and values every word.
func (s *weighted) rebuild() {
	s.rebuiltAt = s.f.requests
	s.weights.fit(s.f)
	for len(s.best.words) > 0 {
		s.best.pop()
	}
	type valued struct {
		word  uint32
		index float64
	}
	var all []valued
	for w, list := range s.f.records.postings {
		if len(list) > 0 && s.f.records.state[w] == unasked {
			all = append(all, valued{uint32(w), s.promise(uint32(w)).index})
		}
	}
	slices.SortFunc(all, func(a, b valued) int {
		switch {
		case a.index > b.index:
			return -1
		case a.index < b.index:
			return 1
		}
		return int(a.word) - int(b.word)
	})
	for _, v := range all {
		if len(s.best.words) == candidates {
			break
		}
		if s.may(v.word) {
			s.best.set(v.word, v.index)
		}
	}
}

func (s *weighted) observe(q *question) {
	if q.kind != keyword || q.stuck {
		return
	}
	if q.pages == 1 {
		s.surveyed++
	}
	m := s.f.matches(q)
	if q.pages == 1 && s.isWord && s.proposed == q.word && m >= 0 {
		n, _ := s.weights.sum(s.f.records.postings[q.word])
		if unseen := float64(m+q.fresh) - s.f.inHand(q); unseen >= 0 && q.status == Answered {
			s.scale[sizeClass(n)].add(unseen, s.predicted)
		}
	}
	if k := s.f.limit(); k > 0 && m > k && q.lastRows > 0 {
		unseen := float64(m+q.lastFresh) - s.f.inHand(q)
		unread := float64(m - len(q.rows) + q.lastRows)
		s.top.add(float64(q.lastFresh), float64(q.lastRows)*clamp(unseen/unread, 0, 1))
	}
	if s.f.records.state[q.word] == asked {
		s.weights.observe(q, s.f)
	}
	if q.open() {
		heap.Push(&s.open, openAnswer{q, q.pages, s.pageRate(q)})
	}
}

func (s *weighted) why() string { return exhaustedWords(s.f) }
