package browser

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

const (
	firstRetry = 250 * time.Millisecond // after a failure, doubled each time
	lastRetry  = 30 * time.Second
	checkEvery = 25 // pages between two looks at the memory
)

// process is a running Chrome with what is shown in it.
type process struct {
	*chrome
	sites sites

	mu      sync.Mutex
	pages   int  // shown so far
	active  int  // being shown
	retired bool // no new pages
	stopped sync.Once
}

// keeper keeps a Chrome running, and starts another where it has died, grown or
// shown its share of pages.
type keeper struct {
	*shared
	starting chan struct{} // holds a token while Chrome is being started

	mu      sync.Mutex
	current *process // nil until needed
	failed  int      // starts and processes in a row that came to nothing
	retry   time.Time
}

// running returns the running Chrome, started where there is none, with one
// more active page, to be given back by release.
func (k *keeper) running(ctx context.Context) (*process, error) {
	select {
	case k.starting <- struct{}{}:
		defer func() { <-k.starting }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	k.mu.Lock()
	p, retry := k.current, k.retry
	k.mu.Unlock()
	if p != nil && p.enter() {
		return p, nil
	}
	if wait := time.Until(retry); wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-k.closing.Done():
			return nil, ErrClosed
		}
	}
	c, err := startChrome(k.shared)
	if err != nil {
		k.failure()
		return nil, fmt.Errorf("start Chrome: %v", err) // not the caller's context, should one have ended
	}
	p = &process{chrome: c, sites: sites{chrome: c, open: map[string]*site{}}}
	p.enter()
	k.mu.Lock()
	old := k.current
	k.current = p
	k.mu.Unlock()
	if old != nil {
		k.retire(old)
	}
	if k.closing.Err() != nil {
		k.release(p, nil)
		k.retire(p)
		return nil, ErrClosed
	}
	return p, nil
}

// enter books one more active page, unless Chrome is gone or about to be.
func (p *process) enter() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.retired || p.ctx.Err() != nil || p.pages >= p.o.BrowserPages {
		return false
	}
	p.pages++
	p.active++
	return true
}

// failure makes the next start wait, longer each time.
func (k *keeper) failure() {
	k.mu.Lock()
	defer k.mu.Unlock()
	wait := min(firstRetry<<min(k.failed, 10), lastRetry)
	k.failed++
	k.retry = time.Now().Add(wait)
}

// release gives back an active page that ended with err.
func (k *keeper) release(p *process, err error) {
	if err == nil {
		k.mu.Lock()
		k.failed = 0
		k.mu.Unlock()
	}
	p.mu.Lock()
	p.active--
	gone := p.ctx.Err() != nil && !p.retired
	look := p.pages%checkEvery == 0 && !p.retired && !gone
	p.mu.Unlock()
	switch {
	case gone:
		k.o.Log.Warn("Chrome has died and will be started anew", "error", err)
		k.failure()
		k.retire(p)
	case look && p.memory() > k.o.MaxMemory:
		k.o.Log.Info("Chrome has grown and will be started anew")
		k.retire(p)
	default:
		p.finish()
	}
}

// retire lets a process show no more pages, and ends it after the last one.
func (k *keeper) retire(p *process) {
	p.mu.Lock()
	p.retired = true
	p.mu.Unlock()
	k.mu.Lock()
	if k.current == p {
		k.current = nil
	}
	k.mu.Unlock()
	p.finish()
}

// finish ends a retired process that shows no page any more.
func (p *process) finish() {
	p.mu.Lock()
	over := p.retired && (p.active == 0 || p.closing.Err() != nil)
	p.mu.Unlock()
	if over {
		p.stopped.Do(func() { p.leftover.Go(p.stop) })
	}
}

// memory returns the bytes of memory that Chrome's processes use, shared ones
// in shares (PSS); 0 where the system does not tell (a remote Chrome, no Linux).
func (c *chrome) memory() int64 {
	if c.wall == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(c.ctx, 2*time.Second)
	defer cancel()
	got, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return 0
	}
	var sum int64
	for _, q := range got.ProcessInfo {
		sum += proportional(q.ID)
	}
	return sum
}

// proportional returns the proportional set size of a process in bytes.
func proportional(pid int64) int64 {
	text, err := os.ReadFile("/proc/" + strconv.FormatInt(pid, 10) + "/smaps_rollup")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte("Pss:")); ok {
			kib, _ := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
			return kib << 10
		}
	}
	return 0
}
