package harvest

import (
	"context"
	"net/http"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Some applications answer single questions with status 403: gitweb does to words of
// one letter. A site that turns hadal away does it to all of them.

// maxDoubts is how often in a row the site is doubted to block: one that answers nothing
// but what it has answered already serves us no more.
const maxDoubts = 4

// refusedAlone is the note of a question that was answered with status 403 by a site that
// answers others. From then on such a status is no reason to ask again.
const refusedAlone = "refused with status 403, but other questions are answered"

// vouch notes a request that was answered, which is asked again before the site is
// believed to block.
func (r *run) vouch(a Answer) {
	if o := a.Outcome; a.Request.Method == http.MethodGet && o.Page == 1 && (o.Status == querygen.Answered || o.Status == querygen.Empty) {
		r.vouches, r.doubted = a.Request, 0
	}
	r.choosy = r.choosy || a.Outcome.Note == refusedAlone
}

// doubtBlock returns stop, the end of a run whose questions were refused, the last one
// by p; nil where the site refuses those questions only.
func (r *run) doubtBlock(ctx context.Context, a *Answer, p *page.Page, stop *Stop) *Stop {
	if r.doubted++; r.vouches.URL.IsZero() || r.doubted > maxDoubts || p.Status != http.StatusForbidden || wall(p) != "" {
		return stop
	}
	was, stopped, err := r.fetch(ctx, r.vouches)
	switch {
	case stopped != nil:
		return stopped
	case err != nil || was.Status >= 400 || wall(was) != "":
		return stop
	}
	r.blocked = 0
	a.Outcome.Status, a.Outcome.Note = querygen.Refused, refusedAlone
	return nil
}

// wall says what a page shows instead of any answer; "" where that is not seen.
func wall(p *page.Page) string {
	doc, err := answerDocument(nil, p)
	if err != nil {
		return ""
	}
	return extract.Read(doc, extract.Options{}).Blocked
}
