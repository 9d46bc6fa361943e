package answering

import (
	"errors"
	"fmt"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// records puts the records of an answer and its next page into a.
func (r *reader) records(a *ledger.Answer, p *page.Page, doc *page.Document, onPage []forms.Form, res extract.Result, e *endpoint.Endpoint) {
	o := &a.Outcome
	a.Records = res.Records
	r.Behind.Join(p, a.Records)
	if harms := surface.Harms(doc); len(harms) > 0 {
		for i, rec := range a.Records {
			if harms[rec.URL] != "" {
				a.Records[i].URL = page.URL{} // what does something is no page of a record
			}
		}
	}
	for _, rec := range res.Records {
		row := querygen.Row{Key: rec.Key, Text: rec.Text, Fields: behind.Pairs(rec.Fields)}
		if r.Planner != nil && r.Planner.Knows(row) {
			row.Text = ""
		}
		o.Rows = append(o.Rows, row)
	}
	next, err := r.leads(doc, onPage, res.Next, o.Query.Words(*r.State.Profile.Form))
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

// leads returns the request that a pager's step leads to; the zero request
// where it leads nowhere or off the site, and an error where it does something:
// the words asked, which the address of a page may hold, are data.
func (r *reader) leads(doc *page.Document, onPage []forms.Form, s extract.Step, asked []string) (page.Request, error) {
	if s.Button != (page.Pair{}) || len(s.Set) > 0 {
		for _, f := range onPage {
			if f.Index == s.Form {
				return r.turn(f, s)
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
	if v := deeds.Judge(deeds.Act{By: deeds.Follow, URL: s.URL, Asked: asked}); !v.OK() {
		return page.Request{}, errors.New(v.Reason)
	}
	if word := surface.Harms(doc)[s.URL]; word != "" {
		return page.Request{}, errors.New(word)
	}
	req := page.Get(s.URL)
	req.Referer = doc.URL
	return r.Shown(req), nil
}

// turn returns the request of a form that leads to the next page: by a button,
// or by a script that sets hidden fields first (ASP.NET's __doPostBack).
func (r *reader) turn(f forms.Form, s extract.Step) (page.Request, error) {
	values := forms.Values{}
	for _, set := range s.Set {
		values[set.Name] = []string{set.Value}
	}
	// A form that leads by the same way to the same place as the search, which
	// the guard let pass, is its pager: doubts about it are settled, prohibitions not.
	search := r.State.Profile.Form
	return f.Fill(values, forms.Submission{
		Button: s.Button.Name, Value: s.Button.Value, Script: len(s.Set) > 0,
		Named: f.Method == search.Method && f.Action == search.Action,
	})
}
