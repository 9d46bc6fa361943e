package harvest

import "github.com/hadal-crawler/hadal/harvest/ledger"

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
