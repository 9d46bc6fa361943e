package session

import (
	"cmp"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
)

// Options say how one site is harvested. The zero Options are usable.
type Options struct {
	Fresh  bool // start a new harvest; records of earlier ones stay
	DryRun bool // find the form and plan, but submit nothing

	MaxRequests    int           // of this run, all that is sent; 0: no limit
	MaxRecords     int           // held, of the whole harvest; 0: no limit
	MaxDuration    time.Duration // of this run; 0: no limit
	TargetCoverage float64       // stop when this share is held (see querygen.Estimate.Covers); 1: ask for all there is; 0: DefaultCoverage, where more is dear (see plan.Planner.Enough)
	MinYield       float64       // new records per answer below which asking stops; 0: DefaultMinYield
	Patience       int           // answers over which the yield is measured, fewer on small sites; 0: DefaultPatience

	Strategy     string                    // of package querygen; "" is auto
	SeedWords    []string                  // asked first
	Terms        []string                  // of strategies focused and glimpse
	Known        []querygen.LabelledValues // what goes with labels of controls on other sites; kept in the profile as far as the form asks for it
	Questions    *questions.Plan           // what the user says of what is asked; nil: nothing
	Capabilities querygen.Capabilities     // the user's word on what the interface can do
	Roles        map[string]forms.Role     // by control name: the user's word on what it means
	Seed         uint64

	Reach       Reach                 // where to go and not
	Browser     Rendering             // whether pages are shown in a browser; "": RenderAuto
	Form        string                // the user's choice: a form's ID, index, name or action path; "": choose
	Also        []string              // further forms that the user names; Form is the first
	Details     Follow                // whether pages of single records are read; "": FollowMissing
	MaxDetails  int                   // requests for pages of single records; 0: no limit
	Columns     []string              // fields that the user wants of every record
	Profile     *ledger.Profile       // what a person says about the site; nil: nothing
	KeepPages   Keep                  // which pages go to the store; "": KeepAll
	SurveyPages int                   // pages looked at for a form; 0: DefaultSurveyPages
	MaxAttempts int                   // of one request before its answer counts as failed; 0: DefaultMaxAttempts
	Beside      bool                  // other searches of the site are harvested, too, as sources of their own
	Held        func(key string) bool // whether another search of the site brought a record; nil: this is the only one, or the first
	MaxWait     time.Duration         // longest that a host's delay, or its back-offs for one request, are waited for before the run ends; 0: DefaultMaxWait
}

// Follow says whether the pages of single records are read.
type Follow string

// The values of Follow.
const (
	FollowMissing Follow = "auto" // of records whose row lacks a field that the user wants
	FollowNever   Follow = "never"
	FollowAlways  Follow = "always"
)

// Keep says which pages are given to the store.
type Keep string

// The values of Keep.
const (
	KeepAll     Keep = "all"
	KeepAnswers Keep = "answers" // those that were read for records
	KeepNone    Keep = "none"
)

// keeps reports whether the page of a step is to be kept.
func (k Keep) keeps(s *ledger.Step) bool {
	return k == "" || k == KeepAll || k == KeepAnswers && s != nil && s.Visit == nil
}

// Defaults of Options.
const (
	DefaultCoverage    = 0.98
	DefaultMinYield    = 0.01
	DefaultPatience    = 150
	DefaultSurveyPages = 40
	DefaultMaxAttempts = 4
	DefaultMaxWait     = 15 * time.Minute
)

func (o Options) withDefaults() Options {
	o.Browser = cmp.Or(o.Browser, RenderAuto)
	o.Details = cmp.Or(o.Details, FollowMissing)
	o.MinYield = cmp.Or(o.MinYield, DefaultMinYield)
	o.Patience = cmp.Or(o.Patience, DefaultPatience)
	o.SurveyPages = cmp.Or(o.SurveyPages, DefaultSurveyPages)
	o.MaxAttempts = cmp.Or(o.MaxAttempts, DefaultMaxAttempts)
	o.MaxWait = cmp.Or(o.MaxWait, DefaultMaxWait)
	return o
}

// Event is something that a person watching would want to know.
type Event struct {
	At       time.Time `json:"at"`
	Site     string    `json:"site"`
	Kind     string    `json:"kind"` // visit, form, query, answer, wait, note, stop
	Message  string    `json:"message"`
	Progress Progress  `json:"progress"`
}

// Progress is where a harvest stands.
type Progress struct {
	Requests int               `json:"requests"` // of the whole harvest
	Records  int               `json:"records"`  // held
	New      int               `json:"new"`      // of them, brought by this run
	Queries  int               `json:"queries"`
	Details  int               `json:"details,omitempty"` // of the requests, those for pages of single records
	Rate     float64           `json:"rate"`              // harvest rate: new records per request over the last 100 requests
	Estimate querygen.Estimate `json:"estimate"`
	Query    string            `json:"query"` // being asked, in words
	Floor    *int              `json:"floor"` // requests that the records held would have cost at best; nil while the page size is unknown
}
