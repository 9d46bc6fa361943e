package dashboard

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/storage"
)

// Store is what the pages read, each what it needs; *storage.DB is one.
type Store interface {
	standingStore
	progressStore
	lookedStore
	historyStore
	questionStore
	stepStore
	recordStore
	columnStore
	holdings
	sqlStore
	workStore
	Search(ctx context.Context, words string, o storage.SearchOptions) iter.Seq2[storage.Hit, error]
}

// paced is a store that tells how sites stand, and how questions ended, no oftener than that
// is cheap: after a refresh of a large site it takes seconds, and every open page asks.
type paced struct {
	Store
	mu    sync.Mutex
	last  []storage.SiteStatus
	began time.Time
	took  time.Duration

	tallies map[int64]tallied // by harvest
}

type tallied struct {
	all  []storage.Tally
	at   time.Time
	took time.Duration
}

// Tallies implements Store.
func (p *paced) Tallies(ctx context.Context, harvest int64) ([]storage.Tally, error) {
	p.mu.Lock()
	t, known := p.tallies[harvest]
	p.mu.Unlock()
	if known && time.Since(t.at) < pace.Rest*t.took {
		return t.all, nil
	}
	began := time.Now()
	all, err := p.Store.Tallies(ctx, harvest)
	if took := time.Since(began); err == nil && took > pace.Patience {
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.tallies) > 100 || p.tallies == nil {
			p.tallies = map[int64]tallied{}
		}
		p.tallies[harvest] = tallied{all, time.Now(), took}
	}
	return all, err
}

// Sites implements Store.
func (p *paced) Sites(ctx context.Context) ([]storage.SiteStatus, error) {
	asked := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.began.After(asked) || p.took > pace.Patience && time.Since(p.began) < (pace.Rest+1)*p.took {
		return p.last, nil // as others were told, who asked at the same time, or just before
	}
	began := time.Now()
	all, err := p.Store.Sites(ctx)
	if err == nil {
		p.last, p.began, p.took = all, began, time.Since(began)
	}
	return all, err
}
