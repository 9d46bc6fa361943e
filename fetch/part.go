package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Part is how a request is sent that a page makes for itself while a browser
// shows it: for a script of it, say, or for what that script asks.
type Part struct {
	Header  http.Header   // as the browser would send it, cookies included; who we are and which encodings we read is ours
	Burst   bool          // a style or a script: follows at once after another request of the page where the host states no Crawl-delay
	Minor   bool          // the page is there without it: that it fails says nothing about the host
	Foreign bool          // may leave the targets' sites, for what a page is made of (never to private addresses)
	Limit   time.Duration // of the request once it is its turn, 0: Options.Timeout
}

// ErrIncomplete is the error, wrapped, of a request whose answer did not end
// within its time limit.
var ErrIncomplete = errors.New("no complete answer")

// timeLimit is ErrIncomplete with the limit, spelt out only where it is met.
type timeLimit time.Duration

func (l timeLimit) Error() string {
	return fmt.Sprintf("%s within %s", ErrIncomplete, time.Duration(l))
}

func (timeLimit) Unwrap() error { return ErrIncomplete }

// Part sends one request of a page that a browser shows and returns its answer,
// a redirect unfollowed: the browser decides on it and comes back. It passes
// the same guards as Fetch, and one request at a time is in flight to a host;
// as part of a burst it need not keep the delay, but a host that asked to be
// left alone is, and the delay after the burst counts from its last answer. It
// waits for nothing: whatever must be waited for is a *LaterError.
// Any method may be sent: what a page may do is judged by the caller.
func (c *Client) Part(ctx context.Context, r page.Request, how Part) (*page.Page, error) {
	if r.URL.IsZero() {
		return nil, errors.New("a request needs a URL")
	}
	if err := c.inScope(r.URL); err != nil {
		if !how.Foreign || c.excluded(r.URL) != nil {
			return nil, err
		}
		// That a target has a private address opens that to its own pages only.
		c.mu.Lock()
		private := c.private[r.URL.Host()]
		c.mu.Unlock()
		if private || IsPrivateName(r.URL.Host()) {
			return nil, &RefusedError{URL: r.URL, Guard: "address", Rule: "a page of another site asks for a private address"}
		}
	}
	if err := c.allowed(ctx, r.URL); err != nil {
		return nil, err
	}
	return c.send(ctx, r, &how)
}

// apply puts the header of a page's own request on req in place of ours.
func (p *Part) apply(req *http.Request) {
	own := req.Header
	req.Header = http.Header{}
	for name, values := range p.Header {
		name = http.CanonicalHeaderKey(name)
		if strings.HasPrefix(name, "Sec-Ch-") {
			continue // they say that we are somebody else
		}
		switch name {
		case "Connection", "Content-Length", "Host", "Proxy-Connection", "Keep-Alive", "Transfer-Encoding", "Upgrade":
		default:
			req.Header[name] = values
		}
	}
	for _, name := range []string{"User-Agent", "Accept-Language", "Accept-Encoding"} {
		req.Header[name] = own[name]
	}
}

// Agent returns what the client says it is.
func (c *Client) Agent() string { return c.agent }

// MaxBody returns how many bytes of a decoded body are kept.
func (c *Client) MaxBody() int64 { return c.o.MaxBody }

// SetCookie is a cookie and the URL that set it.
type SetCookie struct {
	URL    *url.URL
	Cookie *http.Cookie
}

// Cookies returns the cookies of a registrable site, in the order in which they were set.
func (c *Client) Cookies(site string) []SetCookie {
	c.mu.Lock()
	j := c.jar(site)
	c.mu.Unlock()
	out := j.listed()
	if a := c.o.Access; a != nil && siteOf(a.Origin) == site {
		out = append(out, c.own.listed()...)
	}
	return out
}

// siteOf returns the registrable site of an origin.
func siteOf(origin string) string {
	u, _ := page.ParseURL(origin)
	return u.Site()
}

// TakeCookies keeps cookies of a registrable site that a page's scripts set.
func (c *Client) TakeCookies(site string, cookies []SetCookie) {
	for _, k := range cookies {
		c.mu.Lock()
		j := c.jar(site)
		if u, err := page.ParseURL(k.URL.String()); err == nil && c.isOwn(u) {
			j = c.own
		}
		c.mu.Unlock()
		if line := k.Cookie.String(); line != "" {
			j.record(k.URL, []string{line})
		}
	}
}
