package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
	"github.com/hadal-crawler/hadal/page"
)

// requests answers what a page that is shown asks for, and knows what of it.
type requests struct {
	*shared
	*flights
	clock

	site     *site
	tab      *tab         // of the site while the page is shown in it
	asked    page.Request // the page itself
	document *page.Page   // as fetched
	steps    []page.Step
	ctx      context.Context // chromedp's of the tab, until the page's limit
	cancel   context.CancelCauseFunc
	caller   context.Context

	mu        sync.Mutex
	first     *page.Page // the document, until the tab asked for it
	main      *page.Page // the tab's document as last answered
	step      int        // begun
	parts     int        // requests that the page made
	exchanges []page.Exchange
	answers   map[string]bool   // origins and paths that what was asked has gone to by another method than GET
	forms     []page.ShownForm  // that the page has
	pressed   *page.ShownButton // last, in this step
	refused   *fetch.RefusedError
	ended     bool           // nothing is sent any more
	sending   sync.WaitGroup // requests of the page under way to their hosts
}

// begin says that step n (from 1) is being taken: requests from now on are its.
func (v *requests) begin(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.step = n
	v.pressed = nil
}

// Doing notes the forms that the page has as something is done to it, and the
// button of one that is pressed, nil for anything else.
func (v *requests) Doing(forms []page.ShownForm, pressed *page.ShownButton) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.forms, v.pressed = forms, pressed
}

// end has nothing sent for the page any more, so that its account is closed.
func (v *requests) end() {
	v.mu.Lock()
	v.ended = true
	v.mu.Unlock()
	v.sending.Wait()
}

// depart takes a request that the tab holds. It is called in chromedp's loop,
// so that the set of requests in flight is never behind the page.
func (v *requests) depart(ev *cdpfetch.EventRequestPaused) {
	u, err := page.ParseURL(ev.Request.URL)
	if err != nil {
		go v.tab.fail(ev)
		return
	}
	if preflight(ev) {
		go v.fulfil(ev, preflightAnswer(ev))
		return
	}
	r := request(ev, u)
	v.flights.depart(ev.RequestID, v.site.endless(u))
	v.mu.Lock()
	step := v.step
	v.mu.Unlock()
	go func() {
		v.answer(ev, r, step)
		v.land(ev.RequestID)
	}()
}

// answer decides on a held request and answers it.
func (v *requests) answer(ev *cdpfetch.EventRequestPaused, r page.Request, step int) {
	a := asked{request: r, kind: kindOf(ev), step: step, words: stage.Texts(v.steps[:step])}
	a.main = a.kind == network.ResourceTypeDocument && ev.FrameID == v.tab.frame
	if a.main {
		v.mu.Lock()
		first := v.first
		v.first = nil
		v.mu.Unlock()
		if first != nil {
			v.fulfil(ev, fulfilment(ev, first))
			return
		}
	}
	what, why := judge(a)
	if what == send {
		if why = a.refuse(v.o.Judge, v.known(a)); why != "" {
			what = refusal(a)
		} else {
			v.carried(a)
		}
	}
	if what == send && ev.Request.HasPostData && r.Body == "" {
		what, why = refusal(a), "its body cannot be read"
	}
	keep := what == send && !a.main && r.Method == "GET"
	if keep {
		if p := v.o.Kept.get(v.keptAs(a)); p != nil {
			v.note(a, p)
			v.fulfil(ev, fulfilment(ev, p))
			return
		}
	}
	if what == send && !v.charge() {
		what, why = refusal(a), "the page makes too many requests"
	}
	if what != send {
		if what != pixel {
			v.o.Log.Debug("not sent", "method", r.Method, "url", r.URL, "kind", a.kind, "reason", why)
		}
		v.refuse(ev, what)
		return
	}
	p, err := v.part(a, header(ev.Request.Headers))
	if err != nil {
		if !a.main && errors.Is(err, fetch.ErrIncomplete) {
			v.site.hangs(r.URL)
		}
		if v.ctx.Err() == nil {
			v.o.Log.Debug("not had", "method", r.Method, "url", r.URL, "kind", a.kind, "error", err)
		}
		v.failed(a, err)
		v.refuse(ev, refusal(a))
		return
	}
	if keep {
		v.o.Kept.put(v.keptAs(a), p)
	}
	v.note(a, p)
	v.fulfil(ev, fulfilment(ev, p))
}

// note takes what a request of the page brought into what is known of the page.
func (v *requests) note(a asked, p *page.Page) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case p.Status >= 300 && p.Status < 400 && p.Header.Get("Location") != "":
	case a.main:
		v.main = p
	case a.kind == network.ResourceTypeXHR || a.kind == network.ResourceTypeFetch || a.kind == network.ResourceTypeScript && page.BringsData(p.Body):
		head := p.SentHead.Clone()
		head.Del("Cookie")
		header, asked := p.Header, a.request
		if p.Private {
			header = header.Clone()
			header.Del("Set-Cookie")
			asked.Header = withoutAuthorization(asked.Header)
		}
		v.exchanges = append(v.exchanges, page.Exchange{Request: asked, Head: head, Status: p.Status, Header: header,
			Body: page.Unpacked(p.Body, page.DefaultMost), Truncated: p.Truncated, Step: a.step})
	}
}

// withoutAuthorization returns the lines of a header without that by which a script says who
// is logged in: it is sent, and kept nowhere, so that a request behind a page of such a site
// is left to the page.
func withoutAuthorization(lines string) string {
	var kept strings.Builder
	for line := range strings.Lines(lines) {
		if name, _, _ := strings.Cut(line, ":"); !strings.EqualFold(strings.TrimSpace(name), "Authorization") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// keptAs says what an answer to a request of the page would be kept as.
func (v *requests) keptAs(a asked) use {
	u := use{site: v.site.name, request: a.request, visit: v}
	switch a.kind {
	case network.ResourceTypeScript, network.ResourceTypeStylesheet, network.ResourceTypeOther:
		u.static = true
	default:
		if a.step == 0 && v.asked.Method != "POST" {
			u.document = v.asked.URL
		}
	}
	return u
}

// known returns a request with what is known of it.
func (v *requests) known(a asked) page.Sending {
	v.mu.Lock()
	defer v.mu.Unlock()
	at := withoutQuery(a.request.URL)
	s := page.Sending{Request: a.request, Asked: a.words, Goes: v.answers[at]}
	for i := range v.forms {
		if u, err := page.ParseURL(v.forms[i].Action); err == nil && withoutQuery(u) == at {
			s.Form, s.Pressed = &v.forms[i], v.pressed
			break
		}
	}
	return s
}

// carried notes that what was asked has gone to an address, to which requests
// for further pages may go, too.
func (v *requests) carried(a asked) {
	if a.request.Method == "GET" || a.request.Method == "HEAD" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answers[withoutQuery(a.request.URL)] = true
}

// charge counts a request of the page; false when it made too many.
func (v *requests) charge() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.parts++
	return v.parts <= v.o.Parts
}

// part sends a request of the page when its host's time has come. What a page is
// made of may come together; what its scripts and frames ask for waits its turn
// like any document.
func (v *requests) part(a asked, head http.Header) (*page.Page, error) {
	v.mu.Lock()
	if v.ended {
		v.mu.Unlock()
		return nil, context.Cause(v.ctx)
	}
	v.sending.Add(1)
	v.mu.Unlock()
	defer v.sending.Done()
	how := fetch.Part{Header: head, Minor: !a.main}
	if !a.main {
		how.Limit = v.o.PartLimit
	}
	switch a.kind {
	case network.ResourceTypeScript, network.ResourceTypeStylesheet:
		how.Burst, how.Foreign = true, true
	case network.ResourceTypeOther:
		how.Burst = true
	}
	ctx := fetch.OnAccountOf(v.ctx, v.caller)
	for {
		p, err := v.net.Part(ctx, a.request, how)
		later, ok := errors.AsType[*fetch.LaterError](err)
		if !ok || later.Reason != fetch.Pacing {
			return p, err
		}
		fetch.Waiting(v.caller, later)
		if !v.wait(v.ctx, time.Until(later.Until)) {
			if cause := context.Cause(v.ctx); cause != nil {
				return nil, cause
			}
			// Shown once more it would have to wait as long.
			return nil, &fetch.RefusedError{URL: v.document.Final, Guard: impatience,
				Rule: fmt.Sprintf("what the page asks for waits more than %s for the delay of %s: raise max-wait", v.o.Patience, later.Host)}
		}
	}
}

// impatience is the guard that refuses a page whose requests wait too long for
// their hosts.
const impatience = "max-wait"

// failed books that a request could not be sent: a host's wish to be left alone
// is the whole page's, and so is the refusal of the search itself. A page that
// cannot have its parts, as no more may be sent, is not finished.
func (v *requests) failed(a asked, err error) {
	refused, isRefused := errors.AsType[*fetch.RefusedError](err)
	if errors.Is(err, fetch.ErrSpent) || isRefused && refused.Guard == impatience {
		v.cancel(err)
		return
	}
	if later, ok := errors.AsType[*fetch.LaterError](err); ok {
		if a.kind != network.ResourceTypeScript && a.kind != network.ResourceTypeStylesheet {
			v.cancel(later)
		}
		return
	}
	if isRefused && a.step > 0 && (a.main || a.carries()) {
		v.mu.Lock()
		v.refused = refused
		v.mu.Unlock()
	}
}

// refuse answers a held request without sending it.
func (v *requests) refuse(ev *cdpfetch.EventRequestPaused, what verdict) {
	switch what {
	case pixel:
		v.fulfil(ev, emptyPictureAnswer(ev))
	case stay:
		v.fulfil(ev, cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 204})
		// The page is not told that it stays.
		stage.Evaluate[chromedp.Void](v.ctx, stayed)
	default:
		v.tab.fail(ev)
	}
}

// stayed tells init.js that the page is left for no other after all.
const stayed = `(s => { if (s) s.leaving = -1e9 })(window[Symbol.for("hadal")])`

// fulfil answers a held request.
func (v *requests) fulfil(ev *cdpfetch.EventRequestPaused, answer cdpfetch.FulfillRequestParams) {
	if _, err := chromedp.Call(v.tab.ctx, cdpfetch.FulfillRequest, answer); err != nil && v.ctx.Err() == nil {
		v.o.Log.Debug("answer not taken", "url", ev.Request.URL, "error", err)
		v.tab.fail(ev)
	}
}

// flights are the requests of a page that are under way.
type flights struct {
	mu       sync.Mutex
	flying   map[cdpfetch.RequestID]bool // the page waits for them
	hanging  map[cdpfetch.RequestID]bool // it will wait for them in vain
	departed int
	landed   time.Time // when flying last changed
}

func newFlights() *flights {
	return &flights{flying: map[cdpfetch.RequestID]bool{}, hanging: map[cdpfetch.RequestID]bool{}, landed: time.Now()}
}

// depart says that a request is under way, which hangs where its answer never ends.
func (f *flights) depart(id cdpfetch.RequestID, hangs bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if hangs {
		f.hanging[id] = true
		return
	}
	f.flying[id] = true
	f.departed++
	f.landed = time.Now()
}

// land says that a request is under way no more.
func (f *flights) land(id cdpfetch.RequestID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.hanging, id)
	if f.flying[id] {
		delete(f.flying, id)
		f.landed = time.Now()
	}
}

// Idle is for how long none has been under way, 0 while one is.
func (f *flights) Idle(now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.flying) > 0 {
		return 0
	}
	return now.Sub(f.landed)
}

// Requests returns how many were made so far.
func (f *flights) Requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.departed
}

// endless returns how many the page will wait for in vain.
func (f *flights) endless() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.hanging)
}
