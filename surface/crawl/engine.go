package crawl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Run runs a crawl until nothing is left to fetch, a limit is reached or ctx
// ends, which is no error: the same call again goes on. It returns what the
// crawl has come to.
func Run(ctx context.Context, o Options, net Network, store Store) (Summary, error) {
	if o.Ordering == nil || o.Name == "" {
		return Summary{}, errors.New("a crawl needs a name and an ordering")
	}
	o = o.withDefaults()
	e := &engine{o: o, net: net, store: store, sites: map[string]*site{}, began: time.Now(), failed: map[int64]int{}}
	e.hosts = newHosts()
	if err := e.resume(ctx); err != nil {
		return e.summary(""), err
	}
	reason, err := e.loop(ctx)
	for _, h := range e.hosts.byOrigin {
		e.owe(h)
	}
	if err == nil {
		err = store.Flush()
	}
	s := e.summary(reason)
	e.tell(Event{Kind: "stop", Reason: reason})
	return s, err
}

// maxOrigins bounds those of which is remembered whether they are in scope.
const maxOrigins = 10_000

func (o Options) withDefaults() Options {
	if o.Fetchers <= 0 {
		o.Fetchers = 16
	}
	if o.Attempts <= 0 {
		o.Attempts = 3
	}
	if o.MaxWait <= 0 {
		o.MaxWait = 5 * time.Minute
	}
	if o.Scope == nil {
		own := map[string]bool{}
		for _, u := range o.Seeds {
			own[u.Site()] = true
		}
		by := map[string]bool{} // origin: a page's links have few
		o.Scope = func(u page.URL) bool {
			origin := u.Origin()
			in, known := by[origin]
			if !known {
				if len(by) >= maxOrigins {
					clear(by)
				}
				in = own[u.Site()]
				by[strings.Clone(origin)] = in
			}
			return in
		}
	}
	return o
}

// engine is a crawl that runs. All but fetch is one goroutine's.
type engine struct {
	o     Options
	net   Network
	store Store
	hosts *hosts
	sites map[string]*site // by name
	began time.Time
	dirty time.Time // since when something waits for a Flush; zero: nothing

	s        Summary
	copies   copies
	pending  int           // that wait, those in flight included
	inFlight int           // jobs whose last result is to come
	failed   map[int64]int // tries of pages that failed, by row
	met      []bool        // room for a page's links
}

// flushAfter is how long visits may wait for the disk. A visit that is lost with
// the process is made again; with a delay a host of more, each one has its own.
const flushAfter = 500 * time.Millisecond

func (e *engine) loop(ctx context.Context) (reason string, err error) {
	jobs, out := make(chan job), make(chan *result, 2*e.o.Fetchers)
	defer close(jobs)
	fetching, cancel := context.WithCancel(ctx)
	defer cancel()
	var over <-chan time.Time
	if e.o.MaxDuration > 0 {
		t := time.NewTimer(time.Until(e.began.Add(e.o.MaxDuration)))
		defer t.Stop()
		over = t.C
	}
	wake := time.NewTimer(time.Hour)
	defer wake.Stop()
	for e.store.Err() == nil {
		if reason == "" && e.o.MaxPages > 0 && e.s.Pages+e.inFlight >= e.o.MaxPages {
			if e.inFlight == 0 {
				reason = fmt.Sprintf("limit: %d pages fetched", e.s.Pages)
			}
		} else if reason == "" {
			e.dispatch(fetching, jobs, out)
		}
		now := time.Now()
		next, sleeps := e.hosts.wakes()
		if e.inFlight == 0 && (reason != "" || !sleeps) {
			if reason == "" && e.hosts.best(now) != nil {
				continue
			}
			break
		}
		wait := time.Hour
		if sleeps && reason == "" && e.inFlight < e.o.Fetchers {
			wait = next.Sub(now)
		}
		if !e.dirty.IsZero() {
			wait = min(wait, e.dirty.Add(flushAfter).Sub(now))
		}
		wake.Reset(max(0, wait))
		select {
		case r := <-out:
			e.fold(r)
		case <-wake.C:
		case <-over:
			over, reason = nil, fmt.Sprintf("limit: %s have passed", e.o.MaxDuration)
			cancel()
		case <-ctx.Done():
			reason = "interrupted"
			ctx = context.Background() // told once
		}
		e.flushWhenDue()
	}
	cancel()
	for ; e.inFlight > 0; e.inFlight-- { // after a failure of the store
		for r := <-out; !r.final; r = <-out {
		}
	}
	if reason == "" {
		e.s.Done, reason = true, "nothing is left to fetch"
	}
	return reason, e.store.Err()
}

// dispatch gives work to fetchers that have none.
func (e *engine) dispatch(ctx context.Context, jobs chan job, out chan<- *result) {
	for e.inFlight < e.o.Fetchers && e.store.Err() == nil && (e.o.MaxPages == 0 || e.s.Pages+e.inFlight < e.o.MaxPages) {
		h := e.hosts.best(time.Now())
		if h == nil {
			return
		}
		w, ok := e.pop(h)
		if !ok {
			e.hosts.settle(h, time.Now())
			continue
		}
		h.busy = true
		e.inFlight++
		e.hosts.settle(h, time.Now())
		j := job{host: h, page: w}
		select {
		case jobs <- j: // to a fetcher that waits for one
		default:
			go e.fetcher(ctx, j, jobs, out)
		}
	}
}

// pop takes the best page of a host that is worth a request.
func (e *engine) pop(h *host) (Waiting, bool) {
	for e.refill(h) {
		w := h.front[0]
		if e.o.Leave != nil && w.Found.From != 0 {
			if reason := e.o.Leave(h.site.name, h.site.pages, w.Priority); reason != "" {
				e.leave(h.site, reason)
				return Waiting{}, false
			}
		}
		h.front = slices.Delete(h.front, 0, 1)
		if w.Found.From != 0 {
			if reason := h.copies.known.Against(w.Found.Link.URL.PathQuery()); reason != "" {
				e.pending--
				e.tell(Event{Kind: "skip", Site: h.site.name, Reason: reason})
				e.store.Skip(w.Row, reason)
				e.touch()
				continue
			}
		}
		reason := ""
		if w.Found.From != 0 {
			reason = h.site.budget.against(w.Found.Link.URL)
		}
		if reason != "" && h.site.pardon {
			h.site.pardon, reason = false, ""
		}
		if reason == "" {
			h.out[w.Row] = true
			return w, true
		}
		e.pending--
		e.tell(Event{Kind: "skip", Site: h.site.name, Reason: reason})
		e.store.Hold(w.Row, reason)
		h.held = true
		e.touch()
	}
	return Waiting{}, false
}

// refill makes sure that the front of a host has a page, where any waits.
func (e *engine) refill(h *host) bool {
	if h.waiting() == 0 && h.held && h.checked != h.site.pages {
		// What was held back may have become worth it since.
		h.checked = h.site.pages
		n := e.store.Release(h.origin, frontRefill)
		h.rest += n
		h.held = n == frontRefill
		e.pending += n
		e.touch()
	}
	if len(h.front) == 0 && h.rest > 0 {
		some := e.store.Best(h.origin, frontRefill+len(h.out))
		all := len(some) < frontRefill+len(h.out)
		h.front = slices.DeleteFunc(some, func(w Waiting) bool { return h.out[w.Row] })
		if h.rest = max(0, h.rest-len(h.front)); all {
			h.rest = 0
		}
	}
	return len(h.front) > 0 && e.store.Err() == nil
}

// touch notes that something waits for a Flush.
func (e *engine) touch() {
	if e.dirty.IsZero() {
		e.dirty = time.Now()
	}
}

func (e *engine) flushWhenDue() {
	if !e.dirty.IsZero() && time.Since(e.dirty) >= flushAfter {
		_ = e.store.Flush() // the store keeps its error
		e.dirty = time.Time{}
	}
}

func (e *engine) tell(v Event) {
	if e.o.Events != nil {
		v.Pages, v.Pending = e.s.Pages, e.pending
		e.o.Events(v)
	}
}

// owe keeps in the store what a host is owed.
func (e *engine) owe(h *host) {
	if h.owed != h.booked {
		e.store.Owe(h.origin, h.owed)
		h.booked = h.owed
	}
}

func (e *engine) summary(reason string) Summary {
	s := e.s
	for _, h := range e.hosts.byOrigin {
		s.Requests += h.owed
	}
	s.Pending, s.Sites, s.Reason, s.Elapsed = e.pending, len(e.sites), reason, time.Since(e.began)
	return s
}
