package plan

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Estimate tells how much there is. It is never less than what is held, nor than the
// largest total that is believed (see believedTotal).
//
// The total of the form as served is believed while it does not contradict what was
// reached. Then what the form divides its records into counts, where all of it was read
// to its end. Then, where the listing could be read to its end, its records are marked
// ones in the sense of Lincoln and Petersen, and the rows of all other questions are the
// recapture. Else the samples tell, once there are a few (see sampler, descents), and until
// then what is counted on the way (see estimate.Missed). Where nothing of this can be, the
// number is not known, and Method says why. Nor is it where a total is believed that is far beyond what was estimated.
//
// Of a glimpse, the words that it drew tell.
//
// What no question can bring is known once nothing is left to ask, and only
// where there is no query box, whose words may divide anything.
func (p *Planner) Estimate() querygen.Estimate {
	if n := len(p.facts.Spent); p.estimated.Outcomes != n || p.estimated.Decided != p.decided || n == 0 {
		p.estimated.Estimate, p.estimated.Outcomes, p.estimated.Decided = p.estimate(), n, p.decided
	}
	return p.estimated.Estimate
}

// known is what is known of the number before the question what no question can bring.
func (p *Planner) known() querygen.Estimate {
	return estimate.EstimateOf(p.facts, p.strategy.parts, p.strategy.letters, p.sampler, p.descents, p.missed, p.decided && !p.found)
}

func (p *Planner) estimate() querygen.Estimate {
	e := p.known()
	if why := p.Unread(); why != "" {
		return querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: "not known: " + why}
	}
	if total := p.Exceeded(); total > 0 && !e.Exact { // parts that were read to their ends are proof, too
		return querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: fmt.Sprintf("not known: more is held than the %d that the site says it has", total)}
	}
	if p.strategy.few != nil && !e.Exact {
		if few, ok := p.strategy.few(); ok {
			return few.Sound()
		}
	}
	if !e.Known() {
		e.Method = p.unknown()
	}
	if why := p.strategy.letters.Untold(); why != "" && !e.Exact {
		return querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: "not known: " + why}
	}
	if cut, answered, top, is := p.facts.TopOnly(); is && !e.Exact {
		limit := p.facts.Regime().Limit
		why := fmt.Sprintf("%d of %d answers end at the site's limit of %d rows, however much matches", cut, answered, limit)
		out := querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: "not known: " + why}
		if limit < facts.FewRows { // so few rows tell nothing of their words
			out.Cut, out.Beyond = top, why
		}
		return out
	}
	if d := p.strategy.parts; d != nil && p.decided && !p.found && p.facts.Space.Box == nil {
		b := d.Tree.Beyond()
		if (b.Unknown > 0 || b.Overlap) && !e.Exact {
			e = querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: "not known: " + b.Why}
		}
		e.Unreachable, e.Cut, e.Beyond = b.Records, b.Cut, b.Why
	}
	return e
}

// unasked returns what divides the records, for when asking ends though the form could divide
// them further; nil where nothing is left to ask: Estimate tells then what no question can bring.
// Words may bring the rest of any answer, where there is a box for them and it searches more
// than a column.
func (p *Planner) unasked() *divide.Drilldown {
	if p.decided || p.facts.Space.Box != nil && !p.facts.Boxed.Partial() && p.facts.ByWords > 0 {
		return nil
	}
	return p.strategy.parts
}

// Undivided returns how many answers are cut, where asking ends, of which nothing came beside
// what they show, and their rows.
func (p *Planner) Undivided() (parts, rows int) {
	if d := p.unasked(); d != nil {
		return d.Tree.Undivided()
	}
	return 0, 0
}

// Doubtful tells, for people, of parts that ended alike and were never divided, where asking
// ends; "" where there are none.
func (p *Planner) Doubtful() string {
	if d := p.unasked(); d != nil {
		return d.Doubtful()
	}
	return ""
}

// TooMuch returns how many parts that the site said match too much are left to ask, where
// asking ends, and one of them, for people.
func (p *Planner) TooMuch() (parts int, say string) {
	if d := p.unasked(); d != nil {
		return d.Tree.TooMuch()
	}
	return 0, ""
}

// Estimates tells whether the number of records can come to be known; why is for people,
// where it cannot but by a total that the site shows.
func (p *Planner) Estimates() (can bool, why string) {
	switch {
	case p.sampler != nil && p.facts.Boxed.Partial():
		return false, "the search box searches a part of the records only, so words drawn at random say nothing of the others"
	case p.sampler != nil || p.descents != nil:
		return true, ""
	case p.facts.Space.Box == nil && len(p.facts.Space.Menus)+len(p.facts.Space.Spans) == 0:
		return false, "the form has no search box, menu or pair of bounds that could be asked at random"
	}
	return false, "the strategy asks nothing at random, by which the number of records could be estimated"
}

// unknown tells, for people, why no number is known.
func (p *Planner) unknown() string {
	if t := p.facts.BelievedTotal(); t > p.facts.Records.Held() {
		return fmt.Sprintf("not known: the site shows a total of %d for one question alone", t)
	}
	if can, why := p.Estimates(); !can {
		return "not known: " + why
	}
	if p.descents != nil && p.facts.GivenUp() {
		return "not known: a part into which the form divides its records never answered"
	}
	return "not known yet: too few questions were asked at random"
}
