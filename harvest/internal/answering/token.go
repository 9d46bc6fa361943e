package answering

import (
	"context"
	"errors"
	"fmt"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// freshToken takes the token of the form's copy on the page just read, if it
// has one; otherwise it notes that the token was sent.
func freshToken(p ledger.Profile, onPage []forms.Form) (ledger.Profile, bool) {
	if !p.Form.HasToken() {
		return p, false
	}
	if f, ok := p.Form.Renew(onPage); ok {
		p.Form, p.Spent = &f, false
		return p, true
	}
	changed := !p.Spent
	p.Spent = true
	return p, changed
}

// expired reports whether p looks like the answer to a used-up token rather
// than to the question. A further page has its own: it may be long ago that the page
// before it was read.
func (r *Requests) expired(ask querygen.Ask, p *page.Page) bool {
	form := r.State.Profile.Form
	if !form.HasToken() || ask.Page == 1 && !r.State.Profile.Spent {
		return false
	}
	if _, carries := r.refreshed(ask, *form); ask.Page > 1 && !carries {
		return false
	}
	switch p.Status {
	case 400, 401, 403, 409, 419, 422, 440:
		return true
	}
	return false
}

// renew fetches the form's page for a fresh token and fills the form anew, or puts it
// into the request for a further page. From then on no token is sent twice, unless it is
// the one that an earlier run left which is renewed.
func (r *Requests) renew(ctx context.Context, ask querygen.Ask, c *ledger.Commit) (page.Request, *ledger.Stop, error) {
	home := r.State.Profile.Form.Page
	f, stop, err := r.formOn(ctx, home)
	if _, none := errors.AsType[*noTokenError](err); none && home != r.Site.Start { // its session may have ended
		if g, stopped, missing := r.formOn(ctx, r.Site.Start); stopped != nil || missing == nil {
			f, stop, err = g, stopped, missing
		}
	}
	if stop != nil || err != nil {
		return page.Request{}, stop, err
	}
	next, carries := r.refreshed(ask, f)
	if ask.Page > 1 && !carries {
		return page.Request{}, nil, &noTokenError{fmt.Errorf("%s no longer has the token that page %d of the answer needs", r.State.Profile.Form.Page, ask.Page), true}
	}
	profile := r.State.Profile
	profile.OneToken = profile.OneToken || profile.Spent && !r.Inherited || ask.Page > 1
	profile.Form, profile.Spent = &f, carries
	c.Profile, r.Inherited = &profile, false
	if carries {
		return next, nil, nil
	}
	return r.Fill(f, ask)
}

// formOn fetches a page for the form's copy on it.
func (r *Requests) formOn(ctx context.Context, u page.URL) (f forms.Form, stop *ledger.Stop, err error) {
	p, stop, err := r.Fetch(ctx, page.Get(u))
	if stop != nil {
		return f, stop, nil
	}
	var doc *page.Document
	if err == nil {
		doc, err = p.Document()
	}
	if err != nil {
		return f, nil, &noTokenError{err, false}
	}
	f, ok := r.State.Profile.Form.Renew(forms.Parse(doc))
	if !ok {
		return f, nil, &noTokenError{fmt.Errorf("%s (status %d) does not have the form %s", u, p.Status, r.State.Profile.Form.ID), p.Status < 400}
	}
	return f, nil, nil
}

// noTokenError is why there is no fresh token: it may be had the next time.
type noTokenError struct {
	error
	formless bool // the page was had, and does not have the form
}

func (e *noTokenError) Unwrap() error { return e.error }

// refreshed returns the request for a further page that the page before it led to, with
// the tokens of f. It returns false where it carries none of them.
func (r *Requests) refreshed(ask querygen.Ask, f forms.Form) (page.Request, bool) {
	if next, led := r.Paging.Led(ask.Query, ask.Page); led && ask.Page > 1 {
		return f.Refresh(next)
	}
	return page.Request{}, false
}
