package dashboard

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Store is what the pages read; *storage.DB is one.
type Store interface {
	Progress
	Ledger
	Holdings
}

// paced is a store that tells how sites stand, and how questions ended, no oftener than that
// is cheap: after a refresh of a large site it takes seconds, and every open page asks.
type paced struct {
	Store
	mu   sync.Mutex
	last []storage.SiteStatus
	at   time.Time
	took time.Duration

	tallies map[int64]tallied // by harvest
}

type tallied struct {
	all  []storage.Tally
	at   time.Time
	took time.Duration
}

// Tallies implements Ledger.
func (p *paced) Tallies(ctx context.Context, harvest int64) ([]storage.Tally, error) {
	p.mu.Lock()
	t, known := p.tallies[harvest]
	p.mu.Unlock()
	if known && time.Since(t.at) < restFactor*t.took {
		return t.all, nil
	}
	began := time.Now()
	all, err := p.Store.Tallies(ctx, harvest)
	if took := time.Since(began); err == nil && took > quick/2 {
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.tallies) > 100 || p.tallies == nil {
			p.tallies = map[int64]tallied{}
		}
		p.tallies[harvest] = tallied{all, time.Now(), took}
	}
	return all, err
}

// Sites implements Progress.
func (p *paced) Sites(ctx context.Context) ([]storage.SiteStatus, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took > quick && time.Since(p.at) < restFactor*p.took {
		return p.last, nil
	}
	began := time.Now()
	all, err := p.Store.Sites(ctx)
	if err == nil {
		p.last, p.at, p.took = all, time.Now(), time.Since(began)
	}
	return all, err
}

// Progress is how harvests stand and went.
type Progress interface {
	Sites(ctx context.Context) ([]storage.SiteStatus, error)
	Harvests(ctx context.Context, site string) ([]storage.Harvest, error)
	Profile(ctx context.Context, site string) (harvest.Profile, error)
	Course(ctx context.Context, harvest int64) ([]storage.Point, error)
	Hosts(ctx context.Context, site string) ([]storage.Host, error)
	Busy(ctx context.Context, site string) bool
	Diff(ctx context.Context, site string, from, to int64) iter.Seq2[storage.Change, error]
}

// Ledger is what was asked, and what came.
type Ledger interface {
	Asked(ctx context.Context, site string, harvest int64, f storage.AskedFilter) ([]storage.Asked, int, error)
	Tallies(ctx context.Context, harvest int64) ([]storage.Tally, error)
	QuestionNumbered(ctx context.Context, site string, number int64) (storage.Question, bool, error)
	Answers(ctx context.Context, q storage.Question) ([]storage.AnswerLine, error)
	ShownAt(ctx context.Context, site string, harvest, step int64) ([]storage.Shown, page.Request, error)
	Looked(ctx context.Context, harvest int64, most int) ([]storage.LookedAt, error)
	Page(ctx context.Context, harvest, step int64) (*page.Page, error)
	SitePages(ctx context.Context, site string) iter.Seq2[storage.KeptPage, error]
	History(ctx context.Context, r storage.RecordName) (storage.History, error)
}

// Holdings is the records.
type Holdings interface {
	Columns(ctx context.Context, sites ...string) ([]storage.Column, error)
	Cells(ctx context.Context, site string, from int64) iter.Seq2[storage.Held, error]
	Numbered(ctx context.Context, ids []int64) ([]storage.Held, error)
	RecordOf(ctx context.Context, site, key string) (storage.Held, bool, error)
	Matching(ctx context.Context, site, words string, most int) ([]int64, error)
	Search(ctx context.Context, words string, o storage.SearchOptions) iter.Seq2[storage.Hit, error]
	Select(ctx context.Context, query string, most int, limit time.Duration) (storage.RowsRead, error)
}
