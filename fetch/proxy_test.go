package fetch

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// forwarder is an HTTP proxy that sends all it gets to one server.
func forwarder(t *testing.T, to *httptest.Server, account string) (proxy *httptest.Server, asked func() []string) {
	var mu sync.Mutex
	var log []string
	proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if account != "" && r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte(account)) {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		mu.Lock()
		log = append(log, r.URL.String())
		mu.Unlock()
		r.Header.Del("Proxy-Authorization")
		out, _ := http.NewRequest(r.Method, to.URL+r.URL.RequestURI(), r.Body)
		out.Header = r.Header
		answer, err := http.DefaultTransport.RoundTrip(out)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		maps.Copy(w.Header(), answer.Header)
		w.WriteHeader(answer.StatusCode)
		io.Copy(w, answer.Body)
	}))
	t.Cleanup(proxy.Close)
	return proxy, func() []string { mu.Lock(); defer mu.Unlock(); return log }
}

// socks is a SOCKS5 proxy (RFC 1928, 1929) that connects all to one address.
func socks(t *testing.T, to, account string) (address string, asked func() []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var mu sync.Mutex
	var log []string
	serve := func(c net.Conn) {
		defer c.Close()
		r := bufio.NewReader(c)
		read := func(n int) []byte { b := make([]byte, n); io.ReadFull(r, b); return b }
		read(int(read(2)[1]))
		if account == "" {
			c.Write([]byte{5, 0})
		} else {
			c.Write([]byte{5, 2})
			user := read(int(read(2)[1]))
			password := read(int(read(1)[0]))
			if string(user)+":"+string(password) != account {
				c.Write([]byte{1, 1})
				return
			}
			c.Write([]byte{1, 0})
		}
		var host string
		switch read(4)[3] {
		case 1:
			host = net.IP(read(4)).String()
		case 3:
			host = string(read(int(read(1)[0])))
		}
		read(2)
		mu.Lock()
		log = append(log, host)
		mu.Unlock()
		out, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		defer out.Close()
		c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
		go io.Copy(out, r)
		io.Copy(c, out)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return l.Addr().String(), func() []string { mu.Lock(); defer mu.Unlock(); return log }
}

// All goes through the proxy, names as they are; what is private by its looks is not asked
// for there either, and what was sent is counted.
func TestProxy(t *testing.T) {
	site := guardedSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/in" {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
			return
		}
		fmt.Fprint(w, "shown as ", r.Host)
	})
	web, webAsked := forwarder(t, site.Server, "me:let-me-in")
	tunnel, tunnelAsked := socks(t, strings.TrimPrefix(site.URL, "http://"), "me:let-me-in")
	for _, c := range []struct {
		proxy string
		asked func() []string
		want  string
	}{
		{"http://me:let-me-in@" + strings.TrimPrefix(web.URL, "http://"), webAsked, "http://lamps.test/robots.txt"},
		{"socks5://me:let-me-in@" + tunnel, tunnelAsked, "lamps.test"},
	} {
		u, _ := url.Parse(c.proxy)
		client := newClient(t, Options{Proxy: u, Anywhere: true}, "http://lamps.test/")
		p, err := client.Fetch(t.Context(), page.Get(page.MustParseURL("http://lamps.test/a")))
		if err != nil || !strings.HasPrefix(string(p.Body), "shown as ") || p.Requests != 2 {
			t.Fatalf("%s: %+v, %v", u.Scheme, p, err)
		}
		if head := fmt.Sprint(p.SentHead, p.Header); strings.Contains(head, "Proxy") {
			t.Errorf("%s: the page tells of the proxy: %s", u.Scheme, head)
		}
		before := len(c.asked())
		if before == 0 || c.asked()[0] != c.want {
			t.Errorf("%s: the proxy was asked for %v, want %s first", u.Scheme, c.asked(), c.want)
		}
		for _, private := range []string{"http://127.0.0.1:1/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest", "http://0.0.0.0/", "http://lamps.test/in"} {
			_, err := client.Fetch(t.Context(), page.Get(page.MustParseURL(private)))
			if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Guard != "address" {
				t.Errorf("%s: %s: %v, want it refused", u.Scheme, private, err)
			}
		}
		for _, host := range c.asked()[before:] {
			if host != c.want && host != "http://lamps.test/in" {
				t.Errorf("%s: the proxy was asked for %s", u.Scheme, host)
			}
		}
	}
}

// A proxy that takes no password, or is not there, is told as such, without its password.
func TestProxyThatFails(t *testing.T) {
	site := guardedSite(t, func(w http.ResponseWriter, r *http.Request) {})
	web, _ := forwarder(t, site.Server, "me:another")
	tunnel, _ := socks(t, "127.0.0.1:1", "me:another")
	for proxy, want := range map[string]string{
		"http://me:let-me-in@" + strings.TrimPrefix(web.URL, "http://"): "wants another user name and password",
		"socks5://me:let-me-in@" + tunnel:                               "username/password authentication failed",
		"http://me:let-me-in@127.0.0.1:1":                               "proxyconnect",
		"http://me:let-me-in@proxy.invalid:1":                           "proxyconnect",
	} {
		u, _ := url.Parse(proxy)
		c := newClient(t, Options{Proxy: u, IgnoreRobots: true}, "http://lamps.test/")
		_, err := c.Fetch(t.Context(), page.Get(page.MustParseURL("http://lamps.test/")))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "let-me-in") || errors.Is(err, ErrNoHost) {
			t.Errorf("%s: %v, want %q", proxy, err, want)
		}
	}
}
