package answering

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// mender sees to requests behind the page that no longer work.
type mender struct {
	*asked
	reader *reader
}

// unanswered reports whether what came from an endpoint is no answer: then it
// must be told whether the question or the endpoint is to blame.
func (r *mender) unanswered(a *ledger.Answer) bool {
	s := a.Outcome.Status
	return (s.Unanswered() || s == querygen.Refused) && r.State.Profile.EndpointOf(a.Outcome.Query, a.Request) != nil
}

// mend sees to an endpoint's answer that is none. Its tokens are renewed and
// the question is sent again; if that does not help, the question that the
// endpoint was learned from tells whether the endpoint still works. Where it
// does, nothing is found for this question, or it is refused. Where it does
// not, the endpoint is given up, and lost is true where the question is to be put to
// the page.
func (r *mender) mend(ctx context.Context, ask querygen.Ask, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) (stop *ledger.Stop, lost bool) {
	i := r.State.Profile.EndpointIndex(ask.Query)
	e := r.State.Profile.Endpoints[i]
	if e.Parted != nil {
		return wanted, false // a part may be missing
	}
	why := a.Outcome.Note
	if len(e.Sources()) > 0 && p.Status != http.StatusNotFound {
		fresh, stop, ok := r.Behind.Renew(ctx, e)
		if stop != nil {
			return stop, false
		}
		if ok {
			stop, mended := r.again(ctx, a, c, fresh, i)
			if stop != nil || mended {
				return stop, false
			}
			e = fresh
		}
	}
	works, stop := r.Behind.Works(ctx, e, r.State.Profile.Keys)
	if stop != nil {
		return stop, false
	}
	if works {
		if behind.SaysNothing(p) {
			a.Outcome.Status, a.Outcome.Reason, a.Outcome.Note = querygen.Empty, "", ""
			a.Outcome.Total = -1
		} else if manner.Rejects(p.Status) {
			a.Outcome.Status = querygen.Refused
		}
		return nil, false
	}
	if wanted != nil && !r.Renders() {
		return wanted, false
	}
	profile := r.State.Profile
	profile.Endpoints = slices.Delete(slices.Clone(profile.Endpoints), i, i+1)
	profile.Direct.Lost++
	profile.Direct.Why = fmt.Sprintf("%s %s: %s", e.Request.Method, e.Request.URL, why)
	c.Profile = &profile
	r.Tell("note", "the request behind the page no longer works, back to the browser: "+profile.Direct.Why)
	if ask.Page > 1 {
		remark(&a.Outcome, "the request behind the page no longer works")
		return nil, false
	}
	r.State.Profile.Endpoints, r.State.Profile.Direct = profile.Endpoints, profile.Direct
	return nil, true
}

// again sends the question of an answer once more, with fresh tokens, and
// reports whether that brought an answer; the commit then keeps them.
func (r *mender) again(ctx context.Context, a *ledger.Answer, c *ledger.Commit, fresh endpoint.Endpoint, i int) (stop *ledger.Stop, mended bool) {
	req := fresh.Refresh(a.Request, time.Now().UnixMilli())
	p, stop, err := r.Fetch(ctx, req)
	if stop != nil || err != nil {
		return stop, false
	}
	retry, commit := *a, *c
	retry.Request = req
	retry.Outcome.Reason, retry.Outcome.Note = "", ""
	was := r.evidence.Row()
	stop = r.reader.ReadPage(&retry, &commit, p)
	if r.unanswered(&retry) {
		r.evidence.ComeBack(was)
		return nil, false
	}
	*a, *c = retry, commit
	profile := r.profile(c)
	profile.Endpoints = slices.Clone(profile.Endpoints)
	profile.Endpoints[i] = fresh
	c.Profile = &profile
	return stop, true
}
