package harvest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// unanswered reports whether what came from an endpoint is no answer: then it
// must be told whether the question or the endpoint is to blame.
func (r *run) unanswered(a *Answer) bool {
	s := a.Outcome.Status
	return (s.Unanswered() || s == querygen.Refused) && r.state.Profile.EndpointOf(a.Outcome.Query, a.Request) != nil
}

// mend sees to an endpoint's answer that is none. Its tokens are renewed and
// the question is sent again; if that does not help, the question that the
// endpoint was learned from tells whether the endpoint still works. Where it
// does, nothing is found for this question, or it is refused. Where it does
// not, the endpoint is given up and the question put to the page.
func (r *run) mend(ctx context.Context, ask querygen.Ask, a *Answer, c *Commit, p *page.Page, wanted *Stop) *Stop {
	values := ledger.ValuesOf(ask.Query)
	i := r.state.Profile.EndpointIndex(values)
	e := r.state.Profile.Endpoints[i]
	why := a.Outcome.Note
	if len(e.Sources()) > 0 && p.Status != http.StatusNotFound {
		fresh, stop, ok := r.renewTokens(ctx, e)
		if stop != nil {
			return stop
		}
		if ok {
			stop, mended := r.again(ctx, a, c, fresh, i)
			if stop != nil || mended {
				return stop
			}
			e = fresh
		}
	}
	works := false
	if len(e.Asked) > 0 {
		canary := forms.Values{}
		for _, b := range e.Asked {
			canary[b.Name] = []string{b.Value}
		}
		var stop *Stop
		if works, stop = r.answers(ctx, e, canary); stop != nil {
			return stop
		}
	}
	if works {
		if saysNothing(p) {
			a.Outcome.Status, a.Outcome.Note = querygen.Empty, ""
			a.Outcome.Total = -1
		}
		return nil
	}
	if wanted != nil && !r.renders() {
		return wanted
	}
	profile := r.state.Profile
	profile.Endpoints = slices.Delete(slices.Clone(profile.Endpoints), i, i+1)
	profile.Direct.Lost++
	profile.Direct.Why = fmt.Sprintf("%s %s: %s", e.Request.Method, e.Request.URL, why)
	c.Profile = &profile
	r.tell("note", "the request behind the page no longer works, back to the browser: "+profile.Direct.Why)
	if ask.Page > 1 {
		remark(&a.Outcome, "the request behind the page no longer works")
		return nil
	}
	return r.fallBack(ctx, ask, a, c, profile)
}

// again sends the question of an answer once more, with fresh tokens, and
// reports whether that brought an answer; the commit then keeps them.
func (r *run) again(ctx context.Context, a *Answer, c *Commit, fresh endpoint.Endpoint, i int) (stop *Stop, mended bool) {
	req := fresh.Refresh(a.Request, time.Now().UnixMilli())
	p, stop, err := r.fetch(ctx, req)
	if stop != nil || err != nil {
		return stop, false
	}
	retry, commit := *a, *c
	retry.Request = req
	retry.Outcome.Note = ""
	was := r.counts
	stop = r.readPage(&retry, &commit, p)
	if r.unanswered(&retry) {
		r.counts = was
		return nil, false
	}
	*a, *c = retry, commit
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	profile.Endpoints = slices.Clone(profile.Endpoints)
	profile.Endpoints[i] = fresh
	c.Profile = &profile
	return stop, true
}

// answers reports whether an endpoint still brings records for values.
func (r *run) answers(ctx context.Context, e endpoint.Endpoint, values forms.Values) (works bool, stop *Stop) {
	p, stop, why := r.send(ctx, e, values)
	if stop != nil || why != "" {
		return false, stop
	}
	doc, err := answerDocument(&e, p)
	if err != nil {
		return false, nil
	}
	res := extract.Read(doc, directReading(e, extract.Options{Keys: r.state.Profile.Keys}))
	return len(res.Records) > 0 && res.Blocked == "" && res.Misfit == "", nil
}

// saysNothing reports whether an answer that a working endpoint gives is that
// it found nothing: no content, not found, or data without a list and without
// an error.
func saysNothing(p *page.Page) bool {
	switch {
	case p.Status == http.StatusNotFound, p.Status == http.StatusNoContent, p.Status == http.StatusOK && len(strings.TrimSpace(string(p.Body))) == 0:
		return true
	case p.Status != http.StatusOK:
		return false
	}
	text := strings.ToLower(page.BareJSON(string(p.Body)))
	return len(text) < 2000 && strings.HasPrefix(text, "{") && !strings.Contains(text, `"error`) && !strings.Contains(text, `"message"`)
}

// fallBack puts the question of an answer to the page in a browser.
func (r *run) fallBack(ctx context.Context, ask querygen.Ask, a *Answer, c *Commit, profile Profile) *Stop {
	r.state.Profile.Endpoints, r.state.Profile.Direct = profile.Endpoints, profile.Direct
	req, stop, err := r.fillForm(*profile.Form, ask)
	if stop != nil {
		return stop
	}
	var p *page.Page
	if err == nil {
		p, stop, err = r.fetch(ctx, req)
	}
	switch {
	case stop != nil:
		return stop
	case err != nil:
		return r.noAnswer(a, err)
	}
	a.Request, a.Outcome.Note, a.Outcome.Rows, a.Records = req, "", nil, nil
	return r.take(ctx, ask, a, c, p)
}
