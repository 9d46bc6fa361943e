package browser

import (
	"sync"
	"time"

	cdpfetch "github.com/chromedp/cdproto/fetch"
)

// flights are the requests of a page that are under way.
type flights struct {
	mu       sync.Mutex
	flying   map[cdpfetch.RequestID]bool // the page waits for them
	hanging  map[cdpfetch.RequestID]bool // it will wait for them in vain
	departed int
	landed   time.Time // when flying last changed
}

func newFlights() *flights {
	return &flights{flying: map[cdpfetch.RequestID]bool{}, hanging: map[cdpfetch.RequestID]bool{}, landed: time.Now()}
}

// depart says that a request is under way, which hangs where its answer never ends.
func (f *flights) depart(id cdpfetch.RequestID, hangs bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if hangs {
		f.hanging[id] = true
		return
	}
	f.flying[id] = true
	f.departed++
	f.landed = time.Now()
}

// land says that a request is under way no more.
func (f *flights) land(id cdpfetch.RequestID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.hanging, id)
	if f.flying[id] {
		delete(f.flying, id)
		f.landed = time.Now()
	}
}

// Idle is for how long none has been under way, 0 while one is.
func (f *flights) Idle(now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.flying) > 0 {
		return 0
	}
	return now.Sub(f.landed)
}

// Requests returns how many were made so far.
func (f *flights) Requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.departed
}

// endless returns how many the page will wait for in vain.
func (f *flights) endless() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.hanging)
}
