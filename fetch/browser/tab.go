package browser

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// init.js is run in each document before its own scripts.
//
//go:embed init.js
var initScript string

// tab is one tab of a site's browsing context.
type tab struct {
	process *process
	site    *site
	ctx     context.Context // chromedp's
	stop    func()          // closes the tab and waits for that
	frame   cdp.FrameID     // main frame
	pages   int             // shown in it; guarded by the site's turn
	crashed atomic.Bool
	visit   atomic.Pointer[visit] // nil between two pages
}

// newTab opens a tab in the site's browsing context.
func newTab(s *site) (*tab, error) {
	t := &tab{process: s.process, site: s}
	ctx, cancel := chromedp.NewContext(s.process.ctx, chromedp.WithExistingBrowserContext(s.context))
	t.ctx, t.stop = ctx, cancel
	if err := t.ready(); err != nil {
		s.process.b.leftover.Go(t.stop)
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
	t.process.mu.Lock()
	t.process.tabs[t.frame] = true
	t.process.mu.Unlock()
	if err := chromedp.Listen(t.ctx, t.event); err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, fetch.Enable, fetch.EnableParams{}); err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	// Scripts that ask what browser this is learn that, and whose it is; servers
	// are told by the client.
	if _, err := chromedp.Call(t.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: t.process.name}); err != nil {
		return err
	}
	_, err := chromedp.Call(t.ctx, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: t.process.b.init})
	return err
}

// well reports whether the tab can show another page.
func (t *tab) well() bool { return !t.crashed.Load() && t.ctx.Err() == nil }

// event runs in chromedp's loop, in the order of events, and must not wait.
func (t *tab) event(ev any) {
	switch ev := ev.(type) {
	case *fetch.EventRequestPaused:
		v := t.visit.Load()
		if v == nil {
			go t.fail(t.ctx, ev)
			return
		}
		v.depart(ev)
	case *cdpage.EventJavascriptDialogOpening:
		go chromedp.Call(t.ctx, cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{
			Accept: ev.Type == cdpage.DialogTypeBeforeunload})
	case *inspector.EventTargetCrashed:
		t.crashed.Store(true)
		if v := t.visit.Load(); v != nil {
			v.cancel(errCrashed)
		}
	}
}

var (
	errCrashed = errors.New("the tab crashed")
	errDied    = errors.New("the browser has died")
	errLimit   = errors.New("the page did not come to an end within its time limit")
)

// show shows a document that was fetched, takes the steps and returns what
// then stands there. Where it fails and the tab is of no more use, well says so.
func (t *tab) show(ctx context.Context, first *page.Page, steps []page.Step) (*page.Page, error) {
	began := time.Now()
	v := newVisit(ctx, t, first)
	defer v.end()
	t.visit.Store(v)
	defer t.visit.Store(nil)
	p, err := v.show(steps)
	if err != nil {
		err = v.explain(err)
		t.blank()
		return nil, fmt.Errorf("show %s: %w", first.Final, err)
	}
	p.Elapsed += time.Since(began)
	t.blank()
	return p, nil
}

// blank ends the scripts of the page that was shown; a tab that does not obey
// is not used again.
func (t *tab) blank() {
	if !t.well() {
		return
	}
	t.visit.Store(nil)
	leave := func() error {
		ctx, cancel := context.WithTimeout(t.ctx, time.Second)
		defer cancel()
		_, err := chromedp.Call(ctx, cdpage.Navigate, cdpage.NavigateParams{URL: "about:blank"})
		for err == nil {
			// The answer comes before the page has gone, where that listens for its own unloading.
			at, _ := evaluate[string](ctx, "location.href")
			if at == "about:blank" {
				return nil
			}
			err = sleep(ctx, glance)
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

// fail refuses a request that the tab holds.
func (t *tab) fail(ctx context.Context, ev *fetch.EventRequestPaused) {
	chromedp.Call(ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: blocked})
}
