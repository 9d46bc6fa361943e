package answering

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// alike returns the odd pages of different questions that are like the latest one,
// and the lines that they have in common.
func (r *Answerer) alike() (pages []strange, frame []uint64) {
	if len(r.strange) == 0 {
		return nil, nil
	}
	latest := r.strange[len(r.strange)-1]
	frame = latest.outline.Lines
	asks := map[evidence.PageOf]bool{}
	for i := len(r.strange) - 1; i >= 0; i-- {
		s := r.strange[i]
		var common []uint64
		for _, h := range frame {
			if s.outline.Shares([]uint64{h}) > 0 {
				common = append(common, h)
			}
		}
		if len(common) < manner.LeastFrame || asks[s.ask] {
			continue
		}
		asks[s.ask] = true
		frame, pages = common, append(pages, s)
	}
	return pages, frame
}

// change sees whether the latest odd pages are a change of the site. Where they are,
// the wrapper is learned anew, and the page at hand is read with it.
func (r *Answerer) change(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	pages, frame := r.alike()
	if a.Outcome.Status != querygen.Odd || len(pages) < driftPages {
		return nil
	}
	profile := r.profile(c)
	learning := extract.Learning{}
	for _, s := range pages {
		s.reading.Wrapper = nil
		learning = learning.See(s.doc, s.reading)
	}
	w := learning.Wrapper()
	if w.IsZero() {
		return nil
	}
	if stop, same := r.sameCollection(ctx, profile, w, frame, pages); stop != nil || !same {
		return stop
	}
	if profile.Frozen {
		r.Tell("note", "the pages are no longer as the frozen profile says, and are read one by one")
		r.evidence.Trust(manner.Misfit)
		r.evidence.Trust(manner.Unframed)
		profile.Misfits = driftPages
	} else {
		drift := "the site has changed: its pages have another frame"
		if !profile.Wrapper.IsZero() {
			drift = fmt.Sprintf("the pages have changed: records now stand in %q (%q), before in %q (%q)",
				w.Region, cmp.Or(w.Record, w.Between), profile.Wrapper.Region, cmp.Or(profile.Wrapper.Record, profile.Wrapper.Between))
			w = w.Following(profile.Wrapper)
			profile.Wrapper = w
		}
		r.Tell("note", drift)
		profile.Misfits, profile.Learning = 0, extract.Learning{}
		profile.Changed = drift
	}
	profile.Manner = profile.Manner.OfNonsense()
	profile.Manner.Frame, profile.Manner.Beyond, profile.Manner.Pages, profile.Manner.Rendered = frame, pages[0].outline.Beyond, len(pages), p.Request.Render
	profile.Background.Denies = nil
	r.strange = nil
	r.evidence.NotFailed()
	c.Profile = &profile
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests, Note: profile.Changed}
	return r.ReadPage(a, c, p)
}

// sameCollection asks a question that was answered before the pages became odd, and
// reports whether its answer is one of the new pages and has the records that it had.
// A stop is returned where these cannot be told to be the same.
func (r *Answerer) sameCollection(ctx context.Context, profile ledger.Profile, w extract.Wrapper, frame []uint64, pages []strange) (*ledger.Stop, bool) {
	if r.vouches.URL.IsZero() {
		if r.Planner.Held() == 0 {
			return nil, true
		}
		for _, s := range pages {
			s.reading.Wrapper = &w
			for _, rec := range extract.Read(s.doc, s.reading).Records {
				if r.Planner.Holds(rec.Key) {
					return nil, true
				}
			}
		}
		return nil, false
	}
	p, stop, err := r.Fetch(ctx, r.vouches)
	if stop != nil || err != nil || p.Status >= 400 {
		return stop, false
	}
	doc, err := p.Document()
	if err != nil {
		return nil, false
	}
	res := extract.Read(doc, extract.Options{Wrapper: &w, Keys: profile.Keys, Outline: true})
	if 2*res.Outline.Shares(frame) < len(frame) || res.Misfit != "" {
		return nil, false // that one is as before, or odd in another way
	}
	keys, titles := 0, 0
	for _, rec := range res.Records {
		if _, was := r.vouched[rec.Key]; was {
			keys++
		} else if rec.Title != "" {
			for _, title := range r.vouched {
				if title != "" && extract.SameTitle(title, rec.Title) {
					titles++
					break
				}
			}
		}
	}
	switch {
	case len(r.vouched) == 0 || 2*keys >= len(r.vouched):
		return nil, true
	case 2*(keys+titles) >= len(r.vouched):
		return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("the site has changed: %d of %d records of %s no longer have what they were told apart by. What is held stays as it is; going on would store them again. Start a new harvest with --fresh",
			titles, len(r.vouched), r.vouches.URL)}, false
	}
	return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("the site has changed: %s now shows %d of the %d records that it had, in other pages. What is held stays; look at the site, and start a new harvest with --fresh where it is still the one you want",
		r.vouches.URL, keys, len(r.vouched))}, false
}
