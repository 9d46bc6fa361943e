package answering

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
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
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return r.ReadPage(a, c, p)
}

// answersStill asks what the site answered last once more, and reports whether it
// brings records that it brought.
func (r *Answerer) answersStill(ctx context.Context) (bool, *ledger.Stop) {
	if len(r.vouched) == 0 {
		return false, nil
	}
	was, stop, err := r.Fetch(ctx, r.vouches)
	if stop != nil || err != nil || was.Status >= 400 {
		return false, stop
	}
	doc, err := was.Document()
	if err != nil {
		return false, nil
	}
	profile := r.State.Profile
	records := extract.Read(doc, extract.Options{Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys}).Records
	return slices.ContainsFunc(records, func(rec extract.Record) bool { _, had := r.vouched[rec.Key]; return had }), nil
}

// hold holds an odd page apart: its question is as open as before.
func (r *Answerer) hold(a *ledger.Answer, kind manner.Kind, detail string) *ledger.Stop {
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Reason: kind, Note: manner.Text(kind)}
	if detail != "" {
		o.Note += ": " + detail
	}
	a.Records, a.Next = nil, page.Request{}
	return r.evidence.Fail(evidence.Of(*o), o.Note)
}

// askTwice asks a question again at once whose answer is what another question brought:
// the same list hardly comes twice for a question that it does not answer.
func (r *Answerer) askTwice(ctx context.Context, a *ledger.Answer, c *ledger.Commit, p *page.Page) (*page.Page, *ledger.Stop) {
	again, stop, err := r.Fetch(ctx, a.Request)
	if stop != nil || err != nil {
		return p, stop
	}
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return again, r.ReadPage(a, c, again)
}

// believes reports whether an odd page is the site's answer nevertheless.
func (r *Answerer) believes(kind manner.Kind, o querygen.Outcome, outline extract.Outline) bool {
	m := r.State.Profile.Manner
	if m.Pages == 0 {
		m.Beyond = nil // answers may be in another encoding than the form's page
	}
	return r.evidence.Believes(kind, evidence.Of(o), outline, m.Beyond)
}
