package fetch

import (
	"context"
	"fmt"
	"net/http"

	"github.com/hadal-crawler/hadal/page"
)

// fetch follows r to its final answer; every hop passes all guards anew.
func (c *Client) fetch(ctx context.Context, r page.Request, extra http.Header) (*page.Page, error) {
	if err := checkRequest(r); err != nil {
		return nil, err
	}
	first := r
	seen := map[string]bool{}
	for hops := 0; ; hops++ {
		if err := c.inScope(r.URL); err != nil {
			return nil, err
		}
		if err := c.allowed(ctx, r.URL); err != nil {
			return nil, err
		}
		p, err := c.send(ctx, r, extra)
		if err != nil {
			return nil, err
		}
		next, ok := redirected(r, p)
		if !ok {
			p.Request = first
			p.Requests = c.settle(first.URL.Site(), r.URL.Site())
			return p, nil
		}
		if next.URL.IsZero() {
			return nil, fmt.Errorf("%s redirects to %q, which is no URL to follow", r.URL, p.Header.Get("Location"))
		}
		seen[r.Key()] = true
		if seen[next.Key()] && p.Header.Get("Set-Cookie") == "" {
			return nil, &RefusedError{URL: r.URL, Guard: "redirect", Rule: fmt.Sprintf("it leads back to %s", next.URL)}
		}
		if hops >= c.o.MaxRedirects {
			return nil, &RefusedError{URL: first.URL, Guard: "redirect", Rule: fmt.Sprintf("more than %d redirects", c.o.MaxRedirects)}
		}
		r, extra = next, http.Header{}
	}
}

// redirected returns the request that an answer redirects to, by the Fetch
// standard's rules for methods. The zero URL stands for a Location that is not
// to be followed.
func redirected(r page.Request, p *page.Page) (page.Request, bool) {
	switch p.Status {
	case 301, 302, 303, 307, 308:
	default:
		return page.Request{}, false
	}
	location := p.Header.Get("Location")
	if location == "" {
		return page.Request{}, false // a page like any other
	}
	next := page.Request{Referer: r.Referer, Render: r.Render}
	next.URL, _ = r.URL.Resolve(location)
	if p.Status == 307 || p.Status == 308 {
		next.Method, next.ContentType, next.Body = r.Method, r.ContentType, r.Body
	}
	return next, true
}

// settle returns the requests sent to the sites since the last page.
func (c *Client) settle(sites ...string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, s := range sites {
		n += c.owed[s]
		delete(c.owed, s)
	}
	return n
}
