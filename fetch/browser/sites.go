package browser

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// maxSites bounds the browsing contexts kept open in a Chrome beside those in use.
const maxSites = 4

// sites are those that a Chrome has browsing contexts for.
type sites struct {
	chrome *chrome

	mu    sync.Mutex
	open  map[string]*site
	asked int // times
}

// enter returns a site when it is its turn, with a tab for one page; it is given
// back by leave.
func (p *sites) enter(ctx context.Context, name string) (*site, error) {
	p.mu.Lock()
	s := p.open[name]
	if s == nil {
		s = &site{chrome: p.chrome, name: name, turn: make(chan struct{}, 1), hanging: map[string]bool{}}
		p.open[name] = s
	}
	p.asked++
	s.waiting++
	s.used = p.asked
	p.mu.Unlock()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		p.left(s)
		return nil, ctx.Err()
	}
	if err := s.ready(); err != nil {
		<-s.turn
		p.left(s)
		return nil, err
	}
	return s, nil
}

// leave ends a page's turn; a bad tab is not used again.
func (p *sites) leave(s *site, bad bool) {
	if bad {
		s.drop()
	}
	<-s.turn
	p.left(s)
}

// left books a page that is shown no more and forgets the site unused longest
// where there are too many.
func (p *sites) left(s *site) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.waiting--
	var oldest *site
	idle := 0
	for _, o := range p.open {
		if o.waiting > 0 {
			continue
		}
		idle++
		if oldest == nil || o.used < oldest.used {
			oldest = o
		}
	}
	if idle > maxSites {
		delete(p.open, oldest.name)
		oldest.dispose()
	}
}

// site is one browsing context: the cookies and storage of a registrable site,
// and the tab that its pages are shown in, one after another.
type site struct {
	chrome  *chrome
	name    string
	context cdp.BrowserContextID
	turn    chan struct{} // holds a token while a page is shown
	tab     *tab          // nil until needed; guarded by turn
	waiting int           // pages shown or waiting for their turn; guarded by sites.mu
	used    int           // sites.asked when last asked for; guarded by sites.mu

	mu      sync.Mutex
	hanging map[string]bool // origins and paths whose answers never ended: long polls, streams
}

// maxHanging bounds site.hanging.
const maxHanging = 100

// hangs notes that an answer did not end within its limit.
func (s *site) hangs(u page.URL) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.hanging) < maxHanging {
		s.hanging[withoutQuery(u)] = true
	}
}

// endless reports whether an answer is not to be waited for.
func (s *site) endless(u page.URL) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hanging[withoutQuery(u)]
}

// ready makes sure that the site has a browsing context and a tab that is not worn out.
func (s *site) ready() error {
	if s.tab != nil && (s.tab.pages >= s.chrome.o.TabPages || !s.tab.well()) {
		s.drop()
	}
	if s.context == "" {
		if err := s.found(); err != nil {
			return err
		}
	}
	if s.tab == nil {
		t, err := newTab(s.chrome, s.context)
		if err != nil {
			return err
		}
		s.tab = t
	}
	s.tab.pages++
	return nil
}

// found makes the browsing context: nothing may be downloaded in it.
func (s *site) found() error {
	ctx, cancel := context.WithTimeout(s.chrome.ctx, startLimit)
	defer cancel()
	how := target.CreateBrowserContextParams{DisposeOnDetach: new(true)}
	if s.chrome.wall == nil {
		// A remote Chrome may have been started with a way to the network.
		how.ProxyServer, how.ProxyBypassList = "http://127.0.0.1:9", "<-loopback>"
	}
	made, err := chromedp.CallBrowser(ctx, target.CreateBrowserContext, how)
	if err != nil {
		return err
	}
	s.context = made.BrowserContextID
	_, err = chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: s.context})
	return err
}

// drop closes the site's tab, not waiting for it: a tab that hangs closes slowly.
func (s *site) drop() {
	s.chrome.leftover.Go(s.tab.stop)
	s.tab = nil
}

// dispose closes what the site has in Chrome.
func (s *site) dispose() {
	if s.tab != nil {
		s.drop()
	}
	if s.context == "" {
		return
	}
	s.chrome.leftover.Go(func() {
		ctx, cancel := context.WithTimeout(s.chrome.ctx, startLimit)
		defer cancel()
		chromedp.CallBrowser(ctx, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: s.context})
	})
}
