package dashboard

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/draw"
	"github.com/hadal-crawler/hadal/dashboard/internal/table"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// standingStore tells how sites stand.
type standingStore interface {
	Sites(ctx context.Context) ([]storage.SiteStatus, error)
	Busy(of storage.SiteStatus) bool
}

// sites is the page of all sites, and how one of them stands.
type sites struct {
	standingStore
	work workStore
	runs *runs.Keeper
}

// of returns how the site of an address stands, where that is of one.
func (s sites) of(r *http.Request) (storage.SiteStatus, error) {
	name := r.PathValue("site")
	if name == "" {
		return storage.SiteStatus{}, nil
	}
	return s.named(r.Context(), name)
}

// named returns how a site stands.
func (s sites) named(ctx context.Context, name string) (storage.SiteStatus, error) {
	all, err := s.Sites(ctx)
	if err != nil {
		return storage.SiteStatus{}, err
	}
	for _, of := range all {
		if of.Name == name {
			return of, nil
		}
	}
	return storage.SiteStatus{}, storage.ErrNoSite
}

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

// going reports whether its site is harvested.
func (s standing) going() bool { return s.State == "running" || s.State == "waiting" }

// going are the runs that have not ended.
func (s sites) going() []runs.Run {
	return slices.DeleteFunc(s.runs.Runs(), func(r runs.Run) bool { return r.State == runs.Ended })
}

func (s sites) standing(of storage.SiteStatus) standing {
	st := standing{SiteStatus: of, Bar: draw.Interval(of)}
	for _, r := range s.going() {
		if r.Site == of.Name || r.Order.Site == of.Name {
			st.Run = r.ID
		}
	}
	wait := time.Until(of.NextAt) > 2*time.Second
	switch busy := st.Run != 0 || s.Busy(of); {
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
	st.Warning = st.Warning || of.Changed != ""
	return st
}

// sitesShown is how many sites a page lists; JSON lists all.
const sitesShown = 100

type overview struct {
	Sites    []standing `json:"sites"`
	Words    string     `json:"words"` // that stand in their names
	Offset   int        `json:"offset"`
	Page     []standing `json:"-"` // of Sites, those that are shown
	More     bool       `json:"-"`
	Shown    int        `json:"-"`
	Records  int        `json:"records"`
	Requests int        `json:"requests"`
	Running  int        `json:"running"`
	Runs     []runs.Run `json:"runs"` // started from here, going on
	Employed bool       `json:"-"`    // a coordinator hands sites out
}

// overview shows all sites, those with warnings first.
func (s sites) overview(r *http.Request, _ storage.SiteStatus) (view, error) {
	all, err := s.Sites(r.Context())
	if err != nil {
		return view{}, err
	}
	q := r.URL.Query()
	d := overview{Sites: []standing{}, Words: strings.TrimSpace(q.Get("q")), Offset: whole(q, "offset", 0, 1e9), Shown: sitesShown, Runs: append([]runs.Run{}, s.going()...)}
	for _, of := range all {
		if !strings.Contains(strings.ToLower(of.Name), strings.ToLower(d.Words)) {
			continue
		}
		st := s.standing(of)
		d.Sites = append(d.Sites, st)
		d.Records += of.Records
		d.Requests += of.Requests
		if st.going() {
			d.Running++
		}
	}
	if d.Employed, err = s.work.Employed(r.Context()); err != nil {
		return view{}, err
	}
	slices.SortStableFunc(d.Sites, func(a, b standing) int {
		rank := func(x standing) int {
			switch {
			case x.Warning:
				return 0
			case x.going():
				return 1
			}
			return 2
		}
		return rank(a) - rank(b)
	})
	d.Page = d.Sites[min(d.Offset, len(d.Sites)):]
	if d.More = len(d.Page) > sitesShown; d.More {
		d.Page = d.Page[:sitesShown]
	}
	return view{name: "overview", title: "Sites", live: []string{"site:*", "run:*"}, data: d}, nil
}

// moving tells open pages what moves.
type moving struct {
	sites
	tables *table.Cache
}

// prints returns the fingerprints of sites and runs.
func (m moving) prints(before map[string]string) map[string]string {
	now := map[string]string{}
	all, err := m.Sites(context.Background())
	if err != nil {
		return before
	}
	for _, of := range all {
		now["site:"+of.Name] = fmt.Sprint(of.Harvest, of.Requests, of.Records, of.LastAt, of.Stop != nil, m.Busy(of), m.tables.Standing(of))
	}
	for _, r := range m.runs.Runs() {
		now[fmt.Sprint("run:", r.ID)] = fmt.Sprint(r.State, r.Said)
	}
	return now
}

// turns is a fingerprint of which runs there are, and which have ended.
func (m moving) turns() (print string) {
	for _, r := range m.runs.Runs() {
		print += fmt.Sprint(r.ID, r.State, " ")
	}
	return print
}
