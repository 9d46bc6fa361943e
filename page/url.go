package page

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/publicsuffix"
)

// URL is an absolute http or https URL in the serialisation of the WHATWG
// URL standard, without its fragment. The zero URL is "no URL".
//
// A record's URL may have a route, see ResolveRoute: it is then one that a person
// opens, and Canonical keeps what tells the record apart. What is requested has none.
//
// URLs are comparable: two URLs are == exactly when a browser would send the
// same request for them. Use Canonical for "is this the same page?".
//
// A user name and password ("http://user:secret@host/") are kept, so that a
// site behind HTTP authentication can be named by its URL and its relative
// links keep working; Origin, Host, Site, PathQuery and Canonical (and with it
// Request.Key) never contain them.
type URL struct{ href string }

// ErrScheme is returned (wrapped) for a URL that is valid but is neither http
// nor https, such as mailto: or javascript:.
var ErrScheme = errors.New("not an http or https URL")

// schemeError is ErrScheme with the scheme. It is written out only where it is
// read: pages have many links to write a mail or to run a script.
type schemeError string

func (e schemeError) Error() string { return ErrScheme.Error() + ": " + string(e) }
func (e schemeError) Unwrap() error { return ErrScheme }

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

// ResolveRoute is Document.Resolve, but keeps a route: a fragment that begins as a path does,
// "#/item/7" or "#!/item/7", by which the scripts of a page choose what they draw.
func (d *Document) ResolveRoute(ref string) (URL, error) {
	u, err := d.Resolve(ref)
	if _, fragment, ok := strings.Cut(ref, "#"); ok && err == nil {
		rest, routes := strings.CutPrefix(strings.TrimPrefix(fragment, "!"), "/")
		if routes && rest != "" {
			if whole, err := whatwg.ParseRef(u.href, "#"+fragment); err == nil {
				u.href = whole.Href(false)
			}
		}
	}
	return u, err
}

// WithoutRoute returns what is requested of u.
func (u URL) WithoutRoute() URL {
	u.href, _, _ = strings.Cut(u.href, "#")
	return u
}

func (u URL) route() string { return u.href[len(u.WithoutRoute().href):] }

// Resolve returns the URL that ref, as written in a page, means with u as base.
func (u URL) Resolve(ref string) (URL, error) {
	if plain, ok := resolvePlain(u, ref); ok {
		return plain, nil
	}
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

// UnmarshalText parses text by ParseURL, but keeps a route; empty text gives the zero URL.
func (u *URL) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URL{}
		return nil
	}
	v, err := ParseURL(string(text))
	if errors.Is(err, ErrScheme) {
		return err
	}
	if err != nil { // whoever wrote it in a file wants to know what to write
		return fmt.Errorf("must be a whole http or https address, not %q", text)
	}
	if *u, err = (&Document{Base: v}).ResolveRoute(string(text)); err != nil {
		return err
	}
	return nil
}

// split cuts a URL into its parts. The serialisation makes this simple: an http
// URL always has "://" and a path that starts with "/", and "@", "/" and "?"
// are percent-encoded in user names and passwords.
func (u URL) split() (scheme, userinfo, hostPort, pathQuery string) {
	u = u.WithoutRoute()
	host := len("https://")
	if len(u.href) < host {
		host = len(u.href)
	} else if u.href[len("http")] == ':' {
		host = len("http://")
	}
	scheme, hostPort = u.href[:max(0, host-len("://"))], u.href[host:]
	if end := strings.IndexByte(hostPort, '/'); end >= 0 {
		hostPort, pathQuery = hostPort[:end], hostPort[end:]
	}
	if user := strings.IndexByte(hostPort, '@'); user >= 0 {
		userinfo, hostPort = hostPort[:user], hostPort[user+1:]
	}
	return scheme, userinfo, hostPort, pathQuery
}

// Origin returns scheme://host[:port], the key of politeness state and of
// robots.txt; a port that is the scheme's default is never there. The zero
// URL's origin is "".
func (u URL) Origin() string {
	scheme, userinfo, hostPort, _ := u.split()
	switch {
	case hostPort == "":
		return ""
	case userinfo == "": // the usual case needs no new string
		return u.href[:len(scheme)+len("://")+len(hostPort)]
	}
	return scheme + "://" + hostPort
}

// Host returns the host without port, in lower case and in ASCII (punycode);
// an IPv6 address keeps its brackets, as in the URL.
func (u URL) Host() string {
	_, _, hostPort, _ := u.split()
	return withoutPort(hostPort)
}

func withoutPort(hostPort string) string {
	if i := strings.LastIndexByte(hostPort, ':'); i > strings.LastIndexByte(hostPort, ']') {
		return hostPort[:i]
	}
	return hostPort
}

// PathQuery returns the path with the query string ("/a?b=c"), as sent in a
// request line and as robots.txt rules are matched.
func (u URL) PathQuery() string {
	if _, _, _, pathQuery := u.split(); strings.HasPrefix(pathQuery, "/") {
		return pathQuery
	}
	return "/"
}

// Site returns the registrable domain (eTLD+1, private suffixes included, so
// that each user of a hosting domain is a site), the unit of scope. For an IP
// address or a name without a public suffix it is the host with its port.
func (u URL) Site() string {
	_, _, hostPort, _ := u.split()
	host := withoutPort(hostPort)
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return hostPort
	}
	// "example.com." is the same name, fully qualified.
	if d, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(host, ".")); err == nil {
		return d
	}
	return hostPort
}
