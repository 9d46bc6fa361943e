package page

import (
	"errors"
	"fmt"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/publicsuffix"
)

// URL is an absolute http or https URL in the serialisation of the WHATWG
// URL standard, without its fragment. The zero URL is "no URL".
//
// URLs are comparable: two URLs are == exactly when a browser would send the
// same request for them. Use Canonical for "is this the same page?".
type URL struct{ href string }

// ErrScheme is returned (wrapped) for a URL that is valid but is neither http
// nor https, such as mailto: or javascript:.
var ErrScheme = errors.New("not an http or https URL")

// ParseURL parses an absolute URL as a browser's address bar's script would:
// by the WHATWG rules, which accept much that net/url refuses.
func ParseURL(raw string) (URL, error) {
	u, err := whatwg.Parse(raw)
	if err != nil {
		return URL{}, fmt.Errorf("parse URL %q: %w", raw, err)
	}
	return fromWhatwg(u)
}

func fromWhatwg(u *whatwg.Url) (URL, error) {
	if s := u.Scheme(); s != "http" && s != "https" {
		return URL{}, fmt.Errorf("%w: %s", ErrScheme, u.Href(true))
	}
	return URL{href: u.Href(true)}, nil
}

// MustParseURL is ParseURL for constants in tests and tables; it panics on an error.
func MustParseURL(raw string) URL {
	u, err := ParseURL(raw)
	if err != nil {
		panic(err)
	}
	return u
}

// Resolve returns the URL that ref, as written in a page, means with u as base.
func (u URL) Resolve(ref string) (URL, error) {
	r, err := whatwg.ParseRef(u.href, ref)
	if err != nil {
		return URL{}, fmt.Errorf("resolve %q against %s: %w", ref, u.href, err)
	}
	return fromWhatwg(r)
}

// IsZero reports whether u is the zero URL.
func (u URL) IsZero() bool { return u.href == "" }

// String returns the serialised URL; "" for the zero URL.
func (u URL) String() string { return u.href }

// MarshalText and UnmarshalText make a URL a plain string in JSON and YAML.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText parses text by ParseURL; empty text gives the zero URL.
func (u *URL) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URL{}
		return nil
	}
	v, err := ParseURL(string(text))
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// Origin returns scheme://host[:port], the key of politeness state and of robots.txt.
func (u URL) Origin() string {
	i := strings.Index(u.href, "://")
	if i < 0 {
		return ""
	}
	if j := strings.IndexAny(u.href[i+3:], "/?"); j >= 0 {
		return u.href[:i+3+j]
	}
	return u.href
}

// Host returns the host name without port, in lower case and in ASCII (punycode).
func (u URL) Host() string {
	p, err := whatwg.Parse(u.href)
	if err != nil {
		return ""
	}
	return p.Hostname()
}

// PathQuery returns the path with the query string ("/a?b=c"), as sent in a
// request line and as robots.txt rules are matched.
func (u URL) PathQuery() string {
	rest := strings.TrimPrefix(u.href, u.Origin())
	if rest == "" {
		return "/"
	}
	return rest
}

// Site returns the registrable domain (eTLD+1, private suffixes included, so
// that each user of a hosting domain is a site), the unit of scope. For an IP
// address or a name without a public suffix it is the host with its port.
func (u URL) Site() string {
	p, err := whatwg.Parse(u.href)
	if err != nil {
		return ""
	}
	host := p.Hostname()
	if !p.IsIPv4() && !p.IsIPv6() {
		if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
			return d
		}
	}
	return p.Host()
}

// Canonical returns u under our own policy of what makes two URLs the same
// page: tracking parameters (utm_source and kin) and session identifiers
// (PHPSESSID, ;jsessionid=) are dropped, the order of parameters is kept. It
// is for identity only; what is fetched is u itself.
func (u URL) Canonical() URL { return u }
