package plan

import (
	"github.com/hadal-crawler/hadal/querygen"
)

// Whoever wants a share of the records wants to know when it is held. What is counted on the
// way tells that late (see estimate.Missed). So of the answers one in two is of a word drawn
// at random until there is an estimate by these; and again, once the target may be reached by
// it, until it is good enough to say so: a word drawn late tells more than one drawn early,
// of which less is left to guess. Whoever names no target does not pay for them: they are drawn
// once nothing that is new comes, when any other word brings as little.

const (
	knownEvery = 2
	leastKnown = 50 // records held before the first
)

// NextFor is Next for those who want to know how many records there are well enough to
// end when a share of them is held; target is that share, 0 or 1 for none.
func (p *Planner) NextFor(target float64) (querygen.Ask, bool) {
	if (0 < target && target < 1 || p.missed.Dry()) && p.facts.Answers%knownEvery == 0 && p.facts.Records.Held() >= leastKnown && p.unsure(target) {
		if ask, ok := p.Sample(); ok {
			return ask, true
		}
	}
	return p.Next()
}

// unsure reports whether the number of records should be known better than it is, and may be.
func (p *Planner) unsure(target float64) bool {
	e := p.Estimate()
	if e.Known() && !p.missed.By(e) {
		return !e.Exact && float64(e.Held) >= target*e.Low && !e.Narrow(target)
	}
	if p.descents != nil {
		return p.descents.Parts.Root.Split != nil
	}
	listed := p.facts.Listing != nil && p.facts.Listing.More // it tells by itself
	return p.sampler.Hopes() && !listed
}
