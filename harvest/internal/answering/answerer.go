// Package answering puts one question at a time to a form, and reads what comes: the
// request that asks it, the page, whether that page is an answer at all, its records, its
// total and the next page, and what all of this teaches about the site.
//
// It holds what asking one form has brought, and begins anew for another form. What is
// asked, and when to stop, is its caller's to decide; each page is judged by the rooms
// manner and evidence, and read by package extract.
package answering

import (
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// Answerer puts questions to a form and reads what comes.
type Answerer struct {
	*session.Session
	questions
	Titles map[string]string // by key, of this run
	// Inherited: the token in the form is of an earlier run, which may have sent it and ended
	// before that was noted. It is renewed before anything is asked.
	Inherited bool
}

// questions is what asking one form has brought. Another form begins with a new one.
type questions struct {
	Planner  *plan.Planner // nil before the first question is planned
	Paging   *paging.Paging
	evidence *evidence.Evidence
	lesson   lesson    // what told what an empty answer is
	strange  []strange // the latest odd pages with records

	barren   int  // questions so far that brought no record
	refused  int  // asks in a row that a guard refused
	Doubtful bool // the last answer says that the ways to ask must be compared
	Anew     bool // planning is to begin anew

	vouches page.Request      // answered lately, to see whether the site still answers
	vouched map[string]string // titles of its records by key
	doubted int               // times in a row that it was doubted to block
	choosy  bool              // it has refused single questions
	turned  turned            // whether its latest answers turned us away
}

// Contested returns the steps whose answers are to be taken back since it was called last.
func (r *Answerer) Contested() []int64 { return r.evidence.Contested() }

// Discard lets what was asked so far count for nothing but its requests.
func (r *Answerer) Discard() {
	if r.Planner != nil {
		r.Visits += r.Planner.Requests()
	}
	r.Planner = nil
	r.Paging.Forget()
}

// strange is a page that did not fit, kept to be held against others.
type strange struct {
	ask     evidence.PageOf
	outline extract.Outline
	doc     *page.Document
	reading extract.Options
}

// profile returns what is believed of the site with an answer at hand: what the commit
// says, or what was held before.
func (r *Answerer) profile(c *ledger.Commit) ledger.Profile {
	if c.Profile != nil {
		return *c.Profile
	}
	return r.State.Profile
}

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
