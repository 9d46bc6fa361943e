package harvest

import (
	"context"
	"fmt"
	"slices"
)

// replay folds the committed steps of the harvest, after those of the harvests
// that it goes on from.
func (r *run) replay(ctx context.Context) error {
	if b := r.state.Profile.Barren; b != nil {
		r.survey.LeaveOut(b.Forms)
	}
	if err := r.replayBefore(ctx); err != nil {
		return err
	}
	steps, err := r.fold(ctx, r.state.Harvest)
	if err != nil {
		return err
	}
	r.resumed = steps > 0
	r.askAgain()
	if r.planner != nil {
		r.heldThen = r.planner.Held()
	}
	if !r.resumed || !r.follows() {
		return nil
	}
	for rec, err := range r.store.Undetailed(ctx, r.state.Harvest) {
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
	if refresh := r.state.Profile.Refresh; refresh != nil {
		return append(slices.Clone(refresh.Of), r.state.Harvest)
	}
	return []int64{r.state.Harvest}
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
	for step, err := range r.store.Steps(ctx, harvest) {
		if err != nil {
			return steps, fmt.Errorf("read the ledger of %s: %w", r.site.Name, err)
		}
		steps++
		if step.Visit != nil {
			r.surveyed(step)
			if harvest == r.state.Harvest {
				r.visits += step.Visit.Requests
			}
			continue
		}
		if step.Detail != nil {
			r.observeDetail(*step.Detail)
			continue
		}
		if harvest == r.span()[0] && r.state.Profile.Supersedes(step.Seq) {
			if harvest == r.state.Harvest {
				r.visits += step.Answer.Outcome.Requests
			}
			continue
		}
		if r.planner == nil {
			if err := r.plan(); err != nil {
				return steps, err
			}
		}
		r.observe(*step.Answer)
		if harvest == r.state.Harvest && slices.Contains(r.state.Profile.Again, step.Seq) {
			r.planner.Forgive()
		}
	}
	return steps, nil
}
