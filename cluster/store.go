package cluster

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/nats-io/nuid"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
)

// Store is harvest.Store at the coordinator, under the lease of one site. It keeps
// nothing itself: a commit has returned when the coordinator's transaction is through.
type Store struct {
	lease *Lease
	mu    sync.Mutex
	sites map[int64]beginning // by harvest
}

func newStore(l *Lease) *Store { return &Store{lease: l, sites: map[int64]beginning{}} }

// of returns the site of a harvest that was begun here.
func (s *Store) of(harvest int64) beginning {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sites[harvest]
}

// Begin implements harvest.Store.
func (s *Store) Begin(ctx context.Context, site harvest.Site, fresh bool) (state harvest.State, err error) {
	b := beginning{site.Name, site.Start, fresh}
	if err := s.lease.call(ctx, opBegin, b, &state); err != nil {
		return state, err
	}
	b.Fresh = false
	s.mu.Lock()
	s.sites[state.Harvest] = b
	s.mu.Unlock()
	return state, nil
}

// Retract implements harvest.Store.
func (s *Store) Retract(ctx context.Context, harvest int64) error {
	return s.lease.call(ctx, opRetract, retraction{harvest, s.of(harvest)}, nil)
}

// Commit implements harvest.Store. It waits for a coordinator that is away, as long as
// the lease may still be valid.
func (s *Store) Commit(ctx context.Context, c harvest.Commit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := s.lease.call(ctx, opCommit, commitment{nuid.Next(), s.of(c.Harvest), sendable(c)}, nil)
	if err == nil {
		s.lease.committed()
	}
	return err
}

// Steps implements harvest.Store.
func (s *Store) Steps(ctx context.Context, harvest int64) iter.Seq2[harvest.Step, error] {
	return func(yield func(step, error) bool) {
		ask := stepsFrom{Harvest: harvest, Of: s.of(harvest)}
		for {
			var some someSteps
			if err := s.lease.call(ctx, opSteps, ask, &some); err != nil {
				yield(step{}, fmt.Errorf("read the ledger: %w", err))
				return
			}
			for _, one := range some.Steps {
				if !yield(one, nil) {
					return
				}
				ask.After = one.Seq
			}
			if ask.UpTo = some.UpTo; ask.After >= some.UpTo || len(some.Steps) == 0 {
				return
			}
		}
	}
}

type step = harvest.Step

// Undetailed implements harvest.Store.
func (s *Store) Undetailed(ctx context.Context, harvest int64) iter.Seq2[extract.Record, error] {
	return func(yield func(extract.Record, error) bool) {
		ask := recordsFrom{Harvest: harvest, Of: s.of(harvest)}
		for {
			var some someRecords
			if err := s.lease.call(ctx, opUndetailed, ask, &some); err != nil {
				yield(extract.Record{}, fmt.Errorf("read the records: %w", err))
				return
			}
			for _, one := range some.Records {
				if !yield(one, nil) {
					return
				}
			}
			if ask.Skip += len(some.Records); !some.More {
				return
			}
		}
	}
}
