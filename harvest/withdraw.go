package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

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
	r.Planner = nil
	r.Paging.Forget()
	r.denied, r.untold = 0, nil
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
	r.Planner.Widen(*r.State.Profile.Form)
	return nil
}

// withdrawn returns an answer that counts for nothing. What its records say is kept for
// those that show them rightly: the ledger says it only where a record was seen first.
func (r *run) withdrawn(a Answer) Answer {
	o := a.Outcome
	if r.untold == nil {
		r.untold = map[string]querygen.Row{}
	}
	for _, row := range o.Rows {
		if row.Text != "" {
			r.untold[row.Key] = row
		}
	}
	return Answer{Request: a.Request, Outcome: querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Note: "taken back: later answers contradict it"}}
}

// retold returns an answer with what was said of its records by answers that were taken back.
func (r *run) retold(a Answer) Answer {
	if len(r.untold) == 0 {
		return a
	}
	a.Outcome.Rows = slices.Clone(a.Outcome.Rows)
	for i, row := range a.Outcome.Rows {
		if told, ok := r.untold[row.Key]; ok && row.Text == "" {
			a.Outcome.Rows[i] = told
			delete(r.untold, row.Key)
		}
	}
	return a
}
