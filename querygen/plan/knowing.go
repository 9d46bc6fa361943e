package plan

import (
	"github.com/hadal-crawler/hadal/querygen"
)

// Whoever harvests wants to know how much is left, and to end at a target. What Next spends
// on that comes late on small sites, and hardly while most of what comes is new. So of some
// answers one goes into the estimate until there is one; and again, once the target may be
// reached by it, until it is good enough to say so: a word drawn late tells more than one
// drawn early, of which less is left to guess. Words drawn at random bring new records, too.

// From so many answers on, for a target from the first, and from so many records held on,
// one answer of so many is a sample.
const (
	knownFrom  = 20
	knownEvery = 2
	leastKnown = 50
)

// NextFor is Next for those who want to know how many records there are: well enough to
// end when a share of them is held, where target is more than 0.
func (p *Planner) NextFor(target float64) (querygen.Ask, bool) {
	n := p.facts.Answers
	if (n >= knownFrom || target > 0) && n%knownEvery == 0 && p.facts.Records.Held() >= leastKnown && p.unsure(target) {
		if ask, ok := p.Sample(); ok {
			return ask, true
		}
	}
	return p.Next()
}

// unsure reports whether the number of records should be known better than it is, and may be.
func (p *Planner) unsure(target float64) bool {
	e := p.Estimate()
	if e.Known() {
		perhaps := float64(e.Held) >= target*e.Low
		return target > 0 && !e.Exact && perhaps && !e.Narrow(target)
	}
	if p.descents != nil {
		return p.descents.Parts.Root.Split != nil
	}
	listed := p.facts.Listing != nil && p.facts.Listing.More // it tells by itself
	return p.sampler.Hopes() && !listed
}
