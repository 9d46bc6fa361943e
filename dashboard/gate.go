package dashboard

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// policy is what pages may do: load what this server has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxForm bounds what a form may send.
const maxForm = 1 << 20

// gate is what each request passes first: it keeps out who may not ask.
type gate struct {
	*renderer
	hosts []string // by which this server may be called; nil: any number, and localhost
	token string   // that visitors must have; "" for none
}

// newGate returns the gate of who listens at an address. It refuses one beyond this machine
// without a token.
func newGate(addr, token string, pages *renderer) (gate, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return gate{}, fmt.Errorf("address %q: %w", addr, err)
	}
	a, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && a.IsLoopback()
	if !loopback && token == "" {
		return gate{}, fmt.Errorf("%s is reached from other machines: it needs a token", addr)
	}
	g := gate{renderer: pages, token: token}
	if loopback || host != "" && (err != nil || !a.IsUnspecified()) {
		g.hosts = []string{"localhost", "127.0.0.1", "::1", host}
	}
	return g, nil
}

// before lets through to next what may pass.
func (g gate) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-DNS-Prefetch-Control", "off")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if strings.HasSuffix(r.URL.EscapedPath(), ".json") { // the page of that address, as JSON
			as := r.Clone(context.WithValue(r.Context(), asJSON{}, true))
			as.URL.Path, as.URL.RawPath = strings.TrimSuffix(r.URL.Path, ".json"), strings.TrimSuffix(r.URL.RawPath, ".json")
			if as.URL.Path == "/index" {
				as.URL.Path = "/"
			}
			r = as
		}
		switch {
		case !g.calledRight(r.Host):
			g.fail(w, r, status{http.StatusMisdirectedRequest, "this server is not called by that name: use the address that hadal serve printed"})
		case r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate":
			g.fail(w, r, status{http.StatusForbidden, "another site may not ask"})
		case g.token != "" && !g.knows(r) && !public(r.URL.Path):
			g.ask(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// calledRight reports whether a request's Host is a name of this server. A name that a
// stranger's DNS leads here is none. The port may be another one, as of a tunnel.
func (g gate) calledRight(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if g.hosts == nil {
		_, err := netip.ParseAddr(name)
		return err == nil || name == "localhost"
	}
	return slices.Contains(g.hosts, name)
}

// cookie holds the token of a visitor.
const cookie = "hadal"

// public are the pages that need no token.
func public(path string) bool {
	return path == "/login" || path == "/healthz" || strings.HasPrefix(path, "/assets/")
}

func (g gate) knows(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookie); err == nil && given == "" {
		given = c.Value
	}
	return g.same(given)
}

// same compares a token in a time that does not tell how much of it is right.
func (g gate) same(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(g.token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

func (g gate) ask(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Dest") == "document" {
		// Whoever comes from elsewhere, such as from a kept page in its sandbox, has a cookie that
		// the browser sends only from here.
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><meta http-equiv="refresh" content="0"><title>hadal</title>`)
		return
	}
	if r.Method == http.MethodGet && !wantsJSON(r) {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	g.fail(w, r, status{http.StatusUnauthorized, "the token that hadal serve printed is needed"})
}

func (g gate) loginForm(*http.Request, storage.SiteStatus) (view, error) {
	return view{name: "login", title: "Log in", data: struct{}{}}, nil
}

func (g gate) login(w http.ResponseWriter, r *http.Request, _ storage.SiteStatus) error {
	if g.token == "" || !g.same(strings.TrimSpace(r.PostFormValue("token"))) {
		time.Sleep(300 * time.Millisecond)
		return status{http.StatusForbidden, "that is not the token that hadal serve printed"}
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: 30 * 24 * 3600})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
