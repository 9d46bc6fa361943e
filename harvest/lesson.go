package harvest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// What the answer to nonsense taught may be wrong: a site that answers wrongly now and
// then did so just there. It shows when pages come that say neither what that answer
// said nor have records. Then nonsense is asked once more.

// lesson is the question that cannot match and taught what an empty answer is.
type lesson struct {
	request page.Request
	words   []string
	times   int // that it was asked again
}

// learned notes the latest question to nonsense whose answer taught something.
func (r *run) learned(a Answer) {
	o := a.Outcome
	if o.Query.Nonsense && o.Status == querygen.Empty && a.Request.Method == http.MethodGet && r.state.Profile.endpointOf(o.Query, a.Request) == nil {
		r.lesson = lesson{request: a.Request, words: o.Query.Words(*r.state.Profile.Form)}
	}
}

// mislearned asks nonsense again where a page that says nothing known is not the first
// one. Where several such pages say what nonsense brings now, and the site answers as it
// did, what it taught before is forgotten, and the page at hand is read anew. More of
// other questions that brought what it taught bear that out.
func (r *run) mislearned(ctx context.Context, a *Answer, c *Commit, p *page.Page, wanted *Stop) *Stop {
	if a.Outcome.Note != string(silent) || r.lesson.request.URL.IsZero() || r.lesson.times >= maxDoubts || r.state.Profile.Frozen || len(r.silences(nil)) < max(driftPages, r.denied) {
		return wanted
	}
	r.lesson.times++
	if answers, stop := r.answersStill(ctx); stop != nil || !answers && len(r.vouched) > 0 {
		return cmp.Or(stop, wanted)
	}
	again, stop, err := r.fetch(ctx, r.lesson.request)
	if stop != nil || err != nil {
		return stop
	}
	doc, err := again.Document()
	if err != nil {
		return wanted
	}
	profile := r.state.Profile
	profile.Background, profile.Empty = extract.Background{}, ""
	res := extract.Read(doc, extract.Options{Query: r.lesson.words, Outline: true})
	if len(res.Records) > 0 || blockReason(again, res) != "" {
		return wanted
	}
	r.learnNothing(&profile, sight{page: again, doc: doc, res: res, words: r.lesson.words, profile: profile}, true)
	if len(r.silences(profile.Background.Denials())) < driftPages {
		return wanted
	}
	r.tell("note", fmt.Sprintf("%s now says in other words that there is nothing: what it said before is forgotten", r.lesson.request.URL))
	c.Profile = &profile
	r.failed = 0
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return r.readPage(a, c, p)
}

// silences returns the questions to which came a page that says nothing known; where
// lines are given, one that has one of these.
func (r *run) silences(lines []uint64) (asks []pageOf) {
	for ask, o := range r.odds {
		if o.kind == silent && (lines == nil || slices.ContainsFunc(lines, func(h uint64) bool { return o.outline.Shares([]uint64{h}) > 0 })) {
			asks = append(asks, ask)
		}
	}
	return asks
}
