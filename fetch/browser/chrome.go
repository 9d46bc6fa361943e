package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

const startLimit = 30 * time.Second // of starting Chrome, and of opening a tab

// chrome is one running Chrome.
type chrome struct {
	*shared
	ctx  context.Context // chromedp's; done when Chrome is gone
	stop func()          // ends Chrome and waits for that
	wall *wall           // nil with a remote Chrome
	name string          // what Chrome says it is, and who sends it
}

// startChrome starts Chrome or connects to it.
func startChrome(s *shared) (*chrome, error) {
	c := &chrome{shared: s}
	var alloc context.Context
	var free context.CancelFunc
	if c.o.Remote != "" {
		alloc, free = remote.NewAllocator(context.Background(), c.o.Remote)
	} else {
		var err error
		if c.wall, err = newWall(c.o.Log); err != nil {
			return nil, err
		}
		alloc, free = chromedp.NewExecAllocator(context.Background(), append(flags(),
			chromedp.ExecPath(c.path), chromedp.ProxyServer("http://"+c.wall.address()))...)
	}
	ctx, cancel := chromedp.NewContext(alloc,
		chromedp.WithErrorf(func(format string, a ...any) { c.o.Log.Debug("chromedp: " + fmt.Sprintf(format, a...)) }),
		chromedp.WithLogf(func(string, ...any) {}))
	c.ctx = ctx
	c.stop = func() {
		limit := time.AfterFunc(5*time.Second, cancel)
		if err := chromedp.Cancel(ctx); err != nil && !errors.Is(err, context.Canceled) {
			c.o.Log.Debug("Chrome did not end cleanly", "error", err)
		}
		limit.Stop()
		cancel()
		free()
		if c.wall != nil {
			c.wall.close()
		}
	}
	if err := c.ready(cancel); err != nil {
		c.stop()
		return nil, err
	}
	return c, nil
}

// ready waits until Chrome answers and has all requests of it held.
func (c *chrome) ready(cancel func()) error {
	// The first call ties Chrome's life to its context: no time limit there.
	limit := time.AfterFunc(startLimit, cancel)
	defer limit.Stop()
	if err := chromedp.Do(c.ctx); err != nil {
		return err
	}
	if err := chromedp.ListenBrowser(c.ctx, c.event); err != nil {
		return err
	}
	if _, err := chromedp.CallBrowser(c.ctx, fetch.Enable, fetch.EnableParams{}); err != nil {
		return err
	}
	version, err := chromedp.CallBrowser(c.ctx, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	c.name = strings.Replace(version.UserAgent, "HeadlessChrome", "Chrome", 1) + " " + c.net.Agent()
	_, err = chromedp.CallBrowser(c.ctx, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true})
	return err
}

// event handles what no tab of ours does: it refuses each request and closes
// each window. It runs in chromedp's loop and must not wait.
func (c *chrome) event(ev any) {
	switch ev := ev.(type) {
	case *fetch.EventRequestPaused:
		go func() {
			c.o.Log.Debug("refused: not asked by a page that is shown", "type", ev.ResourceType, "url", ev.Request.URL)
			if preflight(ev) {
				chromedp.CallBrowser(c.ctx, fetch.FulfillRequest, preflightAnswer(ev))
				return
			}
			chromedp.CallBrowser(c.ctx, fetch.FailRequest, failure(ev))
		}()
	case *target.EventTargetCreated:
		if ev.TargetInfo.Type == "page" && ev.TargetInfo.OpenerID != "" {
			go chromedp.CallBrowser(c.ctx, target.CloseTarget, target.CloseTargetParams{TargetID: ev.TargetInfo.TargetID})
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
