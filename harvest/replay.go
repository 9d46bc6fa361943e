package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/page"
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
	r.resumed, r.Requests.Inherited = steps > 0, r.State.Profile.Form != nil
	r.askAgain()
	r.heldThen = r.held()
	if !r.resumed || !r.details.wanted() {
		return nil
	}
	for rec, err := range r.Store.Undetailed(ctx, r.State.Harvest) {
		if err != nil {
			return err
		}
		r.details.queue(rec)
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
			r.details.observe(*step.Detail)
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
	if err := r.resume(step.Answer.Outcome.Query); err != nil {
		return err
	}
	a := *step.Answer
	if harvest == r.span()[0] && slices.Contains(r.State.Profile.Withdrawn, step.Seq) {
		a = r.untold.take(a)
	}
	r.observe(r.untold.tell(a), step.Seq)
	if harvest == r.State.Harvest && slices.Contains(r.State.Profile.Again, step.Seq) {
		r.forgive()
	}
	return nil
}

// The first answers of a site are believed, for nothing is known that they could be held
// against. Where later ones contradict them (the same list comes for other questions, too, or
// all others show a total) they are taken back, and their questions are as open as before. The
// steps stay in the ledger, and what was asked since then is folded anew without them.

// maxWithdrawn bounds the answers of a harvest that are taken back: each costs a replay.
const maxWithdrawn = 20

// withdraw lets the answers of steps count for nothing.
func (r *run) withdraw(ctx context.Context, steps []int64) error {
	profile := r.State.Profile
	steps = steps[:min(len(steps), maxWithdrawn-len(profile.Withdrawn))]
	if len(steps) == 0 {
		return nil
	}
	r.Tell("note", fmt.Sprintf("the answer of step %d counts no longer: later answers contradict it", steps[0]))
	profile.Withdrawn = slices.Concat(profile.Withdrawn, steps)
	if err := r.Commit(ctx, Commit{Profile: &profile}); err != nil {
		return err
	}
	return r.refold(ctx)
}

// refold folds the answers so far anew, as they count now.
func (r *run) refold(ctx context.Context) error {
	profile := r.State.Profile
	r.forget()
	r.Last = page.Request{}
	r.Paging.Forget()
	r.denied, r.untold = 0, untold{}
	for _, harvest := range r.span() {
		for step, err := range r.Store.Steps(ctx, harvest) {
			if err != nil {
				return fmt.Errorf("read the ledger of %s: %w", r.Site.Name, err)
			}
			if step.Answer == nil || harvest == r.span()[0] && profile.Supersedes(step.Seq) {
				continue
			}
			if err := r.foldAnswer(step, harvest); err != nil {
				return err
			}
		}
	}
	if r.Planner == nil { // nothing was asked yet
		return r.plan()
	}
	r.Planner.Widen(*r.State.Profile.Form)
	return nil
}
