package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// A name that nobody has is told apart from a host that does not answer.
func TestNoHost(t *testing.T) {
	for _, missing := range []bool{true, false} {
		c, err := New(Options{DialContext: func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "misspelt.example", IsNotFound: missing, IsTimeout: !missing}}
		}})
		if err != nil {
			t.Fatal(err)
		}
		c.AddTarget(page.MustParseURL("http://misspelt.example/"))
		_, err = c.Fetch(t.Context(), get("http://misspelt.example/"))
		if errors.Is(err, ErrNoHost) != missing || missing && !strings.Contains(err.Error(), "there is no host misspelt.example") {
			t.Errorf("not found %v: %v", missing, err)
		}
	}
}

func TestScope(t *testing.T) {
	tests := []struct {
		url  string
		o    Options
		want bool
	}{
		{"http://www.books.example/", Options{}, true},
		{"http://books.example/", Options{}, true},
		{"https://search.books.example:8443/x", Options{}, true},
		{"http://otherbooks.example/", Options{}, false},
		{"http://example/", Options{}, false},
		{"http://books.example.evil.test/", Options{}, false},
		{"http://user.github.io/", Options{}, true},
		{"http://other.github.io/", Options{}, false}, // another user's site
		{"http://192.0.2.1:8080/", Options{}, true},
		{"http://192.0.2.1:9090/", Options{}, false}, // another service on the same machine
		{"http://192.0.2.2:8080/", Options{}, false},
		{"http://otherbooks.example/", Options{Anywhere: true}, true},
	}
	for _, tt := range tests {
		c, err := New(tt.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []string{"http://www.books.example/start", "http://user.github.io/", "http://192.0.2.1:8080/"} {
			c.AddTarget(page.MustParseURL(target))
		}
		err = c.inScope(page.MustParseURL(tt.url))
		if (err == nil) != tt.want {
			t.Errorf("%s: %v, want in scope = %t", tt.url, err, tt.want)
		}
		if err != nil {
			wantRefused(t, err, "scope")
		}
	}
}

// Out of scope means that nothing is sent, not even for robots.txt.
func TestScopeBeforeRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWeb(t, map[string]http.HandlerFunc{"away.test": answer(200, "")})
		c, err := New(Options{DialContext: w.dial})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Fetch(t.Context(), get("http://away.test/"))
		wantRefused(t, err, "scope")
		if len(w.requests()) != 0 {
			t.Errorf("requests: %q", w.requests())
		}
	})
}

// The address guard judges real connections: a loopback address can be reached
// only as the user's own target, and only under the name given.
func TestAddressGuard(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path == "/to-localhost" {
			http.Redirect(rw, r, "http://localhost:"+port(r.Host)+"/secret", http.StatusFound)
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	other := "http://localhost:" + port(address)

	tests := []struct {
		name    string
		targets []string
		o       Options
		url     string
		want    bool
	}{
		{"own target", []string{server.URL}, Options{}, server.URL + "/", true},
		{"own target by name", []string{other}, Options{}, other + "/", true},
		{"not a target", nil, Options{Anywhere: true}, server.URL + "/", false},
		{"another name of a target's address", []string{server.URL}, Options{Anywhere: true}, other + "/", false},
		{"redirect to another name", []string{server.URL}, Options{Anywhere: true}, server.URL + "/to-localhost", false},
		{"IPv4 in IPv6", []string{server.URL}, Options{Anywhere: true}, "http://[::ffff:127.0.0.1]:" + port(address) + "/", false},
		{"unspecified address", []string{server.URL}, Options{Anywhere: true}, "http://0.0.0.0:" + port(address) + "/", false},
		{"IPv6 loopback", nil, Options{Anywhere: true}, "http://[::1]:" + port(address) + "/", false},
		{"metadata service", nil, Options{Anywhere: true}, "http://169.254.169.254/latest/", false},
		{"private range", nil, Options{Anywhere: true}, "http://10.0.0.1/", false},
		{"private range, disguised", nil, Options{Anywhere: true}, "http://0xa000001/", false},
		{"private by the user's word", []string{"http://public.example/"}, Options{Anywhere: true, AllowPrivate: true}, other + "/", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Timeout = 5 * time.Second
			c, err := New(tt.o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			for _, u := range tt.targets {
				c.AddTarget(page.MustParseURL(u))
			}
			asked = 0
			u := page.MustParseURL(tt.url)
			_, err = c.Fetch(t.Context(), page.Get(u))
			if tt.want {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantRefused(t, err, "address")
			if asked > 0 && !strings.HasSuffix(tt.url, "/to-localhost") {
				t.Errorf("the server was asked %d times", asked)
			}
			if s := c.Hosts(u.Site())[0]; s.Failures > 0 || !strings.HasSuffix(tt.url, "/to-localhost") && s.Requests > 0 {
				t.Errorf("a request that was never sent is booked: %+v", s)
			}
		})
	}
}

func port(hostPort string) string {
	_, p, _ := net.SplitHostPort(hostPort)
	return p
}

// AllowPrivate opens the user's own targets, whatever they are called.
func TestAllowPrivate(t *testing.T) {
	c, err := New(Options{AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	c.AddTarget(page.MustParseURL("http://intranet.corp.example/"))
	for url, want := range map[string]bool{"http://intranet.corp.example/x": true, "http://www.corp.example/": false} {
		if got := c.transport(page.MustParseURL(url)) == c.open; got != want {
			t.Errorf("%s may be private: %t, want %t", url, got, want)
		}
	}
}

func TestProxyOfEnvironmentIsIgnored(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("ALL_PROXY", "http://127.0.0.1:1")
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rt := range []http.RoundTripper{c.open, c.guarded} {
		if rt.(*http.Transport).Proxy != nil {
			t.Error("a proxy would connect past the address guard")
		}
	}
}

func TestOnlyReadingRequestsAreSent(t *testing.T) {
	tests := []struct {
		name string
		r    page.Request
		want bool
	}{
		{"GET", page.Request{Method: "GET", URL: page.MustParseURL("http://site.test/")}, true},
		{"no method", page.Request{URL: page.MustParseURL("http://site.test/")}, true},
		{"urlencoded", post("http://site.test/", "a=b"), true},
		{"multipart", page.Request{Method: "POST", URL: page.MustParseURL("http://site.test/"), ContentType: "multipart/form-data; boundary=x", Body: "--x--"}, true},
		{"plain", page.Request{Method: "POST", URL: page.MustParseURL("http://site.test/"), ContentType: "text/plain", Body: "a=b"}, true},
		{"empty POST", post("http://site.test/", ""), true},
		{"JSON", page.Request{Method: "POST", URL: page.MustParseURL("http://site.test/"), ContentType: "application/json", Body: "{}"}, true},
		{"binary", page.Request{Method: "POST", URL: page.MustParseURL("http://site.test/"), ContentType: "application/octet-stream", Body: "{}"}, false},
		{"POST without type", page.Request{Method: "POST", URL: page.MustParseURL("http://site.test/"), Body: "{}"}, false},
		{"GET with body", page.Request{Method: "GET", URL: page.MustParseURL("http://site.test/"), Body: "x"}, false},
		{"no URL", page.Request{Method: "GET"}, false},
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "post", "GET "} {
		tests = append(tests, struct {
			name string
			r    page.Request
			want bool
		}{method, page.Request{Method: method, URL: page.MustParseURL("http://site.test/")}, false})
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{IgnoreRobots: true})
		for _, tt := range tests {
			before := len(w.requests())
			_, err := c.Fetch(t.Context(), tt.r)
			sent := len(w.requests()) - before
			if (err == nil) != tt.want || (sent == 1) != tt.want {
				t.Errorf("%s: %v, %d requests, want sent = %t", tt.name, err, sent, tt.want)
			}
		}
	})
}

func TestHeaders(t *testing.T) {
	bubble(t, map[string]http.HandlerFunc{"site.test": answer(200, "")}, func(t *testing.T, w *web) {
		c := w.client(Options{Agent: "hadal/1.2", Contact: "https://example.org/bot", AcceptLanguage: "de,en;q=0.5", IgnoreRobots: true})
		r := post("http://site.test/search", "q=x")
		r.Referer = page.MustParseURL("http://user:secret@site.test/form?a=b")
		for _, request := range []page.Request{get("http://site.test/"), r} {
			if _, err := c.Fetch(t.Context(), request); err != nil {
				t.Fatal(err)
			}
		}
		common := http.Header{
			"User-Agent":      {"hadal/1.2 (+https://example.org/bot)"},
			"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
			"Accept-Language": {"de,en;q=0.5"},
			"Accept-Encoding": {"gzip, br, zstd"},
		}
		if diff := cmp.Diff(common, w.log[0].header); diff != "" {
			t.Errorf("GET (-want +got)\n%s", diff)
		}
		common.Set("Content-Type", "application/x-www-form-urlencoded")
		common.Set("Content-Length", "3")
		common.Set("Origin", "http://site.test")
		common.Set("Referer", "http://site.test/form?a=b")
		if diff := cmp.Diff(common, w.log[1].header); diff != "" {
			t.Errorf("POST (-want +got)\n%s", diff)
		}
	})
}

// What a page's script adds to its request is sent, but never in place of who
// we are, and not to another host.
func TestHeadersOfScripts(t *testing.T) {
	there := func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(rw, r, "http://other.site.test/", http.StatusTemporaryRedirect)
		}
	}
	bubble(t, map[string]http.HandlerFunc{"site.test": there, "other.site.test": there}, func(t *testing.T, w *web) {
		c := w.client(Options{Agent: "hadal", IgnoreRobots: true, Anywhere: true})
		r := get("http://site.test/away")
		r.Header = "Accept: application/json\nCookie: a=b\nUser-Agent: other\nX-Token: abc: d\nbad name: x\n"
		if _, err := c.Fetch(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		h := w.log[0].header
		if h.Get("Accept") != "application/json" || h.Get("X-Token") != "abc: d" || h.Get("User-Agent") != "hadal" || h.Get("Cookie") != "" || len(h["bad name"]) > 0 {
			t.Errorf("sent %v", h)
		}
		if h := w.log[1].header; h.Get("X-Token") != "" {
			t.Errorf("sent to another host: %v", h)
		}
	})
}

func TestReferer(t *testing.T) {
	tests := []struct{ from, to, want string }{
		{"", "http://a.test/", ""},
		{"http://a.test/x?y", "http://a.test/z", "http://a.test/x?y"},
		{"http://a.test/x?y", "http://b.test/", "http://a.test/"},
		{"http://a.test/x", "https://a.test/", "http://a.test/"},
		{"https://a.test/x", "http://a.test/", ""},
		{"http://u:p@a.test/x", "http://a.test/", "http://a.test/x"},
		{"http://u:p@a.test/x", "http://b.test/", "http://a.test/"},
	}
	for _, tt := range tests {
		var from page.URL
		if tt.from != "" {
			from = page.MustParseURL(tt.from)
		}
		if got := referer(from, page.MustParseURL(tt.to)); got != tt.want {
			t.Errorf("from %s to %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestNewRefusesContradictions(t *testing.T) {
	for _, o := range []Options{
		{Agent: "bot2/1.0"}, {Agent: "/1.0"}, {Agent: "my bot"}, {Agent: "hadal\r\nX-Evil: 1"}, {Contact: "a\nb"},
		{AcceptLanguage: "en\r\nCookie: x"}, {Jitter: -0.1}, {Jitter: 2}, {Delay: -time.Second}, {DelayFactor: -1},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("New(%+v) succeeds", o)
		}
	}
}
