package dashboard

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// lookedStore tells which pages were looked at, and what their hosts ask for.
type lookedStore interface {
	Hosts(ctx context.Context, site string) ([]storage.Host, error)
	Looked(ctx context.Context, harvest int64, most int) ([]storage.LookedAt, error)
}

// looked is the page of what was looked at in search of a form.
type looked struct {
	store lookedStore
	agent string // by which robots.txt is read
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
	URL   string `json:"url"`
	Kind  string `json:"kind"`
	Words string `json:"words"` // of the link
	Why   string `json:"why"`
}

const lookedShown = 300

// show shows which pages were looked at in search of a form.
func (p looked) show(r *http.Request, of storage.SiteStatus) (view, error) {
	return ofSite(of.Name, "looked", "Pages looked at", func() (any, error) { return p.find(r.Context(), of) }), nil
}

func (p looked) find(ctx context.Context, of storage.SiteStatus) (d lookedPage, err error) {
	hosts, err := p.store.Hosts(ctx, of.Name)
	if err != nil {
		return d, err
	}
	rules := map[string]robots.File{}
	for _, h := range hosts {
		rules[h.Host] = robots.Parse([]byte(h.Robots))
	}
	all, err := p.store.Looked(ctx, of.Harvest, lookedShown)
	d = lookedPage{Harvest: of.Harvest, Pages: []lookedAt{}, Skipped: []skipped{}}
	visited := map[string]bool{}
	for _, l := range all {
		visited[l.Visit.URL.String()], visited[l.Visit.Final.String()] = true, true
		d.Pages = append(d.Pages, lookedAt{l.Step, l.At, l.Visit.URL.String(), l.Visit.Status, l.Visit.Reward, l.Visit.Requests, len(l.Visit.Links), l.Visit.Note})
	}
	for _, l := range all {
		for _, link := range l.Visit.Links {
			if address := link.URL.String(); !visited[address] && len(d.Skipped) < lookedShown {
				visited[address] = true
				d.Skipped = append(d.Skipped, skipped{address, string(link.Kind), text.Clip(100, strings.TrimSpace(link.Anchor)), p.whySkipped(l.Visit.URL, link.URL, link.NoFollow, rules[link.URL.Origin()])})
			}
		}
	}
	return d, err
}

// whySkipped says why a link of a page was not followed, by the rules of its host's
// robots.txt where that was read.
func (p looked) whySkipped(from, to page.URL, noFollow bool, rules robots.File) string {
	if v := rules.Test(p.agent, to.PathQuery()); !v.Allowed {
		return "robots.txt: " + v.Rule
	}
	switch {
	case to.Site() != from.Site():
		return "another site"
	case noFollow:
		return "the page asks that it is not followed"
	}
	return "others looked better, and the search was found or a limit was reached before"
}
