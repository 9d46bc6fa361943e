package harvest

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/querygen"
)

// amend reads the pages of the answers so far again once their wrapper has been learned, where
// the store keeps them: the first ones were read one by one, into other columns. The ledger
// stays as it is, and so does what the planner knows. In the end, what answers that were taken
// back said of records is replaced by what others say of these.
func (r *run) amend(ctx context.Context, ended bool) error {
	profile := r.State.Profile
	learned := profile.Wrapper.Pages
	all := profile.ReadBy < min(learned, answering.ExtendPages) && (ended || learned >= answering.ExtendPages)
	some := ended && profile.Mended < len(profile.Withdrawn)
	if r.Options.DryRun || ctx.Err() != nil || profile.Form == nil || profile.Wrapper.Unplaced() || !all && !some {
		return nil
	}
	if all {
		profile.ReadBy = learned
	}
	if some {
		profile.Mended = len(profile.Withdrawn)
	}
	c, stray := Commit{Profile: &profile}, map[string]bool{} // records of answers that were taken back
	reads := func(row querygen.Row) bool { return all || stray[row.Key] }
	wanted := func(step Step) bool {
		rows := step.Answer.Outcome.Rows
		if slices.Contains(profile.Withdrawn, step.Seq) {
			for _, row := range rows {
				stray[row.Key] = true
			}
			return false
		}
		return slices.ContainsFunc(rows, reads)
	}
	for kept, err := range r.Kept(ctx, wanted) {
		if err != nil {
			return err
		}
		for _, rec := range r.Reader.ReadAgain(profile, kept) {
			for _, row := range kept.Answer.Outcome.Rows {
				if row.Key != rec.Key || !reads(row) {
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
