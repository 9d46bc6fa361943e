package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// journey is a request on its way through redirects. One that must wait at a
// later hop is kept, so that the caller's next attempt goes on from there:
// begun anew it would never arrive where the delay is longer than Fetch waits,
// and a form would be submitted twice.
type journey struct {
	asked page.Request
	at    page.Request // the next hop
	hops  int
	seen  map[string]bool // Keys of the hops before at
	own   bool            // it is a login: nothing of it leaves its origin, nor what it sends the client
}

// maxJourneys bounds the journeys kept; the oldest are forgotten first.
const maxJourneys = 256

// embark returns the journey kept for r, or a new one.
func (c *Client) embark(r page.Request) *journey {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, j := range c.journeys {
		if j.asked == r {
			c.journeys = slices.Delete(c.journeys, i, i+1)
			return j
		}
	}
	return &journey{asked: r, at: r, seen: map[string]bool{}}
}

// rest keeps j until the caller comes back.
func (c *Client) rest(j *journey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.journeys = append(c.journeys, j)
	if len(c.journeys) > maxJourneys {
		c.journeys = c.journeys[1:]
	}
}

// travel takes j hop by hop to its end.
func (c *Client) travel(ctx context.Context, j *journey) (*page.Page, error) {
	for {
		r := j.at
		if err := c.inScope(r.URL); err != nil {
			return nil, err
		}
		if err := c.allowed(ctx, r.URL); err != nil {
			return nil, err
		}
		if j.own {
			ctx = context.WithValue(ctx, untold{}, true)
		}
		p, err := c.send(ctx, r, nil)
		if err != nil {
			return nil, err
		}
		next, ok := redirected(r, p)
		if !ok {
			if next, ok = refreshed(r, p); !ok || j.seen[next.Key()] || next.Key() == r.Key() || j.hops >= c.o.MaxRedirects || c.refuses(ctx, next.URL) {
				p.Request = j.asked
				return p, nil
			}
		}
		refuse := func(rule string) error {
			return &RefusedError{URL: r.URL, Guard: redirects, Rule: rule}
		}
		if j.own && next.URL.Origin() != r.URL.Origin() {
			if next.Body == "" && j.asked.Method == "POST" {
				return p, nil // it was taken, and leads elsewhere
			}
			return nil, refuse(fmt.Sprintf("it leads to %s, and a login is for its own origin", next.URL.Origin()))
		}
		c.tellLeft(r.URL, next.URL)
		if next.URL.IsZero() {
			return nil, refuse(fmt.Sprintf("it leads to %q, which is no URL to follow", p.Header.Get("Location")))
		}
		j.seen[r.Key()] = true
		if j.seen[next.Key()] && p.Header.Get("Set-Cookie") == "" {
			return nil, refuse(fmt.Sprintf("it leads back to %s", next.URL))
		}
		if j.hops >= c.o.MaxRedirects {
			return nil, refuse(fmt.Sprintf("more than %d redirects from %s", c.o.MaxRedirects, j.asked.URL))
		}
		j.at = next
		j.hops++
	}
}

// refuses reports whether a guard forbids to ask for u.
func (c *Client) refuses(ctx context.Context, u page.URL) bool {
	err := c.inScope(u)
	if err == nil {
		err = c.allowed(ctx, u)
	}
	_, is := errors.AsType[*RefusedError](err)
	return is
}

// redirects is the guard against redirects that lead nowhere.
const redirects = "redirect"

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
	next := page.Request{Method: "GET", Referer: r.Referer, Render: r.Render}
	next.URL, _ = r.URL.Resolve(location)
	if next.URL.Origin() == r.URL.Origin() {
		next.Header = r.Header // tokens are for whom they were given
	}
	if p.Status == 307 || p.Status == 308 {
		next.Method, next.ContentType, next.Body = r.Method, r.ContentType, r.Body
	}
	return next, true
}

// What a refresh must be like for a page to be but a stop on the way: it is declared early,
// and leaves no time to read the page.
const (
	refreshWithin = 8 << 10 // bytes of the page
	refreshAfter  = 5 * time.Second
)

// refreshed returns the request of the page to which a browser goes on after this one by
// itself, as from "please wait, we are searching": that is a redirect in other clothes. One
// that loads its own page again, leads back or may not be asked for is left alone: its page
// is what there is. A browser goes on by itself.
func refreshed(r page.Request, p *page.Page) (page.Request, bool) {
	if r.Render || p.Status != http.StatusOK || p.Header.Get("Refresh") == "" && !bytes.Contains(bytes.ToLower(p.Body[:min(len(p.Body), refreshWithin)]), []byte("refresh")) {
		return page.Request{}, false
	}
	doc, err := p.Document()
	if err != nil || doc.Refresh.IsZero() || doc.RefreshAfter > refreshAfter {
		return page.Request{}, false
	}
	return page.Request{Method: http.MethodGet, URL: doc.Refresh, Referer: r.URL}, true
}
