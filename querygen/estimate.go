package querygen

import (
	"fmt"
	"math"
)

// Estimate tells how much there is.
//
// The total of the form as served is believed while it does not contradict
// what was reached. Else, where that listing could be read to its end, its
// records are marked ones in the sense of Lincoln and Petersen, and the rows
// of all other questions are the recapture. Else the samples tell, once there
// are a few (see sampler); until then nothing is said. Where nothing can be
// sampled, Chao's lower bound is taken from the records that one and that two
// questions returned, once a twentieth of the records was returned more than once.
//
// Of a glimpse, the words that it drew tell.
//
// What no question can bring is known once nothing is left to ask, and only
// where there is no query box, whose words may divide anything.
func (p *Planner) Estimate() Estimate {
	e := p.facts.estimate(p.sampler, p.descents)
	if g, ok := p.strategy.(*glimpse); ok && !e.Exact {
		if few, ok := g.estimate(); ok {
			return few
		}
	}
	if s, ok := p.strategy.(*auto); ok && p.decided && !p.found && p.facts.si.box == nil {
		if d, ok := s.parts.(*drilldown); ok {
			e.Unreachable, e.Beyond = d.beyond()
		}
	}
	return e
}

func (f *facts) estimate(s *sampler, parts *descents) Estimate {
	held := f.records.held()
	e := Estimate{Held: held}
	if t, ok := f.shownTotal(); ok {
		e.Size, e.Low, e.High, e.Exact, e.Method = float64(t), float64(t), float64(t), true, "total shown by the site"
	} else if marked, again, ok := f.recapture(); ok {
		e.Method = fmt.Sprintf("recapture of a listing of %d by other questions", marked)
		e.Size = float64(marked) * float64(again[1]) / float64(again[0])
		low, high := wilson(again[0], again[1])
		e.Low, e.High = float64(marked)/high, float64(marked)/low
	} else if sampled, ok := s.estimate(); ok {
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
	} else if n := f.fruitful; f.si.box != nil && !s.hopes() && n >= 5 && 20*(held-f.records.times[1]) >= held {
		// Answers that hardly overlap, as those to the parts of a division,
		// say nothing about what is beside them; hence the twentieth, and
		// nothing where menus and bounds alone are asked.
		e.Size, e.Low, e.High = chao1(held, f.records.times[1], f.records.times[2])
		e.Method = fmt.Sprintf("Chao1 lower bound from overlap of %d queries", n)
	}
	if e.Size > 0 {
		e.Size, e.Low, e.High = max(e.Size, float64(held)), max(e.Low, float64(held)), max(e.High, float64(held))
		e.Coverage = float64(held) / e.Size
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
	if !q.more && q.pages == 1 && len(q.rows) < q.total && f.reach <= len(q.rows) && f.limit() == 0 {
		return 0, false // a teaser: its number need not be that of what can be asked for
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
	both := f.records.byWay[byListing|byOthers]
	// One that lacks most of what others brought was cut: it is the top of a
	// ranking that all answers share, no sample of the records.
	beside := f.records.byWay[byOthers]
	return len(q.rows), [2]int{both, both + beside}, both >= 10 && both >= beside
}

// readWhole returns the number of records in answers, other than the listing's,
// that were read to their end and are shorter than it. What tops a long answer
// under a ranking that all answers share tops the listing, too, and proves
// nothing about what lies below. It counts where the listing's last page was
// full, as that of a listing is which was cut.
func (f *facts) readWhole() int {
	n, seen := 0, make([]bool, f.records.held())
	for _, q := range f.asked {
		if q.kind == listing || q.more || q.status != Answered || q.short() || 10*len(q.rows) > 9*len(f.listing.rows) {
			continue
		}
		for _, r := range q.rows {
			if !seen[r] {
				seen[r] = true
				n++
			}
		}
	}
	return n
}

// chao1 returns Chao's lower bound for the number of classes, bias corrected,
// and its log-normal 95 % interval (A. Chao: Estimating the population size for
// capture-recapture data with unequal catchability. Biometrics 43, 1987).
func chao1(held, once, twice int) (size, low, high float64) {
	s := float64(held)
	unseen, variance := chaoUnseen(float64(once), float64(twice))
	if unseen <= 0 {
		return s, s, s
	}
	c := math.Exp(1.96 * math.Sqrt(math.Log(1+variance/(unseen*unseen))))
	return s + unseen, s + unseen/c, s + unseen*c
}

// chaoUnseen returns the bound of chao1 for the classes that were not caught, and its
// variance.
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
