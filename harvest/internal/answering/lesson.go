package answering

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// lesson is the question that cannot match and taught what an empty answer is.
type lesson struct {
	request page.Request
	words   []string
	times   int               // that it was asked again
	borne   int               // answers to other questions that said the same
	against []extract.Outline // those that said in other words that there is nothing
}

// hold holds an answer that says that there is nothing against the lesson.
func (l *lesson) hold(s manner.Sight) {
	denials := s.Profile.Background.Denials()
	switch o := s.Res.Outline; {
	case len(denials) == 0:
	case o.Shares(denials) > 0:
		l.borne++
	case len(l.against) < maxStrange:
		l.against = append(l.against, o)
	}
}

// maxStrange bounds the odd pages that are kept whole.
const maxStrange = 8

// learned notes the latest question to nonsense whose answer taught something.
func (r *Answerer) learned(a ledger.Answer) {
	o := a.Outcome
	if o.Query.Nonsense && o.Status == querygen.Empty && a.Request.Method == http.MethodGet && r.State.Profile.EndpointOf(o.Query, a.Request) == nil {
		r.lesson.request, r.lesson.words = a.Request, o.Query.Words(*r.State.Profile.Form)
	}
}

// mislearned asks nonsense again where pages without records say what the lesson does not.
// Where several of them say what nonsense brings now, and the site answers as it did, the
// lesson is forgotten, and an odd page at hand is read anew. As many answers that say what
// it says bear it out.
func (r *Answerer) mislearned(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) *ledger.Stop {
	odd := a.Outcome.Reason == manner.Silent
	if !odd && a.Outcome.Status != querygen.Empty || r.lesson.request.URL.IsZero() || r.lesson.times >= maxDoubts || r.State.Profile.Frozen || r.against(nil) < max(driftPages, r.lesson.borne) {
		return wanted
	}
	r.lesson.times++
	if answers, stop := r.answersStill(ctx); stop != nil || !answers && len(r.vouched) > 0 {
		return cmp.Or(stop, wanted)
	}
	again, stop, err := r.Fetch(ctx, r.lesson.request)
	if stop != nil || err != nil {
		return stop
	}
	doc, err := again.Document()
	if err != nil {
		return wanted
	}
	profile := r.profile(c)
	profile.Background, profile.Empty = extract.Background{}, ""
	res := extract.Read(doc, extract.Options{Query: r.lesson.words, Outline: true})
	if len(res.Records) > 0 || BlockReason(again, res) != "" {
		return wanted
	}
	learnNothing(&profile, manner.Sight{Page: again, Doc: doc, Res: res, Words: r.lesson.words, Profile: profile}, true)
	if r.against(profile.Background.Denials()) < driftPages {
		return wanted
	}
	r.Tell("note", fmt.Sprintf("%s now says in other words that there is nothing: what it said before is forgotten", r.lesson.request.URL))
	c.Profile = &profile
	r.lesson.against = nil
	if !odd {
		return wanted
	}
	r.evidence.NotFailed()
	return r.readAnew(a, c, p)
}

// against returns how many pages have no records, and say what the lesson does not; where
// lines are given, those that have one of these.
func (r *Answerer) against(lines []uint64) (n int) {
	for _, o := range slices.Concat(r.lesson.against, r.evidence.Outlines(manner.Silent)) {
		if lines == nil || o.Shares(lines) > 0 {
			n++
		}
	}
	return n
}
