package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// seen is one request as a server saw it.
type seen struct {
	host       string
	method     string
	uri        string
	header     http.Header
	body       string
	start, end time.Time
}

// web is a network of real HTTP servers over pipes, for use within a synctest
// bubble: there time passes only while everybody waits.
type web struct {
	t       *testing.T
	mu      sync.Mutex
	log     []seen
	servers map[string]*pipeListener // by host:port
	dead    map[string]bool          // hosts that refuse connections
	running sync.WaitGroup           // handlers
}

type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// newWeb serves handlers, by host name, until the test ends.
func newWeb(t *testing.T, handlers map[string]http.HandlerFunc) *web {
	w := &web{t: t, servers: map[string]*pipeListener{}, dead: map[string]bool{}}
	for host, handler := range handlers {
		l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
		w.servers[host+":80"] = l
		server := &http.Server{Handler: w.record(host, handler)}
		done := make(chan struct{})
		go func() {
			defer close(done)
			server.Serve(l)
		}()
		t.Cleanup(func() {
			close(l.closed)
			server.Close()
			<-done
			synctest.Wait() // a handler that has not begun by now never will
			w.running.Wait()
		})
	}
	return w
}

func (w *web) record(host string, h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.running.Add(1)
		defer w.running.Done()
		body, _ := io.ReadAll(r.Body)
		s := seen{host: host, method: r.Method, uri: r.RequestURI, header: r.Header, body: string(body), start: time.Now()}
		defer func() {
			s.end = time.Now()
			w.mu.Lock()
			defer w.mu.Unlock()
			w.log = append(w.log, s)
		}()
		h(rw, r)
	})
}

func (w *web) dial(ctx context.Context, _, address string) (net.Conn, error) {
	w.mu.Lock()
	l, dead := w.servers[address], w.dead[address]
	w.mu.Unlock()
	if l == nil || dead {
		return nil, fmt.Errorf("dial %s: connection refused", address)
	}
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *web) setDead(host string, dead bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead[host+":80"] = dead
}

// client returns a client of w with every host of w as a target.
func (w *web) client(o Options) *Client {
	w.t.Helper()
	o.DialContext = w.dial
	c, err := New(o)
	if err != nil {
		w.t.Fatal(err)
	}
	for address := range w.servers {
		c.AddTarget(page.MustParseURL("http://" + address + "/"))
	}
	w.t.Cleanup(c.Close)
	return c
}

// requests returns what the servers saw, in order, as "METHOD host/uri".
func (w *web) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.SortStableFunc(w.log, func(a, b seen) int { return a.start.Compare(b.start) })
	var out []string
	for _, s := range w.log {
		out = append(out, s.method+" "+s.host+s.uri)
	}
	return out
}

// count returns how many requests had uri.
func (w *web) count(uri string) int {
	n := 0
	for _, r := range w.requests() {
		if strings.HasSuffix(r, uri) {
			n++
		}
	}
	return n
}

// verify asserts the promise of politeness: one request at a time to a host, and
// between two at least delay and factor times how long the former took.
func (w *web) verify(delay time.Duration, factor float64) {
	w.t.Helper()
	w.requests() // sorts
	last := map[string]seen{}
	for _, s := range w.log {
		if before, ok := last[s.host]; ok {
			least := max(delay, time.Duration(factor*float64(before.end.Sub(before.start))))
			if gap := s.start.Sub(before.end); gap < least {
				w.t.Errorf("%s %s comes %s after the end of %s %s: want at least %s", s.method, s.uri, gap, before.method, before.uri, least)
			}
		}
		last[s.host] = s
	}
}

// bubble runs f in a synctest bubble with a fresh web.
func bubble(t *testing.T, handlers map[string]http.HandlerFunc, f func(t *testing.T, w *web)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newWeb(t, handlers)) })
}

// answer is a handler that gives every path but robots.txt the same answer.
func answer(status int, body string) http.HandlerFunc {
	return withRobots("", func(rw http.ResponseWriter, r *http.Request) {
		rw.WriteHeader(status)
		io.WriteString(rw, body)
	})
}

// withRobots serves a robots.txt in front of h; "" gives 404.
func withRobots(robots string, h http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/robots.txt":
			h(rw, r)
		case robots == "":
			http.NotFound(rw, r)
		default:
			io.WriteString(rw, robots)
		}
	}
}

func get(url string) page.Request { return page.Get(page.MustParseURL(url)) }

func post(url, body string) page.Request {
	return page.Request{Method: "POST", URL: page.MustParseURL(url), ContentType: "application/x-www-form-urlencoded", Body: body}
}

// patientFetch fetches with all the waiting that it takes.
func patientFetch(t *testing.T, c *Client, r page.Request) *page.Page {
	t.Helper()
	p, err := Patient(c, 1000*time.Hour, nil).Fetch(t.Context(), r)
	if err != nil {
		t.Fatalf("Fetch(%s) = %v", r.URL, err)
	}
	return p
}

func wantLater(t *testing.T, err error) *LaterError {
	t.Helper()
	later, ok := errors.AsType[*LaterError](err)
	if !ok {
		t.Fatalf("error = %v, want a *LaterError", err)
	}
	return later
}

func wantRefused(t *testing.T, err error, guard string) *RefusedError {
	t.Helper()
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok || refused.Guard != guard {
		t.Fatalf("error = %v, want a *RefusedError by %s", err, guard)
	}
	return refused
}

func waitFor(t *testing.T, until time.Time) {
	t.Helper()
	if err := Sleep(t.Context(), time.Until(until)); err != nil {
		t.Fatal(err)
	}
}
