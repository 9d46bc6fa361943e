package querygen

import (
	"fmt"
	"math"
)

// Estimate tells how much there is. It is never less than what is held, nor than the
// largest total that is believed (see believedTotal).
//
// The total of the form as served is believed while it does not contradict what was
// reached. Then what the form divides its records into counts, where all of it was read
// to its end. Then, where the listing could be read to its end, its records are marked
// ones in the sense of Lincoln and Petersen, and the rows of all other questions are the
// recapture. Else the samples tell, once there are a few (see sampler, descents). Until
// then, and where nothing can be sampled, the number is not known, and Method says why. Nor
// is it where a total is believed that is far beyond what was estimated.
//
// Of a glimpse, the words that it drew tell.
//
// What no question can bring is known once nothing is left to ask, and only
// where there is no query box, whose words may divide anything.
func (p *Planner) Estimate() Estimate {
	if n := len(p.facts.spent); p.estimated.outcomes != n || p.estimated.decided != p.decided || n == 0 {
		p.estimated.Estimate, p.estimated.outcomes, p.estimated.decided = p.estimate(), n, p.decided
	}
	return p.estimated.Estimate
}

// estimated is what Estimate returned after so many outcomes.
type estimated struct {
	Estimate
	outcomes int
	decided  bool
}

func (p *Planner) estimate() Estimate {
	e := estimateOf(&p.facts, p.drilled(), p.sampler, p.descents)
	if g, ok := p.strategy.(*glimpse); ok && !e.Exact {
		if few, ok := g.estimate(); ok {
			return few.sound()
		}
	}
	if !e.Known() && len(p.facts.spent) > 0 {
		e.Method = p.unknown()
	}
	if d := p.drilled(); d != nil && p.decided && !p.found && p.facts.si.box == nil {
		unknown := 0
		if e.Unreachable, unknown, e.Beyond = d.beyond(); unknown > 0 && !e.Exact {
			e = Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Unreachable: e.Unreachable, Beyond: e.Beyond, Method: "not known: " + e.Beyond}
		}
	}
	return e
}

// drilled returns what divides the records by menus and bounds, nil for nothing.
func (p *Planner) drilled() *drilldown {
	if s, ok := p.strategy.(*auto); ok {
		d, _ := s.parts.(*drilldown)
		return d
	}
	return nil
}

// Estimates tells whether the number of records can come to be known; why is for people,
// where it cannot but by a total that the site shows.
func (p *Planner) Estimates() (can bool, why string) {
	switch {
	case p.sampler != nil && p.facts.boxed.partial():
		return false, "the search box searches a part of the records only, so words drawn at random say nothing of the others"
	case p.sampler != nil || p.descents != nil:
		return true, ""
	case p.facts.si.box == nil && len(p.facts.si.menus)+len(p.facts.si.spans) == 0:
		return false, "the form has no search box, menu or pair of bounds that could be asked at random"
	}
	return false, "the strategy asks nothing at random, by which the number of records could be estimated"
}

// unknown tells, for people, why no number is known.
func (p *Planner) unknown() string {
	if t := p.facts.believedTotal(); t > p.facts.records.held() {
		return fmt.Sprintf("not known: the site shows a total of %d for one question alone", t)
	}
	if can, why := p.Estimates(); !can {
		return "not known: " + why
	}
	if p.descents != nil && p.facts.givenUp() {
		return "not known: a part into which the form divides its records never answered"
	}
	return "not known yet: too few questions were asked at random"
}

func estimateOf(f *facts, d *drilldown, s *sampler, parts *descents) Estimate {
	held := f.records.held()
	least := max(held, f.believedTotal())
	e := Estimate{Held: held}
	if t, ok := f.shownTotal(); ok && t >= least {
		e.Size, e.Low, e.High, e.Exact, e.Method = float64(t), float64(t), float64(t), true, "total shown by the site"
	} else if n, ok := d.proven(); ok && n >= least {
		e.Size, e.Low, e.High, e.Method = float64(n), float64(n), float64(n), "all parts were read into which the form divides its records"
	} else if marked, again, ok := f.recaptureWhole(); ok {
		e.Method = fmt.Sprintf("recapture of a listing of %d by other questions", marked)
		e.Size = float64(marked) * float64(again[1]) / float64(again[0])
		low, high := wilson(again[0], again[1])
		e.Low, e.High = float64(marked)/high, float64(marked)/low
	} else if sampled, ok := s.told(); ok {
		e.Size, e.Low = sampled.Size, sampled.Low
		e.High = float64(held) + (sampled.High-float64(held))/(1-s.blind)
		e.Method = fmt.Sprintf("%d words drawn at random from the records held", len(s.samples))
		if t, ok := f.claimed(); ok && t > e.High {
			e.High = t
			e.Method += fmt.Sprintf("; %s claims %.0f", f.listingName(f.listing), t)
		}
	} else if drawn, ok := parts.estimate(); ok {
		e = drawn
		e.Held = held
	}
	return e.atLeast(float64(least)).sound()
}

// sound returns the estimate, or what is certain of it where what it was computed from has
// no answer: samples that found none of the records again, or nothing to divide by.
func (e Estimate) sound() Estimate {
	for _, x := range []float64{e.Size, e.Low, e.High, e.Coverage} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Estimate{Held: e.Held, Unreachable: e.Unreachable, Beyond: e.Beyond}
		}
	}
	return e
}

// atLeast returns the estimate where at least so many are there. Where that is farther
// from what was estimated than twice the interval allows, the samples were of something
// else, and only the least is known.
func (e Estimate) atLeast(least float64) Estimate {
	if e.Known() && least > max(e.Size, float64(e.Held)) {
		half := max(e.High-e.Size, e.Size-e.Low)
		if least > e.Size+2*half {
			e = Estimate{Held: e.Held, Unreachable: e.Unreachable, Beyond: e.Beyond}
		} else {
			e.Low, e.Size, e.High = above(least, e.Size, half)
		}
	}
	if e.Known() {
		e.Size, e.High = max(e.Size, least), max(e.High, least)
		e.Coverage = float64(e.Held) / e.Size
	}
	if e.Known() || least > float64(e.Held) {
		e.Low = max(e.Low, least)
	}
	return e
}

// shownTotal returns the total that the form as served shows, if it lists the
// site's records and no answer contradicts it.
func (f *facts) shownTotal() (int, bool) {
	q := f.listing
	if q == nil || f.restricted() || q.status != Answered || q.capped || q.total <= 0 || f.records.held() > q.total || len(q.rows) == 0 || f.against(q) != "" || !f.believed(q) {
		return 0, false
	}
	if f.teaser(q) {
		return 0, false
	}
	return q.total, true
}

// claimed returns the total of a listing of everything that nothing speaks
// against, though it is not believed yet: there may be so many.
func (f *facts) claimed() (float64, bool) {
	q := f.listing
	if q == nil || f.restricted() || q.status != Answered || q.total <= 0 || len(q.rows) == 0 || f.against(q) != "" {
		return 0, false
	}
	return float64(q.total), true
}

// provenBy is how many records of a listing that ended must come back through
// other questions, without a single one beside them, before the listing is
// taken for everything: the 95 % interval of its coverage then starts at 98 %.
const provenBy = 200

// noTeaser is how many rows a page has that is no mere sample of what is there.
const noTeaser = 100

// recapture returns the number of records that the listing marked, and of the
// different records that all other questions returned: those that are marked,
// and all. It is not ok while those are few, or where the listing was cut.
func (f *facts) recapture() (marked int, again [2]int, ok bool) {
	q := f.listing
	if q == nil || f.restricted() || q.status != Answered || q.more || q.short() || q.pages < 2 && len(q.rows) < noTeaser || f.against(q) != "" {
		return 0, again, false
	}
	return f.caughtAgain(f.records.byWay[byListing|byOthers], f.records.byWay[byOthers])
}

// caughtAgain is recapture with so many records that other questions returned: those that
// are marked, and those beside them.
func (f *facts) caughtAgain(both, beside int) (marked int, again [2]int, ok bool) {
	// One that lacks most of what others brought was cut: it is the top of a
	// ranking that all answers share, no sample of the records.
	return len(f.listing.rows), [2]int{both, both + beside}, both >= 10 && both >= beside
}

// recaptureWhole is recapture by answers that were read to their end, where the listing's
// last page was full, as that of a listing is which was cut: what tops a long answer under
// a ranking that all answers share tops the listing, too, and proves nothing about what
// lies below.
func (f *facts) recaptureWhole() (marked int, again [2]int, ok bool) {
	if marked, again, ok = f.recapture(); ok && f.listing.full {
		return f.caughtAgain(f.readWhole())
	}
	return marked, again, ok
}

// readWhole returns the number of records in answers, other than the listing's,
// that were read to their end and are shorter than it: those that it has, and those
// beside them.
func (f *facts) readWhole() (both, beside int) {
	seen := make([]bool, f.records.held())
	for _, q := range f.asked {
		if q.kind == listing || q.more || q.status != Answered || q.short() || 10*len(q.rows) > 9*len(f.listing.rows) {
			continue
		}
		for _, r := range q.rows {
			if !seen[r] {
				seen[r] = true
				if f.records.ways[r]&byListing != 0 {
					both++
				} else {
					beside++
				}
			}
		}
	}
	return both, beside
}

// wholeEnough reports whether enough answers read to their end tell that a listing of so many
// records was not cut.
func (f *facts) wholeEnough(marked int) bool {
	if !f.listing.full {
		return true
	}
	both, beside := f.readWhole()
	return both+beside >= min(provenBy, marked)
}

// roughSize returns the number of records as far as it shows without asking for it: the
// total that the site shows, what a listing marks, or Chao's lower bound from the records
// that one and that two questions returned, once a twentieth of the records was returned
// more than once. It is 0 where nothing tells. Strategies choose by it; people are not
// told a bound as if it were an estimate.
func (f *facts) roughSize() float64 {
	held, once := f.records.held(), f.records.times[1]
	if t, ok := f.shownTotal(); ok {
		return float64(max(t, held))
	}
	if marked, again, ok := f.recapture(); ok {
		return max(float64(marked)*float64(again[1])/float64(again[0]), float64(held))
	}
	if f.si.box == nil || f.fruitful < 5 || 20*(held-once) < held {
		return 0
	}
	unseen, _ := chaoUnseen(float64(once), float64(f.records.times[2]))
	return float64(held) + max(unseen, 0)
}

// chaoUnseen returns Chao's lower bound for the number of classes that were not caught, bias
// corrected, and its variance (A. Chao: Estimating the population size for capture-recapture
// data with unequal catchability. Biometrics 43, 1987).
func chaoUnseen(once, twice float64) (unseen, variance float64) {
	unseen = once * (once - 1) / (2 * (twice + 1))
	variance = unseen + once*(2*once-1)*(2*once-1)/(4*(twice+1)*(twice+1)) + once*once*twice*(once-1)*(once-1)/(4*math.Pow(twice+1, 4))
	return unseen, variance
}

// wilson returns the 95 % score interval of a share of k in n > 0 (E. B. Wilson, JASA 22, 1927).
func wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(centre-half, 0), min(centre+half, 1)
}
