package crawl

import (
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Options of Run. The zero value of each has the default that its comment gives.
type Options struct {
	Name     string                              // of the crawl in the store: run again, it goes on where it ended
	Fresh    bool                                // start over
	Seeds    []page.URL                          // depth 0
	Ordering surface.Ordering                    // required; a fresh one, which Run fills by replay where the crawl goes on
	Judge    func(*page.Document) Verdict        // what a page is worth; called by several goroutines; nil: nothing is
	Shell    func(*page.Document) (why string)   // a page that shows nothing without a browser, "" for others: it is rendered; asked of pages with scripts, as Judge is; nil: no page is
	Scope    func(page.URL) bool                 // pages that may enter; nil: those of the seeds' sites
	Skip     func(surface.Found) (reason string) // more reasons not to ask for a page, "" for none; may be nil

	// Leave is asked before the best page of a site is fetched, with the pages
	// fetched there and the priority of that one: a reason other than "" leaves
	// the site. It may be nil.
	Leave func(site string, pages int, best float64) (reason string)

	Fetchers    int           // requests in flight over all hosts; default 16
	MaxPages    int           // that are fetched in all, over all runs; 0: no limit
	MaxDuration time.Duration // of this run; 0: no limit
	MaxPending  int           // pages that wait; the worst leave beyond it; 0: no limit
	Attempts    int           // tries of a page that fails; default 3
	MaxWait     time.Duration // a host that may not be asked for longer is given up; default 5 min
	KeepPages   bool          // keep the bodies
	Sitemaps    bool          // read those that robots.txt names, and the pages that it allows by name

	SitePages  int // fetched of one site; 0: no limit
	SiteDepth  int // links from a seed; 0: no limit
	SiteReward int // rewarding finds (distinct forms) after which a site is left; 0: no limit

	Events func(Event) // progress; called by one goroutine; may be nil
}

// Verdict is what a page was worth.
type Verdict struct {
	Reward float64 // 0..1 for the Ordering: 1 for a search interface
	Forms  []Form  // found on the page
}

// Form is a form as the Judge describes it.
type Form struct {
	ID      string  // equal for the same form on several pages of a site
	Purpose string  // search, login, ...
	Score   float64 // of Purpose
	Reward  bool    // counts for SiteReward
	Value   any     // stored as JSON, once a site
}

// Event is one thing that a user may want to see.
type Event struct {
	Kind    string         // "page", "skip", "wait", "site" (left, with Reason), "stop"
	Visit   *surface.Visit // of "page"; valid during the call only
	Forms   []Form         // of "page": new to the site
	Site    string
	Reason  string
	Guard   string // of "skip": the guard of a fetch.RefusedError; "" where fetch was not asked
	Pages   int    // fetched so far
	Pending int    // that wait
}

// Summary is where a crawl ended.
type Summary struct {
	Crawl    int64         `json:"crawl"`
	Pages    int           `json:"pages"`    // fetched, over all runs
	Requests int           `json:"requests"` // over all runs
	Found    int           `json:"found"`    // pages known
	Pending  int           `json:"pending"`
	Forms    int           `json:"forms"` // distinct a site
	Sites    int           `json:"sites"`
	Elapsed  time.Duration `json:"elapsed"` // of this run
	Reason   string        `json:"reason"`  // why it ended
	Done     bool          `json:"done"`    // nothing is left to fetch
}

// Network is what the engine needs of fetch.Client.
type Network interface {
	fetch.Fetcher
	AddTarget(page.URL)
	State(origin string) fetch.HostState // to be stored, and for when it may next be asked
	Restore([]fetch.HostState)
}
