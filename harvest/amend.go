package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// amend reads the pages of the answers so far again once their wrapper has been learned, where
// the store keeps them: the first ones were read one by one, into other columns. The ledger
// stays as it is, and so does what the planner knows. In the end, what answers that were taken
// back said of records is replaced by what others say of these.
func (r *run) amend(ctx context.Context, ended bool) error {
	kept, ok := r.Store.(interface {
		Page(ctx context.Context, harvest, seq int64) (*page.Page, error)
	})
	profile := r.State.Profile
	learned := profile.Wrapper.Pages
	all := profile.ReadBy < min(learned, answering.ExtendPages) && (ended || learned >= answering.ExtendPages)
	some := ended && profile.Mended < len(profile.Withdrawn)
	if !ok || r.Options.DryRun || ctx.Err() != nil || profile.Form == nil || profile.Wrapper.IsZero() || !all && !some {
		return nil
	}
	if all {
		profile.ReadBy = learned
	}
	if some {
		profile.Mended = len(profile.Withdrawn)
	}
	c, stray := Commit{Profile: &profile}, map[string]bool{} // records of answers that were taken back
	for step, err := range r.Store.Steps(ctx, r.State.Harvest) {
		if err != nil {
			return fmt.Errorf("read the ledger of %s: %w", r.Site.Name, err)
		}
		if step.Answer == nil || profile.Supersedes(step.Seq) {
			continue
		}
		rows := step.Answer.Outcome.Rows
		if slices.Contains(profile.Withdrawn, step.Seq) {
			for _, row := range rows {
				stray[row.Key] = true
			}
			continue
		}
		if !all {
			rows = slices.DeleteFunc(slices.Clone(rows), func(row querygen.Row) bool { return !stray[row.Key] })
		}
		if len(rows) == 0 {
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
			for _, row := range rows {
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
