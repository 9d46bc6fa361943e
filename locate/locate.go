// Package locate finds search interfaces across sites and ranks what is behind
// them: a form-focused crawl (Barbosa and Freire, WWW 2007; J. Madhavan et al.,
// Google's deep-web crawl, VLDB 2008, for what it is good for), then source
// selection.
//
// The crawl goes form-first through each site, by the engine of surface/crawl
// and the judge of surface, and leaves a site when it has found what it came
// for, when nothing promising is left there, or at limits of pages and depth.
// What it finds are forms that package forms judges searches; of each site the
// best is a Source. A glimpse at a source is a harvest of a few requests (see
// strategy glimpse of querygen), so that every question is in the ledger, the
// sample is in the store, and a later harvest goes on from there. The sample
// says how much the source holds and how much of that is on the topic.
//
// What a glimpse may cost holds over runs, killed ones too: the ledger says what
// was asked (TestAKilledGlimpseIsCounted). At webs that never come to an end, or
// never answer, it ends within its limits, counts all that it sends and says what
// happened (TestLocateEndsAtHostileWebs).
//
// It never submits a form that is not judged a search, and asks nothing of a
// site that its crawl would not be allowed.
package locate

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Options of Run. The zero value of each has the default that its comment gives.
type Options struct {
	Name  string     // of the crawl in the store: run again, it goes on; default DefaultName
	Fresh bool       // start over
	Seeds []page.URL // pages to start from
	Topic string     // words; "": sources are ranked by their size
	// Ordering says which links come first. nil: form-first, with an eye to the
	// topic, which also tells when nothing promising is left of a site.
	Ordering   surface.Ordering
	MaxPending int // pages that wait at most, of an Ordering that drops the worst; 0: no limit

	MaxSites    int           // entered in all, those of the seeds included; 0: those of the seeds and no other
	MaxRequests int           // of this run, all sites together; 0: no limit
	MaxDuration time.Duration // of this run, crawl and glimpses together; 0: no limit
	SitePages   int           // looked at of one site; default 30
	SiteDepth   int           // links from a seed; default 3
	SiteForms   int           // search interfaces after which a site is left; default 3
	Fetchers    int           // sites asked at the same time; default 16
	Probes      int           // requests that a glimpse at a source may cost; default 16, negative: none

	AllowPrivate bool // other sites that are entered may be on private addresses

	Seed   uint64
	Events func(Event)
	// Harvest is what a glimpse takes over of the user's settings.
	Harvest harvest.Options
}

// DefaultName is the name of a crawl that has none.
const DefaultName = "locate"

func (o Options) withDefaults() Options {
	o.Name = cmp.Or(o.Name, DefaultName)
	o.SitePages = cmp.Or(o.SitePages, 30)
	o.SiteDepth = cmp.Or(o.SiteDepth, 3)
	o.SiteForms = cmp.Or(o.SiteForms, 3)
	o.Fetchers = cmp.Or(o.Fetchers, 16)
	o.Probes = cmp.Or(o.Probes, 16)
	if o.Events == nil {
		o.Events = func(Event) {}
	}
	return o
}

// Event is something that a person watching would want to know.
type Event struct {
	Kind    string // page, interface, site, source, skip, wait
	Site    string
	Message string
	Pages   int // fetched so far
	Pending int // that wait
}

// Status says what is known of a source.
type Status string

// The values of Status.
const (
	Located Status = "located" // its form was found and judged; it was not asked
	Answers Status = "answers" // it answered with records
	Silent  Status = "silent"  // no question brought a record
	Refused Status = "refused" // robots.txt forbids the form's action, or the site blocks us
	Failed  Status = "failed"  // it could not be asked
)

// Source is what stands behind the best search interface of a site. In JSON, what is not
// known is null.
type Source struct {
	Site     string     `json:"site"` // registrable domain, or host and port
	Name     string     `json:"name"` // of the site in harvests
	Page     page.URL   `json:"page"` // with the form
	Form     forms.Form `json:"-"`
	FormID   string     `json:"form"`
	Action   page.URL   `json:"action"`
	Kind     string     `json:"kind"`   // of interface: see Kind
	Score    float64    `json:"score"`  // that it is a search interface
	Others   int        `json:"others"` // further interfaces found on the site
	Depth    int        `json:"depth"`  // links from a seed to its page
	Status   Status     `json:"status"`
	Topic    string     `json:"topic,omitempty"` // that Relevance is about
	Records  int        `json:"records"`         // in the sample
	Size     float64    `json:"size"`            // records there, estimated; 0 where unknown
	Low      float64    `json:"low"`
	High     float64    `json:"high"`
	Method   string     `json:"method,omitempty"` // of the estimate
	OnTopic  float64    `json:"on_topic"`         // records on the topic, estimated
	Share    float64    `json:"relevance"`        // of its records that are on the topic
	Requests int        `json:"requests"`         // spent on the site, by crawl and glimpse
	Asked    int        `json:"asked"`            // of them, by the glimpse
	Note     string     `json:"note,omitempty"`
	At       time.Time  `json:"at"` // of the last change
}

// MarshalJSON implements json.Marshaler.
func (s Source) MarshalJSON() ([]byte, error) {
	type plain Source
	known := func(x float64, is bool) *float64 {
		if !is {
			return nil
		}
		return &x
	}
	sized := s.Size > 0
	return json.Marshal(struct {
		plain
		Size    *float64 `json:"size"`
		Low     *float64 `json:"low"`
		High    *float64 `json:"high"` // null, too, where only the least is known
		OnTopic *float64 `json:"on_topic"`
		Share   *float64 `json:"relevance"`
	}{plain(s), known(s.Size, sized), known(s.Low, sized), known(s.High, sized && s.High > 0),
		known(s.OnTopic, s.Topic != "" && sized), known(s.Share, s.Topic != "" && sized)})
}

// Found is a search interface that a crawl found, in the order of finding.
type Found struct {
	Site     string
	Form     forms.Form
	Depth    int
	Requests int // of the crawl on that site
}

// Summary is how a run ended.
type Summary struct {
	Crawl    crawl.Summary `json:"crawl"`
	Sources  []Source      `json:"sources"`  // of all runs with this name, best first
	Requests int           `json:"requests"` // of this run
	Stop     harvest.Stop  `json:"stop"`
}

// Network is the polite network. *fetch.Client implements it.
type Network interface {
	crawl.Network
	harvest.Network
}

// Store is what locating needs of the store beside that of a crawl.
type Store interface {
	harvest.Store
	// Crawl returns the store of a crawl, and what closes it.
	Crawl() (store crawl.Store, done func() error)
	// Interfaces returns the search interfaces that the crawl of a name found.
	Interfaces(ctx context.Context, name string) ([]Found, error)
	// Sources returns those of the sites named, or all, in the order of their sites.
	Sources(ctx context.Context, sites ...string) ([]Source, error)
	// Asked returns how many requests the harvest of a site has in the ledger.
	Asked(ctx context.Context, name string) (int, error)
	// SaveSource keeps a source in place of what was known of its site.
	SaveSource(ctx context.Context, s Source) error
}
