package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// Browser is a fetch.Fetcher that shows pages. It may be used by any number of
// goroutines; pages of one site are shown one after another.
type Browser struct {
	o     Options
	path  string // of the program, "" with a remote one
	net   *fetch.Client
	slots chan struct{} // holds a token for each page being shown
	init  string        // script for each document before its own

	starting chan struct{} // holds a token while Chrome is being started
	closing  context.Context
	close    context.CancelFunc
	leftover sync.WaitGroup // tabs and processes on their way out

	mu      sync.Mutex
	current *process // nil until needed
	failed  int      // starts and processes in a row that came to nothing
	retry   time.Time
}

// ErrClosed is returned by Fetch after Close.
var ErrClosed = errors.New("the browser is closed")

// New returns a browser whose pages have what net gets. Chrome is not started
// yet; where there is none to be started the error is a *MissingError.
func New(o Options, net *fetch.Client) (*Browser, error) {
	o = o.withDefaults()
	b := &Browser{o: o, net: net, init: initScript, slots: make(chan struct{}, o.Tabs), starting: make(chan struct{}, 1)}
	if o.Remote == "" {
		var err error
		if b.path, err = Find(o.Path); err != nil {
			return nil, err
		}
	}
	b.closing, b.close = context.WithCancel(context.Background())
	return b, nil
}

// Fetch implements fetch.Fetcher: it fetches r's document, shows it, takes r's
// steps and returns the document as it then stands. Answers that are not HTML
// come back as they are. That a browser died or a page never came to rest is a
// failure of this attempt, as of the network.
func (b *Browser) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if b.closing.Err() != nil {
		return nil, ErrClosed
	}
	steps, err := r.Steps()
	if err != nil {
		return nil, err
	}
	ctx, cost := fetch.Allow(ctx, fetch.Unlimited)
	first, err := b.net.Fetch(ctx, r)
	if err != nil || !shown(first) {
		return first, err
	}
	t, err := b.tab(ctx, first.Final.Site())
	if err != nil {
		return nil, err
	}
	p, err := t.show(ctx, first, steps)
	b.done(t, err)
	if err != nil {
		return nil, err
	}
	p.Requests = cost.Sent()
	return p, nil
}

// shown reports whether a browser would show p as a document of its own.
func shown(p *page.Page) bool {
	kind, _, _ := strings.Cut(strings.ToLower(p.Header.Get("Content-Type")), ";")
	switch strings.TrimSpace(kind) {
	case "text/html", "application/xhtml+xml", "":
		return p.Status != 204 && p.Status != 304 && len(p.Body) > 0
	}
	return false
}

// Close ends Chrome and waits until nothing is left of it. Pages that are being
// shown fail.
func (b *Browser) Close() error {
	b.close()
	b.mu.Lock()
	p := b.current
	b.current = nil
	b.mu.Unlock()
	if p != nil {
		b.retire(p)
	}
	for range cap(b.slots) { // wait for the pages being shown
		b.slots <- struct{}{}
	}
	b.leftover.Wait()
	for range cap(b.slots) {
		<-b.slots
	}
	return nil
}

// tab waits for a free place and for the site's turn, and returns the site's
// tab; it is given back by done.
func (b *Browser) tab(ctx context.Context, site string) (t *tab, err error) {
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-b.closing.Done():
		return nil, ErrClosed
	}
	defer func() {
		if err != nil {
			<-b.slots
		}
	}()
	p, err := b.process(ctx)
	if err != nil {
		return nil, err
	}
	t, err = p.tab(ctx, site)
	if err != nil {
		b.release(p, err)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("open a tab: %v", err) // not the caller's context, should one have ended
	}
	return t, nil
}

// done gives a tab back after a page that ended with err.
func (b *Browser) done(t *tab, err error) {
	p := t.process
	t.site.leave(t, err != nil && !t.well())
	b.release(p, err)
	<-b.slots
}
