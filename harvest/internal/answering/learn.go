package answering

import (
	"fmt"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// How many answers it takes to believe something about the pages.
const (
	wrapperPages  = 3  // that a wrapper is learned from before it is used
	extendPages   = 12 // until which further columns are looked for
	hopelessPages = 10 // after which no wrapper is looked for where none was found
	driftPages    = 3  // in a row that do not fit before a wrapper is learned anew
	keyClashes    = 12 // rows of one key with another title before the key is doubted
)

// learn folds an answer with records into what the profile believes about the
// pages, and reports whether that changed. A frozen profile is only compared.
func (r *Answerer) learn(p *ledger.Profile, o *querygen.Outcome, doc *page.Document, reading extract.Options, res extract.Result) bool {
	changed := r.checkKeys(p, res.Records)
	switch {
	case res.Misfit != "":
		// The page came twice: it is the site's, and was read by itself.
		p.Misfits++
		remark(o, "the wrapper does not fit: "+res.Misfit)
		return true
	case p.Frozen:
		changed = changed || p.Misfits > 0
		p.Misfits = 0
	case p.Wrapper.IsZero():
		if p.Learning.Pages >= hopelessPages {
			return changed
		}
		p.Learning = p.Learning.See(doc, reading)
		if w := p.Learning.Wrapper(); p.Learning.Pages >= wrapperPages && !w.IsZero() {
			p.Wrapper = w
			r.Tell("note", fmt.Sprintf("learned from %d pages: records stand in %q, %d columns", w.Pages, w.Region, len(w.Columns)))
		}
		return true
	case p.Wrapper.Pages < extendPages:
		p.Wrapper = p.Wrapper.Extend(doc, reading)
		p.Misfits, p.Learning = 0, extract.Learning{}
		return true
	case p.Misfits > 0:
		p.Misfits, p.Learning = 0, extract.Learning{}
		return true
	}
	return changed
}

// checkKeys holds the titles of records against those that their keys had
// before. Where one key keeps standing for clearly different titles, the
// address does not tell records apart: from then on the title counts as well.
// Records already mixed up by then stay as they are; there are few.
func (r *Answerer) checkKeys(p *ledger.Profile, records []extract.Record) bool {
	changed := false
	for _, rec := range records {
		before, known := r.Titles[rec.Key]
		if len(r.Titles) < maxTitles {
			r.Titles[rec.Key] = rec.Title
		}
		if !known || rec.Title == "" || extract.SameTitle(before, rec.Title) {
			continue
		}
		p.Clashes++
		changed = true
	}
	if p.Keys == extract.ByAddress && !p.Frozen && p.Clashes >= keyClashes && p.Clashes*5 > len(r.Titles) {
		p.Keys = extract.ByTitle
		r.Tell("note", fmt.Sprintf("%d rows had the address of another record under another title: from now on records are told apart by address and title", p.Clashes))
	}
	return changed
}

// maxTitles bounds the titles that are remembered for checkKeys.
const maxTitles = 20_000

// remark adds to an outcome's note.
func remark(o *querygen.Outcome, said string) {
	if o.Note != "" {
		o.Note += "; "
	}
	o.Note += said
}
