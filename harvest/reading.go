package harvest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// readPage reads a page into an answer.
func (r *run) readPage(a *Answer, c *Commit, p *page.Page) *Stop {
	c.Page = p
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	doc, err := answerDocument(profile.endpointOf(a.Outcome.Query, a.Request), p)
	if err != nil {
		return r.noAnswer(a, err)
	}
	r.refused = 0
	return r.read(a, c, p, doc, a.Outcome.Query.Words(*profile.Form))
}

// queryText says in words what is asked.
func queryText(words []string) string {
	if text := strings.Join(words, ", "); text != "" {
		return text
	}
	return "(the form as served)"
}

// read turns an answer page into the outcome, its records and its next page.
func (r *run) read(a *Answer, c *Commit, p *page.Page, doc *page.Document, words []string) *Stop {
	o := &a.Outcome
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	e := profile.endpointOf(o.Query, a.Request)
	if o.Query.Nonsense && e == nil {
		if !profile.Frozen {
			profile.Background = profile.Background.Learn(doc, words)
		}
		if profile.Empty == "" {
			profile.Empty = extract.Denial(doc, words)
		}
		c.Profile = &profile
	}
	onPage := forms.Parse(doc)
	if o.Page == 1 {
		o.Offers = offers(profile.Form, onPage)
	}
	if renewed, ok := r.freshToken(profile, onPage, a.Request.Method == "POST"); ok {
		profile = renewed
		c.Profile = &profile
	}
	reading := extract.Options{Query: words, Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys, Nothing: profile.Empty}
	steps := p.Request.Render && p.Request.Script != "" && r.by() != forms.ByRequest
	if steps && len(words) == 0 && !o.Query.Nonsense {
		// What stands there unasked may be all there is, though answers are drawn
		// over it.
		reading.Background = extract.Background{}
	}
	if e != nil {
		reading = directReading(*e, reading)
	}
	res := extract.Read(doc, reading)
	if reason := blockReason(p, res); reason != "" {
		o.Status, o.Note = querygen.Failed, "blocked: "+reason
		if r.choosy && p.Status == http.StatusForbidden && res.Blocked == "" {
			o.Status = querygen.Refused
		}
		r.blocked++
		if r.blocked >= maxBlocked {
			return &Stop{Kind: Blocked, Reason: fmt.Sprintf("the site blocks us (%s, %d answers in a row); what is held is saved. Try later, slower (--delay)", reason, r.blocked)}
		}
		return nil
	}
	r.blocked = 0
	o.Total, o.Capped = res.Total, res.Capped
	switch {
	case o.Query.Nonsense:
		o.Status, o.Total = querygen.Empty, -1
	case res.Empty, o.Page > 1 && (len(res.Records) == 0 || p.Status == http.StatusNotFound || p.Status == http.StatusGone):
		o.Status = querygen.Empty
	case p.Status >= 400 && !despiteError(profile, res):
		return r.noAnswer(a, fmt.Errorf("status %d", p.Status))
	case o.Page == 1 && !steps && e == nil && idle(profile, res):
		o.Status, o.Note = querygen.Refused, "the page is the form's own again: nothing was asked"
	case len(res.Records) == 0:
		o.Status, o.Note = querygen.Refused, "the page shows neither records nor that there are none"
	default:
		o.Status = querygen.Answered
		r.records(a, p, doc, res, e)
		if e != nil && e.Whole && o.Total < 0 && !o.More {
			o.Total = len(o.Rows) // there is nothing else that questions could find
		}
		if e != nil && e.Answer.JSON {
			if r.checkKeys(&profile, res.Records) {
				c.Profile = &profile
			}
			break
		}
		if next := goingOn(p); !a.Outcome.More && !next.URL.IsZero() {
			a.Next, o.More = next, true
		}
		learned := r.learn(&profile, o, doc, reading, res)
		if offer(&profile, p.Final, doc, res) || learned {
			c.Profile = &profile
		}
	}
	r.failed = 0
	return nil
}

// despiteError reports whether a page has an answer though its status says that it
// is an error page: the message and the menus of these would be taken for records.
func despiteError(p Profile, res extract.Result) bool {
	return len(res.Records) > 0 && (res.Sure || res.Total > 0 || !p.Wrapper.IsZero() && res.Misfit == "")
}

// idle reports whether an answer lists, without a total or a further page, only
// what the form's page listed before anything was asked.
func idle(p Profile, res extract.Result) bool {
	if len(res.Records) == 0 || res.Total >= 0 || !res.Next.IsZero() {
		return false
	}
	for _, rec := range res.Records {
		if !slices.Contains(p.Idle, rec.Title) {
			return false
		}
	}
	return true
}

// records puts the records of an answer and its next page into a.
func (r *run) records(a *Answer, p *page.Page, doc *page.Document, res extract.Result, e *forms.Endpoint) {
	o := &a.Outcome
	a.Records = res.Records
	r.join(p, a.Records)
	for _, rec := range res.Records {
		row := querygen.Row{Key: rec.Key, Text: rec.Text, Fields: named(rec.Fields)}
		if r.planner != nil && r.planner.Knows(row) {
			row.Text = ""
		}
		o.Rows = append(o.Rows, row)
	}
	next, err := r.leads(doc, res.Next)
	if e != nil {
		next, err = r.nextDirect(e, a, p, res, next)
	}
	if err == nil && !next.URL.IsZero() {
		next, err = r.straight(a, next)
	}
	if err != nil {
		o.Note = "the next page is not followed: " + err.Error()
		return
	}
	if next.URL.IsZero() {
		return
	}
	if w := r.walks[o.Query.Key()]; next.Key() == a.Request.Key() || o.Page > 1 && w != nil && w.returns(o.Page, next) {
		o.Note = "the pager comes back to a page already read"
		return
	} else if o.Page > 1 && w != nil && w.repeats(o.Rows) {
		o.Note = "the pager is not believed: this page has no record that those read before had not"
		return
	}
	a.Next, o.More = next, true
	o.Numbered = r.numbered(*a)
}

// named returns the values of a record by the names of its fields.
func named(fields []extract.Field) []page.Pair {
	var out []page.Pair
	for _, f := range fields {
		out = append(out, page.Pair{Name: f.Name, Value: f.Value})
	}
	return out
}

// leads returns the request that a pager's step leads to; the zero request
// where it leads nowhere or off the site.
func (r *run) leads(doc *page.Document, s extract.Step) (page.Request, error) {
	if s.Button != (page.Pair{}) || len(s.Set) > 0 {
		for _, f := range forms.Parse(doc) {
			if f.Index == s.Form {
				return r.turn(f, s)
			}
		}
		return page.Request{}, fmt.Errorf("form %d is not on the page", s.Form)
	}
	if s.Script != "" {
		return page.Request{}, fmt.Errorf("only a browser can follow %q", s.Script)
	}
	if s.URL.IsZero() || s.URL.Site() != r.site.Start.Site() {
		return page.Request{}, nil
	}
	req := page.Get(s.URL)
	req.Referer = doc.URL
	return r.shown(req), nil
}

// turn returns the request of a form that leads to the next page: by a button,
// or by a script that sets hidden fields first (ASP.NET's __doPostBack).
func (r *run) turn(f forms.Form, s extract.Step) (page.Request, error) {
	values := forms.Values{}
	for _, set := range s.Set {
		values[set.Name] = []string{set.Value}
	}
	// A form that leads by the same way to the same place as the search, which
	// the guard let pass, is its pager: doubts about it are settled, prohibitions not.
	search := r.state.Profile.Form
	return f.Fill(values, forms.Submission{
		Button: s.Button.Name, Value: s.Button.Value, Script: len(s.Set) > 0,
		Named: f.Method == search.Method && f.Action == search.Action,
	})
}

// blockReason says why a page is no answer but a refusal to serve us; "" where it is an answer.
func blockReason(p *page.Page, res extract.Result) string {
	switch p.Status {
	case 401, 402, 403, 407, 429, 451:
		return fmt.Sprintf("status %d", p.Status)
	}
	return res.Blocked
}
