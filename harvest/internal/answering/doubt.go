package answering

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// doubter sees to pages that are odd, or were read otherwise than they were meant: it asks
// again, and holds them against each other, before they are believed.
type doubter struct {
	*asked
	reader  *reader
	witness *witness
	apart   *apart
	lesson  *lesson
}

// change sees whether the latest odd pages are a change of the site. Where they are,
// the wrapper is learned anew, and the page at hand is read with it.
func (r *doubter) change(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	pages, frame := r.apart.alike()
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
	if w.Unplaced() {
		return nil
	}
	if stop, same := r.witness.sameCollection(ctx, profile, w, frame, pages); stop != nil || !same {
		return stop
	}
	if profile.Frozen {
		r.Tell("note", "the pages are no longer as the frozen profile says, and are read one by one")
		r.evidence.Trust(manner.Misfit)
		r.evidence.Trust(manner.Unframed)
		profile.Misfits = driftPages
	} else {
		drift := "the site has changed: its pages have another frame"
		if !profile.Wrapper.Unplaced() {
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
	r.apart.strange = nil
	r.evidence.NotFailed()
	c.Profile = &profile
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests, Note: profile.Changed}
	return r.reader.ReadPage(a, c, p)
}

// mislearned asks nonsense again where pages without records say what the lesson does not.
// Where several of them say what nonsense brings now, and the site answers as it did, the
// lesson is forgotten, and an odd page at hand is read anew. As many answers that say what
// it says bear it out.
func (r *doubter) mislearned(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) *ledger.Stop {
	odd := a.Outcome.Reason == manner.Silent
	profile := r.profile(c)
	said := profile.Background.Denials()
	_, against := r.lesson.count(said)
	if !odd && a.Outcome.Status != querygen.Empty || r.lesson.request.URL.IsZero() || r.lesson.times >= maxDoubts || profile.Frozen || against < max(driftPages*(1+r.lesson.times), r.lesson.borne) {
		return wanted
	}
	r.lesson.times++
	if answers, stop := r.witness.answersStill(ctx); stop != nil || !answers && len(r.witness.vouched) > 0 {
		return cmp.Or(stop, wanted)
	}
	profile.Background, profile.Empty = extract.Background{}, ""
	sure := false
	for range timesLesson {
		again, stop, err := r.Fetch(ctx, r.lesson.request)
		if stop != nil {
			return stop
		}
		if err != nil {
			continue
		}
		doc, err := again.Document()
		if err != nil {
			continue
		}
		res := extract.Read(doc, extract.Options{Query: r.lesson.words, Outline: true})
		s := manner.Sight{Page: again, Doc: doc, Res: res, Words: r.lesson.words, Profile: profile}
		if len(res.Records) > 0 || BlockReason(again, res) != "" || s.Foreign(true) != "" {
			continue
		}
		if sure = slices.ContainsFunc(r.lesson.came, res.Outline.Like); sure { // what comes by chance hardly comes twice
			learnNothing(&profile, s)
			break
		}
		r.lesson.came = append(r.lesson.came, res.Outline)
	}
	now := profile.Background.Denials()
	if say, _ := r.lesson.count(now); !sure || say < driftPages {
		return wanted
	}
	r.Tell("note", fmt.Sprintf("%s now says in other words that there is nothing: what it said before is forgotten", r.lesson.request.URL))
	c.Profile = &profile
	r.lesson.against = nil
	r.evidence.Unsay(slices.DeleteFunc(said, func(line uint64) bool { return slices.Contains(now, line) }))
	if !odd {
		return wanted
	}
	r.evidence.NotFailed()
	return r.reader.readAnew(a, c, p)
}

// doubtOdd sees to an odd page that came again while nothing else was asked: where the
// site answers what it has answered before, the page is its answer to this question.
func (r *doubter) doubtOdd(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) *ledger.Stop {
	if !r.evidence.Due(evidence.Of(a.Outcome)) {
		return wanted
	}
	answers, stop := r.witness.answersStill(ctx)
	if stop != nil {
		return stop
	}
	if !answers {
		return wanted
	}
	r.evidence.Vouch(evidence.Of(a.Outcome))
	return r.reader.readAnew(a, c, p)
}

// askTwice asks a question again at once whose answer is what another question brought:
// the same list hardly comes twice for a question that it does not answer.
func (r *doubter) askTwice(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page) (*page.Page, *ledger.Stop) {
	again, stop, err := r.Fetch(ctx, a.Request)
	if stop != nil || err != nil {
		return p, stop
	}
	return again, r.reader.readAnew(a, c, again)
}
