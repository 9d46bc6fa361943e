package answering

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// What tells records apart is learned from several pages. Records that came before it was
// known keep the keys that they were given: the pages that brought them are read again, where
// the store keeps them, and what their keys would be now is remembered.

// maxFormer bounds the keys that are remembered.
const maxFormer = 2000

// apartBy is what keys are made by.
func apartBy(p ledger.Profile) (key string, drop, fixed []string, shared string) {
	o := extract.Options{Wrapper: &p.Wrapper, Learning: p.Learning}
	if w := o.TellsApart(); w != nil {
		drop, fixed, shared = w.Drop, w.Fixed, string(w.Shared)
	}
	return string(p.Keys), drop, fixed, shared
}

// keep lets the records of earlier answers, and those of a page which was read before p was
// learned from it, keep their keys.
func (r *learner) keep(before ledger.Profile, p *ledger.Profile, doc *page.Document, reading extract.Options, now []extract.Record) {
	if p.Frozen || !otherKeys(before, *p) {
		return
	}
	former, taken := map[string]string{}, map[string]bool{}
	plain := *p
	plain.Former = nil
	kept, ok := r.Store.(interface {
		Page(ctx context.Context, harvest, seq int64) (*page.Page, error)
	})
	if !ok || r.Options.DryRun {
		return
	}
	ctx := context.Background() // what was answered is read whole, as it is saved
	for step, err := range r.Store.Steps(ctx, r.State.Harvest) {
		if err != nil {
			return // to save will fail, too
		}
		if step.Answer == nil || len(step.Answer.Outcome.Rows) == 0 || p.Supersedes(step.Seq) {
			continue
		}
		e := p.EndpointOf(step.Answer.Outcome.Query, step.Answer.Request)
		if e != nil && e.Answer.JSON {
			continue
		}
		shown, err := kept.Page(ctx, r.State.Harvest, step.Seq)
		if err != nil || shown == nil {
			continue
		}
		earlier, err := behind.Document(e, shown)
		if err != nil {
			continue
		}
		o := readingOf(plain, e, step.Answer.Outcome.Query)
		o.Learning = plain.Learning
		again := extract.Read(earlier, o).Records
		if len(again) != len(step.Answer.Outcome.Rows) {
			continue
		}
		for i, row := range step.Answer.Outcome.Rows {
			if key := again[i].Key; key != row.Key && former[key] == "" && !taken[row.Key] && len(former) < maxFormer {
				former[key], taken[row.Key] = row.Key, true
			}
		}
	}
	for key, was := range p.Former { // of pages that are not read again
		if !taken[was] && former[key] == "" {
			former[key] = was
		}
	}
	p.Former = former
	reading.Wrapper, reading.Learning, reading.Keys, reading.Former = &p.Wrapper, p.Learning, p.Keys, p.Former
	if again := extract.Read(doc, reading).Records; len(again) == len(now) {
		for i := range now {
			now[i].Key = again[i].Key
		}
	}
}

// otherKeys reports whether records have other keys by what one profile knows than by another.
func otherKeys(a, b ledger.Profile) bool {
	key, drop, fixed, shared := apartBy(a)
	key2, drop2, fixed2, shared2 := apartBy(b)
	return key != key2 || shared != shared2 || !slices.Equal(drop, drop2) || !slices.Equal(fixed, fixed2)
}
