// Package paging knows the pages of answers: which were read, what leads to the others,
// and how any page of any answer can be asked for by its number. It holds what comes for
// a number against all that tells one page from another: sites show their first or their
// last page for a number that they do not know, and the first one of a question that was
// not opened.
//
// It is a fold of the answers of one form, but for what is found out anew in each run. It
// sends nothing: where it must see a page it is handed a function that shows it.
package paging

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Site is what must be known of the site whose answers have pages.
type Site interface {
	// Form is the form that is asked.
	Form() *forms.Form
	// First returns the request by which the form asks for the first page of an answer;
	// numbering.ErrUnknown where that must not be made without being sent.
	First(q querygen.Query) (page.Request, error)
	// Behind returns the request behind the page that a question is put to, nil where it
	// is put to the page.
	Behind(q querygen.Query) *endpoint.Endpoint
	// Source returns the request behind the page that an answer came from, nil where it
	// came from the page.
	Source(q querygen.Query, r page.Request) *endpoint.Endpoint
}

// Paging is what is known of the pages of the answers to one form.
type Paging struct {
	site  Site
	walks map[string]*walk // by Query.Key: answers with pages that were not read
	read  map[string]int   // likewise, those that were read whole: their last page

	largest int            // most records seen on one page
	full    map[string]int // most rows on a page of an endpoint, by pageKind

	kinds    map[string]*numbering.Pages // by kind
	direct   map[string]bool             // pageKinds of endpoints whose further pages brought other records
	honest   bool                        // found out: it shows the last page of an answer for its number only
	failures int                         // pages in a row that were asked for by their number and failed
	off      bool                        // that is not done any more
	past     bool                        // found out: there are pages that the pager does not lead to
	ends     bool                        // found out: there are none
	wall     int                         // number of the first page past a pager that had nothing; 0: not met

	counted bool // an answer of several pages has just the rows that it claims
	exceeds bool // an answer has more

	again map[int]bool // rows of pages that lead on, where nothing but what was shown before came
}

// New returns a Paging that knows no answer.
func New(site Site) *Paging {
	return &Paging{site: site, walks: map[string]*walk{}, read: map[string]int{}, full: map[string]int{}, kinds: map[string]*numbering.Pages{}, direct: map[string]bool{}, again: map[int]bool{}}
}

// Forget forgets which pages were read, not how they are numbered.
func (p *Paging) Forget() { p.walks = map[string]*walk{} }

// Begin forgets the pages of one answer, but for a request that leads to one of them;
// the zero request leads nowhere.
func (p *Paging) Begin(q querygen.Query, number int, by page.Request) {
	p.walks[q.Key()] = newWalk()
	if !by.URL.IsZero() {
		p.LeadTo(q, number, by)
	}
}

// LeadTo notes a request that leads to a page of an answer.
func (p *Paging) LeadTo(q querygen.Query, number int, by page.Request) {
	p.walk(q).next[number] = &by
}

// PageSize returns the most records seen on one page.
func (p *Paging) PageSize() int { return p.largest }

// maxLost is the number of pages in a row that are asked for by their number and
// fail before that is not done any more.
const maxLost = 2

// Led returns the request by which the page before leads to the one asked for.
func (p *Paging) Led(q querygen.Query, number int) (page.Request, bool) {
	if w := p.walks[q.Key()]; w != nil {
		if next := w.next[number]; next != nil {
			return *next, true
		}
	}
	return page.Request{}, false
}

// Jumped reports whether a page is asked for by its number.
func (p *Paging) Jumped(q querygen.Query, number int) bool {
	_, led := p.Led(q, number)
	return number > 1 && !led
}

// WasRead reports whether a page is beyond the end of an answer of which all pages were read.
func (p *Paging) WasRead(q querygen.Query, number int) bool {
	last := p.read[q.Key()]
	return last > 0 && number > last && p.walks[q.Key()] == nil
}

// LeadsOn reports whether a page after that with a number is known of an answer.
func (p *Paging) LeadsOn(q querygen.Query, number int) bool {
	w := p.walks[q.Key()]
	return w != nil && w.leads(number)
}

// Before returns how many rows stand before a page that is not the first of its answer,
// where each page that was not read has so many; 0 where nothing is known of the answer.
func (p *Paging) Before(q querygen.Query, number, each int) int {
	if w := p.walks[q.Key()]; w != nil && number > 1 {
		return w.before(number, each)
	}
	return 0
}

// Distinct returns how many records an answer has up to a page.
func (p *Paging) Distinct(o querygen.Outcome) int {
	n := len(o.Rows)
	if w := p.walks[o.Query.Key()]; w != nil && o.Page > 1 {
		n = len(w.rows)
		for _, row := range o.Rows {
			if !w.rows[row.Key] {
				n++
			}
		}
	}
	return n
}

// Ended reports whether as many rows stand before a page as its answer claims to have.
func (p *Paging) Ended(q querygen.Query, number int) bool {
	w := p.walks[q.Key()]
	return w != nil && w.total > 0 && w.before(number, 0) >= w.total
}

// Overruns reports whether a page that leads on, and says that its answer has so many rows, -1
// where it does not say, comes after all that the answer claims to have, and is not to be
// believed. Totals lag behind, so one page more than they claim may come, but it leads no
// further. Where all is on one page, the total may be that of the page: it counts once
// another answer has shown that totals are those of answers. A page that shows the total again
// denies that it is past it, unless the last page before was short: sites count no further than
// some round number. Where any answer has shown that there is more than totals claim, none of
// them ends another.
func (p *Paging) Overruns(q querygen.Query, number, total int) bool {
	w := p.walks[q.Key()]
	return number > 1 && w != nil && !p.exceeds && (total < 0 || total == w.total && w.total%max(w.size[1], 1) > 0) && w.spent(number) && (p.counted || w.pages() > 1)
}

// Owes reports whether a page must have records by what is known of its answer: the page
// before it leads there, and fewer stand before it than the answer claims to have.
func (p *Paging) Owes(q querygen.Query, number int) bool {
	w := p.walks[q.Key()]
	return number > 1 && w != nil && w.leads(number-1) && w.total > w.before(number, p.largest)
}

// Doubt says why what a page leads to is no further page of its answer; "" where it may be one.
func (p *Paging) Doubt(a ledger.Answer, next page.Request) string {
	o := a.Outcome
	w := p.walks[o.Query.Key()]
	switch known := o.Page > 1 && w != nil; {
	case next.Key() == a.Request.Key(), known && w.returns(o.Page, next):
		return "the pager comes back to a page already read"
	case known && w.repeats(o.Rows) && !w.begins(a.Request):
		return "the pager is not believed: this page has no record that those read before had not"
	}
	return ""
}

// Section leads on from the last page of a section of an answer, or from the page that shows the
// first rows of each, to the next section; the zero request where no other is left.
func (p *Paging) Section(a ledger.Answer) page.Request {
	if a.Outcome.Page == 1 && len(a.Whole) > 0 {
		return a.Whole[0]
	}
	if w := p.walks[a.Outcome.Query.Key()]; w != nil && a.Outcome.Page > 1 {
		to, _ := w.section(a.Request)
		return to
	}
	return page.Request{}
}

// Total returns how much an answer in sections has by what its first page says; -1 where it does
// not say, ok where a page is a further one of such an answer.
func (p *Paging) Total(o querygen.Outcome) (total int, ok bool) {
	w := p.walks[o.Query.Key()]
	if w == nil || o.Page == 1 || len(w.parts) == 0 {
		return -1, false
	}
	return cmp.Or(w.total, -1), true
}

// Anew returns the records of a page but for those of a section that stood on the first page of
// its answer, where it is in sections: there they are not of another page that moved.
func (p *Paging) Anew(o querygen.Outcome, records []extract.Record) []extract.Record {
	w := p.walks[o.Query.Key()]
	if w == nil || o.Page == 1 || len(w.parts) == 0 {
		return records
	}
	return slices.DeleteFunc(slices.Clone(records), func(rec extract.Record) bool { return w.rows[rec.Key] })
}

// Deaf reports whether a further page shows that the pager leads no further than to the pages
// before it: a full one leads on, and what comes, as full, was shown before, or the site has sent
// back. A pager that leads on from shorter pages, too, stands there whatever comes.
func (p *Paging) Deaf(a ledger.Answer, final page.URL) bool {
	o := a.Outcome
	w := p.walks[o.Query.Key()]
	full := max(ProofRows, p.largest)
	if o.Page < 2 || w == nil || p.Jumped(o.Query, o.Page) || len(o.Rows) < full || w.size[o.Page-1] < full || !w.repeats(o.Rows) && !p.SentBack(a, final, a.Next.URL) {
		return false
	}
	for rows := range p.again {
		if rows < p.largest {
			return false
		}
	}
	return true
}

// SentBack reports whether the site sent on from a further page to one before it: from there the
// pager leads on to one that is not behind the page asked for.
func (p *Paging) SentBack(a ledger.Answer, final, next page.URL) bool {
	o := a.Outcome
	n := p.kinds[p.kind(o.Query)]
	if o.Page < 2 || n == nil || final.IsZero() || next.IsZero() || numbering.SamePlace(final, a.Request.URL) || p.site.Source(o.Query, a.Request) != nil {
		return false
	}
	number, ok := n.Number(next)
	return ok && number <= o.Page
}

// Cut has an answer end before a page that shows what came before: it matches more than it shows.
// A total that is not that of a page, and was shown, says that nothing is missing.
func (p *Paging) Cut(a *ledger.Answer) {
	o := &a.Outcome
	w := p.walks[o.Query.Key()]
	shown, total := w.before(o.Page, p.largest), max(o.Total, w.total)
	if whole := total == shown && total > w.size[1]; total < shown || total == shown && !whole {
		o.Total, o.Capped = shown, true
	}
	o.Status, o.Rows, o.More, o.Numbered = querygen.Empty, nil, false, false
	o.Note = "the pager leads back to what it led to before, so what else matches is not shown"
	a.Records, a.Next = nil, page.Request{}
}

// Observe folds in a page of an answer.
func (p *Paging) Observe(a ledger.Answer) {
	o := a.Outcome
	e := p.site.Source(o.Query, a.Request)
	p.largest = max(p.largest, len(o.Rows))
	if e != nil {
		kind := pageKind(e, o.Query)
		p.full[kind] = max(p.full[kind], len(o.Rows))
	}
	jumped := p.Jumped(o.Query, o.Page)
	p.wallAt(o)
	if o.Page > 1 && o.Status == querygen.Empty && a.Request.URL.IsZero() {
		return // it is beyond the end
	}
	if o.Status.Unanswered() || o.Status == querygen.Refused {
		if jumped && !a.Request.URL.IsZero() {
			p.failures++
			p.off = p.off || p.failures >= maxLost || o.Reason == Misplaced
		}
		return
	}
	if jumped {
		p.failures = 0
	}
	key := o.Query.Key()
	w := p.walk(o.Query)
	if o.Page > 1 && !jumped && len(o.Rows) > 0 && w.repeats(o.Rows) && w.size[o.Page-1] > 0 {
		p.again[w.size[o.Page-1]] = true
	}
	if o.Page == 1 && w.has(1) { // it is asked anew
		w = newWalk()
		p.walks[key] = w
	}
	if e != nil {
		if o.Page > 1 && !jumped && !w.repeats(o.Rows) {
			p.direct[pageKind(e, o.Query)] = true
		}
	} else if o.More && len(a.Whole)+len(w.parts) == 0 && addressed(a.Request) && addressed(a.Next) {
		kind := p.kind(o.Query)
		n := p.kinds[kind]
		if n == nil {
			n = &numbering.Pages{}
			p.kinds[kind] = n
		}
		if o.Page == 1 {
			n.Second(key, a.Request.URL, a.Next.URL)
		} else {
			n.Further(o.Page, a.Request.URL, a.Next.URL)
		}
	}
	if o.Page > 1 && w.total > 0 && w.pages() > 1 && o.Page > w.pages() {
		p.counted = p.counted || len(o.Rows) == 0 && w.spent(o.Page)
		p.exceeds = p.exceeds || len(o.Rows) > 0 && o.More
	}
	w.add(a)
	if w.whole() {
		p.counted = p.counted || w.pages() > 1 && o.Page == w.pages() && w.spent(o.Page+1)
		p.read[key] = w.last
		delete(p.walks, key)
	}
}

// walk returns what is known of an answer, which may be nothing yet.
func (p *Paging) walk(q querygen.Query) *walk {
	w := p.walks[q.Key()]
	if w == nil {
		w = newWalk()
		p.walks[q.Key()] = w
	}
	return w
}

// addressed reports whether a request is no more than an address.
func addressed(req page.Request) bool {
	return (req.Method == "" || req.Method == http.MethodGet) && req.Body == "" && !req.Render
}

// kind tells questions apart whose pages are numbered differently: by the page size
// that they ask for.
func (p *Paging) kind(q querygen.Query) (kind string) {
	for _, f := range p.site.Form().Fields {
		for _, b := range q.Bind {
			if f.Role == forms.PageSize && b.Name == f.Name {
				kind += b.Name + "=" + b.Value + "\n"
			}
		}
	}
	return kind
}

// pageKind names the pages of an endpoint that have one size.
func pageKind(e *endpoint.Endpoint, q querygen.Query) string {
	kind := e.Request.URL.String()
	for _, b := range q.Bind {
		if endpoint.OwnControl(b.Name) {
			kind += " " + b.Value
		}
	}
	return kind
}

// opening returns the request by which an answer is asked for.
func (p *Paging) opening(q querygen.Query) (page.Request, error) {
	if e := p.site.Behind(q); e != nil {
		return e.Fill(ledger.ValuesOf(q), endpoint.Progress{}, time.Now().UnixMilli())
	}
	return p.site.First(q)
}

// first returns the request for the first page of an answer, where that is no more
// than an address.
func (p *Paging) first(q querygen.Query) (page.Request, error) {
	req, err := p.site.First(q)
	if err == nil && !addressed(req) {
		err = numbering.ErrUnknown
	}
	return req, err
}

// ByNumber returns the request for a further page of an answer, be its other
// pages known or not.
func (p *Paging) ByNumber(q querygen.Query, number int) (page.Request, error) {
	if p.off {
		return page.Request{}, numbering.ErrUnknown
	}
	if e := p.site.Behind(q); e != nil {
		if !p.numbersDirect(e, q) {
			return page.Request{}, numbering.ErrUnknown
		}
		return e.Fill(ledger.ValuesOf(q), p.progress(e, q, number), time.Now().UnixMilli())
	}
	n := p.kinds[p.kind(q)]
	if n == nil {
		return page.Request{}, numbering.ErrUnknown
	}
	if w := p.walks[q.Key()]; w != nil && w.at > 0 {
		if at, ok := n.Number(w.further); ok && at == w.at {
			u, err := n.Turn(w.further, number)
			return page.Get(u), err
		}
	}
	one, err := p.first(q)
	if err == nil && !n.Believed() {
		err = numbering.ErrUnknown
	}
	if err != nil {
		return page.Request{}, err
	}
	u, err := n.Page(one.URL, number)
	req := page.Get(u)
	req.Referer = one.Referer
	return req, err
}

// Numbered reports whether any further page of any answer can be asked for as
// the next one of this answer can.
func (p *Paging) Numbered(a ledger.Answer) bool {
	q := a.Outcome.Query
	if e := p.site.Source(q, a.Request); e != nil {
		return !p.off && p.numbersDirect(e, q)
	}
	n := p.kinds[p.kind(q)]
	if w := p.walks[q.Key()]; p.off || n == nil || !n.Believed() || !addressed(a.Next) || len(a.Whole) > 0 || w != nil && len(w.parts) > 0 {
		return false
	}
	one, err := p.first(q)
	if err != nil {
		return false
	}
	next, err := n.Page(one.URL, a.Outcome.Page+1)
	return err == nil && numbering.SamePlace(next, a.Next.URL)
}

// numbersDirect reports whether an endpoint can be asked for any page.
func (p *Paging) numbersDirect(e *endpoint.Endpoint, q querygen.Query) bool {
	return e.Numbers() && p.direct[pageKind(e, q)]
}

// progress returns where in an endpoint's answer a page is.
func (p *Paging) progress(e *endpoint.Endpoint, q querygen.Query, number int) endpoint.Progress {
	full := p.full[pageKind(e, q)]
	at := endpoint.Progress{Page: number, Rows: (number - 1) * full}
	if w := p.walks[q.Key()]; w != nil {
		at.Rows = w.before(number, full)
	}
	return at
}

// NextOf returns the request for the page after a page of an endpoint's answer, which
// brought body with so many rows and claims so many in all: by what the endpoint has for
// it, else by the request that the answer names.
func (p *Paging) NextOf(e *endpoint.Endpoint, a ledger.Answer, body string, rows, total int, named page.Request) (page.Request, error) {
	if !e.Pages() {
		if !named.URL.IsZero() {
			named.Header, named.Referer = a.Request.Header, a.Request.Referer
			named.Render, named.Script = false, ""
		}
		return named, nil
	}
	q := a.Outcome.Query
	next, ok := e.Next(p.progress(e, q, a.Outcome.Page), body, rows, total, p.full[pageKind(e, q)])
	if !ok {
		return page.Request{}, nil
	}
	return e.Fill(ledger.ValuesOf(q), next, time.Now().UnixMilli())
}

// Some sites list no more than a few pages under an answer, and show the pages
// after them to whoever asks: the pager ends there, not the answer.

// Past leads on from the last page that the pager leads to, where the answer
// claims more records than were shown until there and the site has shown once that
// there are such pages. It returns the zero request where it does not; found says that
// this is the first such page.
func (p *Paging) Past(a ledger.Answer, peek Peek) (next page.Request, found bool, stop *ledger.Stop) {
	o := a.Outcome
	w := p.walks[o.Query.Key()]
	if w == nil || len(w.parts) > 0 || o.Status != querygen.Answered || o.More || o.Page < 2 || p.ends || p.Jumped(o.Query, o.Page) || !addressed(a.Request) {
		return page.Request{}, false, nil
	}
	if len(o.Rows) < w.size[o.Page-1] || o.Total <= w.before(o.Page, len(o.Rows))+len(o.Rows) || p.wall > 0 && o.Page+1 >= p.wall {
		return page.Request{}, false, nil
	}
	next, err := p.ByNumber(o.Query, o.Page+1)
	if err != nil {
		return page.Request{}, false, nil
	}
	if !p.past {
		rows, stop, err := peek(next)
		if stop != nil {
			return page.Request{}, false, stop
		}
		if err != nil || len(rows) == 0 || w.repeats(rows) || onlyOf(rows, o.Rows) {
			p.ends = true
			return page.Request{}, false, nil
		}
		p.past, found = true, true
	}
	return next, found, nil
}

// onlyOf reports whether a page shows nothing but the records of another one.
func onlyOf(rows, other []querygen.Row) bool {
	w := newWalk()
	w.add(ledger.Answer{Outcome: querygen.Outcome{Rows: other}})
	return w.repeats(rows)
}

// wallAt notes the page of an answer past its pager that has no records of its own:
// there the answers end after all.
func (p *Paging) wallAt(o querygen.Outcome) {
	w := p.walks[o.Query.Key()]
	if p.past && o.Page > 1 && (len(o.Rows) == 0 || w != nil && w.repeats(o.Rows)) && (p.wall == 0 || o.Page < p.wall) {
		p.wall = o.Page
	}
}
