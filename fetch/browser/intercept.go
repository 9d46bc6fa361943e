package browser

import (
	"errors"
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
	if what == send && !a.main && b.o.Judge.Send != nil {
		if why = b.o.Judge.Send(r, v.acted(a)); why != "" {
			what = refusal(a)
		}
	}
	if what == send && ev.Request.HasPostData && r.Body == "" {
		what, why = refusal(a), "its body cannot be read"
	}
	asset := what == send && (a.kind == network.ResourceTypeScript || a.kind == network.ResourceTypeStylesheet)
	if asset {
		if p := b.kept.get(v.tab.site.name, r.URL); p != nil {
			v.fulfil(ev, p)
			return
		}
	}
	if what == send && !v.charge(r.URL.Site()) {
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
	redirect := p.Status >= 300 && p.Status < 400 && p.Header.Get("Location") != ""
	if asset {
		b.kept.put(v.tab.site.name, r.URL, p)
	}
	v.mu.Lock()
	switch {
	case redirect:
	case a.main:
		v.main = p
	case a.kind == network.ResourceTypeXHR || a.kind == network.ResourceTypeFetch:
		head := p.SentHead.Clone()
		head.Del("Cookie")
		v.exchanges = append(v.exchanges, page.Exchange{Request: r, Head: head, Status: p.Status, Header: p.Header,
			Body: p.Body, Truncated: p.Truncated, Step: step})
	}
	v.mu.Unlock()
	v.fulfil(ev, p)
}

// acted reports whether a step has caused a request that does not show itself
// to be the search: it carries no text of a step, and nothing was sent to its
// address before that did, or when the page was loaded.
func (v *visit) acted(a asked) bool {
	if a.request.Method == "GET" {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	at := withoutQuery(a.request.URL)
	if a.step == 0 || a.carries() {
		v.reading[at] = true
	}
	return !v.reading[at]
}

// refusal is what is done about a request that may not be sent.
func refusal(a asked) verdict {
	if a.main {
		return stay
	}
	return absent
}

// charge books a request of the page to a site; false when it made too many.
func (v *visit) charge(site string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.parts++
	if !slices.Contains(v.sites, site) {
		v.sites = append(v.sites, site)
	}
	return v.parts <= v.tab.process.b.o.Parts
}

// part sends a request of the page when its host's time has come.
func (v *visit) part(a asked, head http.Header) (*page.Page, error) {
	b := v.tab.process.b
	how := fetch.Part{Header: head, Burst: !a.main}
	if !a.main {
		how.Limit = b.o.PartLimit
	}
	how.Foreign = a.kind == network.ResourceTypeScript || a.kind == network.ResourceTypeStylesheet
	for {
		p, err := b.net.Part(v.ctx, a.request, how)
		later, ok := errors.AsType[*fetch.LaterError](err)
		if !ok || later.Reason != fetch.Pacing || !v.wait(time.Until(later.Until)) {
			return p, err
		}
	}
}

// wait waits for a host while the page's limit stands still; false when that
// takes more patience than there is left.
func (v *visit) wait(d time.Duration) bool {
	v.mu.Lock()
	if v.patient+d > v.tab.process.b.o.Patience {
		v.mu.Unlock()
		return false
	}
	v.patient += d
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
// is the whole page's, and so is the refusal of the search itself.
func (v *visit) failed(a asked, err error) {
	if later, ok := errors.AsType[*fetch.LaterError](err); ok {
		if a.kind != network.ResourceTypeScript && a.kind != network.ResourceTypeStylesheet {
			v.cancel(later)
		}
		return
	}
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok && a.step > 0 && (a.main || a.carries()) {
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
