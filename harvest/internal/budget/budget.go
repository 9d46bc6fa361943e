// Package budget sends the requests of a run within what the user allows, and keeps
// account of them.
//
// What a run may send is counted as it is sent, and held against its limit before each
// request: robots.txt, redirects, attempts that fail and what a page in a browser loads
// for itself included. No run sends more; a page whose parts would is not finished. Nor
// does one last longer than it may: what is under way then is given up. Where the limit
// comes in the middle of a question, of which more must be asked before its answer is
// believed, that question stays unanswered, and the run that goes on asks it anew.
//
// It never looks into a page, and keeps nothing itself: what was spent since the last
// step is booked on the next one. Before a request is sent what was sent before it is
// saved, so that one that is killed loses of the count what a single page took at most.
package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// Limits are what the user allows a run.
type Limits struct {
	Requests int           // 0: no limit
	Duration time.Duration // 0: no limit
	Attempts int           // of one request before it counts as failed
	Wait     time.Duration // longest that a host's delay, or its back-offs for one request, are waited for
}

// Watch is who must know of waits.
type Watch interface {
	// Save makes durable what is known, before a wait that a restart must keep to.
	Save(ctx context.Context) error
	// Teller returns what tells a person of a wait. It may be called from any goroutine
	// until the request under way is through.
	Teller() func(message string)
}

// Budget is what a run has spent of its Limits.
type Budget struct {
	limits Limits
	net    fetch.Fetcher
	watch  Watch
	began  time.Time

	spent  int // requests of this run; of a refresh, of all its runs
	booked int // of them, those that steps of the ledger have
}

// New returns a budget of which nothing is spent; its time begins now.
func New(l Limits, n fetch.Fetcher, w Watch) *Budget {
	return &Budget{limits: l, net: n, watch: w, began: time.Now()}
}

// Began is when the run began.
func (b *Budget) Began() time.Time { return b.began }

// Sent returns the requests sent.
func (b *Budget) Sent() int { return b.spent }

// Resume counts requests of a run before this one that shared the budget.
func (b *Budget) Resume(requests int) {
	b.spent += requests
	b.booked += requests
}

// Book puts what was sent since the last step on the account of this one.
func (b *Budget) Book(s *ledger.Step) {
	*s.Requests() += b.spent - b.booked
	b.booked = b.spent
}

// Owed returns how many requests were sent that no step has yet.
func (b *Budget) Owed() int { return b.spent - b.booked }

// Inherit takes over what the run before owed, which this one has not spent.
func (b *Budget) Inherit(owed int) { b.booked -= owed }

// Left returns how many requests may still be sent.
func (b *Budget) Left() int {
	if b.limits.Requests <= 0 {
		return math.MaxInt
	}
	return b.limits.Requests - b.spent
}

// Over is the stop of a run that has used up what the user allows; nil where it has not.
func (b *Budget) Over() *ledger.Stop {
	if stop := b.noRequests(); stop != nil {
		return stop
	}
	if b.limits.Duration > 0 && time.Since(b.began) >= b.limits.Duration {
		return &ledger.Stop{Kind: ledger.Limit, Reason: fmt.Sprintf("the limit of %s is reached; the same command goes on", b.limits.Duration)}
	}
	return nil
}

// noRequests is the stop of a run that may send no more requests; nil where it may.
func (b *Budget) noRequests() *ledger.Stop {
	if b.Left() > 0 {
		return nil
	}
	return &ledger.Stop{Kind: ledger.Limit, Reason: fmt.Sprintf("the limit of %d requests is reached; the same command goes on", b.limits.Requests)}
}

// manyParts is more than most pages load that bring an index of their site in parts. It is
// a limit: what is too much of it is not spent.
const manyParts = 4000

// cutShort is the stop of a run in the midst of whose request no more might be sent.
func (b *Budget) cutShort(req page.Request) *ledger.Stop {
	stop := b.noRequests()
	switch {
	case stop == nil:
		return &ledger.Stop{Kind: ledger.Limit, Reason: "no more requests are allowed; the same command goes on"}
	case req.Render:
		stop.Reason = fmt.Sprintf("the limit of %d requests is reached before %s is shown with all that it loads; the same command goes on, and gets further with --max-requests %d, say", b.limits.Requests, req.URL, max(manyParts, 2*b.limits.Requests))
	}
	return stop
}

// ends is when the run must have ended; the zero time where it may go on.
func (b *Budget) ends() time.Time {
	if b.limits.Duration <= 0 {
		return time.Time{}
	}
	return b.began.Add(b.limits.Duration)
}

// Fetch gets one page, waiting where the host must be left alone and trying
// again where an attempt failed, as far as the limits let it. A stop is
// returned where the run must end; then page and error are nil.
func (b *Budget) Fetch(ctx context.Context, req page.Request) (p *page.Page, stop *ledger.Stop, err error) {
	var w waits
	for attempt := 1; ; {
		if stop := b.Over(); stop != nil {
			return nil, stop, nil
		}
		if b.Owed() > 0 {
			if err := b.watch.Save(ctx); err != nil {
				return nil, &ledger.Stop{Kind: ledger.Broken, Reason: err.Error()}, nil
			}
		}
		if p, err = b.pay(ctx, req); errors.Is(err, fetch.ErrSpent) {
			return nil, b.cutShort(req), nil
		}
		if err == nil && p.Status < 500 {
			return p, nil, nil // paid for, even where the user has interrupted meanwhile
		}
		if ctx.Err() != nil {
			return nil, interrupted(), nil
		}
		if stop := b.Over(); err != nil && stop != nil {
			return nil, stop, nil // perhaps that is why it failed
		}
		if later, ok := errors.AsType[*fetch.LaterError](err); ok {
			// That one address is not to be had says nothing of the others, which tell
			// whether the whole host is.
			if later.Answer && later.Status == http.StatusServiceUnavailable {
				if attempt++; attempt > b.limits.Attempts {
					return nil, nil, fmt.Errorf("%s answered with status %d", req.URL, later.Status)
				}
			}
			if stop := b.wait(ctx, later, &w); stop != nil {
				return nil, stop, nil
			}
			continue
		}
		if login, ok := errors.AsType[*fetch.LoginError](err); ok {
			return nil, &ledger.Stop{Kind: ledger.Blocked, Reason: login.Error()}, nil
		}
		if forGood(err) {
			return nil, nil, err
		}
		if attempt >= b.limits.Attempts {
			if err == nil {
				err = fmt.Errorf("%s answered with status %d", req.URL, p.Status)
			}
			return nil, nil, err
		}
		attempt++
	}
}

// forGood reports whether a request fails as often as it is sent.
func forGood(err error) bool {
	_, refused := errors.AsType[*fetch.RefusedError](err)
	_, missing := errors.AsType[*browser.MissingError](err)
	return refused || missing || errors.Is(err, fetch.ErrNoHost)
}

// pay sends a request once and counts what that costs.
func (b *Budget) pay(ctx context.Context, req page.Request) (*page.Page, error) {
	if ends := b.ends(); !ends.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, ends)
		defer cancel()
	}
	if req.Render {
		ctx = b.tellWaits(ctx)
	}
	ctx, allowed := fetch.Allow(ctx, b.Left())
	p, err := b.net.Fetch(ctx, req)
	cost := allowed.Sent()
	if p != nil {
		cost = max(cost, p.Requests) // of a network that keeps no account
	}
	b.spent += cost
	return p, err
}

// tellWaits has the long waits within a shown page told, each once.
func (b *Budget) tellWaits(ctx context.Context) context.Context {
	tell := b.watch.Teller()
	var mu sync.Mutex
	var told time.Time
	return fetch.OnWait(ctx, func(later *fetch.LaterError) {
		mu.Lock()
		defer mu.Unlock()
		if d := time.Until(later.Until); d > tellWait && later.Until.Sub(told) > tellWait {
			told = later.Until
			tell(fmt.Sprintf("%s: waiting %s (%s), for what the page shown asks for", later.Host, d.Round(time.Second), later.Reason))
		}
	})
}

// maxWaits bounds how often in a row one request lets a host's back-off pass.
const maxWaits = 8

// waits is how one request waited for a host that is not well, or wants to be left alone.
type waits struct {
	times int
	sum   time.Duration
}

// tellWait is the length of a wait from which on a person is told what is waited for.
const tellWait = 10 * time.Second

// wait lets a host's delay or back-off pass. What is long, and every back-off, is
// saved first, so that a restart keeps to it, and told. What is longer than the
// user waits ends the run.
func (b *Budget) wait(ctx context.Context, later *fetch.LaterError, w *waits) *ledger.Stop {
	d := time.Until(later.Until)
	pacing := later.Reason == fetch.Pacing
	if !pacing {
		w.times++
		w.sum += d
	}
	if !pacing || d > tellWait {
		if err := b.watch.Save(ctx); err != nil {
			return &ledger.Stop{Kind: ledger.Broken, Reason: err.Error()}
		}
		b.watch.Teller()(fmt.Sprintf("%s: waiting %s (%s)", later.Host, d.Round(time.Second), later.Reason))
	}
	until := later.Until.Format(time.RFC3339)
	switch ends := b.ends(); {
	case pacing && d > b.limits.Wait:
		return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("%s is not to be asked again before %s (its Crawl-delay, or the delay set), and max-wait is %s; run the same command again then, or raise max-wait",
			later.Host, until, b.limits.Wait)}
	case !pacing && (w.sum > b.limits.Wait || w.times > maxWaits):
		kind := ledger.Broken
		if later.Status != 0 {
			kind = ledger.Blocked
		}
		return &ledger.Stop{Kind: kind, Reason: fmt.Sprintf("%s asks to be left alone until %s (%s); run the same command again then, or raise max-wait",
			later.Host, until, later.Reason)}
	case !ends.IsZero() && later.Until.After(ends):
		return &ledger.Stop{Kind: ledger.Limit, Reason: fmt.Sprintf("%s is not to be asked again before %s (%s), when the limit of %s has passed; the same command goes on",
			later.Host, until, later.Reason, b.limits.Duration)}
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return interrupted()
	}
}

func interrupted() *ledger.Stop {
	return &ledger.Stop{Kind: ledger.Interrupted, Reason: "interrupted; everything is saved, the same command goes on"}
}
