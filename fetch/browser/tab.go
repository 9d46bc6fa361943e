package browser

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
)

// tab is one tab of a site's browsing context.
type tab struct {
	chrome  *chrome
	ctx     context.Context // chromedp's
	stop    func()          // closes the tab and waits for that
	frame   cdp.FrameID     // main frame
	pages   int             // shown in it; guarded by the site's turn
	crashed atomic.Bool
	page    atomic.Pointer[shown] // nil between two pages
}

// shown is the page in a tab, as far as that must know it.
type shown struct {
	depart func(*cdpfetch.EventRequestPaused) // takes a request that the tab holds; it must not wait
	end    func(error)                        // ends the page
}

// newTab opens a tab in a browsing context.
func newTab(c *chrome, in cdp.BrowserContextID) (*tab, error) {
	t := &tab{chrome: c}
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithExistingBrowserContext(in))
	t.ctx, t.stop = ctx, cancel
	if err := t.ready(); err != nil {
		c.leftover.Go(t.stop)
		return nil, err
	}
	return t, nil
}

func (t *tab) ready() error {
	// The first call ties the tab's life to its context: no time limit there.
	limit := time.AfterFunc(startLimit, t.stop)
	defer limit.Stop()
	if err := chromedp.Do(t.ctx); err != nil {
		return err
	}
	t.frame = cdp.FrameID(chromedp.FromContext(t.ctx).Target.TargetID)
	if err := chromedp.Listen(t.ctx, t.event); err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, cdpfetch.Enable, cdpfetch.EnableParams{}); err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	// Scripts that ask what browser this is learn that, and whose it is; servers
	// are told by the client.
	if _, err := chromedp.Call(t.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: t.chrome.name}); err != nil {
		return err
	}
	_, err := chromedp.Call(t.ctx, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: t.chrome.init})
	return err
}

var errCrashed = errors.New("the tab crashed")

// glance is the time between two looks at what a tab does.
const glance = 25 * time.Millisecond

// well reports whether the tab can show another page.
func (t *tab) well() bool { return !t.crashed.Load() && t.ctx.Err() == nil }

// event runs in chromedp's loop, in the order of events, and must not wait.
func (t *tab) event(ev any) {
	switch ev := ev.(type) {
	case *cdpfetch.EventRequestPaused:
		p := t.page.Load()
		if p == nil {
			go t.fail(ev)
			return
		}
		p.depart(ev)
	case *cdpage.EventJavascriptDialogOpening:
		go chromedp.Call(t.ctx, cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{
			Accept: ev.Type == cdpage.DialogTypeBeforeunload})
	case *inspector.EventTargetCrashed:
		t.crashed.Store(true)
		if p := t.page.Load(); p != nil {
			p.end(errCrashed)
		}
	}
}

// blank ends the scripts of the page that was shown; a tab that does not obey
// is not used again.
func (t *tab) blank() {
	t.page.Store(nil)
	if !t.well() {
		return
	}
	leave := func() error {
		ctx, cancel := context.WithTimeout(t.ctx, time.Second)
		defer cancel()
		_, err := chromedp.Call(ctx, cdpage.Navigate, cdpage.NavigateParams{URL: "about:blank"})
		for err == nil {
			// The answer comes before the page has gone, where that listens for its own unloading.
			at, _ := stage.Evaluate[string](ctx, "location.href")
			if at == "about:blank" {
				return nil
			}
			err = fetch.Sleep(ctx, glance)
		}
		return err
	}
	if leave() == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.ctx, time.Second)
	defer cancel()
	if _, err := chromedp.Call(ctx, runtime.TerminateExecution, cdp.Empty{}); err == nil && leave() == nil {
		return
	}
	t.crashed.Store(true)
}

// fail refuses a request that the tab holds.
func (t *tab) fail(ev *cdpfetch.EventRequestPaused) {
	chromedp.Call(t.ctx, cdpfetch.FailRequest, failure(ev))
}
