package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

const blocked = network.ErrorReasonBlockedByClient

// depart takes a request that the tab holds. It is called in chromedp's loop,
// so that the set of requests in flight is never behind the page.
func (v *visit) depart(ev *cdpfetch.EventRequestPaused) {
	u, err := page.ParseURL(ev.Request.URL)
	if err != nil {
		go v.tab.fail(v.tab.ctx, ev)
		return
	}
	if preflight(ev) {
		go chromedp.Call(v.tab.ctx, cdpfetch.FulfillRequest, preflightAnswer(ev))
		return
	}
	r := request(ev, u)
	endless := v.tab.site.endless(u)
	v.mu.Lock()
	if endless {
		v.hanging++
	} else {
		v.flying[ev.RequestID] = true
		v.departed++
		v.landed = time.Now()
	}
	step := v.step
	v.mu.Unlock()
	go func() {
		v.answer(ev, r, step)
		v.land(ev.RequestID)
		if endless {
			v.mu.Lock()
			v.hanging--
			v.mu.Unlock()
		}
	}()
}

// land says that the page waits for a request no more.
func (v *visit) land(id cdpfetch.RequestID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.flying[id] {
		delete(v.flying, id)
		v.landed = time.Now()
	}
}

// request returns a held request as a value.
func request(ev *cdpfetch.EventRequestPaused, u page.URL) page.Request {
	r := page.Request{Method: ev.Request.Method, URL: u}
	for _, part := range ev.Request.PostDataEntries {
		r.Body += string(part.Bytes)
	}
	h := header(ev.Request.Headers)
	r.ContentType = h.Get("Content-Type")
	r.Referer, _ = page.ParseURL(h.Get("Referer"))
	r.Header = scriptHeader(h)
	return r
}

func header(from network.Headers) http.Header {
	h := http.Header{}
	for name, value := range from {
		if s, ok := value.(string); ok {
			h.Set(name, s)
		}
	}
	return h
}

// scriptHeader returns the lines of a header that browsers do not send by themselves.
func scriptHeader(h http.Header) string {
	var lines []string
	for name, values := range h {
		switch name {
		case "User-Agent", "Accept-Language", "Accept-Encoding", "Content-Type", "Content-Length", "Referer", "Origin", "Cookie",
			"Host", "Connection", "Upgrade-Insecure-Requests", "Dnt", "Cache-Control", "Pragma", "Purpose", "Priority":
			continue
		case "Accept":
			if values[0] == "*/*" {
				continue
			}
		}
		if !strings.HasPrefix(name, "Sec-") {
			lines = append(lines, name+": "+values[0]+"\n")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// answer decides on a held request and answers it.
func (v *visit) answer(ev *cdpfetch.EventRequestPaused, r page.Request, step int) {
	b := v.tab.process.b
	a := asked{request: r, kind: ev.ResourceType, step: step, words: words(v.steps, step)}
	a.main = a.kind == network.ResourceTypeDocument && ev.FrameID == v.tab.frame
	if a.main {
		v.mu.Lock()
		first := v.first
		v.first = nil
		v.mu.Unlock()
		if first != nil {
			v.fulfil(ev, first)
			return
		}
	}
	what, why := judge(a)
	if what == send {
		if why = a.refuse(b.o.Judge, v.known(a)); why != "" {
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
		if p := b.o.Kept.get(v.keptAs(a)); p != nil {
			v.note(a, p)
			v.fulfil(ev, p)
			return
		}
	}
	if what == send && !v.charge() {
		what, why = refusal(a), "the page makes too many requests"
	}
	if what != send {
		if what != pixel {
			b.o.Log.Debug("not sent", "method", r.Method, "url", r.URL, "kind", a.kind, "reason", why)
		}
		v.refuse(ev, what)
		return
	}
	p, err := v.part(a, header(ev.Request.Headers))
	if err != nil {
		if !a.main && errors.Is(err, fetch.ErrIncomplete) {
			v.tab.site.hangs(r.URL)
		}
		if v.ctx.Err() == nil {
			b.o.Log.Debug("not had", "method", r.Method, "url", r.URL, "kind", a.kind, "error", err)
		}
		v.failed(a, err)
		v.refuse(ev, refusal(a))
		return
	}
	if keep {
		b.o.Kept.put(v.keptAs(a), p)
	}
	v.note(a, p)
	v.fulfil(ev, p)
}

// note takes what a request of the page brought into what is known of the page.
func (v *visit) note(a asked, p *page.Page) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case p.Status >= 300 && p.Status < 400 && p.Header.Get("Location") != "":
	case a.main:
		v.main = p
	case a.kind == network.ResourceTypeXHR || a.kind == network.ResourceTypeFetch:
		head := p.SentHead.Clone()
		head.Del("Cookie")
		v.exchanges = append(v.exchanges, page.Exchange{Request: a.request, Head: head, Status: p.Status, Header: p.Header,
			Body: p.Body, Truncated: p.Truncated, Step: a.step})
	}
}

// keptAs says what an answer to a request of the page would be kept as.
func (v *visit) keptAs(a asked) use {
	u := use{site: v.tab.site.name, request: a.request, visit: v}
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
func (v *visit) known(a asked) page.Sending {
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
func (v *visit) carried(a asked) {
	if a.request.Method == "GET" || a.request.Method == "HEAD" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answers[withoutQuery(a.request.URL)] = true
}

// refusal is what is done about a request that may not be sent.
func refusal(a asked) verdict {
	if a.main {
		return stay
	}
	return absent
}

// charge counts a request of the page; false when it made too many.
func (v *visit) charge() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.parts++
	return v.parts <= v.tab.process.b.o.Parts
}

// part sends a request of the page when its host's time has come. What a page is
// made of may come together; what its scripts and frames ask for waits its turn
// like any document.
func (v *visit) part(a asked, head http.Header) (*page.Page, error) {
	v.mu.Lock()
	if v.ended {
		v.mu.Unlock()
		return nil, context.Cause(v.ctx)
	}
	v.sending.Add(1)
	v.mu.Unlock()
	defer v.sending.Done()
	b := v.tab.process.b
	how := fetch.Part{Header: head, Minor: !a.main}
	if !a.main {
		how.Limit = b.o.PartLimit
	}
	switch a.kind {
	case network.ResourceTypeScript, network.ResourceTypeStylesheet:
		how.Burst, how.Foreign = true, true
	case network.ResourceTypeOther:
		how.Burst = true
	}
	ctx := fetch.OnAccountOf(v.ctx, v.caller)
	for {
		p, err := b.net.Part(ctx, a.request, how)
		later, ok := errors.AsType[*fetch.LaterError](err)
		if !ok || later.Reason != fetch.Pacing {
			return p, err
		}
		fetch.Waiting(v.caller, later)
		if !v.wait(time.Until(later.Until)) {
			if cause := context.Cause(v.ctx); cause != nil {
				return nil, cause
			}
			// Shown once more it would have to wait as long.
			return nil, &fetch.RefusedError{URL: v.document.Final, Guard: impatience,
				Rule: fmt.Sprintf("what the page asks for waits more than %s for the delay of %s: raise max-wait", b.o.Patience, later.Host)}
		}
	}
}

// impatience is the guard that refuses a page whose requests wait too long for
// their hosts.
const impatience = "max-wait"

// wait waits for a host while the page's limit stands still; false when that
// takes more patience than there is left.
func (v *visit) wait(d time.Duration) bool {
	v.mu.Lock()
	waited := v.stood
	if v.waits > 0 {
		waited += time.Since(v.stopped)
	}
	if waited+d > v.tab.process.b.o.Patience {
		v.mu.Unlock()
		return false
	}
	if v.waits == 0 {
		v.limit.Stop()
		v.left -= time.Since(v.since)
		v.stopped = time.Now()
	}
	v.waits++
	v.mu.Unlock()
	var ended bool
	select {
	case <-time.After(d):
	case <-v.ctx.Done():
		ended = true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.waits--
	if v.waits == 0 {
		v.stood += time.Since(v.stopped)
		if !ended {
			v.since = time.Now()
			v.limit.Reset(v.left)
		}
	}
	return !ended
}

// failed books that a request could not be sent: a host's wish to be left alone
// is the whole page's, and so is the refusal of the search itself. A page that
// cannot have its parts, as no more may be sent, is not finished.
func (v *visit) failed(a asked, err error) {
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

// emptyPicture is a transparent GIF of one pixel.
const emptyPicture = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"

// refuse answers a held request without sending it.
func (v *visit) refuse(ev *cdpfetch.EventRequestPaused, what verdict) {
	switch what {
	case pixel:
		chromedp.Call(v.tab.ctx, cdpfetch.FulfillRequest, cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 200,
			ResponseHeaders: []*cdpfetch.HeaderEntry{{Name: "Content-Type", Value: "image/gif"}, {Name: "Access-Control-Allow-Origin", Value: "*"}}, Body: []byte(emptyPicture)})
	case stay:
		chromedp.Call(v.tab.ctx, cdpfetch.FulfillRequest, cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 204})
		// The page is not told that it stays.
		evaluate[chromedp.Void](v.ctx, stayed)
	default:
		v.tab.fail(v.tab.ctx, ev)
	}
}

// fulfil answers a held request with what the client got.
func (v *visit) fulfil(ev *cdpfetch.EventRequestPaused, p *page.Page) {
	answer := cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: int64(p.Status), Body: p.Body}
	for name, values := range p.Header {
		switch name {
		case "Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Strict-Transport-Security", "Alt-Svc":
			continue // of the way here, not of the answer
		}
		for _, value := range values {
			answer.ResponseHeaders = append(answer.ResponseHeaders, &cdpfetch.HeaderEntry{Name: name, Value: value})
		}
	}
	if _, err := chromedp.Call(v.tab.ctx, cdpfetch.FulfillRequest, answer); err != nil && v.ctx.Err() == nil {
		v.tab.process.b.o.Log.Debug("answer not taken", "url", p.Final, "error", err)
		v.tab.fail(v.tab.ctx, ev)
	}
}

// preflight reports whether a request only asks whether another may be sent
// (CORS). We answer it ourselves: the other is judged by its own merits, and
// its answer says who may read it.
func preflight(ev *cdpfetch.EventRequestPaused) bool {
	return ev.Request.Method == "OPTIONS" && header(ev.Request.Headers).Get("Access-Control-Request-Method") != ""
}

func preflightAnswer(ev *cdpfetch.EventRequestPaused) cdpfetch.FulfillRequestParams {
	h := header(ev.Request.Headers)
	return cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: 204, ResponseHeaders: []*cdpfetch.HeaderEntry{
		{Name: "Access-Control-Allow-Origin", Value: h.Get("Origin")},
		{Name: "Access-Control-Allow-Credentials", Value: "true"},
		{Name: "Access-Control-Allow-Methods", Value: h.Get("Access-Control-Request-Method")},
		{Name: "Access-Control-Allow-Headers", Value: h.Get("Access-Control-Request-Headers")},
	}}
}
