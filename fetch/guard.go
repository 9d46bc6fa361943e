package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/page"
)

// checkRequest refuses what is never sent, whoever asks.
func checkRequest(r page.Request) error {
	switch {
	case r.URL.IsZero():
		return errors.New("a request needs a URL")
	case r.Method == "" || r.Method == "GET":
		if r.Body != "" {
			return fmt.Errorf("GET %s with a body", r.URL)
		}
	case r.Method == "POST":
		kind, _, _ := strings.Cut(r.ContentType, ";")
		switch strings.TrimSpace(kind) {
		case "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
			"application/json": // what scripts ask searches by
		default:
			return fmt.Errorf("POST %s with content type %q: only form data and JSON are sent", r.URL, r.ContentType)
		}
	default:
		return fmt.Errorf("method %s is never sent", r.Method)
	}
	return nil
}

// inScope refuses URLs off the user's targets, and what the user leaves out.
func (c *Client) inScope(u page.URL) error {
	if err := c.excluded(u); err != nil {
		return err
	}
	c.mu.Lock()
	own := c.targets[u.Site()]
	c.mu.Unlock()
	if own || c.o.Anywhere {
		return nil
	}
	return &RefusedError{URL: u, Guard: "scope", Rule: fmt.Sprintf("%s is not a site to harvest: name it as a target, too, if it is to be asked", u.Site())}
}

func (c *Client) excluded(u page.URL) error {
	if g, is := glob.Any(c.o.Exclude, u.String()); is {
		return &RefusedError{URL: u, Guard: "exclude", Rule: g.String()}
	}
	return nil
}

// transports returns one that may connect anywhere and one that refuses
// addresses that are not public, judged when connecting, after name resolution
// (so that a name cannot change its address in between).
//
// With a proxy, which the user has named and which may stand anywhere, the address that is
// connected to is the proxy's, and names are resolved there: what is left of the guard is
// behindProxy, which knows names and addresses as they are written.
func transports(o Options) (open, guarded http.RoundTripper) {
	transport := func(control *ssrf.Guardian) *http.Transport {
		dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
		if control != nil {
			dialer.Control = control.Safe
		}
		t := &http.Transport{
			DialContext:            wired(dialer.DialContext),
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // decoding is ours, so that its limits are
			MaxIdleConnsPerHost:    1,
			ReadBufferSize:         8 << 10, // kept while the connection waits: each site of many has one
			IdleConnTimeout:        90 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 256 << 10,
		}
		if o.Proxy != nil {
			t.Proxy = http.ProxyURL(o.Proxy)
			t.DialContext = wired((&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext)
		}
		if o.DialContext != nil {
			t.DialContext = wired(o.DialContext)
		}
		return t
	}
	return transport(nil), transport(publicOnly)
}

// publicOnly knows the addresses that are public.
var publicOnly = ssrf.New(ssrf.WithAnyPort())

// prohibited reports whether err is the address guard's refusal to connect.
func prohibited(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork)
}

// behindProxy refuses, where there is a proxy, what can be seen to be private without
// asking for its address.
func (c *Client) behindProxy(u page.URL) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.o.Proxy == nil || c.private[u.Host()] {
		return nil
	}
	switch a, err := netip.ParseAddr(strings.Trim(u.Host(), "[]")); {
	case err != nil && !isLoopbackName(u.Host()):
		return nil
	case err == nil && a.Is4() && publicOnly.Safe("tcp4", netip.AddrPortFrom(a, 80).String(), nil) == nil:
		return nil
	case err == nil && a.Is6() && publicOnly.Safe("tcp6", netip.AddrPortFrom(a, 80).String(), nil) == nil:
		return nil
	}
	return &RefusedError{URL: u, Guard: "address", Rule: "it is a private address, behind the proxy"}
}

// transport returns the round tripper for u. It depends on the host alone: a
// public site cannot lead to a private address because another target has one.
func (c *Client) transport(u page.URL) http.RoundTripper {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.private[u.Host()] {
		return c.open
	}
	return c.guarded
}

// IsPrivateName reports whether a host name can only mean a loopback or
// private address.
func IsPrivateName(name string) bool {
	if a, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
	}
	return isLoopbackName(name)
}

func isLoopbackName(name string) bool {
	if a, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return a.IsLoopback()
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// Close drops idle connections.
func (c *Client) Close() {
	for _, t := range []http.RoundTripper{c.open, c.guarded} {
		t.(*http.Transport).CloseIdleConnections()
	}
}
