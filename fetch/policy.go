package fetch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

// robotsAge is how long a robots.txt is believed (RFC 9309, section 2.4).
const robotsAge = 24 * time.Hour

// robotsRetry is how long an old copy serves after a failure to renew it.
const robotsRetry = time.Hour

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

// Robots returns what robots.txt says about u, fetching the file where needed;
// what was learned of it is in the HostState. Any 4xx status but 429, so 401
// and 403 too, means that there are no rules (RFC 9309, section 2.3.1.3), as
// do more than five redirects.
//
// A file that cannot be had for reasons of the server forbids everything for
// as long as that lasts (section 2.3.1.4), unless an older copy is held: a 5xx
// status or 429 is a *LaterError, a network failure is that failure. The
// standard would let us take the file for absent after some time; we never do.
func (c *Client) Robots(ctx context.Context, u page.URL) (robots.Verdict, error) {
	c.mu.Lock()
	h := c.host(u)
	c.mu.Unlock()
	if err := c.renewRobots(ctx, h); err != nil {
		return robots.Verdict{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := h.rules(); f != nil {
		return f.Test(c.o.Agent, u.PathQuery()), nil
	}
	return robots.Verdict{Allowed: true}, nil
}

// renewRobots makes sure that a host's robots.txt is known and fresh. Only one
// goroutine at a time asks for it.
func (c *Client) renewRobots(ctx context.Context, h *host) error {
	select {
	case h.asking <- struct{}{}:
		defer func() { <-h.asking }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c.mu.Lock()
	at, tried := h.state.RobotsAt, h.tried
	c.mu.Unlock()
	known := !at.IsZero()
	if known && (time.Since(at) < robotsAge || time.Since(tried) < robotsRetry) {
		return nil
	}
	err := c.fetchRobots(ctx, h)
	if err == nil || !known {
		return err
	}
	if later, ok := errors.AsType[*LaterError](err); ok && later.Reason == Pacing {
		return err // the file is there: it is only not our turn
	}
	c.mu.Lock()
	h.tried = time.Now()
	c.mu.Unlock()
	return ctx.Err()
}

// fetchRobots gets the robots.txt of a host through the same pacing as
// everything else. Redirects are followed even to other hosts (RFC 9309,
// section 2.3.1.2).
func (c *Client) fetchRobots(ctx context.Context, h *host) error {
	c.mu.Lock()
	u, hops, origin := h.robots, h.hops, h.state.Host
	c.mu.Unlock()
	if u.IsZero() {
		var err error
		if u, err = page.ParseURL(origin + "/robots.txt"); err != nil {
			return err
		}
	}
	var p *page.Page
	for {
		var err error
		if p, err = c.send(ctx, page.Get(u), nil); err != nil {
			return err // a failure on the way is booked: the next attempt backs off
		}
		next, ok := redirected(page.Get(u), p)
		if !ok || next.URL.IsZero() || hops >= robotsHops {
			break
		}
		u = next.URL
		hops++
		c.mu.Lock()
		h.robots, h.hops = u, hops
		c.mu.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	h.robots, h.hops = page.URL{}, 0
	if p.Status >= 500 {
		until := c.host(u).state.NotBefore
		return &LaterError{Host: origin, Until: until,
			Reason: fmt.Sprintf("robots.txt answers with status %d: nothing may be asked until it can be had", p.Status)}
	}
	s := &h.state
	s.RobotsAt, s.Robots = time.Now(), nil
	if p.Status >= 200 && p.Status < 300 {
		s.Robots = p.Body[:min(len(p.Body), robots.MaxSize+1)]
	}
	h.parsed, h.tried = nil, time.Time{}
	// The Crawl-delay counts from this very answer on.
	if until := time.Now().Add(c.delay(h)); until.After(s.NotBefore) {
		s.NotBefore, s.Reason = until, Pacing
	}
	return nil
}
