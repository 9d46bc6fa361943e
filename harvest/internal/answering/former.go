package answering

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
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
	drop = slices.Concat(drop, p.Unsteady)
	return string(p.Keys), drop, fixed, shared
}

// keep lets the records of earlier answers, and those of a page which was read before p was
// learned from it, keep their keys.
func (r *learner) keep(before ledger.Profile, p *ledger.Profile, doc *page.Document, reading extract.Options, now []extract.Record) {
	if p.Frozen || !otherKeys(before, *p) {
		return
	}
	r.forgetSaid()
	former, taken := map[string]string{}, map[string]bool{}
	plain := *p
	plain.Former = nil
	listed := func(step ledger.Step) bool { return len(former) < maxFormer && len(step.Answer.Outcome.Rows) > 0 }
	ctx := context.Background() // what was answered is read whole, as it is saved
	for kept, err := range r.Kept(ctx, listed) {
		if err != nil {
			return // to save will fail, too
		}
		rows, again := kept.Answer.Outcome.Rows, r.ReadAgain(plain, kept)
		if len(again) != len(rows) {
			continue
		}
		for i, row := range rows {
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
	reading.Wrapper, reading.Learning, reading.Keys, reading.Unsteady, reading.Former = &p.Wrapper, p.Learning, p.Keys, p.Reading(nil).Unsteady, p.Former
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
