package answering

import (
	"errors"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Requests makes the requests that ask questions, by the form or behind the page.
type Requests struct {
	*asked
	// Inherited: the token in the form is of an earlier run, which may have sent it and ended
	// before that was noted. It is renewed before anything is asked.
	Inherited bool
}

func (r *Requests) Fill(f forms.Form, ask querygen.Ask) (page.Request, *ledger.Stop, error) {
	if e := r.direct(ask.Query); e != nil {
		req, err := e.Fill(ledger.ValuesOf(ask.Query), endpoint.Progress{}, time.Now().UnixMilli())
		return req, nil, err
	}
	return r.fillForm(f, ask)
}

// direct returns the request behind the page that a question is put to, nil where it is
// put to the page.
func (r *Requests) direct(q querygen.Query) *endpoint.Endpoint {
	if r.Options.Browser == session.RenderAlways {
		return nil
	}
	return r.State.Profile.Endpoint(q)
}

// fillForm is fill for the form itself, whatever endpoint may be known.
func (r *Requests) fillForm(f forms.Form, ask querygen.Ask) (page.Request, *ledger.Stop, error) {
	values := ledger.ValuesOf(ask.Query)
	for name := range values {
		if endpoint.OwnControl(name) {
			delete(values, name)
		}
	}
	req, err := withOffered(f, ask.Query).Fill(values, forms.Submission{Named: r.Options.Form != "", By: r.By()})
	if guard, ok := errors.AsType[*forms.GuardError](err); ok {
		return req, &ledger.Stop{Kind: ledger.NoForm, Reason: guard.Error()}, nil
	}
	return r.Shown(req), nil, err
}

// offers returns the options that the page of an answer gives the controls of
// the search form that depend on another one.
func offers(search *forms.Form, onPage []forms.Form) []querygen.Offer {
	i := slices.IndexFunc(onPage, func(f forms.Form) bool { return f.ID == search.ID })
	if i < 0 {
		return nil
	}
	var out []querygen.Offer
	for _, f := range search.Fields {
		if f.DependsOn == "" || f.Name == "" {
			continue
		}
		for _, now := range onPage[i].Fields {
			if now.Name == f.Name && len(now.Options) > 0 {
				out = append(out, querygen.Offer{Name: f.Name, Options: now.Options})
			}
		}
	}
	return out
}

// withOffered returns the form with the options that a query chooses of
// controls which depend on another one: the page that f was read from shows
// those for its own choice only.
func withOffered(f forms.Form, q querygen.Query) forms.Form {
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		c := &f.Fields[i]
		for _, b := range q.Bind {
			if c.DependsOn == "" || c.Name != b.Name {
				continue
			}
			c.Disabled = false // an empty list is often disabled until it has options
			if !slices.ContainsFunc(c.Options, func(o forms.Option) bool { return o.Value == b.Value }) {
				c.Options = append(slices.Clone(c.Options), forms.Option{Value: b.Value, Label: b.Value})
			}
		}
	}
	return f
}

// paged shows requests to the paging.
type paged struct{ *Requests }

func (s paged) Form() *forms.Form { return s.State.Profile.Form }

func (s paged) First(q querygen.Query) (page.Request, error) {
	profile := s.State.Profile
	if profile.OneToken || profile.Form.HasToken() {
		return page.Request{}, numbering.ErrUnknown
	}
	req, stop, err := s.fillForm(*profile.Form, querygen.Ask{Query: q, Page: 1})
	if err == nil && stop != nil {
		err = numbering.ErrUnknown
	}
	return req, err
}

func (s paged) Behind(q querygen.Query) *endpoint.Endpoint { return s.direct(q) }

func (s paged) Source(q querygen.Query, r page.Request) *endpoint.Endpoint {
	return s.State.Profile.EndpointOf(q, r)
}
