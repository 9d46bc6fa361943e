package harvest

import (
	"context"
	"slices"
	"strings"

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
	shown, misread := map[string]bool{}, map[int64][]Merge{}
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
		again := r.Reader.ReadAgain(profile, kept)
		for _, rec := range again {
			shown[rec.Key] = true
		}
		if all && misreads(kept.Answer.Outcome.Rows, again) {
			for i, row := range kept.Answer.Outcome.Rows {
				rec := again[min(i, len(again)-1)]
				misread[kept.Seq] = append(misread[kept.Seq], Merge{Key: row.Key, Into: rec.Key})
				c.Amended = append(c.Amended, Amendment{Record: rec, Gone: namesOf(row)})
			}
			continue
		}
		for _, rec := range again {
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
	var steps []int64
	for seq, merges := range misread {
		steps = append(steps, seq)
		c.Merged = append(c.Merged, slices.DeleteFunc(merges, func(m Merge) bool { return shown[m.Key] })...)
	}
	if err := r.Commit(ctx, c); err != nil || ended || len(steps) == 0 {
		return err
	}
	slices.Sort(steps)
	return r.withdraw(ctx, steps)
}

// misreads reports whether the rows of an answer were none of the records that its page has by
// what is known now: a page was taken for one record, say, before any other was seen.
func misreads(rows []querygen.Row, again []extract.Record) bool {
	around := len(rows) == 1 && len(again) == 1 && rows[0].Text != again[0].Text && strings.Contains(rows[0].Text, again[0].Text)
	return len(rows) > 0 && (len(again) > len(rows) || around) && !slices.ContainsFunc(rows, func(row querygen.Row) bool {
		return slices.ContainsFunc(again, func(rec extract.Record) bool { return rec.Key == row.Key })
	})
}

func namesOf(row querygen.Row) (names []string) {
	for _, f := range row.Fields {
		names = append(names, f.Name)
	}
	return names
}
