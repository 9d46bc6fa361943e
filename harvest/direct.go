package harvest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Direct mode: where a browser had to show the pages, the request by which the
// page's own script gets the records is learned from what the browser saw,
// verified record by record, and from then on sent without a browser. What is
// learned is in the profile (Profile.Endpoints). What the learning has seen so
// far is not kept: a run that resumes needs a further question by the browser.

// Bounds of what is tried to do without the browser.
const (
	maxEndpoints = 12 // a site: one for each set of controls that questions bind
	maxObserved  = 4  // latest rendered answers that are learned from
	maxTries     = 8  // failed verifications until the browser is kept to
	maxLosses    = 3  // endpoints that stopped working until the browser is kept to
)

// watching reports whether a rendered answer may lead to direct mode.
func (r *run) watching(p Profile) bool {
	return r.o.Browser == RenderAuto && len(p.Endpoints) < maxEndpoints && p.Direct.Failed < maxTries && p.Direct.Lost < maxLosses && !p.Frozen && !p.Direct.Off
}

// watch keeps what a browser saw while a page was shown: an observation to
// learn from, with what was asked and the records that were read.
func (r *run) watch(asked []page.Pair, p *page.Page, records []extract.Record) {
	o := endpoint.Observation{Page: p.Request, Body: p.Body, Head: p.Header.Values("Set-Cookie"), Exchanges: p.Exchanges}
	for _, b := range asked {
		if b.Value != "" && !endpoint.OwnControl(b.Name) {
			o.Asked = append(o.Asked, b)
		}
	}
	for _, rec := range records {
		s := endpoint.Shown{Title: rec.Title, Text: rec.Text, URL: rec.URL, Fields: named(rec.Fields)}
		if s.URL.IsZero() {
			s.URL = r.linked[rec.Title]
		} else if len(r.linked) < maxTitles {
			r.linked[rec.Title] = s.URL
		}
		o.Shown = append(o.Shown, s)
	}
	r.observed = append(r.observed, o)
	if len(r.observed) > maxObserved {
		r.observed = slices.Delete(r.observed, 0, 1)
	}
}

// seek learns from a page that a browser showed how to ask the same without
// one, and does so: it returns the answer that came, nil where nothing was
// learned. The profile then knows of it; changed says whether it does.
func (r *run) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *Profile) (direct *page.Page, stop *Stop, changed bool) {
	if !p.Request.Render || !r.watching(*profile) {
		return nil, nil, false
	}
	r.watch(asked, p, records)
	if len(records) == 0 {
		return nil, nil, false
	}
	e, ok := endpoint.Learn(r.observed)
	if !ok {
		return nil, nil, false
	}
	if i := slices.IndexFunc(profile.Endpoints, func(known endpoint.Endpoint) bool { return known.Request.Key() == e.Request.Key() }); i >= 0 {
		if !e.Whole || profile.Endpoints[i].Whole || len(profile.Endpoints[i].Asked) > 0 {
			return nil, nil, false
		}
		profile.Endpoints = slices.Clone(profile.Endpoints)
		profile.Endpoints[i].Whole, profile.Endpoints[i].Reasons = true, e.Reasons
		r.tell("note", fmt.Sprintf("the page's script searches in the answer to %s %s: it has all records", e.Request.Method, e.Request.URL))
		return nil, nil, true
	}
	for _, known := range profile.Endpoints {
		if e.Answer.Link == "" && known.Answer.Link != "" { // of the same records, seen where they had links
			e.Answer.Link, e.Answer.Title = known.Answer.Link, known.Answer.Title
		}
	}
	if e.Whole {
		if r.planner != nil && r.planner.Held() > 0 {
			return nil, nil, false // too late: records are held as the page shows them
		}
		asked = nil
	}
	e, direct, stop, why := r.verify(ctx, asked, e, records)
	if stop != nil {
		return nil, stop, false
	}
	if why != "" {
		profile.Direct.Failed++
		profile.Direct.Why = fmt.Sprintf("%s %s: %s", e.Request.Method, e.Request.URL, why)
		r.tell("note", "the request behind the page is not used: "+profile.Direct.Why)
		return nil, nil, true
	}
	e.Empty = unasked(*profile.Form, e)
	e.Reasons = append(e.Reasons, fmt.Sprintf("asked without a browser, it gave what the page showed (%d records)", len(records)))
	profile.Endpoints = append(slices.Clone(profile.Endpoints), e)
	if form, ok := sized(*profile.Form, e); ok {
		profile.Form = &form
	}
	r.tell("note", fmt.Sprintf("found the request behind the page: %s %s (%s); asking it directly", e.Request.Method, e.Request.URL, strings.Join(e.Reasons, "; ")))
	if e.Whole {
		r.listWhole(e, direct)
		direct = nil // that answers another question
	}
	return direct, nil, true
}

// unasked reports whether an endpoint may be asked with nothing in the box. A shown page
// sends no POST before anything is asked, so that what it would list by itself is had so,
// once a question has brought records that way.
func unasked(f forms.Form, e endpoint.Endpoint) bool {
	if e.Request.Method != http.MethodPost || len(e.Asked) == 0 {
		return false
	}
	return !slices.ContainsFunc(e.Asked, func(a page.Pair) bool {
		return !slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Name == a.Name && c.Role == forms.QueryRole })
	})
}

// listWhole takes note of the records that the page's script searches in. Where
// questions were asked already, one that lists them may be among those: planning
// begins anew.
func (r *run) listWhole(e endpoint.Endpoint, p *page.Page) {
	r.anew = r.planner != nil
	doc, err := answerDocument(&e, p)
	if err != nil {
		return
	}
	var rows []querygen.Row
	for _, rec := range extract.Read(doc, directReading(e, extract.Options{Keys: r.state.Profile.Keys})).Records {
		rows = append(rows, querygen.Row{Key: rec.Key, Text: rec.Text, Fields: named(rec.Fields)})
	}
	r.listed.learn(rows)
}

// planAnew lets what was asked so far count for nothing.
func (r *run) planAnew(ctx context.Context) error {
	r.anew = false
	profile := r.state.Profile
	profile.Browsing().Since = r.state.Steps
	r.paging.Forget()
	r.visits += r.planner.Requests()
	r.planner = nil
	if err := r.commit(ctx, Commit{Profile: &profile}); err != nil {
		return err
	}
	return r.plan()
}

// shortcut is seek for the answer to a question: what came directly takes the
// place of the page.
func (r *run) shortcut(ctx context.Context, ask querygen.Ask, p *page.Page, c *Commit) (direct *page.Page, stop *Stop) {
	if !p.Request.Render || ask.Page > 1 {
		return nil, nil
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil
	}
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	res := extract.Read(doc, extract.Options{Query: ask.Query.Words(*profile.Form), Background: profile.Background, Keys: profile.Keys, Nothing: profile.Empty})
	if res.Blocked != "" {
		return nil, nil
	}
	if ask.Query.Nonsense {
		res.Records = nil
	}
	direct, stop, changed := r.seek(ctx, ask.Query.Bind, p, res.Records, &profile)
	if changed {
		c.Profile = &profile
	}
	return direct, stop
}

// seekUnasked is seek while no question is being answered: for a page that is
// shown to compare the ways to ask.
func (r *run) seekUnasked(ctx context.Context, values forms.Values, p *page.Page, idle *page.Document) *Stop {
	doc, err := p.Document()
	if err != nil || !p.Request.Render {
		return nil
	}
	var o extract.Options
	var asked []page.Pair
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			asked, o.Query = append(asked, page.Pair{Name: name, Value: value}), append(o.Query, value)
		}
	}
	if idle != nil {
		o.Background = o.Background.Learn(idle, nil)
	}
	records := extract.Read(doc, o).Records
	if len(records) == 0 {
		o.Background = extract.Background{}
		records = extract.Read(doc, o).Records
	}
	_, stop, _ := r.seek(ctx, asked, p, records, &r.state.Profile)
	return stop
}

// answerDocument parses an endpoint's answer; JSON as such, whatever it is declared as.
func answerDocument(e *endpoint.Endpoint, p *page.Page) (*page.Document, error) {
	if e != nil && e.Answer.JSON {
		return page.ParseDocument(p.Body, "application/json; charset=utf-8", p.Final)
	}
	if e != nil && page.TablePart(p.Body) {
		whole := *p
		whole.Body = slices.Concat([]byte("<table>"), p.Body, []byte("</table>"))
		return whole.Document()
	}
	return p.Document()
}

// directReading adapts the reading of pages to the answers of an endpoint.
func directReading(e endpoint.Endpoint, o extract.Options) extract.Options {
	if e.Answer.JSON {
		o.Wrapper, o.Background = nil, extract.Background{}
		objects := extract.Objects(e.Answer)
		o.Objects = &objects
	}
	return o
}

// renewTokens fetches the pages that an endpoint's tokens stand on.
func (r *run) renewTokens(ctx context.Context, e endpoint.Endpoint) (_ endpoint.Endpoint, stop *Stop, ok bool) {
	for _, from := range e.Sources() {
		p, stop, err := r.fetch(ctx, from)
		if stop != nil || err != nil {
			return e, stop, false
		}
		header := p.Header.Clone()
		for _, h := range r.net.Hosts(from.URL.Site()) { // what the session holds is not set again
			for _, stored := range h.Cookies {
				if _, line, ok := strings.Cut(stored, "\t"); ok {
					header.Add("Set-Cookie", line)
				}
			}
		}
		if e, ok = e.Renew(from, p.Body, header); !ok {
			return e, nil, false
		}
	}
	return e, nil, true
}

// sized adds a control for an endpoint's page size to the form, which lacks one.
func sized(f forms.Form, e endpoint.Endpoint) (forms.Form, bool) {
	if slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Role == forms.PageSize }) {
		return f, false
	}
	for _, p := range e.Parts {
		if p.Is != endpoint.PartSize {
			continue
		}
		c := forms.Field{Name: p.Control, Control: "radio", Label: "rows a page, by the request behind the page", Role: forms.PageSize, Score: 1, Pos: afterAll}
		for _, size := range []string{p.Value, "100", "500"} {
			if size == p.Value || len(size) > len(p.Value) || len(size) == len(p.Value) && size > p.Value {
				c.Options = append(c.Options, forms.Option{Value: size, Label: size, Selected: size == p.Value, Pos: afterAll})
			}
		}
		f.Fields = append(slices.Clone(f.Fields), c)
		return f, true
	}
	return f, false
}
