package answering

import (
	"errors"
	"fmt"
	"net/http"

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
)

// sheet is a page that is read into an answer, and what is known of it so far. Each step either
// ends the reading, or leaves the page to the next one.
type sheet struct {
	*reader
	a       *ledger.Answer
	c       *ledger.Commit
	p       *page.Page
	doc     *page.Document
	words   []string
	e       *endpoint.Endpoint // that it came from; nil for a page of the site
	profile ledger.Profile     // with what is learned from the page
	reading extract.Options
	res     extract.Result
	onPage  []forms.Form
	next    page.Request // by the parameter that a person says
	s       manner.Sight
	kind    manner.Kind // what is odd about the page as a whole

	steps      bool // a browser took steps to it
	word       bool // it answers a made-up word
	wrong      bool // its status says that the question is wrong
	drawn      bool // its list may be drawn by chance
	advertised bool // rows were left out that somebody has paid for
}

// read turns an answer page into the outcome, its records and its next page.
func (r *reader) read(a *ledger.Answer, c *ledger.Commit, p *page.Page, doc *page.Document, words []string) *ledger.Stop {
	x := &sheet{reader: r, a: a, c: c, p: p, doc: doc, words: words, profile: r.profile(c)}
	x.extract()
	if !x.wrong || x.res.Blocked != extract.SoftError {
		if stop, failed := r.failing(a, p, doc, x.res); failed {
			return stop
		}
	}
	x.note()
	if x.divides() {
		return nil
	}
	if stop, done := x.asWhole(); done {
		return stop
	}
	if stop, done := x.byChance(); done {
		return stop
	}
	if stop, done := x.judge(); done {
		return stop
	}
	x.settle()
	return nil
}

// learned has the profile kept, with what was learned from the page.
func (x *sheet) learned() { x.c.Profile = &x.profile }

// extract reads the page as far as it says itself what it is.
func (x *sheet) extract() {
	o := &x.a.Outcome
	x.e = x.profile.EndpointOf(o.Query, x.a.Request)
	x.word = o.Query.Nonsense && (x.e != nil || asksBox(x.profile.Form, o.Query))
	x.steps = x.p.Request.Render && x.p.Request.Script != "" && x.By() != forms.ByRequest
	x.reading = x.profile.Reading(x.words)
	x.reading.Learning, x.reading.Outline, x.reading.Next = x.profile.Learning, x.e == nil, x.Options.Reach.Pager.Next
	_, x.reading.Section = x.Paging.Total(*o)
	if x.steps && len(x.words) == 0 && !o.Query.Nonsense {
		// What stands there unasked may be all there is, though answers are drawn
		// over it.
		x.reading.Background, x.reading.Idle = extract.Background{}, nil
	}
	if x.e != nil {
		x.reading = behind.Reading(*x.e, x.reading)
	}
	x.res = extract.Read(x.doc, x.reading)
	if x.e != nil && ledger.LooksFor(*x.e, o.Query) {
		x.res = behind.Saying(x.res, o.Query.Bind[0].Value)
	}
	if x.e == nil && x.Options.Reach.Pager.Parameter != "" {
		x.next = x.numbered(*o, x.p, x.res)
		x.res.Next = extract.Step{URL: x.next.URL}
	}
	x.wrong = x.e == nil && !o.Query.Nonsense && manner.Rejects(x.p.Status) && !despiteError(x.profile, x.res)
}

// note tells what a person should know of the page, and takes the token that it brought.
func (x *sheet) note() {
	if !x.a.Outcome.Query.Nonsense {
		x.learner.Lacks.miss(x.res, x.p.Final.String())
	}
	for _, note := range x.learner.Lacks.see(x.profile, x.res, x.p.Final.String()) {
		x.Tell("note", note)
	}
	if x.doc.Cut || x.res.Cut || x.p.Truncated {
		x.Tell("note", fmt.Sprintf("%s is too large to be read whole, what is beyond is left out: a larger max-body reads more", x.p.Final))
	}
	x.onPage = forms.Parse(x.doc)
	if renewed, ok := freshToken(x.profile, x.onPage); ok {
		x.profile, x.requests.Inherited = renewed, false
		x.learned()
		if fresh, ok := x.profile.Form.Refresh(x.next); ok {
			x.next = fresh
		}
	}
}

// divides leaves out what is no record but leads to parts of the list, and reports whether
// the page has nothing else.
func (x *sheet) divides() bool {
	o := &x.a.Outcome
	x.res.Records = besideRow(x.profile.Form, x.res.Records)
	more := dividing(x.profile, *o, x.doc, x.res)
	if more == nil || x.e != nil {
		return false
	}
	x.profile.Form, x.Grown = more, true
	x.learned()
	o.Status, o.Note = querygen.Empty, "the page lists nothing, and has a row of links that divides it: these are asked"
	return true
}

// asWhole sees to a page that is no answer, whatever it lists: to a record's own, and to one that
// is not the site's as it is known.
func (x *sheet) asWhole() (stop *ledger.Stop, done bool) {
	o := &x.a.Outcome
	// A few links that stand where no record stood, and lead where none was, are no answer.
	stray := x.res.Misfit != "" && len(x.res.Records) < paging.ProofRows && x.evidence.Misplaced(x.res.Records)
	if x.e == nil && (stray || onlyFrame(x.profile.Manner, x.res.Records)) {
		x.res.Records, x.res.Next, x.res.Total = nil, extract.Step{}, -1
	}
	if x.p.Status == http.StatusAccepted && len(x.res.Records) == 0 { // whatever the page says, to nonsense too
		return x.apart.noAnswer(x.a, errors.New("status 202: the answer is not ready")), true
	}
	x.s = manner.Sight{Page: x.p, Doc: x.doc, Res: x.res, Asked: o.Query.Bind, Words: x.words, Profile: x.profile}
	if x.s, x.advertised = x.s.WithoutAdverts(); x.advertised {
		x.res, x.profile = x.s.Res, x.s.Profile
	}
	if x.e != nil {
		return nil, false
	}
	if one, ok := x.ownPage(x.s, *x.a); ok {
		return x.single(x.a, x.p, one), true
	}
	x.kind = x.s.Foreign(o.Query.Nonsense)
	if x.kind == manner.Unframed && x.wrong { // servers say so on pages of their own
		return x.reject(x.a, x.p, x.res.Outline), true
	}
	if x.kind != "" && (blank(x.s) && !o.Query.Nonsense || !x.apart.believes(x.kind, *o, x.res.Outline)) {
		if x.kind == manner.Unframed {
			x.apart.keep(*o, x.s, x.reading)
		}
		return x.apart.hold(x.a, x.kind, ""), true
	}
	return nil, false
}

// byChance holds a list apart that may be drawn by chance, as long as it is not known.
func (x *sheet) byChance() (stop *ledger.Stop, done bool) {
	o := &x.a.Outcome
	x.drawn = x.e == nil && o.Page == 1 && maybeDrawn(x.s)
	hits, typed := x.s.Hits()
	_, denied := choices(x.profile.Form, o.Query, x.res.Records)
	if x.drawn && !o.Query.Nonsense && denied == 0 && (hits > 0 || !typed || x.s.Fit() == len(x.res.Records)) {
		same, another := x.evidence.Came(*o, keysInOrder(x.res.Records))
		if !same && !another {
			return x.apart.hold(x.a, manner.Drawn, ""), true
		}
		x.drawn = !same
	}
	return nil, false
}

// doubted holds the page apart for a reason, unless it is the site's answer nevertheless.
func (x *sheet) doubted(kind manner.Kind, detail string) (stop *ledger.Stop, done bool) {
	if x.e != nil || x.apart.believes(kind, x.a.Outcome, x.res.Outline) {
		return nil, false
	}
	return x.apart.hold(x.a, kind, detail), true
}

// judge decides of what status the answer is, and takes its records in where it has some.
func (x *sheet) judge() (stop *ledger.Stop, done bool) {
	o, res := &x.a.Outcome, x.res
	if o.Page == 1 {
		o.Offers = offers(x.profile.Form, x.onPage)
	}
	x.total()
	switch {
	case o.Query.Nonsense:
		return x.nonsense()
	case x.e == nil && (len(res.Records) == 0 || o.Page == 1 && !x.steps && unasked(x.profile, res, x.words)) && !x.profile.Manner.Advises && !x.narrows(o.Query) && extract.TooMuch(x.doc, x.profile.Manner.Home):
		o.Status, o.Reason, o.Note = querygen.Refused, querygen.TooMuch, "the site says that this matches too much"
	case res.Empty:
		return x.denied()
	case x.drawn, x.e == nil && manner.NothingHere(x.profile.Manner, x.p.Status), x.readOut(*o, x.s):
		o.Status = querygen.Empty
	case x.beyondTotal(*o, res):
		o.Status, o.Total, o.Capped, o.Note = querygen.Empty, -1, false, "as many rows as the answer claims came before this page, which leads on for all that: what it shows is not believed"
	case instead(x.s):
		if stop, done := x.doubted(manner.Drawn, ""); done {
			return stop, true
		}
		o.Status = querygen.Empty
	case x.wrong:
		return x.reject(x.a, x.p, res.Outline), true
	case x.p.Status >= 400 && !despiteError(x.profile, res):
		return x.apart.noAnswer(x.a, fmt.Errorf("status %d", x.p.Status)), true
	case o.Page == 1 && !x.steps && x.e == nil && idle(x.profile, res, x.words):
		if x.kind == "" && !x.mayRefuse(*o) {
			if stop, done := x.doubted(manner.AtHome, ""); done {
				return stop, true
			}
		}
		o.Status, o.Note = querygen.Refused, "the page is the form's own again: nothing was asked"
	case required(res) != "" && o.Page == 1:
		o.Status, o.Note = querygen.Refused, required(res)
	case len(res.Records) == 0:
		return x.silent()
	default:
		return x.answered()
	}
	return nil, false
}

// total takes what the page says of how many records the question finds.
func (x *sheet) total() {
	o := &x.a.Outcome
	o.Total, o.Capped = x.res.Total, x.res.Capped
	if total, ok := x.Paging.Total(*o); ok {
		o.Total, o.Capped = total, false
	}
	if x.e != nil && x.e.Parted != nil {
		o.Total = -1 // a part says no more than how much it has
		if _, single := x.e.Single(x.p.Body); single {
			o.Total = len(x.e.Names)
		}
	}
}

// nonsense learns what the site shows where nothing is found.
func (x *sheet) nonsense() (stop *ledger.Stop, done bool) {
	o, res := &x.a.Outcome, x.res
	o.Total = -1
	if x.word {
		if x.kind == "" && len(res.Records) >= paging.ProofRows && res.Sure && (res.Total > 0 || !res.Next.IsZero()) {
			if stop, done := x.doubted(manner.Stale, "nothing can match"); done {
				return stop, true
			}
		}
		o.Status = querygen.Empty
	} else {
		if x.drawn {
			res.Records = nil
		}
		o.Status, o.Note = x.impossible(o.Query, x.p, x.doc, res, x.words)
	}
	if o.Status == querygen.Empty && (x.e == nil || !x.word) {
		learnNothing(&x.profile, x.s)
		x.learned()
	}
	return nil, false
}

// denied sees to a page that says that there is nothing.
func (x *sheet) denied() (stop *ledger.Stop, done bool) {
	o := &x.a.Outcome
	if x.Paging.Owes(o.Query, o.Page) {
		if stop, done := x.doubted(manner.CutShort, "none on a page that the one before leads to"); done {
			return stop, true
		}
	}
	if x.mustHave(*o) {
		if _, done := x.doubted(manner.Denied, ""); done {
			x.evidence.NotFailed() // a row of such pages ends no run: the site answers
			return nil, true
		}
	}
	o.Status = querygen.Empty
	x.lesson.hold(evidence.Of(*o), x.s)
	return nil, false
}

// silent sees to a page that shows neither records nor that there are none.
func (x *sheet) silent() (stop *ledger.Stop, done bool) {
	o, kind := &x.a.Outcome, manner.Silent
	if o.Page > 1 && x.Paging.LeadsOn(o.Query, o.Page-1) {
		kind = manner.Owed
	}
	if x.kind == "" && !x.mayRefuse(*o) {
		if stop, done := x.doubted(kind, ""); done {
			return stop, true
		}
	}
	o.Status, o.Reason, o.Note = querygen.Refused, manner.Silent, manner.Text(manner.Silent)
	if x.e == nil && o.Page > 1 {
		o.Status, o.Reason, o.Note = querygen.Empty, "", "" // an answer that showed records before does not refuse
	}
	return nil, false
}

// answered takes in the records of the page, and learns from it.
func (x *sheet) answered() (stop *ledger.Stop, done bool) {
	o := &x.a.Outcome
	if x.e == nil {
		if kind, detail := x.doubtfulRecords(x.s, *x.a); kind != "" && !x.apart.believes(kind, *o, x.res.Outline) {
			if kind == manner.Misfit {
				x.apart.keep(*o, x.s, x.reading)
			}
			return x.apart.hold(x.a, kind, detail), true
		}
	}
	o.Status = querygen.Answered
	before, learned := x.profile, x.advertised
	if x.e == nil || !x.e.Answer.JSON {
		learned = x.learner.learn(&x.profile, o, x.doc, x.reading, x.res) || learned
		x.c.Merged = x.learner.keep(before, &x.profile, x.doc, x.reading, x.res.Records)
	}
	if anew := x.Paging.Anew(*o, x.res.Records); len(anew) > 0 {
		x.res.Records = anew
	}
	x.records(x.a, x.p, x.doc, x.onPage, x.res, x.e, x.next)
	if x.e != nil && x.e.Whole && o.Total < 0 && !o.More {
		o.Total = x.Paging.Distinct(*o) // there is nothing else that questions could find
	}
	if x.e != nil && x.e.Answer.JSON {
		if x.learner.checkKeys(&x.profile, x.res.Records) {
			x.learned()
		}
		return nil, false
	}
	if next := session.GoingOn(x.p); !o.More && !next.URL.IsZero() && !x.Options.Reach.Pager.Off {
		x.a.Next, o.More = next, true
	}
	if x.e == nil {
		learned = x.learner.learnManner(&x.profile, x.s) || learned
	}
	if offer(&x.profile, x.p.Final, x.doc, x.res) || learned {
		x.learned()
	}
	return nil, false
}

// settle notes what the answer tells of the site.
func (x *sheet) settle() {
	o := &x.a.Outcome
	deaf := o.Status == querygen.Answered && !o.Query.Nonsense && x.Paging.Deaf(*x.a, x.p.Final)
	if x.kind == manner.AtHome && o.Query.Nonsense && o.Status == querygen.Empty {
		x.evidence.Nothing(x.kind)
	}
	if lists := x.evidence.Wander(x.profile.Manner.Wander); len(lists) > len(x.profile.Manner.Wander) {
		x.profile.Manner.Wander = lists
		x.learned()
	}
	x.evidence.Settle(*o, x.res.Outline)
	if deaf {
		x.Paging.Cut(x.a)
	}
	x.apart.strange = nil
}
