package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// Lease is a site that a worker has, from the side of the worker.
//
// Nothing is asked of the site by who has no valid lease: each request ends before the
// lease does, counted from the moment at which the last answer of the coordinator was asked
// for, while the coordinator counts from when it gave it. So the next worker, which the
// coordinator does not let begin earlier, never meets a request in flight.
type Lease struct {
	Site  harvest.Site
	Fresh bool
	Job   json.RawMessage // settings, as Jobs wrote them

	client *Client
	key    string // registrable site
	epoch  int64
	ttl    time.Duration
	memory int64
	shows  bool                    // this worker has a browser
	quit   context.CancelCauseFunc // ends the harvest

	mu        sync.Mutex
	until     time.Time // the lease is valid
	renewed   chan struct{}
	fenced    bool
	draining  bool
	asking    bool // a request is in flight, or its answer is not committed
	addresses []string
}

// Why a harvest was ended from outside.
var (
	errDraining = errors.New("the worker ends")
	errBrowser  = errors.New("the site needs a browser, which this worker has not")
)

// Store returns the store of the lease.
func (l *Lease) Store() *Store { return newStore(l) }

// call asks the coordinator under the lease, which an answer prolongs.
func (l *Lease) call(ctx context.Context, op string, body, into any) error {
	asked := time.Now()
	err := l.client.call(ctx, op, from{Site: l.key, Epoch: l.epoch}, body, into)
	if errors.Is(err, errFenced) {
		l.fence(err)
		return err
	}
	refusal, is := errors.AsType[*Refusal](err)
	if err == nil || is && refusal.Code != codeProtocol {
		l.prolong(asked)
	}
	return err
}

// prolong notes that the lease was valid when something was asked. A call may have been
// tried for long: of that nothing is known, so it counts from now on only where it was quick.
func (l *Lease) prolong(asked time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := asked.Add(l.ttl); until.After(l.until) && !l.fenced {
		l.until = until
		close(l.renewed)
		l.renewed = make(chan struct{})
	}
}

// fence ends a harvest whose site is another's.
func (l *Lease) fence(err error) {
	l.mu.Lock()
	l.fenced = true
	l.mu.Unlock()
	l.quit(err)
}

// renew tells the coordinator that the worker is there, until ctx ends.
func (l *Lease) renew(ctx context.Context, inProgress func() error) {
	tick := time.NewTicker(l.ttl / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_ = inProgress() // where the broker is away, the lease is what counts
		l.mu.Lock()
		addresses := l.addresses
		l.mu.Unlock()
		// Each try is a call of its own: a late answer to an early one proves nothing.
		once, cancel := context.WithTimeout(ctx, l.ttl/4)
		_ = l.call(once, opRenew, renewal{addresses}, nil)
		cancel()
	}
}

// drain ends the harvest as soon as no answer would be lost.
func (l *Lease) drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining = true; !l.asking {
		l.quit(errDraining)
	}
}

// committed notes that the last answer is saved.
func (l *Lease) committed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asking = false; l.draining {
		l.quit(errDraining)
	}
}

// reserve asks for the addresses of the site's host, which no other site's worker may ask
// meanwhile. A host whose address is not to be had is for the harvest to tell.
func (l *Lease) reserve(ctx context.Context, resolve func(context.Context, string) ([]netip.Addr, error)) error {
	at, err := url.Parse(l.Site.Start.Origin())
	if err != nil {
		return nil
	}
	port := cmp.Or(at.Port(), map[string]string{"http": "80", "https": "443"}[at.Scheme])
	found, err := resolve(ctx, at.Hostname())
	if err != nil {
		return nil
	}
	var addresses []string
	for _, a := range found {
		addresses = append(addresses, net.JoinHostPort(a.Unmap().String(), port))
	}
	if err := l.call(ctx, opAddress, renewal{addresses}, nil); err != nil {
		return err
	}
	l.mu.Lock()
	l.addresses = addresses
	l.mu.Unlock()
	return nil
}

// Guard returns n for the harvest of the leased site: it asks only while the lease is
// valid, and ends the harvest between two answers where the worker ends.
func (l *Lease) Guard(n harvest.Network) harvest.Network { return &guarded{n, l} }

type guarded struct {
	harvest.Network
	lease *Lease
}

// Fetch implements fetch.Fetcher. A request that the end of the lease has cut off is asked
// again when the lease is renewed: the site is not to blame.
func (g *guarded) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	for {
		p, cut, err := g.once(ctx, r)
		if !cut {
			return p, err
		}
	}
}

func (g *guarded) once(outer context.Context, r page.Request) (p *page.Page, cut bool, err error) {
	l := g.lease
	ctx, cancel, err := l.enter(outer)
	if err != nil {
		return nil, false, err
	}
	defer cancel()
	p, err = g.Network.Fetch(ctx, r)
	if _, missing := errors.AsType[*browser.MissingError](err); missing && !l.shows {
		l.quit(errBrowser)
		return nil, false, context.Canceled
	}
	if err != nil { // nothing was answered that a commit would save
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.asking = false; l.draining {
			l.quit(errDraining)
		}
		cut = ctx.Err() != nil && outer.Err() == nil
	}
	return p, cut, err
}

// enter waits until the lease is valid, and returns a context that ends when it is no more.
func (l *Lease) enter(ctx context.Context) (context.Context, context.CancelFunc, error) {
	for {
		l.mu.Lock()
		now, renewed := time.Now(), l.renewed
		switch {
		case l.fenced:
			l.mu.Unlock()
			return nil, nil, errFenced
		case l.draining && !l.asking:
			l.quit(errDraining)
			l.mu.Unlock()
			return nil, nil, context.Canceled
		case l.valid(now):
			l.asking = true
			l.mu.Unlock()
			ctx, cancel := context.WithCancel(ctx)
			go l.watch(ctx, cancel)
			return fetch.While(ctx, func() bool { return l.permits(cancel) }), cancel, nil
		}
		l.mu.Unlock()
		select {
		case <-renewed:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// valid reports whether the lease has not ended by the clock that runs evenly, nor by the
// other, which alone goes on while a machine sleeps; l.mu is held.
func (l *Lease) valid(now time.Time) bool {
	return now.Before(l.until) && now.Round(0).Before(l.until.Round(0))
}

// permits reports whether a request may leave; where not, it is cancelled.
func (l *Lease) permits(cancel context.CancelFunc) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fenced || !l.valid(time.Now()) {
		cancel()
		return false
	}
	return true
}

// watch cancels what is in flight when the lease ends without being renewed.
func (l *Lease) watch(ctx context.Context, cancel context.CancelFunc) {
	for {
		l.mu.Lock()
		left := time.Until(l.until)
		l.mu.Unlock()
		if left <= 0 {
			cancel()
			return
		}
		t := time.NewTimer(left)
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-t.C:
		}
	}
}

// TurnedAway and Forgive are for the client below, where it has them.
func (g *guarded) TurnedAway(p *page.Page) {
	if n, ok := g.Network.(interface{ TurnedAway(*page.Page) }); ok {
		n.TurnedAway(p)
	}
}

// Forgive is said of TurnedAway.
func (g *guarded) Forgive(p *page.Page) {
	if n, ok := g.Network.(interface{ Forgive(*page.Page) }); ok {
		n.Forgive(p)
	}
}

var _ fetch.Fetcher = (*guarded)(nil)

// resolve is the system's way to find addresses.
func resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", host, err)
	}
	return addresses, nil
}
