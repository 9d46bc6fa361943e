package harvest

import (
	"context"
	"iter"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/surface"
)

// Site is what to harvest: one registrable host, known by a name.
type Site struct {
	Name  string // of the config, else Start's host and port
	Start page.URL
}

// Profile is what hadal believes about a site, as far as it is not said by the
// ledger itself. It is stored as JSON with each commit that changes it.
type Profile struct {
	Form         *forms.Form               `json:"form,omitempty"`         // the search interface chosen
	Why          []string                  `json:"why,omitempty"`          // for that choice
	Capabilities querygen.Capabilities     `json:"capabilities,omitempty"` // of Form, as the ledger shows them
	Fixed        []page.Pair               `json:"fixed,omitempty"`        // bound in every query
	Empty        string                    `json:"empty,omitempty"`        // what pages say where nothing was found
	Wrapper      extract.Wrapper           `json:"wrapper,omitzero"`       // where result pages have their records
	Keys         extract.KeyScheme         `json:"keys,omitempty"`         // how records are told apart
	Details      extract.Details           `json:"details,omitzero"`       // what the pages of single records have in common
	Endpoints    []endpoint.Endpoint       `json:"endpoints,omitempty"`    // the requests by which the page's script gets the records: asked in its place
	Direct       Direct                    `json:"direct,omitzero"`        // what came of looking for such
	Frozen       bool                      `json:"frozen,omitempty"`       // a person has checked it: nothing of it is learned anew
	Learning     extract.Learning          `json:"learning,omitzero"`      // of Wrapper, while that is not settled
	Misfits      int                       `json:"misfits,omitempty"`      // answers in a row that Wrapper did not fit
	Manner       Manner                    `json:"manner,omitzero"`        // what answers have in common, whatever was asked
	Changed      string                    `json:"changed,omitempty"`      // how the site's pages have changed since they were learned
	Again        []int64                   `json:"again,omitempty"`        // steps after which a run began that asked again what had failed
	Clashes      int                       `json:"clashes,omitempty"`      // rows whose key stood for another title before
	Seeds        []string                  `json:"seeds,omitempty"`
	Lang         string                    `json:"lang,omitempty"`  // of the site's pages, as they declare it
	Known        []querygen.LabelledValues `json:"known,omitempty"` // for the controls of Form, from elsewhere
	Background   extract.Background        `json:"background,omitzero"`
	Instead      []string                  `json:"instead,omitempty"`   // keys of the records that pages list where nothing was found, as popular ones
	Idle         []string                  `json:"idle,omitempty"`      // titles of what reads like records on form pages, with nothing asked
	OneToken     bool                      `json:"one_token,omitempty"` // each submission needs a token not yet sent
	Spent        bool                      `json:"spent,omitempty"`     // the token in Form has been sent
	Browser      *Browsing                 `json:"browser,omitempty"`   // whether its pages are shown in a browser; nil: not decided, so they are not
	Barren       *Barren                   `json:"barren,omitempty"`    // forms that were asked before Form, and brought nothing
	Refresh      *Refreshing               `json:"refresh,omitempty"`   // the harvest is a refresh of earlier ones
}

// supersedes reports whether the answer of a step of the ledger counts for nothing:
// it was asked of another form, or read in another way.
func (p Profile) supersedes(seq int64) bool {
	return p.Browser != nil && seq <= p.Browser.Since || p.Barren != nil && seq <= p.Barren.Since
}

// SiteProfile is a Profile with the site that it is of: what a person reads,
// edits and gives back.
type SiteProfile struct {
	Name   string   `json:"name"`
	Start  page.URL `json:"start"`
	Frozen bool     `json:"frozen"` // stands for that of Profile
	Profile
}

// Describe returns what a person should see of a profile: without what only
// says how far the learning has come.
func (p Profile) Describe(s Site) SiteProfile {
	p.Learning, p.Misfits, p.Clashes, p.Why, p.Idle, p.OneToken, p.Spent = extract.Learning{}, 0, 0, nil, nil, false, false
	p.Refresh, p.Barren, p.Direct = nil, nil, Direct{Off: p.Direct.Off}
	p.Manner, p.Again, p.Changed = Manner{}, nil, ""
	return SiteProfile{Name: s.Name, Start: s.Start, Frozen: p.Frozen, Profile: p}
}

// Beliefs returns the profile, and the site that it is of.
func (p SiteProfile) Beliefs() (Site, Profile) {
	p.Profile.Frozen = p.Frozen
	return Site{Name: p.Name, Start: p.Start}, p.Profile
}

// Answer is what one question brought.
type Answer struct {
	Outcome querygen.Outcome
	Request page.Request     // that was sent
	Next    page.Request     // that leads to the next page of the same answer; zero URL where none
	Records []extract.Record // in page order; Outcome.Rows has their keys in the same order
}

// Detail is what the page of one record brought.
type Detail struct {
	Key      string // of the record
	Request  page.Request
	Status   querygen.Status // Answered, Failed or Refused
	Requests int
	Note     string
	Fields   []extract.Field // that are merged into the record's
}

// Step is one entry of the ledger: exactly one of Visit, Answer and Detail is set.
type Step struct {
	Seq    int64 // 1, 2, ... within a harvest
	At     time.Time
	Visit  *surface.Visit
	Forms  []forms.Form // found on the visited page
	Answer *Answer
	Detail *Detail
}

// StopKind says what ended a harvest.
type StopKind string

// The kinds of a Stop.
const (
	Complete    StopKind = "complete"    // coverage can be shown
	Exhausted   StopKind = "exhausted"   // no question is left that is worth its requests
	Incomplete  StopKind = "incomplete"  // no question is left, but the site shows that much is missing, or the search was never really asked
	Limit       StopKind = "limit"       // a limit that the user set
	NoForm      StopKind = "no-form"     // no search interface was found
	Forbidden   StopKind = "forbidden"   // by robots.txt
	Blocked     StopKind = "blocked"     // captcha, repeated 403 or 429
	Broken      StopKind = "failed"      // the site cannot be reached or keeps failing
	Interrupted StopKind = "interrupted" // by the user; everything is saved
)

// Stop is why a harvest ended.
type Stop struct {
	Kind   StopKind  `json:"kind"`
	Reason string    `json:"reason"` // one sentence for people, with what to do where something can be done
	At     time.Time `json:"at"`
}

// Commit is one step's whole learning. The store applies it in one transaction
// or not at all.
type Commit struct {
	Harvest  int64 // from State
	Step     *Step // nil where only the rest changed (a host asked us to wait, the harvest stopped)
	Page     *page.Page
	Profile  *Profile           // where it changed
	Hosts    []fetch.HostState  // of the hosts that the step touched
	Estimate *querygen.Estimate // how many records there are, as far as is known; nil before the first question
	Stop     *Stop              // set when the harvest ends here
}

// State is where a harvest stands, without its steps.
type State struct {
	Harvest int64
	Steps   int64 // Seq of the last step, 0 where there is none
	Started time.Time
	Profile Profile
	Stop    *Stop             // nil while unfinished
	Hosts   []fetch.HostState // of Site.Start's registrable site
}

// Store is the durable state that a harvest needs. Package storage implements it.
type Store interface {
	// Begin returns the latest harvest of the site, or starts the first one.
	// With fresh it starts a new one in any case; records of earlier harvests
	// stay. Begin clears the Stop of a harvest that it returns only when the
	// next Commit comes.
	Begin(ctx context.Context, s Site, fresh bool) (State, error)
	// Commit applies c. When it returns nil, c survives a crash.
	Commit(ctx context.Context, c Commit) error
	// Steps yields the steps of a harvest in order. Answers carry no Records,
	// details no Fields, and rows their text only where the harvest saw the record first.
	Steps(ctx context.Context, harvest int64) iter.Seq2[Step, error]
	// Undetailed yields the records that the harvest saw, have an address and
	// no Detail step in it, in the order of first sight: key, URL, title and fields.
	Undetailed(ctx context.Context, harvest int64) iter.Seq2[extract.Record, error]
}

// Network is the polite network that a harvest needs. *fetch.Client implements it.
type Network interface {
	fetch.Fetcher
	// Hosts returns the state of the hosts of a registrable site.
	Hosts(site string) []fetch.HostState
	// Restore gives back stored states; a state already held wins where it is newer.
	Restore(states []fetch.HostState)
}
