package dashboard

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/storage"
)

// historyStore tells which harvests a site had, and what changed between them.
type historyStore interface {
	Harvests(ctx context.Context, site string) ([]storage.Harvest, error)
	Diff(ctx context.Context, site string, from, to int64) iter.Seq2[storage.Change, error]
}

// history is the page of a site's harvests. Of a large site it takes long to tell what changed:
// that is found behind the page, which shows what is there so far.
type history struct {
	store historyStore
	turn  chan struct{} // held by the comparison that goes on

	mu    sync.Mutex
	known map[string]*comparison
}

// comparison is what changed between two harvests.
type comparison struct {
	counts  map[storage.ChangeKind]int
	changes []storage.Change
	cut     bool // there are more, or it took too long
	err     error
	print   string // of the site when it began
	began   time.Time
	took    time.Duration
	done    chan struct{}
}

type historyPage struct {
	Harvests []storage.Harvest          `json:"harvests"`
	From     int64                      `json:"from,omitempty"`
	To       int64                      `json:"to,omitempty"`
	Ready    bool                       `json:"ready"`
	Counts   map[storage.ChangeKind]int `json:"counts,omitempty"`
	Changes  []storage.Change           `json:"changes"`
	Cut      bool                       `json:"cut"`
}

func (d historyPage) partial() bool { return !d.Ready }

const (
	changesShown    = 200
	diffTime        = time.Minute
	comparisonsKept = 8
)

// show shows the harvests of a site, and what changed between two of them.
func (p *history) show(r *http.Request, of storage.SiteStatus) (view, error) {
	wait := pace.Patience
	if wantsJSON(r) {
		wait = longPatience
	}
	return ofSite(of.Name, "history", "History", func() (any, error) { return p.find(r.Context(), of, r.URL.Query(), wait) }), nil
}

func (p *history) find(ctx context.Context, of storage.SiteStatus, q url.Values, wait time.Duration) (d historyPage, err error) {
	list, err := p.store.Harvests(ctx, of.Name)
	if err != nil {
		return d, err
	}
	d = historyPage{Harvests: list, Changes: []storage.Change{}, Ready: true}
	n := len(list)
	if n < 2 {
		return d, nil
	}
	if d.From, d.To = int64(whole(q, "from", 0, 1<<40)), int64(whole(q, "to", 0, 1<<40)); d.From == 0 || d.To == 0 {
		d.From, d.To = list[n-2].ID, list[n-1].ID
		return d, nil
	}
	c := p.comparison(of, d.From, d.To)
	select {
	case <-c.done:
	case <-ctx.Done():
		return d, ctx.Err()
	case <-time.After(wait):
		d.Ready = false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	d.Counts, d.Changes, d.Cut = maps.Clone(c.counts), append(d.Changes, c.changes...), c.cut
	return d, c.err
}

// comparison returns what changed between two harvests, as it was found lately, or is being
// found.
func (p *history) comparison(of storage.SiteStatus, from, to int64) *comparison {
	p.mu.Lock()
	defer p.mu.Unlock()
	name, print := fmt.Sprint(of.Name, " ", from, " ", to), fmt.Sprint(of.Harvest, of.Requests, of.LastAt)
	c := p.known[name]
	if c != nil && (c.took == 0 || c.err == nil && (c.print == print || time.Since(c.began) < pace.Rest*c.took)) {
		return c
	}
	c = &comparison{counts: map[storage.ChangeKind]int{}, print: print, began: time.Now(), done: make(chan struct{})}
	if len(p.known) >= comparisonsKept {
		oldest := slices.MinFunc(slices.Collect(maps.Keys(p.known)), func(a, b string) int { return p.known[a].began.Compare(p.known[b].began) })
		delete(p.known, oldest)
	}
	p.known[name] = c
	go p.compare(c, of.Name, from, to)
	return c
}

func (p *history) compare(c *comparison, site string, from, to int64) {
	defer close(c.done)
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), diffTime)
	defer cancel()
	for change, err := range p.store.Diff(ctx, site, from, to) {
		p.mu.Lock()
		if c.cut = err != nil || len(c.changes) == changesShown; c.cut {
			if ctx.Err() == nil {
				c.err = err
			}
			p.mu.Unlock()
			break
		}
		c.counts[change.Kind]++
		c.changes = append(c.changes, change)
		p.mu.Unlock()
	}
	p.mu.Lock()
	c.took = max(time.Since(began), 1)
	p.mu.Unlock()
}
