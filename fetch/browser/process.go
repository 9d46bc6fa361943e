package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

const (
	startLimit = 30 * time.Second       // of starting Chrome, and of opening a tab
	firstRetry = 250 * time.Millisecond // after a failure, doubled each time
	lastRetry  = 30 * time.Second
	checkEvery = 25 // pages between two looks at the memory
)

// process is one running Chrome.
type process struct {
	b    *Browser
	ctx  context.Context // chromedp's; done when Chrome is gone
	stop func()          // ends Chrome and waits for that
	wall *wall           // nil with a remote Chrome
	name string          // what Chrome says it is, and who sends it

	mu      sync.Mutex
	pages   int  // shown so far
	active  int  // being shown
	retired bool // no new pages
	stopped sync.Once
	sites   map[string]*site
	tabs    map[cdp.FrameID]bool // main frames of our own tabs
}

// process returns the running Chrome, started where there is none, with one
// more active page, to be given back by release.
func (b *Browser) process(ctx context.Context) (*process, error) {
	select {
	case b.starting <- struct{}{}:
		defer func() { <-b.starting }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	b.mu.Lock()
	p, retry := b.current, b.retry
	b.mu.Unlock()
	if p != nil && p.enter() {
		return p, nil
	}
	if wait := time.Until(retry); wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-b.closing.Done():
			return nil, ErrClosed
		}
	}
	p, err := b.start()
	if err != nil {
		b.failure()
		return nil, fmt.Errorf("start Chrome: %v", err) // not the caller's context, should one have ended
	}
	p.enter()
	b.mu.Lock()
	old := b.current
	b.current = p
	b.mu.Unlock()
	if old != nil {
		b.retire(old)
	}
	if b.closing.Err() != nil {
		b.release(p, nil)
		b.retire(p)
		return nil, ErrClosed
	}
	return p, nil
}

// enter books one more active page, unless Chrome is gone or about to be.
func (p *process) enter() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.retired || p.ctx.Err() != nil || p.pages >= p.b.o.BrowserPages {
		return false
	}
	p.pages++
	p.active++
	return true
}

// failure makes the next start wait, longer each time.
func (b *Browser) failure() {
	b.mu.Lock()
	defer b.mu.Unlock()
	wait := min(firstRetry<<min(b.failed, 10), lastRetry)
	b.failed++
	b.retry = time.Now().Add(wait)
}

// release gives back an active page that ended with err.
func (b *Browser) release(p *process, err error) {
	if err == nil {
		b.mu.Lock()
		b.failed = 0
		b.mu.Unlock()
	}
	p.mu.Lock()
	p.active--
	gone := p.ctx.Err() != nil && !p.retired
	look := p.pages%checkEvery == 0 && !p.retired && !gone
	p.mu.Unlock()
	switch {
	case gone:
		b.o.Log.Warn("Chrome has died and will be started anew", "error", err)
		b.failure()
		b.retire(p)
	case look && p.memory() > b.o.MaxMemory:
		b.o.Log.Info("Chrome has grown and will be started anew")
		b.retire(p)
	default:
		p.finish()
	}
}

// retire lets a process show no more pages, and ends it after the last one.
func (b *Browser) retire(p *process) {
	p.mu.Lock()
	p.retired = true
	p.mu.Unlock()
	b.mu.Lock()
	if b.current == p {
		b.current = nil
	}
	b.mu.Unlock()
	p.finish()
}

// finish ends a retired process that shows no page any more.
func (p *process) finish() {
	p.mu.Lock()
	over := p.retired && (p.active == 0 || p.b.closing.Err() != nil)
	p.mu.Unlock()
	if over {
		p.stopped.Do(func() { p.b.leftover.Go(p.stop) })
	}
}

// start starts Chrome or connects to it.
func (b *Browser) start() (*process, error) {
	p := &process{b: b, sites: map[string]*site{}, tabs: map[cdp.FrameID]bool{}}
	var alloc context.Context
	var free context.CancelFunc
	if b.o.Remote != "" {
		alloc, free = remote.NewAllocator(context.Background(), b.o.Remote)
	} else {
		var err error
		if p.wall, err = newWall(b.o.Log); err != nil {
			return nil, err
		}
		alloc, free = chromedp.NewExecAllocator(context.Background(), append(flags(),
			chromedp.ExecPath(b.path), chromedp.ProxyServer("http://"+p.wall.address()))...)
	}
	ctx, cancel := chromedp.NewContext(alloc,
		chromedp.WithErrorf(func(format string, a ...any) { b.o.Log.Debug("chromedp: " + fmt.Sprintf(format, a...)) }),
		chromedp.WithLogf(func(string, ...any) {}))
	p.ctx = ctx
	p.stop = func() {
		limit := time.AfterFunc(5*time.Second, cancel)
		if err := chromedp.Cancel(ctx); err != nil && !errors.Is(err, context.Canceled) {
			b.o.Log.Debug("Chrome did not end cleanly", "error", err)
		}
		limit.Stop()
		cancel()
		free()
		if p.wall != nil {
			p.wall.close()
		}
	}
	if err := p.ready(cancel); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// ready waits until Chrome answers and has all requests of it held.
func (p *process) ready(cancel func()) error {
	// The first call ties Chrome's life to its context: no time limit there.
	limit := time.AfterFunc(startLimit, cancel)
	defer limit.Stop()
	if err := chromedp.Do(p.ctx); err != nil {
		return err
	}
	if err := chromedp.ListenBrowser(p.ctx, p.event); err != nil {
		return err
	}
	if _, err := chromedp.CallBrowser(p.ctx, fetch.Enable, fetch.EnableParams{}); err != nil {
		return err
	}
	version, err := chromedp.CallBrowser(p.ctx, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	p.name = strings.Replace(version.UserAgent, "HeadlessChrome", "Chrome", 1) + " " + p.b.net.Agent()
	_, err = chromedp.CallBrowser(p.ctx, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true})
	return err
}

// event handles what no tab of ours does: it refuses each request and closes
// each window. It runs in chromedp's loop and must not wait.
func (p *process) event(ev any) {
	switch ev := ev.(type) {
	case *fetch.EventRequestPaused:
		go func() {
			p.b.o.Log.Debug("refused: not asked by a page that is shown", "type", ev.ResourceType, "url", ev.Request.URL)
			if preflight(ev) {
				chromedp.CallBrowser(p.ctx, fetch.FulfillRequest, preflightAnswer(ev))
				return
			}
			chromedp.CallBrowser(p.ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
		}()
	case *target.EventTargetCreated:
		if ev.TargetInfo.Type == "page" && ev.TargetInfo.OpenerID != "" {
			go chromedp.CallBrowser(p.ctx, target.CloseTarget, target.CloseTargetParams{TargetID: ev.TargetInfo.TargetID})
		}
	}
}

// flags are those of chromedp (after Puppeteer's) and what makes a guest of
// Chrome: no network past the proxy, loopback included, and nothing loaded or
// asked that no page needs.
func flags() []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.DisableGPU,
		chromedp.Flag("proxy-bypass-list", "<-loopback>"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("dns-prefetch-disable", true),
		chromedp.Flag("deny-permission-prompts", true),
		chromedp.Flag("mute-audio", true),
		chromedp.WindowSize(1280, 1600),
	)
}
