package fetch

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
)

// patience is how long Fetch itself waits for a host; a longer wait is the caller's.
const patience = time.Second

// host is one origin: its turn and its state. All but turn is guarded by Client.mu.
type host struct {
	turn     chan struct{} // holds a token while a request is in flight
	site     string        // registrable
	loopback bool
	state    HostState
	parsed   *robots.File // of state.Robots, nil until needed
}

// enter waits for the host's turn and for its delay to pass; then the caller
// may send one request and must call leave. A long wait is a *LaterError.
func (c *Client) enter(ctx context.Context, u page.URL) (*host, error) {
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
	if wait := time.Until(s.NotBefore); wait > 0 {
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

// leave books how a request ended and gives the turn back. Status is 0 and
// cause set where no answer came.
func (c *Client) leave(h *host, elapsed time.Duration, status int, retryAfter string, cause error) {
	now := time.Now()
	c.mu.Lock()
	s := &h.state
	s.LastElapsed = elapsed
	s.Status = 0
	switch {
	case cause != nil, status >= 500, status == 429:
		s.Failures++
		s.LastError = fmt.Sprintf("status %d", status)
		if cause != nil {
			s.LastError = cause.Error()
		}
		s.NotBefore, s.Reason = c.backOff(h, now, status, retryAfter)
		if status == 429 || status == 503 {
			s.Status = status
		}
	default:
		s.Failures = 0
		s.NotBefore, s.Reason = now.Add(c.delay(h)), Pacing
	}
	c.mu.Unlock()
	<-h.turn
}

// delay is the time to leave a healthy host alone: the largest of the
// configured delay, its Crawl-delay and k times its last response time, with
// jitter, which only adds. c.mu is held.
func (c *Client) delay(h *host) time.Duration {
	own := c.o.Delay
	if h.loopback {
		own = c.o.LoopbackDelay
	}
	asked := time.Duration(float64(h.state.LastElapsed) * c.o.DelayFactor)
	if f := h.rules(); f != nil && !c.o.IgnoreRobots {
		asked = max(asked, f.Delay(c.o.Agent))
	}
	d := max(own, min(asked, c.o.MaxDelay))
	return d + time.Duration(c.o.Jitter*c.rnd.Float64()*float64(d))
}

// backOff says until when a host in trouble is left alone, and why: as long as
// it asks, else exponentially longer with jitter (half of it random), but never shorter than
// its delay; after too many failures in a row the circuit opens. c.mu is held.
func (c *Client) backOff(h *host, now time.Time, status int, retryAfter string) (time.Time, string) {
	least := now.Add(c.delay(h))
	later := func(t time.Time, reason string) (time.Time, string) {
		if t.Before(least) {
			return least, reason
		}
		return t, reason
	}
	if status == 429 || status == 503 {
		if d, ok := parseRetryAfter(retryAfter, now); ok {
			return later(now.Add(min(d, c.o.MaxRetryAfter)), fmt.Sprintf("Retry-After with status %d", status))
		}
	}
	n := h.state.Failures
	if n >= c.o.BreakerAfter {
		d := time.Duration(float64(c.o.Cooldown) * math.Pow(2, float64(min(n-c.o.BreakerAfter, 6))))
		return later(now.Add(d), fmt.Sprintf("circuit open after %d failures, last: %s", n, h.state.LastError))
	}
	ceiling := float64(c.o.Backoff) * math.Pow(2, float64(n-1))
	d := time.Duration(ceiling/2 + c.rnd.Float64()*ceiling/2)
	return later(now.Add(d), "back-off after "+h.state.LastError)
}

// rules returns the parsed robots.txt, nil where none was had. Client.mu is held.
func (h *host) rules() *robots.File {
	if h.parsed == nil && !h.state.RobotsAt.IsZero() {
		f := robots.Parse(h.state.Robots)
		h.parsed = &f
	}
	return h.parsed
}
