package answering

import (
	"context"

	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// doubtOdd sees to an odd page that came again while nothing else was asked: where the
// site answers what it has answered before, the page is its answer to this question.
func (r *Answerer) doubtOdd(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) *ledger.Stop {
	if !r.evidence.Due(evidence.Of(a.Outcome)) {
		return wanted
	}
	answers, stop := r.answersStill(ctx)
	if stop != nil {
		return stop
	}
	if !answers {
		return wanted
	}
	r.evidence.Vouch(evidence.Of(a.Outcome))
	return r.readAnew(a, c, p)
}

// askTwice asks a question again at once whose answer is what another question brought:
// the same list hardly comes twice for a question that it does not answer.
func (r *Answerer) askTwice(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page) (*page.Page, *ledger.Stop) {
	again, stop, err := r.Fetch(ctx, a.Request)
	if stop != nil || err != nil {
		return p, stop
	}
	return again, r.readAnew(a, c, again)
}
