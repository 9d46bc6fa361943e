package answering

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// records puts the records of an answer and its next page into a; numbered is what the user
// has turn the pages, the zero request where that is nothing.
func (r *reader) records(a *ledger.Answer, p *page.Page, doc *page.Document, onPage []forms.Form, res extract.Result, e *endpoint.Endpoint, numbered page.Request) {
	o := &a.Outcome
	a.Records = res.Records
	r.Behind.Join(p, a.Records)
	withoutDeeds(doc, a.Records)
	for _, rec := range res.Records {
		row := querygen.Row{Key: rec.Key, Text: rec.Text, Fields: behind.Pairs(rec.Fields)}
		for i := range row.Fields {
			row.Fields[i].Name = r.State.Profile.Wrapper.Shown(row.Fields[i].Name)
		}
		if r.Planner != nil && r.Planner.Knows(row) {
			row.Text = ""
		}
		o.Rows = append(o.Rows, row)
	}
	if r.Options.Reach.Pager.Off {
		return
	}
	if o.Page == 1 && e == nil {
		for _, to := range res.Whole {
			if req, err := r.leads(doc, onPage, extract.Step{URL: to}, *o); err == nil && !req.URL.IsZero() {
				a.Whole = append(a.Whole, req)
			}
		}
		o.Capped = o.Capped || len(a.Whole) < len(res.Whole) && o.Total < 0
	}
	defer func() { // the end of a section is not that of the answer
		if to := r.Paging.Section(*a); !o.More && !to.URL.IsZero() {
			a.Next, o.More = to, true
		}
	}()
	next, err := numbered, error(nil)
	if next.Method != http.MethodPost { // what was asked is asked again; where else it leads is looked at
		next, err = r.leads(doc, onPage, res.Next, *o)
	}
	if e != nil {
		next, err = r.Paging.NextOf(e, *a, string(p.Body), len(res.Records), res.Total, next)
	}
	if err == nil && !next.URL.IsZero() {
		next, err = r.Paging.Straight(*a, next)
	}
	if err != nil {
		o.Note = "the next page is not followed: " + err.Error()
		return
	}
	if next.URL.IsZero() {
		return
	}
	if why := r.Paging.Doubt(*a, next); why != "" {
		o.Note = why
		return
	}
	a.Next, o.More = next, true
	o.Numbered = r.Paging.Numbered(*a)
}

// readingOf says how the pages of a question are read, by what is known.
func readingOf(p ledger.Profile, e *endpoint.Endpoint, q querygen.Query) extract.Options {
	o := p.Reading(q.Words(*p.Form))
	if e != nil {
		return behind.Reading(*e, o)
	}
	return o
}

// ReadAgain reads the records of a kept page by what is known now; none where the page does not
// fit that.
func (r *asked) ReadAgain(p ledger.Profile, kept session.KeptAnswer) []extract.Record {
	e := p.EndpointOf(kept.Answer.Outcome.Query, kept.Answer.Request)
	doc, err := behind.Document(e, kept.Page)
	if err != nil {
		return nil
	}
	o := readingOf(p, e, kept.Answer.Outcome.Query)
	o.Learning = p.Learning
	res := extract.Read(doc, o)
	if q := kept.Answer.Outcome.Query; e != nil && ledger.LooksFor(*e, q) {
		res = behind.Saying(res, q.Bind[0].Value)
	}
	if res.Misfit != "" {
		return nil
	}
	r.Behind.Join(kept.Page, res.Records)
	withoutDeeds(doc, res.Records)
	return res.Records
}

// withoutDeeds takes the addresses of what does something for no page of a record: neither of
// a record itself, nor of one of its columns, which keeps it as a text. A title may say what
// an order says; a link that says so beside the title, or in several records, gives one.
func withoutDeeds(doc *page.Document, records []extract.Record) {
	harms, orders := surface.Harms(doc), surface.Orders(doc)
	if len(harms)+len(orders) == 0 {
		return
	}
	said := map[string]int{} // orders, by the records whose own link gives them
	for _, rec := range records {
		said[orders[rec.URL]]++
	}
	for i := range records {
		rec := &records[i]
		if order := orders[rec.URL]; harms[rec.URL] != "" || order != "" && (said[order] > 1 || !strings.EqualFold(order, rec.Title)) {
			rec.URL = page.URL{}
		}
		for j, f := range rec.Fields {
			if f.Kind != "url" {
				continue
			}
			if u, err := doc.Resolve(f.Value); err == nil && (harms[u] != "" || orders[u] != "" && u != rec.URL) {
				rec.Fields = slices.Clone(rec.Fields)
				rec.Fields[j].Kind = ""
			}
		}
	}
}

// leads returns the request that a pager's step leads to; the zero request
// where it leads nowhere or off the site, and an error where it does something:
// the words asked, which the address of a page may hold, are data.
func (r *reader) leads(doc *page.Document, onPage []forms.Form, s extract.Step, o querygen.Outcome) (page.Request, error) {
	if s.Button != (page.Pair{}) || len(s.Set) > 0 {
		for _, f := range onPage {
			if f.Index == s.Form {
				return r.turn(f, onPage, s, o)
			}
		}
		return page.Request{}, fmt.Errorf("form %d is not on the page", s.Form)
	}
	if s.Script != "" {
		return page.Request{}, fmt.Errorf("only a browser can follow %q", s.Script)
	}
	if s.URL.IsZero() || !r.Own(s.URL) {
		return page.Request{}, nil
	}
	if why := r.LeavesOut(s.URL); why != "" {
		r.leftOut = why
		return page.Request{}, errors.New(why)
	}
	if v := deeds.Judge(deeds.Act{By: deeds.Follow, URL: s.URL, Asked: o.Query.Words(*r.State.Profile.Form)}); !v.OK() {
		return page.Request{}, errors.New(v.Reason)
	}
	if word := surface.Harms(doc)[s.URL]; word != "" {
		return page.Request{}, errors.New(word)
	}
	if says := surface.Orders(doc)[s.URL]; says != "" {
		return page.Request{}, fmt.Errorf("its link says %q", says)
	}
	req := page.Get(s.URL)
	req.Referer = doc.URL
	return r.Shown(req), nil
}

// numbered returns the request for the page after one, by the parameter that the user has
// named: while pages have records, as many as the step says, and the answer claims more. An
// answer that was posted, and has no address of its own, is posted again.
func (r *reader) numbered(o querygen.Outcome, p *page.Page, res extract.Result) page.Request {
	by, rows := r.Options.Reach.Pager, len(res.Records)
	before := r.Paging.Before(o.Query, o.Page, r.Paging.PageSize())
	from := p.Request
	if from.Method != http.MethodPost || p.Final != from.URL {
		from = page.Get(p.Final)
	}
	if rows == 0 || by.Step > 1 && rows < by.Step || res.Total >= 0 && !res.Capped && before+rows >= res.Total || p.Request.Render {
		return page.Request{}
	}
	next, err := by.Turn(from, o.Page+1)
	if err != nil {
		return page.Request{}
	}
	return next
}

// turn returns the request of a form that leads to the next page: by a button,
// or by a script that sets hidden fields first (ASP.NET's __doPostBack).
func (r *reader) turn(f forms.Form, onPage []forms.Form, s extract.Step, o querygen.Outcome) (page.Request, error) {
	values := forms.Values{}
	for _, set := range s.Set {
		values[set.Name] = []string{set.Value}
	}
	// A form that leads by the same way to the same place as the search, which
	// the guard let pass, is its pager, and so is one that asks for nothing but the rows
	// after those shown: doubts about it are settled, prohibitions not.
	search := r.State.Profile.Form
	shown := r.Paging.Before(o.Query, o.Page, r.Paging.PageSize()) + len(o.Rows)
	return f.Fill(values, forms.Submission{
		Button: s.Button.Name, Value: s.Button.Value, Script: s.Script != "",
		Named: f.Method == search.Method && f.Action == search.Action || len(o.Rows) >= paging.ProofRows && f.GoesOn(shown, onPage),
	})
}
