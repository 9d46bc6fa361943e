package crawl

import (
	"context"
	"iter"
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
	Scope    func(page.URL) bool                 // pages that may enter; nil: those of the seeds' sites
	Skip     func(surface.Found) (reason string) // more reasons not to ask for a page, "" for none; may be nil

	Fetchers    int           // requests in flight over all hosts; default 16
	MaxPages    int           // that are fetched in all, over all runs; 0: no limit
	MaxDuration time.Duration // of this run; 0: no limit
	MaxPending  int           // pages that wait; the worst leave beyond it; 0: no limit
	Attempts    int           // tries of a page that fails; default 3
	MaxWait     time.Duration // a host that may not be asked for longer is given up; default 5 min
	KeepPages   bool          // keep the bodies

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
	Pages   int // fetched so far
	Pending int // that wait
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
	State(origin string) fetch.HostState // to be stored, and for when it may next be asked
	Restore([]fetch.HostState)
}

// Waiting is a page that waits in the store.
type Waiting struct {
	Row      int64 // in the store
	Found    surface.Found
	Priority float64
	Attempts int
}

// Record is all that one visit changes, in one piece.
type Record struct {
	Row     int64 // of the page, see Waiting
	At      time.Time
	Visit   *surface.Visit
	Page    *page.Page // nil where it failed or is not kept
	Forms   []Form     // new to the site
	Novelty float64    // share of the page's text that was new on its site, 0..1
	Host    fetch.HostState
}

// Store is what the engine needs of storage. One goroutine calls it. What was
// done since the last Flush is lost together when the process dies: the engine
// calls Flush between two visits only.
type Store interface {
	// Open returns where the crawl of that name stands; it is made where it is
	// new, and emptied where fresh.
	Open(ctx context.Context, name string, fresh bool) (State, error)
	// Add enters a page that waits, unless it is known, and reports whether it
	// was new. A reason other than "" enters it as skipped.
	Add(f surface.Found, site string, priority float64, reason string) (added bool, err error)
	// Rank changes the priority of a page if it waits, and reports whether it
	// does and on which host.
	Rank(id surface.ID, priority float64) (origin string, waits bool, err error)
	// Best returns the n best pages of a host that wait, without those given.
	Best(origin string, n int) ([]Waiting, error)
	// Save books a visit.
	Save(r Record) error
	// Skip takes a page out for a reason, Hold takes it out until Release.
	Skip(row int64, reason string) error
	Hold(row int64, reason string) error
	// Release lets the n best held pages of a host wait again.
	Release(origin string, n int) (int, error)
	// SkipHost takes all pages of a host out that wait or are held.
	SkipHost(origin, reason string) error
	// Rescore gives each page that waits a new priority.
	Rescore(f func(surface.Found) float64) error
	// Trim takes out all but the n best pages that wait.
	Trim(n int, reason string) error
	Flush() error
	Close() error
	// Visits are those booked so far, in order, with what Save was told.
	Visits(ctx context.Context) iter.Seq2[Record, error]
}

// State is where a crawl stands.
type State struct {
	Crawl int64
	Hosts []HostCount
	Found int
}

// HostCount is a host with pages that wait.
type HostCount struct {
	Origin  string
	Waiting int
	State   fetch.HostState // zero where it was never asked
}
