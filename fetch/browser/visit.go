package browser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
	"github.com/hadal-crawler/hadal/page"
)

var (
	errDied  = errors.New("the browser has died")
	errLimit = errors.New("the page did not come to an end within its time limit")
)

// visit is one page being shown in a site's tab.
type visit struct{ requests }

// show shows a document that was fetched, takes the steps and returns what then
// stands there. Where it fails and the tab is of no more use, well says so.
func show(ctx context.Context, s *site, first *page.Page, steps []page.Step) (*page.Page, error) {
	began := time.Now()
	in, cancel := context.WithCancelCause(s.tab.ctx)
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()
	v := &visit{requests{shared: s.chrome.shared, flights: newFlights(), clock: clock{patience: s.chrome.o.Patience}, site: s, tab: s.tab,
		asked: first.Request, document: first, steps: steps, ctx: in, cancel: cancel, caller: ctx,
		first: first, main: first, answers: map[string]bool{}}}
	v.start(v.o.Limit, func() { cancel(errLimit) })
	s.tab.page.Store(&shown{v.depart, cancel})
	defer v.end()
	p, err := v.show()
	if err != nil {
		err = fmt.Errorf("show %s: %w", first.Final, v.explain(err))
	} else {
		p.Elapsed += time.Since(began)
	}
	s.tab.blank()
	return p, err
}

// end lets go of everything that still waits for the visit.
func (v *visit) end() {
	v.limit.Stop()
	v.cancel(errors.New("the page is shown no more"))
	v.requests.end()
}

// show shows the document, takes the steps and captures what then stands there.
func (v *visit) show() (*page.Page, error) {
	if err := v.site.giveCookies(v.ctx); err != nil {
		return nil, err
	}
	took, err := v.navigate()
	if err != nil {
		return nil, err
	}
	if !took {
		return v.document, nil
	}
	s := stage.New(v.ctx, v, v.o.Judge)
	unfinished, err := s.Perform(v.steps, v.begin)
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	refused := v.refused
	v.mu.Unlock()
	if refused != nil {
		return nil, refused
	}
	p, err := v.capture(s)
	if err != nil {
		return nil, err
	}
	p.Unfinished, p.Leads = unfinished, s.Leads()
	v.site.takeCookies(v.ctx, v.main.Final)
	return p, nil
}

// navigate has the tab show the document, and waits until it has come to rest;
// false where Chrome does not show such a document.
func (v *visit) navigate() (bool, error) {
	at := cdpage.NavigateParams{URL: v.document.Final.String(), Referrer: v.document.Request.Referer.String()}
	went, err := chromedp.Call(v.ctx, cdpage.Navigate, at)
	if err != nil {
		return false, err
	}
	if went.ErrorText != "" {
		v.o.Log.Debug("Chrome does not show the document", "url", at.URL, "error", went.ErrorText)
		return false, nil
	}
	return true, v.settle(v.ctx, v.o.Limit/3)
}

// Anew shows the document as it was fetched once more.
func (v *visit) Anew() error {
	v.mu.Lock()
	v.first = v.document
	v.mu.Unlock()
	_, err := v.navigate()
	return err
}

// explain prefers why a visit was ended to what that led to. The contexts of
// the browser are not the caller's business: their ends are failures to it.
func (v *visit) explain(err error) error {
	switch cause := context.Cause(v.ctx); {
	case v.caller.Err() != nil:
		return v.caller.Err()
	case cause != nil && !errors.Is(cause, context.Canceled):
		return cause
	case v.closing.Err() != nil:
		return ErrClosed
	case v.site.chrome.ctx.Err() != nil:
		return errDied
	case v.tab.ctx.Err() != nil:
		return errCrashed
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return errLimit
	}
	return err
}

// capture returns the page as it stands. A script that never ends is ended.
func (v *visit) capture(s *stage.Stage) (*page.Page, error) {
	html, at, sockets, err := v.look(s)
	if err != nil && v.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(v.ctx, time.Second)
		chromedp.Call(ctx, runtime.TerminateExecution, cdp.Empty{})
		cancel()
		html, at, sockets, err = v.look(s)
	}
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	p := *v.main
	p.Request = v.asked
	p.Header = p.Header.Clone()
	p.Header.Del("Content-Encoding")
	p.Header.Del("Content-Length")
	p.Header.Set("Content-Type", "text/html; charset=utf-8")
	p.Body = []byte(html)
	if limit := v.net.MaxBody(); int64(len(p.Body)) > limit {
		p.Body, p.Truncated = p.Body[:limit], true
	}
	if u, err := page.ParseURL(at); err == nil {
		p.Final = u // scripts may have pushed another
	}
	p.Exchanges, p.Sockets = v.exchanges, sockets
	p.FetchedAt = time.Now()
	return &p, nil
}

// look takes a snapshot, the address it has and the sockets it would open, within a
// share of the page's limit.
func (v *visit) look(s *stage.Stage) (html, at string, sockets []string, err error) {
	ctx, cancel := context.WithTimeout(v.ctx, v.o.Limit/6)
	defer cancel()
	if html, err = s.Snapshot(ctx); err != nil {
		return "", "", nil, err
	}
	if at, err = stage.Evaluate[string](ctx, "location.href"); err != nil {
		return "", "", nil, err
	}
	sockets, err = stage.Evaluate[[]string](ctx, `(s => s ? s.sockets : [])(window[Symbol.for("hadal")])`)
	return html, at, sockets, err
}
