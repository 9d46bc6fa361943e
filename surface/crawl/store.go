package crawl

import (
	"context"
	"iter"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// Store is what the engine needs of storage: the pages that wait, and what was
// fetched. One goroutine calls it. What was told since the last Flush is lost
// together when the process dies; the engine calls Flush between two visits
// only, so that one visit is one piece. The first error stays: later calls do
// nothing, and Err tells it.
type Store interface {
	// Open returns where the crawl of that name stands; it is made where it is
	// new, and emptied where fresh.
	Open(ctx context.Context, name string, fresh bool) (State, error)
	// Visits are the visits saved so far, in order. The last record may be
	// without a Visit: it has what was added since.
	Visits(ctx context.Context) iter.Seq2[Past, error]
	// Has reports whether a page is known.
	Has(id surface.ID) bool
	// Met appends for each link whether its page is known, and may say no where
	// only Has can tell: it looks at nothing but memory.
	Met(links []surface.Link, met []bool) []bool
	// Add enters a page that is not known, and returns its row.
	Add(e Entry) (row int64)
	// Rank changes the priority of a page if it waits, and returns its host.
	Rank(id surface.ID, priority float64) (origin string, waits bool)
	// Best returns the n best of a host's pages that wait, best first.
	Best(origin string, n int) []Waiting
	// Save books a visit.
	Save(r Record)
	// Reached marks a page that is known as fetched on another way, by a
	// redirect. It reports whether it waited, or was fetched before.
	Reached(id surface.ID) (waited, before bool)
	// Skip takes a page that waits out for good, Hold until it is released.
	Skip(row int64, reason string)
	Hold(row int64, reason string)
	// Release lets the n best of a host's pages that are held wait again, and
	// returns how many.
	Release(origin string, n int) int
	// Revive lets the pages of a host wait again that were skipped for a reason
	// that begins so, and returns how many.
	Revive(origin, reason string) int
	// SkipHost skips all pages of a host that wait or are held.
	SkipHost(origin, reason string)
	// Pass counts links that are not entered, with an example.
	Pass(site, reason string, links int, example page.URL)
	// Rescore gives each page that waits a new priority.
	Rescore(f func(surface.Found) float64)
	// Trim skips all pages that wait but the n best.
	Trim(n int, reason string)
	// Waiting returns how many pages of each host wait.
	Waiting() []HostCount
	// Owe keeps how many requests were sent to a host that no visit has in its count.
	Owe(origin string, requests int)
	Flush() error
	Err() error
}

// Entry is a page that enters the store.
type Entry struct {
	Found        surface.Found
	Origin, Site string
	Priority     float64
	Reason       string // why it is held or skipped at once; "" lets it wait
	Held         bool
}

// Waiting is a page that waits in the store.
type Waiting struct {
	Row      int64
	Found    surface.Found
	Priority float64
}

// Record is all that one visit changes, in one piece.
type Record struct {
	Row     int64 // of the page that was asked for
	At      time.Time
	Visit   *surface.Visit
	Page    *page.Page // nil where it failed or is not kept
	Forms   []Form     // new to the site
	Novelty float64    // share of the page's text that was new on its site, 0..1
	Text    duplicates.Signature
	Host    fetch.HostState
}

// Past is a visit as it is read back, without the page.
type Past struct {
	Added   []surface.Found // by this visit, and seeds before it, in order
	Visit   *surface.Visit
	Forms   []Form // without Value
	Novelty float64
	Text    duplicates.Signature
	Host    string // origin
	Body    func() (*page.Page, error)
}

// State is where a crawl stands.
type State struct {
	Crawl int64
	Hosts []HostCount
	Found int // pages known
}

// HostCount is a host with pages that wait.
type HostCount struct {
	Origin  string
	Waiting int
	Owed    int             // requests that no visit has in its count
	State   fetch.HostState // zero where it was never asked
}
