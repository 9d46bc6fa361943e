package locate

import (
	"context"
	"errors"
	"sync"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// meter is a Network that counts requests and has no more than a limit of them.
type meter struct {
	Network
	limit int    // 0: none
	empty func() // called when nothing is left; may be nil

	mu       sync.Mutex
	used     int
	reserved int
	asked    map[string]bool // origins: before the first page comes a robots.txt
	ended    bool
}

func newMeter(net Network, limit int) *meter {
	return &meter{Network: net, limit: limit, asked: map[string]bool{}}
}

// Fetch implements fetch.Fetcher. Where the limit would be passed it ends the
// crawl instead.
func (m *meter) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	need, ok := m.take(r.URL.Origin())
	if !ok {
		return nil, context.Canceled
	}
	p, err := m.Network.Fetch(ctx, r)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reserved -= need
	if p != nil {
		m.used += max(p.Requests, 1)
	} else if later, ok := errors.AsType[*fetch.LaterError](err); !ok || later.Reason != fetch.Pacing {
		m.used++ // what was sent before a mere wait is counted with the page
	}
	return p, err
}

// take reserves what a page of origin costs.
func (m *meter) take(origin string) (need int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	need = 1
	if !m.asked[origin] {
		need = 2
	}
	if m.limit > 0 && m.used+m.reserved+need > m.limit {
		if m.ended = true; m.empty != nil {
			m.empty()
		}
		return 0, false
	}
	m.asked[origin] = true
	m.reserved += need
	return need, true
}

func (m *meter) spent() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

// reserve sets up to n requests aside for one who counts them himself, and
// returns how many; settle takes note of how many were spent.
func (m *meter) reserve(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if left := m.limit - m.used - m.reserved; m.limit > 0 && n > left {
		n, m.ended = max(left, 0), true
	}
	m.reserved += n
	return n
}

func (m *meter) settle(reserved, spent int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reserved -= reserved
	m.used += spent
}

// out reports whether the limit kept something from being asked.
func (m *meter) out() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ended
}
