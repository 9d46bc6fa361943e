package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/page"
)

// Options of a Client. The zero value of each has the default that its comment gives.
type Options struct {
	Agent          string        // agent string that begins with the product token obeyed in robots.txt; default "hadal"
	Contact        string        // URL or mail address put into the agent string
	AcceptLanguage string        // header; default "en,*;q=0.5"
	Delay          time.Duration // least time between the end of an answer and the next request to the host
	LoopbackDelay  time.Duration // the same for hosts on this machine
	DelayFactor    float64       // the delay is at least this many times the last response time
	MaxDelay       time.Duration // largest delay that DelayFactor can cause; default 1 min
	Jitter         float64       // share of the delay that is added at random, 0..1
	Timeout        time.Duration // of one request, its body included; default 30 s
	MaxBody        int64         // bytes of a decoded body that are kept; default 10 MiB
	MaxRedirects   int           // default 10
	Rate           float64       // requests a second to all hosts together; 0: no ceiling
	MaxRetryAfter  time.Duration // longest Retry-After that is believed; default 24 h
	Backoff        time.Duration // first wait after a failure without Retry-After; default 2 s
	BreakerAfter   int           // failures in a row that open the circuit; default 5
	Cooldown       time.Duration // first wait of an open circuit, doubled each time; default 1 min
	IgnoreRobots   bool          // the user's own word for hosts of their own
	AllowPrivate   bool          // targets given by name may be on private addresses
	Anywhere       bool          // requests may leave the targets' sites
	Seed           uint64        // of jitter and back-off
	Proxy          *url.URL      // http, https or socks5, that all requests go through; nil: none. See the address guard
	Exclude        []glob.Glob   // addresses that are never asked for
	Access         *Access       // what the user has requests to one origin carry; nil: nothing
	Origins        string        // directory in which the processes of a user say which hosts they ask; "": they do not
	Log            *slog.Logger  // nil: silent

	// DialContext replaces the network, address guard included, in tests.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
}

func (o Options) withDefaults() Options {
	o.MaxDelay = cmp.Or(o.MaxDelay, time.Minute)
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.MaxRetryAfter = cmp.Or(o.MaxRetryAfter, 24*time.Hour)
	o.Backoff = cmp.Or(o.Backoff, 2*time.Second)
	o.Cooldown = cmp.Or(o.Cooldown, time.Minute)
	o.Agent = cmp.Or(o.Agent, "hadal")
	o.AcceptLanguage = cmp.Or(o.AcceptLanguage, "en,*;q=0.5")
	o.MaxBody = cmp.Or(o.MaxBody, 10<<20)
	o.MaxRedirects = cmp.Or(o.MaxRedirects, 10)
	o.BreakerAfter = cmp.Or(o.BreakerAfter, 5)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// Client is the polite network: a Fetcher for any number of sites and
// goroutines. Make one for the whole process, so that its promises hold.
type Client struct {
	o       Options
	agent   string // header
	ceiling *rate.Limiter
	origins *origins
	open    http.RoundTripper // may reach loopback and private addresses
	guarded http.RoundTripper // may not

	mu      sync.Mutex
	rnd     *rand.Rand
	hosts   map[string]*host // by origin
	jars    map[string]*jar  // by registrable site
	own     *jar             // of the origin of Access, kept apart and never stored
	hidden  hidden           // taken out of all that comes back
	session session          // of its login
	left    sync.Once        // that its site leads to another origin is told
	targets map[string]bool  // registrable sites of the user's targets
	private map[string]bool  // host names of targets that are themselves private

	journeys []*journey // at rest, oldest first
}

// New returns a client without targets. It is an error to give options that
// contradict its promises.
func New(o Options) (*Client, error) {
	o = o.withDefaults()
	name, _, _ := strings.Cut(o.Agent, "/")
	if name == "" {
		return nil, fmt.Errorf("agent %q has no name", o.Agent)
	}
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_') {
			return nil, fmt.Errorf("agent %q must begin with a product token of letters, - and _ (RFC 9309, section 2.2.1)", o.Agent)
		}
	}
	if strings.ContainsAny(o.Agent+o.Contact+o.AcceptLanguage, "\r\n") {
		return nil, errors.New("agent, contact and accept-language must be one line each")
	}
	if o.Jitter < 0 || o.Jitter > 1 {
		return nil, fmt.Errorf("jitter %g is not between 0 and 1", o.Jitter)
	}
	if o.Delay < 0 || o.LoopbackDelay < 0 || o.DelayFactor < 0 {
		return nil, errors.New("delays must not be negative")
	}
	c := &Client{
		o:       o,
		agent:   o.Agent,
		rnd:     rand.New(rand.NewPCG(o.Seed, 0x6861_6461)),
		hosts:   map[string]*host{},
		jars:    map[string]*jar{},
		own:     newOwn(o.Access),
		hidden:  newHidden(o.secrets()),
		targets: map[string]bool{},
		private: map[string]bool{},
	}
	if o.Contact != "" {
		c.agent += " (+" + o.Contact + ")"
	}
	if o.Rate > 0 {
		c.ceiling = rate.NewLimiter(rate.Limit(o.Rate), 1)
	}
	c.origins = newOrigins(o.Origins, o.Log)
	c.open, c.guarded = transports(o)
	return c, nil
}

// AddTarget names a site that the user wants: requests may go to its
// registrable domain, and, where u itself is on a loopback or private address,
// to that address.
func (c *Client) AddTarget(u page.URL) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.targets[u.Site()] = true
	if IsPrivateName(u.Host()) || c.o.AllowPrivate {
		c.private[u.Host()] = true
	}
}

// Fetch implements Fetcher: it sends r, and the redirects that follow, as soon
// as the guards let it, and returns the final answer.
func (c *Client) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if err := checkRequest(r); err != nil {
		return nil, err
	}
	j := c.embark(r)
	ctx, cost := Allow(ctx, Unlimited)
	way := c.travel
	if c.isOwn(r.URL) && c.o.Access.Login != nil {
		way = c.loggedIn
	}
	p, err := way(ctx, j)
	if p != nil {
		p.Requests = cost.Sent()
	}
	refused, isRefused := errors.AsType[*RefusedError](err)
	switch {
	case isRefused:
		refused.Led = j.hops > 0 || refused.Guard == redirects
	case err != nil && j.hops > 0:
		c.rest(j)
	}
	return p, err
}

// Hosts returns the state of the hosts of a registrable site, to be stored.
func (c *Client) Hosts(site string) []HostState {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []HostState
	for _, h := range c.hosts {
		if h.site != site {
			continue
		}
		s := h.state
		out = append(out, c.withCookies(s, site))
	}
	slices.SortFunc(out, func(a, b HostState) int { return strings.Compare(a.Host, b.Host) })
	return out
}

// Restore gives back stored states. A state already held wins where it knows
// of more requests.
func (c *Client) Restore(states []HostState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range states {
		u, err := page.ParseURL(s.Host)
		if err != nil {
			c.o.Log.Warn("stored host is not a URL", "host", s.Host, "error", err)
			continue
		}
		h := c.host(u)
		if h.state.Requests > s.Requests {
			continue
		}
		if !c.isOwn(u) {
			c.jar(h.site).restore(s.Cookies)
		}
		s.Cookies = nil // they live in the jar
		h.state = s
		h.parsed = nil
		// A clock that once ran wrong must not silence a host for years: a delay is no
		// longer than it would be from now on, a wish no longer than is believed.
		longest := max(c.o.MaxRetryAfter, c.o.MaxDelay, c.o.Delay, c.o.Cooldown<<6)
		if s.Reason == Pacing {
			longest = c.delay(h)
		}
		if latest := time.Now().Add(longest); s.NotBefore.After(latest) {
			h.state.NotBefore = latest
		}
	}
}

// host returns the entry of u's origin. c.mu is held.
func (c *Client) host(u page.URL) *host {
	origin := u.Origin()
	h := c.hosts[origin]
	if h == nil {
		h = &host{turn: make(chan struct{}, 1), asking: make(chan struct{}, 1), site: u.Site(), loopback: isLoopbackName(u.Host()), state: HostState{Host: origin}}
		c.hosts[origin] = h
	}
	return h
}

// jar returns the cookies of a registrable site. c.mu is held.
func (c *Client) jar(site string) *jar {
	j := c.jars[site]
	if j == nil {
		j = newJar()
		c.jars[site] = j
	}
	return j
}

// withCookies returns a host's state with the cookies that may be stored. c.mu is held.
func (c *Client) withCookies(s HostState, site string) HostState {
	if j := c.jars[site]; j != nil && (c.o.Access == nil || s.Host != c.o.Access.Origin) {
		s.Cookies = j.of(s.Host)
	}
	return s
}

// State returns the state of one host, by its origin, to be stored; the zero
// state where it was never asked.
func (c *Client) State(origin string) HostState {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hosts[origin]
	if h == nil {
		return HostState{}
	}
	return c.withCookies(h.state, h.site)
}
