package harvest

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
)

// enough tells whether the harvest has what it can or should get.
func (r *run) enough() *Stop {
	if stop := r.Budget.Over(); stop != nil {
		return stop
	}
	held, est := r.Planner.Held(), r.Planner.Estimate()
	switch {
	case r.Options.MaxRecords > 0 && r.held() >= r.Options.MaxRecords:
		return &Stop{Kind: Limit, Reason: fmt.Sprintf("the limit of %d records is reached", r.Options.MaxRecords)}
	case est.Exact && float64(held) >= est.Size:
		return &Stop{Kind: Complete, Reason: fmt.Sprintf("all %d records are held (%s)", held, est.Method)}
	case r.same():
		return &Stop{Kind: Exhausted, Reason: fmt.Sprintf("all %d records that it brought are held from other searches of the site: it is taken for one of these", r.held())}
	case r.idleChoice() && r.Planner != r.parts[0].plan:
		return &Stop{Kind: Exhausted, Reason: "the choice before the search changes nothing of it"}
	case r.vacant(r.Planner):
		return &Stop{Kind: Complete, Reason: "the search lists nothing, which behind other choices lists all there is"}
	case r.Options.TargetCoverage > 0 && est.Covers(r.Options.TargetCoverage):
		return &Stop{Kind: Limit, Reason: targetReached(est, r.Options.TargetCoverage)}
	}
	// Whoever chose the questions tried to bring what is new. Where as many rows
	// as there are records came back without one, hardly any can be missing.
	if n, rows := r.Planner.SinceNew(); n >= shortPatience && rows >= max(held, leastProof) {
		return &Stop{Kind: Exhausted, Reason: fmt.Sprintf("the last %d answers showed %d rows, none of them of a record beside the %d that are held", n, rows, held)}
	}
	window := r.patience()
	if rate, n := r.Planner.Lately(window); n >= window && rate < r.Options.MinYield {
		return &Stop{Kind: Exhausted, Reason: fmt.Sprintf("the last %d answers brought %.3g new records each, less than min-yield %.3g", n, rate, r.Options.MinYield)}
	}
	return nil
}

// leastPatience is the smallest number of answers that a yield is measured over.
const leastPatience = 40

// shortPatience and leastProof are the fewest answers and rows without a new
// record that end a harvest before its patience does.
const (
	shortPatience = 20
	leastProof    = 200
)

// patience is the number of answers over which the yield is measured: what
// the options allow, but of a small site no more than a third of those that came so
// far. Before the first record there is no yield to judge.
func (r *run) patience() int {
	if r.held() == 0 && r.State.Profile.Form.Before() == nil {
		return r.Options.Patience
	}
	return min(r.Options.Patience, max(leastPatience, r.Planner.Answers()/3))
}

// rehearse lists what would be asked first, without asking.
func (r *run) rehearse() Stop {
	for range 5 {
		ask, ok := r.Planner.Next()
		if !ok {
			break
		}
		req, stop, err := r.Requests.Fill(*r.State.Profile.Form, ask)
		switch {
		case stop != nil:
			return *stop
		case err != nil:
			r.planned = append(r.planned, fmt.Sprintf("(not sent: %v)", err))
		case req.Method == "POST":
			r.planned = append(r.planned, fmt.Sprintf("POST %s  %s", req.URL, req.Body))
		default:
			r.planned = append(r.planned, "GET "+req.URL.String())
		}
		// Without an answer nothing can be learned: the planner goes on as after a failure.
		r.Planner.Observe(querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Failed, Total: -1})
	}
	return Stop{Kind: Limit, Reason: "a dry run submits nothing"}
}

// tellTarget tells at the start how the target coverage ends the harvest, where no total does.
func (r *run) tellTarget() {
	target := r.Options.TargetCoverage
	if target == 0 || r.Planner.Estimate().Exact {
		return
	}
	if can, why := r.Planner.Estimates(); !can {
		r.Tell("note", fmt.Sprintf("target-coverage %.2g cannot end this harvest unless the site shows how many records it has: %s", target, why))
		return
	}
	r.Tell("note", fmt.Sprintf("target-coverage %.2g: unless the site shows how many records it has, the harvest ends once an estimate tells to about %.0f points that so much is held. On small sites that may be well beyond it", target, 100*aboutTarget))
}

// aboutTarget is how far from a target a harvest may end without a word about it.
const aboutTarget = 0.03

// targetReached tells, for people, that a target ended a harvest, and where it is passed, why.
func targetReached(est querygen.Estimate, target float64) string {
	said := fmt.Sprintf("the target coverage of %.0f %% is reached: %d records of %.0f, at most %.0f (%s)", 100*target, est.Held, est.Size, est.High, est.Method)
	if !est.Exact && est.Coverage > target+aboutTarget {
		said += fmt.Sprintf("; %.0f %% are held, since no estimate was good enough to say so before", 100*est.Coverage)
	}
	return said
}
