package harvest

import (
	"context"
	"fmt"
	"slices"
)

// replay folds the committed steps of the harvest, after those of the harvests
// that it goes on from.
func (r *run) replay(ctx context.Context) error {
	if b := r.State.Profile.Barren; b != nil {
		r.Survey.LeaveOut(b.Forms)
	}
	if err := r.replayBefore(ctx); err != nil {
		return err
	}
	steps, err := r.fold(ctx, r.State.Harvest)
	if err != nil {
		return err
	}
	r.resumed = steps > 0
	r.askAgain()
	if r.Planner != nil {
		r.heldThen = r.Planner.Held()
	}
	if !r.resumed || !r.follows() {
		return nil
	}
	for rec, err := range r.Store.Undetailed(ctx, r.State.Harvest) {
		if err != nil {
			return err
		}
		r.queue(rec)
	}
	return nil
}

// span returns the harvests that the harvest consists of: itself, after those that a
// refresh goes on from.
func (r *run) span() []int64 {
	if refresh := r.State.Profile.Refresh; refresh != nil {
		return append(slices.Clone(refresh.Of), r.State.Harvest)
	}
	return []int64{r.State.Harvest}
}

// replayBefore folds the harvests that a refresh goes on from.
func (r *run) replayBefore(ctx context.Context) error {
	of := r.span()
	for _, harvest := range of[:len(of)-1] {
		if _, err := r.fold(ctx, harvest); err != nil {
			return err
		}
	}
	return nil
}

// fold folds the steps of one harvest and returns how many they are.
func (r *run) fold(ctx context.Context, harvest int64) (steps int, err error) {
	for step, err := range r.Store.Steps(ctx, harvest) {
		if err != nil {
			return steps, fmt.Errorf("read the ledger of %s: %w", r.Site.Name, err)
		}
		steps++
		if step.Visit != nil {
			r.Surveyed(step)
			if harvest == r.State.Harvest {
				r.Visits += step.Visit.Requests
			}
			continue
		}
		if step.Detail != nil {
			r.observeDetail(*step.Detail)
			continue
		}
		if harvest == r.span()[0] && r.State.Profile.Supersedes(step.Seq) {
			if harvest == r.State.Harvest {
				r.Visits += step.Answer.Outcome.Requests
			}
			continue
		}
		if err := r.foldAnswer(step, harvest); err != nil {
			return steps, err
		}
	}
	return steps, nil
}

// foldAnswer folds the answer of a step of a harvest.
func (r *run) foldAnswer(step Step, harvest int64) error {
	if r.Planner == nil {
		if err := r.plan(); err != nil {
			return err
		}
	}
	a := *step.Answer
	if harvest == r.span()[0] && slices.Contains(r.State.Profile.Withdrawn, step.Seq) {
		a = r.withdrawn(a)
	}
	r.observe(r.retold(a), step.Seq)
	if harvest == r.State.Harvest && slices.Contains(r.State.Profile.Again, step.Seq) {
		r.Planner.Forgive()
	}
	return nil
}
