// Package session is what all parts of a run share: the site, what is believed about it,
// and the only ways to ask it, to save and to tell. It also declares the store and the
// network that a harvest needs, and the options of a run.
//
// It decides nothing about questions and reads no page.
package session

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/budget"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// Session is the base of one run.
type Session struct {
	Site    ledger.Site
	Options Options
	Net     Network
	Store   Store
	report  func(Event)
	Gauge   Gauge // to be set before anything is asked
	Budget  *budget.Budget
	Behind  *behind.Behind

	State     ledger.State
	Visits    int    // requests of the survey, and those whose answers count for nothing
	Query     string // being asked, in words
	NoBrowser error  // why no page can be shown in a browser
	Socket    string // that a page would have opened, "" for none

	live    bool            // the session of the profile's SessionID began in this run
	outside map[string]bool // what pages show that would be outside of a session, and that no other one changes
	noID    map[string]bool // parts of addresses that were held to be an id

	included, below sync.Map // patterns of include that an address was like, and those below which one was left out
}

// New returns the session of a run that has not begun; report may be nil.
func New(site ledger.Site, o Options, n Network, s Store, report func(Event)) *Session {
	if report == nil {
		report = func(Event) {}
	}
	r := &Session{Site: site, Options: o.withDefaults(), Net: n, Store: s, report: report, outside: map[string]bool{}, noID: map[string]bool{}}
	r.Budget = budget.New(budget.Limits{Requests: r.Options.MaxRequests, Duration: r.Options.MaxDuration, Attempts: r.Options.MaxAttempts, Wait: r.Options.MaxWait}, n, watch{r})
	r.Behind = behind.New(asking{r}, r.Options.Browser != RenderAuto)
	return r
}

// Gauge tells how far a harvest is.
type Gauge interface {
	Progress() Progress
	Estimated() *querygen.Estimate // nil before the first question
}

// Remainder returns the step that has what was spent on what a stop cut short; nil where
// nothing was spent so. It is no visit of the survey.
func (r *Session) Remainder(stop ledger.Stop) *ledger.Step {
	if r.Budget.Owed() == 0 {
		return nil
	}
	return &ledger.Step{Visit: &surface.Visit{URL: r.Site.Start, Unfinished: true, Note: "not finished: " + stop.Reason}}
}

// sites are the registrable sites of the harvest: its own, and the one that its search is
// sent to where that is another.
func (r *Session) sites() []string {
	own := []string{r.Site.Start.Site()}
	if f := r.State.Profile.Form; f != nil && !f.Action.IsZero() && f.Action.Site() != own[0] {
		own = append(own, f.Action.Site())
	}
	return own
}

// Own reports whether an address is on a site of the harvest.
func (r *Session) Own(u page.URL) bool { return slices.Contains(r.sites(), u.Site()) }

// Commit saves c, the state of the site's hosts with it.
func (r *Session) Commit(ctx context.Context, c ledger.Commit) error {
	if c.Profile != nil {
		r.State.Profile = *c.Profile
	}
	if c.Step != nil {
		r.Budget.Book(c.Step)
	}
	if r.Options.DryRun {
		return nil
	}
	c.Harvest, c.Owed = r.State.Harvest, r.Budget.Owed()
	if !r.Options.KeepPages.keeps(c.Step) {
		c.Page = nil
	}
	for _, site := range r.sites() {
		c.Hosts = append(c.Hosts, r.Net.Hosts(site)...)
	}
	if c.Step != nil || c.Stop != nil || c.Profile != nil { // else it is what it was
		c.Estimate = r.Gauge.Estimated()
	}
	if c.Step != nil {
		c.Step.Seq = r.State.Steps + 1
		if c.Step.At.IsZero() {
			c.Step.At = time.Now()
		}
	}
	// A step is committed whole even when the user interrupts: its answer was paid for.
	if err := r.Store.Commit(context.WithoutCancel(ctx), c); err != nil {
		return fmt.Errorf("save the harvest: %w", err)
	}
	if c.Step != nil {
		r.State.Steps++
	}
	return nil
}

// Fetch gets one page within the run's budget. A stop is returned where the run must
// end; then page and error are nil.
func (r *Session) Fetch(ctx context.Context, req page.Request) (*page.Page, *ledger.Stop, error) {
	p, stop, err := r.fetch(ctx, req)
	r.Missing(err)
	if p != nil && len(p.Sockets) > 0 && r.Socket == "" {
		r.Socket = p.Sockets[0]
		r.Tell("note", fmt.Sprintf("pages open a WebSocket (%s): what would come by it is not seen", r.Socket))
	}
	return p, stop, err
}

// watch is what a run does about the waits of its budget.
type watch struct{ run *Session }

func (w watch) Save(ctx context.Context) error { return w.run.Commit(ctx, ledger.Commit{}) }

func (w watch) Teller() func(string) {
	at := w.run.Gauge.Progress()
	return func(message string) {
		w.run.report(Event{At: time.Now(), Site: w.run.Site.Name, Kind: "wait", Message: message, Progress: at})
	}
}

// Tell tells who watches of something that happened.
func (r *Session) Tell(kind, message string) {
	r.report(Event{At: time.Now(), Site: r.Site.Name, Kind: kind, Message: message, Progress: r.Gauge.Progress()})
}

// asking lets package behind ask the site of a run.
type asking struct{ run *Session }

func (a asking) Fetch(ctx context.Context, req page.Request) (*page.Page, *ledger.Stop, error) {
	return a.run.Fetch(ctx, req)
}

func (a asking) Tell(note string) { a.run.Tell("note", note) }

func (a asking) Cookies(site string) (lines []string) {
	for _, h := range a.run.Net.Hosts(site) {
		for _, stored := range h.Cookies {
			if _, line, ok := strings.Cut(stored, "\t"); ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// Note returns what a message says of a note: nothing where there is none.
func Note(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// Store is the durable state that a harvest needs. Package storage implements it.
type Store interface {
	// Begin returns the latest harvest of the site, or starts the first one.
	// With fresh it starts a new one in any case; records of earlier harvests
	// stay. Begin clears the Stop of a harvest that it returns only when the
	// next Commit comes.
	Begin(ctx context.Context, s ledger.Site, fresh bool) (ledger.State, error)
	// Retract takes back the latest harvest of its site where no question was asked in it,
	// with all of its steps: a mistake leaves what was there before, or nothing.
	Retract(ctx context.Context, harvest int64) error
	// Commit applies c. When it returns nil, c survives a crash.
	Commit(ctx context.Context, c ledger.Commit) error
	// Steps yields the steps of a harvest in order. Answers carry no Records,
	// details no Fields, and rows their text only where the harvest saw the record first.
	Steps(ctx context.Context, harvest int64) iter.Seq2[ledger.Step, error]
	// Undetailed yields the records that the harvest saw, have an address and
	// no Detail step in it, in the order of first sight: key, URL, title and fields.
	Undetailed(ctx context.Context, harvest int64) iter.Seq2[extract.Record, error]
}

// keeper is a Store that keeps the pages of answers.
type keeper interface {
	// Page returns the page that a step brought, nil where it is not kept.
	Page(ctx context.Context, harvest, seq int64) (*page.Page, error)
}

// KeptAnswer is an answer, and the page that brought it.
type KeptAnswer struct {
	Seq    int64
	Answer *ledger.Answer
	Page   *page.Page
}

// Kept yields the answers so far whose records a wrapper reads, as far as the store keeps their
// pages. Those that wanted refuses are left out before their page is loaded. There are none in
// a dry run.
func (r *Session) Kept(ctx context.Context, wanted func(ledger.Step) bool) iter.Seq2[KeptAnswer, error] {
	return func(yield func(KeptAnswer, error) bool) {
		store, ok := r.Store.(keeper)
		if !ok || r.Options.DryRun {
			return
		}
		for step, err := range r.Store.Steps(ctx, r.State.Harvest) {
			if err != nil {
				yield(KeptAnswer{}, fmt.Errorf("read the ledger of %s: %w", r.Site.Name, err))
				return
			}
			if step.Answer == nil || r.State.Profile.Supersedes(step.Seq) || !wanted(step) {
				continue
			}
			if e := r.State.Profile.EndpointOf(step.Answer.Outcome.Query, step.Answer.Request); e != nil && e.Answer.JSON {
				continue // no wrapper reads it
			}
			p, err := store.Page(ctx, r.State.Harvest, step.Seq)
			if p == nil && err == nil {
				continue
			}
			if !yield(KeptAnswer{step.Seq, step.Answer, p}, err) {
				return
			}
		}
	}
}

// Network is the polite network that a harvest needs. *fetch.Client implements it.
type Network interface {
	fetch.Fetcher
	// Hosts returns the state of the hosts of a registrable site.
	Hosts(site string) []fetch.HostState
	// Restore gives back stored states; a state already held wins where it is newer.
	Restore(states []fetch.HostState)
}
