package fetch

import (
	"context"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

// robotsAge is how long a robots.txt is believed (RFC 9309, section 2.4).
const robotsAge = 24 * time.Hour

// robotsHops is how many redirects of a robots.txt are followed; beyond, it
// counts as unavailable (section 2.3.1.2).
const robotsHops = 5

// allowed refuses what the host's robots.txt forbids. It fetches the file
// where it is not known or too old.
func (c *Client) allowed(ctx context.Context, u page.URL) error {
	if c.o.IgnoreRobots {
		return nil
	}
	v, err := c.Robots(ctx, u)
	if err != nil {
		return err
	}
	if !v.Allowed {
		return &RefusedError{URL: u, Guard: "robots", Rule: fmt.Sprintf("%s (robots.txt line %d)", v.Rule, v.Line)}
	}
	return nil
}

// Robots returns what robots.txt says about u, fetching the file where needed.
// A file that cannot be had for reasons of the server (5xx, network) forbids
// everything for the time being (RFC 9309, section 2.3.1.4): the error is a
// *LaterError, unless an older copy is held. Any 4xx status, 401 and 403 too,
// means that there are no rules (section 2.3.1.3).
func (c *Client) Robots(ctx context.Context, u page.URL) (robots.Verdict, error) {
	c.mu.Lock()
	h := c.host(u)
	at := h.state.RobotsAt
	c.mu.Unlock()
	if at.IsZero() || time.Since(at) > robotsAge {
		if err := c.fetchRobots(ctx, h); err != nil && at.IsZero() {
			return robots.Verdict{}, err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := h.rules(); f != nil {
		return f.Test(c.o.Agent, u.PathQuery()), nil
	}
	return robots.Verdict{Allowed: true}, nil
}

// fetchRobots gets the robots.txt of a host through the same pacing as
// everything else.
func (c *Client) fetchRobots(ctx context.Context, h *host) error {
	u, err := page.ParseURL(h.state.Host + "/robots.txt")
	if err != nil {
		return err
	}
	var p *page.Page
	for hops := 0; ; hops++ {
		p, err = c.send(ctx, page.Get(u), nil)
		if err != nil {
			return err // a failure on the way is booked: the next attempt backs off
		}
		next, ok := redirected(page.Get(u), p)
		if !ok || next.URL.IsZero() || hops >= robotsHops {
			break
		}
		u = next.URL
	}
	if p.Status >= 500 {
		c.mu.Lock()
		defer c.mu.Unlock()
		return &LaterError{Host: h.state.Host, Until: h.state.NotBefore,
			Reason: fmt.Sprintf("robots.txt answers with status %d: nothing may be asked until it can be had", p.Status)}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	h.state.RobotsAt, h.state.RobotsStatus, h.state.Robots = time.Now(), p.Status, nil
	if p.Status >= 200 && p.Status < 300 {
		h.state.Robots = p.Body
	}
	h.parsed = nil
	// The Crawl-delay counts from this very answer on.
	h.state.NotBefore = time.Now().Add(c.delay(h))
	return nil
}
