package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
)

// networkFlags are the settings of the network.
var networkFlags = []string{
	"agent", "contact", "accept-language", "delay", "loopback-delay", "delay-factor", "max-delay", "jitter", "timeout",
	"max-body", "max-redirects", "rate", "retry-after-cap", "backoff", "breaker-after", "cooldown", "max-attempts", "max-wait",
	"ignore-robots", "allow-private",
}

// network hands out clients. Sites of equal settings share one, and so its
// ceiling over all hosts.
type network struct {
	log     *slog.Logger
	mu      sync.Mutex
	clients map[string]*fetch.Client
}

func newNetwork(log *slog.Logger) *network {
	return &network{log: log, clients: map[string]*fetch.Client{}}
}

// client returns the client for a site that the user wants.
func (n *network) client(s config.SiteSettings, target page.URL) (*fetch.Client, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	o := fetchOptions(s)
	key := fmt.Sprintf("%#v", o)
	c, ok := n.clients[key]
	if !ok {
		if s.IgnoreRobots {
			n.log.Warn("robots.txt is not obeyed: do this only to a site of your own", "target", target.String())
		}
		o.Log = n.log
		var err error
		if c, err = fetch.New(o); err != nil {
			return nil, &settingsError{err}
		}
		n.clients[key] = c
	}
	c.AddTarget(target)
	return c, nil
}

// close drops the idle connections of all clients.
func (n *network) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.clients {
		c.Close()
	}
}

func fetchOptions(s config.SiteSettings) fetch.Options {
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
	}
}

// get fetches one page under all guards, waiting where the host asks for it.
func (n *network) get(ctx context.Context, s config.SiteSettings, target page.URL) (*page.Page, error) {
	client, err := n.client(s, target)
	if err != nil {
		return nil, err
	}
	patient := fetch.Patient(client, s.MaxWait, func(e *fetch.LaterError) {
		n.log.Info("waiting", "host", e.Host, "until", e.Until, "reason", e.Reason)
	})
	return patient.Fetch(ctx, page.Get(target))
}

// document fetches and parses one page under all guards.
func (n *network) document(ctx context.Context, s config.SiteSettings, u page.URL) (*page.Document, error) {
	p, err := n.get(ctx, s, u)
	if err != nil {
		return nil, err
	}
	if p.Status >= 400 {
		n.log.Warn("the page is an error page", "url", u.String(), "status", p.Status)
	}
	return p.Document()
}
