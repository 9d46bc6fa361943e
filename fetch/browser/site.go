package browser

import (
	"context"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// site is one browsing context: the cookies and storage of a registrable site,
// and the tab that its pages are shown in, one after another.
type site struct {
	process *process
	name    string
	context cdp.BrowserContextID
	turn    chan struct{} // holds a token while a page is shown
	tab     *tab          // nil until needed; guarded by turn
	waiting int           // pages shown or waiting for their turn; guarded by process.mu
	used    int           // process.pages when last asked for; guarded by process.mu

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

func withoutQuery(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return u.Origin() + path
}

// maxSites bounds the browsing contexts kept open in a process beside those in use.
const maxSites = 4

// tab returns the tab of a site when it is its turn.
func (p *process) tab(ctx context.Context, name string) (*tab, error) {
	p.mu.Lock()
	s := p.sites[name]
	if s == nil {
		s = &site{process: p, name: name, turn: make(chan struct{}, 1), hanging: map[string]bool{}}
		p.sites[name] = s
	}
	s.waiting++
	s.used = p.pages
	p.mu.Unlock()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		p.left(s)
		return nil, ctx.Err()
	}
	err := s.open()
	if err != nil {
		<-s.turn
		p.left(s)
		return nil, err
	}
	return s.tab, nil
}

// open makes sure that the site has a browsing context and a tab that is not worn out.
func (s *site) open() error {
	if s.tab != nil && (s.tab.pages >= s.process.b.o.TabPages || !s.tab.well()) {
		s.drop()
	}
	if s.context == "" {
		if err := s.found(); err != nil {
			return err
		}
	}
	if s.tab == nil {
		t, err := newTab(s)
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
	ctx, cancel := context.WithTimeout(s.process.ctx, startLimit)
	defer cancel()
	how := target.CreateBrowserContextParams{DisposeOnDetach: new(true)}
	if s.process.wall == nil {
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

// leave ends a page's turn; a bad tab is not used again.
func (s *site) leave(t *tab, bad bool) {
	if bad {
		s.drop()
	}
	<-s.turn
	s.process.left(s)
}

// drop closes the site's tab, not waiting for it: a tab that hangs closes slowly.
func (s *site) drop() {
	t := s.tab
	s.tab = nil
	s.process.mu.Lock()
	delete(s.process.tabs, t.frame)
	s.process.mu.Unlock()
	s.process.b.leftover.Go(t.stop)
}

// left books a page that is shown no more and forgets the site unused longest
// where there are too many.
func (p *process) left(s *site) {
	p.mu.Lock()
	s.waiting--
	var oldest *site
	idle := 0
	for _, o := range p.sites {
		if o.waiting > 0 {
			continue
		}
		idle++
		if oldest == nil || o.used < oldest.used || o.used == oldest.used && o.name < oldest.name {
			oldest = o
		}
	}
	if idle <= maxSites {
		p.mu.Unlock()
		return
	}
	delete(p.sites, oldest.name)
	p.mu.Unlock()
	if oldest.tab != nil {
		oldest.drop()
	}
	if oldest.context != "" {
		p.b.leftover.Go(func() {
			ctx, cancel := context.WithTimeout(p.ctx, startLimit)
			defer cancel()
			chromedp.CallBrowser(ctx, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: oldest.context})
		})
	}
}
