package fetch

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/hadal-crawler/hadal/page"
)

// Secret is a text that is sent and never told: whatever prints it, logs it or
// writes it as JSON gets a placeholder. The text itself is had by Reveal alone.
type Secret struct{ text string }

// NewSecret keeps a text.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal returns the text, for what is sent.
func (s Secret) Reveal() string { return s.text }

const withheld = "(withheld)"

func (s Secret) String() string               { return withheld }
func (s Secret) GoString() string             { return withheld }
func (s Secret) MarshalText() ([]byte, error) { return []byte(withheld), nil }
func (s Secret) LogValue() slog.Value         { return slog.StringValue(withheld) }

// Access is who asks a site: what the user has its requests carry. All of it goes to one
// origin alone, whoever asks and whatever leads there, and comes back from the client in
// nothing: not in the header that was sent, not in the cookies to be stored, not in an
// error. What an answer sets for that origin stays there as well, where ports and schemes
// are apart and cookies would not keep them so, and lives as long as the client.
type Access struct {
	Origin   string         // scheme://host[:port]
	Header   []Line         // on each request, in place of lines of that name
	Cookies  []*http.Cookie // held from the start; answers may replace them
	User     string         // basic authentication, where Password is not zero
	Password Secret
	Login    *Login   // nil: none
	Hidden   []Secret // taken out of answers that repeat them
}

// Line is one line of a header.
type Line struct {
	Name  string
	Value Secret
}

// isOwn reports whether a URL is of the origin that the user has access to.
func (c *Client) isOwn(u page.URL) bool {
	return c.o.Access != nil && u.Origin() == c.o.Access.Origin
}

// jarOf returns the cookies for an address: those of its registrable site or, of the
// origin that the user has access to, its own. c.mu is held.
func (c *Client) jarOf(u page.URL) *jar {
	if c.isOwn(u) {
		return c.own
	}
	return c.jar(u.Site())
}

// newOwn returns the jar of the origin that the user has access to.
func newOwn(a *Access) *jar {
	j := newJar()
	if a == nil {
		return j
	}
	u, err := url.Parse(a.Origin + "/")
	if err != nil {
		return j
	}
	for _, cookie := range a.Cookies {
		j.record(u, []string{cookie.String()})
	}
	return j
}

// identify has a request to the user's own origin carry what it is to carry, and returns
// the header that may be told. To others go no cookies of that origin, which a browser
// takes to belong to each port of its host.
func (c *Client) identify(req *http.Request, to page.URL) (told http.Header) {
	a := c.o.Access
	switch {
	case a == nil:
		return req.Header
	case !c.isOwn(to):
		c.withoutOwn(req)
		return req.Header
	}
	told = req.Header.Clone()
	told.Del("Cookie")
	told.Del("Authorization") // of a script
	if a.Password != (Secret{}) && req.Header.Get("Authorization") == "" {
		req.SetBasicAuth(a.User, a.Password.Reveal())
	}
	for _, l := range a.Header {
		req.Header.Set(l.Name, l.Value.Reveal())
	}
	return told
}

// withoutOwn takes the cookies of the user's own origin out of a request that a browser
// made for another port or scheme of its host.
func (c *Client) withoutOwn(req *http.Request) {
	given := req.Cookies()
	if len(given) == 0 {
		return
	}
	own := c.own.listed()
	kept := slices.DeleteFunc(given, func(k *http.Cookie) bool {
		return slices.ContainsFunc(own, func(o SetCookie) bool { return o.Cookie.Name == k.Name && o.Cookie.Value == k.Value })
	})
	if len(kept) == len(req.Cookies()) {
		return
	}
	req.Header.Del("Cookie")
	for _, k := range kept {
		req.AddCookie(k)
	}
}

// tellLeft tells once that the user's own origin leads to another one of its site, which is
// not told who asks: of https and http, or with and without www, one is easily mistaken.
func (c *Client) tellLeft(from, to page.URL) {
	if c.isOwn(from) && !c.isOwn(to) && to.Site() == from.Site() {
		c.left.Do(func() {
			c.o.Log.Warn("the site leads to another origin, which is not told who asks: start there if that is meant", "from", from.Origin(), "to", to.Origin())
		})
	}
}

// ReadCookies reads a cookie file as browsers' add-ons and curl write it (Netscape's
// format): a cookie a line, its domain, whether that means hosts below it, path, whether
// it is for https alone, when it ends, name and value, with tabs between. It returns those
// that a request to u would carry, and false where a line is no cookie.
func ReadCookies(data []byte, u page.URL, now time.Time) (cookies []*http.Cookie, ok bool) {
	secure := strings.HasPrefix(u.Origin(), "https:")
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		line, httpOnly := strings.CutPrefix(line, "#HttpOnly_")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") && !httpOnly {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) == 6 {
			parts = append(parts, "") // an empty value
		}
		if len(parts) != 7 {
			return nil, false
		}
		seconds, _, _ := strings.Cut(parts[4], ".") // of which some programs write parts
		ends, err := strconv.ParseUint(seconds, 10, 50)
		if err != nil || parts[5] == "" {
			return nil, false
		}
		k := &http.Cookie{Name: parts[5], Value: parts[6], Path: parts[2], Secure: strings.EqualFold(parts[3], "TRUE"), HttpOnly: httpOnly}
		if ends > 0 {
			k.Expires = time.Unix(int64(ends), 0)
		}
		domain := strings.ToLower(strings.TrimPrefix(parts[0], "."))
		below := strings.EqualFold(parts[1], "TRUE") && strings.HasSuffix(u.Host(), "."+domain) && !isSuffix(domain)
		switch {
		case domain != u.Host() && !below, k.Secure && !secure, ends > 0 && !k.Expires.After(now):
			continue
		}
		cookies = append(cookies, k)
	}
	return cookies, true
}

func isSuffix(domain string) bool {
	suffix, _ := publicsuffix.PublicSuffix(domain)
	return suffix == domain
}
