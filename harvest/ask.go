package harvest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// walk is an answer of several pages that is not at its end.
type walk struct {
	next page.Request
	seen map[string]bool // Request.Key of its pages
	rows map[string]bool // keys of their records: a page that brings no further one ends the walk
	got  int             // rows on them
}

// repeats reports whether the walk's pages had all of rows already. Sites that
// show their last page, or any page, whatever is asked for never end else.
func (w *walk) repeats(rows []querygen.Row) bool {
	return !slices.ContainsFunc(rows, func(row querygen.Row) bool { return !w.rows[row.Key] })
}

// ask asks the planner's questions until there is a reason to stop.
func (r *run) ask(ctx context.Context) (Stop, error) {
	for {
		if stop, err := r.follow(ctx); stop != nil || err != nil {
			return deref(stop), err
		}
		if stop := r.enough(); stop != nil {
			return *stop, nil
		}
		next, ok := r.planner.Next()
		if !ok {
			return Stop{Kind: Exhausted, Reason: r.planner.Why()}, nil
		}
		a, c, stop, err := r.answer(ctx, next)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		held := r.planner.Held()
		c.Step = &Step{Answer: &a}
		r.notice(&c)
		if err := r.commit(ctx, c); err != nil {
			return Stop{}, err
		}
		r.observe(a)
		r.planner.Widen(*r.state.Profile.Form)
		for _, rec := range a.Records {
			r.queue(rec)
		}
		r.tell("answer", fmt.Sprintf("%s, page %d: %s, %d rows, %d new%s",
			r.query, next.Page, a.Outcome.Status, len(a.Outcome.Rows), r.planner.Held()-held, note(a.Outcome.Note)))
		if r.anew {
			if err := r.planAnew(ctx); err != nil {
				return Stop{}, err
			}
		}
		if r.doubtful {
			r.doubtful = false
			if stop, err := r.reconsider(ctx); stop != nil || err != nil {
				return deref(stop), err
			}
		}
	}
}

// observe folds one answer in.
func (r *run) observe(a Answer) {
	o := a.Outcome
	r.planner.Observe(o)
	r.pageSize = max(r.pageSize, len(o.Rows))
	if e := r.state.Profile.endpointOf(o.Query, a.Request); e != nil {
		kind := pageKind(e, o.Query)
		r.full[kind] = max(r.full[kind], len(o.Rows))
		r.listed.learn(o.Rows)
	}
	key := o.Query.Key()
	if !o.More {
		delete(r.walks, key)
		return
	}
	w := r.walks[key]
	if w == nil || o.Page == 1 {
		w = &walk{seen: map[string]bool{}, rows: map[string]bool{}}
		r.walks[key] = w
	}
	w.next = a.Next
	w.seen[a.Request.Key()] = true
	w.got += len(o.Rows)
	for _, row := range o.Rows {
		w.rows[row.Key] = true
	}
}

// answer takes one step: it sends what the planner asks for and reads what
// comes. The commit carries what else was learned.
func (r *run) answer(ctx context.Context, ask querygen.Ask) (Answer, Commit, *Stop, error) {
	form := r.state.Profile.Form
	r.query = queryText(ask.Query.Words(*form))
	a := Answer{Outcome: querygen.Outcome{Query: ask.Query, Page: ask.Page, Total: -1}}
	var c Commit

	req, stop, err := r.request(ctx, ask, &c)
	if stop != nil {
		return a, c, stop, nil
	}
	if err != nil {
		a.Outcome.Status, a.Outcome.Note = querygen.Refused, err.Error()
		return a, c, nil, nil
	}
	a.Request = req
	p, requests, stop, err := r.fetch(ctx, req)
	if stop == nil && err == nil && r.expired(ask, p) {
		// The token may have been used up: once more with a fresh one.
		if req, stop, err = r.renew(ctx, ask, &c, &requests); stop == nil && err == nil {
			var n int
			a.Request = req
			p, n, stop, err = r.fetch(ctx, req)
			requests += n
		}
	}
	a.Outcome.Requests = requests
	switch {
	case stop != nil:
		return a, c, stop, nil
	case err != nil:
		stop := r.noAnswer(&a, err)
		return a, c, stop, nil
	}
	if ask.Page == 1 && !ask.Query.Nonsense {
		p = r.further(ctx, p, &c, &a.Outcome.Requests)
		a.Request = p.Request
	}
	stop = r.take(ctx, ask, &a, &c, p)
	return a, c, stop, nil
}

// take reads the page that was had, or what its own script would have had
// instead of it.
func (r *run) take(ctx context.Context, ask querygen.Ask, a *Answer, c *Commit, p *page.Page) *Stop {
	direct, requests, stop := r.shortcut(ctx, ask, p, c)
	a.Outcome.Requests += requests
	if stop != nil {
		return stop
	}
	if direct != nil {
		p, a.Request = direct, direct.Request
	}
	was := r.counts
	stop = r.readPage(a, c, p)
	if r.unanswered(a) {
		r.counts = was
		return r.mend(ctx, ask, a, c, p, stop)
	}
	if stop == nil && direct == nil {
		stop = r.recheck(ctx, *a, c)
	}
	r.doubtful = r.doubtful || r.doubts(*a, p)
	return stop
}

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
	case res.Empty, o.Page > 1 && len(res.Records) == 0:
		o.Status = querygen.Empty
	case len(res.Records) == 0 && p.Status >= 400:
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
		if offer(&profile, p.Final, res.Sizes) || learned {
			c.Profile = &profile
		}
	}
	r.failed = 0
	return nil
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
		o.Rows = append(o.Rows, querygen.Row{Key: rec.Key, Text: rec.Text, Fields: named(rec.Fields)})
	}
	next, err := r.leads(doc, res.Next)
	if e != nil {
		next, err = r.nextDirect(e, a, p, res, next)
	}
	if err != nil {
		o.Note = "the next page is not followed: " + err.Error()
		return
	}
	if next.URL.IsZero() {
		return
	}
	if w := r.walks[o.Query.Key()]; next.Key() == a.Request.Key() || o.Page > 1 && w != nil && w.seen[next.Key()] {
		o.Note = "the pager comes back to a page already read"
		return
	} else if o.Page > 1 && w != nil && w.repeats(o.Rows) {
		o.Note = "the pager is not believed: this page has no record that those before it had not"
		return
	}
	a.Next, o.More = next, true
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

// request builds what to send for ask.
func (r *run) request(ctx context.Context, ask querygen.Ask, c *Commit) (page.Request, *Stop, error) {
	if ask.Page > 1 {
		w := r.walks[ask.Query.Key()]
		if w == nil {
			return page.Request{}, nil, fmt.Errorf("page %d of %s is not known", ask.Page, r.query)
		}
		return w.next, nil, nil
	}
	if p := r.state.Profile; p.OneToken && p.Spent {
		var unused int
		return r.renew(ctx, ask, c, &unused)
	}
	return r.fill(*r.state.Profile.Form, ask)
}

func (r *run) fill(f forms.Form, ask querygen.Ask) (page.Request, *Stop, error) {
	values := valuesOf(ask.Query)
	if e := r.state.Profile.endpoint(values); e != nil && r.o.Browser != RenderAlways {
		req, err := e.Fill(values, forms.Progress{}, time.Now().UnixMilli())
		return req, nil, err
	}
	return r.fillForm(f, ask)
}

// fillForm is fill for the form itself, whatever endpoint may be known.
func (r *run) fillForm(f forms.Form, ask querygen.Ask) (page.Request, *Stop, error) {
	values := valuesOf(ask.Query)
	for name := range values {
		if ownControl(name) {
			delete(values, name)
		}
	}
	req, err := withOffered(f, ask.Query).Fill(values, forms.Submission{Named: r.o.Form != "", By: r.by()})
	if guard, ok := errors.AsType[*forms.GuardError](err); ok {
		return req, &Stop{Kind: NoForm, Reason: guard.Error()}, nil
	}
	return r.shown(req), nil, err
}

// Runs end after so many asks in a row without an answer.
const (
	maxBlocked = 3
	maxFailed  = 8
	maxRefused = 60
)

// noAnswer books an ask that brought no page to read. It never counts as an
// empty answer.
func (r *run) noAnswer(a *Answer, err error) *Stop {
	a.Outcome.Note = err.Error()
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok {
		a.Outcome.Status = querygen.Refused
		r.refused++
		first := r.planner.Queries() == 0
		if refused.Guard == "robots" && (first || r.refused >= maxRefused) {
			return &Stop{Kind: Forbidden, Reason: fmt.Sprintf("robots.txt forbids the search: %s", refused.Rule)}
		}
		return nil
	}
	a.Outcome.Status = querygen.Failed
	r.failed++
	if r.failed >= maxFailed {
		return &Stop{Kind: Broken, Reason: fmt.Sprintf("%d questions in a row failed, last: %v; the same command goes on", r.failed, err)}
	}
	return nil
}

// blockReason says why a page is no answer but a refusal to serve us; "" where it is an answer.
func blockReason(p *page.Page, res extract.Result) string {
	switch p.Status {
	case 401, 402, 403, 407, 429, 451:
		return fmt.Sprintf("status %d", p.Status)
	}
	return res.Blocked
}
