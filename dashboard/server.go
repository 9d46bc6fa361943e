package dashboard

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

//go:embed templates/*.html
var templates embed.FS

//go:embed assets
var assets embed.FS

// Options of New.
type Options struct {
	Store    Store
	Addr     string       // that is listened on, host:port
	Token    string       // that visitors must have; "" is for loopback only
	Runs     *runs.Keeper // starts and ends harvests; nil: nothing can be started
	Files    Files        // the site profiles; nil: nothing can be corrected
	Database string       // name of the file, without its directory
	Agent    string       // by which robots.txt is read
	Log      *slog.Logger
}

// Server is the pages of one database.
type Server struct {
	Options
	pages  map[string]*template.Template
	hashes map[string]string // of assets, by name
	hosts  []string          // by which this server may be called; nil: any number, and what is in names
	tables tables
	live   *hub
	asking chan struct{} // a place for each SQL query that may run
}

// New returns the pages. It refuses an address beyond this machine without a token.
func New(o Options) (*Server, error) {
	host, _, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", o.Addr, err)
	}
	if !loopback(host) && o.Token == "" {
		return nil, fmt.Errorf("%s is reached from other machines: it needs a token", o.Addr)
	}
	s := &Server{Options: o, pages: map[string]*template.Template{}, hashes: map[string]string{}, asking: make(chan struct{}, 2)}
	s.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if loopback(host) {
		s.hosts = []string{"localhost", "127.0.0.1", "::1", host}
	} else if a, err := netip.ParseAddr(host); host != "" && (err != nil || !a.IsUnspecified()) {
		s.hosts = []string{host, "localhost", "127.0.0.1", "::1"}
	}
	s.Store = &paced{Store: o.Store}
	s.live = newHub(s.moved)
	s.tables.store = s.Store
	names, err := fs.Glob(assets, "assets/*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		b, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(b)
		s.hashes[strings.TrimPrefix(name, "assets/")] = hex.EncodeToString(sum[:6])
	}
	base, err := template.New("layout.html").Funcs(s.funcs()).ParseFS(templates, "templates/layout.html", "templates/parts.html")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(templates, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "templates/"), ".html")
		page, err := template.Must(base.Clone()).ParseFS(templates, file)
		if err != nil {
			return nil, err
		}
		s.pages[name] = page
	}
	return s, nil
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// Handler returns all that is served.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, show := range map[string]func(*http.Request) (view, error){
		"GET /{$}":                                 s.overview,
		"GET /sites/{site}":                        s.site,
		"GET /sites/{site}/questions":              s.questions,
		"GET /sites/{site}/questions/{number}":     s.question,
		"GET /sites/{site}/steps/{harvest}/{step}": s.step,
		"GET /sites/{site}/records":                s.records,
		"GET /sites/{site}/record":                 s.record,
		"GET /sites/{site}/columns":                s.columns,
		"GET /sites/{site}/looked":                 s.looked,
		"GET /sites/{site}/history":                s.history,
		"GET /sites/{site}/beliefs":                s.beliefs,
		"GET /search":                              s.search,
		"GET /sql":                                 s.sql,
		"GET /start":                               s.startForm,
		"GET /runs":                                s.runList,
		"GET /runs/{run}":                          s.run,
	} {
		mux.HandleFunc(pattern, s.page(show))
	}
	for pattern, do := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /sites/{site}/steps/{harvest}/{step}/page": s.keptPage,
		"GET /sites/{site}/export":                      s.export,
		"GET /events":                                   s.events,
		"GET /assets/{name}":                            s.asset,
		"GET /healthz":                                  s.healthz,
		"GET /login":                                    s.loginForm,
		"POST /login":                                   s.login,
		"POST /start":                                   s.start,
		"POST /runs/{run}/end":                          s.endRun,
		"POST /runs/{run}/again":                        s.againRun,
		"POST /sites/{site}/beliefs":                    s.correct,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := do(w, r); err != nil {
				s.fail(w, r, err)
			}
		})
	}
	mux.Handle("GET /metrics", s.metrics())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, status{http.StatusNotFound, "there is no such page"})
	})
	return s.gate(http.NewCrossOriginProtection().Handler(mux))
}

// policy is what pages may do: load what this server has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxForm bounds what a form may send.
const maxForm = 1 << 20

// gate is what each request passes first.
func (s *Server) gate(next http.Handler) http.Handler {
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
		if strings.HasSuffix(r.URL.Path, ".json") { // the page of that address, as JSON
			as := r.Clone(context.WithValue(r.Context(), asJSON{}, true))
			as.URL.Path, as.URL.RawPath = strings.TrimSuffix(r.URL.Path, ".json"), strings.TrimSuffix(r.URL.RawPath, ".json")
			if as.URL.Path == "/index" {
				as.URL.Path = "/"
			}
			r = as
		}
		switch {
		case !s.calledRight(r.Host):
			s.fail(w, r, status{http.StatusMisdirectedRequest, "this server is not called by that name: use the address that hadal serve printed"})
		case r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate":
			s.fail(w, r, status{http.StatusForbidden, "another site may not ask"})
		case s.Token != "" && !s.knows(r) && !public(r.URL.Path):
			s.ask(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

type asJSON struct{}

// calledRight reports whether a request's Host is a name of this server. A name that a
// stranger's DNS leads here is none. The port may be another one, as of a tunnel.
func (s *Server) calledRight(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if s.hosts == nil {
		_, err := netip.ParseAddr(name)
		return err == nil || name == "localhost"
	}
	return slices.Contains(s.hosts, name)
}

// cookie holds the token of a visitor.
const cookie = "hadal"

func public(path string) bool {
	return path == "/login" || path == "/healthz" || strings.HasPrefix(path, "/assets/")
}

func (s *Server) knows(r *http.Request) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookie); err == nil && given == "" {
		given = c.Value
	}
	return s.same(given)
}

// same compares a token in a time that does not tell how much of it is right.
func (s *Server) same(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && !wantsJSON(r) {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	s.fail(w, r, status{http.StatusUnauthorized, "the token that hadal serve printed is needed"})
}

func (s *Server) loginForm(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, view{name: "login", title: "Log in", data: struct{}{}})
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) error {
	if s.Token == "" || !s.same(strings.TrimSpace(r.PostFormValue("token"))) {
		time.Sleep(300 * time.Millisecond)
		return status{http.StatusForbidden, "that is not the token that hadal serve printed"}
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: 30 * 24 * 3600})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

func (s *Server) asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	b, err := assets.ReadFile("assets/" + name)
	if err != nil || s.hashes[name] == "" {
		return status{http.StatusNotFound, "there is no such file"}
	}
	if r.URL.Query().Get("v") == s.hashes[name] {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
	return nil
}

func (s *Server) healthz(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Store.Sites(r.Context()); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
	return nil
}

// view is a page: what it says, and how it is shown.
type view struct {
	name  string   // of its template
	title string   // of the page
	site  string   // that it is of, "" for none
	live  []string // what it is about: it is brought up to date when one of these moves
	again bool     // it is not all there yet: look again soon
	data  any      // declared for JSON
}

// status is an error with the status that a visitor gets.
type status struct {
	code int
	text string
}

func (e status) Error() string { return e.text }

// page makes a handler of what shows a page.
func (s *Server) page(show func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := show(r)
		if err == nil {
			err = s.render(w, r, http.StatusOK, v)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	}
}

func wantsJSON(r *http.Request) bool {
	if r.Context().Value(asJSON{}) != nil {
		return true
	}
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

// shown is what templates get.
type shown struct {
	Title, Site, Path, Query, Database, JSON string
	Live                                     string
	Again, CanStart, CanCorrect, Locked      bool
	D                                        any
}

func (s *Server) render(w http.ResponseWriter, r *http.Request, code int, v view) error {
	w.Header().Set("Vary", "Accept")
	if wantsJSON(r) {
		var b bytes.Buffer
		if err := visible.Encode(&b, v.data); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, err := w.Write(b.Bytes())
		s.gone(err)
		return nil
	}
	twin := url.URL{Path: strings.TrimSuffix(r.URL.Path, "/") + ".json", RawQuery: r.URL.RawQuery}
	if r.URL.RawPath != "" {
		twin.RawPath = strings.TrimSuffix(r.URL.RawPath, "/") + ".json"
	}
	if r.URL.Path == "/" {
		twin.Path = "/index.json"
	}
	var b bytes.Buffer
	err := s.pages[v.name].ExecuteTemplate(&b, "layout.html", shown{Title: v.title, Site: v.site, Path: r.URL.Path, Query: r.URL.RawQuery, Database: s.Database, JSON: twin.String(),
		Live: strings.Join(v.live, "\n"), Again: v.again, CanStart: s.Runs != nil, CanCorrect: s.Files != nil && s.Runs != nil, Locked: v.name == "login", D: v.data})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	_, err = w.Write(tame(b.Bytes()))
	s.gone(err)
	return nil
}

// gone notes a visitor who left before the answer was written.
func (s *Server) gone(err error) {
	if err != nil {
		s.Log.Debug("a visitor left", "error", err)
	}
}

// tame shows the characters that would turn text around or hide it, wherever a site's text
// brought them: our own pages have none.
func tame(html []byte) []byte {
	hostile := func(r rune) bool { return visible.Hostile(r) && r != '\n' && r != '\t' }
	if !bytes.ContainsFunc(html, hostile) {
		return html
	}
	var b bytes.Buffer
	for _, r := range string(html) {
		if hostile(r) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// failure is an error as JSON.
type failure struct {
	Error  string `json:"error"`
	Status int    `json:"status"`
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := failure{Error: err.Error(), Status: http.StatusInternalServerError}
	if known, ok := errors.AsType[status](err); ok {
		f.Status = known.code
	} else if errors.Is(err, storage.ErrNoSite) {
		f = failure{"there is no such site in the database", http.StatusNotFound}
	} else if errors.Is(err, storage.ErrQuestion) || errors.Is(err, storage.ErrSQL) || errors.Is(err, storage.ErrHarvest) || errors.Is(err, runs.ErrOrder) {
		f.Status = http.StatusBadRequest
	} else if r.Context().Err() != nil {
		return // nobody waits for it
	} else {
		s.Log.Error("a page could not be made", "path", r.URL.Path, "error", err)
		f.Error = "this page could not be made; the terminal of hadal serve says why" // an error may name files
	}
	v := view{name: "error", title: http.StatusText(f.Status), data: f}
	if err := s.render(w, r, f.Status, v); err != nil {
		s.Log.Error("an error could not be told", "error", err)
	}
}

func number(r *http.Request, name string) (int64, error) {
	n, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil {
		return 0, status{http.StatusNotFound, "there is no such page"}
	}
	return n, nil
}

// whole reads a whole number of the address, which is otherwise.
func whole(q url.Values, name string, otherwise, most int) int {
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 0 {
		return otherwise
	}
	return min(n, most)
}
