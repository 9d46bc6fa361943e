package answering

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Observe folds in the answer of a step of the ledger, 0 where that can no longer be taken back.
func (r *Answerer) Observe(a ledger.Answer, step int64) {
	o := a.Outcome
	r.Planner.Observe(o)
	r.witness.vouch(a)
	r.evidence.List(o, o.Query.Words(*r.State.Profile.Form), step)
	r.lesson.note(a)
	if r.State.Profile.EndpointOf(o.Query, a.Request) != nil {
		r.Behind.Learn(o.Rows)
	}
	r.Paging.Observe(a)
	r.turning.see(o)
}

// turning is what came of further pages of answers.
type turning struct {
	wanted, turned int    // answers that claim more than their first page shows; further pages that began otherwise
	first          string // row of the latest first page
}

func (t *turning) see(o querygen.Outcome) {
	switch {
	case len(o.Rows) == 0:
	case o.Page == 1:
		if t.first = o.Rows[0].Key; o.Total > len(o.Rows) {
			t.wanted++
		}
	case o.Rows[0].Key != t.first:
		t.turned++
	}
}

// Unturned returns how many answers claim more than their first page shows, where no page was turned.
func (r *Answerer) Unturned() int {
	if r.turning.turned > 0 {
		return 0
	}
	return r.turning.wanted
}

// LeftOut says why further pages of answers were not read that the user leaves out; "" for none.
func (r *Answerer) LeftOut() string { return r.leftOut }

// Answer takes one step: it sends what the planner asks for and reads what
// comes. The commit carries what else was learned.
func (r *Answerer) Answer(ctx context.Context, ask querygen.Ask) (ledger.Answer, ledger.Commit, *ledger.Stop, error) {
	form := r.State.Profile.Form
	r.Query = ledger.InWords(ask.Query.Words(*form))
	a := ledger.Answer{Outcome: querygen.Outcome{Query: ask.Query, Page: ask.Page, Total: -1}}
	var c ledger.Commit

	req, stop, err := r.Requests.request(ctx, ask, &c)
	if stop != nil {
		return a, c, stop, nil
	}
	if none, ok := errors.AsType[*noTokenError](err); ok {
		return a, c, r.apart.noAnswer(&a, none.error), nil
	}
	if err != nil {
		a.Outcome.Status, a.Outcome.Note = querygen.Refused, err.Error()
		switch {
		case errors.Is(err, numbering.ErrUnknown) && r.Paging.WasRead(ask.Query, ask.Page):
			a.Outcome.Status = querygen.Empty
		case ask.Page > 1:
			a.Outcome.Status = querygen.Failed
		}
		return a, c, nil, nil
	}
	a.Request = req
	p, stop, err := r.listing(ctx, ask.Query, req)
	if stop == nil && err == nil && r.Requests.expired(ask, p) {
		// The token may have been used up: once more with a fresh one.
		if req, stop, err = r.Requests.renew(ctx, ask, &c); stop == nil && err == nil {
			a.Request = req
			p, stop, err = r.Fetch(ctx, req)
		}
	}
	switch {
	case stop != nil:
		return a, c, stop, nil
	case err != nil:
		stop := r.apart.noPage(&a, err)
		if a.Outcome.Status == querygen.Refused && r.Paging.Jumped(ask.Query, ask.Page) {
			a.Outcome.Status = querygen.Failed // that says nothing of its other pages
		}
		return a, c, stop, nil
	}
	if ask.Page == 1 && !ask.Query.Nonsense {
		if p, stop = r.rendering.further(ctx, p, &c); stop != nil {
			return a, c, stop, nil
		}
		a.Request = p.Request
	}
	stop = r.take(ctx, ask, &a, &c, p)
	return a, c, stop, nil
}

// listing fetches what a question asks for; of a list in which words are looked for that is done once.
func (r *Answerer) listing(ctx context.Context, q querygen.Query, req page.Request) (*page.Page, *ledger.Stop, error) {
	e := r.Requests.direct(q)
	if e == nil || !ledger.LooksFor(*e, q) {
		return r.Fetch(ctx, req)
	}
	if r.listed != nil && r.listed.Request.Key() == req.Key() {
		return r.listed, nil, nil
	}
	p, stop, err := r.Fetch(ctx, req)
	if stop == nil && err == nil && p.Status < http.StatusBadRequest {
		r.listed = p
	}
	return p, stop, err
}

// take reads the page that was had, or what its own script would have had
// instead of it.
func (r *Answerer) take(ctx context.Context, ask querygen.Ask, a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	direct, stop := r.rendering.shortcut(ctx, ask, p, c)
	if stop != nil && stop.Kind != ledger.Limit { // the page at hand answers as well
		return stop
	}
	if direct != nil {
		p, a.Request = direct, direct.Request
	}
	was := r.evidence.Row()
	if direct == nil {
		var stop *ledger.Stop
		if p, stop = r.Reader.drawTwice(ctx, *a, c, p); stop != nil {
			return stop
		}
	}
	stop = r.Reader.ReadPage(a, c, p)
	for range evidence.Again(a.Outcome) {
		if a.Outcome.Status == querygen.Odd && evidence.AtOnce(a.Outcome.Reason) && a.Request.Method == http.MethodGet {
			r.evidence.ComeBack(was)
			p, stop = r.doubter.askTwice(ctx, a, c, p)
		}
	}
	if stop != nil && stop.Kind == ledger.Blocked {
		stop = r.witness.doubtBlock(ctx, a, p, stop)
	}
	if stop == nil && r.Paging.Jumped(ask.Query, ask.Page) {
		if stop = r.turner.doubtJump(ctx, a, p); stop != nil || a.Outcome.Reason == paging.Misplaced {
			return stop
		}
	}
	if direct == nil && (stop == nil || stop.Kind == ledger.Broken) && a.Outcome.Status == querygen.Odd {
		was := a.Outcome.Note
		if changed := r.doubter.change(ctx, a, c, p); changed != nil || a.Outcome.Note != was {
			stop = changed
		} else {
			stop = r.doubter.doubtOdd(ctx, a, c, p, stop)
		}
	}
	if direct == nil && (stop == nil || stop.Kind == ledger.Broken) {
		stop = r.doubter.mislearned(ctx, a, c, p, stop)
	}
	if r.mender.unanswered(a) {
		r.evidence.ComeBack(was)
		stop, lost := r.mender.mend(ctx, ask, a, c, p, stop)
		if lost {
			return r.fallBack(ctx, ask, a, c)
		}
		return stop
	}
	if stop == nil && direct == nil {
		stop = r.turner.pastPager(ctx, a)
	}
	if stop == nil && r.rendering.short(*a) {
		stop = r.showOn(ctx, ask, a, c)
	}
	r.Doubtful = r.Doubtful || r.rendering.doubts(*a, p)
	return stop
}

// showOn puts the question of an answer from behind the page to the page, to learn how the next
// page is had; all that was asked is asked anew then. Else the answer stays.
func (r *Answerer) showOn(ctx context.Context, ask querygen.Ask, a *ledger.Answer, c *ledger.Commit) *ledger.Stop {
	req, stop, err := r.Requests.fillForm(*r.profile(c).Form, ask)
	if stop != nil || err != nil {
		return stop
	}
	p, stop, err := r.Fetch(ctx, req)
	if stop != nil || err != nil {
		return stop
	}
	learned := *c
	was := r.profile(c)
	profile := was
	profile.Endpoints = slices.DeleteFunc(slices.Clone(was.Endpoints), func(e endpoint.Endpoint) bool { return !e.Pages() })
	learned.Profile = &profile
	if p, stop = r.rendering.further(ctx, p, &learned); stop != nil {
		return stop
	}
	if _, stop = r.rendering.shortcut(ctx, ask, p, &learned); stop != nil {
		return stop
	}
	if e := learned.Profile.EndpointOf(ask.Query, a.Request); e != nil && e.Pages() {
		r.Tell("note", "the request behind the page has further pages: what was asked is asked anew")
		c.Profile, r.Anew = learned.Profile, true
	}
	return nil
}

// request builds what to send for ask.
func (r *Requests) request(ctx context.Context, ask querygen.Ask, c *ledger.Commit) (page.Request, *ledger.Stop, error) {
	if e := r.direct(ask.Query); e != nil {
		if stop, why := r.Behind.Name(ctx, e); stop != nil || why != "" {
			return page.Request{}, stop, errors.New(why)
		}
	}
	if ask.Page > 1 {
		if next, ok := r.Paging.Led(ask.Query, ask.Page); ok {
			return next, nil, nil
		}
		req, err := r.Paging.ByNumber(ask.Query, ask.Page)
		return req, nil, err
	}
	p := r.State.Profile
	if p.OneToken && p.Spent {
		return r.renew(ctx, ask, c)
	}
	if r.Inherited && p.Form.HasToken() && r.direct(ask.Query) == nil {
		req, stop, err := r.renew(ctx, ask, c)
		if none, ok := errors.AsType[*noTokenError](err); !ok || !none.formless {
			return req, stop, err
		}
		r.Inherited = false // it is all there is: the form stands elsewhere, or scripts draw it
	}
	return r.Fill(*r.State.Profile.Form, ask)
}

// fallBack puts the question of an answer to the page in a browser.
func (r *Answerer) fallBack(ctx context.Context, ask querygen.Ask, a *ledger.Answer, c *ledger.Commit) *ledger.Stop {
	req, stop, err := r.Requests.fillForm(*r.profile(c).Form, ask)
	if stop != nil {
		return stop
	}
	var p *page.Page
	if err == nil {
		p, stop, err = r.Fetch(ctx, req)
	}
	switch {
	case stop != nil:
		return stop
	case err != nil:
		return r.apart.noPage(a, err)
	}
	a.Request, a.Outcome.Reason, a.Outcome.Note, a.Outcome.Rows, a.Records = req, "", "", nil, nil
	return r.take(ctx, ask, a, c, p)
}
