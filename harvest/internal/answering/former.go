package answering

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
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
// learned from it, keep their keys. It returns those that are one by what is known now. The
// answers that show more records than they were read to have are asked again.
func (r *learner) keep(before ledger.Profile, p *ledger.Profile, doc *page.Document, reading extract.Options, now []extract.Record) (merged []ledger.Merge) {
	if p.Frozen || !otherKeys(before, *p) {
		return nil
	}
	r.forgetSaid()
	plain := *p
	plain.Former = nil
	var order [][2]string        // keys as they would be now, and as they were
	apart := map[string]string{} // what a key that was would be now; "" where several records had it
	met := map[[2]string]bool{}
	listed := func(step ledger.Step) bool { return len(order) < maxFormer && len(step.Answer.Outcome.Rows) > 0 }
	ctx := context.Background() // what was answered is read whole, as it is saved
	for kept, err := range r.Kept(ctx, listed) {
		if err != nil {
			return nil // to save will fail, too
		}
		rows, again := kept.Answer.Outcome.Rows, r.ReadAgain(plain, kept)
		if len(again) != len(rows) {
			continue
		}
		if len(keysOf(again)) > len(keysOfRows(rows)) && !slices.Contains(r.State.Profile.Withdrawn, kept.Seq) {
			r.mixed = append(r.mixed, kept.Seq)
		}
		for i, row := range rows {
			key := again[i].Key
			if other, known := apart[row.Key]; !known {
				apart[row.Key] = key
			} else if other != key {
				apart[row.Key] = ""
			}
			if pair := [2]string{key, row.Key}; !met[pair] {
				met[pair] = true
				order = append(order, pair)
			}
		}
	}
	former, taken := map[string]string{}, map[string]bool{}
	for _, pair := range order {
		if key, was := pair[0], pair[1]; former[key] == "" && !taken[was] {
			former[key], taken[was] = was, true
		}
	}
	for _, pair := range order {
		if key, was := pair[0], pair[1]; former[key] != was && apart[was] == key && !taken[was] {
			merged = append(merged, ledger.Merge{Key: was, Into: former[key]})
			taken[was] = true
		}
	}
	for key, was := range former {
		if key == was {
			delete(former, key)
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
	return merged
}

// otherKeys reports whether records have other keys by what one profile knows than by another.
func otherKeys(a, b ledger.Profile) bool {
	key, drop, fixed, shared := apartBy(a)
	key2, drop2, fixed2, shared2 := apartBy(b)
	return key != key2 || shared != shared2 || !slices.Equal(drop, drop2) || !slices.Equal(fixed, fixed2)
}

func keysOfRows(rows []querygen.Row) map[string]bool {
	out := map[string]bool{}
	for _, row := range rows {
		out[row.Key] = true
	}
	return out
}
