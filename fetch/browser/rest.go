package browser

import (
	"context"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
)

// quiet is how long nothing may happen on a page that has settled; restless
// how long a page without requests may go on changing by itself (a clock, a
// carousel) before it counts as settled all the same.
const (
	quiet    = 60 * time.Millisecond
	restless = time.Second
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

// Busy reports whether the page still waits for something.
func (v *requests) Busy() bool {
	p, err := stage.Evaluate[pulse](v.ctx, pulseScript)
	return err == nil && (p.Waits > v.endless() || p.Timers > 0 || p.Leaving)
}

// settle waits until the page has come to rest: it is loaded, waits for no
// request and no timer, and its tree stands still; or until most has passed. It
// fails only when ctx, which is chromedp's, ends.
func (v *requests) settle(ctx context.Context, most time.Duration) error {
	began, waited := time.Now(), v.Waited()
	for {
		bounded, cancel := context.WithTimeout(ctx, most)
		p, err := stage.Evaluate[pulse](bounded, pulseScript)
		cancel()
		since := v.Idle(time.Now())
		if err == nil && since >= quiet && p.State == "complete" && p.Waits <= v.endless() && !p.Leaving {
			if p.Timers == 0 && p.Calm >= float64(quiet.Milliseconds()) || since >= restless && p.Timers == 0 || since >= 2*restless {
				return nil
			}
		}
		// A page on its way to another does not answer while that waits for its host.
		if time.Since(began)-(v.Waited()-waited) > most && !v.waiting() {
			return context.Cause(ctx)
		}
		if err := fetch.Sleep(ctx, glance); err != nil {
			return context.Cause(ctx)
		}
	}
}
