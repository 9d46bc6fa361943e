package browser

import (
	"context"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
)

// clock is the time limit of a page. It stands still while the page waits for
// its hosts, which has a limit of its own.
type clock struct {
	patience time.Duration // longest wait for hosts

	mu      sync.Mutex
	limit   *time.Timer
	left    time.Duration // of the limit when waits began
	since   time.Time     // when the limit last began to run
	waits   int           // requests waiting for their hosts
	stood   time.Duration // for which the limit stood still
	stopped time.Time     // when it last began to
}

// start lets the limit run, and calls over when it has run out.
func (c *clock) start(limit time.Duration, over func()) {
	c.left, c.since = limit, time.Now()
	c.limit = time.AfterFunc(limit, over)
}

// Spare is what is left of the limit.
func (c *clock) Spare() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waits > 0 {
		return c.left
	}
	return c.left - time.Since(c.since)
}

// Waited is for how long the limit has stood still.
func (c *clock) Waited() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waited()
}

// waited is Waited with c.mu held.
func (c *clock) waited() time.Duration {
	if c.waits > 0 {
		return c.stood + time.Since(c.stopped)
	}
	return c.stood
}

// waiting reports whether a request waits for its host's time.
func (c *clock) waiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waits > 0
}

// wait waits for a host while the limit stands still; false when that takes more
// patience than there is left, or ctx ends.
func (c *clock) wait(ctx context.Context, d time.Duration) bool {
	c.mu.Lock()
	if c.waited()+d > c.patience {
		c.mu.Unlock()
		return false
	}
	if c.waits == 0 {
		c.limit.Stop()
		c.left -= time.Since(c.since)
		c.stopped = time.Now()
	}
	c.waits++
	c.mu.Unlock()
	ended := fetch.Sleep(ctx, d) != nil
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits--
	if c.waits == 0 {
		c.stood += time.Since(c.stopped)
		if !ended {
			c.since = time.Now()
			c.limit.Reset(c.left)
		}
	}
	return !ended
}
