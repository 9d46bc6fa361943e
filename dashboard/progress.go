package dashboard

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/draw"
	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// progressStore tells how the latest harvest of a site went.
type progressStore interface {
	Course(ctx context.Context, harvest int64) ([]storage.Point, error)
	Tallies(ctx context.Context, harvest int64) ([]storage.Tally, error)
	Hosts(ctx context.Context, site string) ([]storage.Host, error)
	Profile(ctx context.Context, site string) (harvest.Profile, error)
	Asked(ctx context.Context, site string, harvest int64, f storage.AskedFilter) ([]storage.Asked, int, error)
}

// progress is the page of a site.
type progress struct {
	sites
	store progressStore
	agent string // by which robots.txt is read
}

type sitePage struct {
	Site     standing        `json:"site"`
	Sources  []string        `json:"sources"` // other searches of the site, by name
	Course   []storage.Point `json:"course"`
	Tallies  []storage.Tally `json:"tallies"`
	Hosts    []host          `json:"hosts"`
	Latest   []storage.Asked `json:"latest"`
	Form     string          `json:"form"` // of the search
	Coverage draw.Course     `json:"-"`
	Yield    template.HTML   `json:"-"`
}

// host is a host with what its robots.txt says of the search.
type host struct {
	storage.Host
	Allowed    *bool  `json:"allowed"` // the search; null where it is of another host
	Rule       string `json:"rule,omitempty"`
	CrawlDelay string `json:"crawl_delay,omitempty"`
	Now        string `json:"now,omitempty"` // while its site is harvested: it waits, or a request is in flight
}

// Waits is for templates.
func (h host) Waits() bool { return h.NotBefore.After(time.Now()) }

// AllowedNow is for templates.
func (h host) AllowedNow() bool { return h.Allowed != nil && *h.Allowed }

const robotsShown = 8000

// latestShown is how many questions the page of a site shows.
const latestShown = 8

// show shows how the latest harvest of a site goes.
func (p progress) show(r *http.Request, of storage.SiteStatus) (view, error) {
	return ofSite(of.Name, "site", of.Name, func() (any, error) { return p.find(r.Context(), of) }), nil
}

func (p progress) find(ctx context.Context, of storage.SiteStatus) (d sitePage, err error) {
	name := of.Name
	d = sitePage{Site: p.standing(of), Hosts: []host{}}
	if d.Course, err = p.course(ctx, of); err != nil {
		return d, err
	}
	if d.Tallies, err = p.store.Tallies(ctx, of.Harvest); err != nil {
		return d, err
	}
	hosts, err := p.store.Hosts(ctx, name)
	if err != nil {
		return d, err
	}
	if d.Latest, _, err = p.store.Asked(ctx, name, of.Harvest, storage.AskedFilter{Sort: "step", Descending: true, Limit: latestShown}); err != nil {
		return d, err
	}
	profile, err := p.store.Profile(ctx, name)
	if err != nil {
		return d, err
	}
	if profile.Form != nil && !profile.Form.Action.IsZero() {
		d.Form = profile.Form.Method + " " + profile.Form.Action.String()
	}
	latest := slices.MaxFunc(append(hosts, storage.Host{}), func(a, b storage.Host) int { return a.NotBefore.Compare(b.NotBefore) })
	for _, h := range hosts {
		one := host{Host: h}
		if d.Site.going() && h.Host == latest.Host {
			// An answer is committed with the time before which the next request is not sent.
			if one.Now = "a request is in flight"; one.Waits() {
				one.Now = "waits"
			}
		}
		rules := robots.Parse([]byte(h.Robots))
		if delay := rules.Delay(p.agent); delay > 0 {
			one.CrawlDelay = delay.String()
		}
		if profile.Form != nil && profile.Form.Action.Origin() == h.Host {
			v := rules.Test(p.agent, profile.Form.Action.PathQuery())
			one.Allowed, one.Rule = &v.Allowed, v.Rule
		}
		one.Robots = text.Clip(robotsShown, h.Robots)
		d.Hosts = append(d.Hosts, one)
	}
	d.Coverage, d.Yield = draw.Coverage(d.Course, of), draw.Yield(d.Course)
	all, err := p.Sites(ctx)
	for _, other := range all {
		if strings.HasPrefix(other.Name, name+"/") {
			d.Sources = append(d.Sources, other.Name)
		}
	}
	return d, err
}

// course returns how a site's latest harvest went, up to now.
func (p progress) course(ctx context.Context, of storage.SiteStatus) ([]storage.Point, error) {
	points, err := p.store.Course(ctx, of.Harvest)
	if n := len(points); err == nil && n > 0 && points[n-1].Requests < of.Requests {
		now := storage.Point{Requests: of.Requests, Records: of.Found, At: of.LastAt}
		if e := of.Estimate; e != nil && e.Known() {
			now.Size, now.Low, now.High = &e.Size, &e.Low, &e.High
		}
		points = append(points, now)
	}
	return points, err
}
