package browser

import (
	"context"
	"sync"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// forgotten is how long a request counts as under way: answers of workers and
// of streams never end for the tab that asked.
const forgotten = 2 * time.Second

// activity is the set of the requests of a tab that are under way.
type activity struct {
	mu    sync.Mutex
	open  map[network.RequestID]time.Time
	last  time.Time // when the set last changed
	begun int       // requests so far
}

// watchActivity follows the requests of the tab of ctx until ctx ends.
func watchActivity(ctx context.Context) (*activity, error) {
	a := &activity{open: map[network.RequestID]time.Time{}, last: time.Now()}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		return nil, err
	}
	return a, chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			switch ev.Type {
			case network.ResourceTypeDocument, network.ResourceTypeScript, network.ResourceTypeStylesheet, network.ResourceTypeXHR, network.ResourceTypeFetch:
				a.begin(ev.RequestID)
			}
		case *network.EventLoadingFinished:
			a.end(ev.RequestID)
		case *network.EventLoadingFailed:
			a.end(ev.RequestID)
		}
	})
}

func (a *activity) begin(id network.RequestID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	a.open[id] = a.last
	a.begun++
}

func (a *activity) end(id network.RequestID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.open[id]; ok {
		delete(a.open, id)
		a.last = time.Now()
	}
}

// idle returns for how long no request has been under way, 0 while one is.
func (a *activity) idle(now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, since := range a.open {
		if now.Sub(since) < forgotten {
			return 0
		}
		delete(a.open, id)
	}
	return now.Sub(a.last)
}

func (a *activity) requests() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begun
}
