package answering

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// reader reads pages into answers.
type reader struct {
	*asked
	requests *Requests
	witness  *witness
	apart    *apart
	learner  *learner
	lesson   *lesson
}

// ReadPage reads a page into an answer.
func (r *reader) ReadPage(a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	c.Page = p
	profile := r.profile(c)
	doc, err := behind.Document(profile.EndpointOf(a.Outcome.Query, a.Request), p)
	if err != nil {
		return r.apart.noAnswer(a, err)
	}
	r.apart.refused = 0
	return r.read(a, c, p, doc, a.Outcome.Query.Words(*profile.Form))
}

// readAnew reads a page into an answer in place of what was read into it.
func (r *reader) readAnew(a *ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return r.ReadPage(a, c, p)
}

// mayRefuse reports whether a question is one that sites like to refuse, beside others
// that they answer: to show all, where the form has a box for words.
func (r *reader) mayRefuse(o querygen.Outcome) bool {
	form := r.State.Profile.Form
	return o.Page == 1 && slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Role == forms.QueryRole }) && len(manner.Words(o.Query.Words(*form))) == 0
}

// blank reports whether a page says nothing at all: that is never an answer.
func blank(s manner.Sight) bool { return len(s.Res.Outline.Lines) == 0 && len(s.Res.Records) == 0 }

// onlyFrame reports whether what was read as records is what stands on every page, to the
// last field: a record may have the title of a page that all others link to.
func onlyFrame(m ledger.Manner, records []extract.Record) bool {
	foreign := func(text string) bool {
		_, frame := slices.BinarySearch(m.Frame, extract.LineHash(text))
		return !frame
	}
	return len(records) > 0 && len(m.Frame) > 0 && !slices.ContainsFunc(records, func(rec extract.Record) bool {
		return foreign(rec.Title) || slices.ContainsFunc(rec.Fields, func(f extract.Field) bool { return foreign(f.Value) })
	})
}

// readOut reports whether a further page without records is beyond the end of an
// answer: as many stand before it as the answer has, or nothing led to it and it says
// nothing that other pages do not.
func (r *reader) readOut(o querygen.Outcome, s manner.Sight) bool {
	if o.Page == 1 || len(s.Res.Records) > 0 {
		return false
	}
	return r.Paging.Ended(o.Query, o.Page) || r.Paging.Jumped(o.Query, o.Page) && (s.SaysNothing() || s.Profile.Background.Pages == 0)
}

// beyondTotal reports whether a further page shows what its answer cannot have: all that it
// claims came before, the page leads on, and no other answer brought any of its records.
func (r *reader) beyondTotal(o querygen.Outcome, res extract.Result) bool {
	return r.Planner != nil && len(res.Records) > 0 && !res.Next.IsZero() && !res.Capped && r.Paging.Overruns(o.Query, o.Page, res.Total) &&
		!slices.ContainsFunc(res.Records, func(rec extract.Record) bool { return r.Planner.Holds(rec.Key) })
}

// mustHave reports whether an answer has records by what is known: the page before leads on, or,
// where the site answers wrongly now and then, some that are held have the word asked for.
func (r *reader) mustHave(o querygen.Outcome) bool {
	return r.Planner != nil && !o.Query.Nonsense && (o.Page > 1 && r.Paging.LeadsOn(o.Query, o.Page-1) || o.Page == 1 && r.evidence.Unsteady() && r.Planner.HaveWord(o.Query) > 0)
}

// instead reports whether a page lists just the records that pages list where nothing was
// found, and they do not have what was asked for.
func instead(s manner.Sight) bool {
	listed := s.Profile.Instead
	return len(listed) > 1 && s.Res.Total <= 0 && s.Res.Next.IsZero() && s.Fit() < len(listed) && slices.Equal(keysOf(s.Res.Records), listed)
}

// doubtfulRecords says what is odd about the records of a page, "" where nothing is.
func (r *reader) doubtfulRecords(s manner.Sight, a ledger.Answer) (kind manner.Kind, detail string) {
	o, res := a.Outcome, s.Res
	if r.ledOff(s, a) {
		return manner.LedOff, s.Page.Final.String()
	}
	if _, section := r.Paging.Total(o); res.Misfit != "" && (!section || len(res.Records) < 2) {
		return manner.Misfit, res.Misfit
	}
	if keeps, another, ok := s.KeepsAsked(); ok && !keeps && s.Profile.Manner.Loses == 0 && (another || s.Profile.Manner.Keeps > 0) {
		return manner.Another, "its pager leads on in another answer"
	}
	if kind, of := r.evidence.Repeats(s, o); kind != "" {
		return kind, of
	}
	if r.Paging.SentBack(a, s.Page.Final, res.Next.URL) {
		return manner.Stale, s.Page.Final.String()
	}
	if len(res.Records) >= paging.ProofRows && s.Unrelated() {
		return manner.Unrelated, ""
	}
	size, n := r.Paging.PageSize(), len(res.Records)
	ends := r.Paging.Before(o.Query, o.Page, size) + n
	if res.Total > ends && !res.Capped && res.Next.IsZero() && (n < size || r.evidence.Reached(ends)) {
		return manner.CutShort, fmt.Sprintf("%d of %d", ends, res.Total)
	}
	r.evidence.Reach(ends)
	return "", ""
}

// manner.LedOff reports whether the site led, before any list was seen, to a page that may be
// that of a record: a few links there are no list that anything could be learned from.
func (r *reader) ledOff(s manner.Sight, a ledger.Answer) bool {
	return a.Outcome.Page == 1 && r.Planner != nil && r.Planner.Held() == 0 && !s.Page.Request.Render && ledElsewhere(s.Page, a.Request) && len(s.Res.Records) < paging.ProofRows && s.Res.Total < 0 && s.Res.Next.IsZero()
}

// ledElsewhere reports whether a request was led to a page of another kind.
func ledElsewhere(p *page.Page, by page.Request) bool {
	return !p.Final.IsZero() && manner.Shape(p.Final) != manner.Shape(by.URL)
}

// ownPage reports whether the search led straight to the page of a record, and
// returns that.
func (r *reader) ownPage(s manner.Sight, a ledger.Answer) (extract.Record, bool) {
	final := s.Page.Final
	if a.Outcome.Page > 1 || a.Outcome.Query.Nonsense || s.Page.Request.Render || final.IsZero() || !r.Own(final) ||
		final.Canonical() == a.Request.URL.Canonical() || s.Page.Status >= 400 || r.Planner == nil {
		return extract.Record{}, false
	}
	one := extract.OwnPage(s.Doc, s.Profile.Wrapper, s.Profile.Keys, s.Profile.Unsteady, slices.Concat(s.Profile.Manner.Home, s.Profile.Manner.Frame))
	one.Key = cmp.Or(s.Profile.Former[one.Key], one.Key)
	return one, r.Planner.Holds(one.Key) || r.evidence.Placed(final, a.Request.URL)
}

// single makes a record's own page the answer: it is the only match.
func (r *reader) single(a *ledger.Answer, p *page.Page, one extract.Record) *ledger.Stop {
	o := &a.Outcome
	if one.Key == "" {
		o.Status, o.Note = querygen.Answered, "the site leads straight to a record's own page, which lacks what the profile requires or tells records apart by"
		return nil
	}
	o.Status, o.Total, o.Note = querygen.Answered, 1, "the site leads straight to the one record"
	if r.Planner.Holds(one.Key) { // its row in a list has said more
		one = extract.Record{Key: one.Key, URL: one.URL}
	}
	a.Records = []extract.Record{one}
	r.Behind.Join(p, a.Records)
	o.Rows = []querygen.Row{{Key: one.Key, Text: one.Text}}
	r.evidence.Settle(*o, extract.Outline{})
	return nil
}

// besideRow leaves out what is no record but a part of the list: what the row of links leads to
// by which it is asked.
func besideRow(f *forms.Form, records []extract.Record) []extract.Record {
	if !f.IsRow() {
		return records
	}
	return slices.DeleteFunc(records, func(rec extract.Record) bool {
		return slices.ContainsFunc(f.Fields[0].Options, func(o forms.Option) bool {
			return rec.Title == o.Label || !rec.URL.IsZero() && forms.Leads(o).URL.Canonical() == rec.URL.Canonical()
		})
	})
}

// dividing returns a row with the links behind its own that an answer has in the place of a list;
// nil where it has none. Before it is known what a list looks like, a few links may be one.
func dividing(p ledger.Profile, o querygen.Outcome, doc *page.Document, res extract.Result) *forms.Form {
	const most, least = 2000, 3 // links: an address may go on for ever
	f := *p.Form
	if !f.IsRow() || len(f.Fields[0].Options) > most || o.Page > 1 || o.Query.Nonsense || len(o.Query.Bind) != 1 {
		return nil
	}
	row := f.Fields[0]
	at := slices.IndexFunc(row.Options, func(option forms.Option) bool { return option.Value == o.Query.Bind[0].Value })
	if at < 0 {
		return nil
	}
	under := forms.Below(doc, row.Options[at], res.Next.URL, 1, func(option forms.Option) bool {
		return slices.ContainsFunc(row.Options, func(known forms.Option) bool { return known.Leads == option.Leads })
	})
	lists := slices.ContainsFunc(res.Records, func(rec extract.Record) bool { return under.Beside(rec.Title, rec.Text, rec.URL) })
	if len(under.Links) == 0 || lists || (!under.Says || under.Apart) && (len(res.Records) > 0 || p.Wrapper.Unplaced() || len(under.Links) < least) {
		return nil
	}
	f.Fields = slices.Clone(f.Fields)
	f.Fields[0].Options = forms.Distinct(slices.Concat(row.Options, forms.Named(row.Options[at], under.Links)))
	return &f
}

// despiteError reports whether a page has an answer though its status says that it
// is an error page: the message and the menus of these would be taken for records.
func despiteError(p ledger.Profile, res extract.Result) bool {
	return len(res.Records) > 0 && (res.Sure || res.Total > 0 || !p.Wrapper.Unplaced() && res.Misfit == "")
}

// idle reports whether an answer lists, without a total, only what stood there unasked.
func idle(p ledger.Profile, res extract.Result, asked []string) bool {
	return res.Total < 0 && unasked(p, res, asked)
}

// unasked reports whether a page lists, and leads to no further one, only what the form's
// page listed before anything was asked. Those of them that hold the words asked for, and
// no others, are what a search finds of a list that was shown whole; so are some with gaps
// between them, whose words may stand where the list does not show them.
func unasked(p ledger.Profile, res extract.Result, asked []string) bool {
	if len(res.Records) == 0 || !res.Next.IsZero() {
		return false
	}
	if looked := manner.Words(asked); len(looked) > 0 && len(res.Records) < len(p.Idle) && !slices.ContainsFunc(res.Records, func(rec extract.Record) bool {
		text := strings.ToLower(rec.Title + " " + rec.Text)
		return slices.ContainsFunc(looked, func(w string) bool { return !strings.Contains(text, w) })
	}) {
		return false
	}
	last, gaps, inOrder := -1, false, true
	for _, rec := range res.Records {
		at := slices.Index(p.Idle, rec.Title)
		if at < 0 {
			return false
		}
		gaps, inOrder = gaps || last >= 0 && at > last+1, inOrder && at >= last
		last = at
	}
	return !gaps || !inOrder && !ranked(res.Records, asked)
}

// ranked reports whether a list begins with records that have all words asked for, behind which
// stand others, none of which has them: what comes nearest.
func ranked(records []extract.Record, asked []string) bool {
	fit, lacking, looked := 0, 0, manner.Words(asked)
	for _, rec := range records {
		text := strings.ToLower(rec.Title + " " + rec.Text)
		switch {
		case slices.ContainsFunc(looked, func(w string) bool { return !strings.Contains(text, w) }):
			lacking++
		case lacking > 0:
			return false
		default:
			fit++
		}
	}
	return len(looked) > 0 && fit > 0 && lacking > 0
}

// reject sees to a page by which the site says that a question is wrong. Where it does so
// steadily, and answers others, that is its answer: it refuses the question, and has no such
// page of one that it answered before.
func (r *reader) reject(a *ledger.Answer, p *page.Page, outline extract.Outline) *ledger.Stop {
	o := &a.Outcome
	why, kind := fmt.Sprintf("status %d", p.Status), manner.Rejected
	if o.Page > 1 {
		kind = manner.Missing
	}
	_, answered, _ := r.Planner.Put()
	switch {
	case answered == 0:
		return r.apart.noAnswer(a, errors.New(why))
	case (o.Page == 1 || !r.Paging.Jumped(o.Query, o.Page)) && !r.apart.believes(kind, *o, outline):
		return r.apart.hold(a, kind, why)
	case o.Page > 1:
		o.Status = querygen.Empty
	default:
		o.Status, o.Reason, o.Note = querygen.Refused, kind, fmt.Sprintf("%s: %s", manner.Text(kind), why)
	}
	r.evidence.Settle(*o, outline)
	r.apart.strange = nil
	return nil
}

// failing sees to a page that is no answer at all: the site will not serve us, or
// says that something went wrong.
func (r *reader) failing(a *ledger.Answer, p *page.Page, doc *page.Document, res extract.Result) (stop *ledger.Stop, failed bool) {
	o := &a.Outcome
	if res.Blocked == "" && len(res.Records) == 0 && !res.Empty && ledElsewhere(p, a.Request) && extract.AsksLogin(doc) {
		res.Blocked = extract.LoginWall
	}
	reason := BlockReason(p, res)
	switch {
	case reason == "":
		return nil, false
	case reason == extract.SoftError && p.Status < 400:
		o.Status, o.Note = querygen.Failed, "the page says that something went wrong"
		return r.evidence.Fail(evidence.Of(*o), o.Note), true
	}
	o.Status, o.Reason, o.Note = querygen.Failed, blocked, "blocked: "+reason
	if p.Status == http.StatusForbidden && res.Blocked == "" {
		if o.Reason = forbids; r.witness.refuses.choosy() {
			o.Status = querygen.Refused
			r.witness.forgive(p)
		}
	}
	row, end := r.evidence.Block()
	if res.Blocked != "" {
		r.witness.turnedAway(p)
	}
	often := r.witness.turned.often()
	if (end || often != "") && res.Blocked == extract.LoginWall {
		return &ledger.Stop{Kind: ledger.Blocked, Reason: fmt.Sprintf("the site asks for a login (%s: %s); what is held is saved. Where the site is yours, or permits it, its entry in hadal.yaml may say who asks (login, cookies, headers, basic-auth)", cmp.Or(often, fmt.Sprintf("%d answers in a row", row)), p.Final)}, true
	}
	if end || often != "" {
		return &ledger.Stop{Kind: ledger.Blocked, Reason: fmt.Sprintf("the site blocks us (%s, %s); what is held is saved. Try later, slower (--delay)", reason, cmp.Or(often, fmt.Sprintf("%d answers in a row", row)))}, true
	}
	return nil, true
}
