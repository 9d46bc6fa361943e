package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/page"
)

// amend reads the pages of the answers so far again once their wrapper has been learned, where
// the store keeps them: the first ones were read one by one, into other columns. The ledger
// stays as it is, and so does what the planner knows.
func (r *run) amend(ctx context.Context, ended bool) error {
	kept, ok := r.Store.(interface {
		Page(ctx context.Context, harvest, seq int64) (*page.Page, error)
	})
	profile := r.State.Profile
	learned := profile.Wrapper.Pages
	if !ok || r.Options.DryRun || ctx.Err() != nil || profile.Form == nil || profile.Wrapper.IsZero() || profile.ReadBy >= min(learned, answering.ExtendPages) ||
		!ended && learned < answering.ExtendPages {
		return nil
	}
	profile.ReadBy = learned
	c := Commit{Profile: &profile}
	for step, err := range r.Store.Steps(ctx, r.State.Harvest) {
		if err != nil {
			return fmt.Errorf("read the ledger of %s: %w", r.Site.Name, err)
		}
		if step.Answer == nil || len(step.Answer.Outcome.Rows) == 0 || profile.Supersedes(step.Seq) || slices.Contains(profile.Withdrawn, step.Seq) {
			continue
		}
		if e := profile.EndpointOf(step.Answer.Outcome.Query, step.Answer.Request); e != nil && e.Answer.JSON {
			continue // no wrapper reads it
		}
		p, err := kept.Page(ctx, r.State.Harvest, step.Seq)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		for _, rec := range r.Reader.AsNow(*step.Answer, p) {
			for _, row := range step.Answer.Outcome.Rows {
				if row.Key != rec.Key {
					continue
				}
				one := Amendment{Record: rec}
				for _, f := range row.Fields {
					if !slices.ContainsFunc(rec.Fields, func(now extract.Field) bool { return now.Name == f.Name }) {
						one.Gone = append(one.Gone, f.Name)
					}
				}
				c.Amended = append(c.Amended, one)
			}
		}
	}
	return r.Commit(ctx, c)
}
