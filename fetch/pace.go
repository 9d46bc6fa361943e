package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
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
	held     *os.File // while a request is in flight: the host's place among the processes, of the turn's holder
	last     mark     // of a process that asked, as read or left last
	state    HostState
	parsed   *robots.File // of state.Robots, nil until needed
	tried    time.Time    // last failure to renew an old robots.txt
	robots   page.URL     // where a redirected robots.txt is to be had, zero where not known
	hops     int          // redirects on the way there
}

// enter waits for the host's turn and for its delay to pass; then the caller
// may send one request, which is counted, and must call leave. A wait that is
// long is a *LaterError; so is any of a part of a page, whose time limit stands
// still meanwhile. Styles and scripts need not wait for the delay where the host
// states none; other reasons to leave a host alone hold.
func (c *Client) enter(ctx context.Context, u page.URL, part *Part) (*host, error) {
	c.mu.Lock()
	h := c.host(u)
	c.mu.Unlock()
	select {
	case h.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := c.await(ctx, h, part); err != nil {
		c.origins.release(h.held, mark{})
		h.held = nil
		<-h.turn
		return nil, err
	}
	c.mu.Lock()
	h.state.Requests++
	c.mu.Unlock()
	return h, nil
}

// await waits until h, whose turn the caller has, may be asked.
func (c *Client) await(ctx context.Context, h *host, part *Part) error {
	longest := patience
	if part != nil {
		longest = 0
	}
	for busy := time.Duration(0); ; {
		c.mu.Lock()
		s, burst := h.state, part != nil && part.Burst && c.crawlDelay(h) == 0
		c.mu.Unlock()
		if wait := time.Until(s.NotBefore); wait > 0 && !(burst && s.Reason == Pacing) {
			if wait > longest {
				return &LaterError{Host: s.Host, Until: s.NotBefore, Reason: s.Reason, Status: s.Status}
			}
			if err := Sleep(ctx, wait); err != nil {
				return err
			}
		}
		if h.held == nil {
			switch free, changed := c.hold(h); {
			case !free:
				if busy >= longest {
					return &LaterError{Host: s.Host, Until: time.Now().Add(busyFor), Reason: Pacing}
				}
				busy += glance
				if err := Sleep(ctx, glance); err != nil {
					return err
				}
				continue
			case changed:
				c.origins.release(h.held, mark{})
				h.held = nil
				continue
			}
		}
		if c.ceiling != nil {
			turn := c.ceiling.Reserve()
			wait := turn.Delay()
			if wait > longest {
				turn.Cancel()
				return &LaterError{Host: s.Host, Until: time.Now().Add(wait), Reason: Pacing}
			}
			if err := Sleep(ctx, wait); err != nil {
				turn.Cancel()
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !allowance(ctx).take() {
			return ErrSpent
		}
		if h.held != nil && !h.loopback { // should this process die now, the delay counts from here
			writeMark(h.held, mark{end: time.Now(), until: h.last.until, status: h.last.status, reason: h.last.reason})
		}
		return nil
	}
}

// While another process asks the host: how often is looked whether it has done,
// and how long a caller that cannot wait here stays away.
const (
	glance  = 2 * time.Millisecond
	busyFor = 20 * time.Millisecond
)

// hold takes the host's place among the processes of this machine. free is false
// while another one has it; changed says that one has asked the host since this
// one did: its delay counts from that answer, and its wishes are to be kept.
func (c *Client) hold(h *host) (free, changed bool) {
	held, last, free := c.origins.take(h.state.Host)
	if !free {
		return false, false
	}
	h.held = held
	c.mu.Lock()
	defer c.mu.Unlock()
	if held == nil || last.end.Equal(h.last.end) {
		return true, false
	}
	h.last = last
	now := time.Now()
	s := &h.state
	until, reason, status := earlier(last.end, now).Add(c.delay(h)), Pacing, 0
	if wish := earlier(last.until, now.Add(c.o.MaxRetryAfter)); wish.After(until) {
		until, reason, status = wish, last.reason, last.status
	}
	if !until.After(s.NotBefore) || !until.After(now) {
		return true, false
	}
	s.NotBefore, s.Reason, s.Status = until, reason, status
	return true, true
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Sleep waits; it fails where ctx ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
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
	address     string // what was asked, to tell one from another
	elapsed     time.Duration
	status      int // 0 where no answer came
	retryAfter  string
	err         error
	connected   bool          // the host was there
	interrupted bool          // by the caller: no fault of the host
	unsent      bool          // it never left
	minor       bool          // a part of a page: that one fails says nothing about the host
	rules       bool          // robots.txt: that it is not shown says nothing
	pace        time.Duration // the Crawl-delay that it states for us
}

// refuses reports whether a status says that we are not wanted.
func refuses(status int) bool {
	return status == http.StatusForbidden || status == http.StatusTooManyRequests
}

// leave books how a request ended, gives the turn back and returns the state.
func (c *Client) leave(h *host, end ending) HostState {
	defer func() { <-h.turn }()
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &h.state
	m := mark{}
	defer func() {
		c.origins.release(h.held, m)
		h.held = nil
	}()
	if end.unsent {
		s.Requests--
		return *s
	}
	s.LastElapsed = end.elapsed
	s.Status = 0
	asked, asks := parseRetryAfter(end.retryAfter, now)
	asked = min(asked, c.o.MaxRetryAfter)
	failed := end.err != nil || end.status >= 500 || end.status == http.StatusTooManyRequests
	wish := refuses(end.status) && !end.rules || end.status == http.StatusServiceUnavailable || asks
	if wish {
		s.Status = end.status
	}
	if refuses(end.status) && !end.rules && !asks {
		c.slow(h)
	}
	switch {
	case end.interrupted, end.minor && failed && !wish:
		s.NotBefore, s.Reason = now.Add(c.delay(h)), Pacing
	case failed:
		s.LastError = fmt.Sprintf("status %d", end.status)
		if end.err != nil {
			s.LastError = end.err.Error()
		}
		c.fail(s, end)
		s.NotBefore, s.Reason = c.backOff(h, now, asked, asks)
	default:
		s.Failures, s.Failing, s.Tries = 0, nil, 0
		if end.status < 400 {
			s.Slow = s.Slow * 3 / 4
			if s.Slow < c.o.Backoff/4 {
				s.Slow = 0
			}
		}
		s.NotBefore, s.Reason = now.Add(max(c.delay(h), end.pace)), Pacing
		switch {
		case asks && asked > 0:
			s.NotBefore, s.Reason = now.Add(max(asked, c.delay(h))), fmt.Sprintf("Retry-After with status %d", end.status)
		case wish:
			s.Reason = fmt.Sprintf("back-off after status %d", end.status)
		}
	}
	m = c.note(h, now, end.pace)
	return *s
}

// note returns what other processes are to know of a host that was asked until
// now, and remembers it as ours: one that has yet to read its robots.txt knows of
// no Crawl-delay, pace or the one that is known. c.mu is held.
func (c *Client) note(h *host, now time.Time, pace time.Duration) mark {
	m := mark{end: now.Round(0)}
	if s := h.state; s.Reason != Pacing {
		m.until, m.reason, m.status = s.NotBefore.Round(0), s.Reason, s.Status
	} else if pace = max(pace, c.crawlDelay(h)); pace > 0 {
		m.until, m.reason = m.end.Add(pace), Pacing
	}
	h.last = m
	return m
}

// slow has a host that turned us away without saying for how long be asked less
// often: twice as slowly each time, and faster again by a quarter with each good answer. So one that answers
// less than seven of ten questions is asked ever more slowly. c.mu is held.
func (c *Client) slow(h *host) {
	h.state.Slow = min(max(2*h.state.Slow, c.o.Backoff), max(c.o.MaxDelay, c.o.Backoff))
}

// TurnedAway books that a page had with a good status was a wall for all that: a
// captcha, say. Its host is slowed down as by a 403, and its Retry-After counts.
func (c *Client) TurnedAway(p *page.Page) {
	if refuses(p.Status) {
		return // that was seen from its status
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.host(p.Final)
	now := time.Now()
	s := &h.state
	reason := fmt.Sprintf("Retry-After with status %d", p.Status)
	asked, asks := parseRetryAfter(p.Header.Get("Retry-After"), now)
	if !asks {
		c.slow(h)
		reason = "back-off after a page that turns robots away"
	}
	until := now.Add(max(min(asked, c.o.MaxRetryAfter), c.delay(h)))
	if until.After(s.NotBefore) {
		s.NotBefore, s.Reason, s.Status = until, reason, p.Status
	}
}

// Forgive books that the host turned away a question and not us: it is asked as
// fast again as before.
func (c *Client) Forgive(p *page.Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.host(p.Final)
	s := &h.state
	s.Slow = 0
	if s.Reason == Pacing || refuses(s.Status) && p.Header.Get("Retry-After") == "" {
		if soon := time.Now().Add(c.delay(h)); soon.Before(s.NotBefore) {
			s.NotBefore, s.Reason, s.Status = soon, Pacing, 0
		}
	}
}

// failuresKept bounds HostState.Failing.
const failuresKept = 64

// fail counts a failure. An address that fails again counts once: that tells of
// the address and not of the host, unless that was not there at all or says
// itself that it is asked too much.
func (c *Client) fail(s *HostState, end ending) {
	if !end.connected || end.status == http.StatusTooManyRequests {
		s.Failures++
		s.Tries = 0
		return
	}
	sum := sha256.Sum256([]byte(end.address))
	address := hex.EncodeToString(sum[:8])
	if n := len(s.Failing); n > 0 && s.Failing[n-1] == address {
		s.Tries++
		return
	}
	s.Tries = 1
	if i := slices.Index(s.Failing, address); i >= 0 {
		s.Failing = slices.Delete(slices.Clone(s.Failing), i, i+1)
	} else {
		s.Failures++
	}
	s.Failing = append(slices.Clip(s.Failing), address)
	if len(s.Failing) > failuresKept {
		s.Failing = s.Failing[1:]
	}
}

// delay is the time to leave a healthy host alone: the largest of the
// configured delay, its Crawl-delay, k times its last response time and what it
// earned by turning us away, with jitter, which only adds. c.mu is held.
func (c *Client) delay(h *host) time.Duration {
	own := c.o.Delay
	if h.loopback {
		own = c.o.LoopbackDelay
	}
	d := max(own, h.state.Slow, c.crawlDelay(h), min(time.Duration(float64(h.state.LastElapsed)*c.o.DelayFactor), c.o.MaxDelay))
	return d + time.Duration(c.o.Jitter*c.rnd.Float64()*float64(d))
}

// crawlDelay returns what the host's robots.txt states for us. c.mu is held.
func (c *Client) crawlDelay(h *host) time.Duration {
	if f := h.rules(); f != nil && !c.o.IgnoreRobots {
		return f.Delay(c.o.Agent)
	}
	return 0
}

// backOff says until when a host in trouble is left alone, and why: as long as
// it asks, else exponentially longer with jitter (half of it random), but never
// shorter than its delay; after too many failures in a row the circuit opens,
// then lets one request through after each cool-down. c.mu is held.
func (c *Client) backOff(h *host, now time.Time, asked time.Duration, asks bool) (time.Time, string) {
	var wait time.Duration
	var reason string
	n := h.state.Failures
	cooldown := c.o.Cooldown << max(0, min(n-c.o.BreakerAfter, 6))
	switch {
	case n >= c.o.BreakerAfter && asked < cooldown:
		wait, reason = cooldown, fmt.Sprintf("circuit open after %d failures, last: %s", n, h.state.LastError)
	case asks:
		wait, reason = asked, fmt.Sprintf("Retry-After with status %d", h.state.Status)
	default:
		most := min(float64(c.o.Backoff)*math.Pow(2, float64(max(n, h.state.Tries)-1)), float64(c.o.MaxRetryAfter))
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

// parseRetryAfter reads a Retry-After header: seconds or an HTTP date (RFC
// 9110, section 10.2.3). A date in the past is 0; more than a year is a year.
func parseRetryAfter(s string, now time.Time) (time.Duration, bool) {
	const most = 365 * 24 * time.Hour
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, false
	}
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if !(n >= 0) {
			return 0, false
		}
		return time.Duration(min(n, most.Seconds()) * float64(time.Second)), true
	}
	t, err := http.ParseTime(s)
	if err != nil {
		return 0, false
	}
	return min(max(t.Sub(now), 0), most), true
}
