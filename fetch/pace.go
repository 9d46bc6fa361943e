package fetch

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

// patience is how long Fetch itself waits for a host; a longer wait is the caller's.
const patience = time.Second

// host is one origin: its turn and its state. All but turn and asking is guarded by Client.mu.
type host struct {
	turn     chan struct{} // holds a token while a request is in flight
	asking   chan struct{} // holds a token while robots.txt is being fetched
	site     string        // registrable
	loopback bool
	state    HostState
	parsed   *robots.File // of state.Robots, nil until needed
	tried    time.Time    // last failure to renew an old robots.txt
	robots   page.URL     // where a redirected robots.txt is to be had, zero where not known
	hops     int          // redirects on the way there
}

// enter waits for the host's turn and for its delay to pass; then the caller
// may send one request and must call leave. A long wait is a *LaterError. In a
// burst the delay is not waited for; other reasons to leave a host alone hold.
func (c *Client) enter(ctx context.Context, u page.URL, burst bool) (*host, error) {
	c.mu.Lock()
	h := c.host(u)
	c.mu.Unlock()
	select {
	case h.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	s := h.state
	c.mu.Unlock()
	if wait := time.Until(s.NotBefore); wait > 0 && !(burst && s.Reason == Pacing) {
		if wait > patience {
			<-h.turn
			return nil, &LaterError{Host: s.Host, Until: s.NotBefore, Reason: s.Reason, Status: s.Status}
		}
		if err := sleep(ctx, wait); err != nil {
			<-h.turn
			return nil, err
		}
	}
	if c.ceiling != nil {
		if err := c.ceiling.Wait(ctx); err != nil {
			<-h.turn
			return nil, err
		}
	}
	c.mu.Lock()
	h.state.Requests++
	c.owed[h.site]++
	c.mu.Unlock()
	return h, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ending is how a request ended.
type ending struct {
	elapsed     time.Duration
	status      int // 0 where no answer came
	retryAfter  string
	err         error
	interrupted bool // by the caller: no fault of the host
	unsent      bool // the address guard did not let it out
	burst       bool // a part of a page: that one fails says nothing about the host
}

// leave books how a request ended, gives the turn back and returns the state.
func (c *Client) leave(h *host, end ending) HostState {
	defer func() { <-h.turn }()
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &h.state
	if end.unsent {
		s.Requests--
		c.owed[h.site]--
		return *s
	}
	s.LastElapsed = end.elapsed
	s.Status = 0
	switch {
	case end.interrupted, end.burst && end.status != http.StatusTooManyRequests && end.status != http.StatusServiceUnavailable:
		s.NotBefore, s.Reason = now.Add(c.delay(h)), Pacing
	case end.err != nil, end.status >= 500, end.status == http.StatusTooManyRequests:
		s.Failures++
		s.LastError = fmt.Sprintf("status %d", end.status)
		if end.err != nil {
			s.LastError = end.err.Error()
		}
		s.NotBefore, s.Reason = c.backOff(h, now, end)
		if end.status == http.StatusTooManyRequests || end.status == http.StatusServiceUnavailable {
			s.Status = end.status
		}
	default:
		s.Failures = 0
		s.NotBefore, s.Reason = now.Add(c.delay(h)), Pacing
	}
	return *s
}

// delay is the time to leave a healthy host alone: the largest of the
// configured delay, its Crawl-delay and k times its last response time, with
// jitter, which only adds. c.mu is held.
func (c *Client) delay(h *host) time.Duration {
	own := c.o.Delay
	if h.loopback {
		own = c.o.LoopbackDelay
	}
	d := max(own, min(time.Duration(float64(h.state.LastElapsed)*c.o.DelayFactor), c.o.MaxDelay))
	if f := h.rules(); f != nil && !c.o.IgnoreRobots {
		d = max(d, f.Delay(c.o.Agent))
	}
	return d + time.Duration(c.o.Jitter*c.rnd.Float64()*float64(d))
}

// backOff says until when a host in trouble is left alone, and why: as long as
// it asks, else exponentially longer with jitter (half of it random), but never
// shorter than its delay; after too many failures in a row the circuit opens,
// then lets one request through after each cool-down. c.mu is held.
func (c *Client) backOff(h *host, now time.Time, end ending) (time.Time, string) {
	var wait time.Duration
	var reason string
	n := h.state.Failures
	asked, asks := time.Duration(0), false
	if end.status == http.StatusTooManyRequests || end.status == http.StatusServiceUnavailable {
		asked, asks = parseRetryAfter(end.retryAfter, now)
		asked = min(asked, c.o.MaxRetryAfter)
	}
	cooldown := c.o.Cooldown << max(0, min(n-c.o.BreakerAfter, 6))
	switch {
	case n >= c.o.BreakerAfter && asked < cooldown:
		wait, reason = cooldown, fmt.Sprintf("circuit open after %d failures, last: %s", n, h.state.LastError)
	case asks:
		wait, reason = asked, fmt.Sprintf("Retry-After with status %d", end.status)
	default:
		most := min(float64(c.o.Backoff)*math.Pow(2, float64(n-1)), float64(c.o.MaxRetryAfter))
		wait, reason = time.Duration(most/2+c.rnd.Float64()*most/2), "back-off after "+h.state.LastError
	}
	return now.Add(max(wait, c.delay(h))), reason
}

// rules returns the parsed robots.txt, nil where none was had. Client.mu is held.
func (h *host) rules() *robots.File {
	if h.parsed == nil && !h.state.RobotsAt.IsZero() {
		f := robots.Parse(h.state.Robots)
		h.parsed = &f
	}
	return h.parsed
}
