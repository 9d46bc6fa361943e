package answering

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// seek learns from a page that a browser showed how to ask the same without one. Where
// that brings all records and questions were asked already, one that lists them may be
// among those: planning begins anew.
func (r *Answerer) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *ledger.Profile) (direct *page.Page, stop *ledger.Stop, changed bool) {
	found, stop := r.Behind.Seek(ctx, asked, p, records, profile, r.Planner != nil && r.Planner.Held() > 0)
	if found.Whole {
		r.Anew = r.Planner != nil
	}
	return found.Direct, stop, found.Changed
}

// shortcut is seek for the answer to a question: what came directly takes the
// place of the page.
func (r *Answerer) shortcut(ctx context.Context, ask querygen.Ask, p *page.Page, c *ledger.Commit) (direct *page.Page, stop *ledger.Stop) {
	if !p.Request.Render || ask.Page > 1 {
		return nil, nil
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil
	}
	profile := r.profile(c)
	res := extract.Read(doc, extract.Options{Query: ask.Query.Words(*profile.Form), Background: profile.Background, Keys: profile.Keys, Nothing: profile.Empty})
	if res.Blocked != "" {
		return nil, nil
	}
	if ask.Query.Nonsense {
		res.Records = nil
	}
	direct, stop, changed := r.seek(ctx, ask.Query.Bind, p, res.Records, &profile)
	if changed {
		c.Profile = &profile
	}
	return direct, stop
}

// further asks once more for a rendered answer that has a control for what
// follows, where none was known: with that control pressed. Otherwise it
// returns the answer as it is.
func (r *Answerer) further(ctx context.Context, p *page.Page, c *ledger.Commit) (*page.Page, *ledger.Stop) {
	b := r.State.Profile.Browser
	if !p.Request.Render || b == nil || b.More != "" {
		return p, nil
	}
	doc, err := p.Document()
	if err != nil {
		return p, nil // read will say so
	}
	at := extract.MoreControl(doc)
	if at == "" || !extract.Read(doc, extract.Options{}).Next.URL.IsZero() {
		return p, nil
	}
	again, stop, err := r.Fetch(ctx, session.WithMore(p.Request, at, session.MoreTurns))
	if stop != nil {
		return nil, stop // with the answer at hand, what follows it would never be seen
	}
	if err != nil {
		return p, nil // the answer at hand is as good as without that control
	}
	more, err := again.Document()
	if err != nil || len(extract.Read(more, extract.Options{}).Records) <= len(extract.Read(doc, extract.Options{}).Records) {
		return p, nil
	}
	profile := r.profile(c)
	profile.Browsing().More = at
	c.Profile = &profile
	r.Tell("note", "further answers are shown by pressing "+at)
	return again, nil
}

// unanswered reports whether what came from an endpoint is no answer: then it
// must be told whether the question or the endpoint is to blame.
func (r *Answerer) unanswered(a *ledger.Answer) bool {
	s := a.Outcome.Status
	return (s.Unanswered() || s == querygen.Refused) && r.State.Profile.EndpointOf(a.Outcome.Query, a.Request) != nil
}

// mend sees to an endpoint's answer that is none. Its tokens are renewed and
// the question is sent again; if that does not help, the question that the
// endpoint was learned from tells whether the endpoint still works. Where it
// does, nothing is found for this question, or it is refused. Where it does
// not, the endpoint is given up, and lost is true where the question is to be put to
// the page.
func (r *Answerer) mend(ctx context.Context, ask querygen.Ask, a *ledger.Answer, c *ledger.Commit, p *page.Page, wanted *ledger.Stop) (stop *ledger.Stop, lost bool) {
	values := ledger.ValuesOf(ask.Query)
	i := r.State.Profile.EndpointIndex(values)
	e := r.State.Profile.Endpoints[i]
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
func (r *Answerer) again(ctx context.Context, a *ledger.Answer, c *ledger.Commit, fresh endpoint.Endpoint, i int) (stop *ledger.Stop, mended bool) {
	req := fresh.Refresh(a.Request, time.Now().UnixMilli())
	p, stop, err := r.Fetch(ctx, req)
	if stop != nil || err != nil {
		return stop, false
	}
	retry, commit := *a, *c
	retry.Request = req
	retry.Outcome.Reason, retry.Outcome.Note = "", ""
	was := r.evidence.Row()
	stop = r.ReadPage(&retry, &commit, p)
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
