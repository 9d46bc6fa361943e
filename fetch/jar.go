package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Bounds of what is recorded of a site's cookies.
const (
	maxCookies    = 100
	maxCookieLine = 4096
	maxCookieAge  = 400 * 24 * 60 * 60 // seconds, as in browsers
)

// jar keeps the cookies of one registrable site, and the lines that set them,
// because a cookiejar.Jar cannot be listed.
type jar struct {
	mu    sync.Mutex
	jar   *cookiejar.Jar
	lines []setCookie
}

type setCookie struct {
	origin string // of the URL that set it
	key    string // name, domain and path: a later line of the same key replaces it
	stored string // "URL<tab>Set-Cookie line"
}

func newJar() *jar {
	// New fails for no options.
	j, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	return &jar{jar: j}
}

func (j *jar) cookies(u *url.URL) []*http.Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.jar.Cookies(u)
}

// record takes the Set-Cookie lines of an answer.
func (j *jar) record(u *url.URL, lines []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, line := range lines {
		cookie, err := http.ParseSetCookie(line)
		if err != nil || len(line) > maxCookieLine {
			continue // as browsers do
		}
		if cookie.MaxAge > 0 {
			// Replayed after a restart, the line must not grant that age anew.
			cookie.Expires = time.Now().Add(time.Duration(min(cookie.MaxAge, maxCookieAge)) * time.Second)
			cookie.MaxAge = 0
			line = expiring(line, cookie.Expires)
		}
		j.jar.SetCookies(u, []*http.Cookie{cookie})
		where := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
		s := setCookie{
			origin: u.Scheme + "://" + u.Host,
			key:    cookie.Name + "\t" + cookie.Domain + "\t" + cookie.Path,
			stored: where.String() + "\t" + line,
		}
		j.lines = slices.DeleteFunc(j.lines, func(old setCookie) bool { return old.origin == s.origin && old.key == s.key })
		if cookie.MaxAge < 0 || !cookie.Expires.IsZero() && !cookie.Expires.After(time.Now()) {
			continue // it deleted a cookie
		}
		j.lines = append(j.lines, s)
		if len(j.lines) > maxCookies {
			j.forget(j.lines[0])
			j.lines = j.lines[1:]
		}
	}
}

// expiring gives a Set-Cookie line another end of life.
func expiring(line string, at time.Time) string {
	var kept []string
	for i, attribute := range strings.Split(line, ";") {
		name, _, _ := strings.Cut(attribute, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if i == 0 || name != "max-age" && name != "expires" {
			kept = append(kept, attribute)
		}
	}
	return strings.Join(kept, ";") + "; Expires=" + at.UTC().Format(http.TimeFormat)
}

// forget takes a cookie out of the jar, which does not bound itself.
func (j *jar) forget(s setCookie) {
	if u, cookie, ok := s.read(); ok {
		cookie.MaxAge = -1
		j.jar.SetCookies(u, []*http.Cookie{cookie})
	}
}

// read returns a cookie with the URL that set it; it is not ok for what cannot be read.
func (s setCookie) read() (u *url.URL, cookie *http.Cookie, ok bool) {
	where, line, _ := strings.Cut(s.stored, "\t")
	u, err := url.Parse(where)
	cookie, parseErr := http.ParseSetCookie(line)
	return u, cookie, err == nil && parseErr == nil
}

// of returns the recorded lines of an origin, for restore.
func (j *jar) of(origin string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []string
	for _, s := range j.lines {
		if s.origin == origin {
			out = append(out, s.stored)
		}
	}
	return out
}

// listed returns all cookies, in the order in which they were set.
func (j *jar) listed() (out []SetCookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, l := range j.lines {
		if u, cookie, ok := l.read(); ok {
			out = append(out, SetCookie{u, cookie})
		}
	}
	return out
}

// restore replays recorded lines; what cannot be read is left out.
func (j *jar) restore(lines []string) {
	for _, stored := range lines {
		where, line, ok := strings.Cut(stored, "\t")
		u, err := url.Parse(where)
		if !ok || err != nil || u.Host == "" {
			continue
		}
		j.record(u, []string{line})
	}
}
