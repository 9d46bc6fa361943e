package browser

import (
	"context"
	"errors"
	"sync"
	"time"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// visit is one page being shown in a tab.
type visit struct {
	tab    *tab
	asked  page.Request
	ctx    context.Context // chromedp's of the tab, until the page's limit
	cancel context.CancelCauseFunc
	caller context.Context
	unhook func() bool

	mu        sync.Mutex
	document  *page.Page // as fetched
	first     *page.Page // the document, until the tab asked for it
	main      *page.Page // the tab's document as last answered
	steps     []page.Step
	step      int                         // begun
	flying    map[cdpfetch.RequestID]bool // requests that the page waits for
	hanging   int                         // requests that it will wait for in vain
	departed  int
	landed    time.Time // when flying last changed
	parts     int       // requests that the page made
	exchanges []page.Exchange
	answers   map[string]bool   // origins and paths that what was asked has gone to by another method than GET
	forms     []page.ShownForm  // that the page has
	pressed   *page.ShownButton // last, in this step
	refused   *fetch.RefusedError
	ended     bool           // nothing is sent any more
	sending   sync.WaitGroup // requests of the page under way to their hosts

	limit   *time.Timer
	left    time.Duration // of the limit when waits began
	since   time.Time     // when the limit last began to run
	waits   int           // requests waiting for their hosts: the limit stands still
	stood   time.Duration // for which the limit stood still
	stopped time.Time     // when it last began to
}

func newVisit(ctx context.Context, t *tab, first *page.Page) *visit {
	v := &visit{tab: t, asked: first.Request, caller: ctx, document: first, first: first, main: first,
		flying: map[cdpfetch.RequestID]bool{}, answers: map[string]bool{}, landed: time.Now()}
	v.ctx, v.cancel = context.WithCancelCause(t.ctx)
	v.unhook = context.AfterFunc(ctx, func() { v.cancel(context.Cause(ctx)) })
	v.left, v.since = t.process.b.o.Limit, time.Now()
	v.limit = time.AfterFunc(v.left, func() { v.cancel(errLimit) })
	return v
}

// end lets go of everything that still waits for the visit. Nothing is sent for
// the page afterwards, so that its account is closed.
func (v *visit) end() {
	v.unhook()
	v.limit.Stop()
	v.cancel(errors.New("the page is shown no more"))
	v.mu.Lock()
	v.ended = true
	v.mu.Unlock()
	v.sending.Wait()
}

// show shows the document, takes the steps and captures what then stands there.
func (v *visit) show(steps []page.Step) (*page.Page, error) {
	v.steps = steps
	b := v.tab.process.b
	first := v.first
	if err := v.giveCookies(); err != nil {
		return nil, err
	}
	went, err := chromedp.Call(v.ctx, cdpage.Navigate, cdpage.NavigateParams{
		URL: first.Final.String(), Referrer: first.Request.Referer.String()})
	if err != nil {
		return nil, err
	}
	if went.ErrorText != "" {
		b.o.Log.Debug("Chrome does not show the document", "url", first.Final, "error", went.ErrorText)
		return first, nil
	}
	if err := v.settle(v.ctx, b.o.Limit/3); err != nil {
		return nil, err
	}
	s := &stage{tab: v.ctx, network: v, judge: b.o.Judge, spare: v.spare, busy: v.busy, waited: v.waited, anew: v.anew, doing: v.doing}
	unfinished, err := s.perform(steps, v.begin)
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
	p.Unfinished, p.Leads = unfinished, s.leads
	v.takeCookies()
	return p, nil
}

// anew shows the document as it was fetched once more.
func (v *visit) anew() error {
	v.mu.Lock()
	v.first = v.document
	v.mu.Unlock()
	if _, err := chromedp.Call(v.ctx, cdpage.Navigate, cdpage.NavigateParams{URL: v.document.Final.String(), Referrer: v.document.Request.Referer.String()}); err != nil {
		return err
	}
	return v.settle(v.ctx, v.tab.process.b.o.Limit/3)
}

// spare is what is left of the page's limit.
func (v *visit) spare() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waits > 0 {
		return v.left
	}
	return v.left - time.Since(v.since)
}

// explain prefers why a visit was ended to what that led to. The contexts of
// the browser are not the caller's business: their ends are failures to it.
func (v *visit) explain(err error) error {
	switch cause := context.Cause(v.ctx); {
	case v.caller.Err() != nil:
		return v.caller.Err()
	case cause != nil && !errors.Is(cause, context.Canceled):
		return cause
	case v.tab.process.b.closing.Err() != nil:
		return ErrClosed
	case v.tab.process.ctx.Err() != nil:
		return errDied
	case v.tab.ctx.Err() != nil:
		return errCrashed
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return errLimit
	}
	return err
}

// begin says that step n (from 1) is being taken: requests from now on are its.
func (v *visit) begin(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.step = n
	v.pressed = nil
}

// doing notes the forms that the page has as something is done to it, and the
// button of one that is pressed, nil for anything else.
func (v *visit) doing(forms []page.ShownForm, pressed *page.ShownButton) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.forms, v.pressed = forms, pressed
}

// idle implements traffic.
func (v *visit) idle(now time.Time) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.flying) > 0 {
		return 0
	}
	return now.Sub(v.landed)
}

// requests implements traffic.
func (v *visit) requests() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.departed
}

// quiet is how long nothing may happen on a page that has settled; restless
// how long a page without requests may go on changing by itself (a clock, a
// carousel) before it counts as settled all the same.
const (
	quiet    = 60 * time.Millisecond
	restless = time.Second
	glance   = 25 * time.Millisecond
)

// pulse is what init.js and the browser say about the page's doings.
type pulse struct {
	State   string  `json:"state"`   // document.readyState
	Changes int     `json:"changes"` // of the tree so far
	Calm    float64 `json:"calm"`    // milliseconds since the last change
	Timers  int     `json:"timers"`  // that will fire soon
	Waits   int     `json:"waits"`   // requests that scripts of the page wait for
	Leaving bool    `json:"leaving"` // it is about to be another
}

const pulseScript = `(s => ({state: document.readyState, changes: s ? s.changes : 0, calm: s ? performance.now() - s.at : 1e9, timers: s ? s.timers : 0, waits: s ? s.waits : 0, leaving: !!s && performance.now() - s.leaving < 2000}))(window[Symbol.for("hadal")])`

// stayed tells init.js that the page is left for no other after all.
const stayed = `(s => { if (s) s.leaving = -1e9 })(window[Symbol.for("hadal")])`

// endless returns the requests that the page will wait for in vain.
func (v *visit) endless() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.hanging
}

// busy reports whether the page still waits for something.
func (v *visit) busy() bool {
	p, err := evaluate[pulse](v.ctx, pulseScript)
	return err == nil && (p.Waits > v.endless() || p.Timers > 0 || p.Leaving)
}

// settle waits until the page has come to rest: it is loaded, waits for no
// request and no timer, and its tree stands still; or until most has passed. It
// fails only when ctx, which is chromedp's, ends.
func (v *visit) settle(ctx context.Context, most time.Duration) error {
	began, waited := time.Now(), v.waited()
	for {
		bounded, cancel := context.WithTimeout(ctx, most)
		p, err := evaluate[pulse](bounded, pulseScript)
		cancel()
		since := v.idle(time.Now())
		if err == nil && since >= quiet && p.State == "complete" && p.Waits <= v.endless() && !p.Leaving {
			if p.Timers == 0 && p.Calm >= float64(quiet.Milliseconds()) || since >= restless && p.Timers == 0 || since >= 2*restless {
				return nil
			}
		}
		// A page on its way to another does not answer while that waits for its host.
		if time.Since(began)-(v.waited()-waited) > most && !v.waiting() {
			return context.Cause(ctx)
		}
		if err := sleep(ctx, glance); err != nil {
			return context.Cause(ctx)
		}
	}
}

// waiting reports whether a request waits for its host's time.
func (v *visit) waiting() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.waits > 0
}

// waited returns for how long the page's limit has stood still.
func (v *visit) waited() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waits > 0 {
		return v.stood + time.Since(v.stopped)
	}
	return v.stood
}
