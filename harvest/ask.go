package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/querygen"
)

// ask asks the planner's questions until there is a reason to stop.
func (r *run) ask(ctx context.Context) (Stop, error) {
	for {
		if stop, err := r.details.follow(ctx); stop != nil || err != nil {
			return deref(stop), err
		}
		next, stop, err := r.due(ctx)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		if stop, err := r.enter(ctx, next.Query); stop != nil || err != nil {
			return deref(stop), err
		}
		a, c, stop, err := r.Answer(ctx, next)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		held := r.held()
		c.Step = &Step{Answer: &a}
		r.notice(&c)
		if err := r.Commit(ctx, c); err != nil {
			return Stop{}, err
		}
		r.observe(a, r.State.Steps)
		r.Planner.Widen(*r.State.Profile.Form)
		if err := r.amend(ctx, false); err != nil {
			return Stop{}, err
		}
		for _, rec := range a.Records {
			r.details.saw(rec)
			r.details.queue(rec)
		}
		r.Tell("answer", fmt.Sprintf("%s, page %d: %s, %d rows, %d new%s",
			r.Query, next.Page, a.Outcome.Status, len(a.Outcome.Rows), r.held()-held, session.Note(a.Outcome.Note)))
		if len(c.Merged) > 0 {
			if err := r.refold(ctx); err != nil {
				return Stop{}, err
			}
		}
		if err := r.withdraw(ctx, r.Contested()); err != nil {
			return Stop{}, err
		}
		if stop := r.unsent(a); stop != nil {
			return *stop, nil
		}
		if r.Anew {
			if err := r.planAnew(ctx); err != nil {
				return Stop{}, err
			}
		}
		if r.Doubtful {
			r.Doubtful = false
			if stop, err := r.reconsider(ctx, next.Query); stop != nil || err != nil {
				return deref(stop), err
			}
		}
	}
}

// due returns what to ask. Before a run ends for want of questions, those that failed
// are asked again; where some did to the end, that is why it ended.
func (r *run) due(ctx context.Context) (querygen.Ask, *Stop, error) {
	if why := r.Learner.Lacks.Unkept(); why != "" && r.held() == 0 {
		return querygen.Ask{}, &Stop{Kind: Incomplete, Reason: why}, nil
	}
	stop := r.ending.enough()
	if stop == nil {
		if stop, err := r.lookRound(ctx); stop != nil || err != nil {
			return querygen.Ask{}, stop, err
		}
		if next, ok := r.Planner.NextFor(r.Options.TargetCoverage); ok {
			if found, over, err := r.fill(ctx, false); over != nil || err != nil {
				return querygen.Ask{}, over, err
			} else if found {
				return r.due(ctx)
			}
			return next, nil, nil
		}
		stop = &Stop{Kind: Exhausted, Reason: r.Planner.Why()}
		if asked, answered, _ := r.Planner.Put(); asked > 0 && answered == 0 && r.rebuff != "" {
			stop.Reason = fmt.Sprintf("none of %d questions got an answer that can be read (the last: %s)", asked, r.rebuff)
		}
	}
	if proof, more, is := r.ending.unproven(); is && r.partial(*stop) {
		if more {
			return proof, nil, nil
		}
		if _, over, err := r.lookOn(ctx, r.Options.SurveyPages); over != nil || err != nil {
			return querygen.Ask{}, over, err
		}
	}
	if stop.Kind != Exhausted && stop.Kind != Incomplete {
		return querygen.Ask{}, stop, nil
	}
	if again, ok := r.Planner.Owed(); ok {
		return again, nil, nil
	}
	if stop.Kind == Exhausted && r.Grown {
		r.Grown = false
		if err := r.refold(ctx); err != nil {
			return querygen.Ask{}, nil, err
		}
		if err := r.turn(""); err != nil {
			return querygen.Ask{}, nil, err
		}
		return r.due(ctx)
	}
	if stop.Kind == Exhausted {
		if found, over, err := r.fill(ctx, true); over != nil || err != nil {
			return querygen.Ask{}, over, err
		} else if found {
			return r.due(ctx)
		}
		if ask, ok, over, err := r.leave(ctx); ok || over != nil || err != nil {
			return ask, over, err
		}
	}
	if left := r.Planner.Unanswered(); len(left) > 0 && !r.fruitless() {
		words := left[0].Query.Words(*r.State.Profile.Form)
		stop = &Stop{Kind: Incomplete, Reason: fmt.Sprintf("%d questions were not answered, however often they were asked (%s, page %d): %s. The same command asks them again",
			len(left), ledger.InWords(words), left[0].Page, stop.Reason)}
	}
	return querygen.Ask{}, stop, nil
}

// askAgain lets a later run ask again what failed in those before it.
func (r *run) askAgain() {
	if !slices.ContainsFunc(r.parts, func(p part) bool { return len(p.plan.Unanswered()) > 0 }) {
		return
	}
	r.forgive()
	if at := r.State.Steps; len(r.State.Profile.Again) == 0 || r.State.Profile.Again[len(r.State.Profile.Again)-1] != at {
		r.State.Profile.Again = append(slices.Clone(r.State.Profile.Again), at)
	}
}
