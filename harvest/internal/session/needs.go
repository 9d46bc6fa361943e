package session

import (
	"context"
	"iter"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

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

// Network is the polite network that a harvest needs. *fetch.Client implements it.
type Network interface {
	fetch.Fetcher
	// Hosts returns the state of the hosts of a registrable site.
	Hosts(site string) []fetch.HostState
	// Restore gives back stored states; a state already held wins where it is newer.
	Restore(states []fetch.HostState)
}
