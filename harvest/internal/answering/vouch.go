package answering

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// maxDoubts is how often in a row the site is doubted to block: one that answers nothing
// but what it has answered already serves us no more.
const maxDoubts = 4

// vouch notes a request that was answered, which is asked again before the site is
// believed to block.
func (r *Answerer) vouch(a ledger.Answer) {
	switch o := a.Outcome; {
	case o.Status == querygen.Answered || o.Status == querygen.Empty:
		r.turned.add(false)
	case o.Reason == blocked:
		r.turned.add(true)
	}
	if o := a.Outcome; a.Request.Method == http.MethodGet && o.Page == 1 && (o.Status == querygen.Answered || o.Status == querygen.Empty && r.vouches.URL.IsZero()) {
		r.vouches, r.doubted = a.Request, 0
		r.vouched = map[string]string{}
		for _, row := range o.Rows {
			r.vouched[row.Key] = ""
		}
		for _, rec := range a.Records {
			r.vouched[rec.Key] = rec.Title
		}
	}
	r.choosy = r.choosy || a.Outcome.Reason == refusedAlone
}

// doubtBlock returns stop, the end of a run whose questions were refused, the last one
// by p; nil where the site refuses those questions only.
func (r *Answerer) doubtBlock(ctx context.Context, a *ledger.Answer, p *page.Page, stop *ledger.Stop) *ledger.Stop {
	if r.doubted++; r.doubted > maxDoubts || p.Status != http.StatusForbidden || wall(p) != "" {
		return stop
	}
	if r.turned.often() != "" && a.Request.Method == http.MethodGet {
		// What answers now the question that it would not is no matter of the question.
		again, stopped, err := r.Fetch(ctx, a.Request)
		if stopped != nil {
			return stopped
		}
		if err == nil && again.Status < 400 {
			return stop
		}
	}
	vouches, reason, others := r.vouches, refusedAlone, "other questions are answered"
	if vouches.URL.IsZero() { // nothing was answered yet: who is turned away does not get the form's page either
		vouches, reason, others = page.Get(r.State.Profile.Form.Page), refusedFirst, "the form's page is not"
	}
	was, stopped, err := r.Fetch(ctx, vouches)
	switch {
	case stopped != nil:
		return stopped
	case err != nil || was.Status >= 400 || wall(was) != "":
		return stop
	}
	r.evidence.NotBlocked()
	r.turned = nil
	r.forgive(p)
	a.Outcome.Status, a.Outcome.Reason, a.Outcome.Note = querygen.Refused, reason, "refused with status 403, but "+others
	return nil
}

// wall says what a page shows instead of any answer; "" where that is not seen.
func wall(p *page.Page) string {
	doc, err := behind.Document(nil, p)
	if err != nil {
		return ""
	}
	return extract.Read(doc, extract.Options{}).Blocked
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

// turned is what became of the latest questions: whether each was answered, or
// the site turned us away. One that does so to every other question blocks as well
// as one that does it to all in a row.
type turned []bool

// Over how many questions, at most and at least, their share is looked at.
const (
	mostTurned  = 40
	leastTurned = 15
)

func (t *turned) add(away bool) {
	if *t = append(*t, away); len(*t) > mostTurned {
		*t = slices.Clone((*t)[1:])
	}
}

// often says how many of them were turned away where that is more than a third; ""
// where it is not.
func (t turned) often() string {
	n := 0
	for _, away := range t {
		if away {
			n++
		}
	}
	if len(t) < leastTurned || 3*n <= len(t) {
		return ""
	}
	return fmt.Sprintf("%d of the last %d answers", n, len(t))
}
