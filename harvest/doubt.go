package harvest

import (
	"context"
	"fmt"
	"net/http"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// What comes for the number of a page is held against all that tells one page
// from another: sites show their first or their last page for a number that they
// do not know, and the first one of a question that was not opened.

// misplaced begins the note of an answer that is not the page asked for.
const misplaced = "the site does not show pages by their number: "

// proofRows is the number of rows that are not by accident, or because the order
// has moved on meanwhile, all those of other pages.
const proofRows = 3

// straight returns the request for the page after one that was asked for by its
// number, which the pager leads to. Where it leads elsewhere, that page is the last
// one, with a pager that is not understood, or not the one asked for: then the
// error says so. A pager that leads further on only is not followed.
func (r *run) straight(a *Answer, next page.Request) (page.Request, error) {
	o := a.Outcome
	if !r.jumped(o.Query, o.Page) || r.state.Profile.EndpointOf(o.Query, a.Request) != nil {
		return next, nil
	}
	if n := r.jumps.kinds[r.pagingKind(o.Query)]; n != nil {
		number, ok := n.Number(next.URL)
		switch {
		case ok && number == o.Page+1:
			return next, nil
		case ok && number > o.Page+1:
			return r.byNumber(o.Query, o.Page+1)
		}
	}
	return page.Request{}, fmt.Errorf("the pager of page %d leads on to %s", o.Page, next.URL)
}

// doubtJump holds the page that came for a number against what is known of the
// others. Where it is another one the answer counts as none.
func (r *run) doubtJump(ctx context.Context, a *Answer, p *page.Page) *Stop {
	o := &a.Outcome
	if o.Status == querygen.Refused {
		o.Status = querygen.Failed
	}
	if o.Status != querygen.Answered {
		return nil
	}
	why := ""
	w := r.walks[o.Query.Key()]
	switch {
	case r.sentOn(*a, p):
		why = misplaced + "it sends on to " + p.Final.String()
	case w != nil && len(o.Rows) >= proofRows && w.repeats(o.Rows):
		why = misplaced + "the records are those of other pages"
	case !o.More && !r.jumps.honest:
		says, stop := r.verifyLast(ctx, a, w != nil && w.has(1))
		if stop != nil {
			return stop
		}
		if says != "" {
			why = misplaced + says
		}
	}
	if why != "" {
		a.Records, a.Next = nil, page.Request{}
		*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Failed, Total: -1, Requests: o.Requests, Note: why}
		r.tell("note", why)
	}
	return nil
}

// sentOn reports whether the site sent on to another page of the answer.
func (r *run) sentOn(a Answer, p *page.Page) bool {
	if p.Final.IsZero() || numbering.SamePlace(p.Final, a.Request.URL) || r.state.Profile.EndpointOf(a.Outcome.Query, a.Request) != nil {
		return false
	}
	n := r.jumps.kinds[r.pagingKind(a.Outcome.Query)]
	if n == nil {
		return true
	}
	number, ok := n.Number(p.Final)
	return !ok || number != a.Outcome.Page
}

// verifyLast holds what came for a number and leads nowhere against the first
// page, which sites show that keep the question in a session, and against the
// page after it, where there must be nothing. It returns what speaks against its
// being the last page, "" where nothing does. What it finds out for a question
// that was not opened holds for all.
func (r *run) verifyLast(ctx context.Context, a *Answer, opened bool) (says string, stop *Stop) {
	o := &a.Outcome
	if !opened {
		first, stop, err := r.fill(*r.state.Profile.Form, querygen.Ask{Query: o.Query, Page: 1})
		if stop != nil || err != nil {
			return numbering.ErrUnknown.Error(), nil
		}
		w := newWalk()
		rows, stop, err := r.peek(ctx, a, first)
		if stop != nil || err != nil {
			return fmt.Sprint(err), stop
		}
		if w.add(Answer{Outcome: querygen.Outcome{Page: 1, Rows: rows}}); w.repeats(o.Rows) {
			return "the records are those of the first page", nil
		}
	}
	after, err := r.byNumber(o.Query, o.Page+1)
	if err != nil {
		return err.Error(), nil
	}
	rows, stop, err := r.peek(ctx, a, after)
	switch {
	case stop != nil || err != nil:
		return fmt.Sprint(err), stop
	case len(rows) > 0:
		return fmt.Sprintf("there are records beyond its last page (%s)", after.URL), nil
	}
	r.jumps.honest = r.jumps.honest || !opened
	return "", nil
}

// peek returns the records of a page that is only compared with another one.
func (r *run) peek(ctx context.Context, a *Answer, req page.Request) (rows []querygen.Row, stop *Stop, err error) {
	p, stop, err := r.fetch(ctx, req)
	if stop != nil || err != nil || p.Status == http.StatusNotFound || p.Status == http.StatusGone {
		return nil, stop, err
	}
	q, profile := a.Outcome.Query, r.state.Profile
	e := profile.EndpointOf(q, req)
	doc, err := answerDocument(e, p)
	if err != nil {
		return nil, nil, err
	}
	reading := extract.Options{Query: q.Words(*profile.Form), Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys, Nothing: profile.Empty}
	if e != nil {
		reading = directReading(*e, reading)
	} else if one, ok := r.ownPage(sight{page: p, doc: doc, profile: profile}, Answer{Outcome: querygen.Outcome{Query: q, Page: 1}, Request: req}); ok {
		return []querygen.Row{{Key: one.Key}}, nil, nil
	}
	res := extract.Read(doc, reading)
	if res.Empty {
		return nil, nil, nil
	}
	for _, rec := range res.Records {
		rows = append(rows, querygen.Row{Key: rec.Key})
	}
	return rows, nil, nil
}
