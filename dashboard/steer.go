package dashboard

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/storage"
)

type startPage struct {
	Site  string              `json:"site"`
	Known []string            `json:"known"`
	Of    *storage.SiteStatus `json:"status,omitempty"`
	Order runs.Order          `json:"-"`
}

var nothingStarts = status{http.StatusNotFound, "nothing can be started here: hadal serve was started with --read-only"}

// startForm asks what is to be harvested, and how far.
func (s *Server) startForm(r *http.Request) (view, error) {
	if s.Runs == nil {
		return view{}, nothingStarts
	}
	d := startPage{Site: r.URL.Query().Get("site"), Known: []string{}}
	sites, err := s.Store.Sites(r.Context())
	for _, of := range sites {
		d.Known = append(d.Known, of.Name)
		if of.Name == d.Site {
			d.Of = &of
		}
	}
	if d.Of == nil {
		d.Site = ""
	}
	return view{name: "start", title: "Harvest", site: d.Site, data: d}, err
}

// start starts a harvest. A site is one that is held, or a new one by its address: never a
// file of this machine.
func (s *Server) start(w http.ResponseWriter, r *http.Request) error {
	if s.Runs == nil {
		return nothingStarts
	}
	o, err := orderOf(r)
	if err != nil {
		return err
	}
	if o.Site != "" {
		if _, err := s.status(r.Context(), o.Site); err != nil {
			return err
		}
	}
	return s.begin(w, r, o)
}

func (s *Server) begin(w http.ResponseWriter, r *http.Request, o runs.Order) error {
	id, err := s.Runs.Start(o)
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/runs/"+strconv.Itoa(id), http.StatusSeeOther)
	return nil
}

func orderOf(r *http.Request) (o runs.Order, err error) {
	o = runs.Order{Site: r.PostFormValue("site"), DryRun: r.PostFormValue("dry") != "", Fresh: r.PostFormValue("fresh") != ""}
	if o.Site == "" {
		u, err := url.Parse(strings.TrimSpace(r.PostFormValue("url")))
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return o, status{http.StatusBadRequest, "the address of a site begins with https:// or http://"}
		}
		o.Start = u.String()
	}
	for name, into := range map[string]*int{"max_requests": &o.MaxRequests, "max_records": &o.MaxRecords} {
		if text := strings.TrimSpace(r.PostFormValue(name)); text != "" {
			if *into, err = strconv.Atoi(text); err != nil || *into < 0 {
				return o, status{http.StatusBadRequest, strings.ReplaceAll(name, "_", " ") + " wants a whole number"}
			}
		}
	}
	for name, of := range map[string]struct {
		unit time.Duration
		into *time.Duration
	}{"max_minutes": {time.Minute, &o.MaxDuration}, "delay_seconds": {time.Second, &o.Delay}} {
		text := strings.TrimSpace(r.PostFormValue(name))
		if text == "" {
			continue
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n >= 0 && n < 1e6) {
			return o, status{http.StatusBadRequest, strings.ReplaceAll(name, "_", " ") + " wants a number"}
		}
		*of.into = time.Duration(n * float64(of.unit))
	}
	return o, nil
}

type runsPage struct {
	Runs []runs.Run `json:"runs"`
}

// runList shows what was started from here.
func (s *Server) runList(r *http.Request) (view, error) {
	if s.Runs == nil {
		return view{}, nothingStarts
	}
	return view{name: "runs", title: "Runs", live: []string{"run:*"}, data: runsPage{append([]runs.Run{}, s.Runs.Runs()...)}}, nil
}

type runPage struct {
	Run   runs.Run `json:"run"`
	Known bool     `json:"known"` // its site is in the database
}

func (s *Server) runOf(r *http.Request) (runs.Run, error) {
	if s.Runs == nil {
		return runs.Run{}, nothingStarts
	}
	id, err := number(r, "run")
	if err != nil {
		return runs.Run{}, err
	}
	run, found := s.Runs.Run(int(id))
	if !found {
		return run, status{http.StatusNotFound, "there is no such run: they are kept until hadal serve ends"}
	}
	return run, nil
}

// run shows a run with its log.
func (s *Server) run(r *http.Request) (view, error) {
	run, err := s.runOf(r)
	if err != nil {
		return view{}, err
	}
	_, unknown := s.status(r.Context(), run.Site)
	return view{name: "run", title: "Run " + strconv.Itoa(run.ID), live: []string{"run:" + strconv.Itoa(run.ID)}, data: runPage{run, unknown == nil}}, nil
}

// endRun ends a run, everything saved.
func (s *Server) endRun(w http.ResponseWriter, r *http.Request) error {
	run, err := s.runOf(r)
	if err != nil {
		return err
	}
	s.Runs.End(run.ID)
	http.Redirect(w, r, "/runs/"+strconv.Itoa(run.ID), http.StatusSeeOther)
	return nil
}

// againRun goes on with a run that has ended; after a dry run it starts what that showed.
func (s *Server) againRun(w http.ResponseWriter, r *http.Request) error {
	run, err := s.runOf(r)
	if err != nil {
		return err
	}
	o := run.Order
	if o.DryRun {
		o.DryRun = false
	} else {
		o.Fresh = false // what was begun anew goes on
	}
	return s.begin(w, r, o)
}
