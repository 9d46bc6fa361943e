package harvest

import (
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

// The vocabulary of a harvest under the names of this package.
type (
	Site        = ledger.Site
	Profile     = ledger.Profile
	SiteProfile = ledger.SiteProfile
	Answer      = ledger.Answer
	Detail      = ledger.Detail
	Step        = ledger.Step
	StopKind    = ledger.StopKind
	Stop        = ledger.Stop
	Commit      = ledger.Commit
	Amendment   = ledger.Amendment
	Merge       = ledger.Merge
	State       = ledger.State
	Direct      = ledger.Direct
	Browsing    = ledger.Browsing
	Barren      = ledger.Barren
	Manner      = ledger.Manner
	Refreshing  = ledger.Refreshing
)

// The kinds of a Stop.
const (
	Complete    = ledger.Complete
	Exhausted   = ledger.Exhausted
	Incomplete  = ledger.Incomplete
	Limit       = ledger.Limit
	NoForm      = ledger.NoForm
	Forbidden   = ledger.Forbidden
	Blocked     = ledger.Blocked
	Broken      = ledger.Broken
	Interrupted = ledger.Interrupted
)

// What a run is told and needs (see package session).
type (
	Options   = session.Options
	Reach     = session.Reach
	Pager     = session.Pager
	Follow    = session.Follow
	Keep      = session.Keep
	Rendering = session.Rendering
	Event     = session.Event
	Progress  = session.Progress
	Store     = session.Store
	Network   = session.Network
)

// The values of Follow, Keep and Rendering, and the defaults of Options.
const (
	FollowMissing = session.FollowMissing
	FollowNever   = session.FollowNever
	FollowAlways  = session.FollowAlways

	KeepAll     = session.KeepAll
	KeepAnswers = session.KeepAnswers
	KeepNone    = session.KeepNone

	RenderAuto   = session.RenderAuto
	RenderNever  = session.RenderNever
	RenderAlways = session.RenderAlways

	DefaultMinYield    = session.DefaultMinYield
	DefaultCoverage    = session.DefaultCoverage
	DefaultPatience    = session.DefaultPatience
	DefaultSurveyPages = session.DefaultSurveyPages
	DefaultMaxAttempts = session.DefaultMaxAttempts
	DefaultMaxWait     = session.DefaultMaxWait
)
