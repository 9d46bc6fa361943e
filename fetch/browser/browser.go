package browser

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// Browser is a fetch.Fetcher that shows pages. It may be used by any number of
// goroutines; pages of one site are shown one after another.
type Browser struct {
	keeper
	slots chan struct{} // holds a token for each page being shown
	close context.CancelFunc
}

// init.js is run in each document before its own scripts.
//
//go:embed init.js
var initScript string

// New returns a browser whose pages have what net gets. Chrome is not started
// yet; where there is none to be started the error is a *MissingError.
func New(o Options, net *fetch.Client) (*Browser, error) {
	o = o.withDefaults()
	b := &Browser{slots: make(chan struct{}, o.Tabs)}
	b.shared, b.starting = &shared{o: o, net: net, init: initScript}, make(chan struct{}, 1)
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
	u := use{site: r.URL.Site(), request: page.Request{URL: r.URL, Header: r.Header}, document: r.URL, visit: new(byte)}
	p, err := b.again(ctx, r, u, steps)
	if err != nil {
		return nil, err
	}
	if p == nil {
		first, err := b.net.Fetch(ctx, r)
		if err != nil {
			return first, err
		}
		if r.Method == http.MethodGet {
			b.o.Kept.put(u, first)
		}
		if !showable(first) {
			return first, nil
		}
		if p, err = b.show(ctx, first, steps); err != nil {
			return nil, err
		}
	}
	p.Requests = cost.Sent()
	return p, nil
}

// show shows a document in the tab of its site.
func (b *Browser) show(ctx context.Context, first *page.Page, steps []page.Step) (*page.Page, error) {
	in, at, err := b.enter(ctx, first.Final.Site())
	if err != nil {
		return nil, err
	}
	p, err := show(ctx, at, first, steps)
	b.leave(in, at, err)
	return p, err
}

// again shows a document for further steps that proved the same before, as if it had stayed
// open; nil where there is none, or where what it asks for is refused, as by one that has been
// open for too long. A site that knows its visitors by cookies may show another one by now.
func (b *Browser) again(ctx context.Context, r page.Request, u use, steps []page.Step) (*page.Page, error) {
	if len(steps) == 0 || r.Method != http.MethodGet || len(b.net.Cookies(u.site)) > 0 {
		return nil, nil
	}
	kept := b.o.Kept.get(u)
	if kept == nil {
		return nil, nil
	}
	first := *kept
	first.Request = r
	p, err := b.show(ctx, &first, steps)
	if err == nil && !slices.ContainsFunc(p.Exchanges, func(x page.Exchange) bool { return x.Status >= 400 }) {
		return p, nil
	}
	b.o.Kept.forget(u)
	return nil, err
}

// showable reports whether a browser would show p as a document of its own.
func showable(p *page.Page) bool {
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

// enter waits for a free place and for the turn of the site with that name, to
// be given back by leave.
func (b *Browser) enter(ctx context.Context, name string) (in *process, at *site, err error) {
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	case <-b.closing.Done():
		return nil, nil, ErrClosed
	}
	defer func() {
		if err != nil {
			<-b.slots
		}
	}()
	if in, err = b.running(ctx); err != nil {
		return nil, nil, err
	}
	if at, err = in.sites.enter(ctx, name); err != nil {
		b.release(in, err)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		return nil, nil, fmt.Errorf("open a tab: %v", err) // not the caller's context, should one have ended
	}
	return in, at, nil
}

// leave gives back what enter gave, after a page that ended with err.
func (b *Browser) leave(in *process, at *site, err error) {
	in.sites.leave(at, err != nil && !at.tab.well())
	b.release(in, err)
	<-b.slots
}
