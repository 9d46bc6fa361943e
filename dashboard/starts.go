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

// starts are the pages on which harvests are started, followed and ended.
type starts struct{ sites }

type startPage struct {
	Site  string              `json:"site"`
	Known []string            `json:"known"`
	Of    *storage.SiteStatus `json:"status,omitempty"`
	Order runs.Order          `json:"-"`
}

var nothingStarts = notFound("nothing can be started here: hadal serve was started with --read-only")

// form asks what is to be harvested, and how far.
func (s starts) form(r *http.Request, _ storage.SiteStatus) (view, error) {
	if s.runs == nil {
		return view{}, nothingStarts
	}
	d := startPage{Site: r.URL.Query().Get("site"), Known: []string{}}
	all, err := s.Sites(r.Context())
	for _, of := range all {
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
func (s starts) start(r *http.Request, _ storage.SiteStatus) (view, error) {
	if s.runs == nil {
		return view{}, nothingStarts
	}
	o, err := orderOf(r)
	if err != nil {
		return view{}, err
	}
	if o.Site != "" {
		if _, err := s.named(r.Context(), o.Site); err != nil {
			return view{}, err
		}
	}
	return s.begin(o)
}

// begin starts a run, and leads to it.
func (s starts) begin(o runs.Order) (view, error) {
	id, err := s.runs.Start(o)
	return toRun(id), err
}

func toRun(id int) view { return view{to: "/runs/" + strconv.Itoa(id)} }

func orderOf(r *http.Request) (o runs.Order, err error) {
	o = runs.Order{Site: r.PostFormValue("site"), DryRun: r.PostFormValue("dry") != "", Fresh: r.PostFormValue("fresh") != ""}
	if o.Site == "" {
		u, err := url.Parse(strings.TrimSpace(r.PostFormValue("url")))
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return o, badRequest("the address of a site begins with https:// or http://")
		}
		o.Start = u.String()
	}
	for name, into := range map[string]*int{"max_requests": &o.MaxRequests, "max_records": &o.MaxRecords} {
		if text := strings.TrimSpace(r.PostFormValue(name)); text != "" {
			if *into, err = strconv.Atoi(text); err != nil || *into < 0 {
				return o, badRequest(strings.ReplaceAll(name, "_", " ") + " wants a whole number")
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
			return o, badRequest(strings.ReplaceAll(name, "_", " ") + " wants a number")
		}
		*of.into = time.Duration(n * float64(of.unit))
	}
	return o, nil
}

type runsPage struct {
	Runs []runs.Run `json:"runs"`
}

// list shows what was started from here.
func (s starts) list(r *http.Request, _ storage.SiteStatus) (view, error) {
	if s.runs == nil {
		return view{}, nothingStarts
	}
	return view{name: "runs", title: "Runs", live: []string{"run:*"}, data: runsPage{append([]runs.Run{}, s.runs.Runs()...)}}, nil
}

type runPage struct {
	Run   runs.Run `json:"run"`
	Known bool     `json:"known"` // its site is in the database
}

func (s starts) runOf(r *http.Request) (runs.Run, error) {
	if s.runs == nil {
		return runs.Run{}, nothingStarts
	}
	id, err := number(r, "run")
	if err != nil {
		return runs.Run{}, err
	}
	run, found := s.runs.Run(int(id))
	if !found {
		return run, notFound("there is no such run: they are kept until hadal serve ends")
	}
	return run, nil
}

// run shows a run with its log.
func (s starts) run(r *http.Request, _ storage.SiteStatus) (view, error) {
	run, err := s.runOf(r)
	if err != nil {
		return view{}, err
	}
	_, unknown := s.named(r.Context(), run.Site)
	return view{name: "run", title: "Run " + strconv.Itoa(run.ID), live: []string{"run:" + strconv.Itoa(run.ID)}, data: runPage{run, unknown == nil}}, nil
}

// end ends a run, everything saved.
func (s starts) end(r *http.Request, _ storage.SiteStatus) (view, error) {
	run, err := s.runOf(r)
	if err == nil {
		s.runs.End(run.ID)
	}
	return toRun(run.ID), err
}

// again goes on with a run that has ended; after a dry run it starts what that showed.
func (s starts) again(r *http.Request, _ storage.SiteStatus) (view, error) {
	run, err := s.runOf(r)
	if err != nil {
		return view{}, err
	}
	o := run.Order
	o.Fresh = o.Fresh && o.DryRun // what was begun anew goes on
	o.DryRun = false
	return s.begin(o)
}
