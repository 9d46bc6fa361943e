package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

// send sends one request, no redirects followed, when its host's turn has
// come, and reads the answer within the limits. A 429 or 503 is a *LaterError.
// part is nil but for requests that a page in a browser makes.
func (c *Client) send(ctx context.Context, r page.Request, part *Part) (*page.Page, error) {
	if err := c.behindProxy(r.URL); err != nil {
		return nil, err
	}
	h, err := c.enter(ctx, r.URL, part)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	p, connected, err := c.exchange(ctx, r, part)
	err = c.hidden.cause(err)
	address := r.Key()
	if ctx.Value(untold{}) != nil {
		address = page.Get(r.URL).Key()
	}
	end := ending{address: address, elapsed: time.Since(began), err: err, connected: connected, minor: part != nil && part.Minor,
		rules: r.URL.PathQuery() == "/robots.txt"}
	if p != nil {
		end.status, end.retryAfter = p.Status, p.Header.Get("Retry-After")
		if end.rules && p.Status < 300 && !c.o.IgnoreRobots {
			f := robots.Parse(p.Body)
			end.pace = f.Delay(c.o.Agent)
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		end.interrupted, end.unsent = true, !connected
		err = ctx.Err()
	case prohibited(err):
		end.unsent = true
		err = &RefusedError{URL: r.URL, Guard: "address", Rule: err.Error()}
	case unknown(err) && c.o.Proxy == nil: // else it may be the proxy's
		err = fmt.Errorf("%w %s: is it misspelt? (%w)", ErrNoHost, r.URL.Host(), err)
	case err != nil:
		err = fmt.Errorf("fetch %s: %w", r.URL, err)
	}
	if end.unsent {
		allowance(ctx).giveBack()
	}
	s := c.leave(h, end)
	if err != nil {
		return nil, err
	}
	if p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable {
		return nil, &LaterError{Host: s.Host, Until: s.NotBefore, Status: p.Status, Answer: true, Reason: s.Reason}
	}
	return p, nil
}

// untold marks a context whose requests have a body that nothing is to be made of, be it
// a hash.
type untold struct{}

// permit is the key of what While asks.
type permit struct{}

// While returns a context under which no request leaves where may, asked right before, does
// not allow it and ends the context. The end alone is not enough: after a machine has slept,
// the pause before a request and whatever ends the context end at once.
func While(ctx context.Context, may func() bool) context.Context {
	return context.WithValue(ctx, permit{}, may)
}

// ErrNoHost is the error, wrapped, of a request to a host whose name nobody has:
// asking once more does not help.
var ErrNoHost = errors.New("there is no host")

func unknown(err error) bool {
	dns, ok := errors.AsType[*net.DNSError](err)
	return ok && dns.IsNotFound
}

// farewell is more bytes than TLS sends when a connection is closed, and fewer
// than any request of ours has.
const farewell = 64

// exchange does the HTTP of one request. sent reports whether there was a
// connection for it and, where it was given up, whether it left.
func (c *Client) exchange(ctx context.Context, r page.Request, part *Part) (p *page.Page, sent bool, err error) {
	limit := c.o.Timeout
	if part != nil && part.Limit > 0 {
		limit = part.Limit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, timeLimit(limit))
	defer cancel()
	var met bool
	var conn *wire
	var before int64 // bytes that had left through conn
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		met, conn = true, wireOf(got.Conn)
		before = conn.bytes()
	}})
	method := cmp.Or(r.Method, http.MethodGet)
	req, err := http.NewRequestWithContext(ctx, method, r.URL.String(), strings.NewReader(r.Body))
	if err != nil {
		return nil, false, err
	}
	// A body that cannot be had again keeps net/http from sending the request
	// once more by itself, past the delay, when a reused connection dies.
	if method == "GET" || r.Body != "" {
		req.Body, req.GetBody = io.NopCloser(strings.NewReader(r.Body)), nil
	}
	if method == "GET" { // told that nothing is chunked, net/http starts no goroutine to see whether a body comes
		req.TransferEncoding = []string{"identity"}
	}
	req.Header.Set("User-Agent", c.agent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	req.Header.Set("Accept-Language", c.o.AcceptLanguage)
	req.Header.Set("Accept-Encoding", "gzip, br, zstd")
	if ref := referer(r.Referer, r.URL); ref != "" {
		req.Header.Set("Referer", ref)
	}
	if method == "POST" {
		req.Header.Set("Content-Type", r.ContentType)
		if !r.Referer.IsZero() {
			req.Header.Set("Origin", r.Referer.Origin())
		}
	}
	addHeader(req, r)
	c.mu.Lock()
	jar := c.jarOf(r.URL)
	c.mu.Unlock()
	if part != nil {
		part.apply(req)
	} else {
		for _, cookie := range jar.cookies(req.URL) {
			req.AddCookie(cookie)
		}
	}
	told := c.identify(req, r.URL)
	if may, ok := ctx.Value(permit{}).(func() bool); ok && !may() {
		return nil, false, ctx.Err()
	}
	began := time.Now()
	resp, err := c.transport(r.URL).RoundTrip(req)
	if err != nil {
		sent = met && (ctx.Err() == nil || conn.bytes()-before > farewell)
		return nil, sent, cause(ctx, err)
	}
	defer resp.Body.Close()
	if c.o.Proxy != nil && resp.StatusCode == http.StatusProxyAuthRequired {
		return nil, true, fmt.Errorf("the proxy %s wants another user name and password", c.o.Proxy.Redacted())
	}
	jar.record(req.URL, resp.Header.Values("Set-Cookie"))
	p = &page.Page{Request: r, Sent: r, SentHead: told, Final: r.URL, Status: resp.StatusCode, Header: resp.Header, Most: c.o.MaxBody}
	p.Body, p.Truncated, err = readBody(resp.Body, strings.Join(resp.Header.Values("Content-Encoding"), ","), resp.ContentLength, c.o.MaxBody)
	if err != nil {
		return nil, true, fmt.Errorf("read the body: %w", cause(ctx, err))
	}
	p.FetchedAt, p.Elapsed = time.Now(), time.Since(began)
	p.Private = c.isOwn(r.URL)
	c.hidden.conceal(p)
	return p, true, nil
}

// cause prefers the reason of a time limit to the error that it led to.
func cause(ctx context.Context, err error) error {
	if c := context.Cause(ctx); c != nil {
		return c
	}
	return err
}

// referer returns the Referer header from one page to another as browsers send
// it by default (strict-origin-when-cross-origin); "" for none.
func referer(from, to page.URL) string {
	switch {
	case from.IsZero():
		return ""
	case from.Origin() == to.Origin():
		return from.Origin() + from.PathQuery() // without user name and password
	case strings.HasPrefix(from.String(), "https:") && strings.HasPrefix(to.String(), "http:"):
		return ""
	}
	return from.Origin() + "/"
}

// ownHeader are the lines that no page.Request.Header may set: who we are, what
// we read, and what belongs to the connection.
var ownHeader = map[string]bool{
	"User-Agent": true, "Accept-Encoding": true, "Host": true, "Content-Length": true, "Content-Type": true, "Cookie": true, "Referer": true,
	"Connection": true, "Proxy-Connection": true, "Keep-Alive": true, "Transfer-Encoding": true, "Te": true, "Trailer": true, "Upgrade": true,
	"Expect": true, "Proxy-Authorization": true, "If-None-Match": true, "If-Modified-Since": true, "Range": true,
}

// addHeader puts on req what the script of a page adds to its request.
func addHeader(req *http.Request, r page.Request) {
	for line := range strings.Lines(r.Header) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		name = http.CanonicalHeaderKey(strings.TrimSpace(name))
		if ok && !ownHeader[name] && token(name) {
			req.Header.Set(name, strings.TrimSpace(value))
		}
	}
}

// token reports whether name can be that of a line (RFC 9110, section 5.6.2).
func token(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", r))
	}) < 0
}
