package plan

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// auto is the default: the form as served first, which may list everything;
// then menus, which divide what one list cannot show; then words.
type auto struct {
	f       *facts.Facts
	listing facts.Walker
	parts   *divide.Drilldown // divides what one answer cannot show
	orders  *keyword.Ordered
	nested  *divide.Nested   // nil for none
	crossed *divide.Crossed  // nil for none
	words   *wordsOf         // nil for none
	letters *keyword.Letters // nil for none
	boxes   *divide.Boxes    // text boxes that want something in particular; nil for none
}

func newAuto(f *facts.Facts, o querygen.Options) strategy {
	parts := divide.NewDrilldown(f)
	weighted := keyword.NewWeighted(f, o)
	words := &wordsOf{f: f, partition: keyword.NewPartition(f, weighted.Choice.May), frequency: keyword.NewFrequency(f, o), weighted: weighted, elsewhere: keyword.NewElsewhere(f, o)}
	s := &auto{f: f, parts: parts, orders: keyword.NewOrdered(f), nested: divide.NewNested(f, parts), crossed: divide.NewCrossed(f), words: words, letters: keyword.NewLetters(f), boxes: divide.NewBoxes(f, o)}
	return strategy{Strategy: s, parts: parts, letters: s.letters}
}

// newDrilldown asks for parts of the records alone.
func newDrilldown(f *facts.Facts, _ querygen.Options) strategy {
	parts := divide.NewDrilldown(f)
	return strategy{Strategy: &auto{f: f, parts: parts}, parts: parts}
}

func (s *auto) Propose() (facts.Proposal, bool) {
	if s.complete() != "" {
		return facts.Proposal{}, false
	}
	if p, ok := s.served(); ok {
		return p, true
	}
	if q, ok := s.f.Unclips(); ok && s.words != nil {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if q, ok := s.f.TryDates(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if p, ok := s.parts.Propose(); ok && !s.f.NeedsWord() {
		return p, true
	}
	again, more := s.reordered()
	if s.words == nil {
		return again, more
	}
	word, ok := s.words.Propose()
	if box, found := s.boxes.Propose(); found && (!ok || box.Rate > word.Rate) {
		word, ok = box, true
	}
	if part, found := s.letters.Propose(); found && (!ok || part.Rate > word.Rate) {
		word, ok = part, true
	}
	if more && (!ok || again.Rate > word.Rate && !math.IsInf(word.Rate, 1)) {
		return again, true
	}
	return word, ok
}

// reordered proposes another part of an answer that was cut: in another order,
// within a bound that has no partner, or of a value of a menu.
func (s *auto) reordered() (facts.Proposal, bool) {
	within, ok := s.nested.Propose()
	if part, more := s.crossed.Propose(); more && (!ok || part.Rate > within.Rate) {
		within, ok = part, true
	}
	if s.orders == nil {
		return within, ok
	}
	again, more := s.orders.Propose()
	if ok && (!more || within.Rate > again.Rate) {
		return within, true
	}
	return again, more
}

// served proposes the form as served, what else may list everything, and the
// pages of the answer that does.
func (s *auto) served() (facts.Proposal, bool) {
	if s.f.Listing == nil && s.f.Space.Servable() {
		q := querygen.Query{Form: s.f.Space.Form.ID, Bind: s.f.Space.Bind(), Strategy: "auto", Expected: -1,
			Why: "the form as it is served: may list everything"}
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if q, ok := s.f.Resize(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if q, ok := s.f.TryList(false); ok && !s.f.DividesByWords() {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	if q := s.listing.Worthwhile(); q != nil && q == s.f.Listing && s.f.Lists() && !s.parts.DividesListing() {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	return facts.Proposal{}, false
}

// nearlyProven is where the interval of a listing's coverage must start, where other
// questions brought records beside it.
const nearlyProven = 0.99

// complete tells why nothing can be missing, "" where something may be.
func (s *auto) complete() string {
	if total, ok := s.f.ShownTotal(); ok && s.f.Records.Held() >= total {
		return fmt.Sprintf("all %d records that the site shows as its total are held", total)
	}
	if marked, again, ok := s.f.Recapture(); ok && again[0] >= min(facts.ProvenBy, marked) && s.f.WholeEnough(marked) {
		name := s.f.ListingName(s.f.Listing)
		if again[0] == again[1] {
			return fmt.Sprintf("%s lists %d records to its end, and %d records that other questions brought are all among them", name, marked, again[1])
		}
		if low, _ := statistics.Wilson(again[0], again[1]); low >= nearlyProven {
			return fmt.Sprintf("%s lists %d records to its end, and of %d records that other questions brought all but %d are among them", name, marked, again[1], again[1]-again[0])
		}
	}
	return ""
}

func (s *auto) Observe(q *facts.Question) {
	if q.Kind == facts.Listing && q == s.f.Listing {
		s.listing.Observe(q)
	}
	s.parts.Observe(q)
	if s.orders != nil {
		s.orders.Observe(q)
	}
	s.nested.Observe(q)
	s.crossed.Observe(q)
	if s.words != nil {
		s.words.Observe(q)
		s.letters.Observe(q)
	}
	if s.boxes != nil {
		s.boxes.Observe(q)
	}
}

func (s *auto) Why() string {
	if done := s.complete(); done != "" {
		return done
	}
	if s.words != nil && s.f.Space.Box != nil {
		return s.words.Why()
	}
	if len(s.parts.Dims) == 0 {
		const alone = "the form has nothing else that can be asked: no box that is known, no menu, no bounds"
		if q := s.f.Listing; q != nil && q.Status == querygen.Answered {
			return fmt.Sprintf("the form as served lists %d records, and %s", len(q.Rows), alone)
		}
		return alone
	}
	return s.parts.Why()
}

// wordsOf chooses words by what the site tells about its answers.
type wordsOf struct {
	f         *facts.Facts
	partition *keyword.Partition
	frequency *keyword.Frequency
	weighted  *keyword.Weighted
	elsewhere *keyword.Elsewhere
}

// Propose takes words that divide the records first (see partition), but where a
// listing was read to its end, or what was asked can be excluded: once the records fill
// so many pages that it may pay, it is found out whether that can be. Then it takes frequent
// words where answers can be read to their end and do not tell how long they are: each
// answer read whole tells all about its word. Else it weighs; so it does once frequent
// words bring little that is new, and less than weighed ones, and after words that
// divided the records, of each of whose parts a frequent word repeats the same share. But
// where a listing was read to its end, words are to prove that nothing lies beside it,
// and frequent ones prove most.
func (s *wordsOf) Propose() (facts.Proposal, bool) {
	site := s.f.Regime()
	if q, ok := s.elsewhere.Next(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
	}
	_, _, listed := s.f.Recapture()
	if !listed && !site.Excludes {
		if p, ok := s.partition.Propose(); ok {
			if s.partition.Carried() && s.f.Filled() >= keyword.LeastPages {
				if q, due := s.f.ProbeOperators(); due {
					return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
				}
			}
			return p, true
		}
	}
	scarce := facts.ScarceRows
	if site.EndsTell {
		scarce = facts.ScarceTold
	}
	frequent, weighed := &s.frequency.Brought, &s.weighted.Brought
	better := !frequent.Below(scarce, s.f.RowsAPage()) || !site.EndsTell && weighed.Pages > 0 && weighed.Mean <= frequent.Mean
	if s.partition.Carried() {
		better = false
	}
	if site.Limit == 0 && !site.Totals && !s.f.Claims.Forgotten && !site.Excludes && (better || listed) {
		if p, ok := s.frequency.Propose(); ok {
			return p, true
		}
	}
	return s.weighted.Propose()
}

func (s *wordsOf) Observe(q *facts.Question) {
	s.elsewhere.Observe(q)
	s.partition.Observe(q)
	s.frequency.Observe(q)
	s.weighted.Observe(q)
}

func (s *wordsOf) Why() string { return s.weighted.Why() }
