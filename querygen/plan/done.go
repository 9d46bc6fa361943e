package plan

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
)

// Bounds say how long is asked.
type Bounds struct {
	Share    float64 // of the records that is wanted where more are dear; 1: all; 0: what is counted ends nothing
	MinYield float64 // new records an answer, below which asking ends
	Patience int     // answers that it is measured over
	Whole    bool    // patience is not shortened, however few answers came
}

// LeastPatience is the smallest number of answers that a yield is measured over.
const LeastPatience = 40

// shortPatience and leastProof are the fewest answers and rows without a new
// record that end a harvest before its patience does.
const (
	shortPatience = 15
	leastProof    = 200
	manyToCome    = 3 // times the patience without a new record, which end a harvest though the site says that a part left to ask has many
	allProvenBy   = 3 // times the records held, rows without a new one, that end a harvest of all there is: a record that is missing, and shown as often as others, was among none of them once in twenty
)

// Done tells, for people, why no more need be asked though something is left to ask: as much
// as is wanted is held for all that is counted, or nothing that is new has come for long. It
// is "" where nothing says so.
func (p *Planner) Done(b Bounds) string {
	if p.Planned() {
		return "" // who says what to ask wants all of it
	}
	if why := p.enough(b.Share); b.Share > 0 && why != "" {
		return why
	}
	// Whoever chose the questions tried to bring what is new. Where as many rows
	// as there are records came back without one, hardly any can be missing.
	held := p.Held()
	proof := max(held, leastProof)
	if b.Share == 1 {
		proof = max(allProvenBy*held, leastProof)
	}
	// A shown number speaks against such a proof, and so do cut answers by whose parts records come.
	open := p.strategy.letters.Open()
	missing := open || float64(held) < b.Share*float64(p.Shown())
	if n, rows := p.sinceNew(); n >= shortPatience && rows >= proof && !missing {
		return fmt.Sprintf("the last %d answers showed %d rows, none of them of a record beside the %d that are held", n, rows, held)
	}
	window := b.Patience
	if !b.Whole && b.Share < 1 && !open {
		window = min(window, max(LeastPatience, p.Answers()/3))
	}
	if rate, n := p.lately(window); n >= window && rate < b.MinYield && !p.moreToCome(window) {
		return fmt.Sprintf("the last %d answers brought %.3g new records each, less than min-yield %.3g", n, rate, b.MinYield)
	}
	return ""
}

// moreToCome reports whether parts are left to ask that have many records, as the site says,
// and is false after long without a new one.
func (p *Planner) moreToCome(window int) bool {
	if n, _ := p.sinceNew(); n >= manyToCome*window {
		return false
	}
	parts, _ := p.TooMuch()
	return parts > 0
}

// enough tells why a share of the records is held by all that is counted. Where the site
// shows how many it has, all of these are asked for: whoever sees a total wants it.
func (p *Planner) enough(share float64) string {
	if total, ok := p.facts.ShownTotal(); ok && p.Held() < total || float64(p.Held()) < share*float64(p.Shown()) {
		return ""
	}
	if n, ok := p.strategy.parts.ProvenBy(estimate.PartsProvenBy); ok && share < 1 && n == p.Held() && p.facts.Space.Box != nil {
		return fmt.Sprintf("all parts were read into which the form divides its records, and %d rows that words brought are all among these", p.facts.ByWords)
	}
	return p.missed.Enough(share)
}
