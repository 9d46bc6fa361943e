// Package network makes the clients and browsers by which commands reach sites, as
// the settings say. All requests of a process go through one of its values.
package network

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Flags are the settings of the network.
var Flags = []string{
	"agent", "contact", "accept-language", "delay", "loopback-delay", "delay-factor", "max-delay", "jitter", "timeout",
	"proxy", "max-body", "max-redirects", "rate", "retry-after-cap", "backoff", "breaker-after", "cooldown", "max-attempts", "max-wait",
	"ignore-robots", "allow-private", "browser", "browser-path", "browser-remote", "browser-timeout",
}

// Network hands out clients. Sites of equal settings share one, and so its
// ceiling over all hosts.
type Network struct {
	log      *slog.Logger
	mu       sync.Mutex
	clients  map[string]*fetch.Client
	browsers map[string]*browser.Browser
	kept     *browser.Kept // one bound for all browsers
}

// keptBytes is the memory for what pages in browsers ask for again and again.
const keptBytes = 32 << 20

// New returns a network that has asked nothing yet.
func New(log *slog.Logger) *Network {
	if originsDir() == "" {
		log.Warn("other processes may ask the same hosts at the same time: there is no directory to note where they ask; set HOME or XDG_CACHE_HOME")
	}
	return &Network{log: log, clients: map[string]*fetch.Client{}, browsers: map[string]*browser.Browser{}, kept: browser.NewKept(keptBytes)}
}

// Client returns the client for a site that the user wants.
func (n *Network) Client(s config.SiteSettings, target page.URL) (*fetch.Client, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := fmt.Sprintf("%#v %q %q", plain(s), s.Proxy, s.Exclude)
	if s.Who != nil {
		key += fmt.Sprintf(" %q", *s.Who)
	}
	if s.Secrets != nil {
		key += fmt.Sprintf(" %q", s.Secrets)
	}
	c, ok := n.clients[key]
	if !ok {
		if s.IgnoreRobots {
			n.log.Warn("robots.txt is not obeyed: do this only to a site of your own", "target", target.String())
		}
		o, err := Options(s)
		if err != nil {
			return nil, err
		}
		o.Log = n.log
		if c, err = fetch.New(o); err != nil {
			return nil, exit.Config(err)
		}
		n.clients[key] = c
	}
	c.AddTarget(target)
	return c, nil
}

// Site returns what a harvest of a site asks its pages of: a client, and a
// browser for the requests that are to be rendered.
func (n *Network) Site(s config.SiteSettings, target page.URL) (*Site, error) {
	c, err := n.Client(s, target)
	return n.Around(c, s), err
}

// Around returns c with a browser beside it.
func (n *Network) Around(c *fetch.Client, s config.SiteSettings) *Site {
	return &Site{Client: c, network: n, settings: s}
}

// Site sends the requests that need a browser to one, and all others
// to the client. It implements harvest.Network.
type Site struct {
	*fetch.Client
	network  *Network
	settings config.SiteSettings
}

// Fetch implements fetch.Fetcher.
func (s *Site) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if !r.Render {
		return s.Client.Fetch(ctx, r)
	}
	b, err := s.network.browser(s.settings, s.Client)
	if err != nil {
		return nil, err
	}
	return b.Fetch(ctx, r)
}

// browser returns the browser whose pages have what c gets: one for all sites of
// like settings, not started before its first page.
func (n *Network) browser(s config.SiteSettings, c *fetch.Client) (*browser.Browser, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	o := browser.Options{Path: s.BrowserPath, Remote: s.BrowserRemote, Limit: s.BrowserTimeout, Patience: s.MaxWait}
	key := fmt.Sprintf("%p %#v %q", c, o, s.Methods)
	if b := n.browsers[key]; b != nil {
		return b, nil
	}
	if o.Kept = n.kept; s.Who != nil { // what one user is shown is not for others
		o.Kept = browser.NewKept(keptBytes)
	}
	guard := forms.ShownGuard{Methods: s.Methods}
	o.Log, o.Judge = n.log, browser.Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}
	b, err := browser.New(o, c)
	if err != nil {
		return nil, err
	}
	n.browsers[key] = b
	return b, nil
}

// Close ends the browsers and drops the idle connections of all clients.
func (n *Network) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, b := range n.browsers {
		if err := b.Close(); err != nil {
			n.log.Warn("the browser did not end well", "error", err)
		}
	}
	for _, c := range n.clients {
		c.Close()
	}
}

// Options returns what a client of the network is told by the settings. It reads the
// secrets that they refer to.
func Options(s config.SiteSettings) (o fetch.Options, err error) {
	o = plain(s)
	if o.Proxy, o.Access, err = who(s); err == nil {
		o.Exclude, err = glob.All(s.Exclude)
	}
	if err != nil {
		err = exit.Config(err)
	}
	return o, err
}

// plain is Options without what must be looked up.
func plain(s config.SiteSettings) fetch.Options {
	return fetch.Options{
		Agent:          s.Agent,
		Contact:        s.Contact,
		AcceptLanguage: s.AcceptLanguage,
		Delay:          s.Delay,
		LoopbackDelay:  s.LoopbackDelay,
		DelayFactor:    s.DelayFactor,
		MaxDelay:       s.MaxDelay,
		Jitter:         s.Jitter,
		Timeout:        s.Timeout,
		MaxBody:        int64(s.MaxBody),
		MaxRedirects:   s.MaxRedirects,
		Rate:           s.Rate,
		MaxRetryAfter:  s.RetryAfterCap,
		Backoff:        s.Backoff,
		BreakerAfter:   s.BreakerAfter,
		Cooldown:       s.Cooldown,
		IgnoreRobots:   s.IgnoreRobots,
		AllowPrivate:   s.AllowPrivate,
		Seed:           s.Seed,
		Origins:        originsDir(),
	}
}

// originsDir returns the directory in which the processes of this user say which
// hosts they ask; "" where the user has no place for it.
func originsDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "hadal", "origins")
}

// get fetches one page under all guards, waiting where the host asks for it.
func (n *Network) get(ctx context.Context, s config.SiteSettings, target page.URL) (*page.Page, error) {
	client, err := n.Site(s, target)
	if err != nil {
		return nil, err
	}
	patient := fetch.Patient(client, s.MaxWait, func(e *fetch.LaterError) {
		n.log.Info("waiting", "host", e.Host, "until", e.Until, "reason", e.Reason)
	})
	r := page.Get(target)
	if s.Browser == string(harvest.RenderAlways) {
		r = r.Rendered()
	}
	return patient.Fetch(ctx, r)
}

// Read fetches a page of a site under all guards and reads its links, those to
// the sitemaps of its host among them.
func (n *Network) Read(ctx context.Context, s config.SiteSettings, u page.URL) (surface.Reading, *page.Page, error) {
	p, err := n.get(ctx, s, u)
	if err != nil {
		return surface.Reading{}, nil, err
	}
	client, err := n.Client(s, u)
	if err != nil {
		return surface.Reading{}, nil, err
	}
	reading, err := surface.Read(p)
	reading.Links = append(reading.Links, surface.Sitemaps(client.State(p.Final.Origin()).Robots, p.Final)...)
	return reading, p, err
}

// Document fetches and parses one page under all guards.
func (n *Network) Document(ctx context.Context, s config.SiteSettings, u page.URL) (*page.Document, error) {
	p, err := n.get(ctx, s, u)
	if err != nil {
		return nil, err
	}
	if p.Status >= 400 {
		n.log.Warn("the page is an error page", "url", u.String(), "status", p.Status)
	}
	return p.Document()
}
