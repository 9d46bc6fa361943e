package answering

import (
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// New returns one that has asked nothing.
func New(s *session.Session) *Answerer {
	r := &Answerer{Session: s, Titles: map[string]string{}}
	r.Begin()
	return r
}

// Begin forgets what was asked: another form is asked from now on.
func (r *Answerer) Begin() {
	r.questions = questions{Paging: paging.New(paged{r}), evidence: evidence.New()}
}

// paged shows a run to its paging.
type paged struct{ run *Answerer }

func (s paged) Form() *forms.Form { return s.run.State.Profile.Form }

func (s paged) First(q querygen.Query) (page.Request, error) {
	profile := s.run.State.Profile
	if profile.OneToken || profile.Form.HasToken() {
		return page.Request{}, numbering.ErrUnknown
	}
	req, stop, err := s.run.fillForm(*profile.Form, querygen.Ask{Query: q, Page: 1})
	if err == nil && stop != nil {
		err = numbering.ErrUnknown
	}
	return req, err
}

func (s paged) Behind(q querygen.Query) *endpoint.Endpoint { return s.run.direct(q) }

func (s paged) Source(q querygen.Query, r page.Request) *endpoint.Endpoint {
	return s.run.State.Profile.EndpointOf(q, r)
}
