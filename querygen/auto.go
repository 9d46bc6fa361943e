package querygen

import (
	"fmt"
	"math"
)

// auto is the default: the form as served first, which may list everything;
// then menus, which divide what one list cannot show; then words.
type auto struct {
	f       *facts
	listing walker
	parts   strategy // divides what one answer cannot show
	orders  *ordered
	nested  *nested  // nil for none
	crossed *crossed // nil for none
	words   *wordsOf // nil for none
	boxes   *lvs     // text boxes that want something in particular; nil for none
}

func newAuto(f *facts, o Options) *auto {
	parts := newDrilldown(f)
	weighted := newWeighted(f, o)
	words := &wordsOf{f: f, partition: newPartition(f, weighted.may), frequency: newFrequency(f, o), weighted: weighted, elsewhere: newElsewhere(f, o)}
	return &auto{f: f, parts: parts, orders: newOrdered(f), nested: newNested(f, parts), crossed: newCrossed(f), words: words, boxes: newBoxes(f, o)}
}

func (s *auto) propose() (proposal, bool) {
	if s.complete() != "" {
		return proposal{}, false
	}
	if p, ok := s.served(); ok {
		return p, true
	}
	if q, ok := s.f.tryDates(); ok {
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	if p, ok := s.parts.propose(); ok && !s.f.needsWord() {
		return p, true
	}
	again, more := s.reordered()
	if s.words == nil {
		return again, more
	}
	word, ok := s.words.propose()
	if box, found := s.boxes.propose(); found && (!ok || box.rate > word.rate) {
		word, ok = box, true
	}
	if more && (!ok || again.rate > word.rate && !math.IsInf(word.rate, 1)) {
		return again, true
	}
	return word, ok
}

// reordered proposes another part of an answer that was cut: in another order,
// within a bound that has no partner, or of a value of a menu.
func (s *auto) reordered() (proposal, bool) {
	within, ok := s.nested.propose()
	if part, more := s.crossed.propose(); more && (!ok || part.rate > within.rate) {
		within, ok = part, true
	}
	if s.orders == nil {
		return within, ok
	}
	again, more := s.orders.propose()
	if ok && (!more || within.rate > again.rate) {
		return within, true
	}
	return again, more
}

// served proposes the form as served, what else may list everything, and the
// pages of the answer that does.
func (s *auto) served() (proposal, bool) {
	if s.f.listing == nil && s.f.si.servable() {
		q := Query{Form: s.f.si.form.ID, Bind: s.f.si.bind(), Strategy: "auto", Expected: -1,
			Why: "the form as it is served: may list everything"}
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	if q, ok := s.f.resize(); ok {
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	if q, ok := s.f.tryList(false); ok && !s.f.dividesByWords() {
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	if q := s.listing.worthwhile(); q != nil && q == s.f.listing && s.f.lists() && !s.divides() {
		return proposal{q.nextPage(), math.Inf(1)}, true
	}
	return proposal{}, false
}

// divides reports whether the records should be divided before the form as
// served is read to its end.
func (s *auto) divides() bool {
	d, ok := s.parts.(*drilldown)
	return ok && d.dividesListing()
}

// nearlyProven is where the interval of a listing's coverage must start, where other
// questions brought records beside it.
const nearlyProven = 0.99

// complete tells why nothing can be missing, "" where something may be.
func (s *auto) complete() string {
	if total, ok := s.f.shownTotal(); ok && s.f.records.held() >= total {
		return fmt.Sprintf("all %d records that the site shows as its total are held", total)
	}
	if marked, again, ok := s.f.recapture(); ok && again[0] >= min(provenBy, marked) && s.f.wholeEnough(marked) {
		name := s.f.listingName(s.f.listing)
		if again[0] == again[1] {
			return fmt.Sprintf("%s lists %d records to its end, and %d records that other questions brought are all among them", name, marked, again[1])
		}
		if low, _ := wilson(again[0], again[1]); low >= nearlyProven {
			return fmt.Sprintf("%s lists %d records to its end, and of %d records that other questions brought all but %d are among them", name, marked, again[1], again[1]-again[0])
		}
	}
	return ""
}

func (s *auto) observe(q *question) {
	if q.kind == listing && q == s.f.listing {
		s.listing.observe(q)
	}
	s.parts.observe(q)
	if s.orders != nil {
		s.orders.observe(q)
	}
	s.nested.observe(q)
	s.crossed.observe(q)
	if s.words != nil {
		s.words.observe(q)
	}
	if s.boxes != nil {
		s.boxes.observe(q)
	}
}

func (s *auto) why() string {
	if done := s.complete(); done != "" {
		return done
	}
	if s.words != nil && s.f.si.box != nil {
		return s.words.why()
	}
	return s.parts.why()
}

// wordsOf chooses words by what the site tells about its answers.
type wordsOf struct {
	f         *facts
	partition *partition
	frequency *frequency
	weighted  *weighted
	elsewhere *elsewhere

	frequent, weighed yield
}

// propose takes words that divide the records first (see partition), but where a
// listing was read to its end, or what was asked can be excluded: once the records fill
// so many pages that it may pay, it is found out whether that can be. Then it takes frequent
// words where answers can be read to their end and do not tell how long they are: each
// answer read whole tells all about its word. Else it weighs; so it does once frequent
// words bring little that is new, and less than weighed ones, and after words that
// divided the records, of each of whose parts a frequent word repeats the same share. But
// where a listing was read to its end, words are to prove that nothing lies beside it,
// and frequent ones prove most.
func (s *wordsOf) propose() (proposal, bool) {
	if q, ok := s.elsewhere.next(); ok {
		return proposal{Ask{q, 1}, math.Inf(1)}, true
	}
	_, _, listed := s.f.recapture()
	if !listed && !s.weighted.excludes() {
		if p, ok := s.partition.propose(); ok {
			if s.partition.carried() && s.f.filled() >= leastPages {
				if q, due := s.f.operators.probe(s.f); due {
					return proposal{Ask{q, 1}, math.Inf(1)}, true
				}
			}
			return p, true
		}
	}
	scarce := scarceRows
	if s.f.endsTell() {
		scarce = scarceTold
	}
	better := !s.frequent.below(scarce, s.f.rowsAPage()) || !s.f.endsTell() && s.weighed.pages > 0 && s.weighed.mean <= s.frequent.mean
	if s.partition.carried() {
		better = false
	}
	if s.f.limit() == 0 && !s.f.totals && !s.f.claims.forgotten && !s.weighted.excludes() && (better || listed) {
		if p, ok := s.frequency.propose(); ok {
			if at := s.f.supposedEnd(s.f.byKey[p.ask.Query.Key()]); at > 0 {
				p.ask.Page = at
			}
			return p, true
		}
	}
	return s.weighted.propose()
}

func (s *wordsOf) observe(q *question) {
	if !q.stuck {
		switch q.query.Strategy {
		case "frequency":
			s.frequent.add(q.lastFresh, s.f.rowsAPage())
		case "weighted":
			s.weighed.add(q.lastFresh, s.f.rowsAPage())
			s.weighted.weights.scarce = !s.f.totals && !s.f.numbered && !s.weighted.excludes() && s.f.limit() == 0
		}
	}
	s.elsewhere.observe(q)
	s.partition.observe(q)
	s.frequency.observe(q)
	s.weighted.observe(q)
}

func (s *wordsOf) why() string { return s.weighted.why() }
