package dashboard

import (
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/dashboard/internal/table"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/storage"
)

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

// Server leads each request to its page, past the gate.
type Server struct{ handler http.Handler }

// New returns the pages of a database. It refuses an address beyond this machine without a
// token.
func New(o Options) (*Server, error) {
	pages, err := newRenderer(o)
	if err != nil {
		return nil, err
	}
	gate, err := newGate(o.Addr, o.Token, pages)
	if err != nil {
		return nil, err
	}
	return &Server{gate.before(http.NewCrossOriginProtection().Handler(routes(o, pages, gate)))}, nil
}

// Handler returns all that is served.
func (s *Server) Handler() http.Handler { return s.handler }

// routes are the pages by their addresses.
func routes(o Options, pages *renderer, gate gate) http.Handler {
	store := &paced{Store: o.Store}
	tables := &table.Cache{Store: store}
	sites := sites{store, store, o.Runs}
	moving := moving{sites, tables}
	hub := &pace.Hub{Moved: moving.prints, Turns: moving.turns}
	steps, starts := steps{store}, starts{sites}
	beliefs := &beliefs{starts: starts, store: store, files: o.Files}
	picking := picking{steps, beliefs}
	records := records{columns{store, tables}, store}
	shown := map[string]func(*http.Request, storage.SiteStatus) (view, error){
		"GET /{$}":                                      sites.overview,
		"GET /sites/{site}":                             progress{sites, store, o.Agent}.show,
		"GET /sites/{site}/questions":                   questions{store}.list,
		"GET /sites/{site}/questions/{number}":          questions{store}.one,
		"GET /sites/{site}/steps/{harvest}/{step}":      steps.show,
		"GET /sites/{site}/steps/{harvest}/{step}/pick": picking.show,
		"GET /sites/{site}/records":                     records.show,
		"GET /sites/{site}/record":                      record{store}.show,
		"GET /sites/{site}/columns":                     records.columns.show,
		"GET /sites/{site}/looked":                      looked{store, o.Agent}.show,
		"GET /sites/{site}/history":                     (&history{store: store, turn: make(chan struct{}, 1), known: map[string]*comparison{}}).show,
		"GET /sites/{site}/beliefs":                     beliefs.show,
		"GET /workers":                                  workers{store}.show,
		"GET /search":                                   search{store}.show,
		"GET /sql":                                      sql{store, make(chan struct{}, 2)}.show,
		"GET /start":                                    starts.form,
		"GET /runs":                                     starts.list,
		"GET /runs/{run}":                               starts.run,
		"GET /login":                                    gate.loginForm,
		"POST /start":                                   starts.start,
		"POST /runs/{run}/end":                          starts.end,
		"POST /runs/{run}/again":                        starts.again,
		"POST /sites/{site}/beliefs":                    beliefs.correct,
	}
	written := map[string]func(http.ResponseWriter, *http.Request, storage.SiteStatus) error{
		"GET /sites/{site}/steps/{harvest}/{step}/page": picking.frame,
		"GET /sites/{site}/export":                      exports{records, pages.log}.write,
		"GET /assets/{name}":                            pages.asset,
		"POST /login":                                   gate.login,
		"GET /events":                                   func(w http.ResponseWriter, r *http.Request, _ storage.SiteStatus) error { return hub.Events(w, r) },
		"GET /healthz": func(w http.ResponseWriter, r *http.Request, _ storage.SiteStatus) error {
			_, err := store.Sites(r.Context())
			if err == nil {
				w.Header().Set("Content-Type", "text/plain; charset=utf-8")
				fmt.Fprintln(w, "ok")
			}
			return err
		},
	}
	for pattern, show := range shown {
		written[pattern] = func(w http.ResponseWriter, r *http.Request, of storage.SiteStatus) error {
			began := time.Now()
			defer func() { hub.Spend(time.Since(began)) }()
			v, err := show(r, of)
			if err == nil && v.to != "" {
				http.Redirect(w, r, v.to, http.StatusSeeOther)
			} else if err == nil {
				err = pages.write(w, r, http.StatusOK, v)
			}
			return err
		}
	}
	mux := http.NewServeMux()
	for pattern, write := range written {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			of, err := sites.of(r)
			if err == nil {
				err = write(w, r, of)
			}
			if err != nil {
				pages.fail(w, r, err)
			}
		})
	}
	mux.Handle("GET /metrics", metrics(sites))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { pages.fail(w, r, notFound("there is no such page")) })
	return mux
}
