package answering

import (
	"cmp"
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
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// ReadPage reads a page into an answer.
func (r *Answerer) ReadPage(a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	c.Page = p
	profile := r.State.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	doc, err := behind.Document(profile.EndpointOf(a.Outcome.Query, a.Request), p)
	if err != nil {
		return r.noAnswer(a, err)
	}
	r.refused = 0
	return r.read(a, c, p, doc, a.Outcome.Query.Words(*profile.Form))
}

// read turns an answer page into the outcome, its records and its next page.
func (r *Answerer) read(a *ledger.Answer, c *ledger.Commit, p *page.Page, doc *page.Document, words []string) *ledger.Stop {
	o := &a.Outcome
	profile := r.State.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	e := profile.EndpointOf(o.Query, a.Request)
	word := o.Query.Nonsense && (e != nil || asksBox(profile.Form, o.Query))
	reading := extract.Options{Query: words, Background: profile.Background, Wrapper: &profile.Wrapper, Learning: profile.Learning, Keys: profile.Keys, Nothing: profile.Empty, Outline: e == nil}
	steps := p.Request.Render && p.Request.Script != "" && r.By() != forms.ByRequest
	if steps && len(words) == 0 && !o.Query.Nonsense {
		// What stands there unasked may be all there is, though answers are drawn
		// over it.
		reading.Background = extract.Background{}
	}
	if e != nil {
		reading = behind.Reading(*e, reading)
	}
	res := extract.Read(doc, reading)
	wrong := e == nil && !o.Query.Nonsense && manner.Rejects(p.Status) && !despiteError(profile, res)
	if !wrong || res.Blocked != extract.SoftError {
		if stop, failed := r.failing(a, p, res); failed {
			return stop
		}
	}
	if doc.Cut || res.Cut || p.Truncated {
		r.Tell("note", fmt.Sprintf("%s is too large to be read whole, what is beyond is left out: a larger max-body reads more", p.Final))
	}
	onPage := forms.Parse(doc)
	if renewed, ok := r.freshToken(profile, onPage, a.Request.Method == "POST"); ok {
		profile = renewed
		c.Profile = &profile
	}
	if e == nil && r.onlyFrame(profile.Manner, res.Records) {
		res.Records, res.Next, res.Total = nil, extract.Step{}, -1
	}
	s := manner.Sight{Page: p, Doc: doc, Res: res, Asked: o.Query.Bind, Words: words, Profile: profile}
	var kind manner.Kind
	if e == nil {
		if one, ok := r.ownPage(s, *a); ok {
			return r.single(a, p, one)
		}
		kind = s.Foreign(r.Site.Start.Site(), o.Query.Nonsense)
		if kind == manner.Unframed && wrong { // servers say so on pages of their own
			return r.reject(a, p, res.Outline)
		}
		if kind != "" && (blank(s) && !o.Query.Nonsense || !r.believes(kind, *o, res.Outline)) {
			if kind == manner.Unframed {
				r.keep(*o, s, reading)
			}
			return r.hold(a, kind, "")
		}
	}
	if o.Page == 1 {
		o.Offers = offers(profile.Form, onPage)
	}
	if word && e == nil {
		if kind == "" && len(res.Records) >= paging.ProofRows && res.Sure && (res.Total > 0 || !res.Next.IsZero()) && !r.believes(manner.Stale, *o, res.Outline) {
			return r.hold(a, manner.Stale, "nothing can match")
		}
		r.learnNothing(&profile, s, true)
		c.Profile = &profile
	}
	o.Total, o.Capped = res.Total, res.Capped
	switch {
	case word:
		o.Status, o.Total = querygen.Empty, -1
	case o.Query.Nonsense:
		if o.Status, o.Note = r.impossible(o.Query, p, doc, res, words); o.Status == querygen.Empty {
			r.learnNothing(&profile, s, false)
			c.Profile = &profile
		}
		o.Total = -1
	case e == nil && len(res.Records) == 0 && extract.TooMuch(doc):
		o.Status, o.Note = querygen.Refused, "the site says that this matches too much"
	case res.Empty:
		o.Status = querygen.Empty
		r.lesson.hold(s)
	case instead(profile, res), e == nil && manner.NothingHere(profile.Manner, p.Status), r.readOut(*o, s):
		o.Status = querygen.Empty
	case wrong:
		return r.reject(a, p, res.Outline)
	case p.Status >= 400 && !despiteError(profile, res):
		return r.noAnswer(a, fmt.Errorf("status %d", p.Status))
	case o.Page == 1 && !steps && e == nil && idle(profile, res, words):
		if kind != manner.AtHome && !r.mayRefuse(*o) && !r.believes(manner.AtHome, *o, res.Outline) {
			return r.hold(a, manner.AtHome, "")
		}
		o.Status, o.Note = querygen.Refused, "the page is the form's own again: nothing was asked"
	case len(res.Records) == 0:
		if e == nil && !r.mayRefuse(*o) && !r.believes(manner.Silent, *o, res.Outline) {
			return r.hold(a, manner.Silent, "")
		}
		o.Status, o.Reason, o.Note = querygen.Refused, manner.Silent, manner.Text(manner.Silent)
		if e == nil && o.Page > 1 {
			o.Status, o.Reason, o.Note = querygen.Empty, "", "" // an answer that showed records before does not refuse
		}
	default:
		if e == nil {
			if kind, detail := r.doubtfulRecords(s, *a); kind != "" && !r.believes(kind, *o, res.Outline) {
				if kind == manner.Misfit {
					r.keep(*o, s, reading)
				}
				return r.hold(a, kind, detail)
			}
		}
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
		if next := session.GoingOn(p); !a.Outcome.More && !next.URL.IsZero() {
			a.Next, o.More = next, true
		}
		learned := r.learn(&profile, o, doc, reading, res)
		if e == nil {
			learned = r.learnManner(&profile, s) || learned
		}
		if offer(&profile, p.Final, doc, res) || learned {
			c.Profile = &profile
		}
	}
	r.evidence.Settle(evidence.Of(*o))
	r.strange = nil
	return nil
}

// reject sees to a page by which the site says that a question is wrong. Where it does so
// steadily, and answers others, that is its answer: it refuses the question, and has no such
// page of one that it answered before.
func (r *Answerer) reject(a *ledger.Answer, p *page.Page, outline extract.Outline) *ledger.Stop {
	o := &a.Outcome
	why, kind := fmt.Sprintf("status %d", p.Status), manner.Rejected
	if o.Page > 1 {
		kind = manner.Missing
	}
	_, answered, _ := r.Planner.Put()
	switch {
	case answered == 0:
		return r.noAnswer(a, errors.New(why))
	case (o.Page == 1 || !r.Paging.Jumped(o.Query, o.Page)) && !r.believes(kind, *o, outline):
		return r.hold(a, kind, why)
	case o.Page > 1:
		o.Status = querygen.Empty
	default:
		o.Status, o.Reason, o.Note = querygen.Refused, kind, fmt.Sprintf("%s: %s", manner.Text(kind), why)
	}
	r.evidence.Settle(evidence.Of(*o))
	r.strange = nil
	return nil
}

// mayRefuse reports whether a question is one that sites like to refuse, beside others
// that they answer: to show all, where the form has a box for words.
func (r *Answerer) mayRefuse(o querygen.Outcome) bool {
	form := r.State.Profile.Form
	return o.Page == 1 && slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Role == forms.QueryRole }) && len(manner.Words(o.Query.Words(*form))) == 0
}

// blank reports whether a page says nothing at all: that is never an answer.
func blank(s manner.Sight) bool { return len(s.Res.Outline.Lines) == 0 && len(s.Res.Records) == 0 }

// onlyFrame reports whether what was read as records is what stands on every page.
func (r *Answerer) onlyFrame(m ledger.Manner, records []extract.Record) bool {
	return len(records) > 0 && len(m.Frame) > 0 && !slices.ContainsFunc(records, func(rec extract.Record) bool {
		_, frame := slices.BinarySearch(m.Frame, extract.LineHash(rec.Title))
		return !frame
	})
}

// failing sees to a page that is no answer at all: the site will not serve us, or
// says that something went wrong.
func (r *Answerer) failing(a *ledger.Answer, p *page.Page, res extract.Result) (stop *ledger.Stop, failed bool) {
	o := &a.Outcome
	reason := BlockReason(p, res)
	switch {
	case reason == "":
		return nil, false
	case reason == extract.SoftError && p.Status < 400:
		o.Status, o.Note = querygen.Failed, "the page says that something went wrong"
		return r.evidence.Fail(evidence.Of(*o), o.Note), true
	}
	o.Status, o.Reason, o.Note = querygen.Failed, blocked, "blocked: "+reason
	if r.choosy && p.Status == http.StatusForbidden && res.Blocked == "" {
		o.Status = querygen.Refused
		r.forgive(p)
	}
	row, end := r.evidence.Block()
	if res.Blocked != "" {
		r.turnedAway(p)
	}
	if often := r.turned.often(); end || often != "" {
		return &ledger.Stop{Kind: ledger.Blocked, Reason: fmt.Sprintf("the site blocks us (%s, %s); what is held is saved. Try later, slower (--delay)", reason, cmp.Or(often, fmt.Sprintf("%d answers in a row", row)))}, true
	}
	return nil, true
}

// readOut reports whether a further page without records is beyond the end of an
// answer: as many stand before it as the answer has, or nothing led to it and it says
// nothing that other pages do not.
func (r *Answerer) readOut(o querygen.Outcome, s manner.Sight) bool {
	if o.Page == 1 || len(s.Res.Records) > 0 {
		return false
	}
	return r.Paging.Ended(o.Query, o.Page) || r.Paging.Jumped(o.Query, o.Page) && (s.SaysNothing() || s.Profile.Background.Pages == 0)
}

// learnNothing folds the answer to a question that cannot match into what is known
// of pages that found nothing.
func (r *Answerer) learnNothing(p *ledger.Profile, s manner.Sight, asksWord bool) {
	if !p.Frozen {
		p.Background.Labels = labelsOf(p.Form)
		learn := p.Background.Learn
		if !asksWord && len(s.Res.Records) > 0 {
			learn, p.Instead = p.Background.Beside, keysOf(s.Res.Records)
		}
		p.Background = learn(s.Doc, s.Words).Denying(s.Res.Outline, p.Manner.Home)
	}
	if p.Empty == "" {
		p.Empty = extract.Denial(s.Doc, s.Words)
	}
	p.Manner.Repeats = p.Manner.Repeats || s.Res.Outline.Echo
	if s.Res.Outline.Garbled {
		p.Manner.Garbled = 1
	}
	if s.Page.Status == http.StatusNotFound || s.Page.Status == http.StatusGone || s.Page.Status == http.StatusNoContent {
		p.Manner.None = s.Page.Status
	}
}

// keysOf returns the keys of records, sorted.
func keysOf(records []extract.Record) []string {
	var out []string
	for _, rec := range records {
		out = append(out, rec.Key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// instead reports whether a page lists just the records that pages list where nothing was found.
func instead(p ledger.Profile, res extract.Result) bool {
	return len(p.Instead) > 1 && res.Total <= 0 && res.Next.IsZero() && slices.Equal(keysOf(res.Records), p.Instead)
}

// learnManner folds an answer with records into what answers have in common, and
// reports whether that changed.
func (r *Answerer) learnManner(p *ledger.Profile, s manner.Sight) bool {
	now := s.Framed(p.Manner, p.Background)
	background, changed := p.Background.Answered(s.Res.Outline)
	if !p.Frozen {
		p.Background = background
	}
	changed = changed && !p.Frozen || !manner.Same(now, p.Manner)
	p.Manner = now
	for _, rec := range s.Res.Records {
		r.evidence.Place(rec.URL)
	}
	return changed
}

// doubtfulRecords says what is odd about the records of a page, "" where nothing is.
func (r *Answerer) doubtfulRecords(s manner.Sight, a ledger.Answer) (kind manner.Kind, detail string) {
	o, res := a.Outcome, s.Res
	if r.ledOff(s, a) {
		return manner.LedOff, s.Page.Final.String()
	}
	if res.Misfit != "" {
		return manner.Misfit, res.Misfit
	}
	if keeps, ok := s.KeepsAsked(); ok && !keeps && s.Profile.Manner.Keeps > 0 && s.Profile.Manner.Loses == 0 {
		return manner.Another, "its pager leads on in manner.Another answer"
	}
	if kind, of := r.evidence.Repeats(s, o); kind != "" {
		return kind, of
	}
	if len(res.Records) >= paging.ProofRows && s.Unrelated() {
		return manner.Unrelated, ""
	}
	size, n := r.Paging.PageSize(), len(res.Records)
	ends := r.Paging.Before(o.Query, o.Page, size) + n
	if res.Total > ends && !res.Capped && res.Next.IsZero() && n < size && !r.evidence.EndsAlike(o, ends) {
		return manner.CutShort, fmt.Sprintf("%d of %d", ends, res.Total)
	}
	r.evidence.Reach(ends)
	return "", ""
}

// manner.LedOff reports whether the site led, before any list was seen, to a page that may be
// that of a record: a few links there are no list that anything could be learned from.
func (r *Answerer) ledOff(s manner.Sight, a ledger.Answer) bool {
	return a.Outcome.Page == 1 && r.Planner != nil && r.Planner.Held() == 0 && !s.Page.Request.Render && !s.Page.Final.IsZero() &&
		manner.Shape(s.Page.Final) != manner.Shape(a.Request.URL) && len(s.Res.Records) < paging.ProofRows && s.Res.Total < 0 && s.Res.Next.IsZero()
}

// ownPage reports whether the search led straight to the page of a record, and
// returns that.
func (r *Answerer) ownPage(s manner.Sight, a ledger.Answer) (extract.Record, bool) {
	final := s.Page.Final
	if a.Outcome.Page > 1 || a.Outcome.Query.Nonsense || s.Page.Request.Render || final.IsZero() || final.Site() != r.Site.Start.Site() ||
		final.Canonical() == a.Request.URL.Canonical() || s.Page.Status >= 400 || r.Planner == nil {
		return extract.Record{}, false
	}
	one := extract.OwnPage(s.Doc, s.Profile.Wrapper, s.Profile.Keys, slices.Concat(s.Profile.Manner.Home, s.Profile.Manner.Frame))
	return one, r.Planner.Holds(one.Key) || r.evidence.Placed(final, a.Request.URL)
}

// single makes a record's own page the answer: it is the only match.
func (r *Answerer) single(a *ledger.Answer, p *page.Page, one extract.Record) *ledger.Stop {
	o := &a.Outcome
	o.Status, o.Total, o.Note = querygen.Answered, 1, "the site leads straight to the one record"
	if r.Planner.Holds(one.Key) { // its row in a list has said more
		one = extract.Record{Key: one.Key, URL: one.URL}
	}
	a.Records = []extract.Record{one}
	r.Behind.Join(p, a.Records)
	o.Rows = []querygen.Row{{Key: one.Key, Text: one.Text}}
	r.evidence.Settle(evidence.Of(*o))
	return nil
}

// despiteError reports whether a page has an answer though its status says that it
// is an error page: the message and the menus of these would be taken for records.
func despiteError(p ledger.Profile, res extract.Result) bool {
	return len(res.Records) > 0 && (res.Sure || res.Total > 0 || !p.Wrapper.IsZero() && res.Misfit == "")
}

// idle reports whether an answer lists, without a total or a further page, only
// what the form's page listed before anything was asked. Those of them that hold the
// words asked for, and no others, are what a search finds of a list that was shown whole.
func idle(p ledger.Profile, res extract.Result, asked []string) bool {
	if len(res.Records) == 0 || res.Total >= 0 || !res.Next.IsZero() {
		return false
	}
	if looked := manner.Words(asked); len(looked) > 0 && len(res.Records) < len(p.Idle) && !slices.ContainsFunc(res.Records, func(rec extract.Record) bool {
		text := strings.ToLower(rec.Title + " " + rec.Text)
		return slices.ContainsFunc(looked, func(w string) bool { return !strings.Contains(text, w) })
	}) {
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
func (r *Answerer) records(a *ledger.Answer, p *page.Page, doc *page.Document, res extract.Result, e *endpoint.Endpoint) {
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
	next, err := r.leads(doc, res.Next, o.Query.Words(*r.State.Profile.Form))
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
func (r *Answerer) leads(doc *page.Document, s extract.Step, asked []string) (page.Request, error) {
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
	if s.URL.IsZero() || s.URL.Site() != r.Site.Start.Site() {
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
func (r *Answerer) turn(f forms.Form, s extract.Step) (page.Request, error) {
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

// BlockReason says why a page is no answer but a refusal to serve us; "" where it is an answer.
func BlockReason(p *page.Page, res extract.Result) string {
	switch p.Status {
	case 401, 402, 403, 407, 429, 451:
		return fmt.Sprintf("status %d", p.Status)
	}
	return res.Blocked
}
