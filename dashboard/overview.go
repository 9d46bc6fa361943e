package dashboard

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// standing is how a site stands, and what to do about it.
type standing struct {
	storage.SiteStatus
	State   string        `json:"state"`          // running, waiting, unfinished, or a kind of stop
	Warning bool          `json:"warning"`        // something is to be done
	Until   time.Time     `json:"until,omitzero"` // of waiting
	Next    string        `json:"next"`           // what to do, "" for nothing
	Run     int           `json:"run,omitempty"`  // started from here
	Bar     template.HTML `json:"-"`
}

// nexts say what a person may do about a harvest that has ended.
var nexts = map[harvest.StopKind]string{
	harvest.Complete:    "take the records; harvest again later to see changes",
	harvest.Exhausted:   "take the records; harvest again later to see changes",
	harvest.Incomplete:  "see what it believes: a role, a column or a limit may be wrong",
	harvest.Limit:       "go on with a higher limit",
	harvest.Blocked:     "leave the site alone for a while, then go on with a longer delay",
	harvest.Forbidden:   "ask the owner of the site: robots.txt forbids it",
	harvest.NoForm:      "start at the page with the search form",
	harvest.Interrupted: "go on: everything was saved",
}

func (s *Server) standingOf(ctx context.Context, of storage.SiteStatus) standing {
	st := standing{SiteStatus: of, Bar: intervalBar(of)}
	if s.Runs != nil {
		for _, r := range s.Runs.Runs() {
			if r.State != runs.Ended && (r.Site == of.Name || r.Order.Site == of.Name) {
				st.Run = r.ID
			}
		}
	}
	wait := time.Until(of.NextAt) > 2*time.Second
	switch busy := st.Run != 0 || s.Store.Busy(ctx, of.Name); {
	case busy && wait:
		st.State, st.Until = "waiting", of.NextAt
	case busy:
		st.State = "running"
	case of.Stop == nil:
		st.State, st.Warning, st.Next = "unfinished", true, "go on: what was committed is saved"
	default:
		st.State, st.Next = string(of.Stop.Kind), nexts[of.Stop.Kind]
		st.Warning = !slices.Contains([]harvest.StopKind{harvest.Complete, harvest.Exhausted, harvest.Limit, harvest.Interrupted}, of.Stop.Kind)
		if st.Next == "" {
			st.Next, st.Warning = "see the last error", true
		}
	}
	if of.Changed != "" {
		st.Warning = true
	}
	return st
}

type overview struct {
	Sites    []standing `json:"sites"`
	Records  int        `json:"records"`
	Requests int        `json:"requests"`
	Running  int        `json:"running"`
	Runs     []runs.Run `json:"runs"` // started from here, going on
}

func (s *Server) overview(r *http.Request) (view, error) {
	sites, err := s.Store.Sites(r.Context())
	if err != nil {
		return view{}, err
	}
	d := overview{Sites: []standing{}, Runs: []runs.Run{}}
	var live []string
	for _, of := range sites {
		st := s.standingOf(r.Context(), of)
		d.Sites = append(d.Sites, st)
		d.Records += of.Records
		d.Requests += of.Requests
		if st.State == "running" || st.State == "waiting" {
			d.Running++
		}
	}
	slices.SortStableFunc(d.Sites, func(a, b standing) int {
		rank := func(x standing) int {
			switch {
			case x.Warning:
				return 0
			case x.State == "running" || x.State == "waiting":
				return 1
			}
			return 2
		}
		return rank(a) - rank(b)
	})
	if s.Runs != nil {
		for _, run := range s.Runs.Runs() {
			if run.State != runs.Ended {
				d.Runs = append(d.Runs, run)
			}
		}
	}
	live = append(live, "site:*", "run:*")
	return view{name: "overview", title: "Sites", live: live, data: d}, nil
}

// status returns how a site stands.
func (s *Server) status(ctx context.Context, name string) (storage.SiteStatus, error) {
	sites, err := s.Store.Sites(ctx)
	if err != nil {
		return storage.SiteStatus{}, err
	}
	for _, of := range sites {
		if of.Name == name {
			return of, nil
		}
	}
	return storage.SiteStatus{}, storage.ErrNoSite
}

type sitePage struct {
	Site     standing        `json:"site"`
	Sources  []string        `json:"sources"` // other searches of the site, by name
	Course   []storage.Point `json:"course"`
	Tallies  []storage.Tally `json:"tallies"`
	Hosts    []host          `json:"hosts"`
	Latest   []storage.Asked `json:"latest"`
	Form     string          `json:"form"` // of the search
	Coverage template.HTML   `json:"-"`
	Yield    template.HTML   `json:"-"`
}

// host is a host with what its robots.txt says of the search.
type host struct {
	storage.Host
	Allowed    *bool  `json:"allowed"` // the search; null where it is of another host
	Rule       string `json:"rule,omitempty"`
	CrawlDelay string `json:"crawl_delay,omitempty"`
}

// AllowedNow is for templates.
func (h host) AllowedNow() bool { return h.Allowed != nil && *h.Allowed }

const robotsShown = 8000

// latestShown is how many questions the page of a site shows.
const latestShown = 8

func (s *Server) site(r *http.Request) (view, error) {
	ctx, name := r.Context(), r.PathValue("site")
	of, err := s.status(ctx, name)
	if err != nil {
		return view{}, err
	}
	d := sitePage{Site: s.standingOf(ctx, of)}
	if d.Course, err = s.course(ctx, of); err != nil {
		return view{}, err
	}
	if d.Tallies, err = s.Store.Tallies(ctx, of.Harvest); err != nil {
		return view{}, err
	}
	hosts, err := s.Store.Hosts(ctx, name)
	if err != nil {
		return view{}, err
	}
	if d.Latest, _, err = s.Store.Asked(ctx, name, of.Harvest, storage.AskedFilter{Sort: "step", Descending: true, Limit: latestShown}); err != nil {
		return view{}, err
	}
	p, err := s.Store.Profile(ctx, name)
	if err != nil {
		return view{}, err
	}
	if p.Form != nil {
		d.Form = p.Form.Method + " " + p.Form.Action.String()
	}
	d.Hosts = []host{}
	for _, h := range hosts {
		one := host{Host: h}
		rules := robots.Parse([]byte(h.Robots))
		if delay := rules.Delay(s.Agent); delay > 0 {
			one.CrawlDelay = delay.String()
		}
		if p.Form != nil && p.Form.Action.Origin() == h.Host {
			v := rules.Test(s.Agent, p.Form.Action.PathQuery())
			one.Allowed, one.Rule = &v.Allowed, v.Rule
		}
		one.Robots = clip(robotsShown, h.Robots)
		d.Hosts = append(d.Hosts, one)
	}
	d.Coverage, d.Yield = coverageChart(d.Course, of), yieldChart(d.Course)
	sites, err := s.Store.Sites(ctx)
	for _, other := range sites {
		if strings.HasPrefix(other.Name, name+"/") {
			d.Sources = append(d.Sources, other.Name)
		}
	}
	return view{name: "site", title: name, site: name, live: []string{"site:" + name}, data: d}, err
}

// course returns how a site's latest harvest went, up to now.
func (s *Server) course(ctx context.Context, of storage.SiteStatus) ([]storage.Point, error) {
	points, err := s.Store.Course(ctx, of.Harvest)
	if n := len(points); err == nil && n > 0 && points[n-1].Requests < of.Requests {
		now := storage.Point{Requests: of.Requests, Records: of.Found, At: of.LastAt}
		if e := of.Estimate; e != nil && e.Known() {
			now.Size, now.Low, now.High = &e.Size, &e.Low, &e.High
		}
		points = append(points, now)
	}
	return points, err
}

type lookedPage struct {
	Harvest int64      `json:"harvest"`
	Pages   []lookedAt `json:"pages"`
	Skipped []skipped  `json:"skipped"` // pages that crawls left out
}

type lookedAt struct {
	Step     int64     `json:"step"`
	At       time.Time `json:"at"`
	URL      string    `json:"url"`
	Status   int       `json:"status"`
	Reward   float64   `json:"reward"`
	Requests int       `json:"requests"`
	Links    int       `json:"links"`
	Note     string    `json:"note,omitempty"`
}

type skipped struct {
	URL  string `json:"url"`
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

const lookedShown = 300

// looked shows which pages were looked at in search of a form.
func (s *Server) looked(r *http.Request) (view, error) {
	name := r.PathValue("site")
	of, err := s.status(r.Context(), name)
	if err != nil {
		return view{}, err
	}
	all, err := s.Store.Looked(r.Context(), of.Harvest, lookedShown)
	d := lookedPage{Harvest: of.Harvest, Pages: []lookedAt{}, Skipped: []skipped{}}
	visited := map[string]bool{}
	for _, l := range all {
		visited[l.Visit.URL.String()], visited[l.Visit.Final.String()] = true, true
		d.Pages = append(d.Pages, lookedAt{l.Step, l.At, l.Visit.URL.String(), l.Visit.Status, l.Visit.Reward, l.Visit.Requests, len(l.Visit.Links), l.Visit.Note})
	}
	for _, l := range all {
		for _, link := range l.Visit.Links {
			if address := link.URL.String(); !visited[address] && len(d.Skipped) < lookedShown {
				visited[address] = true
				d.Skipped = append(d.Skipped, skipped{address, string(link.Kind), clip(100, strings.TrimSpace(link.Anchor))})
			}
		}
	}
	return view{name: "looked", title: "Pages looked at", site: name, live: []string{"site:" + name}, data: d}, err
}

type historyPage struct {
	Harvests []storage.Harvest          `json:"harvests"`
	From     int64                      `json:"from,omitempty"`
	To       int64                      `json:"to,omitempty"`
	Counts   map[storage.ChangeKind]int `json:"counts,omitempty"`
	Changes  []storage.Change           `json:"changes"`
	Cut      bool                       `json:"cut"` // there are more, or it took too long
}

const (
	changesShown = 200
	diffTime     = 5 * time.Second
)

// history shows the harvests of a site, and what changed between two of them.
func (s *Server) history(r *http.Request) (view, error) {
	name := r.PathValue("site")
	list, err := s.Store.Harvests(r.Context(), name)
	if err != nil {
		return view{}, err
	}
	d := historyPage{Harvests: list, Changes: []storage.Change{}}
	v := view{name: "history", title: "History", site: name, live: []string{"site:" + name}}
	if n := len(list); n >= 2 {
		q := r.URL.Query()
		d.From, d.To = int64(whole(q, "from", 0, 1<<40)), int64(whole(q, "to", 0, 1<<40))
		if d.From > 0 && d.To > 0 {
			ctx, cancel := context.WithTimeout(r.Context(), diffTime)
			defer cancel()
			d.Counts = map[storage.ChangeKind]int{}
			for c, err := range s.Store.Diff(ctx, name, d.From, d.To) {
				if err != nil && ctx.Err() == nil {
					return v, err
				}
				if d.Cut = err != nil || len(d.Changes) == changesShown; d.Cut {
					break
				}
				d.Counts[c.Kind]++
				d.Changes = append(d.Changes, c)
			}
		} else {
			d.From, d.To = list[n-2].ID, list[n-1].ID
		}
	}
	v.data = d
	return v, nil
}
