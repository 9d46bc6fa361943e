package fetch

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

func jarCookies(j *jar, where string) string {
	u, _ := url.Parse(where)
	var out []string
	for _, c := range j.cookies(u) {
		out = append(out, c.Name+"="+c.Value)
	}
	return strings.Join(out, "; ")
}

// A session started by a page is kept through forms, sub-hosts and restarts.
func TestCookiesRoundTrip(t *testing.T) {
	handler := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/start" {
			rw.Header().Add("Set-Cookie", "session=abc; Path=/; HttpOnly")
			rw.Header().Add("Set-Cookie", "shared=1; Domain=site.test")
			rw.Header().Add("Set-Cookie", "deep=1; Path=/deep")
			rw.Header().Add("Set-Cookie", "alien=1; Domain=other.test")
			rw.Header().Add("Set-Cookie", "super=1; Domain=test")
			rw.Header().Add("Set-Cookie", "secure=1; Secure")
		}
		io.WriteString(rw, r.Header.Get("Cookie"))
	}
	hosts := map[string]http.HandlerFunc{"www.site.test": handler, "search.site.test": handler, "other.test": handler}
	want := map[string]string{
		"http://www.site.test/":      "session=abc; shared=1",
		"http://www.site.test/deep/": "deep=1; session=abc; shared=1",
		"http://search.site.test/":   "shared=1",
		"http://other.test/":         "",
	}
	bubble(t, hosts, func(t *testing.T, w *web) {
		check := func(c *Client) {
			t.Helper()
			for u, want := range want {
				p, err := c.Fetch(t.Context(), get(u))
				if err != nil || string(p.Body) != want {
					t.Errorf("%s was sent %q, want %q; %v", u, p.Body, want, err)
				}
			}
		}
		c := w.client(Options{IgnoreRobots: true})
		if _, err := c.Fetch(t.Context(), get("http://www.site.test/start")); err != nil {
			t.Fatal(err)
		}
		check(c)
		states := c.Hosts("site.test")
		c = w.client(Options{IgnoreRobots: true})
		c.Restore(states)
		check(c)
		if diff := cmp.Diff(states[1].Cookies, c.Hosts("site.test")[1].Cookies); diff != "" {
			t.Errorf("cookies of %s after a round trip (-want +got)\n%s", states[1].Host, diff)
		}
	})
}

func TestJar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u, _ := url.Parse("http://site.test/a/b?c")
		j := newJar()
		for n := range 5 {
			j.record(u, []string{fmt.Sprintf("s=%d; Path=/", n)})
		}
		j.record(u, []string{"gone=1", "broken", "", "long=" + strings.Repeat("x", maxCookieLine), "age=1; Max-Age=3600; Expires=Mon, 01 Jan 2001 00:00:00 GMT"})
		j.record(u, []string{"gone=; Max-Age=0"})
		j.record(u, []string{"past=1; Expires=Mon, 01 Jan 1990 00:00:00 GMT"})
		want := []string{
			"http://site.test/a/b\ts=4; Path=/",
			"http://site.test/a/b\tage=1; Expires=Sat, 01 Jan 2000 01:00:00 GMT",
		}
		if diff := cmp.Diff(want, j.of("http://site.test")); diff != "" {
			t.Errorf("recorded (-want +got)\n%s", diff)
		}
		if got := jarCookies(j, "http://site.test/a/x"); got != "age=1; s=4" {
			t.Errorf("sent: %q", got)
		}
		// Half an hour later and after a restart the rest of its age is left.
		time.Sleep(30 * time.Minute)
		k := newJar()
		k.restore(append(j.of("http://site.test"), "no tab", "::\tx=1", "http://\tx=1"))
		time.Sleep(29 * time.Minute)
		if got := jarCookies(k, "http://site.test/a/x"); got != "age=1; s=4" {
			t.Errorf("sent after 59 minutes: %q", got)
		}
		time.Sleep(2 * time.Minute)
		if got := jarCookies(k, "http://site.test/a/x"); got != "s=4" {
			t.Errorf("sent after 61 minutes: %q", got)
		}
	})
}

// A cookie for a public suffix would be one for other people's sites.
func TestPublicSuffixCookie(t *testing.T) {
	u, _ := url.Parse("http://www.site.co.uk/")
	j := newJar()
	j.record(u, []string{"site=1; Domain=site.co.uk", "suffix=1; Domain=co.uk"})
	for where, want := range map[string]string{"http://a.site.co.uk/": "site=1", "http://other.co.uk/": ""} {
		if got := jarCookies(j, where); got != want {
			t.Errorf("%s is sent %q, want %q", where, got, want)
		}
	}
}

// A site cannot fill our memory or its own request headers with cookies.
func TestJarIsBounded(t *testing.T) {
	u, _ := url.Parse("http://site.test/")
	j := newJar()
	for n := range 5 * maxCookies {
		j.record(u, []string{fmt.Sprintf("c%d=1", n)})
	}
	if n := len(j.of("http://site.test")); n != maxCookies {
		t.Errorf("%d lines are recorded", n)
	}
	if n := len(j.cookies(u)); n != maxCookies {
		t.Errorf("%d cookies are sent", n)
	}
}

func FuzzSetCookieReplay(f *testing.F) {
	for _, line := range []string{"a=b", "a=b; Path=/x; Domain=site.test; Max-Age=60", "a=\"b c\"; Expires=Mon, 01 Jan 2035 00:00:00 GMT", "a=b; max-age=9999999999999;", "=", "a=b;;; secure; SameSite=None; Partitioned"} {
		f.Add(line, "http://www.site.test/x/y")
	}
	f.Fuzz(func(t *testing.T, line, where string) {
		w, err := page.ParseURL(where)
		if err != nil {
			return
		}
		u, err := url.Parse(w.String())
		if err != nil {
			return
		}
		j := newJar()
		j.record(u, []string{line})
		stored := j.of(w.Origin())
		k := newJar()
		k.restore(stored)
		if diff := cmp.Diff(stored, k.of(w.Origin())); diff != "" {
			t.Errorf("lines of %q after a round trip (-want +got)\n%s", line, diff)
		}
		if a, b := jarCookies(j, u.String()), jarCookies(k, u.String()); a != b {
			t.Errorf("%q sends %q, after a round trip %q", line, a, b)
		}
	})
}
